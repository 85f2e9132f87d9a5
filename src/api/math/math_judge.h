// MathJudge: a second opinion on answers the rules call wrong or can't decide, from a language
// model behind an OpenAI-compatible endpoint.
//
// Off unless an operator names an endpoint. Questions go through a few threads, each question at
// most once at a time and, once answered, once in as long as the cache remembers it. A question
// that can't be answered before its deadline, for whatever reason, is answered "unavailable": the
// judge never delays a verdict for longer and never makes one worse.
//
// The model sees the extracted answer, not the whole response, quoted as data. That narrows what a
// trained policy can say to the judge; it doesn't rule out that one learns to talk to it, which is
// why opinions change verdicts only where that is asked for.
//
// Thread-safe. Callbacks run on the judge's threads, or in Ask for what is known already. The
// destructor answers every open question as unavailable.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/result.h"
#include "base/work/question_desk.h"
#include "trace/request_trace.h"

namespace assay {

enum class Opinion { kCorrect, kIncorrect, kUnavailable };
// "correct", "incorrect", "unavailable".
std::string_view ToString(Opinion opinion);

struct MathJudgeOptions {
  std::string model;
  // Template with {gold} and {answer}; empty: the built-in one.
  std::string prompt;
  int concurrency = 8;
  // From asking to answering, time in the queue included.
  Nanoseconds deadline = std::chrono::seconds(60);
  size_t cached_answers = 1 << 16;
};

class MathJudge {
 public:
  // Sends the body of a chat completion and returns the body of the answer. Called from several
  // threads at a time; returns by the deadline.
  // `trace` may be null.
  using Transport = std::function<Result<std::string>(const std::string& body, SteadyTime deadline,
                                                      const RequestTracePtr& trace)>;
  using Callback = std::function<void(Opinion)>;
  // Asked before a question is sent: whether nobody waits for it any more.
  using Abandoned = std::function<bool()>;

  // Longer golds or answers aren't asked about.
  static constexpr size_t kMaxTextBytes = 4096;

  MathJudge(MathJudgeOptions options, Transport transport);
  MathJudge(const MathJudge&) = delete;

  // `trace`: of the request that wants to know, or null. A question that others wait for, too, is
  // put in the trace of who asked first.
  void Ask(std::string_view gold, std::string_view answer, RequestTracePtr trace,
           Abandoned abandoned, Callback callback);
  const std::string& model() const { return options_.model; }

 private:
  Opinion Consult(const std::string& gold, const std::string& answer, SteadyTime deadline,
                  const RequestTracePtr& trace) const;
  std::string RequestBody(const std::string& gold, const std::string& answer) const;

  const MathJudgeOptions options_;
  const Transport transport_;
  QuestionDesk<Opinion> desk_;  // ends first: its threads use the others
};

// The built-in template.
std::string_view DefaultJudgePrompt();
// A template needs {gold} and {answer}.
bool IsJudgePrompt(std::string_view prompt);
// What a model's reply says: its last word decides, after any thoughts.
Opinion ParseOpinion(std::string_view reply);

}  // namespace assay
