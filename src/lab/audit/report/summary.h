// AuditSummary: what the findings on all problems come to, counted one problem at a time. Plain
// values; the functions are pure.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lab/audit/model/finding.h"

namespace assay::audit {

// What the report says of one problem that isn't to be kept, or whose tests are weak.
struct ProblemLine {
  std::string id, file;
  int64_t row = 0;
  Advice advice = Advice::kKeep;
  bool mended = false;
  std::vector<Finding> findings;
};

struct AuditSummary {
  static constexpr size_t kBins = 10;           // of test strength, each a tenth
  static constexpr size_t kMostProblems = 500;  // that are shown, those to drop and mend each

  int64_t rows = 0;
  int64_t refused = 0;  // rows that are no problems
  int64_t math = 0;     // gold answers, which have no programs
  int64_t not_judged = 0;
  int64_t mended = 0;
  std::map<Advice, int64_t> by_advice;     // of problems
  std::map<FindingKind, int64_t> by_kind;  // problems that have one
  int64_t correct = 0, correct_passed = 0, wrong = 0, wrong_passed = 0;
  int64_t killed = 0, survived = 0;
  std::array<int64_t, kBins> strengths{};
  std::map<std::string, int64_t> survivors;  // operators, of the survivors that are listed
  std::vector<ProblemLine> to_drop, to_mend;
  std::vector<std::string> first_refused;  // "file: row 3: why"
  double seconds = 0;                      // of all problems

  int64_t problems() const { return rows - refused - math; }
  void Add(const ProblemAudit& audit);
};

// What an audit was one of, for the reports.
struct ReportHead {
  std::string build;
  std::string manifest;  // JSON
  std::string judge;     // who judged
};

std::string ReportJson(const ReportHead& head, const AuditSummary& summary);
std::string ReportHtml(const ReportHead& head, const AuditSummary& summary);
// For the terminal.
std::string ReportText(const AuditSummary& summary);

}  // namespace assay::audit
