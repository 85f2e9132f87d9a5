// Rows of contests and of the benchmarks made from them. Programs read stdin, or a function is
// called; limits are the row's own where it has some, else those of the set's own harness.

#include <string>

#include "data/convert/formats.h"
#include "data/convert/row_parts.h"

namespace assay {
namespace {

constexpr double kAppsSeconds = 4;
constexpr double kLiveCodeBenchSeconds = 6;
constexpr int64_t kLiveCodeBenchMb = 4096;
// The judges of the contests look at tokens, whatever the lines, and so does CodeContests' own.
constexpr char kTokens[] = "float";

// ---- LiveCodeBench

void ReadLiveCodeBench(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"question_id", "problem_id"}, out);
  TakePrompt(row.value(), {"question_content"}, out);
  out->starter_code = FirstText(row.value(), {"starter_code"});
  out->language = kRowLanguage;
  out->time_limit_s = kLiveCodeBenchSeconds;
  out->memory_mb = kLiveCodeBenchMb;
  const JsonValue metadata = row.Packed("metadata");
  const std::string function_name = FirstText(metadata, {"func_name"});
  for (const char* column : {"public_test_cases", "private_test_cases"}) {
    const JsonValue cases = row.Packed(column);
    // An empty text is no tests.
    if (!cases || (cases.Is(JsonType::kString) && cases.String().empty())) continue;
    if (!cases.Is(JsonType::kArray)) {
      return row.FaultAt(column,
                         "must be a list of tests, its JSON, or base64 of a packed pickle of that");
    }
    ReadCases(row, cases, column, function_name, out);
    if (row.fault()) return;
  }
  out->comparison_profile = "livecodebench";
}

// ---- Codeforces

void ReadCodeforces(DatasetRow& row, ConvertedRow* out) {
  const JsonValue value = row.value();
  TakeId(value, {"id"}, out);
  TakePrompt(value, {"prompt", "description"}, out);
  out->language = FirstText(value, {"language"});
  out->time_limit_s = SecondsOf(value.Find("time_limit"));
  out->memory_mb = MebibytesOf(value.Find("memory_limit"));
  if (FirstText(value, {"input_mode"}) == "file") {
    return row.FaultAt("input_mode",
                       "is 'file': programs that read input.txt can't be judged, only 'stdio'");
  }
  const std::string interactor = FirstText(value, {"generated_interactor", "interactor"});
  if (!interactor.empty()) {
    out->interactor = ConvertedJudge{interactor, "", ""};
  } else if (!FirstText(value, {"interaction_format"}).empty()) {
    return row.FaultAt("interaction_format",
                       "says that the problem is interactive, and the row has no 'interactor'");
  }
  // Called with the paths of input, expected output and output; prints 1 or 0.
  const std::string checker = FirstText(value, {"generated_checker"});
  if (!checker.empty()) out->checker = ConvertedJudge{checker, "cms", kRowLanguage};
  if (!HasAny(value, {"official_tests"})) return row.FaultAt("official_tests", "is missing");
  const JsonValue complete = value.Find("official_tests_complete");
  if (complete.Is(JsonType::kBool) && !complete.Bool()) {
    out->notes.emplace_back(
        "official_tests_complete is false: the longest tests are not in the row, so slow programs "
        "may pass");
  }
  const bool judged = out->checker || out->interactor;
  if (!judged) out->comparison_mode = kTokens;
  Fault(row, ReadTextTests(row.Json("official_tests"), "official_tests",
                           judged ? Outputs::kMayLack : Outputs::kNeeded, &out->tests));
}

// ---- CodeContests, and sets with a checker beside the tests

constexpr const char* kCodeContestsTests[] = {"public_tests", "private_tests", "generated_tests"};

void ReadCodeContests(DatasetRow& row, ConvertedRow* out) {
  const JsonValue value = row.value();
  TakeId(value, {"name", "problem_id"}, out);
  TakePrompt(value, {"description"}, out);
  out->comparison_mode = kTokens;
  out->time_limit_s = SecondsOf(value.Find("time_limit"));
  out->memory_mb = MebibytesOf(value.Find("memory_limit_bytes"));
  if (!FirstText(value, {"input_file", "output_file"}).empty()) {
    return row.FaultAt("input_file",
                       "names a file that programs read: only stdin and stdout can be judged");
  }
  for (const char* column : kCodeContestsTests) {
    if (!row.Has(column)) continue;
    Fault(row, ReadTextTests(row.Json(column), column, Outputs::kNeeded, &out->tests));
    if (row.fault()) return;
  }
}

void ReadJudgedContest(DatasetRow& row, ConvertedRow* out) {
  const JsonValue value = row.value();
  TakeId(value, {"id"}, out);
  TakePrompt(value, {"description"}, out);
  constexpr double kMilliseconds = 1e-3;
  out->time_limit_s = SecondsOf(value.Find("time_limit"), kMilliseconds);
  out->memory_mb = MebibytesOf(value.Find("memory_limit"));
  const std::string checker = FirstText(value, {"checker", "checker_cpp"});
  out->checker = ConvertedJudge{checker, "", kRowJudgeLanguage};
  Fault(row, ReadTextTests(row.Json("test_cases"), "test_cases", Outputs::kMayLack, &out->tests));
}

// ---- APPS and TACO

void ReadInputOutput(DatasetRow& row, ConvertedRow* out) {
  TakeId(row.value(), {"problem_id", "id"}, out);
  TakePrompt(row.value(), {"question"}, out);
  out->starter_code = FirstText(row.value(), {"starter_code"});
  out->language = kRowLanguage;
  ReadColumns(row, row.Packed("input_output"), "input_output", "", out);
}

void ReadApps(DatasetRow& row, ConvertedRow* out) {
  out->time_limit_s = kAppsSeconds;
  ReadInputOutput(row, out);
}

void ReadTaco(DatasetRow& row, ConvertedRow* out) {
  out->time_limit_s = SecondsOf(row.value().Find("time_limit"));
  out->memory_mb = MebibytesOf(row.value().Find("memory_limit"));
  ReadInputOutput(row, out);
}

}  // namespace

RowFormat LiveCodeBenchRows() {
  return {.name = "livecodebench",
          .title = "LiveCodeBench, code generation",
          .columns = "public_test_cases or private_test_cases",
          .example = R"({"question_id":"a","question_content":"Add two numbers.","starter_code":"",
 "public_test_cases":[{"input":"1 2\n","output":"3\n","testtype":"stdin"}],
 "private_test_cases":"[{\"input\":\"3 4\\n\",\"output\":\"7\\n\",\"testtype\":\"stdin\"}]",
 "metadata":"{}"})",
          .recognise =
              [](JsonValue row) {
                return HasAny(row, {"public_test_cases", "private_test_cases"});
              },
          .read = ReadLiveCodeBench};
}

RowFormat CodeforcesRows() {
  return {.name = "codeforces",
          .title = "Codeforces of open-r1",
          .columns = "official_tests",
          .example = R"({"id":"1/A","description":"Add two numbers.","time_limit":2.0,
 "memory_limit":256.0,"input_mode":"stdio","interaction_format":null,
 "official_tests":[{"input":"1 2\n","output":"3\n"}],"generated_checker":null})",
          .recognise = [](JsonValue row) { return HasAny(row, {"official_tests"}); },
          .read = ReadCodeforces};
}

RowFormat CodeContestsRows() {
  return {.name = "code_contests",
          .title = "CodeContests",
          .columns = "public_tests, private_tests or generated_tests",
          .example = R"({"name":"1_A. Sum","description":"Add two numbers.",
 "public_tests":{"input":["1 2\n"],"output":["3\n"]},
 "private_tests":{"input":["3 4\n"],"output":["7\n"]},
 "generated_tests":{"input":[],"output":[]},
 "time_limit":{"seconds":2,"nanos":0},"memory_limit_bytes":268435456})",
          .recognise =
              [](JsonValue row) {
                return HasAny(row, {"public_tests", "private_tests", "generated_tests"});
              },
          .read = ReadCodeContests};
}

RowFormat JudgedContestRows() {
  return {.name = "aethercode",
          .title = "AetherCode, CodeContests+",
          .columns = "test_cases, and checker",
          .example = R"({"id":60179,"description":"Print any even number.","time_limit":1000,
 "memory_limit":256,"test_cases":[{"input":"1\n","output":"2\n"}],
 "checker":"#include \"testlib.h\"\nint main(int argc, char* argv[]) {\n  registerTestlibCmd(argc, argv);\n  quitf(ouf.readInt() % 2 == 0 ? _ok : _wa, \"read\");\n}"})",
          .recognise =
              [](JsonValue row) {
                return HasAny(row, {"test_cases"}) && HasAny(row, {"checker", "checker_cpp"});
              },
          .read = ReadJudgedContest};
}

RowFormat TacoRows() {
  return {.name = "taco",
          .title = "TACO",
          .columns = "input_output, and raw_tags, skill_types or time_limit",
          .example = R"({"question":"Add two numbers.","starter_code":"",
 "input_output":"{\"inputs\": [\"1 2\\n\"], \"outputs\": [\"3\\n\"]}",
 "raw_tags":"[]","skill_types":"[]","time_limit":"2.0 seconds","memory_limit":"256.0 megabytes"})",
          .recognise =
              [](JsonValue row) {
                return HasAny(row, {"input_output"}) && (HasAny(row, {"raw_tags", "skill_types"}) ||
                                                         static_cast<bool>(row.Find("time_limit")));
              },
          .read = ReadTaco};
}

RowFormat AppsRows() {
  return {.name = "apps",
          .title = "APPS",
          .columns = "input_output",
          .example = R"({"problem_id":7,"question":"Add two numbers.","starter_code":"",
 "input_output":"{\"inputs\": [\"1 2\\n\", \"3 4\\n\"], \"outputs\": [\"3\\n\", \"7\\n\"]}"})",
          .recognise = [](JsonValue row) { return HasAny(row, {"input_output"}); },
          .read = ReadApps};
}

}  // namespace assay
