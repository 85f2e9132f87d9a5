#include "api/sessions/wire/file_range.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

std::optional<int64_t> WholeNumber(std::string_view text) {
  int64_t number = 0;
  const auto [end, ec] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (ec != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// "bytes=5-9", "bytes=5-", "bytes=-9".
std::optional<FileRange> ParseHeader(std::string_view header) {
  header = TrimAsciiSpace(header);
  if (!StartsWith(header, "bytes=")) return std::nullopt;
  header.remove_prefix(6);
  const size_t dash = header.find('-');
  if (dash == header.npos) return std::nullopt;
  const auto first = WholeNumber(header.substr(0, dash));
  const auto last = WholeNumber(header.substr(dash + 1));
  if (dash == 0) {
    if (!last || *last <= 0) return std::nullopt;
    return FileRange{-*last, -1};
  }
  if (!first || *first < 0) return std::nullopt;
  if (dash + 1 == header.size()) return FileRange{*first, -1};
  if (!last || *last < *first) return std::nullopt;
  return FileRange{*first, *last - *first + 1};
}

}  // namespace

AskedRange ReadRange(const Query& query, std::string_view header, FieldErrors* errors) {
  AskedRange asked;
  const auto read = [&](const char* name, int64_t least, int64_t* value) {
    const auto text = query.Find(name);
    if (!text) return;
    const auto number = WholeNumber(*text);
    if (!number || *number < least || *number > (int64_t{1} << 60)) {
      errors->Add(FieldPath{} / name, "value_error", "is no such whole number: " + *text);
      return;
    }
    *value = *number;
    asked.whole = false;
  };
  read("offset", -(int64_t{1} << 60), &asked.range.offset);
  read("length", 0, &asked.range.bytes);
  if (!asked.whole) return asked;
  if (const auto range = ParseHeader(header)) {
    asked.range = *range;
    asked.whole = false;
    asked.must_overlap = true;
  }
  return asked;
}

FilePart PartOf(const FileRange& range, int64_t size) {
  FilePart part;
  part.begin =
      range.offset < 0 ? std::max<int64_t>(0, size + range.offset) : std::min(range.offset, size);
  part.end = range.bytes < 0 ? size : part.begin + std::min(range.bytes, size - part.begin);
  return part;
}

}  // namespace assay
