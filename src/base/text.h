// Small, allocation-aware helpers on bytes: base64, UTF-8, hexadecimal, SHA-256. Pure functions,
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace assay {

std::string Base64Encode(std::string_view bytes);
// Lenient as RFC 2045 decoders are: characters outside the alphabet are skipped. Returns nullopt
// when the remaining characters cannot be a whole number of groups.
std::optional<std::string> Base64Decode(std::string_view text);

bool IsValidUtf8(std::string_view bytes);
// Each maximal ill-formed subsequence becomes U+FFFD (the Unicode standard's recommended practice).
std::string ReplaceInvalidUtf8(std::string_view bytes);

std::string Sha256Hex(std::string_view bytes);

std::string_view TrimAsciiSpace(std::string_view text);
bool StartsWith(std::string_view text, std::string_view prefix);
std::string AsciiLower(std::string_view text);

}  // namespace assay
