// Mutants of a program's output: texts that stand in a known relation to an output that is right.
// Judges are tried on them: what no judge may accept, what every judge has to, and what only the
// problem's own rules decide.
//
// A mutant is never the output itself: where a change changes nothing there is no such mutant.
// Pure, and the same for the same seed on every machine.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::mutate {

enum class OutputChange {
  // The same answer, written otherwise.
  kWhiteSpace,   // line ends and blanks at ends of lines, as the default comparison ignores them
  kFloatInside,  // decimals moved by a tenth of the tolerance
  // No answer at all, whatever the question is.
  kEmpty,    // nothing, where something is due
  kGarbage,  // bytes that no text has
  kHuge,     // 10 MB of what no answer looks like
  kHollow,   // as many tokens on as many lines, each number a word: the form without the meaning
  // Another answer, or a part of one. The rules may happen to allow it.
  kTruncated,     // the first half of the tokens
  kExtended,      // the answer, and its last token again
  kOffByOne,      // one number, one more or one less
  kAllOffByOne,   // each number by one
  kOtherNumber,   // one number replaced by one of another size
  kSwappedLines,  // two lines
  kSwappedTokens,
  kReversedLines,
  kRepeatedToken,  // one token in the place of its neighbour
  kDroppedToken,
  kFlippedWord,   // YES for NO and the like
  kCase,          // letters of the other case
  kFloatOutside,  // decimals moved by hundred times the tolerance
  kEcho,          // the input
  kSample,        // the answer of the first test
  kOtherTest,     // the answer of another test
};
// "off_by_one": stable, in reports.
std::string_view ToString(OutputChange change);

// How sure one is about a mutant before anybody has read the problem.
enum class Relation { kSameAnswer, kNoAnswer, kOtherAnswer };
Relation RelationOf(OutputChange change);

struct OutputMutant {
  OutputChange change = OutputChange::kEmpty;
  std::string text;
};

struct OutputSurroundings {
  std::string_view input;                       // of the test
  std::string_view sample;                      // the first test's answer; empty: none
  std::vector<std::string_view> other_answers;  // of further tests
  // Of decimals, where the problem has one.
  std::optional<double> tolerance;
};

inline constexpr size_t kHugeBytes = 10 << 20;

// Of an output that is right: each change that changes it, once. `seed` chooses the places.
// kHuge is left out, as most judges are tried on it once: HugeOutput.
std::vector<OutputMutant> MutateOutput(std::string_view output, const OutputSurroundings& around,
                                       uint64_t seed);
OutputMutant HugeOutput();

}  // namespace assay::mutate
