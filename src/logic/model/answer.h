// Reading the answers of models: words of a line, grids of numbers, spaces and signs where they
// don't matter. Pure; thread-safe. Each takes any bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "logic/model/facts.h"

namespace assay::logic {

// Without white space around it.
std::string_view Trimmed(std::string_view text);
// Lines that have something, without white space around each.
std::vector<std::string_view> LinesOf(std::string_view text);
// What is between white space and commas.
std::vector<std::string_view> WordsOf(std::string_view line);
// An integer of at most nine digits, all of the word; a sign may stand before it.
std::optional<int> IntOf(std::string_view word);
// Rows of integers between white space and commas; brackets around rows and around all of them are
// taken, too. Rows may have different lengths. Nothing: there is something else, or nothing.
std::optional<Grid> GridOf(std::string_view text);
// ASCII letters only.
std::string Lower(std::string_view text);

}  // namespace assay::logic
