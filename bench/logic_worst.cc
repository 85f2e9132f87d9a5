// What a verdict on a puzzle costs: for each kind COUNT puzzles of all difficulties, their right
// answers, mutations of those, and texts as long as an answer may be.
//
// Time is CPU time of this thread around Kind::Verify, the facts being parsed already; each answer
// is judged three times and the best taken, so that an interrupt is not mistaken for a cost.
//
//   logic_worst COUNT [SEED]
//
// Exit status 1 when a verdict took more than 0.2 ms, the bound that docs/logic.md promises.
#include <time.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "base/dice/mix.h"
#include "logic/kinds.h"
#include "text/json_reader.h"

namespace {

using assay::JsonDocument;
using assay::JsonValue;
using assay::logic::Kind;
using assay::logic::kMostAnswerBytes;
using assay::logic::Puzzle;

constexpr double kBoundMicroseconds = 200;
constexpr int kRepeats = 3;
constexpr int kMutations = 8;  // of each right answer

double CpuMicroseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e6 + static_cast<double>(now.tv_nsec) / 1e3;
}

double Cost(const Kind& kind, JsonValue facts, std::string_view answer) {
  double best = std::numeric_limits<double>::max();
  for (int i = 0; i < kRepeats; ++i) {
    const double begin = CpuMicroseconds();
    const auto verdict = kind.Verify(facts, answer);
    best = std::min(best, CpuMicroseconds() - begin);
    if (!verdict.ok()) {
      std::fprintf(stderr, "%s: %s\n", std::string(kind.name()).c_str(),
                   verdict.error().message.c_str());
      std::exit(2);
    }
  }
  return best;
}

// Characters changed, taken out or doubled, and a part that comes again.
std::string Mutated(std::string answer, assay::Dice* dice) {
  if (answer.empty()) return answer;
  const size_t at = dice->Below(answer.size());
  switch (dice->Below(4)) {
    case 0: answer[at] = answer[dice->Below(answer.size())]; break;
    case 1: answer.erase(at, 1 + dice->Below(3)); break;
    case 2: answer.insert(at, 1, answer[at]); break;
    default: answer += answer.substr(at); break;
  }
  return answer;
}

// As long as may be: the right answer and one character of it again and again, and blanks, which
// every kind passes over, with the right answer behind them.
std::vector<std::string> LongTexts(const std::string& right) {
  std::vector<std::string> texts;
  std::string repeated;
  while (repeated.size() + right.size() + 1 <= kMostAnswerBytes) repeated += right + "\n";
  texts.push_back(repeated);
  std::string characters = right;
  std::sort(characters.begin(), characters.end());
  characters.erase(std::unique(characters.begin(), characters.end()), characters.end());
  for (const char c : characters + " [(,-0a") texts.emplace_back(kMostAnswerBytes, c);
  if (right.size() < kMostAnswerBytes) {
    for (const char c : {' ', '\n', ',', '|'}) {
      texts.push_back(std::string(kMostAnswerBytes - right.size(), c) + right);
      texts.push_back(right + std::string(kMostAnswerBytes - right.size(), c));
    }
  }
  return texts;
}

struct Costs {
  std::vector<double> right;
  double wrong = 0;
  double long_text = 0;
};

Costs CostsOf(const Kind& kind, long count, assay::Dice* dice) {
  Costs costs;
  for (long i = 0; i < count; ++i) {
    const int levels = assay::logic::kHardest - assay::logic::kEasiest + 1;
    const Puzzle puzzle = kind.Make(assay::logic::kEasiest + static_cast<int>(i % levels), dice);
    assay::JsonError error;
    const auto document = JsonDocument::Parse(puzzle.facts, &error);
    const auto right = kind.Solve(document->root());
    if (!right.ok()) {
      std::fprintf(stderr, "%s: %s\n", std::string(kind.name()).c_str(),
                   right.error().message.c_str());
      std::exit(2);
    }
    costs.right.push_back(Cost(kind, document->root(), *right));
    for (int k = 0; k < kMutations; ++k) {
      costs.wrong = std::max(costs.wrong, Cost(kind, document->root(), Mutated(*right, dice)));
    }
    if (i >= 50) continue;  // they cost the same for each puzzle
    for (const std::string& text : LongTexts(*right)) {
      costs.long_text = std::max(costs.long_text, Cost(kind, document->root(), text));
    }
  }
  std::sort(costs.right.begin(), costs.right.end());
  return costs;
}

}  // namespace

int main(int argc, char** argv) {
  const long count = argc > 1 ? std::atol(argv[1]) : 0;
  const uint64_t seed = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 1;
  if (count <= 0) {
    std::fprintf(stderr, "usage: logic_worst COUNT [SEED]\n");
    return 2;
  }
  double most = 0;
  std::printf("%-24s %10s %10s %10s %10s   us\n", "kind", "median", "longest", "mutated", "long");
  for (const Kind* const kind : assay::logic::AllKinds()) {
    assay::Dice dice(seed);
    const Costs costs = CostsOf(*kind, count, &dice);
    std::printf("%-24s %10.1f %10.1f %10.1f %10.1f\n", std::string(kind->name()).c_str(),
                costs.right[costs.right.size() / 2], costs.right.back(), costs.wrong,
                costs.long_text);
    most = std::max({most, costs.right.back(), costs.wrong, costs.long_text});
  }
  std::printf("the slowest, best of %d: %.1f us\n", kRepeats, most);
  return most <= kBoundMicroseconds ? 0 : 1;
}
