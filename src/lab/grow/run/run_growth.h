// RunGrowth: the tests of every problem of some files grown, into a folder: RecordFolder says how
// it survives. And the files that are made from what the folder has when all is done:
//
//   grown.jsonl     the rows with their new tests, in our own form
//   growth.jsonl    a line a problem: each test with its origin, counts, differences
//   report.json, report.html
//
// Blocks; starts threads of its own and joins them.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "base/result.h"
#include "lab/grow/model/growth.h"
#include "lab/grow/report/summary.h"
#include "lab/problems/records/record_folder.h"
#include "lab/problems/records/row_run.h"
#include "service/judge.h"

namespace assay::grow {

struct GrowthPlan {
  lab::RowFiles rows;
  std::string format;  // of the rows; empty: each is recognised
  GrowOptions options;
};

// What it is of, as JSON in one fixed form. `build`: of the program.
std::string ManifestOf(const GrowthPlan& plan, const std::string& build);
// `inputs`: files that are read, as RecordFolder has them.
Result<std::unique_ptr<lab::RecordFolder>> OpenFolder(const std::string& path,
                                                      std::string_view manifest,
                                                      const std::vector<std::string>& inputs);

// `on_done` is called by one thread at a time. After a stop it returns once what is under way has
// ended; that is not kept.
Status RunGrowth(const GrowthPlan& plan, lab::RecordFolder* folder, service::Judge* judge,
                 int threads, const std::atomic<bool>* stop, const lab::OnRowDone& on_done);

Result<GrowthSummary> WriteOutputs(const ReportHead& head, const lab::RecordFolder& folder);

}  // namespace assay::grow
