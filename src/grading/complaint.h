// What a program that ended badly, or a compiler, says about it on stderr, in one line for a
// message: the line that tells most, and, when a module, class or header isn't there, that first.
// Only messages follow from it, never a verdict: the candidate writes what it likes.
//
// Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

// ": ZeroDivisionError: division by zero", ready to be put behind how it ended. Empty when stderr
// says nothing.
std::string RunComplaint(std::string_view stderr_bytes);
// Of a compiler, whose first error tells most.
std::string CompileComplaint(std::string_view stderr_bytes);
// "there is no module 'numpy' on this server", when that is what `line` says; else empty.
std::string MissingPart(std::string_view line);

}  // namespace assay
