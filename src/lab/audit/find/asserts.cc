// Test programs in Python as lists of asserts, found by their tokens.

#include <algorithm>
#include <set>

#include "lab/audit/find/finders.h"
#include "lab/mutate/programs/program_text.h"

namespace assay::audit {
namespace {

size_t ColumnAt(std::string_view text, size_t at) {
  const size_t line_end = text.rfind('\n', at);
  return line_end == text.npos ? at : at - line_end - 1;
}

}  // namespace

std::vector<AssertRun> AssertRuns(std::string_view assert_code) {
  const mutate::ProgramText program(mutate::Language::kPython, assert_code);
  std::vector<AssertRun> runs;
  size_t first = 0;
  bool open = false;  // the last run may go on
  size_t column = 0;
  for (size_t i = 0; i < program.size(); ++i) {
    if (!program.IsKind(i, mutate::TokenKind::kLineEnd)) continue;
    const size_t begin = program.at(first).begin;
    if (program.Is(first, "assert") && i > first) {
      if (!open || ColumnAt(assert_code, begin) != column) runs.emplace_back();
      column = ColumnAt(assert_code, begin);
      runs.back().statements.emplace_back(begin, program.at(i - 1).end);
      open = true;
    } else {
      open = false;
    }
    first = i + 1;
  }
  return runs;
}

std::string ReversedAsserts(std::string_view assert_code) {
  std::string text;
  size_t done = 0;
  for (const AssertRun& run : AssertRuns(assert_code)) {
    for (size_t i = 0; i < run.statements.size(); ++i) {
      const auto [begin, end] = run.statements[i];
      const auto [from, to] = run.statements[run.statements.size() - 1 - i];
      text += assert_code.substr(done, begin - done);
      text += assert_code.substr(from, to - from);
      done = end;
    }
  }
  return text + std::string(assert_code.substr(done));
}

std::string WithoutRepeatedAsserts(std::string_view assert_code, int* dropped) {
  std::string text;
  size_t done = 0;
  *dropped = 0;
  for (const AssertRun& run : AssertRuns(assert_code)) {
    std::set<std::string_view> seen;
    for (const auto& [begin, end] : run.statements) {
      if (seen.insert(assert_code.substr(begin, end - begin)).second) continue;
      // "pass" keeps a block from being empty and lines where they are.
      text += assert_code.substr(done, begin - done);
      text += "pass";
      done = end;
      ++*dropped;
    }
  }
  return text + std::string(assert_code.substr(done));
}

void TryOtherOrder(const Asker& asker, Evidence* evidence) {
  const Judged* const reference = evidence->FirstPassing();
  if (!evidence->parts.asserts() || reference == nullptr || reference->explained) return;
  lab::ProblemChange change;
  change.assert_code = ReversedAsserts(evidence->parts.assert_code);
  if (*change.assert_code == evidence->parts.assert_code) return;
  // Twice: it has to fail each time.
  const auto outcomes =
      asker.Judge(*evidence->problem, std::vector<Ask>(2, AskAbout(*reference->solution)),
                  {lab::ChangedProblem(evidence->problem->problem, change), ""});
  const bool fails = std::all_of(outcomes.begin(), outcomes.end(), [](const RunOutcome& outcome) {
    return outcome.judged && !outcome.accepted() && !outcome.is("TLE") && !outcome.is("MLE");
  });
  if (!fails) return;
  Finding finding = MakeFinding(FindingKind::kOrderDependent,
                                "in the opposite order the asserts fail: " + outcomes[0].message);
  finding.solutions.push_back(reference->solution->name);
  evidence->Add(std::move(finding));
}

}  // namespace assay::audit
