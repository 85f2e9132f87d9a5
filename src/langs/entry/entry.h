// LanguageEntry: all there is to know about one language. Plain data, which costs nothing to make;
// and a function that says how programs are compiled and run on this host (LanguageTools), plus
// hooks where a kind of program needs more than a file. LanguageTable turns an entry and a
// submission into a Program; everybody else asks the table, and knows no language by its name.
//
// Values; immutable once in a table.
#pragma once

#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "langs/entry/config.h"
#include "langs/entry/program.h"
#include "model/fences.h"
#include "model/problem.h"

namespace assay {

// What a hook lays out for one program: its files, and what the placeholders of the command lines
// stand for.
struct ProgramLayout {
  std::vector<ProgramFile> sources;
  std::vector<std::string> compiled;   // "{files}" of the compile command
  std::string main;                    // "{main}" of the run command
  std::vector<std::string> options;    // "{options}" of the run command
  std::vector<std::string> arguments;  // appended to the run command
};
// Fills the layout; kInvalidArgument names the field at fault.
using LayoutHook =
    std::function<Status(const Problem& problem, std::string_view code, ProgramLayout* layout)>;

// Words a compile gets besides, when its flags are exactly these: a precompiled header's place.
struct FlagAddition {
  std::vector<std::string> flags;
  std::vector<std::string> added;
};

// Words a compile ends with when a source of the program includes a header whose path begins with
// `mention`: the libraries behind those headers.
struct MentionedLibraries {
  std::string mention;
  std::vector<std::string> flags;
};

struct LanguageTools;
// Makes something on the host; may take seconds, on any thread, while programs run. Ends early,
// with an error, when a stop is asked for.
using PreparationWork = std::function<Status(std::stop_token stop)>;
// Something made once on the host, below `cache_dir`, that makes programs faster. Everything works
// without it, before it is there as well as after an error.
struct LanguagePreparation {
  std::string what = {};     // "C++'s precompiled header"
  std::string without = {};  // what is so when it fails: "C++ compiles without …"
  // It is there after seconds and pays after a few submissions: who judges but once waits for it.
  bool pays_at_once = false;
  // Settles where it lies and how the tools find it there, quickly, and returns what is left to do;
  // null when it is there already.
  std::function<Result<PreparationWork>(const std::string& cache_dir, LanguageTools* tools)> place =
      nullptr;
};

// How programs of a language are compiled and run on this host, under the operator's settings.
struct LanguageTools {
  Status settings = {};                   // an error: a setting can't be used; it says which
  std::string source = {};                // file name of a whole program
  std::vector<std::string> compile = {};  // "{flags}" and "{files}" expand; empty: interpreted
  std::vector<std::string> default_flags = {};  // what "{flags}" is when the submission names none
  std::vector<FlagAddition> flag_additions = {};
  std::vector<std::string> link_flags = {};  // appended unless the flags choose their own linking
  std::vector<MentionedLibraries> libraries = {};
  std::vector<std::string> artifacts = {};
  std::vector<std::string> run = {};            // "{options}" and "{main}" expand
  std::map<std::string, std::string> env = {};  // added to the environment all languages share
  // Words in a program's error output by which the language reports a failure (an assertion's, a
  // test's) though it exits with 0: such a run is none that ended well. Whole programs only.
  std::vector<std::string> failure_signs = {};
  std::vector<std::string> version_argv = {};
  std::string version_prefix = {};  // for programs whose version says nothing else
  // In place of version_argv, where asking the program takes long or isn't enough: the version, or
  // an error that says what is missing. The first of `programs` is what is shown as its path.
  std::function<Result<std::string>()> find_version = nullptr;
  // What a box must see, besides the system's own /usr and /lib: of programs the prefix they are
  // installed under, paths as they are, and those that only a command of the toolchain knows.
  std::vector<std::string> programs = {};
  std::vector<std::string> visible_paths = {};
  std::function<std::vector<std::string>()> find_paths = nullptr;
  // Given to judges and plain runs whose source mentions the name and which don't bring it.
  std::vector<ProgramFile> offered_files = {};
  LanguagePreparation preparation = {};
  LayoutHook whole = nullptr;          // null: the code as `source`, which is also "{main}"
  LayoutHook judge = nullptr;          // of a special judge; null: as a whole program
  LayoutHook function_call = nullptr;  // null: not supported
  LayoutHook assertion = nullptr;      // null: not supported
  // Both or neither: asserts in two processes.
  LayoutHook assertion_tests = nullptr;
  LayoutHook assertion_calls = nullptr;
};

// How runs can be forked from an interpreter that waits. Another one needs a library of its own
// (sandbox/zygote).
enum class WarmRecipe { kNone, kCPython };

// Four tiny programs by which a toolchain shows that it tells their ends apart
// (langs/self_test_board.h). They read nothing and use nothing but the language.
struct SelfTestPrograms {
  std::string right = {};      // ends well; prints "ok" where programs of the language print
  std::string assertion = {};  // an assertion fails: of the language, or of its usual tests
  std::string broken = {};     // cannot be compiled, or read
  std::string crash = {};      // ends by an error of its own, not by an assertion
  // What is in the output of `assertion` and not in that of `crash`.
  std::string assertion_sign = {};
  bool right_prints = true;  // false: `right` only ends well (a test runner's output is its own)
};

struct LanguageEntry {
  std::string id = {};
  std::vector<std::string> aliases = {};  // compared without regard to case, as is the id
  std::string common_name = {};           // where people read it and in requests; empty: the id
  // Of its files, with the dot. Those of a compiled language's multi-file program which bear one
  // (compared exactly) are compiled with it.
  std::vector<std::string> extensions = {};
  // The same where another language bears the extension; empty: `extensions`.
  std::vector<std::string> compile_units = {};
  double time_multiplier = 1;
  // Names behind the opening fence of a code block, in lower case; empty: the one asked for.
  std::vector<std::string> fences = {};
  // The same as the peers have it: a row for each name of their routes.
  std::map<std::string, PeerFences> peer_fences = {};
  // What contest systems compile with; empty: the default.
  std::vector<std::string> contest_flags = {};
  std::vector<LanguageOption> options = {};
  std::string install_hint = {};
  SelfTestPrograms self_test = {};  // no `right`: the language is not tested
  // Nothing is judged in it before its self-test has passed: what only that can tell is whether
  // programs reach what they need (a GPU), and without it every one of them would fail.
  bool proven_only = false;
  WarmRecipe warm = WarmRecipe::kNone;
  // May run the operator's own commands on the host.
  std::function<LanguageTools(const LanguageConfig& config)> tools = nullptr;

  const std::string& shown_name() const { return common_name.empty() ? id : common_name; }
};

}  // namespace assay
