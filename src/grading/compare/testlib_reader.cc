#include "grading/compare/testlib_reader.h"

#include <charconv>

#include "grading/compare/number.h"

namespace assay {
namespace {

bool IsTestlibBlank(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

}  // namespace

void TestlibReader::SkipByteOrderMark() {
  if (at_ == 0 && text_.substr(0, 3) == "\xef\xbb\xbf") at_ = 3;
}

bool TestlibReader::SeekEnd() {
  while (at_ < text_.size() && IsTestlibBlank(text_[at_])) ++at_;
  return AtEnd();
}

std::optional<std::string_view> TestlibReader::Token() {
  const bool none = SeekEnd();
  last_at_ = at_;
  if (none) return std::nullopt;
  while (at_ < text_.size() && !IsTestlibBlank(text_[at_])) ++at_;
  return text_.substr(last_at_, at_ - last_at_);
}

std::optional<int64_t> TestlibReader::Integer() {
  const auto token = Token();
  return token ? TestlibInteger(*token) : std::nullopt;
}

std::optional<double> TestlibReader::Real() {
  const auto token = Token();
  if (!token || FormOf(*token) == NumberForm::kNone) return std::nullopt;
  return DecimalValue(*token);
}

std::string TestlibReader::Line() {
  last_at_ = at_;
  std::string line;
  while (at_ < text_.size() && text_[at_] != '\n') {
    if (text_[at_] == '\r') {
      ++at_;
      if (AtEnd()) line += '\xff';
      if (AtEnd() || text_[at_] == '\n') break;
    }
    line += text_[at_++];
  }
  if (!AtEnd()) ++at_;
  return line;
}

std::optional<int64_t> TestlibInteger(std::string_view token) {
  const std::string_view digits = token.substr(!token.empty() && token[0] == '-' ? 1 : 0);
  const bool minus = digits.size() < token.size();
  if (FormOf(digits) != NumberForm::kInteger || !IsDigit(digits[0])) return std::nullopt;
  if (digits[0] == '0' && (minus || digits.size() > 1)) return std::nullopt;
  int64_t value = 0;
  const auto [end, error] = std::from_chars(token.data(), token.data() + token.size(), value);
  if (error != std::errc() || end != token.data() + token.size()) return std::nullopt;
  return value;
}

}  // namespace assay
