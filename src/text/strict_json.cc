#include "text/strict_json.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kNotFinite[] = {"NaN", "Infinity", "-Infinity"};

// Of the string that `json` begins with, its quotes included.
size_t StringLength(std::string_view json) {
  size_t at = 1;
  while (json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return at + 1;
}

}  // namespace

void WriteStrict(std::string_view json, JsonWriter* writer) {
  // Nearly every value has neither word, not even in its strings.
  if (json.find("NaN") == json.npos && json.find("Infinity") == json.npos) {
    writer->Raw(json);
    return;
  }
  std::string strict;
  strict.reserve(json.size());
  for (size_t at = 0; at < json.size();) {
    const std::string_view rest = json.substr(at);
    const auto word = std::find_if(std::begin(kNotFinite), std::end(kNotFinite),
                                   [&](std::string_view known) { return StartsWith(rest, known); });
    if (word != std::end(kNotFinite)) {
      strict += "null";
      at += word->size();
    } else {
      const size_t length = json[at] == '"' ? StringLength(rest) : 1;
      strict += rest.substr(0, length);
      at += length;
    }
  }
  writer->Raw(strict);
}

}  // namespace assay
