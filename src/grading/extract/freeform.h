// Freeform extraction: how SandboxFusion's data sets take a function out of an answer, to put it
// among tests of their own. Two rules of theirs: the older one of HumanEval, MultiPL-E and MBPP,
// and the later one of MBXP and Verilog. Unlike ExtractCode they drop what would meet the tests: a
// main function, a class around a method.
//
// Pure functions in linear time on any text, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "grading/extract/extracted_code.h"
#include "model/fences.h"

namespace assay {

// "python", "cpp", … as rows name it; `fences` are the language's. The first complete block counts,
// of whatever language; else an unfinished one; else what looks like code.
ExtractedCode ExtractFreeform(std::string_view text, std::string_view language,
                              const PeerFences& fences);

struct LaterFreeform {
  bool of_language = true;  // blocks of other languages do not count
  bool first_only = true;   // else all blocks, joined by a blank line
  // Of Java and C#: the first static method, without the class around it.
  bool inner_function_only = false;
  // Of Go: `package main` stays.
  bool keep_package = true;
};
ExtractedCode ExtractLaterFreeform(std::string_view text, std::string_view language,
                                   const PeerFences& fences, const LaterFreeform& rule);

}  // namespace assay
