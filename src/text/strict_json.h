// Values of a request, repeated in an answer. The reader takes NaN and infinities, as Python does,
// but JSON has no form for them: browsers and orjson refuse the whole answer that holds one.
// Pure, thread-safe.
#pragma once

#include <string_view>

#include "text/json_writer.h"

namespace assay {

// A value as it is written, with null for each NaN and infinity in it. REQUIRES: JsonDocument
// reads it.
void WriteStrict(std::string_view json, JsonWriter* writer);

}  // namespace assay
