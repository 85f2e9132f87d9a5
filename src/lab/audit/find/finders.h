// The steps of an audit, each of which looks for faults of a few kinds. audit_problem.cc calls them
// in their order; a new kind of fault is a step here, or a part of one, and a line in finding.cc.
//
// Those that take an Asker block on the judge; the others are pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "lab/audit/find/evidence.h"

namespace assay::audit {

// From the problem alone: tests there twice, tests that contradict each other or expect all the
// same, a limit far from what programs need in general.
void LookAtTests(Evidence* evidence);

// Inputs beside what validators say of them, and beside constraints that the statement puts on the
// numbers of the first line.
void LookAtConstraints(const Asker& asker, Evidence* evidence);

// References and wrong programs against their labels.
void JudgeSolutions(const Asker& asker, Evidence* evidence);
// References once more: verdicts that change, and checkers that change their mind.
void LookForFlakiness(const Asker& asker, const AuditOptions& options, Evidence* evidence);
// Why references fail: packages, limits, comparisons; what is left is the reference's or the
// tests'.
void ExplainFailures(const Asker& asker, Evidence* evidence);
// Limits beside what the passing references took.
void LookAtLimits(Evidence* evidence);
void LookAtWrongPrograms(const Asker& asker, Evidence* evidence);
// Programs that do nothing of use.
void TryTrivialPrograms(const Asker& asker, Evidence* evidence);
// The asserts of a test program in the opposite order.
void TryOtherOrder(const Asker& asker, Evidence* evidence);
// Statements that say that several answers are right.
void LookAtStatement(Evidence* evidence);
void MeasureStrength(const Asker& asker, const AuditOptions& options, Evidence* evidence);
// Makes the mended row and has it judged; findings that it is without are marked.
void Mend(const Asker& asker, Evidence* evidence);

// What a statement's words say of its answers.
struct AnswerWords {
  bool any_answer = false;  // one of several is enough
  bool any_order = false;
  bool output_order = false;  // the same, and it is what is printed
  bool tolerance = false;
  bool said() const { return any_answer || any_order; }
};
AnswerWords WordsOfStatement(std::string_view statement);

// What a statement says of the numbers in the first line of the input, in their order; empty when
// that isn't certain.
struct NumberRange {
  std::string name;
  std::optional<int64_t> least, most;
};
std::vector<NumberRange> RangesOfFirstLine(std::string_view statement);

// Runs of asserts that stand one below the other in Python, each as the stretches of its
// statements.
struct AssertRun {
  std::vector<std::pair<size_t, size_t>> statements;  // from byte, to byte
};
std::vector<AssertRun> AssertRuns(std::string_view assert_code);
// The asserts of each run in the opposite order; the same text when there is nothing to turn.
std::string ReversedAsserts(std::string_view assert_code);
// Without asserts that stand in a run before already; `dropped` counts them.
std::string WithoutRepeatedAsserts(std::string_view assert_code, int* dropped);

}  // namespace assay::audit
