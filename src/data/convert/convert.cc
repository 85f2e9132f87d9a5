#include "data/convert/convert.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "data/convert/formats.h"
#include "data/convert/label.h"

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

// What every problem owes, whatever its format. `what`: the row, in faults.
void CheckWhole(DatasetRow& row, const std::string& what, const ConvertedRow& converted) {
  if (converted.math) {
    if (TrimAsciiSpace(converted.gold).empty()) row.Fault(what + "'s answer is empty");
    if (converted.gold.size() > kMostAnswerBytes) row.Fault(what + "'s answer is over 1 MiB long");
    return;
  }
  if (!converted.own_problem.empty()) return;  // the native routes look at it
  if (converted.mode == ProblemMode::kAssert) {
    if (TrimAsciiSpace(converted.assert_code).empty()) {
      row.Fault(what + " has no asserts: no test is never a pass");
    }
  } else if (converted.tests.empty()) {
    row.Fault(what + " has no tests: no test is never a pass");
  }
}

// The row that was read, or why it is refused.
Conversion Finish(const RowFormat& format, const std::string& what, DatasetRow& columns,
                  ConvertedRow converted) {
  if (!columns.fault()) CheckWhole(columns, what, converted);
  Conversion conversion;
  if (!columns.fault()) {
    conversion.row = std::move(converted);
    return conversion;
  }
  conversion.refusal = {format.name, columns.fault_field(), *columns.fault(),
                        ExampleOf(format, columns.fault_field())};
  return conversion;
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
  ConvertedRow converted;
  converted.format = format->name;
  DatasetRow columns(row, "");
  format->read(columns, &converted);
  return Finish(*format, "the row", columns, std::move(converted));
}

Conversion ConvertLabel(JsonValue label, const std::string& where) {
  static const RowFormat format = LabelRows();
  ConvertedRow converted;
  converted.format = format.name;
  DatasetRow nothing(JsonValue(), "");
  ReadLabel(nothing, label, where, &converted);
  return Finish(format, where, nothing, std::move(converted));
}

}  // namespace assay
