#include "api/math/math_judge.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "api_math_embedded.h"
#include "base/text.h"
#include "base/work/fingerprint.h"
#include "llm/chat_text.h"

namespace assay {
namespace {

constexpr std::string_view kGold = "{gold}";
constexpr std::string_view kAnswer = "{answer}";

std::string KeyOf(std::string_view gold, std::string_view answer) {
  return PartWriter().Add(gold).Add(answer).Take();
}

}  // namespace

std::string_view ToString(Opinion opinion) {
  switch (opinion) {
    case Opinion::kCorrect: return "correct";
    case Opinion::kIncorrect: return "incorrect";
    case Opinion::kUnavailable: break;
  }
  return "unavailable";
}

std::string_view DefaultJudgePrompt() {
  return Embedded_math_judge_prompt_txt();
}

bool IsJudgePrompt(std::string_view prompt) {
  return prompt.find(kGold) != prompt.npos && prompt.find(kAnswer) != prompt.npos;
}

Opinion ParseOpinion(std::string_view reply) {
  reply = AfterThoughts(reply);
  const auto is_letter = [](char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; };
  while (!reply.empty() && !is_letter(reply.back())) reply.remove_suffix(1);
  size_t begin = reply.size();
  while (begin > 0 && is_letter(reply[begin - 1])) --begin;
  const std::string word = AsciiLower(reply.substr(begin));
  if (word == "correct") {
    // "not correct" is no approval.
    std::string_view before = reply.substr(0, begin);
    while (!before.empty() && !is_letter(before.back())) before.remove_suffix(1);
    size_t start = before.size();
    while (start > 0 && is_letter(before[start - 1])) --start;
    const std::string previous = AsciiLower(before.substr(start));
    return previous == "not" || previous == "t" || previous == "never" ? Opinion::kUnavailable
                                                                       : Opinion::kCorrect;
  }
  return word == "incorrect" ? Opinion::kIncorrect : Opinion::kUnavailable;
}

MathJudge::MathJudge(MathJudgeOptions options, Transport transport)
    : options_(std::move(options)),
      transport_(std::move(transport)),
      desk_({.threads = options_.concurrency, .kept_answers = options_.cached_answers},
            Opinion::kUnavailable,
            [](Opinion opinion) { return opinion != Opinion::kUnavailable; }) {}

void MathJudge::Ask(std::string_view gold, std::string_view answer, RequestTracePtr trace,
                    Abandoned abandoned, Callback callback) {
  if (gold.size() > kMaxTextBytes || answer.size() > kMaxTextBytes) {
    return callback(Opinion::kUnavailable);
  }
  desk_.Ask(
      KeyOf(gold, answer), std::chrono::steady_clock::now() + options_.deadline,
      [this, gold = std::string(gold), answer = std::string(answer), trace = std::move(trace)](
          SteadyTime deadline) { return Consult(gold, answer, deadline, trace); },
      std::move(abandoned), std::move(callback));
}

Opinion MathJudge::Consult(const std::string& gold, const std::string& answer, SteadyTime deadline,
                           const RequestTracePtr& trace) const {
  if (std::chrono::steady_clock::now() >= deadline) return Opinion::kUnavailable;
  const Result<std::string> body = transport_(RequestBody(gold, answer), deadline, trace);
  if (!body.ok()) return Opinion::kUnavailable;
  const auto reply = ChatReplyText(*body);
  return reply ? ParseOpinion(*reply) : Opinion::kUnavailable;
}

std::string MathJudge::RequestBody(const std::string& gold, const std::string& answer) const {
  const std::string_view prompt =
      options_.prompt.empty() ? DefaultJudgePrompt() : std::string_view(options_.prompt);
  const PromptText texts[] = {{kGold, JsonText(gold)}, {kAnswer, JsonText(answer)}};
  return ChatRequest(options_.model, FillIn(prompt, texts));
}

}  // namespace assay
