// ScoredRows: what benchmarks have in common whose samples POST /v1/score judges: a sample's whole
// response goes into the row's item, and passes by its score.
//
// A sample passes whose score is at least BenchmarkOptions::pass_at; a score from 0 to 1 is its
// partial one. Where nothing could be judged for want of the infrastructure the sample is repeated.
//
// Immutable once loaded, thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lab/eval/shared/row_benchmark.h"

namespace assay::eval {

struct ScoredRow {
  std::string members;    // of the item, JSON without braces; each followed by a comma
  std::string reference;  // a response that is known to be right; empty: none
};

class ScoredRows : public RowBenchmark<ScoredRow> {
 public:
  explicit ScoredRows(BenchmarkOptions options) : options_(std::move(options)) {}

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override;
  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override;
  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                   std::string_view body) const override;
  std::vector<KnownSample> KnownSamples() const override;
  bool NeedsSandboxes() const override { return runs_tests_; }

 protected:
  // Of all that judging the row depends on; `rules` names the reader of rows and its version.
  std::string ShaOf(std::string_view rules, const ScoredRow& row) const;

  const BenchmarkOptions options_;
  // Members of a request of /v1/score beside its items, without braces: "rubrics" and so on.
  std::string rubric_members_;
  bool runs_tests_ = false;  // the rubric does
};

}  // namespace assay::eval
