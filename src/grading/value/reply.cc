#include "grading/value/reply.h"

#include <fmt/format.h>

#include <unordered_set>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay {
namespace {

Reply Malformed(std::string message) {
  Reply reply;
  reply.status = ReplyStatus::kMalformed;
  reply.message = std::move(message);
  return reply;
}

bool HasRepeatedKey(const Value& dict) {
  std::unordered_set<std::string_view> seen;
  for (size_t i = 0; i + 1 < dict.items.size(); i += 2) {
    if (!seen.insert(dict.items[i].text).second) return true;
  }
  return false;
}

std::string TextOf(const Value& dict, std::string_view key) {
  const Value* value = Find(dict, key);
  return value != nullptr && value->kind == Value::Kind::kString ? value->text : "";
}

// "ValueError: bad input", from a reply's type and message.
std::string Explain(const Value& object) {
  const std::string type = Excerpt(TextOf(object, "type"));
  const std::string message = Excerpt(TextOf(object, "message"));
  if (type.empty() || message.empty()) return type + message;
  return type + ": " + message;
}

Reply ParseOk(Value& object) {
  Value* value = Find(object, "value");
  if (value == nullptr) return Malformed("the reply has no value");
  Reply reply;
  reply.status = ReplyStatus::kValue;
  if (Value* args = Find(object, "args")) reply.args = std::move(*args);
  reply.value = std::move(*value);
  return reply;
}

}  // namespace

Reply ParseReply(std::string_view bytes) {
  if (TrimAsciiSpace(bytes).empty()) return {};
  std::string error;
  auto object = ParseValue(bytes, &error);
  if (!object) return Malformed("the reply is not one JSON value: " + error);
  if (object->kind != Value::Kind::kDict) return Malformed("the reply is not an object");
  if (HasRepeatedKey(*object)) return Malformed("the reply repeats a key");

  const std::string status = TextOf(*object, "status");
  if (status == "ok") return ParseOk(*object);
  Reply reply;
  if (status == "passed") {
    reply.status = ReplyStatus::kPassed;
    const Value* nonce = Find(*object, "nonce");
    if (nonce != nullptr &&
        (nonce->kind == Value::Kind::kString || nonce->kind == Value::Kind::kInteger)) {
      reply.nonce = nonce->text;
    }
    return reply;
  }
  if (status != "failed" && status != "error") return Malformed("the reply has no known status");
  reply.kind = TextOf(*object, "kind");
  reply.message = Explain(*object);
  const bool assertion = reply.kind == "assertion" || TextOf(*object, "type") == "AssertionError" ||
                         (status == "failed" && reply.kind.empty());
  reply.status = assertion ? ReplyStatus::kFailed : ReplyStatus::kError;
  return reply;
}

}  // namespace assay
