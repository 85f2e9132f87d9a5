// LabelledProblem: a problem with all that is known about it: its tests, its limits, what it says,
// programs that are said to be right or wrong, and what tells a valid input. ProblemParts is what
// is looked at in it, and ChangedProblem writes it again with some of it changed.
//
// Plain values; pure functions, thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::lab {

enum class Label { kCorrect, kWrong };

struct Solution {
  std::string name;  // unique in its problem
  std::string language;
  std::string code;
  Label label = Label::kCorrect;
  std::map<std::string, std::string> files = {};  // beside it, by path
  std::string compile_flags = {};                 // JSON list; empty: the problem's
  // One for each test where they are known (null: there is none). Such a solution may have no code:
  // then nobody can run it.
  std::vector<std::optional<std::string>> outputs = {};
  bool own = false;  // the reference that its problem came with, not one of many

  // A program may be an empty text; what has no code has no language.
  bool runs() const { return !code.empty() || !language.empty(); }
};

// A program that belongs to a problem and judges no output: one that reads an input and tells
// whether it is valid, or one that writes inputs.
struct HelperProgram {
  std::string language;
  std::string source;
  std::map<std::string, std::string> files = {};  // beside it, by path
};

// What limits apply when a row says nothing, as the judge has them.
inline constexpr double kDefaultCpuSeconds = 10;
inline constexpr double kDefaultMemoryMb = 1024;

struct LabelledProblem {
  std::string id;
  std::string problem;        // JSON, as POST /v1/verify takes it
  std::string limits;         // JSON object; empty: the row has none
  double cpu_time_s = 0;      // of `limits`; 0: it says nothing
  double memory_mb = 0;       // the same
  std::string compile_flags;  // JSON list; empty: none
  std::string statement;      // empty: the row has none
  std::string language;       // of the problem; empty: any
  std::string entry_point;    // empty: none, or not known
  std::vector<Solution> solutions;
  // All of them have to accept an input.
  std::vector<HelperProgram> validators;
  std::optional<HelperProgram> generator;

  double CpuLimit() const { return cpu_time_s > 0 ? cpu_time_s : kDefaultCpuSeconds; }
  double MemoryLimitMb() const { return memory_mb > 0 ? memory_mb : kDefaultMemoryMb; }
};

struct TestParts {
  std::string id;        // as results have it
  std::string input;     // JSON; empty: none
  std::string expected;  // JSON; empty: none
};

struct ProblemParts {
  std::string mode;        // empty: a stored problem, of which nothing is known here
  std::string comparison;  // its mode; empty: the default
  std::string profile;     // the same
  std::vector<TestParts> tests;
  bool checker = false;
  bool interactor = false;
  std::string assert_code;
  std::string function_name;

  bool prints() const { return mode == kPrints; }
  bool calls() const { return mode == "function_call"; }
  bool asserts() const { return mode == "assert"; }
  // Whether outputs are compared with expected ones, and nothing else decides.
  bool compares() const { return (prints() || calls()) && !checker && !interactor; }

  static constexpr std::string_view kPrints = "stdin_stdout";
};
// Of a problem that the judge would refuse what can be read.
ProblemParts PartsOf(std::string_view problem);

struct ProblemChange {
  std::optional<std::string> comparison = std::nullopt;  // JSON of the whole comparison
  std::vector<size_t> dropped_tests = {};                // by index, ascending
  std::optional<std::string> assert_code = std::nullopt;
  bool always_check = false;  // the checker is asked about every output
};
// REQUIRES: `problem` is JSON.
std::string ChangedProblem(std::string_view problem, const ProblemChange& change);

struct LimitsChange {
  double cpu_time_s = 0;     // 0: as before
  double memory_factor = 1;  // of the memory, the default one included
};
// JSON. Wall time is three times the CPU time where that changes, as rows that say nothing have it.
std::string ChangedLimits(std::string_view limits, const LimitsChange& change);

// A problem for programs whose output is not judged: what they print, or end with, is what counts.
std::string ProblemOfInputs(const std::vector<std::string>& inputs);

// A row as ReadProblem reads them, with every solution.
std::string NativeRow(const LabelledProblem& problem);

}  // namespace assay::lab
