// Whether a judge is one of testlib's, seen by its source: whoever sends one often leaves its kind
// and its language out, and one run by another protocol gets no arguments and rejects everything.
//
// Pure; any thread.
#pragma once

#include <string_view>

namespace assay {

// What such a judge is written in.
inline constexpr std::string_view kTestlibLanguage = "cpp";

// Has a line `#include "testlib.h"`, from whatever folder, that is in no comment of C++.
bool IncludesTestlib(std::string_view source);

// Includes it, and is written in C or C++: in other languages such a line is a comment.
// `language`: its id.
bool IsTestlibJudge(std::string_view source, std::string_view language);

}  // namespace assay
