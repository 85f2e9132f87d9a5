// Reading a puzzle's facts: bounded integers, strings, lists and grids, with an error that names
// the member. Pure; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "text/json_reader.h"

namespace assay::logic {

using Grid = std::vector<std::vector<int>>;

// An error of kInvalidArgument about that member of the facts.
Error BadFacts(std::string_view member, const std::string& what);

Result<int> ReadInt(JsonValue facts, std::string_view member, int least, int most);
Result<std::string> ReadString(JsonValue facts, std::string_view member, size_t most_bytes);
// Between least_items and most_items of them, each between least and most.
Result<std::vector<int>> ReadInts(JsonValue facts, std::string_view member, size_t least_items,
                                  size_t most_items, int least, int most);
Result<std::vector<std::string>> ReadStrings(JsonValue facts, std::string_view member,
                                             size_t least_items, size_t most_items,
                                             size_t most_bytes);
// Rows of one length. Up to most_side rows and columns.
Result<Grid> ReadGrid(JsonValue facts, std::string_view member, size_t most_side, int least,
                      int most);
// Rows of characters as strings of one length, each character one of `alphabet`.
Result<std::vector<std::string>> ReadRows(JsonValue facts, std::string_view member,
                                          size_t most_side, std::string_view alphabet);

// [[1,2],[3,4]]
std::string GridJson(const Grid& grid);

}  // namespace assay::logic
