#include "logic/model/facts.h"

#include <cmath>
#include <optional>

#include "text/json_writer.h"

namespace assay::logic {
namespace {

std::optional<int> IntOf(JsonValue value, int least, int most) {
  if (!value.Is(JsonType::kNumber)) return std::nullopt;
  const double number = value.Double();
  if (!(number >= least && number <= most) || number != std::floor(number)) return std::nullopt;
  return static_cast<int>(number);
}

std::string Span(int least, int most) {
  return "a whole number from " + std::to_string(least) + " to " + std::to_string(most);
}

std::string Counts(size_t least, size_t most) {
  return std::to_string(least) + " to " + std::to_string(most);
}

// What a string of that length takes in JSON at most: six characters for each byte, and quotes.
constexpr size_t WrittenBytes(size_t bytes) {
  return 6 * bytes + 2;
}

Result<std::vector<int>> IntsOf(JsonValue list, std::string_view member, size_t least_items,
                                size_t most_items, int least, int most) {
  if (!list.Is(JsonType::kArray)) return BadFacts(member, "must be a list");
  // Counted first: a list of millions is refused before it is copied.
  const size_t count = list.Count();
  if (count < least_items || count > most_items) {
    return BadFacts(member, "must have " + Counts(least_items, most_items) + " items");
  }
  std::vector<int> read;
  read.reserve(count);
  for (const JsonValue& item : list.Items()) {
    const std::optional<int> number = IntOf(item, least, most);
    if (!number) return BadFacts(member, "each item must be " + Span(least, most));
    read.push_back(*number);
  }
  return read;
}

}  // namespace

Error BadFacts(std::string_view member, const std::string& what) {
  return InvalidField("logic.facts", std::string(member), what);
}

Result<int> ReadInt(JsonValue facts, std::string_view member, int least, int most) {
  const std::optional<int> number = IntOf(facts.Find(member), least, most);
  if (!number) return BadFacts(member, "must be " + Span(least, most));
  return *number;
}

Result<std::string> ReadString(JsonValue facts, std::string_view member, size_t most_bytes) {
  const JsonValue value = facts.Find(member);
  if (!value.Is(JsonType::kString)) return BadFacts(member, "must be a string");
  // As it is written first: one of millions is refused before it is copied.
  const bool long_as_written = value.raw().size() > WrittenBytes(most_bytes);
  std::string text = long_as_written ? std::string() : value.String();
  if (long_as_written || text.size() > most_bytes) {
    return BadFacts(member, "must have at most " + std::to_string(most_bytes) + " bytes");
  }
  return text;
}

Result<std::vector<int>> ReadInts(JsonValue facts, std::string_view member, size_t least_items,
                                  size_t most_items, int least, int most) {
  return IntsOf(facts.Find(member), member, least_items, most_items, least, most);
}

Result<std::vector<std::string>> ReadStrings(JsonValue facts, std::string_view member,
                                             size_t least_items, size_t most_items,
                                             size_t most_bytes) {
  const JsonValue list = facts.Find(member);
  if (!list.Is(JsonType::kArray)) return BadFacts(member, "must be a list of strings");
  const size_t count = list.Count();
  if (count < least_items || count > most_items) {
    return BadFacts(member, "must have " + Counts(least_items, most_items) + " items");
  }
  std::vector<std::string> read;
  read.reserve(count);
  for (const JsonValue& item : list.Items()) {
    if (!item.Is(JsonType::kString) || item.raw().size() > WrittenBytes(most_bytes)) {
      return BadFacts(
          member, "each item must be a string of at most " + std::to_string(most_bytes) + " bytes");
    }
    read.push_back(item.String());
    if (read.back().size() > most_bytes) {
      return BadFacts(member,
                      "each item must have at most " + std::to_string(most_bytes) + " bytes");
    }
  }
  return read;
}

Result<Grid> ReadGrid(JsonValue facts, std::string_view member, size_t most_side, int least,
                      int most) {
  const JsonValue rows = facts.Find(member);
  if (!rows.Is(JsonType::kArray)) return BadFacts(member, "must be a list of rows");
  const size_t count = rows.Count();
  if (count < 1 || count > most_side) {
    return BadFacts(member, "must have " + Counts(1, most_side) + " rows");
  }
  Grid grid;
  for (const JsonValue& row : rows.Items()) {
    Result<std::vector<int>> read = IntsOf(row, member, 1, most_side, least, most);
    if (!read.ok()) return read.error();
    if (!grid.empty() && grid.front().size() != read->size()) {
      return BadFacts(member, "its rows must have the same length");
    }
    grid.push_back(std::move(*read));
  }
  return grid;
}

Result<std::vector<std::string>> ReadRows(JsonValue facts, std::string_view member,
                                          size_t most_side, std::string_view alphabet) {
  Result<std::vector<std::string>> rows = ReadStrings(facts, member, 1, most_side, most_side);
  if (!rows.ok()) return rows;
  for (const std::string& row : *rows) {
    if (row.empty() || row.size() != rows->front().size()) {
      return BadFacts(member, "its rows must have the same length, at least 1");
    }
    if (row.find_first_not_of(alphabet) != std::string::npos) {
      return BadFacts(member, "its rows may have only the characters " + std::string(alphabet));
    }
  }
  return rows;
}

std::string GridJson(const Grid& grid) {
  JsonWriter writer;
  writer.BeginArray();
  for (const std::vector<int>& row : grid) {
    writer.BeginArray();
    for (const int cell : row) writer.Int(cell);
    writer.EndArray();
  }
  writer.EndArray();
  return writer.Take();
}

}  // namespace assay::logic
