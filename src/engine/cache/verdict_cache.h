// VerdictCache: of identical submissions in flight one is run, and what was decided is remembered.
//
// Two submissions are identical when everything that can change the verdict is (VerdictKey), and
// the tenant: what one has had judged is nothing that another can find out. Those
// in flight are joined within a priority class, so that nobody waits for a class below its own. The
// leader's end either answers the others, or hands the lead to the first of them: its cancellation,
// its total timeout and faults of ours are its own.
//
// What is kept: verdicts about the candidate that involve no clock. Time limits are shared with
// those in flight, which would have met the same host, but not kept.
//
// Not thread-safe: the owner's mutex guards it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/lru_cache.h"
#include "base/work/single_flight.h"
#include "engine/schedule/scheduler.h"
#include "model/submission_result.h"

namespace assay {

using SubmissionResultPtr = std::shared_ptr<const SubmissionResult>;

// Empty when the submission must run for itself: plain runs and collected files, whose outputs may
// differ each time, problems without an identity, and those whose client wants it so. `conditions`:
// what of the server matters, its tier and toolchains.
std::string VerdictKey(const Submission& submission, std::string_view conditions);

// Who else a result is for.
enum class Sharing { kNobody, kFlight, kKeep };
Sharing SharingOf(const SubmissionResult& result);
// What keeping a result costs in memory.
int64_t BytesOf(const SubmissionResult& result);

class VerdictCache {
 public:
  enum class Role {
    kHit,   // `result` is the answer
    kLead,  // run it, then call Land
    kWait,  // another does; Land will name you
  };
  struct Joined {
    Role role = Role::kLead;
    std::string flight;  // for Land
    SubmissionResultPtr result;
  };

  // No result may take more than a 16th of the bound.
  static constexpr int64_t kLargestShare = 16;
  explicit VerdictCache(int64_t max_bytes) : kept_(max_bytes, kLargestShare) {}

  Joined Join(const std::string& key, Priority priority, JobId job);
  bool HasWaiters(const std::string& flight) const { return flights_.HasWaiters(flight); }
  // The leader is over. Returns those who waited; they are nobody's now.
  std::vector<JobId> Land(const std::string& flight) { return flights_.Land(flight); }
  void Keep(const std::string& flight, SubmissionResultPtr result, int64_t bytes);

  int64_t bytes() const { return kept_.bytes(); }

 private:
  SingleFlight<JobId> flights_;
  LruCache<SubmissionResultPtr> kept_;
};

}  // namespace assay
