// SessionCore: what all sandboxes of a server share. Made by the manager, outlives its sandboxes.
// Thread-safe as its parts are.
#pragma once

#include <atomic>
#include <memory>

#include "base/clock.h"
#include "base/work/executor.h"
#include "base/work/tenant_executor.h"
#include "base/work/tenant_room.h"
#include "base/work/timers.h"
#include "runner/live_box.h"
#include "sessions/egress/egress_proxy.h"
#include "sessions/file_archive.h"
#include "sessions/sandboxes.h"

namespace assay {

struct SessionCore {
  SessionCore(LiveBoxHost& box_host, const SandboxPolicy& allowed, const Clock& time,
              SandboxObserver& watching)
      : host(box_host),
        policy(allowed),
        clock(time),
        timers(time),
        observer(watching),
        archives(allowed.max_snapshot_bytes, allowed.max_snapshot_bytes),
        downloads(allowed.max_download_bytes, allowed.max_download_bytes / 4),
        memory(allowed.max_held_bytes, allowed.max_held_bytes / 2),
        egress(allowed.egress ? std::make_unique<EgressProxies>() : nullptr) {}

  LiveBoxHost& host;
  const SandboxPolicy policy;
  const Clock& clock;
  Timers timers;
  SandboxObserver& observer;
  std::atomic<bool> draining{false};  // SandboxInfo::draining, of all that live
  // Bytes of copies of sandboxes' files on the server's disk: those that stay, and those on their
  // way to a client, which are also counted.
  const TenantRoom archives;
  const TenantRoom downloads;
  const TenantRoom download_count{256, 8};
  // Bytes of the server's memory that grow with what programs and clients send.
  const TenantRoom memory;
  // Null: the operator lets no sandbox out.
  const std::unique_ptr<EgressProxies> egress;
  // Making boxes and whatever else waits for the host: a few at a time, whoever asks.
  Executor making{1LL << 40, 4};
  // Lists of images, which are small files of the server's disk.
  Executor images{1024};  // each counts as one
  // Pausing, resuming, ways out: each waits for a box, seconds at worst.
  TenantExecutor changing{1024, 8};
  // Work on files, which waits for boxes and for clients, minutes at worst.
  TenantExecutor files{2048, 32};
};

}  // namespace assay
