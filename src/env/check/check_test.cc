#include "env/check/check.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "env/begin/env_test_util.h"

namespace assay::env {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> FaultsOf(const TestFolder& folder) {
  const auto report = CheckEnvironment(folder / "e");
  if (!report.ok()) return {report.error().message};
  std::vector<std::string> faults;
  for (const Fault& fault : report->faults) faults.push_back(fault.ToString());
  return faults;
}

// Another set of tasks, with its hash.
void SetTasks(const TestFolder& folder, const std::string& rows) {
  folder.Write("e/tasks.jsonl", rows);
  ASSERT_TRUE(WriteHashes(folder / "e").ok());
}

TEST(CheckEnvironment, AcceptsWhatNewWrites) {
  for (const Kind kind : BeginKinds()) {
    const TestFolder folder;
    folder.Begin("e", kind);
    EXPECT_THAT(FaultsOf(folder), IsEmpty()) << kKindNames.NameOf(kind);
  }
}

TEST(CheckEnvironment, LooksAtPuzzlesAndAtGoldsOfScience) {
  const TestFolder logic;
  logic.Begin("e", Kind::kLogic);
  SetTasks(logic, R"({"id":"a","question":"q","puzzle":{"kind":"sudoku","facts":{"grid":[[9]]}}}
{"id":"b","question":"r"})");
  EXPECT_THAT(FaultsOf(logic), ElementsAre(HasSubstr("row 1: puzzle.facts: grid"),
                                           HasSubstr("row 2: puzzle: Field required")));
  const TestFolder science;
  science.Begin("e", Kind::kScience);
  SetTasks(science, R"({"id":"a","question":"q","answer":"because of friction"}
{"id":"b","question":"r","answer":"5 N"})");
  const auto report = CheckEnvironment(science / "e");
  ASSERT_TRUE(report.ok());
  EXPECT_TRUE(report->ok());
  ASSERT_EQ(report->notes.size(), 1u);
  EXPECT_THAT(report->notes[0].ToString(), HasSubstr("row 1: answer: is left open by 'science'"));
}

TEST(CheckEnvironment, AFollowUpNeedsAScoreAndTheRowsFields) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/environment.yaml", "turns: 1", "turns: 2");
  folder.Write("e/environment.yaml",
               folder.Read("e/environment.yaml") + "follow_up: \"No: {feedback} {score}\"\n");
  EXPECT_THAT(FaultsOf(folder), IsEmpty());
  folder.Replace("e/environment.yaml", "{score}", "{hint}");
  EXPECT_THAT(FaultsOf(folder), Contains(HasSubstr("row 1: hint: is missing, and follow_up asks")));
  folder.Replace("e/environment.yaml", "{hint}", "");
  folder.Replace("e/environment.yaml", "  functions:\n",
                 "  functions:\n    - {kind: duplicates, weight: 0}\n");
  EXPECT_THAT(FaultsOf(folder), ElementsAre(HasSubstr("follow_up: can't follow an answer")));
}

TEST(CheckEnvironment, SeesThatTasksChanged) {
  const TestFolder folder;
  folder.Begin("e");
  const std::string before = folder.Read("e/environment.yaml");
  folder.Replace("e/tasks.jsonl", "17 + 25", "17 + 26");
  EXPECT_THAT(FaultsOf(folder), ElementsAre(HasSubstr("tasks.sha256: is not the hash")));
  ASSERT_TRUE(WriteHashes(folder / "e").ok());
  EXPECT_THAT(FaultsOf(folder), IsEmpty());
  // Nothing else has.
  folder.Replace("e/tasks.jsonl", "17 + 26", "17 + 25");
  ASSERT_TRUE(WriteHashes(folder / "e").ok());
  EXPECT_EQ(folder.Read("e/environment.yaml"), before);
}

TEST(WriteHashes, FindsThePlaceInEveryNotation) {
  for (const std::string tasks : {"tasks: {file: tasks.jsonl, sha256: 0}",
                                  "tasks:\n  sha256: ''  # of the file\n  file: tasks.jsonl",
                                  R"("tasks": {"file": "tasks.jsonl", "sha256": "abc"})"}) {
    const TestFolder folder;
    folder.Begin("e");
    folder.Write(
        "e/environment.yaml",
        "name: sums\nversion: 1.0.0\nprompt: {user: '{question}'}\nfields: {gold: answer}\n"
        "rubric: {functions: [{kind: math}]}\n" +
            tasks + "\n");
    ASSERT_TRUE(WriteHashes(folder / "e").ok()) << tasks;
    EXPECT_THAT(FaultsOf(folder), IsEmpty()) << folder.Read("e/environment.yaml");
  }
}

TEST(CheckEnvironment, TellsEveryFaultOfRubricAndRowsAtOnce) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/environment.yaml", "weight: 0.1", "weigth: 0.1");
  folder.Replace("e/environment.yaml", "turns: 1", "turn: 1");
  EXPECT_THAT(FaultsOf(folder), ElementsAre(HasSubstr("limits.turn: No such field")));
  folder.Replace("e/environment.yaml", "turn: 1", "turns: 1");
  SetTasks(folder,
           "{\"id\": 1, \"question\": \"a\"}\n{\"id\": 1, \"question\": \"b\"}\n{\"id\": 2}\n");
  EXPECT_THAT(FaultsOf(folder),
              ElementsAre(HasSubstr("rubric.functions[1].weigth: No such field here"),
                          HasSubstr("tasks.jsonl: row 2: id: '1' is another row's"),
                          HasSubstr("tasks.jsonl: row 3: question: is missing")));
}

TEST(CheckEnvironment, KnowsWhatEachFunctionNeeds) {
  const TestFolder folder;
  folder.Begin("e");
  SetTasks(folder,
           "{\"id\": 1, \"question\": \"a\"}\n"
           "{\"id\": 2, \"question\": \"a\", \"answer\": \"4 if n > 2\"}\n"
           "{\"id\": 3, \"question\": \"a\", \"answer\": [1]}\n"
           "{\"id\": 4, \"question\": \"a\", \"answer\": 4}\n");
  EXPECT_THAT(FaultsOf(folder),
              ElementsAre(HasSubstr("row 1: answer: Field required by the function 'math'"),
                          HasSubstr("row 2: answer: can't be judged by 'math'"),
                          HasSubstr("row 3: answer: Input should be a valid string")));
}

TEST(CheckEnvironment, DecodesProblems) {
  const TestFolder folder;
  folder.Begin("e", Kind::kCode);
  SetTasks(folder,
           R"({"id": 1, "question": "a", "problem": {"tests": [{"input": 5}]}}
{"id": 2, "question": "a"}
{"id": 3, "question": "a", "problem": {"tests": [{"input": "", "expected": ""}]}, "language": "klingon"}
{"id": 4, "question": "a", "problem": "sum"}
{"id": 5, "question": "a", "problem": {"tests": [{"input": "", "expected": ""}], "comparision": "exact"}}
)");
  EXPECT_THAT(FaultsOf(folder),
              testing::AllOf(Contains(HasSubstr("row 1: problem.tests[0].input")),
                             Contains(HasSubstr("row 2: problem: Field required")),
                             Contains(HasSubstr("row 3: language: unknown language 'klingon'")),
                             Contains(HasSubstr("row 4: problem: There is no 'sum'")),
                             testing::Not(Contains(HasSubstr("row 5")))));
  const auto report = CheckEnvironment(folder / "e");
  ASSERT_TRUE(report.ok());
  ASSERT_EQ(report->notes.size(), 1U);
  EXPECT_THAT(report->notes[0].ToString(), HasSubstr("comparision"));
}

TEST(CheckEnvironment, SeesWhatContradictsItself) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/environment.yaml", "answer_format: boxed", "answer_format: answer_tag");
  folder.Replace("e/environment.yaml", "user: \"{question}\"", "user: \"Solve it.\"");
  EXPECT_THAT(FaultsOf(folder),
              testing::UnorderedElementsAre(HasSubstr("answer_format says answer_tag"),
                                            HasSubstr("prompt.user: takes no field of a row")));
}

TEST(CheckEnvironment, TellsFilesThatAreNotThere) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/environment.yaml", "files: [README.md]", "files: [README.md, no.txt, l.txt]");
  folder.Write("e/hooks.py", "x = 1\n");
  folder.Write("e/environment.yaml", folder.Read("e/environment.yaml") + "python: hooks.py\n");
  std::filesystem::create_symlink("README.md", folder / "e/l.txt");
  std::filesystem::remove(folder / "e/tasks.jsonl");
  EXPECT_THAT(FaultsOf(folder),
              testing::UnorderedElementsAre(
                  HasSubstr("files[1]: there is no file 'no.txt'"),
                  HasSubstr("files[2]: 'l.txt' is no regular file"),
                  HasSubstr("python: 'hooks.py' defines no load_environment"),
                  HasSubstr("tasks.file: there is no regular file 'tasks.jsonl'")));
}

TEST(CheckEnvironment, TellsRowsThatAreNone) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Write("e/tasks.jsonl", "{\"id\": 1,\n");
  EXPECT_THAT(FaultsOf(folder), Contains(HasSubstr("tasks.jsonl:1")));
  folder.Write("e/tasks.jsonl", "");
  EXPECT_THAT(FaultsOf(folder), Contains(HasSubstr("tasks.jsonl: has no rows")));
  EXPECT_THAT(CheckEnvironment(folder / "none").error().message, HasSubstr("no environment"));
}

TEST(CheckEnvironment, CountsManyFaultsAndKeepsSome) {
  const TestFolder folder;
  folder.Begin("e");
  std::string rows;
  for (int i = 0; i < 250; ++i) rows += "{\"id\": " + std::to_string(i) + "}\n";
  SetTasks(folder, rows);
  const auto report = CheckEnvironment(folder / "e");
  ASSERT_TRUE(report.ok());
  EXPECT_EQ(report->fault_count, 250);
  EXPECT_EQ(report->faulty_rows, 250);
  EXPECT_EQ(report->faults.size(), CheckReport::kMostFaults);
}

}  // namespace
}  // namespace assay::env
