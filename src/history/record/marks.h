// How marks are found (history/record/verdict_record.h has what they are). In two parts, so that a
// worker's slot waits for little: Observe looks at what is only there while the result is, and
// costs a comparison of the outputs; FindMarks, which searches the program's text, runs later on
// the history's own thread. Both are bounded: of long texts the beginning counts, of many tests the
// first.
//
// Pure functions, thread-safe.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "history/record/verdict_record.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

// What the runs of a submission showed.
struct RunSigns {
  bool accepted = false;
  size_t executed = 0;  // tests, from the first on
  // All of those printed (or returned) the same, and not nothing.
  bool same_output = false;
  bool early_exit = false;
  // Tests that have an input which the run could have read and didn't touch; and those it read.
  size_t unread_inputs = 0;
  size_t read_inputs = 0;
};

RunSigns Observe(const Submission& submission, const SubmissionResult& result);

// Whether they may come to a mark, before the program's text is looked at.
bool AreSuspect(const RunSigns& signs);

// What special_cased_inputs looks for: of a problem, for all submissions to it.
struct ProblemLiterals {
  ProblemLiterals() = default;
  explicit ProblemLiterals(const Problem& problem);

  // Of each of the first tests its input and expected output, without white space; empty: nothing
  // that would prove something.
  std::vector<std::array<std::string, 2>> tests;
};

// `code` may be cut.
//
// constant_output: at least three tests with different inputs have the same output, and either all
// are accepted, or different outputs were expected: one that is right for each of them is no sign.
//
// special_cased_inputs: of at least three tests the input or the expected output stands in the
// text. White space and escapes for it don't count, comments do not either; texts of fewer than
// eight other characters prove nothing.
//
// pass_without_reading: accepted on at least two tests with inputs, of which none was read through
// stdin, by a program whose text names no other way to the same bytes (/dev/stdin, /proc, mmap,
// pread).
Marks FindMarks(const RunSigns& signs, std::string_view code, const Problem& problem,
                const ProblemLiterals& literals);

}  // namespace assay
