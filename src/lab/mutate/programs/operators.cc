#include "lab/mutate/programs/operators.h"

#include <array>

namespace assay::mutate {
namespace {

constexpr std::array kOperators = {
    Operator{"comparison", "a comparison turned round", FlipComparison, FlipComparison},
    Operator{"boundary", "< for <= and the like", MoveBoundary, MoveBoundary},
    Operator{"arithmetic", "+ for - and the like", SwapArithmetic, SwapArithmetic},
    Operator{"assignment", "+= for -= and the like", SwapAssignment, SwapAssignment},
    Operator{"division", "another kind of division", ChangeDivision, ChangeDivision},
    Operator{"logic", "and for or", SwapLogic, SwapLogic},
    Operator{"negation", "a 'not' taken away, or put before 'in'", DropNegation, DropNegation},
    Operator{"sign", "a minus taken away", DropSign, DropSign},
    Operator{"bitwise", "& for | and the like", SwapBitwise, SwapBitwise},
    Operator{"increment", "++ for --", nullptr, SwapIncrement},
    Operator{"constant", "an integer one larger or smaller", ShiftConstant, ShiftConstant},
    Operator{"boolean", "true for false", FlipBoolean, FlipBoolean},
    Operator{"min_max", "min for max", SwapMinMax, SwapMinMax},
    Operator{"break", "break for continue", SwapBreak, SwapBreak},
    Operator{"condition", "a condition negated", NegatePythonCondition, NegateCppCondition},
    Operator{"branch", "a branch that is always or never taken", FixPythonBranch, FixCppBranch},
    Operator{"statement", "a statement left out", DropPythonStatement, DropCppStatement},
    Operator{"loop", "a loop once more or less", ChangePythonLoop, ChangeCppLoop},
    Operator{"arguments", "two arguments swapped", SwapArguments, SwapArguments},
    Operator{"return_constant", "a constant returned", ReturnPythonConstant, ReturnCppConstant},
    Operator{"return_input", "the first argument returned", ReturnPythonInput, nullptr},
    Operator{"sort", "sorted the other way", ChangePythonSort, ChangeCppSort},
};

}  // namespace

std::span<const Operator> Operators() {
  return kOperators;
}

}  // namespace assay::mutate
