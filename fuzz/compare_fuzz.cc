// Fuzzes the comparisons of outputs. Input: a byte for the mode, one for the profile, one for
// testlib's checker, then expected and actual text around the first byte 0x1f (or halves).
//
// Promises checked: the exact mode accepts exactly equal bytes; in our own profile no comparison
// finds a difference between a text and itself; what a difference says is valid UTF-8 and short.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <string>
#include <string_view>

#include "base/text.h"
#include "grading/compare/compare.h"
#include "model/problem.h"

namespace {

using assay::Compare;
using assay::CompareMode;
using assay::CompareResult;
using assay::Comparison;
using assay::Match;
using assay::TestlibChecker;

constexpr size_t kMaxExplanation = 4096;

void Require(bool condition, const char* promise, const Comparison& comparison) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s (mode %s, profile %s)\n", promise,
               std::string(ToString(comparison.mode)).c_str(),
               std::string(ToString(comparison.profile)).c_str());
  std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3) return 0;
  Comparison comparison;
  comparison.mode =
      static_cast<CompareMode>(data[0] % (static_cast<int>(CompareMode::kTestlib) + 1));
  comparison.profile = assay::kProfiles[data[1] % std::size(assay::kProfiles)];
  comparison.testlib =
      static_cast<TestlibChecker>(data[2] % (static_cast<int>(TestlibChecker::kYesno) + 1));
  comparison.icpc.case_sensitive = data[2] & 1;
  comparison.icpc.space_change_sensitive = data[2] & 2;
  if (data[2] & 4) comparison.icpc.absolute_tolerance = 1e-6;

  const std::string_view input(reinterpret_cast<const char*>(data) + 3, size - 3);
  const size_t mark = input.find('\x1f');
  const bool marked = mark != std::string_view::npos;
  const size_t split = marked ? mark : input.size() / 2;
  const std::string_view expected = input.substr(0, split);
  const std::string_view actual = input.substr(split + (marked ? 1 : 0));

  const CompareResult result = Compare(comparison, expected, actual);
  if (comparison.profile == assay::Profile::kAssay) {
    if (comparison.mode == CompareMode::kExact) {
      Require(result.equal() == (expected == actual), "exact is byte for byte", comparison);
    }
    const Match self = Compare(comparison, expected, expected).match;
    // Testlib passes over a byte order mark in outputs, not in answers.
    const bool marked_answer =
        comparison.mode == CompareMode::kTestlib && expected.substr(0, 3) == "\xef\xbb\xbf";
    Require(marked_answer || (self != Match::kDifferent && self != Match::kLayoutDiffers),
            "a text does not differ from itself", comparison);
  }
  const std::string words = result.ToString();
  Require(result.equal() == words.empty(), "words exactly for a difference", comparison);
  Require(assay::IsValidUtf8(words), "words are valid UTF-8", comparison);
  Require(words.size() <= kMaxExplanation, "words are short", comparison);
  return 0;
}
