#include "data/convert/convert.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/convert/formats.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

Conversion Convert(std::string_view row, std::string_view format = "") {
  JsonError error;
  const auto document = JsonDocument::Parse(row, &error);
  EXPECT_TRUE(document) << error.message << row;
  return ConvertRow(document->root(), format);
}

// What the row says, of one that has to convert.
ConvertedRow Converted(std::string_view row) {
  Conversion conversion = Convert(row);
  EXPECT_TRUE(conversion.row) << conversion.refusal.message << row;
  return conversion.row ? *std::move(conversion.row) : ConvertedRow{};
}

void ExpectCall(const ConvertedRow& row, std::string_view name, std::string_view input,
                std::string_view expected) {
  EXPECT_EQ(row.mode, ProblemMode::kFunctionCall);
  EXPECT_EQ(row.function_name, name);
  EXPECT_EQ(row.comparison_profile, "verl_prime");
  ASSERT_FALSE(row.tests.empty());
  EXPECT_EQ(row.tests[0].input, input);
  EXPECT_EQ(row.tests[0].expected, expected);
}

void ExpectProgram(const ConvertedRow& row, size_t tests, std::string_view input,
                   std::string_view expected) {
  EXPECT_EQ(row.mode, ProblemMode::kStdinStdout);
  EXPECT_EQ(row.function_name, "");
  ASSERT_EQ(row.tests.size(), tests);
  EXPECT_EQ(row.tests[0].input, input);
  EXPECT_EQ(row.tests[0].expected, expected);
}

TEST(ConvertRow, RecognisesTheExampleOfEachFormat) {
  for (const RowFormat& format : RowFormats()) {
    const Conversion conversion = Convert(format.example);
    ASSERT_TRUE(conversion.row) << format.name << ": " << conversion.refusal.message;
    EXPECT_EQ(conversion.row->format, format.name);
    EXPECT_TRUE(IsJson(ConvertedJson(*conversion.row))) << ConvertedJson(*conversion.row);
    EXPECT_TRUE(Convert(format.example, format.name).row) << format.name;
    EXPECT_EQ(FindRowFormat(format.name), &format);
  }
}

TEST(ConvertRow, AppsWrapsValuesAndMakesTextsOfLines) {
  ExpectProgram(Converted(R"({"problem_id":1,"question":"q",
      "input_output":{"inputs":[["1","2"],"3\n"],"outputs":[["a"],"b"]}})"),
                2, "1\n2\n", "a\n");
  const ConvertedRow call = Converted(R"({"problem_id":1,"question":"q",
      "input_output":"{\"fn_name\":\"f\",\"inputs\":[[1,\"x\"]],\"outputs\":[[true]]}"})");
  ExpectCall(call, "f", "[1,\"x\"]", "[true]");
  EXPECT_EQ(call.time_limit_s, 4);
  EXPECT_THAT(ConvertedJson(call), HasSubstr(R"("entry_point":"f","limits":{"cpu_time_s":4.0)"));
  EXPECT_THAT(ConvertedJson(call), HasSubstr(R"({"input":[1,"x"],"expected":[true]})"));
  // A dictionary that had whole numbers for keys before it was JSON.
  ExpectCall(Converted(R"({"question":"q","input_output":
      {"fn_name":"f","inputs":[[{"1":2},3]],"outputs":[4]}})"),
             "f", R"([{"$dict":[[1,2]]},3])", "4");
}

TEST(ConvertRow, TacoHasLimitsInWords) {
  const ConvertedRow row = Converted(R"({"question":"q","raw_tags":"[]","time_limit":"0.5 seconds",
      "memory_limit":"256.0 megabytes","input_output":"{\"inputs\":[\"1\"],\"outputs\":[\"2\"]}"})");
  EXPECT_EQ(row.format, "taco");
  EXPECT_EQ(row.time_limit_s, 0.5);
  EXPECT_EQ(row.memory_mb, 256);
  const ConvertedRow none = Converted(R"({"question":"q","time_limit":null,
      "memory_limit":"1 gigabyte","input_output":"{\"inputs\":[\"1\"],\"outputs\":[\"2\"]}"})");
  EXPECT_EQ(none.format, "taco");
  EXPECT_EQ(none.time_limit_s, 0);
  EXPECT_EQ(none.memory_mb, 1024);
}

TEST(ConvertRow, CodeContestsHasThreeColumnsOfTests) {
  const ConvertedRow row = Converted(R"({"name":"1_A","description":"d",
      "public_tests":{"input":["1"],"output":["2"]},"private_tests":[{"input":"3","output":"4"}],
      "generated_tests":{"input":["5","6"],"output":["7","8"]},
      "time_limit":{"seconds":2,"nanos":500000000},"memory_limit_bytes":268435456})");
  ExpectProgram(row, 4, "1", "2");
  EXPECT_EQ(row.time_limit_s, 2.5);
  EXPECT_EQ(row.memory_mb, 256);
  EXPECT_EQ(row.language, "");
  EXPECT_EQ(row.id, "1_A");
}

TEST(ConvertRow, LiveCodeBenchUnpacksWhatIsPacked) {
  // json.dumps, pickle.dumps, zlib.compress and b64encode of one private test, by CPython.
  const ConvertedRow row = Converted(R"({"question_id":"a","question_content":"c",
      "public_test_cases":"[{\"input\":\"1\",\"output\":\"2\",\"testtype\":\"stdin\"}]",
      "private_test_cases":"eJxrYJlqxwABPVbR1UqZeQWlJUpWCkqmMXlmMXlKOgpK+aUlUDFDQxC/JLW4pKSyIBUkUlySkpmnVBs7RQ8Au6EUtA=="})");
  ExpectProgram(row, 2, "1", "2");
  EXPECT_EQ(row.tests[1].input, "5\n6\n");
  EXPECT_EQ(row.comparison_profile, "livecodebench");
  const ConvertedRow call = Converted(R"({"question_id":"a","question_content":"c",
      "metadata":"{\"func_name\":\"f\"}","public_test_cases":
      [{"input":"[1, 2]\n\"a\"","output":"3","testtype":"functional"}]})");
  EXPECT_EQ(call.function_name, "f");
  EXPECT_EQ(call.tests[0].input, "[[1, 2],\"a\"]");
  EXPECT_EQ(call.tests[0].expected, "3");
}

TEST(ConvertRow, CodeforcesBringsItsChecker) {
  const ConvertedRow row = Converted(R"({"id":"1/A","description":"d","time_limit":1.5,
      "memory_limit":512.0,"input_mode":"stdio","official_tests":[{"input":"1","output":"2"}],
      "official_tests_complete":false,"generated_checker":"print(1)\n"})");
  ASSERT_TRUE(row.checker);
  EXPECT_EQ(row.checker->kind, "cms");
  EXPECT_EQ(row.time_limit_s, 1.5);
  EXPECT_EQ(row.notes.size(), 1U);
  const Conversion file = Convert(R"({"id":"1/A","input_mode":"file",
      "official_tests":[{"input":"1","output":"2"}]})");
  EXPECT_EQ(file.refusal.field, "input_mode");
  const Conversion interactive = Convert(R"({"id":"1/A","interaction_format":"ask",
      "official_tests":[{"input":"1","output":"2"}]})");
  EXPECT_EQ(interactive.refusal.field, "interaction_format");
  EXPECT_TRUE(Converted(R"({"id":"1/A","interaction_format":"ask","interactor":"int main(){}",
      "official_tests":[{"input":"1"}]})")
                  .interactor);
}

TEST(ConvertRow, LimitsThatNoRunMayHaveAreNone) {
  const std::string rest = R"(,"id":1,"test_cases":[{"input":"1","output":"2"}],"checker":"x"})";
  EXPECT_EQ(Converted(R"({"time_limit":1500,"memory_limit":512)" + rest).time_limit_s, 1.5);
  EXPECT_THAT(ConvertedJson(Converted(R"({"time_limit":3000000)" + rest)),
              HasSubstr(R"("limits":{"cpu_time_s":3000.0,"wall_time_s":3600.0})"));
  for (const char* limit : {"-1", "1e300", "NaN", "\"soon\"", "{\"seconds\":-5}", "0"}) {
    const ConvertedRow row =
        Converted(R"({"time_limit":)" + std::string(limit) + R"(,"memory_limit":)" + limit + rest);
    EXPECT_EQ(row.time_limit_s, 0) << limit;
    EXPECT_EQ(row.memory_mb, 0) << limit;
  }
}

TEST(ConvertRow, VerlsGroundTruthIsTestsOrAnAnswer) {
  const ConvertedRow lines = Converted(R"({"data_source":"taco","ability":"code",
      "prompt":[{"role":"user","content":"q"}],"extra_info":{"index":5},"reward_model":
      {"ground_truth":"{\"fn_name\":\"f\",\"inputs\":[\"1\\n[2]\"],\"outputs\":[\"[3]\"]}"}})");
  ExpectCall(lines, "f", "[1,[2]]", "[3]");
  EXPECT_EQ(lines.id, "5");
  EXPECT_EQ(lines.prompt, R"([{"role":"user","content":"q"}])");
  ExpectProgram(Converted(R"({"data_source":"x","ground_truth":
      {"type":"stdin_stdout","input":["1"],"output":["2"],"fn_name":null}})"),
                1, "1", "2");
  ExpectProgram(Converted(R"({"data_source":"x","ground_truth":
      [{"input":"1","output":"2","type":"stdin_stdout"}]})"),
                1, "1", "2");
  EXPECT_EQ(Converted(R"({"data_source":"x","ground_truth":{"assert_case":["assert f(1) == 2"],
      "inputs":[""],"outputs":[null]}})")
                .assert_code,
            "assert f(1) == 2\n");
  for (const char* gold : {R"("34")", "34", R"("[\"34\"]")", R"(["34"])"}) {
    const ConvertedRow math = Converted(R"({"data_source":"math_dapo","ability":"MATH",
        "reward_model":{"ground_truth":)" +
                                        std::string(gold) + "}}");
    EXPECT_TRUE(math.math) << gold;
    EXPECT_EQ(math.gold, "34");
  }
  // Looks like a list, and is an interval.
  EXPECT_EQ(Converted(R"({"data_source":"x","ground_truth":"[1, 2]"})").gold, "[1, 2]");
  const Conversion code = Convert(R"({"data_source":"taco","ground_truth":"12"})");
  EXPECT_EQ(code.refusal.field, "ground_truth");
}

TEST(ConvertRow, SyntheticTasksThatNobodyCanTestAreRefused) {
  ExpectCall(
      Converted(
          R"({"verification_info":"{'test_cases': [{'type': 'function_call', 'fn_name': 'f', 'input': [1, None], 'output': [True]}]}"})"),
      "f", "[1,null]", "[true]");
  ExpectProgram(Converted(R"({"task_type":"prime_rl_code","verification_info":
      "{\"test_cases\": \"{\\\"inputs\\\": [\\\"1\\\"], \\\"outputs\\\": [\\\"2\\\"]}\"}"})"),
                1, "1", "2");
  EXPECT_EQ(Converted(R"({"task_type":"verifiable_math",
      "verification_info":"{\"ground_truth\": \"5\"}"})")
                .gold,
            "5");
  const Conversion judged = Convert(R"({"task_type":"llm_judgeable_groundtruth_similarity",
      "verification_info":"{\"ground_truth\": \"5\"}"})");
  EXPECT_EQ(judged.refusal.field, "task_type");
  EXPECT_THAT(judged.refusal.message, HasSubstr("verifiable_code"));
}

TEST(ConvertRow, DeepCodersTestsAreOfFourKinds) {
  ExpectProgram(Converted(R"({"problem":"q","tests":"{\"inputs\":[\"1\"],\"outputs\":[\"2\"]}"})"),
                1, "1", "2");
  const ConvertedRow lcb = Converted(R"({"problem":"q","tests":
      "[{\"input\":\"1\",\"output\":\"2\",\"testtype\":\"functional\",\"metadata\":{\"func_name\":\"f\"}}]"})");
  EXPECT_EQ(lcb.function_name, "f");
  EXPECT_EQ(lcb.comparison_profile, "livecodebench");
  const Conversion mixed = Convert(R"({"problem":"q","tests":[
      {"type":"stdin_stdout","input":"1","output":"2"},
      {"type":"function_call","fn_name":"f","input":[1],"output":[2]}]})");
  EXPECT_EQ(mixed.refusal.field, "tests[1]");
}

TEST(ConvertRow, OpenInstructPacksItsTests) {
  EXPECT_EQ(Converted(R"({"messages":[],"dataset":"code","ground_truth":["assert f(1) == 2"]})")
                .assert_code,
            "assert f(1) == 2\n");
  // pickle.dumps of ["assert f(1) == 2"], then zlib and base64, by CPython.
  EXPECT_EQ(Converted(R"({"dataset":"code","ground_truth":
      "eJxrYJkqzgABsVN6BBKLi1OLShTSNAw1FWxtFYymJOoBAIbICGc="})")
                .assert_code,
            "assert f(1) == 2\n");
  EXPECT_EQ(
      Converted(R"({"dataset":["code"],"ground_truth":["[\"assert f(1) == 2\"]"]})").assert_code,
      "assert f(1) == 2\n");
  ExpectProgram(Converted(R"({"dataset":"code_stdio",
      "ground_truth":"[{\"input\": \"1\", \"output\": \"2\"}]"})"),
                1, "1", "2");
  EXPECT_EQ(Converted(R"({"dataset":"gsm8k","ground_truth":"72"})").gold, "72");
  EXPECT_EQ(Convert(R"({"dataset":"ifeval","ground_truth":"{}"})").refusal.field, "dataset");
}

TEST(ConvertRow, AnswersStandWhereEachSetHasThem) {
  EXPECT_EQ(Converted(R"({"question":"q","answer":"so\n#### 1,234"})").gold, "1,234");
  EXPECT_EQ(Converted(R"({"problem":"q","solution":"so $\\boxed{\\frac{1}{2}}$."})").gold,
            "\\frac{1}{2}");
  EXPECT_EQ(Converted(R"({"problem":"q","solution":"a proof","answer":7})").gold, "7");
  EXPECT_EQ(Converted(R"({"Problem":"q","Answer":"204"})").gold, "204");
  EXPECT_EQ(Convert(R"({"problem":"q","solution":"a proof","answer":"proof"})").refusal.field,
            "answer");
  const Conversion proof = Convert(R"({"problem":"q","solution":"Hence the claim."})");
  EXPECT_EQ(proof.refusal.field, "solution");
  EXPECT_EQ(proof.refusal.example, R"("It is $\\boxed{4}$.")");
}

struct Refused {
  const char* row;
  const char* field;
  const char* message;
};

TEST(ConvertRow, RefusalsNameTheFieldAndShowOneThatIsUnderstood) {
  const Refused rows[] = {
      {R"({"input_output":"no"})", "input_output", "must be an object"},
      {R"({"input_output":{"inputs":["1"]}})", "input_output.outputs", "is missing"},
      {R"({"input_output":{"inputs":["1"],"outputs":[]}})", "input_output.outputs", "has 0 items"},
      {R"({"input_output":{"inputs":["1"],"outputs":[null]}})", "input_output.outputs[0]",
       "missing"},
      {R"({"input_output":{"inputs":["1"],"outputs":["\ud800"]}})", "input_output.outputs[0]",
       "surrogate"},
      {R"({"input_output":{"inputs":[],"outputs":[]}})", "", "no test is never a pass"},
      {R"({"input_output":{"fn_name":"f","inputs":["x"],"outputs":[1]}})", "input_output.inputs[0]",
       "JSON value a line"},
      {R"({"input_output":{"fn_name":"f","inputs":["1"],"outputs":["x"]}})",
       "input_output.outputs[0]", "no JSON"},
      {R"({"official_tests":[{"output":"2"}]})", "official_tests[0].input", "is missing"},
      {R"({"official_tests":[7]})", "official_tests[0]", "must be an object"},
      {R"({"private_test_cases":"not packed"})", "private_test_cases", "packed pickle"},
      {R"({"question":"q","test_cases":["assert 1",2]})", "test_cases[1]", "a text with an assert"},
      {R"({"question":"q","test":"def test_a(tmp_path): pass"})", "test", "tmp_path"},
      {R"({"answer":"#### "})", "", "answer is empty"},
      {R"({"colour":"red"})", "", "none of the formats"},
  };
  for (const Refused& refused : rows) {
    const Conversion conversion = Convert(refused.row);
    EXPECT_FALSE(conversion.row) << refused.row;
    EXPECT_EQ(conversion.refusal.field, refused.field) << refused.row;
    EXPECT_THAT(conversion.refusal.message, HasSubstr(refused.message)) << refused.row;
    EXPECT_TRUE(IsJson(conversion.refusal.example)) << conversion.refusal.example;
  }
  EXPECT_THAT(Convert(R"({"input_output":{"inputs":["1"]}})").refusal.example, HasSubstr("inputs"));
  EXPECT_EQ(Convert("{}", "nothing").refusal.field, "format");
  EXPECT_THAT(Convert("[]").refusal.message, HasSubstr("must be an object"));
}

}  // namespace
}  // namespace assay
