// How pickles write texts and numbers where they don't do it in plain bytes: the escapes of the
// oldest protocol, and integers of any length. Nothing: it is damaged, or beyond our bounds. Pure;
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay::pickle {

// Latin-1 with \uXXXX and \UXXXXXXXX, as UTF-8. Halves of surrogate pairs are put together.
std::optional<std::string> FromRawUnicodeEscape(std::string_view line);
// A literal of Python 2 in quotes, "'it\\'s'"; as UTF-8.
std::optional<std::string> FromQuotedString(std::string_view line);

// Numbers as JSON text. Integers may have kMaxIntegerBytes (as bytes) or twice as many digits.
inline constexpr size_t kMaxIntegerBytes = 256;
std::optional<std::string> FromIntText(std::string_view text);
std::optional<std::string> FromFloatText(std::string_view text);
// As Python's json writes it: NaN and Infinity included.
std::string FloatText(double value);
// Two's complement, least significant byte first.
std::optional<std::string> FromLongBytes(std::string_view bytes);

}  // namespace assay::pickle
