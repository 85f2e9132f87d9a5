// LiveCodeBenchDataset: contest problems, with standard input or a function to call. Every test is
// a process of its own here; outputs are compared by the rules of the harness that SandboxFusion
// runs.
#include "api/compat/evaluate_cases.h"
#include "api/datasets/classes/table.h"
#include "base/text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr double kSeconds = 6;  // of each test

DatasetPrompt Prompt(DatasetRow& row, const DatasetConfig& config, int) {
  if (config.is_fewshot) {
    row.Fault("config.is_fewshot: this server has no examples for LiveCodeBenchDataset");
  }
  return UsualPrompt(row, row.Text("content"));
}

// The tests as ReadCases has them: {"test_cases": {type, input, output, fn_name, json_input}}.
std::string AsTestCases(DatasetRow& tests) {
  DatasetRow& cases = tests.Part("input_output");
  const JsonValue inputs = cases.Json("inputs");
  const JsonValue outputs = cases.Json("outputs");
  const bool call = cases.Has("fn_name");
  JsonWriter json;
  json.BeginObject().Key("test_cases").BeginObject();
  json.Key("type").String(call ? "function_call" : "stdin_stdout");
  json.Key("input").Raw(inputs ? inputs.raw() : "null");
  json.Key("output").Raw(outputs ? outputs.raw() : "null");
  json.Key("fn_name").Raw(cases.Raw("fn_name"));
  return json.Key("json_input").Bool(call).EndObject().EndObject().Take();
}

// Of the row's `test`: an object, its JSON, or both packed by Python's pickle, zlib and base64.
std::string TestsOf(DatasetRow& row) {
  std::string why;
  const JsonValue test = row.Unpacked(row.value().Find("test"), &why);
  if (!test.Is(JsonType::kObject)) {
    row.Fault("row.test must be an object or its JSON; as a packed pickle: " + why);
    return {};
  }
  DatasetRow tests(test, "row.test");
  std::string cases = AsTestCases(tests);
  if (tests.fault()) row.Fault(*tests.fault());
  return cases;
}

Trial MakeTrial(const TrialRequest& request) {
  Trial trial;
  const std::string text = TestsOf(request.row);
  if (request.row.fault()) return trial;
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  trial.problem = std::make_shared<Problem>();
  trial.problem->comparison.profile = Profile::kVerlPrime;
  trial.calls = std::make_shared<std::vector<CallCase>>();
  const CaseSource cases{document->root(), EvaluateForm::kBatch, "python"};
  if (auto fault = ReadCases(cases, trial.problem.get(), trial.calls.get())) {
    request.row.Fault("the row's " + *std::move(fault));
  }
  trial.Extracted(request.Extract("python"));
  trial.language = "python";
  trial.code = trial.extracted_code;
  trial.full_code = trial.extracted_code;
  trial.Times(request.config, 10, kSeconds);
  return trial;
}

}  // namespace

DatasetClass LiveCodeBenchClass() {
  return {.name = "LiveCodeBenchDataset",
          .datasets = {"live_code_bench_*"},
          .prompt = Prompt,
          .trial = MakeTrial};
}

}  // namespace assay
