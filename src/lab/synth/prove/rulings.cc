#include "lab/synth/prove/rulings.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "lab/shared/asking/ask_patiently.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

constexpr char kStage[] = "synth.rule";
// Of one request: what keeps every slot busy, in a body that every server takes.
constexpr size_t kMostOutputs = 64;
constexpr size_t kMostBytes = 16 << 20;
// Printing takes milliseconds; the limit is against a machine that is busy with other things.
constexpr double kPrintCpuS = 30;
constexpr double kPrintWallS = 120;
constexpr char kPrinter[] =
    "import shutil, sys\n"
    "with open('printed', 'rb') as text:\n"
    "    shutil.copyfileobj(text, sys.stdout.buffer)\n";

std::string AlwaysAsked(const std::string& checker) {
  JsonError error;
  const auto document = JsonDocument::Parse(checker, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return checker;
  JsonWriter json;
  json.BeginObject();
  CopyMembers(document->root(), &json, {"always"});
  json.Key("always").Bool(true).EndObject();
  return json.Take();
}

void WriteProblem(const SynthTest& test, const Judge& candidate, const std::string& checker,
                  JsonWriter* json) {
  json->BeginObject().Key("tests").BeginArray().BeginObject();
  json->Key("input").Bytes(test.input).Key("expected").Bytes(test.expected);
  json->EndObject().EndArray();
  if (!candidate.comparison.empty()) json->Key("comparison").Raw(candidate.comparison);
  if (!checker.empty()) json->Key("checker").Raw(checker);
  json->EndObject();
}

std::string Request(const SynthProblem& problem, const Judge& candidate, const GivenOutput* first,
                    size_t count) {
  const std::string checker = candidate.IsProgram() ? AlwaysAsked(candidate.checker) : "";
  std::set<size_t> tests;
  for (size_t i = 0; i < count; ++i) tests.insert(first[i].test);
  JsonWriter json;
  json.BeginObject().Key("problems").BeginObject();
  for (const size_t test : tests) {
    json.Key(std::to_string(test));
    WriteProblem(problem.tests[test], candidate, checker, &json);
  }
  json.EndObject().Key("submissions").BeginArray();
  for (size_t i = 0; i < count; ++i) {
    json.BeginObject().Key("language").String("python").Key("code").String(kPrinter);
    json.Key("problem").String(std::to_string(first[i].test)).Key("priority").String("batch");
    json.Key("files").BeginObject().Key("printed").String(Base64Encode(*first[i].text)).EndObject();
    json.Key("limits").BeginObject().Key("cpu_time_s").Double(kPrintCpuS);
    json.Key("wall_time_s").Double(kPrintWallS).EndObject().EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

Ruled ReadResult(JsonValue result) {
  Ruled ruled;
  ruled.reason = TextAt(result, "reason");
  ruled.message = TextAt(result, "message");
  const std::string verdict = TextAt(result, "verdict");
  const std::string cause = TextAt(result, "cause");
  const JsonValue tests = result.Find("tests");
  if (tests.Is(JsonType::kArray) && tests.Count() == 1) {
    const std::string said = TextAt(tests.Items()[0], "message");
    if (!said.empty()) ruled.message = said;
  }
  if (verdict == "AC") {
    ruled.ruling = Ruling::kAccepted;
  } else if (ruled.reason == "checker_failed") {
    ruled.ruling = Ruling::kGaveUp;
  } else if (cause == "problem") {
    ruled.ruling = Ruling::kUnusable;
  } else if (ruled.reason == "checker_failed_on_output") {
    ruled.ruling = Ruling::kBroke;
  } else if (cause == "candidate" && (verdict == "WA" || verdict == "PE")) {
    ruled.ruling = Ruling::kRejected;
  }
  // Anything else befell the program that prints: a limit on a busy machine, say.
  return ruled;
}

Status ReadAnswer(const service::Answer& answer, size_t count, std::vector<Ruled>* out) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer.body, &error);
  if (answer.status != 200 || !document) {
    const ErrorCode code = answer.status == 400 || answer.status == 422
                               ? ErrorCode::kInvalidArgument
                               : ErrorCode::kUnavailable;
    return Error{
        code, kStage, 0,
        "the judge answered " + std::to_string(answer.status) + ": " + lab::SaidBy(answer)};
  }
  const JsonValue results = document->root().Find("results");
  if (!results.Is(JsonType::kArray) || results.Count() != count) {
    return Error{ErrorCode::kUnavailable, kStage, 0, "the judge's answer lacks results"};
  }
  for (const JsonValue result : results.Items()) out->push_back(ReadResult(result));
  return Status();
}

}  // namespace

Result<std::vector<Ruled>> RuleOn(const SynthProblem& problem, const Judge& candidate,
                                  const std::vector<GivenOutput>& outputs, service::Judge& judge,
                                  const std::atomic<bool>* stop) {
  std::vector<Ruled> rulings;
  for (size_t first = 0; first < outputs.size();) {
    size_t count = 0;
    size_t bytes = 0;
    std::set<size_t> tests;
    while (first + count < outputs.size() && count < kMostOutputs) {
      const GivenOutput& next = outputs[first + count];
      size_t more = next.text->size();
      if (tests.insert(next.test).second) {
        more += problem.tests[next.test].input.size() + problem.tests[next.test].expected.size();
      }
      if (count > 0 && bytes + more > kMostBytes) break;
      bytes += more;
      ++count;
    }
    const std::string request = Request(problem, candidate, &outputs[first], count);
    ASSAY_ASSIGN_OR_RETURN(const service::Answer answer,
                           lab::AskPatiently([&] { return judge.Verify(request); }, {}, stop));
    if (stop != nullptr && stop->load()) {
      return Error{ErrorCode::kCancelled, kStage, 0, "interrupted"};
    }
    ASSAY_RETURN_IF_ERROR(ReadAnswer(answer, count, &rulings));
    first += count;
  }
  return rulings;
}

}  // namespace assay::synth
