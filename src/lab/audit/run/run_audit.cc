#include "lab/audit/run/run_audit.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <thread>

#include "base/clock.h"
#include "base/mutex.h"
#include "lab/audit/find/audit_problem.h"
#include "lab/problems/read/read_problem.h"
#include "lab/problems/source/problem_rows.h"
#include "lab/shared/line/waiting_line.h"
#include "text/json_writer.h"

namespace assay::audit {
namespace {

constexpr char kStage[] = "audit.run";

// Whatever makes other findings of the same rows when it changes; part of the manifest.
constexpr int kRules = 1;

struct Row {
  std::string text;
  std::string file;
  int64_t number = 0;   // in its file, from 1
  int64_t index = 0;    // of all rows, from 0
  std::string refused;  // why there is no text
};

ProblemAudit AuditRow(const Row& row, const AuditPlan& plan, const Asker& asker) {
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

// What came of the rows, and of keeping that.
class Ledger {
 public:
  Ledger(int64_t done, const std::function<void(const AuditProgress&)>& on_progress)
      : on_progress_(on_progress) {
    progress_.done = done;
  }

  // Whether it was kept.
  bool Kept(const Status& status, const ProblemAudit& audit) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (!status.ok()) {
      if (failure_.ok()) failure_ = status;
      return false;
    }
    ++progress_.done;
    progress_.mend += audit.advice() == Advice::kMend ? 1 : 0;
    progress_.drop += audit.advice() == Advice::kDrop ? 1 : 0;
    progress_.not_judged += audit.not_judged.empty() ? 0 : 1;
    if (on_progress_) on_progress_(progress_);
    return true;
  }
  Status failure() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return failure_;
  }

 private:
  const std::function<void(const AuditProgress&)> on_progress_;
  mutable Mutex mutex_;
  Status failure_ ASSAY_GUARDED_BY(mutex_);
  AuditProgress progress_ ASSAY_GUARDED_BY(mutex_);
};

Error Enough() {
  return Error{ErrorCode::kCancelled, kStage, 0, "no further row is wanted"};
}

Status BringRows(const AuditPlan& plan, const AuditFolder& folder, lab::WaitingLine<Row>* line) {
  int64_t index = 0;
  for (const std::string& path : plan.files) {
    const Status read = lab::ForEachSourceRow(path, [&](const lab::SourceRow& source) -> Status {
      if (index >= plan.rows) return Enough();
      Row row{"", std::string(source.source), source.number, index++, source.refused};
      if (folder.Done(row.index)) return {};
      row.text = std::string(source.text);
      return line->Put(std::move(row)) ? Status() : Status(Enough());
    });
    if (!read.ok()) return read.error().code == ErrorCode::kCancelled ? Status() : read;
  }
  return {};
}

}  // namespace

Status Survey(AuditPlan* plan) {
  int64_t rows = 0;
  for (const std::string& file : plan->files) {
    FileIdentity identity;
    const auto count = [&](const lab::SourceRow&) {
      ++rows;
      return Status();
    };
    ASSAY_RETURN_IF_ERROR(lab::ForEachSourceRow(file, count, &identity));
    plan->identities.push_back(std::move(identity));
  }
  plan->rows = plan->limit > 0 ? std::min(plan->limit, rows) : rows;
  return {};
}

std::string ManifestOf(const AuditPlan& plan, const std::string& build) {
  JsonWriter json;
  json.BeginObject().Key("kind").String("audit").Key("rules").Int(kRules);
  json.Key("files").BeginArray();
  for (const FileIdentity& file : plan.identities) {
    json.BeginObject().Key("name").Bytes(file.name).Key("rows").Int(file.rows);
    json.Key("sha256").String(file.sha256).EndObject();
  }
  json.EndArray().Key("format").Bytes(plan.format).Key("limit").Int(plan.limit);
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
  const auto count = static_cast<size_t>(std::max(threads, 1));
  lab::WaitingLine<Row> line(count, stop);
  Ledger ledger(folder->done(), on_progress);
  const Asker asker(judge, stop);
  std::vector<std::thread> auditors;
  auditors.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    auditors.emplace_back([&] {
      while (const std::optional<Row> row = line.Take()) {
        const SteadyTime begin = std::chrono::steady_clock::now();
        ProblemAudit audit = AuditRow(*row, plan, asker);
        // What is known of it may be half of the truth.
        if (asker.stopped()) break;
        audit.seconds = ToSeconds(std::chrono::steady_clock::now() - begin);
        if (!ledger.Kept(folder->Put(audit), audit)) line.Close();
      }
    });
  }
  const Status brought = BringRows(plan, *folder, &line);
  line.End();
  for (std::thread& each : auditors) each.join();
  return brought.ok() ? ledger.failure() : brought;
}

}  // namespace assay::audit
