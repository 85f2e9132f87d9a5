// POST /test_program and /test_program_stdio, as open-instruct's CodeVerifier asks: a program and
// its tests; back come 1 or 0 and seconds for each test. GET /health, which its scripts ask, is one
// of api/e2b, whose clients ask it of a sandbox.
//
// The program is the code itself: the client has taken it out of the answer. Tests of the first
// route are statements of Python, each run for itself after the program; those of the second are
// pairs of stdin and stdout, compared as LiveCodeBench does. A program isn't refused for words in
// it ("import os"), as the reference does: boxes make that needless.
//
// The client waits max(30, min(300, 10 * max_execution_time)) seconds and doesn't try a POST again:
// every error is a zero there. So an error is the last thing it is told.
#include <cmath>

#include "api/shared/caller_tenant.h"
#include "api/shared/origin_headers.h"
#include "api/shared/responses.h"
#include "api/trainers/reward_request.h"
#include "base/text.h"
#include "data/convert/dataset_row.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr double kUsualSeconds = 1;

enum class Kind { kAsserts, kStdio };

Patience PatienceFor(double max_execution_s) {
  const double waits_s = std::max(30.0, std::min(300.0, 10 * max_execution_s));
  return {.waits = FromSeconds(waits_s)};
}

ProblemPtr AssertProblem(std::string test) {
  auto problem = std::make_shared<Problem>();
  problem->mode = ProblemMode::kAssert;
  problem->identity = GivenKey({"test_program", test});
  problem->assert_code = std::move(test);
  problem->tests.push_back({"0", Blob::Empty(), Blob::Empty()});
  return problem;
}

// The list of tests: a list, its JSON text, or base64 of a packed pickle; without any, an empty
// one. Nothing, and why, when it is none. The row keeps what is unpacked.
std::optional<std::vector<JsonValue>> ReadTests(DatasetRow& row, std::string* fault) {
  std::string why;
  const JsonValue tests = row.Unpacked(row.value().Find("tests"), &why);
  if (tests.Is(JsonType::kArray)) return tests.Items();
  if (tests.Is(JsonType::kString) && TrimAsciiSpace(tests.String()).empty()) {
    return std::vector<JsonValue>();
  }
  *fault = tests ? "tests must be a list, its JSON text, or base64 of a zlib-packed pickle: " + why
                 : "tests is missing: without tests nothing can be judged";
  return std::nullopt;
}

// A problem for each assert. Nothing, and why, when one is none.
std::optional<std::vector<ProblemPtr>> ReadAsserts(const std::vector<JsonValue>& tests,
                                                   std::string* fault) {
  std::vector<ProblemPtr> problems;
  for (const JsonValue& item : tests) {
    if (!item.Is(JsonType::kString) || TrimAsciiSpace(item.String()).empty()) {
      *fault = "tests[" + std::to_string(problems.size()) +
               "] must be a statement of Python, such as \"assert f(1) == 2\"; pairs of input and "
               "output go to /test_program_stdio";
      return std::nullopt;
    }
    problems.push_back(AssertProblem(item.String()));
  }
  return problems;
}

// One problem with all pairs.
std::optional<std::vector<ProblemPtr>> ReadPairs(const std::vector<JsonValue>& tests,
                                                 std::string* fault) {
  auto problem = std::make_shared<Problem>();
  problem->comparison.profile = Profile::kLiveCodeBench;
  std::string identity;
  for (const JsonValue& item : tests) {
    const std::string index = std::to_string(problem->tests.size());
    const JsonValue input = item.Find("input");
    const JsonValue output = item.Find("output");
    if (!input.Is(JsonType::kString) || !output.Is(JsonType::kString)) {
      *fault = "tests[" + index + "] must be an object with two texts, input and output";
      return std::nullopt;
    }
    identity += GivenKey({input.raw(), output.raw()});
    problem->tests.push_back(
        {index, Blob::FromString(input.String()), Blob::FromString(output.String())});
  }
  problem->identity = GivenKey({"test_program_stdio", identity});
  return std::vector<ProblemPtr>{std::move(problem)};
}

// Seconds of a test that passed, or −1. The reference has the same for tests that did not.
void WriteResults(const std::vector<const TestResult*>& tests, JsonWriter* json) {
  json->BeginObject().Key("results").BeginArray();
  for (const TestResult* test : tests) json->Int(test->verdict == Verdict::kAccepted ? 1 : 0);
  json->EndArray().Key("runtimes").BeginArray();
  for (const TestResult* test : tests) {
    const bool ran = test->verdict == Verdict::kAccepted && test->executed;
    json->Double(ran ? ToSeconds(test->run.wall_time) : -1);
  }
  json->EndArray().EndObject();
}

// Why tests can't be judged. `first`: where the submission's tests begin in the request's list.
std::string FaultOf(const SubmissionResult& result, size_t first) {
  for (size_t i = 0; i < result.tests.size(); ++i) {
    const TestResult& test = result.tests[i];
    if (test.cause != Cause::kProblem) continue;
    return "tests[" + std::to_string(first + i) + "]: " + test.message;
  }
  return "tests: " + result.message;  // of the whole submission
}

void Answer(const HttpReplyPtr& reply, size_t tests, const PersistentBatch::Results& results) {
  static const TestResult kNotRun;  // no program, or it doesn't compile: no test has run
  std::vector<const TestResult*> each;
  for (const auto& result : results) {
    if (!result) return SendError(reply, kStyle, 503, "stopping", "the server is stopping");
    if (result->cause == Cause::kProblem) {
      return SendError(reply, kStyle, 422, "invalid", FaultOf(*result, each.size()));
    }
    const size_t wanted = results.size() == 1 ? tests : 1;
    for (size_t i = 0; i < wanted; ++i) {
      each.push_back(i < result->tests.size() ? &result->tests[i] : &kNotRun);
    }
  }
  JsonWriter json;
  WriteResults(each, &json);
  SendJson(reply, 200, json.Take());
}

void Handle(const TrainerDeps& deps, Kind kind, const HttpRequest& http,
            const HttpReplyPtr& reply) {
  const std::string key = KeyOfTries(http);
  if (deps.desk.TakeUp(key, reply)) return;
  const auto document = ParseBody(http, reply, kStyle);
  if (!document) return;
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const auto program = fields.Text("program", Presence::kRequired);
  const double seconds =
      fields.Number("max_execution_time", Presence::kOptional).value_or(kUsualSeconds);
  if (seconds <= 0) fields.Fault("max_execution_time", "value_error", "Input should be above 0");
  std::string reason;
  const auto language = deps.languages.Runnable(kDefaultLanguage, &reason);
  if (!language) fields.Fault("program", "value_error", reason);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  std::string fault;
  DatasetRow row(document->root(), "");
  const auto tests = ReadTests(row, &fault);
  if (!tests) return SendError(reply, kStyle, 422, "invalid", fault);
  if (tests->empty()) return SendJson(reply, 200, R"({"results":[],"runtimes":[]})");
  const auto problems =
      kind == Kind::kAsserts ? ReadAsserts(*tests, &fault) : ReadPairs(*tests, &fault);
  if (!problems) return SendError(reply, kStyle, 422, "invalid", fault);

  Submission submission;
  Label(http, &submission);
  submission.language = *language;
  submission.code = *program;
  // Taken out of an answer: without a word in it, it is no program, and passes nothing.
  submission.from_response = true;
  submission.stop = StopPolicy::kRunAll;
  submission.limits = deps.limits.OfRun(kind == Kind::kStdio ? std::ceil(seconds) : seconds,
                                        deps.limits.default_memory_bytes);
  submission.compile_limits = deps.limits.OfCompile(seconds);
  std::vector<Submission> submissions;
  for (const ProblemPtr& problem : *problems) {
    submission.problem = problem;
    submissions.push_back(submission);
  }
  const auto place = deps.desk.Open(key, PatienceFor(seconds), reply);
  const auto batch = std::make_shared<PersistentBatch>(
      deps.batch, std::move(submissions),
      [place, tests = tests->size()](const PersistentBatch::Results& results) {
        Answer(place, tests, results);
      });
  place->SetWork([batch] { batch->Cancel(); });
  batch->Start();
}

void Accept(const TrainerDeps& deps, Kind kind, const std::shared_ptr<const HttpRequest>& http,
            const HttpReplyPtr& reply) {
  if (http->body.size() <= kLongestReadHere) return Handle(deps, kind, *http, reply);
  const bool taken =
      deps.readers.Submit(static_cast<int64_t>(http->body.size()),
                          [&deps, kind, http, reply] { Handle(deps, kind, *http, reply); });
  if (!taken) SendError(reply, kStyle, 503, "overloaded", "too many requests wait to be read");
}

}  // namespace

void RegisterOpenInstructRoutes(Router& router, const TrainerDeps& deps) {
  const auto add = [&](const char* path, Kind kind) {
    router.Add("POST", path,
               [&deps, kind](const std::shared_ptr<const HttpRequest>& http,
                             const HttpReplyPtr& reply) { Accept(deps, kind, http, reply); });
  };
  add("/test_program", Kind::kAsserts);
  add("/test_program_stdio", Kind::kStdio);
}

}  // namespace assay
