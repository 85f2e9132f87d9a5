// JsonDocument: request bodies, indexed in one pass and decoded where they are asked for.
//
// Requests come from Python clients and carry text that language models wrote, so the reader takes
// what Python's json module takes and simdjson's does not: NaN and Infinity, repeated keys (the
// last counts), lone surrogates (reported with the string they are in), numbers of any size. Values
// keep their source text, so that function arguments reach a program exactly as they were sent, and
// a string is copied once, from the body to where it is used.
//
// The document refers to the text given to Parse, which must outlive it and its values. Immutable
// after Parse; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class JsonDocument;

enum class JsonType : uint8_t { kNull, kBool, kNumber, kString, kArray, kObject };

// A value of a document, or nothing (the result of looking up what is not there).
class JsonValue {
 public:
  JsonValue() = default;

  explicit operator bool() const { return document_ != nullptr; }
  // All below REQUIRE a value.
  JsonType type() const;
  bool Is(JsonType wanted) const { return document_ != nullptr && type() == wanted; }
  bool IsNull() const { return Is(JsonType::kNull); }
  // The source text, without white space around it.
  std::string_view raw() const;

  // REQUIRES: a bool.
  bool Bool() const { return raw() == "true"; }
  // REQUIRES: a number. Overflow gives an infinity.
  double Double() const;
  // REQUIRES: a string. Lone surrogates become U+FFFD.
  std::string String() const;
  // The same; empty for any other value, and for nothing.
  std::string StringOrEmpty() const { return Is(JsonType::kString) ? String() : std::string(); }
  // Whether a string holds half of a surrogate pair, which no UTF-8 text can.
  bool HasLoneSurrogate() const;

  // Items of an array, or values of an object. 0 for scalars. Counts by walking.
  size_t Count() const;
  // REQUIRES: an array.
  std::vector<JsonValue> Items() const;
  struct Member;
  // REQUIRES: an object. In source order, repeated keys included.
  std::vector<Member> Members() const;
  // The last member of that name; nothing when there is none or this is no object.
  JsonValue Find(std::string_view key) const;

 private:
  friend class JsonDocument;
  JsonValue(const JsonDocument* document, uint32_t node) : document_(document), node_(node) {}
  bool KeyIs(std::string_view key) const;

  const JsonDocument* document_ = nullptr;
  uint32_t node_ = 0;
};

struct JsonValue::Member {
  std::string key;
  JsonValue value;
};

struct JsonError {
  size_t offset = 0;
  std::string message;
  bool too_large = false;  // well-formed as far as it was read, but beyond our bounds
};

class JsonDocument {
 public:
  static constexpr int kMaxDepth = 512;
  // 16 bytes each: what a body full of brackets can cost us.
  static constexpr size_t kMaxValues = 16 << 20;

  // On failure returns nullopt and fills `error`.
  static std::optional<JsonDocument> Parse(std::string_view text, JsonError* error);

  JsonDocument(JsonDocument&&) = default;
  JsonDocument& operator=(JsonDocument&&) = default;
  JsonDocument(const JsonDocument&) = delete;

  // Valid while the document stays where it is.
  JsonValue root() const { return JsonValue(this, 0); }

 private:
  friend class JsonValue;
  friend class JsonIndexer;
  struct Node {
    uint32_t begin;  // of the source text, quotes of strings included
    uint32_t end;
    uint32_t next;  // index of the node after this value and all it holds
    JsonType type;
    bool escaped;         // a string with a backslash in it
    bool lone_surrogate;  // a string with half a surrogate pair in it
  };

  explicit JsonDocument(std::string_view text) : text_(text) {}

  std::string_view text_;
  std::vector<Node> nodes_;
};

// "[1, 2]" for function arguments given as text: whether `text` is one whole JSON value.
bool IsJson(std::string_view text);

}  // namespace assay
