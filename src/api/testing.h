// Doubles for the tests of the routes: an engine that answers what it is told, and a reply that
// keeps what it is sent.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/service.h"
#include "text/json_reader.h"

namespace assay {

class FakeTicket final : public Ticket {
 public:
  void Cancel() override { ++cancelled; }
  bool CancelUnlessStarted() override {
    if (!started) ++cancelled;
    return !started;
  }
  bool started = false;
  std::atomic<int> cancelled{0};  // a deadline may cancel from its own thread
};

// Single-threaded. Answers at once with `answer`, or keeps the callbacks when that is null.
class FakeSink final : public SubmitSink {
 public:
  Result<TicketPtr> Submit(Submission submission, Engine::Done done) override {
    if (refuse && refuse(submissions.size())) return *refuse(submissions.size());
    submissions.push_back(submission);
    tickets.push_back(std::make_shared<FakeTicket>());
    auto ticket = tickets.back();
    if (answer) {
      done(answer(submission));
    } else {
      waiting.push_back(std::move(done));
    }
    return TicketPtr(ticket);
  }
  EngineStats stats() const override { return engine_stats; }
  int RetryAfterSeconds(const std::string&) const override { return 7; }
  std::vector<TenantUsage> Tenants() const override { return {}; }

  std::function<SubmissionResult(const Submission&)> answer;
  // Given how many have been admitted, the error to refuse with.
  std::function<std::optional<Error>(size_t)> refuse;
  std::vector<Submission> submissions;
  std::vector<std::shared_ptr<FakeTicket>> tickets;
  std::vector<Engine::Done> waiting;
  EngineStats engine_stats;
};

class CapturedReply final : public HttpReply {
 public:
  void Send(HttpResponse sent) override {
    response = std::move(sent);
    ++ends;
  }
  void Begin(HttpResponse head) override { response = std::move(head); }
  void Write(std::string piece) override { pieces.push_back(std::move(piece)); }
  void End() override { ++ends; }
  void OnDisconnect(std::function<void()> callback) override { on_disconnect = callback; }

  HttpResponse response;
  std::vector<std::string> pieces;
  std::atomic<int> ends{0};  // read while other threads may still answer
  std::function<void()> on_disconnect;
};

// A test that ran and ended as told.
inline TestResult Executed(Verdict verdict, RunResult run) {
  TestResult test;
  test.verdict = verdict;
  test.executed = true;
  test.run = std::move(run);
  return test;
}

inline RunResult Exited(int code, std::string out = "", std::string err = "") {
  RunResult run;
  run.status = RunStatus::kExited;
  run.exit_code = code;
  run.wall_time = std::chrono::milliseconds(250);
  run.stdout_bytes = std::move(out);
  run.stderr_bytes = std::move(err);
  return run;
}

// All routes over a fake sink.
struct ApiFixture {
  explicit ApiFixture(ApiOptions options = {})
      : service(std::move(options), sink, table, Toolchains(), metrics, "test-tier") {
    service.RegisterRoutes(router);
  }

  static std::vector<Toolchain> Toolchains() {
    return {{"python", "Python 3.11.2", "/usr/bin/python3", true, ""},
            {"java", "", "", false, "install a JDK"},
            {"junit", "", "", false, "install JUnit"}};
  }

  std::shared_ptr<CapturedReply> Call(
      std::string method, std::string path, std::string body = "",
      std::vector<std::pair<std::string, std::string>> headers = {}) {
    auto request = std::make_shared<HttpRequest>();
    request->method = std::move(method);
    request->path = std::move(path);
    request->headers = std::move(headers);
    request->body = std::move(body);
    auto reply = std::make_shared<CapturedReply>();
    router.Handle(request, reply);
    return reply;
  }
  std::shared_ptr<CapturedReply> Post(std::string path, std::string body) {
    return Call("POST", std::move(path), std::move(body));
  }

  FakeSink sink;
  LanguageTable table{LanguageConfig{}};
  Metrics metrics;
  ApiService service;
  Router router;
};

}  // namespace assay
