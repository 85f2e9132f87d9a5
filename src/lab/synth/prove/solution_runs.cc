#include "lab/synth/prove/solution_runs.h"

#include <algorithm>

#include "base/text.h"
#include "lab/shared/asking/ask_patiently.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

constexpr char kStage[] = "synth.run";
constexpr int64_t kMostOutputBytes = 4 << 20;

std::string Request(const SynthProblem& problem, const Solution& solution) {
  JsonWriter json;
  json.BeginObject().Key("include_output").Bool(true);
  json.Key("include_output_bytes").Int(kMostOutputBytes);
  json.Key("submissions").BeginArray().BeginObject();
  json.Key("language").String(solution.language).Key("code").Bytes(solution.code);
  json.Key("priority").String("batch").Key("stop").String("all");
  if (!solution.compile_flags.empty()) {
    json.Key("compile_flags").BeginArray();
    for (const std::string& flag : solution.compile_flags) json.String(flag);
    json.EndArray();
  }
  if (!solution.files.empty()) {
    json.Key("files").BeginObject();
    for (const auto& [path, bytes] : solution.files) json.Key(path).String(Base64Encode(bytes));
    json.EndObject();
  }
  json.Key("limits").BeginObject().Key("cpu_time_s").Double(problem.cpu_time_s);
  // What judges is CPU time; the wall limit is against programs that wait.
  json.Key("wall_time_s").Double(std::min(3600.0, 3 * problem.cpu_time_s + 10));
  json.Key("memory_mb").Int(problem.memory_mb).EndObject();
  json.Key("problem").BeginObject().Key("tests").BeginArray();
  for (const SynthTest& test : problem.tests) {
    json.BeginObject().Key("input").Bytes(test.input);
    json.Key("expected").Bytes(test.expected).EndObject();
  }
  json.EndArray().EndObject().EndObject().EndArray().EndObject();
  return json.Take();
}

Result<SolutionRun> ReadAnswer(const service::Answer& answer, const Solution& solution,
                               size_t tests) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  const JsonValue results = document ? document->root().Find("results") : JsonValue();
  if (answer.status != 200 || !results.Is(JsonType::kArray) || results.Count() != 1) {
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 solution.name + ": the judge answered " + std::to_string(answer.status) + ": " +
                     lab::SaidBy(answer)};
  }
  const JsonValue result = results.Items()[0];
  if (const std::string cause = TextAt(result, "cause"); cause == "infrastructure") {
    return Error{ErrorCode::kUnavailable, kStage, 0,
                 solution.name + ": " + TextAt(result, "message")};
  }
  SolutionRun run{solution.name, solution.right, {}};
  run.outputs.resize(tests);
  const JsonValue all = result.Find("tests");
  if (!all.Is(JsonType::kArray)) return run;
  const std::vector<JsonValue> items = all.Items();
  for (size_t i = 0; i < std::min(tests, items.size()); ++i) {
    const JsonValue code = items[i].Find("exit_code");
    const JsonValue cut = items[i].Find("stdout_truncated");
    const bool ended =
        TextAt(items[i], "status") == "exited" && code.Is(JsonType::kNumber) && code.Double() == 0;
    if (ended && !(cut.Is(JsonType::kBool) && cut.Bool())) {
      run.outputs[i] = TextAt(items[i], "stdout");
    }
  }
  return run;
}

}  // namespace

bool SolutionRun::whole() const {
  return std::all_of(outputs.begin(), outputs.end(),
                     [](const auto& output) { return output.has_value(); });
}

Result<std::vector<SolutionRun>> RunSolutions(const SynthProblem& problem, service::Judge& judge,
                                              const std::atomic<bool>* stop) {
  std::vector<SolutionRun> runs;
  for (const Solution& solution : problem.solutions) {
    if (!solution.outputs.empty()) {
      runs.push_back({solution.name, solution.right, solution.outputs});
      continue;
    }
    const std::string request = Request(problem, solution);
    ASSAY_ASSIGN_OR_RETURN(const service::Answer answer,
                           lab::AskPatiently([&] { return judge.Verify(request); }, {}, stop));
    if (stop != nullptr && stop->load()) {
      return Error{ErrorCode::kCancelled, kStage, 0, "interrupted"};
    }
    ASSAY_ASSIGN_OR_RETURN(SolutionRun run, ReadAnswer(answer, solution, problem.tests.size()));
    runs.push_back(std::move(run));
  }
  return runs;
}

}  // namespace assay::synth
