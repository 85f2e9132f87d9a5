// What an engine is built with. Plain values.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "base/work/tenant_table.h"
#include "judging/procedures.h"
#include "store/disk_store.h"

namespace assay {

struct EngineOptions {
  // What each tenant may have; null: all the same, without bounds. Outlives the engine.
  TenantTable* tenants = nullptr;
  int max_queued_submissions = 4096;  // more: Submit answers kUnavailable
  // Code and test data waiting or running; a problem shared by several submissions counts once.
  int64_t max_queued_bytes = 4LL << 30;
  int runner_attempts = 3;                  // tries of one run before it is an internal error
  int64_t compile_cache_bytes = 256 << 20;  // artifacts kept in memory
  // Kept of stdout, stderr and reply of a judged test once it is graded, so that a submission of
  // many tests with large outputs doesn't fill the memory. ProblemMode::kRun keeps everything.
  int64_t kept_output_bytes = 4 << 20;
  // And of all tests of a submission together, which share it equally.
  int64_t kept_submission_bytes = 64 << 20;
  // Verdicts remembered, see verdict_cache.h. 0: none, and identical submissions in flight each
  // run.
  int64_t verdict_cache_bytes = 64 << 20;
  // Compiled programs that survive a restart; null: none. Outlives the engine.
  DiskStore* compile_disk = nullptr;
  // Of each language whose programs are kept there: what must be the same for them to be good, the
  // toolchain's version and the compiler's file.
  std::map<std::string, std::string> toolchain_identities;
  // A judged run may exceed its time limits by this much before it is stopped: one that ends within
  // is near the limit, and further runs decide (see near_limit.h).
  int near_limit_percent = 25;
  Unseparated unseparated = Unseparated::kAccept;  // see procedures.h
  // Of a submission's time limits and total time; see time_scale.h.
  double time_multiplier = 1;
  // Version of each language's toolchain by canonical id, stamped on results ("Python 3.11.2").
  std::map<std::string, std::string> toolchains;
};

}  // namespace assay
