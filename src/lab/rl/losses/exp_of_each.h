// ExpOfEach: the exponential of many numbers, a third of whose time a batch's coefficients were:
// without a branch or a table, so that several are computed at a time, with what the processor
// has for it. The same for the same number on one machine.
//
// exp(x) = 2^k exp(r), k the integer nearest to x / ln 2, |r| <= ln(2) / 2 by a ln 2 in two parts
// (Cody and Waite 1980), exp(r) by its series to the 13th power, which leaves 4e-18. Within 2 units
// in the last place; of 0 it is 1. Pure; thread-safe.
#pragma once

#include <span>

namespace assay::losses {

// REQUIRES: as many of both.
void ExpOfEach(std::span<const double> in, std::span<double> out);

}  // namespace assay::losses
