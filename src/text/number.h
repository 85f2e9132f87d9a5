// A number that is a text from end to end, in the C locale. Pure; thread-safe.
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>

namespace assay {

// Nothing: the text is something else, has something around it, or is out of the type's range. A
// floating-point one may be infinite or not a number, as from_chars reads "inf" and "nan".
template <typename Number>
std::optional<Number> NumberIn(std::string_view text) {
  Number number{};
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace assay
