// Exposures: ports of sandboxes that whoever knows an address may reach, as some clients of other
// services expect (Prime's). The address has a key that nobody guesses; it opens that one port and
// nothing else of its sandbox, and ends with it.
//
// In memory, bounded for each sandbox. Thread-safe.
#pragma once

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sessions/sandboxes.h"

namespace assay {

struct Exposure {
  std::string id;   // for its owner
  std::string key;  // for whoever may reach it
  std::string tenant;
  std::string sandbox;
  int port = 0;
  std::string name;  // for people; may be empty
  WallTime created;
};

class Exposures {
 public:
  static constexpr size_t kMostASandbox = 16;

  // `sandboxes` outlives it.
  explicit Exposures(Sandboxes& sandboxes) : sandboxes_(sandboxes) {}

  // The one of that port, which may be there already: a client that has lost an answer asks again.
  // kResource: the sandbox has its most.
  Result<Exposure> Add(const SandboxInfo& sandbox, int port, std::string name)
      ASSAY_EXCLUDES(mutex_);
  // Of a sandbox, or of all of the tenant's when that is empty; the oldest first.
  std::vector<Exposure> Of(const std::string& tenant, const std::string& sandbox) const
      ASSAY_EXCLUDES(mutex_);
  // False: the sandbox has none of that id.
  bool Remove(const std::string& tenant, const std::string& sandbox, const std::string& id)
      ASSAY_EXCLUDES(mutex_);
  // Nothing: nobody's, not any more, or its sandbox has ended.
  struct Opened {
    Exposure exposure;
    SandboxPtr sandbox;
  };
  std::optional<Opened> Open(const std::string& key) const ASSAY_EXCLUDES(mutex_);

  // The path below which it is reached.
  static std::string PathOf(const Exposure& exposure);

 private:
  // The exposure's sandbox; null once that has ended.
  SandboxPtr LiveSandbox(const Exposure& exposure) const;
  void Sweep() ASSAY_REQUIRES(mutex_);

  Sandboxes& sandboxes_;
  mutable Mutex mutex_;
  std::map<std::string, Exposure> by_key_ ASSAY_GUARDED_BY(mutex_);
  size_t sweep_at_ ASSAY_GUARDED_BY(mutex_) = 1024;
};

}  // namespace assay
