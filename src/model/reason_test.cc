#include "model/reason.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "model/submission_result.h"

namespace assay {
namespace {

TEST(Reason, EveryNameLeadsBack) {
  for (size_t i = 1; i < kReasons; ++i) {
    const auto reason = static_cast<Reason>(i);
    EXPECT_EQ(ParseReason(ToString(reason)), reason) << ToString(reason);
  }
  EXPECT_EQ(ToString(Reason::kNone), "");
  EXPECT_EQ(ParseReason(""), std::nullopt);
  EXPECT_EQ(ParseReason("differnt_output"), std::nullopt);
}

TEST(Reason, NamesAreApartAndInSnakeCase) {
  std::set<std::string_view> seen;
  for (size_t i = 1; i < kReasons; ++i) {
    const std::string_view name = ToString(static_cast<Reason>(i));
    EXPECT_TRUE(seen.insert(name).second) << name;
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz_"), name.npos) << name;
  }
}

TEST(Reason, VerdictAndCauseOfARowFit) {
  for (const ReasonRow& row : ReasonTable()) {
    SCOPED_TRACE(row.name);
    EXPECT_FALSE(row.when.empty());
    EXPECT_EQ(row.verdict == Verdict::kJudgeError, row.cause == Cause::kProblem);
    EXPECT_EQ(row.verdict == Verdict::kInternalError,
              row.cause == Cause::kInfrastructure && row.verdict != Verdict::kSkipped);
    EXPECT_TRUE(row.cause != Cause::kCancelled || row.verdict == Verdict::kSkipped);
  }
}

TEST(Reason, OnlyRowsOfTheTableAreAllowed) {
  constexpr auto kCandidate = Cause::kCandidate, kOurs = Cause::kInfrastructure;
  EXPECT_TRUE(IsTestOutcome(Verdict::kRuntimeError, kCandidate, Reason::kStartFailed));
  EXPECT_TRUE(IsTestOutcome(Verdict::kInternalError, kOurs, Reason::kStartFailed));
  EXPECT_FALSE(IsTestOutcome(Verdict::kRuntimeError, kOurs, Reason::kStartFailed));
  EXPECT_FALSE(IsTestOutcome(Verdict::kSkipped, kCandidate, Reason::kNone));
  EXPECT_FALSE(IsTestOutcome(Verdict::kAccepted, kCandidate, Reason::kAccepted));
}

TEST(Reason, ATestThatDecidesGivesTheSubmissionItsReason) {
  constexpr auto kCandidate = Cause::kCandidate;
  EXPECT_TRUE(IsSubmissionOutcome(Verdict::kWrongAnswer, kCandidate, Reason::kLayout));
  EXPECT_TRUE(IsSubmissionOutcome(Verdict::kSkipped, Cause::kCancelled, Reason::kCancelled));
  // An accepted or unneeded test decides nothing.
  EXPECT_FALSE(IsSubmissionOutcome(Verdict::kAccepted, kCandidate, Reason::kSameOutput));
  EXPECT_FALSE(IsSubmissionOutcome(Verdict::kSkipped, kCandidate, Reason::kEarlierTestFailed));
  EXPECT_FALSE(IsSubmissionOutcome(Verdict::kSkipped, kCandidate, Reason::kTotalTimeout));
  EXPECT_TRUE(IsSubmissionOutcome(Verdict::kTimeLimit, kCandidate, Reason::kTotalTimeout));
}

// "submission compile_error CE candidate"
std::string Line(ReasonScope scope, std::string_view name, std::string_view verdict,
                 std::string_view cause) {
  return std::string(scope == ReasonScope::kTest ? "test " : "submission ")
      .append(name)
      .append(" ")
      .append(verdict)
      .append(" ")
      .append(cause);
}

// The cells of "| `a`, `b` | WA | candidate | … |".
std::vector<std::string> Cells(const std::string& row) {
  std::vector<std::string> cells;
  for (size_t begin = 1, end; (end = row.find('|', begin)) != row.npos; begin = end + 1) {
    cells.push_back(row.substr(begin + 1, end - begin - 2));
  }
  return cells;
}

std::set<std::string> DocumentedRows(const std::string& path) {
  std::set<std::string> rows;
  std::ifstream page(path);
  EXPECT_TRUE(page) << path;
  std::optional<ReasonScope> scope;
  for (std::string line; std::getline(page, line);) {
    if (line.rfind("## ", 0) == 0) {
      scope.reset();
      if (line == "## Reasons of a test") scope = ReasonScope::kTest;
      if (line == "## Reasons of a submission") scope = ReasonScope::kSubmission;
    }
    if (!scope || line.rfind("| `", 0) != 0) continue;
    const std::vector<std::string> cells = Cells(line);
    EXPECT_GE(cells.size(), 4u) << line;
    if (cells.size() < 4) continue;
    const std::string& names = cells[0];
    for (size_t begin = names.find('`'); begin != names.npos;) {
      const size_t end = names.find('`', begin + 1);
      const std::string row =
          Line(*scope, names.substr(begin + 1, end - begin - 1), cells[1], cells[2]);
      EXPECT_TRUE(rows.insert(row).second) << "twice: " << row;
      begin = names.find('`', end + 1);
    }
  }
  return rows;
}

TEST(Reason, TheDocumentHasTheTablesRows) {
  std::set<std::string> table;
  for (const ReasonRow& row : ReasonTable()) {
    if (row.scope == ReasonScope::kCompileStep) continue;
    table.insert(Line(row.scope, row.name, ToString(row.verdict), ToString(row.cause)));
  }
  EXPECT_EQ(DocumentedRows(ASSAY_DOCS "/verdicts.md"), table);
}

}  // namespace
}  // namespace assay
