// Finds which class a Java source file must be named after, and which one has the main method.
// A small tokenizer skips comments, strings, text blocks and character literals; no more of the
// language is understood than that. Pure, thread-safe.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct JavaSource {
  std::string public_type;  // the top-level public class, interface, enum or record; or empty
  std::string main_type;    // the top-level type that declares `static … main(`; or empty
  std::string first_type;   // the first top-level type; or empty
  std::vector<std::string> types;  // all top-level types, in order

  bool HasType(std::string_view name) const {
    return std::find(types.begin(), types.end(), name) != types.end();
  }
};
JavaSource ScanJava(std::string_view code);

}  // namespace assay
