#include "llm/judge/grade_judge.h"

#include <algorithm>
#include <random>
#include <utility>

#include "base/check.h"
#include "base/work/fingerprint.h"
#include "llm/chat_text.h"
#include "llm_judge_embedded.h"
#include "text/json_writer.h"

namespace assay {
namespace {

std::string NumberText(double number) {
  JsonWriter json;
  if (number == static_cast<double>(static_cast<int64_t>(number))) {
    json.Int(static_cast<int64_t>(number));
  } else {
    json.Double(number);
  }
  return json.Take();
}

// 64 bits that no candidate can know, in hexadecimal digits.
std::string NewNonce() {
  std::random_device source;
  std::string nonce;
  for (int i = 0; i < 2; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    uint32_t bits = source();
    for (int digit = 0; digit < 8; ++digit, bits >>= 4) nonce += kDigits[bits & 15];
  }
  return nonce;
}

double Random() {
  thread_local std::mt19937 random{std::random_device{}()};
  return std::uniform_real_distribution<double>(0.5, 1)(random);
}

std::string TextOrNull(const std::optional<std::string>& text) {
  return text ? JsonText(*text) : "null";
}

std::string KeyOf(std::string_view prompt, std::string_view model, const GradeQuestion& question) {
  PartWriter key;
  key.Add(prompt).Add(model).Add(question.criterion).Add(question.response);
  key.Add(TextOrNull(question.prompt)).Add(TextOrNull(question.gold));
  key.Add(NumberText(question.scale.lowest)).Add(NumberText(question.scale.highest));
  return key.Fingerprint();
}

std::string Filled(std::string_view prompt, const GradeQuestion& question,
                   const std::string& nonce) {
  const PromptText texts[] = {{"{nonce}", nonce},
                              {"{criterion}", JsonText(question.criterion)},
                              {"{prompt}", TextOrNull(question.prompt)},
                              {"{gold}", TextOrNull(question.gold)},
                              {"{response}", JsonText(question.response)},
                              {"{lowest}", NumberText(question.scale.lowest)},
                              {"{highest}", NumberText(question.scale.highest)}};
  return FillIn(prompt, texts);
}

Grade Fault(GradeFault fault, std::string message) {
  return {.value = std::nullopt, .fault = fault, .message = std::move(message)};
}

bool IsCrowded(int status) {
  return status == 429 || status == 503 || status == 529;
}

}  // namespace

std::string_view DefaultGradePrompt() {
  return Embedded_grade_prompt_txt();
}

bool IsGradePrompt(std::string_view prompt) {
  return prompt.find("{response}") != std::string_view::npos &&
         prompt.find("{nonce}") != std::string_view::npos;
}

GradeJudge::GradeJudge(GradeJudgeOptions options, Transport transport)
    : options_(std::move(options)),
      transport_(std::move(transport)),
      desk_({.threads = options_.concurrency, .kept_answers = options_.kept_grades}, Grade{},
            [](const Grade& grade) { return grade.value.has_value(); }) {}

GradeJudge::~GradeJudge() {
  stop_.Cancel();
  MutexLock lock(mutex_);
  stopping_ = true;
  stopped_.NotifyAll();
}

std::string_view GradeJudge::prompt() const {
  return options_.prompt.empty() ? DefaultGradePrompt() : std::string_view(options_.prompt);
}

void GradeJudge::Ask(GradeQuestion question, SteadyTime deadline, Abandoned abandoned,
                     Callback callback) {
  ASSAY_CHECK(question.criterion.size() + question.response.size() +
                  question.prompt.value_or("").size() + question.gold.value_or("").size() <=
              kMostBytes);
  std::string key = KeyOf(prompt(), options_.model, question);
  desk_.Ask(
      std::move(key), deadline,
      [this, question = std::move(question)](SteadyTime until) { return Consult(question, until); },
      std::move(abandoned), std::move(callback));
}

Grade GradeJudge::Consult(const GradeQuestion& question, SteadyTime deadline) {
  Grade grade = Fault(GradeFault::kTimeout, "the time was over before the judge was asked");
  for (int attempt = 1; attempt <= options_.retry.max_attempts; ++attempt) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now >= deadline || stop_.cancelled()) break;
    std::optional<Nanoseconds> wait;
    grade = Try(question, std::min(deadline, now + options_.timeout), &wait);
    if (grade.value || !wait || attempt == options_.retry.max_attempts) break;
    const Nanoseconds longest = WaitBefore(attempt, options_.retry, Random());
    const SteadyTime next = std::chrono::steady_clock::now() +
                            std::min(std::max(*wait, longest), options_.retry.longest_retry_after);
    if (next >= deadline || !Sleep(next)) break;
  }
  return grade;
}

Grade GradeJudge::Try(const GradeQuestion& question, SteadyTime deadline,
                      std::optional<Nanoseconds>* wait) {
  const std::string nonce = NewNonce();
  const std::string body = ChatRequest(options_.model, Filled(prompt(), question, nonce));
  HttpFailure failure = HttpFailure::kNone;
  const Result<HttpResponse> response = transport_(body, deadline, question.trace, stop_, &failure);
  if (!response.ok()) {
    if (failure == HttpFailure::kCancelled) return Grade{};
    *wait = Nanoseconds{0};
    if (failure == HttpFailure::kDeadline) {
      return Fault(GradeFault::kTimeout, "the judge did not answer in time");
    }
    return Fault(GradeFault::kUnreachable,
                 "the judge can't be reached: " + response.error().message);
  }
  if (response->status != 200) {
    const std::string status = std::to_string(response->status);
    const bool crowded = IsCrowded(response->status);
    if (crowded || response->status >= 500) {
      *wait = RetryAfterOf(*response, std::chrono::system_clock::now()).value_or(Nanoseconds{0});
    }
    return crowded ? Fault(GradeFault::kOverloaded, "the judge has no room: status " + status)
                   : Fault(GradeFault::kRefused, "the judge answers with status " + status);
  }
  const auto text = ChatReplyText(response->body);
  if (!text) {
    *wait = Nanoseconds{0};
    return Fault(GradeFault::kBadReply, "the judge's answer is no completion with text");
  }
  return ParseGrade(*text, nonce, question.scale);
}

bool GradeJudge::Sleep(SteadyTime until) {
  MutexLock lock(mutex_);
  while (!stopping_ && stopped_.WaitUntil(mutex_, until)) {
  }
  return !stopping_;
}

}  // namespace assay
