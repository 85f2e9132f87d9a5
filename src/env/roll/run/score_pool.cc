#include "env/roll/run/score_pool.h"

#include <memory>
#include <optional>
#include <utility>

namespace assay::env {
namespace {

constexpr size_t kMostJobs = 4096;      // that wait
constexpr size_t kMostItems = 512;      // of a request, unless one job has more
constexpr size_t kMostBytes = 8 << 20;  // the same

}  // namespace

ScorePool::ScorePool(ScoreMany score, int threads) : score_(std::move(score)) {
  for (int i = 0; i < threads; ++i) threads_.emplace_back([this] { Work(); });
}

ScorePool::~ScorePool() {
  [[maybe_unused]] const Status ended = Finish();
}

Status ScorePool::Add(Job job) {
  MutexLock lock(mutex_);
  while (ended_with_.ok() && jobs_.size() >= kMostJobs) changed_.Wait(mutex_);
  if (!ended_with_.ok()) return ended_with_;
  jobs_.push_back(std::move(job));
  changed_.NotifyAll();
  return {};
}

Result<std::string> ScorePool::Score(std::string item) {
  // The job may be dropped with the pool's end, and outlive this call then.
  const auto result = std::make_shared<std::optional<std::string>>();
  MutexLock lock(mutex_);
  if (!ended_with_.ok()) return ended_with_.error();
  jobs_.push_front({{{std::move(item), ""}}, [this, result](std::vector<std::string> results) {
                      MutexLock inner(mutex_);
                      *result = std::move(results.front());
                      changed_.NotifyAll();
                      return Status();
                    }});
  changed_.NotifyAll();
  while (ended_with_.ok() && !*result) changed_.Wait(mutex_);
  if (*result) return **result;
  return ended_with_.error();
}

Status ScorePool::Finish() {
  {
    MutexLock lock(mutex_);
    ending_ = true;
    changed_.NotifyAll();
  }
  for (std::thread& thread : threads_) thread.join();
  threads_.clear();
  MutexLock lock(mutex_);
  return ended_with_;
}

size_t ScorePool::waiting() const {
  MutexLock lock(mutex_);
  return jobs_.size();
}

std::vector<ScorePool::Job> ScorePool::Take() {
  MutexLock lock(mutex_);
  while (ended_with_.ok() && jobs_.empty() && !ending_) changed_.Wait(mutex_);
  std::vector<Job> taken;
  size_t items = 0;
  size_t bytes = 0;
  while (ended_with_.ok() && !jobs_.empty()) {
    const Job& next = jobs_.front();
    for (const ScoreItem& item : next.items) bytes += item.json.size();
    items += next.items.size();
    if (!taken.empty() && (items > kMostItems || bytes > kMostBytes)) break;
    taken.push_back(std::move(jobs_.front()));
    jobs_.pop_front();
  }
  changed_.NotifyAll();
  return taken;
}

Status ScorePool::Do(std::vector<Job> jobs) {
  std::vector<ScoreItem> items;
  for (Job& job : jobs) {
    for (ScoreItem& item : job.items) items.push_back(std::move(item));
  }
  ASSAY_ASSIGN_OR_RETURN(std::vector<std::string> results, score_(items));
  if (results.size() != items.size()) {
    return Error{ErrorCode::kUnavailable, "env.score", 0, "the judge has no result for each item"};
  }
  auto next = results.begin();
  for (const Job& job : jobs) {
    const auto count = static_cast<long>(job.items.size());
    std::vector<std::string> own(std::make_move_iterator(next),
                                 std::make_move_iterator(next + count));
    next += count;
    ASSAY_RETURN_IF_ERROR(job.done(std::move(own)));
  }
  return {};
}

void ScorePool::Work() {
  while (true) {
    std::vector<Job> jobs = Take();
    if (jobs.empty()) return;
    const Status done = Do(std::move(jobs));
    if (done.ok()) continue;
    MutexLock lock(mutex_);
    if (ended_with_.ok()) ended_with_ = done;
    changed_.NotifyAll();
    return;
  }
}

}  // namespace assay::env
