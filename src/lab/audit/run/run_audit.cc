#include "lab/audit/run/run_audit.h"

#include <chrono>
#include <optional>

#include "base/clock.h"
#include "lab/audit/find/audit_problem.h"
#include "lab/problems/read/read_problem.h"
#include "text/json_writer.h"

namespace assay::audit {
namespace {

// Whatever makes other findings of the same rows when it changes; part of the manifest.
constexpr int kRules = 1;

ProblemAudit AuditRow(const lab::NumberedRow& row, const AuditPlan& plan, const Asker& asker) {
  ProblemAudit audit;
  if (row.text.empty()) {
    audit.id = row.file;
    audit.refused = row.refused;
  } else {
    const lab::ReadRow read =
        lab::ReadProblemText(row.text, plan.format, "row " + std::to_string(row.number));
    if (read.problem) {
      audit = AuditOne(*read.problem, plan.options, asker);
    } else {
      audit.id = read.id;
      audit.math = read.math;
      audit.refused = read.refused;
    }
  }
  audit.file = row.file;
  audit.row = row.number;
  audit.index = row.index;
  return audit;
}

}  // namespace

std::string ManifestOf(const AuditPlan& plan, const std::string& build) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("audit").Key("rules").Int(kRules);
  lab::WriteFiles(plan.rows, &json);
  json.Key("format").Bytes(plan.format);
  json.Key("repeats").Int(plan.options.repeats);
  json.Key("mutants").Int(static_cast<int64_t>(plan.options.mutants));
  json.Key("seed").Int(static_cast<int64_t>(plan.options.seed));
  json.Key("weak_below").Double(plan.options.weak_below);
  json.Key("build").String(build);
  return json.EndObject().Take();
}

Status RunAudit(const AuditPlan& plan, AuditFolder* folder, service::Judge* judge, int threads,
                const std::atomic<bool>* stop,
                const std::function<void(const AuditProgress&)>& on_progress) {
  const Asker asker(judge, stop);
  std::atomic<int64_t> mend{0}, drop{0}, not_judged{0};
  const auto audit_row = [&](const lab::NumberedRow& row) -> std::optional<lab::RowRecord> {
    const SteadyTime begin = std::chrono::steady_clock::now();
    ProblemAudit audit = AuditRow(row, plan, asker);
    // What is known of it may be half of the truth.
    if (asker.stopped()) return std::nullopt;
    audit.seconds = ToSeconds(std::chrono::steady_clock::now() - begin);
    mend += audit.advice() == Advice::kMend ? 1 : 0;
    drop += audit.advice() == Advice::kDrop ? 1 : 0;
    not_judged += audit.not_judged.empty() ? 0 : 1;
    return lab::RowRecord{audit.not_judged.empty(), ToJson(audit, true)};
  };
  const auto tell = [&](int64_t done) {
    if (on_progress) on_progress({done, mend, drop, not_judged});
  };
  return lab::RunRows(plan.rows, folder->records(), threads, stop, audit_row, tell);
}

}  // namespace assay::audit
