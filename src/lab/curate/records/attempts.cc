#include "lab/curate/records/attempts.h"

#include <initializer_list>
#include <string_view>

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

Read ReadCorrect(JsonValue value, std::optional<bool>* correct) {
  switch (value.type()) {
    case JsonType::kBool: *correct = value.Bool(); return Read::kAttempt;
    case JsonType::kNumber: *correct = value.Double() >= kFullReward; return Read::kAttempt;
    case JsonType::kNull: return Read::kNone;
    case JsonType::kString: {
      const std::string verdict = value.String();
      if (verdict == "IE" || verdict == "errored" || verdict == "internal_error")
        return Read::kNone;
      *correct = verdict == "AC" || verdict == "correct" || verdict == "accepted";
      return Read::kAttempt;
    }
    default: return Read::kFault;
  }
}

Read ReadObject(JsonValue object, Attempt* attempt) {
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
  return Read::kAttempt;
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
