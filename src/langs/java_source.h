// Finds which class a Java source file must be named after, and which one has the main method.
// A small tokenizer skips comments, strings, text blocks and character literals; no more of the
// language is understood than that. Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

struct JavaSource {
  std::string public_type;    // the top-level public class, interface, enum or record; or empty
  std::string main_type;      // the top-level type that declares `static … main(`; or empty
  std::string first_type;     // the first top-level type; or empty
  bool has_solution = false;  // a top-level type is called Solution
};
JavaSource ScanJava(std::string_view code);

}  // namespace assay
