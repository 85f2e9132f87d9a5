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

namespace assay::math {

// Version of the policies and rules in docs/math.md; changes when a verdict may change.
inline constexpr std::string_view kMathRulesVersion = "1";

enum class Outcome {
  kCorrect,
  kIncorrect,
  kUnparseable,  // reason says which side: gold_unparseable or answer_unparseable
  kUndecided,    // the budget ran out, or neither equality nor inequality could be shown
};

// "correct", "incorrect", "unparseable", "undecided".
std::string_view OutcomeName(Outcome outcome);

struct VerifyOptions {
  // How a decimal is compared with a value that is not the same decimal.
  enum class DecimalPolicy {
    kExact,        // 0.333 is 333/1000 and nothing else
    kGoldRounded,  // a decimal gold accepts what rounds to it at its last digit: gold 0.333, 1/3
    kSignificantDigits  // also the reverse: an answer with at least `min_significant_digits` digits
                        // that is the gold correctly rounded, as 0.3333 for gold 1/3. Symmetric.
  };
  DecimalPolicy decimals = DecimalPolicy::kSignificantDigits;
  // For kSignificantDigits: an exact gold accepts a rounded decimal from this many digits on.
  int min_significant_digits = 4;
  // Two decimals, or a decimal and an exact value, are also equal when they differ by at most this
  // much relative to the gold. 0 switches it off.
  double relative_tolerance = 0;

  // Units are read and dropped when only one side has them. When both sides carry known units and
  // check_units is set, scale counts: 5 h equals 300 min, and 5 cm does not equal 5 m.
  bool ignore_units = true;
  bool check_units = true;

  // 28 % always equals 0.28. With a percent sign on exactly one side, also accept the bare number:
  // gold 28 %, answer 28 (and the reverse).
  bool percent_bare_number = true;

  // (1,2) against {1,2}: a bare list "1, 2" has no order of its own, so it equals either.
  bool bare_list_is_set = true;
  // A column or row vector equals the tuple of its entries.
  bool vector_is_tuple = true;
  // A gold x = 5 accepts 5; and a gold 5 accepts x = 5.
  bool unwrap_assignment = true;
  // A gold such as x > 3 accepts (3, \infty) and the reverse.
  bool relation_is_interval = true;
  // Roots and powers read as real where a real value exists: \sqrt[3]{-8} = -2.
  bool real_roots = true;
  // Letters of text answers and units compare without case.
  bool ignore_text_case = true;

  // Steps of parsing, expansion and evaluation per pair. The default bounds a pair to about 10 ms.
  int64_t work_budget = 120'000;
  // Bytes; longer input is unparseable.
  int64_t max_input_bytes = 50'000;
};

struct VerifyResult {
  Outcome outcome = Outcome::kUndecided;
  std::string reason;  // stable snake_case, listed in docs/math.md
  std::string rule;    // which rule of the ladder decided, listed in docs/math.md
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
