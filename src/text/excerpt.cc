#include "text/excerpt.h"

#include <fmt/format.h>

#include "base/text.h"

namespace assay {
namespace {

// Characters that look like a space, or like nothing.
struct Invisible {
  std::string_view utf8;
  std::string_view shown;
};
constexpr Invisible kInvisible[] = {
    {"\u00a0", "\\u00a0"}, {"\u00ad", "\\u00ad"}, {"\u2009", "\\u2009"}, {"\u200b", "\\u200b"},
    {"\u200c", "\\u200c"}, {"\u200d", "\\u200d"}, {"\u200e", "\\u200e"}, {"\u200f", "\\u200f"},
    {"\u2028", "\\u2028"}, {"\u2029", "\\u2029"}, {"\u202f", "\\u202f"}, {"\u2060", "\\u2060"},
    {"\u3000", "\\u3000"}, {"\ufeff", "\\ufeff"}};

const Invisible* InvisibleAt(std::string_view text, size_t at) {
  for (const Invisible& one : kInvisible) {
    if (text.substr(at, one.utf8.size()) == one.utf8) return &one;
  }
  return nullptr;
}

}  // namespace

std::string Excerpt(std::string_view text, size_t most_bytes) {
  const bool cut = text.size() > most_bytes;
  if (cut) text = text.substr(0, most_bytes);
  const std::string valid = ReplaceInvalidUtf8(text);
  std::string result;
  for (size_t at = 0; at < valid.size(); ++at) {
    const char c = valid[at];
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\n') {
      result += "\\n";
    } else if (byte < 0x20 || byte == 0x7f) {
      result += fmt::format("\\x{:02x}", byte);
    } else if (const Invisible* found = InvisibleAt(valid, at)) {
      result += found->shown;
      at += found->utf8.size() - 1;
    } else {
      result += c;
    }
  }
  if (cut) result += "…";
  return result;
}

}  // namespace assay
