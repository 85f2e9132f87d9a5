#include "data/convert/convert.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "data/convert/formats.h"

namespace assay {
namespace {

constexpr size_t kMostAnswerBytes = 1 << 20;  // as POST /v1/math/verify takes a gold

// The column that a path begins with, in the example of the format.
std::string ExampleOf(const RowFormat& format, std::string_view field) {
  JsonError error;
  const auto document = JsonDocument::Parse(format.example, &error);
  ASSAY_CHECK(document.has_value());
  const JsonValue column = document->root().Find(field.substr(0, field.find_first_of(".[")));
  return std::string((column ? column : document->root()).raw());
}

// What every problem owes, whatever its format.
void CheckWhole(DatasetRow& row, const ConvertedRow& converted) {
  if (converted.math) {
    if (TrimAsciiSpace(converted.gold).empty()) row.Fault("the row's answer is empty");
    if (converted.gold.size() > kMostAnswerBytes) row.Fault("the row's answer is over 1 MiB long");
    return;
  }
  if (converted.mode == ProblemMode::kAssert) {
    if (TrimAsciiSpace(converted.assert_code).empty()) {
      row.Fault("the row has no asserts: no test is never a pass");
    }
  } else if (converted.tests.empty()) {
    row.Fault("the row has no tests: no test is never a pass");
  }
}

const RowFormat* FormatLike(JsonValue row) {
  const auto formats = RowFormats();
  const auto found = std::find_if(formats.begin(), formats.end(),
                                  [&](const RowFormat& format) { return format.recognise(row); });
  return found == formats.end() ? nullptr : &*found;
}

}  // namespace

std::string RowFormatNames() {
  std::string names;
  for (const RowFormat& format : RowFormats()) {
    names.append(names.empty() ? "'" : ", '").append(format.name).append("'");
  }
  return names;
}

Conversion ConvertRow(JsonValue row, std::string_view name) {
  Conversion conversion;
  RowRefusal& refusal = conversion.refusal;
  const RowFormat& first = RowFormats()[0];
  if (!row.Is(JsonType::kObject)) {
    refusal.message = "a row must be an object of columns";
    refusal.example = ExampleOf(first, "");
    return conversion;
  }
  const RowFormat* const format = name.empty() ? FormatLike(row) : FindRowFormat(name);
  if (format == nullptr) {
    refusal.field = name.empty() ? "" : "format";
    refusal.message = name.empty() ? "the row has the columns of none of the formats: "
                                   : "there is no such format; known are ";
    refusal.message += RowFormatNames();
    refusal.example = name.empty() ? ExampleOf(first, "") : "\"" + std::string(first.name) + "\"";
    return conversion;
  }
  refusal.format = format->name;
  ConvertedRow converted;
  converted.format = format->name;
  DatasetRow columns(row, "");
  format->read(columns, &converted);
  if (!columns.fault()) CheckWhole(columns, converted);
  if (!columns.fault()) {
    conversion.row = std::move(converted);
    return conversion;
  }
  refusal.field = columns.fault_field();
  refusal.message = *columns.fault();
  refusal.example = ExampleOf(*format, refusal.field);
  return conversion;
}

}  // namespace assay
