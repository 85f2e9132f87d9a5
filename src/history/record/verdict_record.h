// VerdictRecord: what is remembered of one judged submission. Small and bounded: programs and
// outputs appear as excerpts only. Text that others wrote is valid UTF-8 in it.
//
// Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "model/verdict.h"

namespace assay {

// What may be a sign of a program that earns its reward without solving the problem. A mark is an
// observation, no judgement: honest programs bear them now and then, and no verdict depends on
// one. docs/operate.md says what each means; history/record/marks.h how each is found.
enum class Mark {
  kConstantOutput,      // the same output for different inputs
  kSpecialCasedInputs,  // tests' inputs or expected outputs stand in the program's text
  kEarlyExit,           // ended by itself before the function was called or had returned
  kPassWithoutReading,  // accepted, and never read the inputs that its tests have
};
inline constexpr auto kMarkNames =
    MakeEnumNames<Mark>({{Mark::kConstantOutput, "constant_output"},
                         {Mark::kSpecialCasedInputs, "special_cased_inputs"},
                         {Mark::kEarlyExit, "early_exit"},
                         {Mark::kPassWithoutReading, "pass_without_reading"}});
static_assert(kMarkNames.IsWholeUpTo(Mark::kPassWithoutReading));

// A set of marks.
struct Marks {
  uint8_t bits = 0;

  constexpr bool Has(Mark mark) const { return (bits >> static_cast<int>(mark) & 1) != 0; }
  constexpr void Add(Mark mark) { bits = static_cast<uint8_t>(bits | 1 << static_cast<int>(mark)); }
};

struct VerdictRecord {
  int64_t id = 0;   // ascending in the order of their ends; kept over restarts
  double time = 0;  // of its end, Unix seconds
  std::string node;

  // Its origin, as far as it was told.
  std::string run;
  std::optional<int64_t> step;
  std::string group;
  std::string sample;
  std::string tenant;
  std::string route;  // "/v1/verify"

  std::string problem;  // its identity, mostly a SHA-256; empty: unknown
  std::string language;

  Verdict verdict = Verdict::kInternalError;
  Cause cause = Cause::kInfrastructure;
  std::string reason;
  std::string message;
  std::optional<double> score;  // nothing: masked
  bool masked() const { return !score.has_value(); }

  int tests_total = 0;
  int tests_passed = 0;
  int first_failed = -1;  // index of a test; -1: none

  // Of the test that used most.
  double cpu_ms = 0;
  double cpu_limit_ms = 0;
  double memory_mb = 0;
  double wait_ms = 0;   // from admission to first dispatch
  double total_ms = 0;  // from first dispatch to the end
  bool cached = false;
  bool checker_failed = false;  // a special judge broke down on a test

  Marks marks;
  std::string code_sha256;
};

// What only the page of one verdict shows.
struct VerdictDetail {
  std::string out;   // of the first failed test, or of the first
  std::string err;   // of the compiler, when it refused
  std::string code;  // the beginning
  // What its verdict bundle takes beside the problem, as JSON; empty: not kept, for it is too large
  // or its problem has no name.
  std::string bundle;
};

}  // namespace assay
