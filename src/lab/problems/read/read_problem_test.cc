#include "lab/problems/read/read_problem.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::lab {
namespace {

using ::testing::HasSubstr;

ReadRow Read(const std::string& json, std::string_view format = "") {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  EXPECT_TRUE(document) << error.message;
  return ReadProblem(document->root(), format, "row 7");
}

TEST(ReadProblem, TakesRowsOfOurOwn) {
  const ReadRow read = Read(R"({"problem":{"tests":[]},"limits":{"cpu_time_s":2},"language":"cpp",
    "statement":"Add.","compile_flags":["-O0"],"solutions":[
      {"code":"a","label":"correct"},{"code":"b","label":"correct","language":"c"},
      {"code":"c","label":"wrong","name":"off by one"}]})");
  ASSERT_TRUE(read.problem) << read.refused;
  const LabelledProblem& problem = *read.problem;
  EXPECT_EQ(problem.id, "row 7");
  EXPECT_EQ(problem.CpuLimit(), 2);
  EXPECT_EQ(problem.statement, "Add.");
  EXPECT_EQ(problem.compile_flags, R"(["-O0"])");
  ASSERT_EQ(problem.solutions.size(), 3u);
  EXPECT_EQ(problem.solutions[0].name, "correct");
  EXPECT_EQ(problem.solutions[0].language, "cpp");
  EXPECT_EQ(problem.solutions[1].name, "correct 2");
  EXPECT_EQ(problem.solutions[1].language, "c");
  EXPECT_EQ(problem.solutions[2].label, Label::kWrong);
}

TEST(ReadProblem, TheReferenceThatAProblemCameWithIsItsOwn) {
  const auto owns = [](const std::string& row) {
    const ReadRow read = Read(row);
    EXPECT_TRUE(read.problem) << read.refused;
    std::string text;
    for (const Solution& each : read.problem->solutions) text += each.own ? "o" : "-";
    return text;
  };
  const std::string row = R"({"problem":{"tests":[]},"language":"cpp","solutions":[
      {"code":"a","label":"correct","own":true},{"code":"b","label":"correct","own":false},
      {"code":"c","label":"correct"}]})";
  EXPECT_EQ(owns(row), "o--");
  EXPECT_EQ(owns(NativeRow(*Read(row).problem)), "o--");
  EXPECT_EQ(owns(R"({"task_id":2,"text":"Add.","code":"def add(a, b): return a + b",
                     "test_list":["assert add(1, 2) == 3"],"test_setup_code":""})"),
            "o");
  EXPECT_THAT(Read(R"({"problem":{},"language":"c","solutions":[
                       {"code":"a","label":"correct","own":1}]})")
                  .refused,
              HasSubstr("solutions[0].own: must be true or false"));
}

TEST(ReadProblem, AMendedRowIsARow) {
  const std::string row = R"({"id":"a","statement":"Add.","language":"cpp",
    "limits":{"cpu_time_s":2},"problem":{"tests":[1,
    2]},"solutions":[{"name":"x","language":"cpp","label":"wrong","code":"c"}]})";
  const std::string written = NativeRow(*Read(row).problem);
  EXPECT_EQ(written.find('\n'), written.npos);
  EXPECT_EQ(NativeRow(*Read(written).problem), written);
}

TEST(ReadProblem, TakesListsOfAcceptedAndWrong) {
  const ReadRow read = Read(
      R"({"id": 7, "prompt": [{"role": "system", "content": "s"}, {"role": "user", "content": "any"}],
          "time_limit_s": 2, "memory_mb": 256,
          "problem": {"mode": "stdin_stdout", "tests": [{"id": "a", "input": "1", "expected": "2"}],
                      "checker": {"source": "x"}},
          "accepted": [{"language": "python", "code": "p", "files": {"a.txt": "b"}}],
          "wrong": [{"name": "w", "outputs": ["3"]}, {"outputs": [null]}]})");
  ASSERT_TRUE(read.problem) << read.refused;
  const LabelledProblem& problem = *read.problem;
  EXPECT_EQ(problem.id, "7");
  EXPECT_EQ(problem.statement, "any");
  EXPECT_EQ(problem.CpuLimit(), 2);
  EXPECT_EQ(problem.MemoryLimitMb(), 256);
  EXPECT_EQ(problem.limits, R"({"memory_mb":256,"cpu_time_s":2.0,"wall_time_s":6.0})");
  ASSERT_EQ(problem.solutions.size(), 3u);
  EXPECT_EQ(problem.solutions[0].name, "accepted[0]");
  EXPECT_EQ(problem.solutions[0].label, Label::kCorrect);
  EXPECT_EQ(problem.solutions[0].files.at("a.txt"), "b");
  EXPECT_EQ(problem.solutions[1].name, "w");
  EXPECT_FALSE(problem.solutions[1].runs());
  EXPECT_EQ(problem.solutions[1].outputs[0], "3");
  EXPECT_FALSE(problem.solutions[2].outputs[0].has_value());
}

TEST(ReadProblem, AnEmptyProgramIsOne) {
  const ReadRow read = Read(R"({"tests":[{"input":"1","expected":"2"}],"language":"python",
      "solutions":[{"code":"","label":"wrong"},{"code":"x","label":"correct"}]})");
  ASSERT_TRUE(read.problem) << read.refused;
  ASSERT_EQ(read.problem->solutions.size(), 2u);
  EXPECT_TRUE(read.problem->solutions[0].runs());
  const ReadRow again = Read(NativeRow(*read.problem));
  ASSERT_TRUE(again.problem) << again.refused;
  EXPECT_TRUE(again.problem->solutions[0].runs());
  EXPECT_EQ(again.problem->solutions[0].code, "");
}

TEST(ReadProblem, TheProblemMayStandInTheRowItself) {
  const ReadRow read = Read(R"({"id":"p","statement":"s","tests":[{"input":"1","expected":"2"}],
      "comparison":{"mode":"tokens"},"language":"c","accepted":[{"code":"x"}]})");
  ASSERT_TRUE(read.problem) << read.refused;
  EXPECT_EQ(read.problem->problem,
            R"({"tests":[{"input":"1","expected":"2"}],"comparison":{"mode":"tokens"}})");
  EXPECT_EQ(read.problem->solutions[0].language, "c");
  // A set that has tests of its own is read as that.
  const ReadRow other = Read(R"({"tests":[{"input":"1","output":"2"}],"messages":[]})");
  ASSERT_TRUE(other.problem) << other.refused;
  EXPECT_EQ(PartsOf(other.problem->problem).tests[0].expected, "\"2\"");
}

TEST(ReadProblem, TakesProgramsThatCheckInputs) {
  const ReadRow read = Read(R"({"tests":[{"input":"1","expected":"2"}],
      "validator":{"language":"python","source":"v"},
      "validators":[{"language":"cpp","source":"w","files":{"a.h":"b"}}],
      "generator":"#include \"testlib.h\"\nint main() {}"})");
  ASSERT_TRUE(read.problem) << read.refused;
  ASSERT_EQ(read.problem->validators.size(), 2u);
  EXPECT_EQ(read.problem->validators[0].source, "v");
  EXPECT_EQ(read.problem->validators[1].files.at("a.h"), "b");
  EXPECT_EQ(read.problem->generator->language, "cpp");
  const std::string row = NativeRow(*read.problem);
  EXPECT_EQ(NativeRow(*Read(row).problem), row);
}

TEST(ReadProblem, AStatementStandsInOneOfSeveralColumns) {
  const auto statement = [](const std::string& column) {
    return Read(R"({"problem":{"tests":[]},)" + column + "}").problem->statement;
  };
  EXPECT_EQ(statement(R"("statement":"a","prompt":"b")"), "a");
  EXPECT_EQ(statement(R"("prompt":[{"role":"user","content":"b"}])"), "b");
  EXPECT_EQ(statement(R"("prompt":"","description":"c")"), "c");
  EXPECT_EQ(statement(R"("question":" ","text":"d")"), "d");
  EXPECT_EQ(statement(R"("n":1)"), "");
}

TEST(ReadProblem, NamesTheFieldAtFault) {
  const auto field = [](const std::string& row) { return Read(row).field; };
  EXPECT_EQ(field(R"({"tests":[{"expected":""}],"wrong":[{"code":"x"}]})"), "wrong[0].language");
  EXPECT_EQ(field(R"({"tests":[{"expected":""}],"accepted":[{"outputs":[]}]})"),
            "accepted[0].outputs");
  EXPECT_EQ(field(R"({"tests":[{"expected":""}],"accepted":[{"outputs":[1]}]})"),
            "accepted[0].outputs[0]");
  EXPECT_EQ(field(R"({"tests":[{"expected":""}],"accepted":[7]})"), "accepted[0]");
  EXPECT_EQ(field(R"({"tests":[{"expected":""}],"wrong":{}})"), "wrong");
  EXPECT_EQ(field(R"({"problem":{},"limits":7})"), "limits");
  EXPECT_EQ(field(R"({"problem":{},"validator":"cat"})"), "validator");
  EXPECT_EQ(field(R"({"problem":{},"validators":[{"language":"c"}]})"), "validators[0].source");
  EXPECT_THAT(Read(R"({"problem":{},"solutions":[{"code":"a","label":"good"}]})").refused,
              HasSubstr("solutions[0].label: must be 'correct' or 'wrong'"));
  EXPECT_THAT(Read(R"({"problem":{},"solutions":[{"code":"a","label":"wrong"}]})").refused,
              HasSubstr("solutions[0].language: is missing"));
  EXPECT_THAT(Read(R"({"problem":{},"solutions":{}})").refused, HasSubstr("must be a list"));
  EXPECT_THAT(Read(R"({"unheard":1})").refused, HasSubstr("none of the formats"));
}

TEST(ReadProblem, TakesReferencesOfPublicRows) {
  const ReadRow humaneval = Read(R"({"task_id":"HumanEval/0","entry_point":"add",
    "prompt":"def add(a, b):\n","canonical_solution":"    return a + b\n",
    "buggy_solution":"    return a - b\n",
    "test":"def check(candidate):\n    assert candidate(1, 2) == 3\n"})");
  ASSERT_TRUE(humaneval.problem) << humaneval.refused;
  ASSERT_EQ(humaneval.problem->solutions.size(), 2u);
  EXPECT_EQ(humaneval.problem->solutions[0].code, "def add(a, b):\n    return a + b\n");
  EXPECT_EQ(humaneval.problem->solutions[1].label, Label::kWrong);
  EXPECT_EQ(humaneval.problem->statement, "def add(a, b):\n");

  const ReadRow mbpp = Read(R"({"task_id":2,"text":"Add.","code":"def add(a, b): return a + b",
    "test_list":["assert add(1, 2) == 3"],"test_setup_code":""})");
  ASSERT_TRUE(mbpp.problem) << mbpp.refused;
  ASSERT_EQ(mbpp.problem->solutions.size(), 1u);
  EXPECT_EQ(mbpp.problem->solutions[0].language, "python");

  const ReadRow contest = Read(R"({"name":"1_A","description":"Add.",
    "public_tests":{"input":["1 2"],"output":["3"]},"time_limit":{"seconds":2,"nanos":0},
    "solutions":{"language":[2,3,1],"solution":["int main() {}","x = 3","print 3"]
}
, "incorrect_solutions" : {
  "language" : [4], "solution" : ["class A {}"]
}
})");
  ASSERT_TRUE(contest.problem) << contest.refused;
  ASSERT_EQ(contest.problem->solutions.size(), 3u);  // Python 2 is left out
  EXPECT_EQ(contest.problem->solutions[0].language, "cpp");
  EXPECT_EQ(contest.problem->solutions[2].language, "java");
  EXPECT_EQ(contest.problem->solutions[2].label, Label::kWrong);
  EXPECT_EQ(contest.problem->CpuLimit(), 2);

  const ReadRow apps = Read(R"({"problem_id":7,"question":"Add.","starter_code":"",
    "input_output":"{\"inputs\": [\"1 2\\n\"], \"outputs\": [\"3\\n\"]}",
    "solutions":"[\"print(3)\", \"print(1 + 2)\"]"})");
  ASSERT_TRUE(apps.problem) << apps.refused;
  EXPECT_EQ(apps.problem->solutions.size(), 2u);

  EXPECT_TRUE(Read(R"({"question":"1 + 1?","answer":"2"})").math);
}

}  // namespace
}  // namespace assay::lab
