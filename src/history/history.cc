// In this order: opening, what the workers do, the writer's loop, what it makes of a batch, the
// series, and what others read.
#include "history/history.h"

#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "history/findings/detectors.h"
#include "history/record/make_record.h"
#include "history/record_json.h"

namespace assay {
namespace {

// How often the writer looks into the queue: nobody wakes it for a record. Seldom when its time is
// scarce: few large transactions cost less than many small ones.
constexpr auto kBeat = std::chrono::milliseconds(200);
constexpr auto kBusyBeat = std::chrono::milliseconds(500);
constexpr auto kDigestAge = std::chrono::seconds(5);
constexpr auto kDigestKept = std::chrono::minutes(5);
constexpr double kTrimEverySeconds = 10;
constexpr double kTellFindingsEverySeconds = 30;
constexpr size_t kRecordBytes = 4096;  // about, beside its program and bundle
constexpr size_t kMostWaits = 4096;    // of a second

double UnixNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

double ThreadCpuSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

double ProcessCpuSeconds() {
  timespec used{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
  return static_cast<double>(used.tv_sec) + static_cast<double>(used.tv_nsec) * 1e-9;
}

double ResidentMebibytes() {
  long pages = 0, resident = 0;
  std::FILE* file = std::fopen("/proc/self/statm", "re");
  if (file == nullptr) return 0;
  const bool read = std::fscanf(file, "%ld %ld", &pages, &resident) == 2;
  std::fclose(file);
  return read ? static_cast<double>(resident) * static_cast<double>(::sysconf(_SC_PAGESIZE)) /
                    (1 << 20)
              : 0;
}

VerdictBrief BriefOf(const Submission& submission, const SubmissionResult& result,
                     const RunSigns& signs) {
  VerdictBrief brief;
  brief.verdict = result.verdict;
  brief.cause = result.cause;
  brief.score = result.score;
  brief.cached = result.cached;
  brief.evidence = result.masked() || result.cause != Cause::kCandidate || AreSuspect(signs);
  if (submission.origin.run) brief.run = *submission.origin.run;
  if (submission.origin.group) brief.group = *submission.origin.group;
  return brief;
}

enum SeriesIndex : size_t {
  kVerdictRate,
  kAcceptedRate,
  kMaskedRate,
  kInfrastructureRate,
  kCachedRate,
  kMeanScore,
  kWaitMedian,
  kWaitTail,
  kQueued,
  kRunning,
  kSlots,
  kMemory,
};

std::vector<SeriesInfo> AllSeries() {
  using enum SeriesFold;
  return {{"verdicts", "1/s", "Submissions finished."},
          {"accepted", "1/s", "Submissions accepted."},
          {"masked", "1/s", "Submissions without a score."},
          {"infrastructure", "1/s", "Submissions that failed by a fault of ours."},
          {"cached", "1/s", "Submissions answered by an identical one's verdict."},
          {"mean_score", "", "Mean score of those that have one."},
          {"wait_ms_p50", "ms", "From admission to first dispatch, the median."},
          {"wait_ms_p95", "ms", "From admission to first dispatch, exceeded by one in twenty.",
           kLargest},
          {"queued", "submissions", "Admitted and not finished."},
          {"running", "runs", "Compile, test and checker runs under way."},
          {"slots", "runs", "Runs that may be timed at once."},
          {"memory_mb", "MiB", "Resident memory of the server.", kLargest}};
}

}  // namespace

// What has been counted of the second that hasn't ended.
struct History::Second {
  int64_t number = 0;
  SecondCounts counts;
  std::vector<float> waits;

  double last_trim = 0, last_findings = 0;
  std::vector<std::pair<FindingKind, std::string>> told;  // findings
  bool disk_failed = false;
};

History::History(HistoryOptions options, std::unique_ptr<VerdictStore> store)
    : options_(std::move(options)),
      store_(std::move(store)),
      series_(AllSeries()),
      rings_(AllSeries()),
      second_(std::make_unique<Second>()),
      budget_(options_.cpu_share) {
  upkeep_ = alone_ = !store_->shared();
}

void History::SetUpkeep(bool own) {
  upkeep_ = own;
  alone_ = own && !store_->shared();
}

void History::SecondCounts::Add(const VerdictBrief& brief) {
  ++verdicts;
  accepted += brief.verdict == Verdict::kAccepted;
  masked += !brief.score;
  infrastructure += brief.cause == Cause::kInfrastructure;
  cached += brief.cached;
  if (brief.score) {
    ++judged;
    score += *brief.score;
  }
}

void History::SecondCounts::Add(const SecondCounts& other) {
  verdicts += other.verdicts;
  accepted += other.accepted;
  masked += other.masked;
  infrastructure += other.infrastructure;
  cached += other.cached;
  judged += other.judged;
  score += other.score;
}

Result<std::unique_ptr<History>> History::Open(HistoryOptions options) {
  ASSAY_ASSIGN_OR_RETURN(auto store, VerdictStore::Open(options.store));
  std::unique_ptr<History> history(new History(std::move(options), std::move(store)));
  ASSAY_RETURN_IF_ERROR(history->Load());
  {
    MutexLock lock(history->mutex_);
    history->next_id_ = history->store_->next_id();
  }
  history->writer_ = std::thread([raw = history.get()] { raw->Write(); });
  return history;
}

Status History::Load() {
  ASSAY_RETURN_IF_ERROR(store_->Load(static_cast<int64_t>(RecentVerdicts::kMost),
                                     [this](const VerdictRecord& record) { recent_.Add(record); }));
  const auto now = static_cast<int64_t>(UnixNow());
  MutexLock lock(rings_mutex_);
  for (const int level : {1, 2}) {
    const SeriesLevel& shape = kSeriesLevels[static_cast<size_t>(level)];
    const int64_t from = now / shape.step_s - shape.slots;
    ASSAY_RETURN_IF_ERROR(
        store_->LoadPoints(level, from, [&](const SeriesPoint& point) ASSAY_REQUIRES(rings_mutex_) {
          if (const auto series = rings_.Find(point.name)) {
            rings_.Restore(*series, level, point.slot, point.value);
          }
        }));
  }
  return {};
}

History::~History() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  if (writer_.joinable()) writer_.join();
}

int64_t History::Record(const Submission& submission, const SubmissionResult& result) {
  if (submission.origin.route.empty()) return 0;  // a self-test of ours
  Finished finished;
  finished.signs = Observe(submission, result);
  if (!Wants(BriefOf(submission, result, finished.signs))) return 0;
  finished.verdict.record = MakeRecord(submission, result);
  finished.verdict.record.time = UnixNow();
  finished.verdict.detail = MakeDetail(result);
  finished.problem = submission.problem;
  if (submission.code.size() > kMostKeptCode) {
    finished.verdict.record.code_sha256 = Sha256Hex(submission.code);
  } else if (keep_bundle_) {
    finished.verdict.detail.bundle = keep_bundle_(submission, result);
  }
  finished.code = submission.code.substr(0, kMostKeptCode);
  finished.bytes = static_cast<int64_t>(kRecordBytes + finished.code.size() +
                                        finished.verdict.detail.bundle.size());
  return Queue(std::move(finished));
}

bool History::Wants(const VerdictBrief& brief) {
  if (brief.evidence) return true;
  Sampling& kind = sampling_[brief.math ? 1 : 0];
  ++kind.came;
  const uint32_t one_in = kind.one_in;
  if (one_in == 1) return true;
  // A group is remembered as a whole, or not at all.
  const uint64_t number = brief.group.empty() ? kind.alone++
                                              : std::hash<std::string_view>{}(brief.group) ^
                                                    std::hash<std::string_view>{}(brief.run) * 31;
  if ((number & (one_in - 1)) == 0) return true;
  ++sampled_out_;
  MutexLock lock(left_out_mutex_);
  left_out_.Add(brief);
  return false;
}

int64_t History::Record(StoredVerdict verdict) {
  Finished finished;
  finished.verdict = std::move(verdict);
  finished.verdict.record.time = UnixNow();
  finished.verdict.record.node = options_.node;
  finished.bytes = static_cast<int64_t>(kRecordBytes);
  return Queue(std::move(finished));
}

int64_t History::Queue(Finished finished) {
  MutexLock lock(mutex_);
  if (queue_.size() >= options_.max_queued ||
      queued_bytes_ + finished.bytes > options_.max_queued_bytes) {
    ++dropped_full_;
    return 0;
  }
  queued_bytes_ += finished.bytes;
  const int64_t id = next_id_++;
  finished.verdict.record.id = id;
  queue_.push_back(std::move(finished));
  return alone_ ? id : 0;
}

void History::Put(StoredVerdict verdict) {
  Finished finished;
  finished.verdict = std::move(verdict);
  MutexLock lock(mutex_);
  while (queue_.size() >= options_.max_queued) {
    hurry_ = true;
    changed_.NotifyAll();
    changed_.Wait(mutex_);
  }
  finished.verdict.record.id = next_id_++;
  queue_.push_back(std::move(finished));
}

void History::Flush() {
  MutexLock lock(mutex_);
  while (!queue_.empty() || writing_) {
    hurry_ = true;
    changed_.NotifyAll();
    changed_.Wait(mutex_);
  }
}

void History::Write() {
  bool ending = false;
  while (!ending) {
    std::deque<Finished> batch;
    {
      MutexLock lock(mutex_);
      const SteadyTime beat = std::chrono::steady_clock::now() +
                              (budget_.one_in() > 1 ? Nanoseconds(kBusyBeat) : kBeat);
      while (!ending_ && !hurry_ && changed_.WaitUntil(mutex_, beat)) continue;
      ending = ending_;
      hurry_ = false;
      batch.swap(queue_);
      queued_bytes_ = 0;
      writing_ = !batch.empty();
      changed_.NotifyAll();
    }
    WriteBatch(std::move(batch));
    {
      MutexLock lock(mutex_);
      writing_ = false;
      changed_.NotifyAll();
    }
    Tick(UnixNow());
    KeepToBudget();
  }
}

void History::KeepToBudget() {
  const double used = ThreadCpuSeconds();
  cpu_s_ = used;
  budget_.Note(ProcessCpuSeconds(), used,
               ToSeconds(std::chrono::steady_clock::now().time_since_epoch()));
  std::array<int64_t, kSampledKinds> came{};
  for (size_t kind = 0; kind < kSampledKinds; ++kind) {
    const int64_t all = sampling_[kind].came;
    came[kind] = all - std::exchange(came_before_[kind], all);
  }
  const auto rates = ShareSample(came, budget_.one_in());
  for (size_t kind = 0; kind < kSampledKinds; ++kind) sampling_[kind].one_in = rates[kind];
}

void History::Renumber(int64_t next) {
  MutexLock lock(mutex_);
  if (next_id_ == next + static_cast<int64_t>(queue_.size())) return;
  for (Finished& waits : queue_) waits.verdict.record.id = next++;
  next_id_ = next;
}

void History::Complete(Finished* finished) {
  if (finished->problem == nullptr) return;
  VerdictRecord& record = finished->verdict.record;
  record.node = options_.node;
  if (looked_at_ != finished->problem) {
    looked_at_ = finished->problem;
    literals_ = ProblemLiterals(*looked_at_);
  }
  record.marks = FindMarks(finished->signs, finished->code, *finished->problem, literals_);
  if (record.code_sha256.empty()) record.code_sha256 = Sha256Hex(finished->code);
  finished->verdict.detail.code = ReplaceInvalidUtf8(finished->code.substr(0, kMostCodeExcerpt));
  finished->problem = nullptr;
}

void History::WriteBatch(std::deque<Finished> batch) {
  if (batch.empty()) return;
  std::vector<StoredVerdict> verdicts;
  verdicts.reserve(batch.size());
  for (Finished& finished : batch) {
    Complete(&finished);
    verdicts.push_back(std::move(finished.verdict));
  }
  const int64_t expected = store_->next_id();
  const Status stored = store_->Append(verdicts);
  if (const int64_t first = verdicts.front().record.id; stored.ok() && first > expected) {
    // The other process of an update was faster.
    const Status read = store_->LoadBetween(
        expected, first, [this](const VerdictRecord& record) { recent_.Add(record); });
    if (!read.ok()) spdlog::debug("history: {}", read.error().ToString());
  }
  Renumber(store_->next_id());
  if (!stored.ok()) {
    dropped_disk_ += static_cast<int64_t>(verdicts.size());
    if (!second_->disk_failed) {
      spdlog::warn("verdicts are not kept: {}", stored.error().ToString());
    }
  } else {
    recorded_ += static_cast<int64_t>(verdicts.size());
  }
  second_->disk_failed = !stored.ok();
  const bool told = events_.anybody();
  for (const StoredVerdict& verdict : verdicts) {
    recent_.Add(verdict.record);
    CountSeries(verdict.record);
    if (told) events_.Tell({"verdict", verdict.record.tenant, VerdictEvent(verdict.record)});
  }
}

void History::Tell(std::string type, std::string json, std::string tenant) {
  events_.Tell({std::move(type), std::move(tenant), std::move(json)});
}

void History::CountSeries(const VerdictRecord& record) {
  Second& second = *second_;
  second.counts.Add(
      VerdictBrief{record.verdict, record.cause, record.score, record.cached, false, {}, {}});
  if (second.waits.size() < kMostWaits) second.waits.push_back(static_cast<float>(record.wait_ms));
}

void History::Tick(double now) {
  const auto number = static_cast<int64_t>(now);
  Second& second = *second_;
  if (number == second.number) return;
  EngineStats engine;
  bool asked = false;
  {
    MutexLock lock(source_mutex_);
    if (engine_stats_) {
      engine = engine_stats_();
      asked = true;
    }
  }
  {
    MutexLock lock(left_out_mutex_);
    second.counts.Add(std::exchange(left_out_, {}));
  }
  const SecondCounts& counts = second.counts;
  {
    MutexLock lock(rings_mutex_);
    const auto add = [&](SeriesIndex series, double value)
                         ASSAY_REQUIRES(rings_mutex_) { rings_.Add(series, number - 1, value); };
    add(kVerdictRate, static_cast<double>(counts.verdicts));
    add(kAcceptedRate, static_cast<double>(counts.accepted));
    add(kMaskedRate, static_cast<double>(counts.masked));
    add(kInfrastructureRate, static_cast<double>(counts.infrastructure));
    add(kCachedRate, static_cast<double>(counts.cached));
    if (counts.judged > 0) add(kMeanScore, counts.score / static_cast<double>(counts.judged));
    if (!second.waits.empty()) {
      std::sort(second.waits.begin(), second.waits.end());
      const auto at = [&](double share) {
        return second
            .waits[static_cast<size_t>(share * static_cast<double>(second.waits.size() - 1))];
      };
      add(kWaitMedian, at(0.5));
      add(kWaitTail, at(0.95));
    }
    if (asked) {
      add(kQueued, static_cast<double>(engine.queued_submissions));
      add(kRunning, static_cast<double>(engine.running_tasks));
      add(kSlots, static_cast<double>(engine.slots));
    }
    add(kMemory, ResidentMebibytes());
  }
  const double last_trim = second.last_trim, last_findings = second.last_findings;
  auto told = std::move(second.told);
  const bool disk_failed = second.disk_failed;
  second = {};
  second.number = number;
  second.last_trim = last_trim;
  second.last_findings = last_findings;
  second.told = std::move(told);
  second.disk_failed = disk_failed;
  if (store_->shared()) {
    store_->TakeLock();
    if (!store_->shared()) upkeep_ = alone_ = true;
  }
  SavePoints(number);
  Keep(now);
}

void History::SavePoints(int64_t second) {
  std::vector<SeriesPoint> points;
  {
    MutexLock lock(rings_mutex_);
    for (const int level : {1, 2}) {
      rings_.TakeComplete(level, second, [&](size_t series, int64_t slot, double value) {
        points.push_back({series_[series].name, level, slot, value});
      });
    }
  }
  if (!upkeep_) return;
  const Status saved = store_->SavePoints(points);
  if (!saved.ok()) spdlog::debug("points of the series are not kept: {}", saved.error().ToString());
}

void History::Keep(double now) {
  Second& second = *second_;
  if (upkeep_ && now - second.last_trim >= kTrimEverySeconds) {
    second.last_trim = now;
    Status trimmed = store_->Trim(now);
    for (const int level : {1, 2}) {
      const SeriesLevel& shape = kSeriesLevels[static_cast<size_t>(level)];
      const auto before = static_cast<int64_t>(now) / shape.step_s - shape.slots;
      if (trimmed.ok()) trimmed = store_->DropPoints(level, before);
    }
    if (!trimmed.ok()) spdlog::debug("the history is not trimmed: {}", trimmed.error().ToString());
  }
  if (events_.anybody() && now - second.last_findings >= kTellFindingsEverySeconds) {
    second.last_findings = now;
    std::vector<std::pair<FindingKind, std::string>> present;
    const DigestPtr digest = DigestOf({});
    for (const Finding& finding : digest->findings) {
      present.emplace_back(finding.kind, finding.subject);
      if (std::find(second.told.begin(), second.told.end(), present.back()) != second.told.end()) {
        continue;
      }
      // They may be of several tenants together: only for who sees all.
      events_.Tell({"finding", "", FindingEvent(finding, now), /*of_all=*/true});
    }
    second.told = std::move(present);
  }
}

void History::SetEngineStats(std::function<EngineStats()> stats) {
  MutexLock lock(source_mutex_);
  engine_stats_ = std::move(stats);
}

DigestPtr History::DigestOf(const std::string& tenant) {
  const SteadyTime now = std::chrono::steady_clock::now();
  const int64_t last_id = recent_.last_id();
  // Held while it is counted: who asks for the same meanwhile waits for it.
  MutexLock lock(digests_mutex_);
  std::erase_if(digests_, [&](const auto& entry) { return now - entry.second.at > kDigestKept; });
  CachedDigest& cached = digests_[tenant];
  if (cached.digest && (now - cached.at < kDigestAge || cached.last_id == last_id)) {
    return cached.digest;
  }
  auto digest = std::make_shared<Digest>();
  digest->tallies = TallyOf(recent_, tenant);
  digest->findings = FindAll(digest->tallies);
  cached = {now, last_id, std::move(digest)};
  return cached.digest;
}

std::optional<size_t> History::FindSeries(std::string_view name) const {
  for (size_t i = 0; i < series_.size(); ++i) {
    if (series_[i].name == name) return i;
  }
  return std::nullopt;
}

SeriesValues History::Series(size_t series, int level, int64_t from, int64_t count) const {
  MutexLock lock(rings_mutex_);
  return rings_.Get(series, level, from, count);
}

HistoryStats History::stats() const {
  HistoryStats stats;
  stats.recorded = recorded_;
  stats.sampled_out = sampled_out_;
  stats.dropped_full = dropped_full_;
  stats.dropped_disk = dropped_disk_;
  {
    MutexLock lock(mutex_);
    stats.queued = static_cast<int64_t>(queue_.size());
  }
  const VerdictStoreStats store = store_->stats();
  stats.rows = store.rows;
  stats.bytes = store.bytes;
  stats.subscribers = events_.listeners();
  stats.subscribers_dropped = events_.dropped();
  stats.cpu_s = cpu_s_;
  return stats;
}

}  // namespace assay
