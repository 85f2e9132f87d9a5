// Fuzzes the math verifier: extraction from any text, and comparison in both orders.
//
// Input: one byte that picks the profile, then gold and response around the first byte 0x1f (or
// halves). Promises checked: spans lie inside the text; (a, b) and (b, a) never contradict each
// other where the rules are symmetric; a parsed answer is never unequal to itself; work stays
// within the budget and CPU time within a bound that has room for sanitizers. Run: math_fuzz
// -dict=fuzz/math.dict corpus/
#include <time.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "math/decide/verify.h"
#include "math/find/extract.h"
#include "math/profiles/response.h"

namespace {

using assay::math::ExtractAnswer;
using assay::math::Outcome;
using assay::math::OutcomeName;
using assay::math::Profiles;
using assay::math::VerifyAnswer;
using assay::math::VerifyOptions;
using assay::math::VerifyResult;

// Ten times the bound of a release build: address and undefined-behaviour checks cost about that.
constexpr double kMaxMilliseconds = 200;
// One step may be charged after the budget is spent.
constexpr int64_t kBudgetSlack = 100'000;

double CpuMilliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) / 1e6;
}

void Require(bool condition, const char* promise, std::string_view gold, std::string_view answer) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n  gold   [%.*s]\n  answer [%.*s]\n", promise,
               static_cast<int>(gold.size()), gold.data(), static_cast<int>(answer.size()),
               answer.data());
  std::abort();
}

VerifyResult TimedVerify(std::string_view gold, std::string_view answer) {
  const VerifyOptions options;
  const double begin = CpuMilliseconds();
  VerifyResult result = VerifyAnswer(gold, answer, options);
  const double spent = CpuMilliseconds() - begin;
  if (spent > kMaxMilliseconds) std::fprintf(stderr, "%.1f ms\n", spent);
  Require(spent <= kMaxMilliseconds, "CPU time is bounded", gold, answer);
  Require(result.work_used <= options.work_budget + kBudgetSlack, "work is bounded", gold, answer);
  return result;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const auto& profile = Profiles()[data[0] % Profiles().size()];
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  size_t split = input.find('\x1f');
  const bool marked = split != std::string_view::npos;
  if (!marked) split = input.size() / 2;
  const std::string_view gold = input.substr(0, split);
  const std::string_view answer = input.substr(split + (marked ? 1 : 0));

  const auto extraction = ExtractAnswer(answer, profile.extract);
  Require(extraction.offset + extraction.length <= answer.size(), "spans lie inside the text", gold,
          answer);
  Require(extraction.found == (extraction.reason == assay::math::Reason::kNone),
          "a reason exactly when nothing is found", gold, answer);
  VerifyResponse(gold, answer, profile);

  const VerifyResult forward = TimedVerify(gold, answer);
  const VerifyResult backward = TimedVerify(answer, gold);
  // What stayed open is a zero on the answer's side alone; a decimal is rounded on its own side;
  // and an answer may state a value or add a condition that a gold may not (docs/math.md).
  const auto symmetric = [](const VerifyResult& yes, const VerifyResult& no) {
    const auto states = [](const std::string& normal) {
      return normal.find('=') != std::string::npos || normal.find(" when ") != std::string::npos;
    };
    return no.rule != "none" && yes.rule != "decimal_rounding" && !states(yes.gold_normal) &&
           !states(yes.answer_normal);
  };
  const auto contradict = [&](const VerifyResult& a, const VerifyResult& b) {
    return a.outcome == Outcome::kCorrect && b.outcome == Outcome::kIncorrect && symmetric(a, b);
  };
  const bool one_unread =
      (forward.outcome == Outcome::kUnparseable) != (backward.outcome == Outcome::kUnparseable);
  if (contradict(forward, backward) || contradict(backward, forward) || one_unread) {
    std::fprintf(stderr, "%s (%s) against %s (%s)\n",
                 std::string(OutcomeName(forward.outcome)).c_str(),
                 std::string(ToString(forward.reason)).c_str(),
                 std::string(OutcomeName(backward.outcome)).c_str(),
                 std::string(ToString(backward.reason)).c_str());
    Require(false, "both orders agree", gold, answer);
  }
  const VerifyResult self = TimedVerify(gold, gold);
  Require(self.outcome != Outcome::kIncorrect, "an answer equals itself", gold, gold);
  return 0;
}
