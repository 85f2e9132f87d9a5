// What freeform extraction takes away from a program, and the text work that the rules of data sets
// share with it. Braces are counted as they stand, in texts and comments too, as the peers do.
//
// Pure functions in linear time, thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

void ReplaceAll(std::string_view what, std::string_view with, std::string* code);
inline void EraseAll(std::string_view what, std::string* code) {
  ReplaceAll(what, "", code);
}
// Drops the text from the first `token` on, and then white space at both ends; without the token
// nothing.
void CutAt(std::string_view token, std::string* code);
// Drops the first line that asks for __main__ and all below.
void CutPythonMain(std::string* code);
// Turns a public class Main into a class Solution without the main method's head.
void RenameJavaMain(std::string* code);
// The first `public static … { … }`, or of another visibility; without one nothing changes.
void KeepFirstStaticMethod(bool internal_too, std::string* code);
// Drops the first `func main(…) { … }` (or `fun`, as the language has it).
void EraseMainFunction(std::string_view keyword, std::string* code);
// The inside of `object X { … }`.
void KeepScalaObjectBody(std::string* code);
// What follows the ports of the first module, its endmodule included.
void KeepVerilogModuleBody(std::string* code);

}  // namespace assay
