// The slowest math answers: what is the most that one pair can cost?
//
// Reads pairs as `assay math --batch` does (JSON lines with gold and response), then judges COUNT
// mutations of them: parts of one spliced into another, tokens of LaTeX put in, digits and brackets
// multiplied. Keeps the hundred that took most CPU time of this thread, judges each three times
// again and takes the best, so that an interrupt is not mistaken for a cost. Prints the worst ones.
//
//   python3 tests/math/pairs.py | math_worst COUNT [SEED]
//
// Exit status 1 when the worst is above 10 ms, the bound that docs/math.md promises.
#include <time.h>

#include <algorithm>
#include <boost/json/object.hpp>
#include <boost/json/parse.hpp>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "math/profiles/response.h"

namespace {

using assay::math::DefaultProfile;
using assay::math::VerifyResponse;

constexpr double kBoundMilliseconds = 10;
constexpr size_t kKept = 100;
constexpr int kRepeats = 3;
constexpr size_t kMostBytes = 4096;
constexpr std::string_view kTokens[] = {"\\frac{",
                                        "\\sqrt{",
                                        "\\sqrt[3]{",
                                        "}{",
                                        "}",
                                        "{",
                                        "(",
                                        ")",
                                        "^{",
                                        "^",
                                        "_",
                                        "!",
                                        "\\sum_{n=1}^{",
                                        "\\prod_{k=1}^{",
                                        "\\int_0^1 ",
                                        "\\binom{",
                                        "\\sin ",
                                        "\\tan ",
                                        "\\log_",
                                        "\\ln ",
                                        "e^{",
                                        "\\pi",
                                        "i",
                                        "x",
                                        "y",
                                        "+",
                                        "-",
                                        "\\cdot ",
                                        "/",
                                        ",",
                                        ";",
                                        "=",
                                        "\\pm ",
                                        "\\cup ",
                                        "\\le ",
                                        "10^{10}",
                                        "999999999999",
                                        "0.333333333333",
                                        "\\%",
                                        "\\text{ and }"};

struct Pair {
  std::string gold;
  std::string response;
};

struct Slow {
  double milliseconds;
  Pair pair;
};

double CpuMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

double Cost(const Pair& pair) {
  const double begin = CpuMilliseconds();
  VerifyResponse(pair.gold, pair.response, DefaultProfile());
  return CpuMilliseconds() - begin;
}

class Mutator {
 public:
  Mutator(const std::vector<Pair>& pairs, uint64_t seed) : pairs_(pairs), random_(seed) {}

  Pair Next() {
    Pair pair = Any();
    for (int i = Below(4); i >= 0; --i) Change(&pair.gold, Any().gold);
    for (int i = Below(4); i >= 0; --i) Change(&pair.response, Any().gold);
    if (Below(2) == 0) pair.response = "\\boxed{" + pair.response + "}";
    return pair;
  }

 private:
  int Below(size_t bound) { return static_cast<int>(random_() % bound); }
  size_t At(const std::string& text) { return random_() % (text.size() + 1); }
  const Pair& Any() { return pairs_[random_() % pairs_.size()]; }

  void Change(std::string* text, const std::string& other) {
    const size_t from = At(*text);
    const size_t size = std::min<size_t>(text->size() - from, random_() % 24);
    switch (Below(5)) {
      case 0: text->insert(from, kTokens[random_() % std::size(kTokens)]); break;
      case 1: text->insert(from, other.substr(0, 200)); break;
      case 2: text->erase(from, size); break;
      case 3: {
        const std::string part = text->substr(from, size);
        for (int i = Below(40); i > 0; --i) text->insert(from, part);
        break;
      }
      default: text->replace(from, size, other.substr(At(other) % (other.size() + 1), 24));
    }
    if (text->size() > kMostBytes) text->resize(kMostBytes);
  }

  const std::vector<Pair>& pairs_;
  std::mt19937_64 random_;
};

std::vector<Pair> ReadPairs() {
  std::vector<Pair> pairs;
  for (std::string line; std::getline(std::cin, line);) {
    if (line.empty()) continue;
    const auto row = boost::json::parse(line).as_object();
    pairs.push_back({row.at("gold").as_string().c_str(), row.at("response").as_string().c_str()});
  }
  return pairs;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 0;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  const std::vector<Pair> pairs = ReadPairs();
  if (count <= 0 || pairs.empty()) {
    std::fprintf(stderr, "usage: math_worst COUNT [SEED] < pairs.jsonl\n");
    return 2;
  }
  Mutator mutator(pairs, seed);
  const auto faster = [](const Slow& a, const Slow& b) { return a.milliseconds > b.milliseconds; };
  std::vector<Slow> slowest;  // a heap with the fastest of them on top
  double total = 0;
  for (long i = 0; i < count; ++i) {
    Pair pair = mutator.Next();
    const double cost = Cost(pair);
    total += cost;
    if (slowest.size() < kKept || cost > slowest.front().milliseconds) {
      slowest.push_back({cost, std::move(pair)});
      std::push_heap(slowest.begin(), slowest.end(), faster);
      if (slowest.size() > kKept) {
        std::pop_heap(slowest.begin(), slowest.end(), faster);
        slowest.pop_back();
      }
    }
    if ((i + 1) % 100000 == 0) {
      std::fprintf(stderr, "%ld of %ld pairs, %.1f us each\n", i + 1, count,
                   total * 1e3 / static_cast<double>(i + 1));
    }
  }
  for (Slow& slow : slowest) {
    for (int i = 0; i < kRepeats; ++i) {
      const double again = Cost(slow.pair);
      slow.milliseconds = i == 0 ? again : std::min(slow.milliseconds, again);
    }
  }
  std::sort(slowest.begin(), slowest.end(), faster);
  for (size_t i = 0; i < std::min<size_t>(3, slowest.size()); ++i) {
    const Pair& pair = slowest[i].pair;
    std::printf("%.3f ms: gold %.120s | response %.120s\n", slowest[i].milliseconds,
                pair.gold.c_str(), pair.response.c_str());
  }
  std::printf("%ld pairs, %.1f us each; the slowest, best of %d: %.3f ms\n", count,
              total * 1e3 / static_cast<double>(count), kRepeats, slowest.front().milliseconds);
  return slowest.front().milliseconds <= kBoundMilliseconds ? 0 : 1;
}
