// Evidence: what is known about one problem while it is audited: its parts, its programs with what
// the judge said about each, and the findings so far. One thread's.
#pragma once

#include <string>
#include <vector>

#include "lab/audit/judge/asker.h"
#include "lab/audit/model/finding.h"
#include "lab/audit/model/outcome.h"
#include "lab/problems/model/problem.h"

namespace assay::audit {

struct AuditOptions {
  int repeats = 3;          // runs of a reference that tell whether it is flaky
  size_t mutants = 20;      // variants of a reference; 0: none
  uint64_t seed = 0;        // which of them
  double weak_below = 0.5;  // tests are weak when the killed share is surely below
};

struct Judged {
  const lab::Solution* solution = nullptr;
  RunOutcome outcome;
  bool explained = false;  // a finding says why it isn't what its label says
};

struct Evidence {
  const lab::LabelledProblem* problem = nullptr;
  lab::ProblemParts parts;
  std::vector<Judged> correct;
  std::vector<Judged> wrong;
  // What a mended row changes.
  lab::ProblemChange change;
  lab::LimitsChange limits;
  std::vector<std::string> left_out_solutions;  // by name
  ProblemAudit* audit = nullptr;

  void Add(Finding finding) { audit->findings.push_back(std::move(finding)); }
  bool Has(FindingKind kind) const {
    for (const Finding& each : audit->findings) {
      if (each.kind == kind) return true;
    }
    return false;
  }
  // The first reference that passed; null: none did.
  const Judged* FirstPassing() const {
    for (const Judged& each : correct) {
      if (each.outcome.accepted()) return &each;
    }
    return nullptr;
  }
  void NotJudged(const std::string& what, const RunOutcome& outcome) {
    audit->not_judged.push_back(what + ": " + outcome.reason + ": " + outcome.message);
  }
};

// Findings name so many programs and tests.
inline constexpr size_t kMostNamed = 20;

}  // namespace assay::audit
