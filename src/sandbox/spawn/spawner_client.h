// SpawnerClient: the server's side of the spawner. Starts it, starts it again when it has died, and
// turns requests for boxes into handles.
//
// Thread-safe; box creation is serialised.
#pragma once

#include <sys/types.h>

#include <memory>
#include <string>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sandbox/wire/live_protocol.h"
#include "sandbox/wire/protocol.h"

namespace assay {

// What the spawner gave us of a box. Its agent has not reported ready yet.
struct BoxHandle {
  int64_t id = 0;
  UniqueFd socket;
  UniqueFd pidfd;
};

class SpawnerClient {
 public:
  SpawnerClient(std::string program, SpawnerConfig config)
      : program_(std::move(program)), config_(std::move(config)) {}
  // Ends the spawner, which ends all boxes and removes their cgroups.
  ~SpawnerClient();
  SpawnerClient(const SpawnerClient&) = delete;
  SpawnerClient& operator=(const SpawnerClient&) = delete;

  // (Re)starts the spawner when there is none.
  Result<BoxHandle> CreateBox(int slot);
  // The same for one that stays; it has no pidfd.
  Result<BoxHandle> CreateLiveBox(int slot, const LiveMaking& making);
  // Kills what is in the box at once where the kernel can; the handle's owner kills the agent too.
  void DestroyBox(int64_t id);
  // For tests that kill it; -1 when there is none.
  pid_t pid();

 private:
  Status StartLocked() ASSAY_REQUIRES(mutex_);
  void StopLocked() ASSAY_REQUIRES(mutex_);
  Result<BoxHandle> Create(int slot, const LiveMaking* live);
  Result<BoxHandle> CreateLocked(int slot, const LiveMaking* live) ASSAY_REQUIRES(mutex_);

  const std::string program_;
  const SpawnerConfig config_;
  Mutex mutex_;
  UniqueFd socket_ ASSAY_GUARDED_BY(mutex_);
  pid_t pid_ ASSAY_GUARDED_BY(mutex_) = -1;
  int64_t next_id_ ASSAY_GUARDED_BY(mutex_) = 1;
};

}  // namespace assay
