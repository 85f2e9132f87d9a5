// CompileCache: each distinct program is compiled once. Results of finished compiles are kept in
// memory (least recently used go first), and a compile under way is joined instead of repeated.
//
// The key covers everything that can change the result: sources, extra files, commands, environment
// and limits. What is kept is only what would come out again: a compiler that ended by itself, with
// success or with errors. A compile that hit a limit is shared with those who waited for it, their
// limits being the same, but not kept; one that was cancelled or failed for our own reasons is not
// even shared: whoever waited becomes ready to compile again, so a cancelled leader hands over.
//
// Not thread-safe: the owner's mutex guards it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/lru_cache.h"
#include "base/work/single_flight.h"
#include "engine/schedule/scheduler.h"
#include "model/compile_run.h"

namespace assay {

class CompileCache {
 public:
  enum class Role {
    kHit,   // `run` is the result
    kLead,  // compile it, then call Land
    kWait,  // another does; Land will name you
  };
  struct Joined {
    Role role = Role::kLead;
    CompileRunPtr run;
  };

  explicit CompileCache(int64_t max_bytes) : kept_(max_bytes) {}

  Joined Join(const std::string& key, JobId job);
  // The leader's compile is over; `run` is null when there is nothing to share. Returns those who
  // waited.
  std::vector<JobId> Land(const std::string& key, const CompileRunPtr& run);

  int64_t bytes() const { return kept_.bytes(); }

 private:
  LruCache<CompileRunPtr> kept_;
  SingleFlight<JobId> flights_;
};

}  // namespace assay
