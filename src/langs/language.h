// The table of languages: how each compiles and runs, what its driver programs look like, and
// whatever else a part of Assay must know about one. It is made from entries (langs/entries), which
// a test may add to.
//
// Immutable once prepared; thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "langs/entries/entries.h"
#include "langs/entry/entry.h"
#include "langs/entry/program.h"
#include "langs/toolchain.h"

namespace assay {

// How runs of a language can be forked from a waiting interpreter.
struct WarmStart {
  WarmRecipe recipe = WarmRecipe::kNone;
  ProgramKind kind = ProgramKind::kWhole;
  std::vector<std::string> argv;  // interpreter and script; what follows differs by run
  std::map<std::string, std::string> env;
};

// What is still to be made for a language, on any thread.
struct Preparation {
  std::string what;     // "C++'s precompiled header"
  std::string without;  // what is so when it fails
  bool pays_at_once;    // as LanguagePreparation says
  PreparationWork work;
};

// The language that a file's extension belongs to, without regard to case; null when it is none's.
const LanguageEntry* EntryOfFile(const std::vector<LanguageEntry>& languages,
                                 std::string_view path);
// The name it is shown by; empty when there is none.
std::string LanguageOfFile(const std::vector<LanguageEntry>& languages, std::string_view path);

class LanguageTable {
 public:
  // Sets every language up for this host; may take a tenth of a second.
  explicit LanguageTable(const LanguageConfig& config,
                         std::vector<LanguageEntry> languages = BuiltInLanguages());
  ~LanguageTable();

  // The first setting that can't be used, such as a file that isn't there.
  Status CheckSettings() const;
  // Settles where below `cache_dir` lies what makes programs faster, and returns what of it is
  // still to be made; appends to `failures` what can't be. Everything works without. Call before
  // other threads know the table.
  std::vector<Preparation> Prepare(const std::string& cache_dir,
                                   std::vector<std::string>* failures);

  const std::vector<LanguageEntry>& entries() const;
  // Canonical id of a name or alias ("py", "python3", "c++", "js", "nodejs"), or nullopt.
  std::optional<std::string> Canonical(std::string_view name) const;
  // Canonical ids in table order.
  std::vector<std::string> Languages() const;
  bool Compiles(std::string_view language) const;
  // What the compiler is told when a submission brings no flags; empty for other languages.
  std::vector<std::string> DefaultFlags(std::string_view language) const;
  // The same of a contest's problem package; empty: the default flags.
  std::vector<std::string> ContestFlags(std::string_view language) const;
  // Limits are multiplied by this for slow starters (native routes only, when the caller asks).
  double TimeMultiplier(std::string_view language) const;
  // Whether a file beside the main one is compiled with it.
  bool IsCompileUnit(std::string_view language, std::string_view path) const;
  // Files that a judge or a plain run finds when its source mentions their names.
  std::vector<ProgramFile> OfferedFiles(std::string_view language, std::string_view source) const;
  // For code extraction: what the client called the language, and what fences call it.
  Fences FencesFor(std::string_view name) const;

  // kInvalidArgument names the field at fault (unknown language, a kind the language has no driver
  // for, a missing function name). `flags` replaces the default compiler flags when not empty.
  Result<Program> MakeProgram(std::string_view language, ProgramKind kind, std::string_view code,
                              const Problem& problem, const std::vector<std::string>& flags) const;

  // stdin of a driver program for one test. `nonce` is used by kAssert: the driver must repeat it
  // in its reply, so that a reply the candidate guesses is not a pass.
  BlobPtr DriverInput(const Problem& problem, const TestCase& test, std::string_view nonce) const;

  // Whether asserts of the language can be run at all; and apart from the code (kAssertTests,
  // kAssertCalls).
  bool RunsAsserts(std::string_view language) const;
  bool SeparatesAsserts(std::string_view language) const;
  // stdin of a kAssertTests program. That of kAssertCalls is AssertProgress::calls.
  BlobPtr AssertTestsInput(const Problem& problem, const AssertProgress& progress) const;

  // Whole programs and function calls, of languages that have a recipe.
  std::vector<WarmStart> WarmStarts() const;

  // Runs the version probes on the host, side by side (not in a box: the commands are the
  // operator's own); slow, call once at start-up. `only` names the languages to look for; empty:
  // all. Thread-safe.
  std::vector<Toolchain> Probe(const std::vector<std::string>& only = {}) const;
  // Host directories and files a box must see to run every language of the table: /usr, /lib, the
  // prefix of a configured interpreter… Nothing of /etc: a box has one of its own making, with what
  // toolchains read there.
  std::vector<std::string> ToolchainPaths() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace assay
