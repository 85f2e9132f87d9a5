#include "lab/problems/records/row_run.h"

#include <algorithm>
#include <thread>

#include "base/mutex.h"
#include "lab/problems/source/problem_rows.h"
#include "lab/shared/line/waiting_line.h"

namespace assay::lab {
namespace {

constexpr char kStage[] = "lab.rows";

// What came of keeping the records.
class Ledger {
 public:
  Ledger(int64_t done, const OnRowDone& on_done) : on_done_(on_done), done_(done) {}

  // Whether it was kept.
  bool Kept(const Status& status) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (!status.ok()) {
      if (failure_.ok()) failure_ = status;
      return false;
    }
    ++done_;
    if (on_done_) on_done_(done_);
    return true;
  }
  Status failure() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return failure_;
  }

 private:
  const OnRowDone& on_done_;
  mutable Mutex mutex_;
  Status failure_ ASSAY_GUARDED_BY(mutex_);
  int64_t done_ ASSAY_GUARDED_BY(mutex_);
};

Error Enough() {
  return Error{ErrorCode::kCancelled, kStage, 0, "no further row is wanted"};
}

Status BringRows(const RowFiles& files, const RecordFolder& folder,
                 WaitingLine<NumberedRow>* line) {
  int64_t index = 0;
  for (const std::string& path : files.files) {
    const Status read = ForEachSourceRow(path, [&](const SourceRow& source) -> Status {
      if (index >= files.rows) return Enough();
      NumberedRow row{"", std::string(source.source), source.number, index++, source.refused};
      if (folder.Done(row.index)) return {};
      row.text = std::string(source.text);
      return line->Put(std::move(row)) ? Status() : Status(Enough());
    });
    if (!read.ok()) return read.error().code == ErrorCode::kCancelled ? Status() : read;
  }
  return {};
}

}  // namespace

Status Survey(RowFiles* files) {
  int64_t rows = 0;
  for (const std::string& path : files->files) {
    FileIdentity identity;
    const auto count = [&](const SourceRow&) {
      ++rows;
      return Status();
    };
    ASSAY_RETURN_IF_ERROR(ForEachSourceRow(path, count, &identity));
    files->identities.push_back(std::move(identity));
  }
  if (rows == 0) return NoRows(files->files);
  files->rows = files->limit > 0 ? std::min(files->limit, rows) : rows;
  return {};
}

void WriteFiles(const RowFiles& files, JsonWriter* json) {
  json->Key("files").BeginArray();
  for (const FileIdentity& file : files.identities) {
    json->BeginObject().Key("name").Bytes(file.name).Key("rows").Int(file.rows);
    json->Key("sha256").String(file.sha256).EndObject();
  }
  json->EndArray().Key("limit").Int(files.limit);
}

Status RunRows(const RowFiles& files, RecordFolder* folder, int threads,
               const std::atomic<bool>* stop, const DoRow& do_row, const OnRowDone& on_done) {
  const auto count = static_cast<size_t>(std::max(threads, 1));
  WaitingLine<NumberedRow> line(count, stop);
  Ledger ledger(folder->done(), on_done);
  std::vector<std::thread> workers;
  workers.reserve(count);
  for (size_t i = 0; i < count; ++i) {
    workers.emplace_back([&] {
      while (const std::optional<NumberedRow> row = line.Take()) {
        const std::optional<RowRecord> record = do_row(*row);
        if (!record) break;
        if (!ledger.Kept(folder->Put({row->index, record->done}, record->line))) line.Close();
      }
    });
  }
  const Status brought = BringRows(files, *folder, &line);
  line.End();
  for (std::thread& each : workers) each.join();
  return brought.ok() ? ledger.failure() : brought;
}

}  // namespace assay::lab
