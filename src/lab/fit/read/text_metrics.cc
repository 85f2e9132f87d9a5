// ReadTextMetrics() at the end sees which of the forms it is.
#include "lab/fit/read/text_metrics.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/text.h"
#include "text/json_reader.h"
#include "text/number.h"

namespace assay::fit {
namespace {

constexpr char kStage[] = "fit.metrics";
constexpr int kMostDepth = 8;  // of objects in objects

Error Faulty(std::string message) {
  return {ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

// A whole number or decimal, as exports write them; nothing for empty cells, words, NaN.
std::optional<double> NumberOf(std::string_view text) {
  text = TrimAsciiSpace(text);
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  return NumberIn<double>(text);
}

void AddMembers(JsonValue object, const std::string& prefix, int depth, Metrics* metrics) {
  for (const JsonValue::Member& member : object.Members()) {
    const std::string name = prefix.empty() ? member.key : prefix + "." + member.key;
    if (member.value.Is(JsonType::kNumber)) {
      metrics->Add(name, member.value.Double());
    } else if (member.value.Is(JsonType::kString)) {
      if (const auto number = NumberOf(member.value.String())) metrics->Add(name, *number);
    } else if (member.value.Is(JsonType::kObject) && depth < kMostDepth) {
      AddMembers(member.value, name, depth + 1, metrics);
    }
  }
}

Status AddItems(JsonValue list, Metrics* metrics) {
  for (const JsonValue item : list.Items()) {
    if (!item.Is(JsonType::kObject)) return Faulty("a list must have objects with numbers by name");
    metrics->BeginRecord();
    AddMembers(item, "", 0, metrics);
  }
  return Status();
}

// The only list of objects in an object, as TRL's "log_history" is one; nothing: there is none.
JsonValue ListIn(JsonValue object) {
  JsonValue found;
  for (const JsonValue::Member& member : object.Members()) {
    if (!member.value.Is(JsonType::kArray)) continue;
    const std::vector<JsonValue> items = member.value.Items();
    if (items.empty() || !items.front().Is(JsonType::kObject)) continue;
    if (member.key == "log_history") return member.value;
    if (found) return JsonValue();
    found = member.value;
  }
  return found;
}

// Calls with each line and whether it is whole, that is, ended.
template <typename OnLine>
Status ForEachLine(std::string_view text, OnLine on_line) {
  while (!text.empty()) {
    const size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    ASSAY_RETURN_IF_ERROR(on_line(line, end != std::string_view::npos));
  }
  return Status();
}

Result<Metrics> ReadJson(std::string_view text) {
  Metrics metrics;
  JsonError error;
  // One document, if it is one; else an object a line.
  const size_t first_line = std::min(text.find('\n'), text.size());
  const bool lines = text.front() == '{' && JsonDocument::Parse(text.substr(0, first_line), &error);
  if (!lines || TrimAsciiSpace(text.substr(first_line)).empty()) {
    const auto document = JsonDocument::Parse(text, &error);
    if (!document) return Faulty("is no JSON: " + error.message);
    const JsonValue root = document->root();
    const JsonValue list = root.Is(JsonType::kArray) ? root : ListIn(root);
    if (list) {
      ASSAY_RETURN_IF_ERROR(AddItems(list, &metrics));
    } else {
      metrics.BeginRecord();
      AddMembers(root, "", 0, &metrics);
    }
    return metrics;
  }
  size_t number = 0;
  ASSAY_RETURN_IF_ERROR(ForEachLine(text, [&](std::string_view line, bool whole) -> Status {
    ++number;
    if (TrimAsciiSpace(line).empty()) return Status();
    const Status added = AddJsonRecord(line, &metrics);
    if (added.ok() || !whole) return Status();
    return Faulty(fmt::format("line {}: {}", number, added.error().message));
  }));
  return metrics;
}

// "step:12 - actor/loss:0.3 - …", with whatever a launcher put before it; -1: no such line.
constexpr std::string_view kVerlStart = "step:";
constexpr std::string_view kVerlBetween = " - ";

size_t VerlStart(std::string_view line) {
  const size_t begin = line.find(kVerlStart);
  if (begin == std::string_view::npos ||
      (begin > 0 && line[begin - 1] != ' ' && line[begin - 1] != ')')) {
    return std::string_view::npos;
  }
  const size_t end = line.find(kVerlBetween, begin);
  if (end == std::string_view::npos) return end;
  return NumberOf(line.substr(begin + kVerlStart.size(), end - begin - kVerlStart.size()))
             ? begin
             : std::string_view::npos;
}

bool HasVerlLines(std::string_view text) {
  for (size_t at = text.find(kVerlStart); at != std::string_view::npos;
       at = text.find(kVerlStart, at + 1)) {
    const size_t line_begin = text.rfind('\n', at) + 1;
    const size_t line_end = std::min(text.find('\n', at), text.size());
    if (VerlStart(text.substr(line_begin, line_end - line_begin)) != std::string_view::npos)
      return true;
  }
  return false;
}

Result<Metrics> ReadVerlLines(std::string_view text) {
  Metrics metrics;
  ASSAY_RETURN_IF_ERROR(ForEachLine(text, [&](std::string_view line, bool whole) -> Status {
    const size_t begin = VerlStart(line);
    if (begin == std::string_view::npos || !whole) return Status();
    line.remove_prefix(begin);
    metrics.BeginRecord();
    while (!line.empty()) {
      const size_t end = line.find(kVerlBetween);
      const std::string_view pair = line.substr(0, end);
      line.remove_prefix(end == std::string_view::npos ? line.size() : end + kVerlBetween.size());
      const size_t colon = pair.rfind(':');
      if (colon == std::string_view::npos) continue;
      if (const auto number = NumberOf(pair.substr(colon + 1))) {
        metrics.Add(TrimAsciiSpace(pair.substr(0, colon)), *number);
      }
    }
    return Status();
  }));
  return metrics;
}

// One line of it; quoted cells may hold separators, and quotes twice.
std::vector<std::string> CellsOf(std::string_view line, char separator) {
  std::vector<std::string> cells(1);
  bool quoted = false;
  for (size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quoted && c == '"' && i + 1 < line.size() && line[i + 1] == '"') {
      cells.back() += line[++i];
    } else if (c == '"') {
      quoted = !quoted;
    } else if (c == separator && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

Result<Metrics> ReadCsv(std::string_view text, LastRow last) {
  Metrics metrics;
  std::vector<std::string> header;
  char separator = ',';
  size_t number = 0;
  ASSAY_RETURN_IF_ERROR(ForEachLine(text, [&](std::string_view line, bool whole) -> Status {
    ++number;
    if (TrimAsciiSpace(line).empty()) return Status();
    if (!whole && last == LastRow::kMayBeCut) return Status();
    if (header.empty()) {
      // The one that there is most of.
      for (const char each : {'\t', ';'}) {
        if (std::count(line.begin(), line.end(), each) >
            std::count(line.begin(), line.end(), separator)) {
          separator = each;
        }
      }
      for (const std::string& cell : CellsOf(line, separator)) {
        header.emplace_back(TrimAsciiSpace(cell));
      }
      return Status();
    }
    const std::vector<std::string> cells = CellsOf(line, separator);
    if (cells.size() > header.size()) {
      return Faulty(
          fmt::format("line {} has {} cells, and the header {}: it is no table of numbers "
                      "(CSV, JSONL, TensorBoard's events or verl's lines are)",
                      number, cells.size(), header.size()));
    }
    if (cells.size() < header.size() && !whole) return Status();
    metrics.BeginRecord();
    for (size_t i = 0; i < cells.size(); ++i) {
      if (const auto value = NumberOf(cells[i])) metrics.Add(header[i], *value);
    }
    return Status();
  }));
  return metrics;
}

}  // namespace

Status AddJsonRecord(std::string_view object, Metrics* metrics) {
  JsonError error;
  const auto document = JsonDocument::Parse(object, &error);
  if (!document) return Faulty("is no JSON: " + error.message);
  if (!document->root().Is(JsonType::kObject)) return Faulty("is no object with numbers by name");
  metrics->BeginRecord();
  AddMembers(document->root(), "", 0, metrics);
  return Status();
}

Result<Metrics> ReadTextMetrics(std::string_view bytes, LastRow last) {
  if (StartsWith(bytes, "\xef\xbb\xbf")) bytes.remove_prefix(3);
  const size_t first = bytes.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) return Faulty("is empty");
  const std::string_view text = bytes.substr(first);
  if (text.front() == '{' || text.front() == '[') return ReadJson(text);
  return HasVerlLines(text) ? ReadVerlLines(text) : ReadCsv(text, last);
}

}  // namespace assay::fit
