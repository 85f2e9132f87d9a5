// GradeJudge: a language model behind an OpenAI-compatible endpoint that grades responses by a
// criterion.
//
// What the candidate wrote is data: it stands in the question as a JSON string, between lines with
// a code that is new for every question, and the grade counts only in a form with that code. That
// rules out that a response writes its own grade; it doesn't rule out that one talks the model into
// a better one, and no prompt does.
//
// Few questions are under way at a time; the same one is put once and its grade kept, by the hash
// of prompt, model and everything asked. An endpoint that is overloaded, unreachable or answers
// nothing is asked again, later and later, as long as the asker's deadline allows. Whatever ends
// without a grade says why (GradeFault).
//
// Thread-safe. Callbacks run on the judge's threads, or in Ask. The destructor ends what is under
// way and answers it without a grade.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "base/work/question_desk.h"
#include "llm/judge/grade.h"
#include "net/http.h"
#include "net/http_client.h"
#include "net/retry/retry.h"
#include "trace/request_trace.h"

namespace assay {

struct GradeJudgeOptions {
  std::string model = {};
  // Template; empty: the built-in one. See IsGradePrompt.
  std::string prompt = {};
  int concurrency = 8;
  Nanoseconds timeout = std::chrono::seconds(60);  // of one try
  RetryPolicy retry = {.max_attempts = 4,
                       .first_wait = std::chrono::milliseconds(250),
                       .longest_wait = std::chrono::seconds(20)};
  size_t kept_grades = 1 << 16;
};

struct GradeQuestion {
  std::string criterion;
  std::optional<std::string> prompt = std::nullopt;  // what the response answers
  std::optional<std::string> gold = std::nullopt;
  std::string response;
  GradeScale scale = {};
  // Of the request that wants to know, or null; no part of what is asked. A question that others
  // wait for, too, is put in the trace of who asked first.
  RequestTracePtr trace = {};
};

class GradeJudge {
 public:
  // Sends the body of a chat completion. Called from several threads at a time; returns by the
  // deadline, and soon once `stop` is cancelled.
  using Transport = std::function<Result<HttpResponse>(
      const std::string& body, SteadyTime deadline, const RequestTracePtr& trace,
      const CancelToken& stop, HttpFailure* failure)>;
  using Callback = std::function<void(const Grade&)>;
  using Abandoned = std::function<bool()>;

  // Of criterion, prompt, gold and response together.
  static constexpr size_t kMostBytes = 512 << 10;

  GradeJudge(GradeJudgeOptions options, Transport transport);
  ~GradeJudge();
  GradeJudge(const GradeJudge&) = delete;

  // REQUIRES: the texts have at most kMostBytes together.
  void Ask(GradeQuestion question, SteadyTime deadline, Abandoned abandoned, Callback callback);
  const std::string& model() const { return options_.model; }

 private:
  Grade Consult(const GradeQuestion& question, SteadyTime deadline);
  // One try, and what the endpoint asks for before another: nothing when none would help.
  Grade Try(const GradeQuestion& question, SteadyTime deadline, std::optional<Nanoseconds>* wait);
  // False: the judge ends.
  bool Sleep(SteadyTime until) ASSAY_EXCLUDES(mutex_);
  std::string_view prompt() const;

  const GradeJudgeOptions options_;
  const Transport transport_;
  CancelToken stop_;
  Mutex mutex_;
  CondVar stopped_;
  bool stopping_ ASSAY_GUARDED_BY(mutex_) = false;
  QuestionDesk<Grade> desk_;  // ends first: its threads use the others
};

// The built-in template.
std::string_view DefaultGradePrompt();
// A template needs {response} and {nonce}, and has room for {criterion}, {prompt}, {gold}, {lowest}
// and {highest}.
bool IsGradePrompt(std::string_view prompt);

}  // namespace assay
