// The table of languages: how each compiles and runs, and what its driver programs look like. A new
// language joins with one entry in table.cc.
//
// Immutable after construction; thread-safe.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/blob.h"
#include "base/result.h"
#include "model/problem.h"

namespace assay {

// Python hashes strings with this seed in every run: a verdict must not depend on luck, and
// programs that print a set's elements in the order of their hashes do the same each time.
inline constexpr int kHashSeed = 0;

// A directory whose bits/stdc++.h.gch g++ finds when compiling with exactly these flags.
struct PrecompiledHeader {
  std::vector<std::string> flags;
  std::string directory;
};

// Where the toolchains are; every field can be set by the operator (flag, environment, YAML).
struct LanguageConfig {
  std::string python = "/usr/bin/python3";
  std::string cxx = "/usr/bin/g++";
  std::string cc = "/usr/bin/gcc";
  std::string java_home;  // empty: found from `javac` on PATH
  std::string node = "/usr/bin/node";
  std::string bash = "/bin/bash";
  std::vector<std::string> cxx_flags = {"-O2", "-std=gnu++17"};
  std::vector<std::string> c_flags = {"-O2", "-std=gnu17"};
  // Further C++ flag sets, besides cxx_flags, worth a precompiled header; see langs/pch.h.
  std::vector<std::vector<std::string>> precompiled_flag_sets;
  // Filled by PreparePrecompiledHeaders().
  std::vector<PrecompiledHeader> precompiled_headers;
};

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

struct Toolchain {
  std::string language;  // canonical id
  std::string version;   // "Python 3.11.2"; empty when not available
  std::string path;      // of the compiler or interpreter
  bool available = false;
  std::string problem;  // why it is not available, and what to install
};

class LanguageTable {
 public:
  explicit LanguageTable(LanguageConfig config);
  ~LanguageTable();

  // Canonical id of a name or alias ("py", "python3", "c++", "js", "nodejs"), or nullopt.
  std::optional<std::string> Canonical(std::string_view name) const;
  // Canonical ids in table order.
  std::vector<std::string> Languages() const;
  bool Compiles(std::string_view language) const;
  // What the compiler is told when a submission brings no flags; empty for other languages.
  std::vector<std::string> DefaultFlags(std::string_view language) const;
  // Limits are multiplied by this for slow starters (native routes only, when the caller asks).
  double TimeMultiplier(std::string_view language) const;

  // kInvalidArgument names the field at fault (unknown language, a kind the language has no driver
  // for, a missing function name). `flags` replaces the default compiler flags when not empty.
  Result<Program> MakeProgram(std::string_view language, ProgramKind kind, std::string_view code,
                              const Problem& problem, const std::vector<std::string>& flags) const;

  // stdin of a driver program for one test. `nonce` is used by kAssert: the driver must repeat it
  // in its reply, so that a reply the candidate guesses is not a pass.
  BlobPtr DriverInput(const Problem& problem, const TestCase& test, std::string_view nonce) const;

  // Whether asserts of the language can run apart from the code (kAssertTests, kAssertCalls).
  bool SeparatesAsserts(std::string_view language) const;
  // stdin of a kAssertTests program. That of kAssertCalls is AssertProgress::calls.
  BlobPtr AssertTestsInput(const Problem& problem, const AssertProgress& progress) const;

  // Runs the version probes on the host (not in a box: the commands are the operator's own); slow,
  // call once at start-up. Thread-safe.
  std::vector<Toolchain> Probe() const;
  // Host directories and files a box must see to run every language of the table: /usr, /lib, the
  // prefix of a configured interpreter… Nothing of /etc: a box has one of its own making, with what
  // toolchains read there.
  std::vector<std::string> ToolchainPaths() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
