// VerifyAnswer: decides whether an answer equals the gold answer of a math problem.
//
// Both arguments are bare answers (already extracted from a model's text); they may still carry $,
// \boxed, \text, a trailing period or a leading "x =". The ladder: structure first (sets, tuples,
// intervals, equations, matrices), exact normal forms, ball arithmetic (separation proves
// inequality), exact algebraic numbers (prove equality), evaluation at several points for symbolic
// ones; anything else is undecided. docs/math.md has the policies and lists every reason and rule.
//
// Thread-safe. Never throws, never hangs (work is counted against a budget), never executes model
// text. The same arguments give the same result in every thread, locale and order of calls.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "math/read/verify_options.h"
#include "math/reason/reason.h"

namespace assay::math {

// Version of the policies and rules in docs/math.md; changes when a verdict may change.
inline constexpr std::string_view kMathRulesVersion = "3";

enum class Outcome {
  kCorrect,
  kIncorrect,
  kUnparseable,  // the reason says which side
  kUndecided,    // the budget ran out, or neither equality nor inequality could be shown
};

// "correct", "incorrect", "unparseable", "undecided".
std::string_view OutcomeName(Outcome outcome);

struct VerifyResult {
  Outcome outcome = Outcome::kUndecided;
  Reason reason = Reason::kNone;
  std::string rule;  // which rule of the ladder decided, listed in docs/math.md
  std::string gold_normal;
  std::string answer_normal;
  int64_t work_used = 0;
};

VerifyResult VerifyAnswer(std::string_view gold, std::string_view answer,
                          const VerifyOptions& options);

struct ParseReport {
  bool ok = false;
  std::string normal;  // canonical text of the parsed answer
  std::string error;   // stable snake_case when !ok
};

ParseReport ParseAnswer(std::string_view answer, const VerifyOptions& options);

// Releases this thread's caches of the number libraries. Call before a worker thread ends; the
// thread may call VerifyAnswer again afterwards. VerifyAnswer itself arranges for it at thread
// exit.
void ReleaseThreadCaches();

}  // namespace assay::math
