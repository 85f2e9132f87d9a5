#include "api/shared/text_budget.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

// What a byte becomes in JSON: itself, an escape of two characters, or one of six. Where the text
// is no UTF-8 a byte may become the three of a replacement character.
int64_t TextBytes(char byte, bool valid) {
  const auto c = static_cast<unsigned char>(byte);
  if (c >= 0x80) return valid ? 1 : 3;
  if (c == '"' || c == '\\' || c == '\n' || c == '\r' || c == '\t' || c == '\b' || c == '\f')
    return 2;
  return c < 0x20 ? 6 : 1;
}

}  // namespace

int64_t ReplyTextShare(size_t submissions) {
  const auto count = static_cast<int64_t>(std::max<size_t>(submissions, 1));
  return std::clamp(kMostRequestText / count, kLeastReplyText, kMostReplyText);
}

std::string_view TextBudget::Take(std::string_view bytes) {
  const bool valid = IsValidUtf8(bytes);
  size_t fitting = 0;
  for (; fitting < bytes.size(); ++fitting) {
    const int64_t more = TextBytes(bytes[fitting], valid);
    if (more > left_) break;
    left_ -= more;
  }
  return bytes.substr(0, fitting);
}

bool TextBudget::TakeText(size_t bytes) {
  if (static_cast<int64_t>(bytes) > left_) return false;
  left_ -= static_cast<int64_t>(bytes);
  return true;
}

}  // namespace assay
