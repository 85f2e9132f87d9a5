#include "grading/value/reply.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay {
namespace {

// More than any driver writes.
constexpr size_t kMostMembers = 16;
// A value that equals another one has at most as many values in it, with room for one that is read
// before it turns out to be a marker.
constexpr size_t kMostValuesShare = 2;
constexpr size_t kMostValuesBeside = 1024;

using Members = std::vector<ValueMember>;

Reply Malformed(std::string message) {
  Reply reply;
  reply.status = ReplyStatus::kMalformed;
  reply.message = std::move(message);
  return reply;
}

bool HasRepeatedKey(const Members& members) {
  for (size_t i = 0; i < members.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      if (members[i].key == members[k].key) return true;
    }
  }
  return false;
}

const ValueMember* FindMember(const Members& members, std::string_view key) {
  const auto found = std::find_if(members.begin(), members.end(),
                                  [&](const ValueMember& member) { return member.key == key; });
  return found == members.end() ? nullptr : &*found;
}

// A scalar, or null when it is missing or anything else.
Value ScalarOf(const Members& members, std::string_view key) {
  const ValueMember* const member = FindMember(members, key);
  ValueFault fault;
  auto value = member == nullptr ? std::nullopt : ParseValueWithin(member->text, 1, &fault);
  return value.value_or(Value());
}

std::string TextOf(const Members& members, std::string_view key) {
  Value value = ScalarOf(members, key);
  return value.kind == Value::Kind::kString ? std::move(value.text) : "";
}

// "ValueError: bad input", from a reply's type and message.
std::string Explain(const Members& object) {
  const std::string type = Excerpt(TextOf(object, "type"));
  const std::string message = Excerpt(TextOf(object, "message"));
  if (type.empty() || message.empty()) return type + message;
  return type + ": " + message;
}

Reply ParseOk(const Members& object) {
  const ValueMember* const value = FindMember(object, "value");
  if (value == nullptr) return Malformed("the reply has no value");
  Reply reply;
  reply.status = ReplyStatus::kValue;
  reply.value = value->text;
  if (const ValueMember* const args = FindMember(object, "args")) reply.args = args->text;
  return reply;
}

}  // namespace

Reply ParseReply(std::string_view bytes) {
  if (TrimAsciiSpace(bytes).empty()) return {};
  std::string error;
  const auto object = SplitObject(bytes, kMostMembers, &error);
  if (!object) return Malformed("the reply is not one JSON object: " + error);
  if (HasRepeatedKey(*object)) return Malformed("the reply repeats a key");

  const std::string status = TextOf(*object, "status");
  if (status == "ok") return ParseOk(*object);
  Reply reply;
  if (status == "passed") {
    reply.status = ReplyStatus::kPassed;
    const Value nonce = ScalarOf(*object, "nonce");
    if (nonce.kind == Value::Kind::kString || nonce.kind == Value::Kind::kInteger) {
      reply.nonce = nonce.text;
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

std::optional<Value> ValueOf(const Reply& reply, const Value& expected, ValueFault* fault) {
  const size_t most = kMostValuesShare * CountValues(expected) + kMostValuesBeside;
  auto value = ParseValueWithin(reply.value, most, fault);
  if (!value || value->kind != Value::Kind::kNull || expected.kind == Value::Kind::kNull) {
    return value;
  }
  // A function that returns nothing answers through its first argument.
  const auto argument = FirstItem(reply.args);
  return argument ? ParseValueWithin(*argument, most, fault) : value;
}

}  // namespace assay
