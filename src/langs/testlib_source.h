// Whether a judge is one of testlib's, seen by its source: whoever sends one often leaves its kind
// and its language out, and one run by another protocol gets no arguments and rejects everything.
//
// Pure; any thread.
#pragma once

#include <string_view>

namespace assay {

// What such a judge is written in.
inline constexpr std::string_view kTestlibLanguage = "cpp";

// Has a line `#include "testlib.h"`, from whatever folder, that is no comment to the end of the
// line.
bool IncludesTestlib(std::string_view source);

}  // namespace assay
