#include "lab/curate/records/attempts.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <initializer_list>
#include <string_view>

#include "base/text.h"

namespace assay::curate {
namespace {

constexpr double kFullReward = 1.0 - 1e-9;

JsonValue FirstOf(JsonValue object, std::initializer_list<std::string_view> names) {
  for (const std::string_view name : names) {
    if (const JsonValue value = object.Find(name)) return value;
  }
  return {};
}

enum class Read { kAttempt, kNone, kFault };

// Verdicts, and booleans and rewards that somebody has written as text.
Read ReadWord(const std::string& word, std::optional<bool>* correct) {
  const auto is_one = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (is_one({"", "ie", "je", "skipped", "errored", "error", "internal_error", "masked", "none",
              "null", "unknown"})) {
    return Read::kNone;
  }
  if (is_one({"ac", "correct", "accepted", "passed", "pass", "true", "yes", "solved"})) {
    *correct = true;
    return Read::kAttempt;
  }
  if (is_one({"wa", "pe", "tle", "mle", "ole", "re", "ce", "wrong", "incorrect", "failed", "fail",
              "false", "no", "unsolved", "wrong_answer", "rejected"})) {
    *correct = false;
    return Read::kAttempt;
  }
  char* end = nullptr;
  const double reward = std::strtod(word.c_str(), &end);
  if (*end != '\0' || !std::isfinite(reward)) return Read::kFault;
  *correct = reward >= kFullReward;
  return Read::kAttempt;
}

Read ReadCorrect(JsonValue value, std::optional<bool>* correct) {
  switch (value.type()) {
    case JsonType::kBool: *correct = value.Bool(); return Read::kAttempt;
    case JsonType::kNumber: *correct = value.Double() >= kFullReward; return Read::kAttempt;
    case JsonType::kNull: return Read::kNone;
    case JsonType::kString: return ReadWord(AsciiLower(TrimAsciiSpace(value.String())), correct);
    default: return Read::kFault;
  }
}

Read ReadObject(JsonValue object, Attempt* attempt) {
  const JsonValue masked = object.Find("masked");
  if (masked.Is(JsonType::kBool) && masked.Bool()) return Read::kNone;
  if (const JsonValue value = FirstOf(
          object, {"correct", "passed", "is_correct", "solved", "reward", "score", "verdict"})) {
    const Read read = ReadCorrect(value, &attempt->correct);
    if (read != Read::kAttempt) return read;
  }
  const JsonValue answer = FirstOf(object, {"answer", "extracted_answer", "response", "text",
                                            "content", "output", "completion"});
  if (answer.Is(JsonType::kString)) attempt->answer = answer.String();
  if (answer.Is(JsonType::kNumber)) attempt->answer = std::string(answer.raw());
  const JsonValue tokens =
      FirstOf(object, {"tokens", "completion_tokens", "response_tokens", "num_tokens", "length"});
  if (tokens.Is(JsonType::kNumber)) attempt->tokens = tokens.Double();
  const bool empty = !attempt->correct && attempt->answer.empty() && !attempt->tokens;
  return empty ? Read::kNone : Read::kAttempt;
}

Read ReadOne(JsonValue value, Attempt* attempt) {
  if (value.Is(JsonType::kObject)) return ReadObject(value, attempt);
  if (value.Is(JsonType::kString)) {
    attempt->answer = value.String();
    return Read::kAttempt;
  }
  return ReadCorrect(value, &attempt->correct);
}

}  // namespace

std::optional<std::vector<Attempt>> ReadAttempts(JsonValue value) {
  if (!value.Is(JsonType::kArray)) return std::nullopt;
  std::vector<Attempt> attempts;
  for (const JsonValue one : value.Items()) {
    Attempt attempt;
    const Read read = ReadOne(one, &attempt);
    if (read == Read::kFault) return std::nullopt;
    if (read == Read::kAttempt) attempts.push_back(std::move(attempt));
  }
  return attempts;
}

}  // namespace assay::curate
