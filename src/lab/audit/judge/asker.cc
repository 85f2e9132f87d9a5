#include "lab/audit/judge/asker.h"

#include <utility>

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::audit {
namespace {

// Of a request: few enough that an interrupt waits for seconds, enough to keep slots busy.
constexpr size_t kMostAsks = 16;
constexpr size_t kMostCodeBytes = 8 << 20;
constexpr int kFull = 429;

std::string RequestBody(const lab::LabelledProblem& problem, const std::vector<Ask>& asks,
                        const AskOptions& options) {
  const std::string& judged_by = options.problem.empty() ? problem.problem : options.problem;
  const std::string& limits = options.limits.empty() ? problem.limits : options.limits;
  JsonWriter json(judged_by.size() + 4096);
  json.BeginObject().Key("problems").BeginObject().Key("p").Raw(judged_by).EndObject();
  json.Key("include_output_bytes").Int(options.output_bytes).Key("submissions").BeginArray();
  for (const Ask& ask : asks) {
    json.BeginObject().Key("language").Bytes(ask.language).Key("code").Bytes(ask.code);
    json.Key("problem").String("p").Key("priority").String("batch").Key("cache").Bool(false);
    if (!limits.empty()) json.Key("limits").Raw(limits);
    const std::string& flags =
        ask.compile_flags.empty() ? problem.compile_flags : ask.compile_flags;
    if (!flags.empty()) json.Key("compile_flags").Raw(flags);
    if (!ask.files.empty()) {
      json.Key("files").BeginObject();
      for (const auto& [path, bytes] : ask.files) json.Key(path).String(Base64Encode(bytes));
      json.EndObject();
    }
    if (ask.all_tests) json.Key("stop").String("all");
    if (ask.with_output) json.Key("include_output").Bool(true);
    json.EndObject();
  }
  return json.EndArray().EndObject().Take();
}

TestOutcome ReadTest(JsonValue test) {
  TestOutcome outcome;
  outcome.id = TextAt(test, "id");
  outcome.verdict = TextAt(test, "verdict");
  outcome.reason = TextAt(test, "reason");
  outcome.message = TextAt(test, "message");
  const JsonValue executed = test.Find("executed");
  outcome.executed = executed.Is(JsonType::kBool) && executed.Bool();
  outcome.exited = TextAt(test, "status") == "exited";
  outcome.exit_code = static_cast<int>(NumberAt(test, "exit_code"));
  outcome.cpu_time_s = NumberAt(test, "cpu_time_s");
  outcome.memory_peak_bytes = static_cast<int64_t>(NumberAt(test, "memory_peak_bytes"));
  outcome.stdout_text = TextAt(test, "stdout");
  return outcome;
}

RunOutcome ReadOutcome(JsonValue result) {
  RunOutcome outcome;
  outcome.verdict = TextAt(result, "verdict");
  outcome.reason = TextAt(result, "reason");
  outcome.message = TextAt(result, "message");
  const std::string cause = TextAt(result, "cause");
  outcome.judged = cause == "candidate" || cause == "problem";
  // A language that this judge doesn't have says nothing about the problem.
  if (outcome.reason == "invalid_submission" && StartsWith(outcome.message, "language")) {
    outcome.judged = false;
  }
  const JsonValue tests = result.Find("tests");
  if (!tests.Is(JsonType::kArray)) return outcome;
  for (const JsonValue test : tests.Items()) outcome.tests.push_back(ReadTest(test));
  return outcome;
}

size_t BytesOf(const Ask& ask) {
  size_t bytes = ask.code.size();
  for (const auto& [path, text] : ask.files) bytes += text.size();
  return bytes;
}

bool MayBeAskedAgain(const RunOutcome& outcome) {
  return !outcome.judged && outcome.reason != "invalid_submission";
}

RunOutcome Unjudged(std::string reason, std::string message) {
  RunOutcome outcome;
  outcome.verdict = "IE";
  outcome.reason = std::move(reason);
  outcome.message = std::move(message);
  return outcome;
}

std::vector<RunOutcome> ReadAnswer(const Result<service::Answer>& answer, size_t asked) {
  if (!answer.ok()) {
    return std::vector<RunOutcome>(asked, Unjudged("no_answer", answer.error().ToString()));
  }
  JsonError error;
  const auto document = JsonDocument::Parse(answer->body, &error);
  if (answer->status != 200) {
    RunOutcome refused = Unjudged("refused", lab::SaidBy(*answer));
    // 4xx: the request, that is the problem, is at fault; the rest is ours.
    const bool ours = answer->status == kFull || answer->status >= 500 || answer->status == 401 ||
                      answer->status == 403;
    if (!ours) {
      refused.judged = true;
      refused.verdict = "JE";
    }
    return std::vector<RunOutcome>(asked, refused);
  }
  std::vector<RunOutcome> outcomes;
  const JsonValue results = document ? document->root().Find("results") : JsonValue();
  if (results.Is(JsonType::kArray)) {
    for (const JsonValue result : results.Items()) outcomes.push_back(ReadOutcome(result));
  }
  outcomes.resize(asked, Unjudged("no_answer", "the judge's answer lacks a result"));
  return outcomes;
}

}  // namespace

Ask AskAbout(const lab::Solution& solution, bool all_tests, bool with_output) {
  return {solution.language, solution.code,  all_tests,
          with_output,       solution.files, solution.compile_flags};
}

Result<service::Answer> Asker::Send(const std::string& body) const {
  return lab::AskPatiently([&] { return judge_->Verify(body); }, patience_.judge, stop_);
}

std::vector<RunOutcome> Asker::JudgeChunk(const lab::LabelledProblem& problem,
                                          const std::vector<Ask>& asks,
                                          const AskOptions& options) const {
  std::vector<RunOutcome> outcomes =
      ReadAnswer(Send(RequestBody(problem, asks, options)), asks.size());
  for (int tries = 1; tries < patience_.failed_runs && !stopped(); ++tries) {
    std::vector<size_t> failed;
    std::vector<Ask> again;
    for (size_t i = 0; i < asks.size(); ++i) {
      if (!MayBeAskedAgain(outcomes[i])) continue;
      failed.push_back(i);
      again.push_back(asks[i]);
    }
    if (failed.empty()) break;
    std::vector<RunOutcome> repeated =
        ReadAnswer(Send(RequestBody(problem, again, options)), again.size());
    for (size_t k = 0; k < failed.size(); ++k) outcomes[failed[k]] = std::move(repeated[k]);
  }
  return outcomes;
}

std::vector<RunOutcome> Asker::Judge(const lab::LabelledProblem& problem,
                                     const std::vector<Ask>& asks,
                                     const AskOptions& options) const {
  std::vector<RunOutcome> outcomes;
  for (size_t begin = 0; begin < asks.size();) {
    std::vector<Ask> chunk;
    for (size_t bytes = 0; begin < asks.size() && chunk.size() < kMostAsks &&
                           (chunk.empty() || bytes < kMostCodeBytes);
         ++begin) {
      bytes += BytesOf(asks[begin]);
      chunk.push_back(asks[begin]);
    }
    if (stopped()) {
      outcomes.resize(asks.size(), Unjudged("stopped", "the audit was stopped"));
      return outcomes;
    }
    for (RunOutcome& outcome : JudgeChunk(problem, chunk, options)) {
      outcomes.push_back(std::move(outcome));
    }
  }
  return outcomes;
}

}  // namespace assay::audit
