// What k samples of one problem would have given, from the n that were drawn and judged: pass@k
// (at least one is right), pass^k (all are) and maj@k (the answer most of them give is).
//
// pass@k is the unbiased estimator of Chen et al. 2021 (Evaluating Large Language Models Trained on
// Code, section 2.1): 1 - C(n-c, k) / C(n, k). pass^k is its twin C(c, k) / C(n, k) (Yao et al.
// 2024, tau-bench). Both are averages over all subsets of k of the n samples, and so is maj@k (Wang
// et al. 2022, self-consistency), exactly, not by drawing.
//
// Their variances under other draws from the same model are estimated without bias, too: with
// U = C(m, k) / C(n, k) for m of n samples, E[U] = q^k and E[C(m, 2k) / C(n, 2k)] = q^2k, hence
// Var(U) = E[U^2 - C(m, 2k) / C(n, 2k)]. For k = 1 that is the familiar p (1 - p) / (n - 1). It
// takes 2k samples; with fewer there is no such estimate, and none is made up.
//
// Pure functions, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

namespace assay::eval {

// REQUIRES: 0 <= c <= n and 1 <= k <= n.
double PassAtK(int64_t n, int64_t c, int64_t k);
double PassHatK(int64_t n, int64_t c, int64_t k);

// Of the two above, over other draws of n samples; none when n < 2k.
std::optional<double> PassAtKVariance(int64_t n, int64_t c, int64_t k);
std::optional<double> PassHatKVariance(int64_t n, int64_t c, int64_t k);

// The samples of a problem that give the same answer.
struct AnswerVotes {
  int64_t count = 0;
  double right = 0;  // the share of them that was judged right: 0 or 1, save for odd data
};

// The largest k below n for which maj@k is computed: the work grows with its square.
inline constexpr int64_t kLargestMajoritySubset = 64;

// The expected share of right among the answers with the most votes when k of all samples are
// drawn: ties are shared. `abstained` samples have no answer; they can be drawn and have no vote.
// A draw in which nobody votes is wrong.
// REQUIRES: 1 <= k <= n, n being all samples; k == n or k <= kLargestMajoritySubset.
double MajorityAtK(const std::vector<AnswerVotes>& votes, int64_t abstained, int64_t k);

}  // namespace assay::eval
