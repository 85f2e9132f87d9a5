#include "env/begin/begin.h"

#include "base/check.h"
#include "base/text.h"
#include "env/model/names.h"
#include "logic/kinds.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

struct Template {
  Kind kind;
  std::string_view about;
  std::string_view system;
  std::string_view answer_format;
  std::string_view rest;  // of environment.yaml: fields, item and rubric
  std::string_view tasks;
};

constexpr std::string_view kBoxedSystem =
    "Think step by step, and put your final answer within \\boxed{}.";

constexpr std::string_view kBoxedRest =
    R"(# Which field of a row is which field of an item of POST /v1/score.
fields:
  gold: answer

# As of POST /v1/score, in YAML: see docs/scoring.md.
rubric:
  functions:
    - kind: math
    - kind: format
      weight: 0.1
      require: [boxed]
      when: math
)";

constexpr Template kTemplates[] = {
    {Kind::kMath, "A few sums and equations, to begin with.", kBoxedSystem, "boxed", kBoxedRest,
     R"rows({"id": "sum-1", "question": "What is 17 + 25?", "answer": "42"}
{"id": "product-1", "question": "What is 12 times 11?", "answer": "132"}
{"id": "fraction-1", "question": "Write 0.125 as a fraction in lowest terms.", "answer": "1/8"}
{"id": "linear-1", "question": "Solve 3x - 7 = 11 for x.", "answer": "6"}
{"id": "quadratic-1", "question": "What is the positive solution of x^2 = 2? Give it exactly.", "answer": "\\sqrt{2}"}
{"id": "pair-1", "question": "For which pair (x, y) are x + y = 7 and x - y = 1?", "answer": "(4, 3)"}
)rows"},
    {Kind::kCode, "A few small programs, to begin with.",
     "Write a program in Python that reads standard input and writes standard output. Put it into "
     "one ```python block.",
     "code_block", R"(# What every item has where its row has nothing else.
item:
  language: python
  limits: {cpu_time_s: 5, memory_mb: 512}

# As of POST /v1/score, in YAML: see docs/scoring.md. Rows have a "problem" with tests, as of
# POST /v1/verify.
rubric:
  functions:
    - kind: code
      name: tests
    - kind: format
      weight: 0.1
      require: [code_block]
      when: tests
)",
     R"rows({"id": "sum", "question": "Read two integers from one line and print their sum.", "problem": {"tests": [{"input": "1 2\n", "expected": "3\n"}, {"input": "-5 5\n", "expected": "0\n"}, {"input": "1000000000000 1\n", "expected": "1000000000001\n"}]}}
{"id": "reverse", "question": "Read one line and print it backwards.", "problem": {"tests": [{"input": "abc\n", "expected": "cba\n"}, {"input": "a b\n", "expected": "b a\n"}]}}
{"id": "count-words", "question": "Read all of the input and print how many words there are. Words are what stands between white space.", "problem": {"tests": [{"input": "one two\nthree\n", "expected": "3\n"}, {"input": "\n", "expected": "0\n"}]}}
{"id": "largest", "question": "The first line has a number n, the second one n integers. Print the largest of them.", "problem": {"tests": [{"input": "3\n4 9 2\n", "expected": "9\n"}, {"input": "1\n-7\n", "expected": "-7\n"}]}}
)rows"},
    {Kind::kScience, "A few questions about nature, to begin with.", kBoxedSystem, "boxed",
     R"(# Which field of a row is which field of an item of POST /v1/score.
fields:
  gold: answer

# As of POST /v1/score, in YAML: see docs/scoring.md and docs/science.md.
rubric:
  functions:
    - kind: science
    - kind: format
      weight: 0.1
      require: [boxed]
      when: science
)",
     R"rows({"id": "speed-1", "question": "A train goes 150 km in 2.00 hours at a constant speed. What is its speed in m/s?", "answer": "20.8 m/s"}
{"id": "force-1", "question": "Which force gives a mass of 4.0 kg an acceleration of 2.5 m/s^2?", "answer": "10 N"}
{"id": "energy-1", "question": "How much energy does a photon of 3.0 x 10^15 Hz have?", "answer": "2.0e-18 J"}
{"id": "half-life-1", "question": "Which fraction of a radioactive sample is left after three half-lives?", "answer": "1/8"}
{"id": "formula-1", "question": "Which gas do zinc and hydrochloric acid give? Give its formula.", "answer": "H2"}
{"id": "choice-1", "question": "Which of these is a noble gas? (A) nitrogen (B) neon (C) hydrogen (D) chlorine. Answer with the letter.", "answer": "B"}
)rows"},
    {Kind::kSoftware, "Two small repositories with a fault each, to begin with.",
     "Write a patch that solves the issue, as a unified diff with the paths a/FILE and b/FILE. Put "
     "it "
     "into one ```diff block.",
     "code_block",
     R"(# As of POST /v1/score, in YAML: see docs/scoring.md. Rows have a "swe" with a task and its
# repository, as of docs/swe.md.
rubric:
  functions:
    - kind: swe
    - kind: format
      weight: 0.1
      require: [code_block]
      when: swe
)",
     R"rows({"id": "median", "question": "The median of an even count of numbers is wrong: median([1, 2, 3, 4]) gives 3 and not 2.5.\n\nmedian.py is:\n\ndef median(numbers):\n    ordered = sorted(numbers)\n    return ordered[len(ordered) // 2]\n", "swe": {"repository": {"archive": "H4sIAAAAAAACA+3SsQ6CQAzG8Zt5io6wCChKYuKTGAfM1cREDlNg8O29oDK44+L/t7Tp16RLW/XXJqzuD7ecItpV1VSj71qUm3LuX/N6W9VOCvcDYz80Fk+6/+T1Iu30A2kY27Nan+0TiTrzaurlIH1ng/o5nlLTYbTwWTreNKTvPpM8l/UpcQAAAAAAAAAAAAAAAACAJT0BzdZHRwAoAAA="}, "task": {"framework": "unittest", "default_controls": false, "command": "python3 -B -m unittest -v", "test_files": {"test_median.py": "import unittest\n\nfrom median import median\n\n\nclass Median(unittest.TestCase):\n    def test_even(self):\n        self.assertEqual(median([4, 1, 3, 2]), 2.5)\n\n    def test_odd(self):\n        self.assertEqual(median([3, 1, 2]), 2)\n\n    def __str__(self):\n        return self._testMethodName + \" (test_median.Median)\"\n"}, "fail_to_pass": ["test_even (test_median.Median)"], "pass_to_pass": ["test_odd (test_median.Median)"], "controls": [{"path": "test_{secret}.py", "content": "import unittest\n\n\nclass Secret(unittest.TestCase):\n    def test_it(self):\n        self.fail(\"{secret}\")\n\n    def __str__(self):\n        return \"test_it (test_{secret}.Secret)\"\n", "tests": ["test_it (test_{secret}.Secret)"]}], "reference": "diff --git a/median.py b/median.py\n--- a/median.py\n+++ b/median.py\n@@ -1,3 +1,6 @@\n def median(numbers):\n     ordered = sorted(numbers)\n-    return ordered[len(ordered) // 2]\n+    middle = len(ordered) // 2\n+    if len(ordered) % 2 == 1:\n+        return ordered[middle]\n+    return (ordered[middle - 1] + ordered[middle]) / 2\n"}}}
{"id": "basket", "question": "A new basket has what was in the last one: add(\"pear\") after add(\"apple\") gives both.\n\nbasket.py is:\n\ndef add(item, items=[]):\n    items.append(item)\n    return items\n", "swe": {"repository": {"archive": "H4sIAAAAAAACA+3NuwrCMBSA4TP3KTJakJJCrSD4JOKQkggilpCkg29vTMChuzr4f8O5w5lMvLnU+Yd8js7GYSg5W2fd6/5d1/l+N2pRWr5gicmE/FL+k3UXZazdXJO7b9UrxuPp3B4alZW2M967uV60ZRxcWsJct40AAAAAAAAAAAAAAAAAAH7hCfXtsI8AKAAA"}, "task": {"framework": "unittest", "default_controls": false, "command": "python3 -B -m unittest -v", "test_files": {"test_basket.py": "import unittest\n\nfrom basket import add\n\n\nclass Basket(unittest.TestCase):\n    def test_fresh(self):\n        add(\"apple\")\n        self.assertEqual(add(\"pear\"), [\"pear\"])\n\n    def test_given(self):\n        self.assertEqual(add(\"pear\", [\"apple\"]), [\"apple\", \"pear\"])\n\n    def __str__(self):\n        return self._testMethodName + \" (test_basket.Basket)\"\n"}, "fail_to_pass": ["test_fresh (test_basket.Basket)"], "pass_to_pass": ["test_given (test_basket.Basket)"], "controls": [{"path": "test_{secret}.py", "content": "import unittest\n\n\nclass Secret(unittest.TestCase):\n    def test_it(self):\n        self.fail(\"{secret}\")\n\n    def __str__(self):\n        return \"test_it (test_{secret}.Secret)\"\n", "tests": ["test_it (test_{secret}.Secret)"]}], "reference": "diff --git a/basket.py b/basket.py\n--- a/basket.py\n+++ b/basket.py\n@@ -1,3 +1,4 @@\n-def add(item, items=[]):\n+def add(item, items=None):\n+    items = [] if items is None else items\n     items.append(item)\n     return items\n"}}}
)rows"},
    {Kind::kLogic, "A few small puzzles, to begin with.", "Think step by step.", "code_block",
     R"(# As of POST /v1/score, in YAML: see docs/scoring.md. Rows have a "puzzle", as of
# `assay logic make`, which makes more of them: see docs/logic.md.
rubric:
  functions:
    - kind: logic
    - kind: format
      weight: 0.1
      require: [code_block]
      when: logic
)",
     ""},
};

constexpr const char* kPuzzles[] = {"sudoku",       "game_of_24",  "word_sorting",
                                    "zebra_puzzle", "cryptarithm", "boolean_expressions"};

// The easiest of some kinds, the same everywhere.
std::string LogicTasks() {
  std::string tasks;
  for (const char* name : kPuzzles) {
    const logic::Kind* const kind = logic::FindKind(name);
    ASSAY_CHECK(kind != nullptr);
    Dice dice(1);
    const logic::Puzzle puzzle = kind->Make(logic::kEasiest, &dice);
    JsonWriter row;
    row.BeginObject().Key("id").String(puzzle.kind + "-1").Key("question").String(puzzle.prompt);
    row.Key("puzzle").BeginObject().Key("kind").String(puzzle.kind);
    row.Key("facts").Raw(puzzle.facts).EndObject().EndObject();
    tasks += row.Take() + "\n";
  }
  return tasks;
}

const Template& Of(Kind kind) {
  for (const Template& each : kTemplates) {
    if (each.kind == kind) return each;
  }
  ASSAY_CHECK(false);
  return kTemplates[0];
}

std::string ReadmeOf(const std::string& name, const Template& of) {
  return "# " + name + "\n\n" + std::string(of.about) + R"(

    assay env check .           # after each change; --write-hashes when the tasks have changed
    assay env pack . --out ..   # one file to hand on

`environment.yaml` says what belongs to it, `tasks.jsonl` has a task in each line.
)";
}

}  // namespace

const std::vector<Kind>& BeginKinds() {
  static const std::vector<Kind> kinds = [] {
    std::vector<Kind> all;
    for (const Template& each : kTemplates) all.push_back(each.kind);
    return all;
  }();
  return kinds;
}

std::vector<BeginFile> BeginFiles(const std::string& name, Kind kind) {
  const Template& of = Of(kind);
  const std::string tasks = kind == Kind::kLogic ? LogicTasks() : std::string(of.tasks);
  std::string yaml = "# An environment of Assay: docs/environments.md has every field.\n";
  yaml += "name: " + name + "\nversion: 0.1.0\nkind: " + std::string(kKindNames.NameOf(kind)) +
          "\nabout: " + std::string(of.about) + "\nchanges: First version.\n\n";
  yaml += "tasks:\n  file: tasks.jsonl\n  # `assay env check --write-hashes` writes it anew.\n";
  yaml += "  sha256: \"" + Sha256Hex(tasks) + "\"\n\n";
  yaml += "prompt:\n  system: >-\n    " + std::string(of.system) +
          "\n  # {question} is the row's field of that name.\n  user: \"{question}\"\n\n";
  yaml += "answer_format: " + std::string(of.answer_format) + "\n\n" + std::string(of.rest);
  yaml += "\n# Of a rollout.\nlimits:\n  turns: 1\n  response_tokens: 4096\n\nfiles: [README.md]\n";
  return {{std::string(kManifestFile), yaml},
          {"tasks.jsonl", tasks},
          {"README.md", ReadmeOf(name, of)}};
}

}  // namespace assay::env
