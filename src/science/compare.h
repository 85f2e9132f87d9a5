// Compare: whether an answer's quantity is the gold's, by the digits that both were written with.
//
// The answer is converted to the gold's unit and must agree within half a unit of the coarser last
// digit; docs say which digits count. A different power of ten, sign or dimension never passes:
// nothing here accepts more than a few per cent. Pure, thread-safe.
#pragma once

#include "base/enum_names.h"
#include "science/read/quantity.h"

namespace assay::science {

enum class Outcome { kCorrect, kIncorrect, kUndecided };
inline constexpr auto kOutcomeNames = MakeEnumNames<Outcome>({
    {Outcome::kCorrect, "correct"},
    {Outcome::kIncorrect, "incorrect"},
    {Outcome::kUndecided, "undecided"},
});
static_assert(kOutcomeNames.IsWholeUpTo(Outcome::kUndecided));

// Why a verdict is what it is. New ones may be added; none is renamed.
enum class Reason {
  // Correct.
  kEqual,
  kSameText,
  kUnitMissing,
  // Incorrect.
  kValuesDiffer,
  kWrongScale,
  kWrongSign,
  kWrongDimension,
  kTooFewDigits,
  kUnitRequired,
  kUnitUnknown,
  kUnitUnexpected,
  kUncertaintyDiffers,
  kCountDiffers,
  kSeveralAnswers,
  kChoiceDiffers,
  kFormulasDiffer,
  kReactionsDiffer,
  kConfigurationsDiffer,
  kExpressionsDiffer,
  kAnswerUnreadable,
  kAnswerTooLong,
  kNoAnswer,
  // Undecided: another judge may be asked.
  kText,
  kWordsDiffer,
  kGoldUnitMissing,
  kUncertaintyMissing,
  kArrangementDiffers,
  kUnclear,
  kGoldMissing,
};
inline constexpr auto kReasonNames = MakeEnumNames<Reason>({
    {Reason::kEqual, "equal"},
    {Reason::kSameText, "same_text"},
    {Reason::kUnitMissing, "unit_missing"},
    {Reason::kValuesDiffer, "values_differ"},
    {Reason::kWrongScale, "wrong_scale"},
    {Reason::kWrongSign, "wrong_sign"},
    {Reason::kWrongDimension, "wrong_dimension"},
    {Reason::kTooFewDigits, "too_few_digits"},
    {Reason::kUnitRequired, "unit_required"},
    {Reason::kUnitUnknown, "unit_unknown"},
    {Reason::kUnitUnexpected, "unit_unexpected"},
    {Reason::kUncertaintyDiffers, "uncertainty_differs"},
    {Reason::kCountDiffers, "count_differs"},
    {Reason::kSeveralAnswers, "several_answers"},
    {Reason::kChoiceDiffers, "choice_differs"},
    {Reason::kFormulasDiffer, "formulas_differ"},
    {Reason::kReactionsDiffer, "reactions_differ"},
    {Reason::kConfigurationsDiffer, "configurations_differ"},
    {Reason::kExpressionsDiffer, "expressions_differ"},
    {Reason::kAnswerUnreadable, "answer_unreadable"},
    {Reason::kAnswerTooLong, "answer_too_long"},
    {Reason::kNoAnswer, "no_answer"},
    {Reason::kText, "text"},
    {Reason::kWordsDiffer, "words_differ"},
    {Reason::kGoldUnitMissing, "gold_unit_missing"},
    {Reason::kUncertaintyMissing, "uncertainty_missing"},
    {Reason::kArrangementDiffers, "arrangement_differs"},
    {Reason::kUnclear, "unclear"},
    {Reason::kGoldMissing, "gold_missing"},
});
static_assert(kReasonNames.IsWholeUpTo(Reason::kGoldMissing));

struct Verdict {
  Outcome outcome = Outcome::kUndecided;
  Reason reason = Reason::kText;
};
constexpr Verdict Correct(Reason reason) {
  return {Outcome::kCorrect, reason};
}
constexpr Verdict Incorrect(Reason reason) {
  return {Outcome::kIncorrect, reason};
}
constexpr Verdict Undecided(Reason reason) {
  return {Outcome::kUndecided, reason};
}

enum class MissingUnit { kAllowed, kWrong };
inline constexpr auto kMissingUnitNames = MakeEnumNames<MissingUnit>(
    {{MissingUnit::kAllowed, "allowed"}, {MissingUnit::kWrong, "wrong"}});
static_assert(kMissingUnitNames.IsWholeUpTo(MissingUnit::kWrong));
// The answer has a unit that is no number, where the gold has none.
enum class ExtraUnit { kUndecided, kAllowed, kWrong };
inline constexpr auto kExtraUnitNames =
    MakeEnumNames<ExtraUnit>({{ExtraUnit::kUndecided, "undecided"},
                              {ExtraUnit::kAllowed, "allowed"},
                              {ExtraUnit::kWrong, "wrong"}});
static_assert(kExtraUnitNames.IsWholeUpTo(ExtraUnit::kWrong));

struct CompareOptions {
  // Also accepts what differs by this much of the gold; at most kLargestRelative counts.
  static constexpr double kLargestRelative = 0.2;
  double relative_tolerance = 0;
  // Rounding on the way: a gold with a decimal point or a power of ten accepts so many units of its
  // last digit, where these are no more than `slack_relative` of it. 0 switches it off.
  double last_digit_slack = 1;
  double slack_relative = 0.01;
  // A rounded answer needs so many significant digits, or one less than the gold has; at least two.
  int enough_digits = 3;
  MissingUnit missing_unit = MissingUnit::kAllowed;
  ExtraUnit extra_unit = ExtraUnit::kUndecided;
};

Verdict Compare(const Quantity& gold, const Quantity& answer, const CompareOptions& options);
// In order; or by name, where all of both have names and these are the same.
Verdict CompareLists(const Quantities& gold, const Quantities& answer,
                     const CompareOptions& options);

}  // namespace assay::science
