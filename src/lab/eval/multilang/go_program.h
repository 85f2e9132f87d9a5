// Go files put together from an answer and tests, which both bring imports: those may only stand
// behind the one package clause. Pure functions in linear time, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay::eval {

// SandboxFusion's: every package clause and every import found anywhere, comments included, goes to
// the top.
std::string PeerGoProgram(std::string_view code);

// Ours: one package clause, the imports that are used, and the answer without tests of its own.
std::string GoTestProgram(std::string_view code, std::string_view tests);

// HumanEval-X's way: a test file whose imports are those that are used, of its own and of the ten
// that its harness knows.
std::string GoUsedImports(std::string_view code);

// A program: one package clause, and the imports of the prompt, which the tests use, and of the
// answer.
std::string GoMainProgram(std::string_view prompt, std::string_view code);

}  // namespace assay::eval
