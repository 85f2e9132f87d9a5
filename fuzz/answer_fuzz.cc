// Fuzzes the judges of answers to science questions and to puzzles. Input: a byte that picks the
// judge (science, or a kind of puzzle), then gold or facts and a response around the first byte
// 0x1f (or halves).
//
// Promises checked: a verdict is one of those there are; what was found stands in the response; a
// puzzle's right answer is a text that was given; facts are judged alike whatever the answer.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "logic/kinds.h"
#include "logic/response.h"
#include "science/judge.h"
#include "text/json_reader.h"

namespace {

constexpr size_t kLongestInput = 16 << 10;

void Require(bool condition, const char* promise, std::string_view of) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s (%s)\n", promise, std::string(of).c_str());
  std::abort();
}

void JudgeScience(std::string_view gold, std::string_view response) {
  const assay::science::Judged judged = assay::science::Judge(gold, response, {});
  Require(judged.offset + judged.length <= response.size(), "an answer stands in the response",
          "science");
  const auto own = assay::science::Judge(judged.gold, judged.gold, {});
  Require(own.outcome != assay::science::Outcome::kIncorrect ||
              own.reason != assay::science::Reason::kValuesDiffer,
          "a value does not differ from itself", judged.gold);
}

void JudgePuzzle(const assay::logic::Kind& kind, std::string_view facts,
                 std::string_view response) {
  assay::JsonError error;
  const auto document = assay::JsonDocument::Parse(facts, &error);
  if (!document) return;
  const auto judged = assay::logic::Judge(kind, document->root(), response);
  if (!judged.ok()) {
    Require(judged.error().code == assay::ErrorCode::kInvalidArgument, "facts are at fault",
            kind.name());
    return;
  }
  Require(!judged->verdict.reason.empty(), "a verdict has a reason", kind.name());
  Require(!judged->verdict.right || !judged->answer.empty(), "a right answer was given",
          kind.name());
  const auto verdict = kind.Verify(document->root(), response);
  Require(verdict.ok(), "facts are judged alike", kind.name());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > kLongestInput) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  const size_t mark = input.find('\x1f');
  const size_t split = mark == input.npos ? input.size() / 2 : mark;
  const std::string_view first = input.substr(0, split);
  const std::string_view second = input.substr(split + (mark == input.npos ? 0 : 1));
  const auto& kinds = assay::logic::AllKinds();
  const size_t pick = data[0] % (kinds.size() * 2);
  if (pick >= kinds.size()) {
    JudgeScience(first, second);
  } else {
    JudgePuzzle(*kinds[pick], first, second);
  }
  return 0;
}
