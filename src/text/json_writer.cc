#include "text/json_writer.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "base/text.h"

namespace assay {
namespace {

// What a byte of a string becomes: 0 itself, 1 a \u escape, else a backslash and this letter.
constexpr std::array<char, 256> MakeEscapes() {
  std::array<char, 256> table{};
  for (int i = 0; i < 0x20; ++i) table[static_cast<size_t>(i)] = 1;
  table['\n'] = 'n';
  table['\r'] = 'r';
  table['\t'] = 't';
  table['\b'] = 'b';
  table['\f'] = 'f';
  table['"'] = '"';
  table['\\'] = '\\';
  return table;
}
constexpr std::array<char, 256> kEscapes = MakeEscapes();

}  // namespace

void JsonWriter::Separate() {
  if (need_comma_) out_ += ',';
  need_comma_ = true;
}

JsonWriter& JsonWriter::BeginObject() {
  Separate();
  out_ += '{';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndObject() {
  out_ += '}';
  need_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::BeginArray() {
  Separate();
  out_ += '[';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::EndArray() {
  out_ += ']';
  need_comma_ = true;
  return *this;
}

JsonWriter& JsonWriter::Key(std::string_view key) {
  String(key);
  out_ += ':';
  need_comma_ = false;
  return *this;
}

JsonWriter& JsonWriter::String(std::string_view utf8) {
  Separate();
  out_ += '"';
  size_t start = 0;
  for (size_t i = 0; i < utf8.size(); ++i) {
    const char escape = kEscapes[static_cast<unsigned char>(utf8[i])];
    if (escape == 0) continue;
    out_.append(utf8, start, i - start);
    start = i + 1;
    out_ += '\\';
    if (escape != 1) {
      out_ += escape;
    } else {
      constexpr char kHex[] = "0123456789abcdef";
      out_ += "u00";
      out_ += kHex[static_cast<unsigned char>(utf8[i]) >> 4];
      out_ += kHex[static_cast<unsigned char>(utf8[i]) & 15];
    }
  }
  out_.append(utf8, start);
  out_ += '"';
  return *this;
}

JsonWriter& JsonWriter::Bytes(std::string_view bytes) {
  return IsValidUtf8(bytes) ? String(bytes) : String(ReplaceInvalidUtf8(bytes));
}

JsonWriter& JsonWriter::Int(int64_t value) {
  Separate();
  out_ += std::to_string(value);
  return *this;
}

JsonWriter& JsonWriter::Double(double value) {
  if (!std::isfinite(value)) return Null();
  Separate();
  // Python's choice between 0.0001 and 1e-04, not to_chars' (the shorter): whoever reads our
  // numbers with Python and writes them again has the same text, and its hash.
  constexpr int kLeastFixed = -4, kMostFixed = 15;
  char digits[40];
  char* end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific).ptr;
  const char* const mark = std::find(digits, end, 'e');
  int exponent = 0;
  std::from_chars(mark[1] == '+' ? mark + 2 : mark + 1, end, exponent);
  if (exponent >= kLeastFixed && exponent <= kMostFixed) {
    end = std::to_chars(digits, digits + sizeof digits, value, std::chars_format::fixed).ptr;
    if (std::find(digits, end, '.') == end) end = std::copy_n(".0", 2, end);
  }
  out_.append(digits, static_cast<size_t>(end - digits));
  return *this;
}

JsonWriter& JsonWriter::Bool(bool value) {
  Separate();
  out_ += value ? "true" : "false";
  return *this;
}

JsonWriter& JsonWriter::Null() {
  Separate();
  out_ += "null";
  return *this;
}

JsonWriter& JsonWriter::Raw(std::string_view json) {
  Separate();
  out_ += json;
  return *this;
}

}  // namespace assay
