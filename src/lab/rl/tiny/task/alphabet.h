// The alphabet of a small transformer: a token is a character that can be printed, a new line, or
// the end of what is written. Pure; thread-safe.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay::tiny {

inline constexpr int kEnd = 96;
inline constexpr int kAlphabet = 97;

// Nothing: there is a character in it that it has no token for.
std::optional<std::vector<int>> Encode(std::string_view text);
// An end stands for no character. REQUIRES: tokens of the alphabet.
std::string Decode(std::span<const int> tokens);

}  // namespace assay::tiny
