// In this order: opening, writing, the bounds, reading, and the points of the series.
#include "history/store/verdict_store.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/io_thread.h"
#include "base/log.h"
#include "history/store/verdict_rows.h"
#include "model/names.h"

namespace assay {
namespace {

// Of the file: an older or newer one is put aside.
constexpr int64_t kSchemaVersion = 1;
constexpr int64_t kSlice = 20'000;     // rows that one hold of the lock looks at
constexpr int64_t kTrimSlice = 2'000;  // rows deleted in one transaction
constexpr int kTrimSlices = 25;        // in one call
constexpr double kSecondsADay = 86'400;
constexpr size_t kMostLabel = 4096;

constexpr char kSettings[] =
    "PRAGMA auto_vacuum = INCREMENTAL;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = NORMAL;"
    "PRAGMA journal_size_limit = 8388608;"
    "PRAGMA cache_size = -4096;"
    "PRAGMA temp_store = MEMORY;";

// What the lock's holder has written into it, to be known by.
std::string HolderOf(int lock) {
  std::string text(kMostLabel, '\0');
  const ssize_t count = ::pread(lock, text.data(), text.size(), 0);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, count)));
  return text;
}

// Nothing: the process that says the same has it, and shares it.
Result<UniqueFd> LockFolder(const std::string& folder, const std::string& shared_as) {
  const std::string path = folder + "/lock";
  UniqueFd lock(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  if (!lock) return SystemError("history.lock", errno, "cannot make " + path);
  if (::flock(lock.get(), LOCK_EX | LOCK_NB) == 0) {
    const auto size = static_cast<ssize_t>(shared_as.size());
    if (::ftruncate(lock.get(), 0) != 0 ||
        ::pwrite(lock.get(), shared_as.data(), shared_as.size(), 0) != size) {
      return SystemError("history.lock", errno, "cannot write " + path);
    }
    return lock;
  }
  if (errno != EWOULDBLOCK) return SystemError("history.lock", errno, "cannot lock " + path);
  if (!shared_as.empty() && HolderOf(lock.get()) == shared_as) return UniqueFd();
  return Error{ErrorCode::kUnavailable, "history.lock", 0,
               "another server keeps its history in " + folder};
}

Result<SqlDatabase> OpenFile(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(SqlDatabase database, SqlDatabase::Open(path));
  ASSAY_RETURN_IF_ERROR(database.Execute(kSettings));
  ASSAY_ASSIGN_OR_RETURN(const int64_t version, database.Number("PRAGMA user_version"));
  if (version != 0 && version != kSchemaVersion) {
    return Error{ErrorCode::kUnsupported, "history.open", 0,
                 "it has the layout of another version"};
  }
  ASSAY_RETURN_IF_ERROR(database.Execute(kHistorySchema));
  ASSAY_RETURN_IF_ERROR(
      database.Execute(("PRAGMA user_version = " + std::to_string(kSchemaVersion)).c_str()));
  return database;
}

void PutAside(const std::string& path) {
  ::rename(path.c_str(), (path + ".unreadable").c_str());
  for (const char* more : {"-wal", "-shm"}) ::unlink((path + more).c_str());
}

}  // namespace

bool VerdictFilter::Matches(const VerdictRecord& record) const {
  const auto is = [](const std::string& wanted, const std::string& found) {
    return wanted.empty() || wanted == found;
  };
  return is(run, record.run) && is(problem, record.problem) && is(tenant, record.tenant) &&
         is(language, record.language) && is(reason, record.reason) &&
         (!verdict || *verdict == record.verdict) && (!cause || *cause == record.cause) &&
         (!mark || record.marks.Has(*mark));
}

struct VerdictStore::Statements {
  SqlStatement insert, insert_detail, one, detail, oldest, erase, erase_details;
  SqlStatement slice, of_problem, newest, last, save_point, points, drop_points;
};

VerdictStore::VerdictStore(VerdictStoreOptions options, UniqueFd lock, SqlDatabase database)
    : options_(std::move(options)), lock_(std::move(lock)), database_(std::move(database)) {}

VerdictStore::~VerdictStore() = default;

Result<std::unique_ptr<VerdictStore>> VerdictStore::Open(VerdictStoreOptions options) {
  CheckMayBlock();
  UniqueFd lock;
  std::string path = ":memory:";
  if (!options.folder.empty()) {
    ASSAY_ASSIGN_OR_RETURN(lock, LockFolder(options.folder, options.shared_as));
    path = options.folder + "/history.sqlite";
  }
  auto database = OpenFile(path);
  if (!database.ok() && lock) {
    spdlog::warn("the history in {} can't be read and is put aside: {}", path,
                 database.error().ToString());
    PutAside(path);
    database = OpenFile(path);
  }
  if (!database.ok()) return database.error();
  std::unique_ptr<VerdictStore> store(
      new VerdictStore(std::move(options), std::move(lock), std::move(database).value()));
  ASSAY_RETURN_IF_ERROR(store->Prepare());
  return store;
}

Status VerdictStore::Prepare() {
  MutexLock lock(mutex_);
  statements_ = std::make_unique<Statements>();
  const std::string select = kSelectVerdicts;
  const std::pair<SqlStatement*, std::string> all[] = {
      {&statements_->insert, kInsertVerdict},
      {&statements_->insert_detail, kInsertDetail},
      {&statements_->one, select + "WHERE id = ?"},
      {&statements_->detail, kSelectDetail},
      {&statements_->oldest, "SELECT time FROM verdicts ORDER BY id LIMIT 1"},
      {&statements_->erase, "DELETE FROM verdicts WHERE id < ?"},
      {&statements_->erase_details, "DELETE FROM details WHERE id < ?"},
      {&statements_->slice, select + "WHERE id >= ? AND id < ? ORDER BY id DESC"},
      {&statements_->of_problem,
       select + "WHERE problem = ? AND id >= ? AND id < ? ORDER BY id DESC LIMIT ?"},
      {&statements_->newest, select + "WHERE id >= ? AND id < ? ORDER BY id"},
      {&statements_->last, "SELECT max(id) FROM verdicts"},
      {&statements_->save_point, "INSERT OR REPLACE INTO points VALUES (?, ?, ?, ?)"},
      {&statements_->points, "SELECT slot, name, value FROM points WHERE level = ? AND slot >= ?"},
      {&statements_->drop_points, "DELETE FROM points WHERE level = ? AND slot < ?"},
  };
  for (const auto& [statement, sql] : all) {
    ASSAY_ASSIGN_OR_RETURN(*statement, database_.Prepare(sql.c_str()));
  }
  ASSAY_ASSIGN_OR_RETURN(const int64_t first, database_.Number("SELECT min(id) FROM verdicts"));
  ASSAY_ASSIGN_OR_RETURN(const int64_t last, database_.Number("SELECT max(id) FROM verdicts"));
  next_id_ = last + 1;
  first_id_ = last == 0 ? 1 : first;
  return Measure();
}

Status VerdictStore::InTransaction(const std::function<Status()>& work) {
  ASSAY_RETURN_IF_ERROR(database_.Execute("BEGIN IMMEDIATE"));
  Status status = work();
  if (status.ok()) status = database_.Execute("COMMIT");
  // Some errors, a full disk among them, have ended it already.
  if (!status.ok() && database_.in_transaction()) {
    const Status undone = database_.Execute("ROLLBACK");
    if (!undone.ok()) spdlog::debug("history: {}", undone.error().ToString());
  }
  return status;
}

int64_t VerdictStore::next_id() const {
  MutexLock lock(mutex_);
  return next_id_;
}

Status VerdictStore::Insert(const StoredVerdict& verdict) {
  BindVerdict(verdict.record, &statements_->insert);
  ASSAY_RETURN_IF_ERROR(statements_->insert.Run());
  BindDetail(verdict.record.id, verdict.detail, &statements_->insert_detail);
  return statements_->insert_detail.Run();
}

Status VerdictStore::LookForOthers() {
  if (options_.shared_as.empty()) return {};
  ASSAY_ASSIGN_OR_RETURN(const bool any, statements_->last.Step());
  if (any) next_id_ = std::max(next_id_, statements_->last.Int(0) + 1);
  statements_->last.Reset();
  return {};
}

Status VerdictStore::Append(std::span<StoredVerdict> verdicts) {
  CheckMayBlock();
  if (verdicts.empty()) return {};
  MutexLock lock(mutex_);
  const auto number = [&]() ASSAY_REQUIRES(mutex_) {
    int64_t id = next_id_;
    for (StoredVerdict& verdict : verdicts) verdict.record.id = id++;
  };
  number();
  const Status done = InTransaction([&]() ASSAY_REQUIRES(mutex_) -> Status {
    ASSAY_RETURN_IF_ERROR(LookForOthers());
    number();
    for (const StoredVerdict& verdict : verdicts) ASSAY_RETURN_IF_ERROR(Insert(verdict));
    return {};
  });
  // Also when they are lost: they are told of by these ids.
  next_id_ = verdicts.back().record.id + 1;
  return done;
}

bool VerdictStore::shared() const {
  MutexLock lock(mutex_);
  return persistent() && !lock_;
}

void VerdictStore::TakeLock() {
  MutexLock lock(mutex_);
  if (options_.folder.empty() || lock_) return;
  if (auto taken = LockFolder(options_.folder, options_.shared_as); taken.ok()) {
    lock_ = std::move(taken).value();
  }
}

Status VerdictStore::Measure() {
  ASSAY_ASSIGN_OR_RETURN(const int64_t pages, database_.Number("PRAGMA page_count"));
  ASSAY_ASSIGN_OR_RETURN(const int64_t unused, database_.Number("PRAGMA freelist_count"));
  ASSAY_ASSIGN_OR_RETURN(const int64_t size, database_.Number("PRAGMA page_size"));
  used_bytes_ = (pages - unused) * size;
  return {};
}

Status VerdictStore::Trim(double now) {
  CheckMayBlock();
  const double horizon = now - options_.max_days * kSecondsADay;
  bool shrunk = false;
  for (int slice = 0; slice < kTrimSlices; ++slice) {
    MutexLock lock(mutex_);
    ASSAY_RETURN_IF_ERROR(Measure());
    ASSAY_ASSIGN_OR_RETURN(const bool any, statements_->oldest.Step());
    const bool too_old = any && statements_->oldest.Double(0) < horizon;
    statements_->oldest.Reset();
    const int64_t rows = next_id_ - first_id_;
    // The newest stays, whatever it is: ids go on from it after a restart.
    if (rows <= 1 || !(too_old || rows > options_.max_rows || used_bytes_ > options_.max_bytes)) {
      break;
    }
    const int64_t before = std::min(first_id_ + std::min(kTrimSlice, rows / 8 + 1), next_id_ - 1);
    const Status erased = InTransaction([&]() ASSAY_REQUIRES(mutex_) -> Status {
      ASSAY_RETURN_IF_ERROR(statements_->erase.Bind(before).Run());
      return statements_->erase_details.Bind(before).Run();
    });
    if (!erased.ok()) return erased;
    first_id_ = before;
    ASSAY_RETURN_IF_ERROR(database_.Execute("PRAGMA incremental_vacuum(4096)"));
    shrunk = true;
  }
  if (!shrunk) return {};
  // The vacuum is in the log: until a checkpoint the file keeps its length, and where nothing more
  // is written none comes by itself.
  MutexLock lock(mutex_);
  return database_.Execute("PRAGMA wal_checkpoint(PASSIVE)");
}

Status VerdictStore::FindSlice(const VerdictFilter& filter, int64_t from, int64_t before,
                               size_t limit, VerdictPage* page) {
  MutexLock lock(mutex_);
  const bool by_problem = !filter.problem.empty();
  SqlStatement& rows = by_problem ? statements_->of_problem : statements_->slice;
  if (by_problem) rows.BindStatic(filter.problem);
  rows.Bind(from).Bind(before);
  if (by_problem) rows.Bind(kSlice);
  int64_t looked_at = 0;
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) break;
    VerdictRecord record = ReadVerdict(rows);
    ++looked_at;
    page->next = record.id;
    if (filter.Matches(record)) page->verdicts.push_back(std::move(record));
    if (page->verdicts.size() == limit) {
      rows.Reset();
      return {};
    }
  }
  // The index skipped what is between; the slices of ids did not.
  page->next = by_problem && looked_at == kSlice ? *page->next : from;
  return {};
}

Result<VerdictPage> VerdictStore::Find(const VerdictFilter& filter, std::optional<int64_t> before,
                                       size_t limit) {
  CheckMayBlock();
  int64_t first = 0;
  int64_t at = 0;
  {
    MutexLock lock(mutex_);
    ASSAY_RETURN_IF_ERROR(LookForOthers());
    first = first_id_;
    at = std::min(before.value_or(next_id_), next_id_);
  }
  VerdictPage page;
  for (int64_t looked_at = 0; at > first && looked_at < kRowsLookedAt; looked_at += kSlice) {
    const int64_t from = filter.problem.empty() ? std::max(first, at - kSlice) : first;
    ASSAY_RETURN_IF_ERROR(FindSlice(filter, from, at, limit, &page));
    at = page.next.value_or(from);
    if (page.verdicts.size() == limit) break;
  }
  page.next = at > first ? std::optional(at) : std::nullopt;
  return page;
}

Result<std::optional<StoredVerdict>> VerdictStore::Get(int64_t id) {
  CheckMayBlock();
  MutexLock lock(mutex_);
  ASSAY_ASSIGN_OR_RETURN(const bool row, statements_->one.Bind(id).Step());
  if (!row) return std::optional<StoredVerdict>();
  StoredVerdict found;
  found.record = ReadVerdict(statements_->one);
  statements_->one.Reset();
  ASSAY_ASSIGN_OR_RETURN(const bool detail, statements_->detail.Bind(id).Step());
  if (detail) {
    found.detail = ReadDetail(statements_->detail);
    statements_->detail.Reset();
  }
  return std::optional(std::move(found));
}

Status VerdictStore::Load(int64_t most, const std::function<void(VerdictRecord)>& take) {
  CheckMayBlock();
  int64_t from = 0;
  int64_t before = 0;
  {
    MutexLock lock(mutex_);
    before = next_id_;
    from = std::max(first_id_, before - most);
  }
  return LoadBetween(from, before, take);
}

Status VerdictStore::LoadBetween(int64_t from, int64_t before,
                                 const std::function<void(VerdictRecord)>& take) {
  CheckMayBlock();
  MutexLock lock(mutex_);
  SqlStatement& rows = statements_->newest;
  rows.Bind(from).Bind(before);
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) return {};
    take(ReadVerdict(rows));
  }
}

Status VerdictStore::SavePoints(std::span<const SeriesPoint> points) {
  CheckMayBlock();
  if (points.empty()) return {};
  MutexLock lock(mutex_);
  return InTransaction([&]() ASSAY_REQUIRES(mutex_) -> Status {
    for (const SeriesPoint& point : points) {
      SqlStatement& save = statements_->save_point;
      save.Bind(int64_t{point.level}).Bind(point.slot).BindStatic(point.name).Bind(point.value);
      ASSAY_RETURN_IF_ERROR(save.Run());
    }
    return {};
  });
}

Status VerdictStore::LoadPoints(int level, int64_t from_slot,
                                const std::function<void(SeriesPoint)>& take) {
  CheckMayBlock();
  MutexLock lock(mutex_);
  SqlStatement& rows = statements_->points;
  rows.Bind(int64_t{level}).Bind(from_slot);
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const bool row, rows.Step());
    if (!row) return {};
    take({rows.Text(1), level, rows.Int(0), rows.Double(2)});
  }
}

Status VerdictStore::DropPoints(int level, int64_t before_slot) {
  CheckMayBlock();
  MutexLock lock(mutex_);
  return statements_->drop_points.Bind(int64_t{level}).Bind(before_slot).Run();
}

VerdictStoreStats VerdictStore::stats() const {
  MutexLock lock(mutex_);
  return {next_id_ - first_id_, used_bytes_};
}

}  // namespace assay
