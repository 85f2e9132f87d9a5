#include "lab/eval/metrics/at_k.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"

namespace assay::eval {
namespace {

// C(m, k) / C(n, k) as a product of factors of at most 1: nothing overflows. REQUIRES: m <= n.
double SubsetShare(int64_t n, int64_t m, int64_t k) {
  double share = 1;
  for (int64_t i = 0; i < k; ++i) {
    if (m <= i) return 0;
    share *= static_cast<double>(m - i) / static_cast<double>(n - i);
  }
  return share;
}

std::optional<double> SubsetShareVariance(int64_t n, int64_t m, int64_t k) {
  if (n < 2 * k) return std::nullopt;
  const double share = SubsetShare(n, m, k);
  // Never negative: drawing without replacement makes the second k harder to get than the first.
  return std::max(0.0, share * share - SubsetShare(n, m, 2 * k));
}

// log(i!) for i up to n, by sums: the same on every machine whose log() is.
std::vector<double> LogFactorials(int64_t n) {
  std::vector<double> logs(static_cast<size_t>(n) + 1);
  for (size_t i = 1; i < logs.size(); ++i) logs[i] = logs[i - 1] + std::log(static_cast<double>(i));
  return logs;
}

// How a draw of k is made up when no answer has more than `most` votes: the answers are gone
// through one by one, and what is kept is the probability of (samples left to draw, answers with
// exactly `most` votes, right among these).
class MajorityDraws {
 public:
  MajorityDraws(const std::vector<AnswerVotes>& votes, int64_t abstained, int64_t k)
      : votes_(votes), k_(k) {
    for (const AnswerVotes& answer : votes) voters_ += answer.count;
    pool_ = voters_ + abstained;
    logs_ = LogFactorials(pool_);
  }

  // The expected share of right, of draws whose winners have exactly `most` votes.
  double WonWith(int64_t most) const {
    const auto drawn = static_cast<size_t>(k_);
    const size_t winners = drawn / static_cast<size_t>(most);
    const size_t width = winners + 1;
    // Index: left * width + number of winners so far. `right` is the expectation of the sum of
    // their shares of right on these paths, so that sharing a tie is one division at the end.
    std::vector<double> chance((drawn + 1) * width, 0.0), right(chance.size(), 0.0);
    chance[drawn * width] = 1;
    int64_t rest = pool_;
    for (const AnswerVotes& answer : votes_) {
      std::vector<double> next_chance(chance.size(), 0.0), next_right(chance.size(), 0.0);
      for (int64_t left = 0; left <= k_; ++left) {
        for (int64_t taken = 0; taken <= std::min({answer.count, most, left}); ++taken) {
          const double odds = Odds(rest, answer.count, left, taken);
          if (odds == 0) continue;
          const size_t won = taken == most ? 1 : 0;
          const size_t from = static_cast<size_t>(left) * width;
          const size_t to = static_cast<size_t>(left - taken) * width;
          for (size_t already = 0; already + won <= winners; ++already) {
            const double path = chance[from + already] * odds;
            next_chance[to + already + won] += path;
            next_right[to + already + won] +=
                right[from + already] * odds + (won == 1 ? path * answer.right : 0);
          }
        }
      }
      chance = std::move(next_chance);
      right = std::move(next_right);
      rest -= answer.count;
    }
    double expected = 0;
    for (size_t left = 0; left <= drawn; ++left) {
      // What is left to draw comes from those who abstained.
      if (static_cast<int64_t>(left) > rest) break;
      for (size_t won = 1; won <= winners; ++won) {
        expected += right[left * width + won] / static_cast<double>(won);
      }
    }
    return expected;
  }

 private:
  double LogChoose(int64_t n, int64_t k) const {
    const auto at = [&](int64_t i) { return logs_[static_cast<size_t>(i)]; };
    return at(n) - at(k) - at(n - k);
  }

  // Of drawing `left` from `rest` samples: exactly `taken` are among `count` certain ones.
  double Odds(int64_t rest, int64_t count, int64_t left, int64_t taken) const {
    if (left > rest || left - taken > rest - count) return 0;
    return std::exp(LogChoose(count, taken) + LogChoose(rest - count, left - taken) -
                    LogChoose(rest, left));
  }

  const std::vector<AnswerVotes>& votes_;
  const int64_t k_;
  int64_t voters_ = 0;
  int64_t pool_ = 0;
  std::vector<double> logs_;
};

// Everybody is drawn.
double MajorityOfAll(const std::vector<AnswerVotes>& votes) {
  int64_t most = 0;
  double right = 0, tied = 0;
  for (const AnswerVotes& answer : votes) {
    if (answer.count > most) {
      most = answer.count;
      right = tied = 0;
    }
    if (answer.count == most && most > 0) {
      right += answer.right;
      tied += 1;
    }
  }
  return tied == 0 ? 0 : right / tied;
}

}  // namespace

double PassAtK(int64_t n, int64_t c, int64_t k) {
  ASSAY_CHECK(0 <= c && c <= n && 1 <= k && k <= n);
  return 1 - SubsetShare(n, n - c, k);
}

double PassHatK(int64_t n, int64_t c, int64_t k) {
  ASSAY_CHECK(0 <= c && c <= n && 1 <= k && k <= n);
  return SubsetShare(n, c, k);
}

std::optional<double> PassAtKVariance(int64_t n, int64_t c, int64_t k) {
  ASSAY_CHECK(0 <= c && c <= n && 1 <= k && k <= n);
  return SubsetShareVariance(n, n - c, k);
}

std::optional<double> PassHatKVariance(int64_t n, int64_t c, int64_t k) {
  ASSAY_CHECK(0 <= c && c <= n && 1 <= k && k <= n);
  return SubsetShareVariance(n, c, k);
}

double MajorityAtK(const std::vector<AnswerVotes>& votes, int64_t abstained, int64_t k) {
  int64_t n = abstained;
  for (const AnswerVotes& answer : votes) n += answer.count;
  ASSAY_CHECK(1 <= k && k <= n);
  if (k == n) return MajorityOfAll(votes);
  ASSAY_CHECK(k <= kLargestMajoritySubset);
  const MajorityDraws draws(votes, abstained, k);
  double expected = 0;
  for (int64_t most = 1; most <= k; ++most) expected += draws.WonWith(most);
  return std::clamp(expected, 0.0, 1.0);
}

}  // namespace assay::eval
