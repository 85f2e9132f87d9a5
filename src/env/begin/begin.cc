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
