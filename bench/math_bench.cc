// Math answers per second on one core: 1,024 pairs of the mix a reinforcement-learning run sees
// (mostly integers, then fractions, decimals, radicals, tuples, sets, intervals, polynomials and
// text), each answer boxed at the end of about 4 kB of reasoning, half of them wrong.
//
// Reports the CPU time of this thread, so that a busy machine does not count against it, and the
// wall time beside it. Usage: math_bench [rounds]
#include <time.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "math/profiles/response.h"

namespace {

using assay::math::DefaultProfile;
using assay::math::Outcome;
using assay::math::OutcomeName;
using assay::math::ResponseResult;
using assay::math::VerifyResponse;

constexpr int kPairs = 1024;
constexpr size_t kReasoningBytes = 4096;

struct Pair {
  std::string kind;
  std::string gold;
  std::string response;
  bool right;
};

// Deterministic, so that two commits are measured on the same pairs.
class Random {
 public:
  int Below(int bound) {
    state_ = state_ * 6364136223846793005ULL + 1442695040888963407ULL;
    return static_cast<int>((state_ >> 33) % static_cast<uint64_t>(bound));
  }

 private:
  uint64_t state_ = 20240607;
};

struct Answer {
  std::string kind, gold, same, other;
};

Answer MakeAnswer(Random& random) {
  const auto n = [&](int bound) { return std::to_string(1 + random.Below(bound)); };
  const int share = random.Below(100);
  const std::string a = n(90), b = n(90), c = n(9);
  if (share < 60) return {"integer", a + b, a + b, b + "7" + a};
  if (share < 72) {
    const int p = 1 + random.Below(40), q = 2 + random.Below(40);
    return {"fraction", "\\frac{" + std::to_string(p) + "}{" + std::to_string(q) + "}",
            "\\dfrac{" + std::to_string(3 * p) + "}{" + std::to_string(3 * q) + "}",
            std::to_string(p + 1) + "/" + std::to_string(q)};
  }
  if (share < 78) return {"decimal", a + "." + b, a + "." + b + "0", "1" + a + "." + b};
  if (share < 85) {
    return {"radical", c + "\\sqrt{2}+" + a, a + "+\\sqrt{2}\\cdot " + c, c + "\\sqrt{3}+" + a};
  }
  if (share < 89)
    return {"tuple", "(" + a + "," + b + ")", "\\left(" + a + ", " + b + "\\right)",
            "(" + b + "," + a + "1)"};
  if (share < 92) {
    return {"set", "\\{" + a + "," + b + "5," + c + "\\}", "\\{" + c + "," + a + "," + b + "5\\}",
            "\\{" + a + "," + c + "\\}"};
  }
  if (share < 94) {
    return {"interval", "[-" + a + ",\\infty)", "x \\ge -" + a, "(-" + a + ",\\infty)"};
  }
  if (share < 97) {
    return {"polynomial", "(x+" + c + ")^2", "x^2+2\\cdot " + c + "x+" + c + "^2",
            "x^2+" + c + "x+" + c};
  }
  if (share < 98) return {"trigonometric", "\\sin^2 x+" + c, c + "+1-\\cos^2 x", "\\cos x+" + c};
  if (share < 99) return {"percent", a + "\\%", a + " percent", b + "1\\%"};
  return {"choice", "C", "\\text{(C)}", "B"};
}

std::vector<Pair> MakePairs() {
  Random random;
  std::string reasoning = "<think>\n";
  while (reasoning.size() < kReasoningBytes) {
    reasoning +=
        "Suppose $x_1 = 3$ and \\(y = \\frac{1}{2}\\); then 2 + 3 = 5, which is too small. ";
  }
  reasoning += "\n</think>\n";
  std::vector<Pair> pairs;
  for (int i = 0; i < kPairs; ++i) {
    const Answer answer = MakeAnswer(random);
    const bool right = random.Below(2) == 0;
    pairs.push_back({answer.kind, answer.gold,
                     reasoning + "Therefore the final answer is $\\boxed{" +
                         (right ? answer.same : answer.other) + "}$.",
                     right});
  }
  return pairs;
}

double CpuMicroseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

}  // namespace

int main(int argc, char** argv) {
  const int rounds = argc > 1 ? std::max(1, std::atoi(argv[1])) : 5;
  const std::vector<Pair> pairs = MakePairs();
  int unexpected = 0;
  for (int round = 0; round < rounds; ++round) {
    std::vector<double> costs;
    size_t worst = 0;
    const auto wall_begin = std::chrono::steady_clock::now();
    const double begin = CpuMicroseconds();
    for (size_t i = 0; i < pairs.size(); ++i) {
      const double before = CpuMicroseconds();
      const ResponseResult result =
          VerifyResponse(pairs[i].gold, pairs[i].response, DefaultProfile());
      costs.push_back(CpuMicroseconds() - before);
      if (costs.back() > costs[worst]) worst = i;
      if ((result.outcome == Outcome::kCorrect) == pairs[i].right) continue;
      if (round == 0) {
        std::printf("unexpected: %s, gold %s, answer %s, right %d: %s (%s)\n",
                    pairs[i].kind.c_str(), pairs[i].gold.c_str(), result.answer.c_str(),
                    pairs[i].right, std::string(OutcomeName(result.outcome)).c_str(),
                    std::string(ToString(result.reason)).c_str());
      }
      ++unexpected;
    }
    const double total = CpuMicroseconds() - begin;
    const double wall =
        std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall_begin)
            .count();
    const std::string worst_kind = pairs[worst].kind;
    std::sort(costs.begin(), costs.end());
    std::printf(
        "round %d: %d answers in %.2f ms CPU (%.2f ms wall), p50 %.1f us, p99 %.1f us, worst %.1f "
        "us (%s)\n",
        round + 1, kPairs, total / 1e3, wall, costs[costs.size() / 2],
        costs[costs.size() * 99 / 100], costs.back(), worst_kind.c_str());
  }
  return unexpected == 0 ? 0 : 1;
}
