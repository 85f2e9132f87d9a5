#include "base/work/fingerprint.h"

#include <charconv>

namespace assay {

std::string_view PartReader::Fail() {
  good_ = false;
  bytes_ = {};
  return {};
}

std::string_view PartReader::Text() {
  size_t size = 0;
  const auto [end, error] = std::from_chars(bytes_.data(), bytes_.data() + bytes_.size(), size);
  const auto digits = static_cast<size_t>(end - bytes_.data());
  if (error != std::errc() || digits == bytes_.size() || *end != ':') return Fail();
  const size_t begin = digits + 1;
  if (size > bytes_.size() - begin) return Fail();
  const std::string_view part = bytes_.substr(begin, size);
  bytes_.remove_prefix(begin + size);
  return part;
}

int64_t PartReader::Number() {
  const std::string_view text = Text();
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size()) Fail();
  return good_ ? value : 0;
}

}  // namespace assay
