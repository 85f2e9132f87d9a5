// A program of a submission as it is compiled and run, and the kinds of programs there are. Plain
// values.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"

namespace assay {

// Python hashes strings with this seed in every run: a verdict must not depend on luck, and
// programs that print a set's elements in the order of their hashes do the same each time.
inline constexpr int kHashSeed = 0;

// A file of a program, text or bytes, placed in the work directory.
struct ProgramFile {
  std::string path;
  BlobPtr contents;
};

// A program ready to be compiled and run: everything concrete, nothing left to look up.
struct Program {
  std::string language;
  std::vector<ProgramFile> sources;       // present when compiling; and when running, if kept
  std::vector<std::string> compile_argv;  // empty: nothing to compile
  std::vector<std::string> artifacts;     // names or patterns to keep from the compile step
  std::vector<std::string> run_argv;
  std::map<std::string, std::string> env;
  // Words in its error output by which the language reports a failure and exits with 0 all the
  // same.
  std::vector<std::string> failure_signs;
  bool sources_at_run = true;  // false: only the artifacts are needed
  bool reply = false;          // the program answers on kReplyFd
};

enum class ProgramKind {
  kWhole,         // the code is the whole program
  kJudge,         // the same of a special judge, which never ends well by accident
  kFunctionCall,  // a driver reads arguments (JSON array) from stdin, calls, replies with JSON
  kAssert,        // a driver reads {nonce, setup, test, function} from stdin and runs the asserts
  kAssertTests,   // the asserts alone, without the code: see AssertTestsInput
  kAssertCalls,   // the code alone: a driver performs what kAssertTests asked for
};

// What is known when the tests of separated asserts run: nothing at first.
struct AssertProgress {
  std::string calls;                      // as the tests' process gave them
  std::vector<std::string_view> results;  // a line for each that was performed, in order
  bool clean = false;                     // the candidate's process ended well after the last
};

}  // namespace assay
