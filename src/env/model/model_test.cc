#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "env/model/manifest.h"
#include "env/model/names.h"
#include "env/model/task.h"
#include "env/model/version.h"

namespace assay::env {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(Names, TakeWhatIsAFolderAUrlAndAModule) {
  for (const char* const name : {"a", "sums", "grade-school-math", "a1-2b"}) {
    EXPECT_TRUE(IsEnvironmentName(name)) << name;
  }
  for (const std::string name :
       {"", "1a", "-a", "a-", "a--b", "A", "a_b", "a.b", "a/b", "..", "ä"}) {
    EXPECT_FALSE(IsEnvironmentName(name)) << name;
  }
  EXPECT_TRUE(IsEnvironmentName(std::string(64, 'a')));
  EXPECT_FALSE(IsEnvironmentName(std::string(65, 'a')));
}

TEST(Names, RefuseFilesThatCouldLeadElsewhere) {
  for (const char* const path : {"a", "tasks.jsonl", "data/train-1.parquet", "a/b/c/d/e/f/g/h"}) {
    EXPECT_TRUE(IsFilePath(path)) << path;
  }
  for (const std::string path : {"", "/a", "a/", "a//b", "..", "a/../b", "./a", ".hidden", "a/.b",
                                 "-a", "a b", "a\\b", "a\nb", "a:b", "C:x", "a/b/c/d/e/f/g/h/i"}) {
    EXPECT_FALSE(IsFilePath(path)) << path;
  }
  EXPECT_FALSE(IsFilePath(std::string("a\0b", 3)));
  EXPECT_FALSE(IsFilePath(std::string(201, 'a')));
}

TEST(Version, ReadsTheStandardsOrder) {
  // semver.org 2.0.0, clause 11.
  const char* const order[] = {"0.9.9",      "1.0.0-alpha",  "1.0.0-alpha.1", "1.0.0-alpha.beta",
                               "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1",
                               "1.0.0",      "1.0.1",        "1.2.0",         "1.10.0",
                               "2.0.0"};
  for (size_t i = 0; i + 1 < std::size(order); ++i) {
    const auto low = Version::Parse(order[i]);
    const auto high = Version::Parse(order[i + 1]);
    ASSERT_TRUE(low && high) << order[i];
    EXPECT_TRUE(*low < *high) << order[i];
    EXPECT_FALSE(*high < *low) << order[i];
    EXPECT_EQ(low->ToString(), order[i]);
  }
}

TEST(Version, RefusesWhatIsNone) {
  for (const char* const text :
       {"", "1", "1.0", "1.0.0.0", "01.0.0", "1.0.x", "v1.0.0", "1.0.0-", "1.0.0-a..b", "1.0.0-01",
        "1.0.0+b", "1.0.0 ", "-1.0.0", "1.0.1234567890", "1.0.0-a/b"}) {
    EXPECT_FALSE(Version::Parse(text)) << text;
  }
}

bool Accepts(const std::string& wanted, const char* version) {
  const auto parsed = Wanted::Parse(wanted);
  EXPECT_TRUE(parsed.ok()) << wanted;
  return parsed.ok() && parsed->Accepts(*Version::Parse(version));
}

TEST(Wanted, TakesBounds) {
  EXPECT_TRUE(Accepts("a", "1.2.3"));
  EXPECT_FALSE(Accepts("a", "1.2.3-rc.1"));
  EXPECT_TRUE(Accepts("a@1", "1.9.0"));
  EXPECT_FALSE(Accepts("a@1", "2.0.0"));
  EXPECT_TRUE(Accepts("a@1.2", "1.2.7"));
  EXPECT_FALSE(Accepts("a@1.2", "1.20.0"));
  EXPECT_TRUE(Accepts("a@1.2.3", "1.2.3"));
  EXPECT_FALSE(Accepts("a@1.2.3", "1.2.4"));
  EXPECT_TRUE(Accepts("a@1.2.3-rc.1", "1.2.3-rc.1"));
  EXPECT_FALSE(Accepts("a@1.2.3-rc.1", "1.2.3"));
  EXPECT_TRUE(Accepts("a@>=1", "3.0.0"));
  EXPECT_FALSE(Accepts("a@>1", "1.9.0"));
  EXPECT_TRUE(Accepts("a@>1", "2.0.0"));
  EXPECT_TRUE(Accepts("a@>=1,<2", "1.9.9"));
  EXPECT_FALSE(Accepts("a@>=1,<2", "2.0.0"));
  EXPECT_TRUE(Accepts("a@<=1.2", "1.2.9"));
  EXPECT_FALSE(Accepts("a@<1.2", "1.2.0"));
  for (const char* const text : {"", "@1", "A@1", "a@", "a@x", "a@1.", "a@=>1", "a@1,,2", "a@~1"}) {
    EXPECT_FALSE(Wanted::Parse(text).ok()) << text;
  }
}

constexpr char kGood[] = R"(
name: sums
version: 1.2.0
kind: math
tasks: {file: tasks.jsonl, sha256: "0000000000000000000000000000000000000000000000000000000000000000"}
fields: {gold: answer}
prompt: {system: "Put it in \\boxed{}.", user: "{question}"}
rubric: {functions: [{kind: math}]}
)";

std::vector<std::string> FaultsOf(const std::string& yaml) {
  std::vector<std::string> faults;
  for (const Fault& fault : ParseManifest(yaml).faults) faults.push_back(fault.ToString());
  return faults;
}

TEST(Manifest, IsReadWhole) {
  const auto reading = ParseManifest(std::string(kGood) + R"(
about: Sums.
changes: New.
license: MIT
evaluation: {file: held.jsonl, sha256: "1111111111111111111111111111111111111111111111111111111111111111"}
item: {language: python}
answer_format: boxed
limits: {turns: 3, response_tokens: 100, deadline_s: 1.5}
image: python:3.11
tools: [bash]
python: hooks.py
files: [README.md, data/x.bin]
)");
  ASSERT_THAT(reading.faults, IsEmpty()) << reading.faults[0].ToString();
  const Manifest& manifest = *reading.manifest;
  EXPECT_EQ(manifest.name, "sums");
  EXPECT_EQ(manifest.version.ToString(), "1.2.0");
  EXPECT_EQ(manifest.fields.at("gold"), "answer");
  EXPECT_EQ(manifest.rubric, R"({"functions":[{"kind":"math"}]})");
  EXPECT_EQ(manifest.rollout.limits.turns, 3);
  EXPECT_EQ(manifest.answer_format, AnswerFormat::kBoxed);
  EXPECT_THAT(manifest.Files(), ElementsAre("environment.yaml", "README.md", "data/x.bin",
                                            "held.jsonl", "hooks.py", "tasks.jsonl"));
}

TEST(Manifest, TellsAllFaultsWithTheirLines) {
  EXPECT_THAT(
      FaultsOf(R"(name: Sums
version: 1.0
tasks: {file: ../x.jsonl, sha256: abc}
prompt: {user: 5, extra: 1}
rubic: {}
limits: {turns: 0}
tools: ["a b"]
)"),
      testing::UnorderedElementsAre(
          HasSubstr("environment.yaml:1: name: 'Sums' must begin"),
          HasSubstr("environment.yaml:2: version: must be three numbers"),
          HasSubstr("environment.yaml:3: tasks.file: '../x.jsonl' must be a file"),
          HasSubstr("environment.yaml:3: tasks.sha256: "),
          HasSubstr("environment.yaml:4: prompt.user: "),
          HasSubstr("environment.yaml:4: prompt.extra: No such field here; there are system"),
          HasSubstr("environment.yaml:5: rubic: No such field here; there are name"),
          HasSubstr("rubric: Field required"), HasSubstr("environment.yaml:6: limits.turns: "),
          HasSubstr("environment.yaml:7: tools[0]: ")));
  EXPECT_THAT(FaultsOf("- a\n"), ElementsAre(HasSubstr("must be a map")));
  EXPECT_THAT(FaultsOf("a: [\n"), ElementsAre(HasSubstr("environment.yaml:2: ")));
  EXPECT_THAT(FaultsOf(std::string(kGood) + "name: other\n"), ElementsAre(HasSubstr("twice")));
  EXPECT_THAT(FaultsOf(std::string(kGood) + "item: {id: 1}\n"), ElementsAre(HasSubstr("'id' out")));
  EXPECT_THAT(FaultsOf(std::string(kGood) + "files: [environment.json]\n"),
              ElementsAre(HasSubstr("own name")));
}

TEST(RolloutRules, AreRead) {
  const auto reading = ParseManifest(std::string(kGood) + R"(
limits: {turns: 5, tool_timeout_s: 2.5, tool_output_bytes: 1000}
tools: [bash, submit]
image: "task-{id}"
sandbox: {setup: make, files: data, memory_mb: 512, cpus: 2}
follow_up: {text: "No: {feedback}", below: 0.5}
response: {diff: repository}
)");
  ASSERT_THAT(reading.faults, IsEmpty()) << reading.faults[0].ToString();
  const RolloutRules& rules = reading.manifest->rollout;
  EXPECT_EQ(rules.limits.turns, 5);
  EXPECT_EQ(rules.limits.tool_timeout_s, 2.5);
  EXPECT_EQ(rules.limits.tool_output_bytes, 1000);
  EXPECT_THAT(rules.tools, ElementsAre("bash", "submit"));
  EXPECT_EQ(rules.sandbox.image, "task-{id}");
  EXPECT_EQ(rules.sandbox.setup, "make");
  EXPECT_EQ(rules.sandbox.files, "data");
  EXPECT_EQ(rules.sandbox.memory_mb, 512);
  EXPECT_EQ(rules.sandbox.cpus, 2);
  EXPECT_EQ(rules.follow_up.text, "No: {feedback}");
  EXPECT_EQ(rules.follow_up.below, 0.5);
  EXPECT_EQ(rules.response.from, ResponseFrom::kDiff);
  EXPECT_EQ(rules.response.path, "repository");
}

TEST(RolloutRules, TheResponseIsWhatIsSubmittedWhereThatIsATool) {
  const auto of = [](const std::string& more) {
    return ParseManifest(std::string(kGood) + more).manifest->rollout.response.from;
  };
  EXPECT_EQ(of(""), ResponseFrom::kMessage);
  EXPECT_EQ(of("tools: [bash]"), ResponseFrom::kMessage);
  EXPECT_EQ(of("tools: [submit]"), ResponseFrom::kSubmit);
  EXPECT_EQ(of("tools: [submit]\nresponse: message"), ResponseFrom::kMessage);
}

TEST(RolloutRules, WhatContradictsItselfIsAFault) {
  const std::pair<const char*, const char*> cases[] = {
      {"follow_up: again", "follow_up: is never said"},
      {"limits: {turns: 2}\nfollow_up: {below: 1}", "follow_up.text: Field required"},
      {"response: file", "Name the file"},
      {"response: {file: a.txt}", "there are none"},
      {"response: submit", "needs submit"},
      {"tools: [bash]\nresponse: {file: a, diff: b}", "Name one of the two"},
      {"tools: [bash, bash]", "tools[1]: 'bash' is there twice"},
      {"sandbox: {setup: make}", "is for tools"},
      {"limits: {tool_output_bytes: 1}", "from 256"},
  };
  for (const auto& [yaml, fault] : cases) {
    EXPECT_THAT(FaultsOf(std::string(kGood) + yaml), Contains(HasSubstr(fault))) << yaml;
  }
}

Task TaskOf(const std::string& yaml, const std::string& row) {
  JsonError fault;
  const auto json = JsonDocument::Parse(row, &fault);
  return ReadTask(*ParseManifest(yaml).manifest, json->root());
}

TEST(ReadTask, MakesPromptAndItem) {
  const Task task = TaskOf(kGood, R"({"id": 7, "question": "1+1?", "answer": "2", "gold": "no"})");
  ASSERT_THAT(task.faults, IsEmpty());
  EXPECT_EQ(task.id, "7");
  EXPECT_EQ(task.user_prompt, "1+1?");
  EXPECT_EQ(task.item, R"({"id":"7","prompt":"1+1?","gold":"2"})");
}

TEST(ReadTask, PrefersTheRowsFieldsToTheManifests) {
  const std::string yaml = std::string(kGood) + "item: {language: python, stop: all}\n";
  EXPECT_THAT(TaskOf(yaml, R"({"id": "a", "question": "", "language": "c"})").item,
              testing::AllOf(HasSubstr(R"("language":"c")"), HasSubstr(R"("stop":"all")")));
  EXPECT_THAT(TaskOf(yaml, R"({"id": "a", "question": "", "language": null})").item,
              HasSubstr(R"("language":"python")"));
}

TEST(ReadTask, FillsWhatARolloutNeeds) {
  const std::string yaml = std::string(kGood) +
                           "tools: [bash]\nimage: \"at-{id}\"\nsandbox: {files: data}\n"
                           "limits: {turns: 2}\nfollow_up: \"{feedback} Hint: {hint}\"\n";
  const Task task =
      TaskOf(yaml, R"({"id": 7, "question": "?", "hint": "two", "data": {"a/b": "x"}})");
  ASSERT_THAT(task.faults, IsEmpty());
  EXPECT_EQ(task.image, "at-7");
  EXPECT_EQ(task.files, R"({"a/b": "x"})");
  EXPECT_EQ(task.follow_up, "{feedback} Hint: two");
  EXPECT_EQ(FillFollowUp(task.follow_up + " {score}{turns_left} {x", "No.", "0.5", "1"),
            "No. Hint: two 0.51 {x");
  EXPECT_EQ(
      TaskOf(yaml, R"({"id": 7, "question": "?", "hint": "", "data": {"a": 1}})").faults[0].field,
      "data");
}

TEST(ReadTask, NamesWhatIsMissing) {
  EXPECT_EQ(TaskOf(kGood, R"({"question": ""})").faults[0].field, "id");
  EXPECT_EQ(TaskOf(kGood, R"({"id": "", "question": ""})").faults[0].field, "id");
  EXPECT_EQ(TaskOf(kGood, R"({"id": 1.5, "question": ""})").faults[0].field, "id");
  EXPECT_EQ(TaskOf(kGood, R"({"id": "a"})").faults[0].field, "question");
  EXPECT_EQ(TaskOf(kGood, R"({"id": "a", "question": [1]})").faults[0].field, "question");
  EXPECT_EQ(TaskOf(kGood, R"({"id": "a", "question": 0.5})").faults[0].field, "question");
}

std::string Filled(std::string user, const std::string& row) {
  Manifest manifest;
  manifest.user_prompt = std::move(user);
  JsonError fault;
  const auto json = JsonDocument::Parse(row, &fault);
  const Task task = ReadTask(manifest, json->root());
  return task.faults.empty() ? task.user_prompt : "fault: " + task.faults[0].field;
}

// The same pairs are in clients/python/tests/test_environments.py.
TEST(Placeholders, AreFieldsAndNothingElse) {
  const std::string row = R"({"id": 1, "a": "x{a}", "b": {"c": 5}})";
  EXPECT_EQ(Filled("{a} {b.c}", row), "x{a} 5");
  EXPECT_EQ(Filled("\\boxed{} {} { a } {1} {a-b} {a", row), "\\boxed{} {} { a } {1} {a-b} {a");
  EXPECT_EQ(Filled("{{a}} {{b.c}} {{a} {a}}", row), "{a} {b.c} {x{a} x{a}}");
  EXPECT_EQ(Filled("\\frac{{a}}{2}", row), "\\frac{a}{2}");
  EXPECT_EQ(Filled("{zz}", row), "fault: zz");
  EXPECT_EQ(Filled("{a.c}", row), "fault: a.c");
  EXPECT_THAT(Placeholders("{a} {b.c} {a} {{d}} {.e} {f.}"), ElementsAre("a", "b.c"));
}

}  // namespace
}  // namespace assay::env
