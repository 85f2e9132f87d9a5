// Why a math verdict is what it is: a stable code beside it.
//
// Extraction, the ladder and the service name reasons by enumerators; they become text at the edges
// only. docs/math.md lists them, and a test compares the two. New ones may be added; none is
// renamed. Pure, thread-safe.
#pragma once

#include <string_view>

#include "base/enum_names.h"

namespace assay::math {

enum class Reason {
  // Correct.
  kEqual,
  kSecondOpinion,
  // Incorrect; kUndefinedValue undecided, too.
  kValuesDiffer,
  kFormsDiffer,
  kEquationsDiffer,
  kInequalitiesDiffer,
  kRelationsDiffer,
  kDirectionDiffers,
  kStrictnessDiffers,
  kVariablesDiffer,
  kIntervalsDiffer,
  kEndpointsDiffer,
  kElementsDiffer,
  kCountDiffers,
  kShapeDiffers,
  kResiduesDiffer,
  kKindsDiffer,
  kUnitsDiffer,
  kUnitMissing,
  kChoiceDiffers,
  kTruthDiffers,
  kTextDiffers,
  kUndefinedValue,
  // Unparseable: gold or answer is not understood.
  kGoldUnparseable,
  kAnswerUnparseable,
  // Unparseable: there is no gold, or no answer was found.
  kGoldMissing,
  kEmptyResponse,
  kNoThinkEnd,
  kUnfinishedThinking,
  kTruncatedFormula,
  kNoAnswer,
  kAnswerDisclaimed,
  // Undecided when the gold can't be judged, incorrect when only the answer can't.
  kBudgetSpent,
  kProseDiffers,
  kElementUndecided,
  kSetsNotComparable,
  kRelationNotComparable,
  kInequalityNotComparable,
  kMatrixNotEvaluated,
  kUnknownValue,
  kNoCommonDomain,
  kTooCloseToCall,
  kTooManyElements,
  kChainContradicts,

  kNone,  // nothing to say: an answer was found, or nothing is decided yet; no name
};

inline constexpr auto kReasonNames = MakeEnumNames<Reason>({
    {Reason::kEqual, "equal"},
    {Reason::kSecondOpinion, "second_opinion"},
    {Reason::kValuesDiffer, "values_differ"},
    {Reason::kFormsDiffer, "forms_differ"},
    {Reason::kEquationsDiffer, "equations_differ"},
    {Reason::kInequalitiesDiffer, "inequalities_differ"},
    {Reason::kRelationsDiffer, "relations_differ"},
    {Reason::kDirectionDiffers, "direction_differs"},
    {Reason::kStrictnessDiffers, "strictness_differs"},
    {Reason::kVariablesDiffer, "variables_differ"},
    {Reason::kIntervalsDiffer, "intervals_differ"},
    {Reason::kEndpointsDiffer, "endpoints_differ"},
    {Reason::kElementsDiffer, "elements_differ"},
    {Reason::kCountDiffers, "count_differs"},
    {Reason::kShapeDiffers, "shape_differs"},
    {Reason::kResiduesDiffer, "residues_differ"},
    {Reason::kKindsDiffer, "kinds_differ"},
    {Reason::kUnitsDiffer, "units_differ"},
    {Reason::kUnitMissing, "unit_missing"},
    {Reason::kChoiceDiffers, "choice_differs"},
    {Reason::kTruthDiffers, "truth_differs"},
    {Reason::kTextDiffers, "text_differs"},
    {Reason::kUndefinedValue, "undefined_value"},
    {Reason::kGoldUnparseable, "gold_unparseable"},
    {Reason::kAnswerUnparseable, "answer_unparseable"},
    {Reason::kGoldMissing, "gold_missing"},
    {Reason::kEmptyResponse, "empty_response"},
    {Reason::kNoThinkEnd, "no_think_end"},
    {Reason::kUnfinishedThinking, "unfinished_thinking"},
    {Reason::kTruncatedFormula, "truncated_formula"},
    {Reason::kNoAnswer, "no_answer"},
    {Reason::kAnswerDisclaimed, "answer_disclaimed"},
    {Reason::kBudgetSpent, "budget_spent"},
    {Reason::kProseDiffers, "prose_differs"},
    {Reason::kElementUndecided, "element_undecided"},
    {Reason::kSetsNotComparable, "sets_not_comparable"},
    {Reason::kRelationNotComparable, "relation_not_comparable"},
    {Reason::kInequalityNotComparable, "inequality_not_comparable"},
    {Reason::kMatrixNotEvaluated, "matrix_not_evaluated"},
    {Reason::kUnknownValue, "unknown_value"},
    {Reason::kNoCommonDomain, "no_common_domain"},
    {Reason::kTooCloseToCall, "too_close_to_call"},
    {Reason::kTooManyElements, "too_many_elements"},
    {Reason::kChainContradicts, "chain_contradicts"},
});
static_assert(kReasonNames.IsWholeUpTo(Reason::kChainContradicts));

// "values_differ"; empty for kNone. Ends with a NUL, as the C interface needs it.
constexpr std::string_view ToString(Reason reason) {
  return reason == Reason::kNone ? "" : kReasonNames.rows[static_cast<size_t>(reason)].name;
}

}  // namespace assay::math
