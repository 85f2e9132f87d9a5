// Puzzles of arithmetic: five kinds. In answers white space between numbers and signs means
// nothing, and × · − are taken for * and -.
#pragma once

#include "logic/model/kind.h"

namespace assay::logic {

// Letters for digits: each letter one digit, different letters different ones, no number of several
// digits beginning with 0, so that the sum holds.
// Facts: "words": 2 to 4 of 1 to 7 letters A to Z, "total": likewise; at most 10 letters in all.
// Answer: the sum in digits, "9567 + 1085 = 10652". Make's has one right answer mostly; any is
// taken.
const Kind& Cryptarithm();

// Each of the given numbers exactly once, with + - * / and brackets, to get a target; exact.
// Facts: "numbers": 2 to 6 from 1 to 99; "target": 0 to 9999. Answer: the expression; "= target"
// may follow. Several answers are right.
const Kind& GameOf24();

// Digits for each ? of an equation of numbers, + - * and one =. A number of several digits doesn't
// begin with 0.
// Facts: "equation": up to 40 characters, up to 8 of them ?, that is an equation with digits for
// them. Answer: the whole equation. Several answers may be right.
const Kind& MathPath();

// Some of the given numbers, each at most once, with + - * / and brackets, to get a target; what
// any step gives is a whole number that isn't negative. Facts: "numbers": 2 to 6 from 1 to 99;
// "target": 1 to 9999. Answer: the expression; "= target" may follow. Several answers are right.
const Kind& Mathador();

// Operators that are defined by a formula, and an expression of them.
// Facts: "operators": for each of @ # & in this order the factors of a*a, a*b, b*b, a, b and 1,
// from -9 to 9; "expression": numbers from 0 to 99, these operators and brackets around each that
// has one within it. Answer: the value, a whole number.
const Kind& Operation();

}  // namespace assay::logic
