// Reading answers of one line of characters. Pure; thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay::logic {

// What is left without white space and "$", with * and - for × · and −. Nothing: it is no
// character, or has one that is not of the alphabet, or white space within a number. No more than
// `most` characters and one are read, so a longer result is too long.
std::optional<std::string> WithoutBlanks(std::string_view answer, std::string_view alphabet,
                                         size_t most);

}  // namespace assay::logic
