#include "api/math/math_judge.h"

#include <algorithm>
#include <cctype>
#include <utility>

#include "api_math_embedded.h"
#include "base/text.h"
#include "base/work/fingerprint.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr std::string_view kGold = "{gold}";
constexpr std::string_view kAnswer = "{answer}";

std::string Quoted(std::string_view text) {
  JsonWriter json;
  json.Bytes(text);
  return json.Take();
}

// Both placeholders at one go, so that one inside an answer stays as it is.
std::string FillIn(std::string_view prompt, std::string_view gold, std::string_view answer) {
  std::string text;
  while (!prompt.empty()) {
    const size_t brace = prompt.find('{');
    text += prompt.substr(0, brace);
    if (brace == prompt.npos) break;
    prompt.remove_prefix(brace);
    if (StartsWith(prompt, kGold)) {
      text += Quoted(gold);
      prompt.remove_prefix(kGold.size());
    } else if (StartsWith(prompt, kAnswer)) {
      text += Quoted(answer);
      prompt.remove_prefix(kAnswer.size());
    } else {
      text += '{';
      prompt.remove_prefix(1);
    }
  }
  return text;
}

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
  constexpr std::string_view kThought = "</think>";
  if (const size_t end = reply.rfind(kThought); end != reply.npos) {
    reply.remove_prefix(end + kThought.size());
  }
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
    : options_(std::move(options)), transport_(std::move(transport)) {}

MathJudge::~MathJudge() {
  std::vector<std::thread> threads;
  {
    MutexLock lock(mutex_);
    stopping_ = true;
    threads.swap(threads_);
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads) thread.join();
  std::map<std::string, Question> open;
  {
    MutexLock lock(mutex_);
    open.swap(open_);
  }
  for (auto& [key, question] : open) {
    for (Waiter& waiter : question.waiters) waiter.callback(Opinion::kUnavailable);
  }
}

void MathJudge::Ask(std::string_view gold, std::string_view answer, Abandoned abandoned,
                    Callback callback) {
  Opinion opinion = Opinion::kUnavailable;
  if (gold.size() <= kMaxTextBytes && answer.size() <= kMaxTextBytes) {
    std::string key = KeyOf(gold, answer);
    MutexLock lock(mutex_);
    if (const Opinion* known = known_.Find(key)) {
      opinion = *known;
    } else if (!stopping_) {
      const auto [place, is_new] = open_.try_emplace(key);
      Question& question = place->second;
      question.waiters.push_back({std::move(abandoned), std::move(callback)});
      if (!is_new) return;
      question.gold = gold;
      question.answer = answer;
      question.deadline = std::chrono::steady_clock::now() + options_.deadline;
      waiting_.push_back(std::move(key));
      if (threads_.empty()) {
        for (int i = 0; i < options_.concurrency; ++i) threads_.emplace_back([this] { Work(); });
      }
      changed_.NotifyOne();
      return;
    }
  }
  callback(opinion);
}

void MathJudge::Work() {
  while (true) {
    std::string key;
    Question copy;  // without the waiters, of whom there may be more by the time of the answer
    std::vector<Waiter> waiters;
    {
      MutexLock lock(mutex_);
      while (waiting_.empty() && !stopping_) changed_.Wait(mutex_);
      if (stopping_) return;
      key = std::move(waiting_.front());
      waiting_.pop_front();
      const auto open = open_.find(key);
      Question& question = open->second;
      if (std::all_of(question.waiters.begin(), question.waiters.end(),
                      [](const Waiter& waiter) { return waiter.abandoned(); })) {
        waiters = std::move(question.waiters);
        open_.erase(open);
      } else {
        copy.gold = question.gold;
        copy.answer = question.answer;
        copy.deadline = question.deadline;
      }
    }
    Opinion opinion = Opinion::kUnavailable;
    if (waiters.empty()) {
      opinion = Consult(copy);
      MutexLock lock(mutex_);
      const auto open = open_.find(key);
      waiters = std::move(open->second.waiters);
      open_.erase(open);
      if (opinion != Opinion::kUnavailable) Remember(key, opinion);
    }
    for (Waiter& waiter : waiters) waiter.callback(opinion);
  }
}

Opinion MathJudge::Consult(const Question& question) const {
  if (std::chrono::steady_clock::now() >= question.deadline) return Opinion::kUnavailable;
  const Result<std::string> body = transport_(RequestBody(question), question.deadline);
  if (!body.ok()) return Opinion::kUnavailable;
  JsonError error;
  const auto document = JsonDocument::Parse(*body, &error);
  if (!document) return Opinion::kUnavailable;
  const JsonValue choices = document->root().Find("choices");
  if (!choices.Is(JsonType::kArray) || choices.Count() == 0) return Opinion::kUnavailable;
  const JsonValue content = choices.Items()[0].Find("message").Find("content");
  return content.Is(JsonType::kString) ? ParseOpinion(content.String()) : Opinion::kUnavailable;
}

std::string MathJudge::RequestBody(const Question& question) const {
  const std::string_view prompt =
      options_.prompt.empty() ? DefaultJudgePrompt() : std::string_view(options_.prompt);
  JsonWriter json;
  json.BeginObject().Key("model").Bytes(options_.model).Key("messages").BeginArray();
  json.BeginObject().Key("role").String("user").Key("content");
  json.Bytes(FillIn(prompt, question.gold, question.answer)).EndObject().EndArray();
  return json.Key("temperature").Int(0).EndObject().Take();
}

void MathJudge::Remember(const std::string& key, Opinion opinion) {
  known_.Put(key, opinion, 1);
  if (known_.size() > static_cast<int64_t>(options_.cached_answers)) known_.TakeOldest();
}

}  // namespace assay
