// JsonWriter: appends JSON text to a string. Commas are put where they belong; nothing else is
// checked. Not thread-safe.
//
// Strings must be valid UTF-8 (ReplaceInvalidUtf8). Doubles come out as Python writes them, with
// the fewest digits that read back the same; those JSON has no form for are null.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

class JsonWriter {
 public:
  JsonWriter() = default;
  explicit JsonWriter(size_t reserve) { out_.reserve(reserve); }

  JsonWriter& BeginObject();
  JsonWriter& EndObject();
  JsonWriter& BeginArray();
  JsonWriter& EndArray();
  JsonWriter& Key(std::string_view key);
  JsonWriter& String(std::string_view utf8);
  // As String, with ill-formed sequences replaced.
  JsonWriter& Bytes(std::string_view bytes);
  JsonWriter& Int(int64_t value);
  JsonWriter& Double(double value);
  JsonWriter& Bool(bool value);
  JsonWriter& Null();
  // JSON text as it is.
  JsonWriter& Raw(std::string_view json);

  const std::string& text() const { return out_; }
  std::string Take() { return std::move(out_); }

 private:
  void Separate();

  std::string out_;
  bool need_comma_ = false;
};

}  // namespace assay
