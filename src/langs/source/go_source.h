// What a driver must know of a Go file before it can stand beside it in one package. A small
// tokenizer skips comments, strings and runes; no more of the language is understood than how
// declarations of the outermost level begin. Pure, thread-safe.
#pragma once

#include <set>
#include <string_view>

namespace assay {

struct GoSource {
  // Of the package clause; empty: there is none, as in code that is written for online judges.
  std::string_view package;
  std::string_view main;                 // the name in "func main("; empty: there is none
  std::set<std::string_view> declared;   // functions, types, variables and constants of the file
  std::set<std::string_view> imported;   // names that its imports give
  std::set<std::string_view> qualifies;  // what stands before a dot and behind none: "sort"
};
GoSource ScanGo(std::string_view code);

}  // namespace assay
