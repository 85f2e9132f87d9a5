#include "lab/shared/html/html_text.h"

#include <cstdint>

#include "base/text.h"
#include "text/utf8.h"

namespace assay::lab {
namespace {

// The character that begins at `at` of well-formed text, and how many bytes it has.
uint32_t CodeAt(std::string_view utf8, size_t at, size_t* bytes) {
  const auto first = static_cast<unsigned char>(utf8[at]);
  size_t end = at + 1;
  while (end < utf8.size() && IsUtf8Continuation(utf8[end])) ++end;
  *bytes = end - at;
  uint32_t code = *bytes == 1 ? first : first & (0x7Fu >> *bytes);
  for (size_t i = at + 1; i < end; ++i) {
    code = code << 6 | (static_cast<unsigned char>(utf8[i]) & 0x3Fu);
  }
  return code;
}

bool IsInvisible(uint32_t code) {
  if (code < 0x20) return code != '\n' && code != '\t';
  return (code >= 0x7F && code < 0xA0) || (code >= 0x200B && code <= 0x200F) ||
         (code >= 0x2028 && code <= 0x202E) || (code >= 0x2060 && code <= 0x206F) || code == 0xFEFF;
}

}  // namespace

std::string EscapeHtml(std::string_view untrusted) {
  const std::string text = ReplaceInvalidUtf8(untrusted);
  std::string out;
  out.reserve(text.size());
  for (size_t at = 0, bytes = 0; at < text.size(); at += bytes) {
    const uint32_t code = CodeAt(text, at, &bytes);
    switch (code) {
      case '<': out += "&lt;"; continue;
      case '>': out += "&gt;"; continue;
      case '&': out += "&amp;"; continue;
      case '"': out += "&quot;"; continue;
      case '\'': out += "&#39;"; continue;
      default: break;
    }
    if (!IsInvisible(code)) {
      out.append(text, at, bytes);
      continue;
    }
    constexpr char kHex[] = "0123456789abcdef";
    out += "\\u";
    for (int shift = 12; shift >= 0; shift -= 4) out += kHex[code >> shift & 15];
  }
  return out;
}

Html& Html::Element(std::string_view tag, std::string_view untrusted) {
  out_.append("<").append(tag).append(">");
  Text(untrusted);
  out_.append("</").append(tag).append(">");
  return *this;
}

Html& Html::Element(std::string_view tag, std::string_view css_class, std::string_view untrusted) {
  out_.append("<").append(tag).append(" class=\"").append(css_class).append("\">");
  Text(untrusted);
  out_.append("</").append(tag).append(">");
  return *this;
}

}  // namespace assay::lab
