// Sixteen threads over the same pairs in different orders: every verdict equals the one a single
// thread gives. Run under the thread sanitizer it also shows that nothing is shared unguarded.
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "data.h"
#include "math/profiles/response.h"

namespace assay::math {
namespace {

struct Pair {
  std::string gold;
  std::string response;
};

// Recorded data where there is any, and pairs of our own that reach every rung of the comparison.
std::vector<Pair> Pairs() {
  std::vector<Pair> pairs = {
      {"1/2", "\\boxed{0.5}"},
      {"\\sqrt{8}", "Answer: $2\\sqrt{2}$"},
      {"e^{i\\pi}", "-1"},
      {"(x+1)^2", "x^2 + 2x + 1"},
      {"\\sin^2 x + \\cos^2 x", "1"},
      {"[0, 1)", "$0 \\le x < 1$"},
      {"\\{1, 2, 3\\}", "$\\boxed{3}$, $\\boxed{2}$, $\\boxed{1}$"},
      {"\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}", "[[1,2],[3,4]]"},
      {"7^{7^{7^7}}", "7^{7^{7^{7}}}"},
      {"1101_2", "13"},
      {"0.\\overline{3}", "\\frac13"},
      {"C", "The answer is (C)."},
  };
  for (const auto& row : ReadRows("triples")) {
    pairs.push_back({Text(row, "gold"), Text(row, "pred")});
  }
  for (const auto& row : ReadRows("model_responses")) {
    pairs.push_back({Text(row, "gold"), Text(row, "response")});
  }
  const auto sets = ReadRows("answer_sets");
  for (size_t i = 0; i + 1 < sets.size(); ++i) {
    const std::string answer = Text(sets[i], "answer");
    pairs.push_back({answer, answer});
    pairs.push_back({answer, Text(sets[i + 1], "answer")});
  }
  return pairs;
}

std::string Summary(const ResponseResult& result) {
  return std::string(OutcomeName(result.outcome)) + "|" + std::string(ToString(result.reason)) +
         "|" + result.rule + "|" + result.answer + "|" + result.answer_normal + "|" +
         result.gold_normal + "|" + std::to_string(result.work_used);
}

TEST(MathStress, SixteenThreadsAgreeWithOne) {
  const std::vector<Pair> pairs = Pairs();
  std::vector<std::string> expected;
  for (const Pair& pair : pairs) {
    expected.push_back(Summary(VerifyResponse(pair.gold, pair.response, DefaultProfile())));
  }
  constexpr size_t kThreads = 16;
  std::vector<std::vector<std::string>> wrong(kThreads);
  std::vector<std::thread> threads;
  for (size_t t = 0; t < kThreads; ++t) {
    threads.emplace_back([&, t] {
      // Each thread starts elsewhere, and every other one walks backwards.
      for (size_t k = 0; k < pairs.size(); ++k) {
        const size_t from = (k + t * pairs.size() / kThreads) % pairs.size();
        const size_t i = t % 2 == 0 ? from : pairs.size() - 1 - from;
        const std::string got =
            Summary(VerifyResponse(pairs[i].gold, pairs[i].response, DefaultProfile()));
        if (got != expected[i]) {
          wrong[t].push_back(pairs[i].gold + ": " + got + " against " + expected[i]);
        }
      }
      if (t % 4 == 0) ReleaseThreadCaches();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const auto& list : wrong) {
    EXPECT_TRUE(list.empty()) << list.size() << " verdicts differ, first: " << list.front();
  }
}

}  // namespace
}  // namespace assay::math
