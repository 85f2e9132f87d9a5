// ConvertRow: from a row of whatever data set to our own form, or to a refusal that names the field
// and shows what would be understood. The server, the command line and the clients all come here.
//
// Bounds: a row is what JsonDocument takes; what is packed in it unpacks to 256 MiB at most, nested
// texts are decoded to a fixed depth. Nothing of a row is evaluated or run. Pure; thread-safe; time
// linear in what the row unpacks to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/convert/converted.h"

namespace assay {

struct RowRefusal {
  std::string_view format;  // that the row was read as; empty: like none
  std::string field;        // "input_output.inputs[2]"; empty: the row as a whole
  std::string message;
  std::string example;  // JSON: what the column may be, or a whole row
};

struct Conversion {
  std::optional<ConvertedRow> row;
  RowRefusal refusal;  // without a row
};

// `format`: a name of formats.h's; empty: whichever the row is like.
Conversion ConvertRow(JsonValue row, std::string_view format);

// The same of a trainer's label (label.h), which faults call `where`.
Conversion ConvertLabel(JsonValue label, const std::string& where);

// "'livecodebench', 'codeforces', …".
std::string RowFormatNames();

}  // namespace assay
