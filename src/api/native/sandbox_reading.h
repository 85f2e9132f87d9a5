// Reads what submissions take from sandboxes: once, before they are judged in boxes of their own,
// so that no test ever enters a sandbox, and whatever its programs do after that changes nothing.
//
// By the sandboxes' own threads, one at a time for a request; thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/native/verify_request.h"
#include "base/clock.h"
#include "sessions/sandboxes.h"

namespace assay {

// Of one request: bytes of all that is read, and sandboxes. A file that several submissions name
// counts once, a program as often as it is judged.
inline constexpr int64_t kMostSourceBytes = 64 << 20;
// Of one sandbox in a request, and of each submission, so that none takes the room of all others.
inline constexpr int64_t kMostSandboxBytes = 16 << 20;
inline constexpr size_t kMostSourceSandboxes = 256;

struct SourcePatience {
  // For all files of one sandbox, from when its turn comes: programs that stop what reads them take
  // no time from other sandboxes.
  Nanoseconds each = std::chrono::seconds(10);
  // For the whole request, so that however many are stopped it is answered.
  Nanoseconds all = std::chrono::seconds(60);
};

// Puts into each submission that has a source what it takes from its sandbox, one of `tenant`'s.
// What the request is at fault for (no such sandbox or file, too large, no text) is a fault of the
// submission with its field; when a sandbox ends or can't be read now, or what a submission takes
// would fit, or be read in time, but for the others of its request, `unread` of the item says so,
// and it isn't judged.
// `sandboxes`: null on servers without. `request` stays where it is until `done`, which comes from
// any thread, at once where there is nothing to read; `held` keeps the bytes on the tenant's
// account and is dropped with them; null where there are none.
void ReadSandboxSources(Sandboxes* sandboxes, std::string tenant, VerifyRequest* request,
                        std::function<void(std::shared_ptr<const void> held)> done,
                        const SourcePatience& patience = {});

}  // namespace assay
