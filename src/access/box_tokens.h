// BoxTokens: tokens that open one sandbox and nothing else, for clients that are given one with the
// sandbox (Prime's gateway, E2B's envd) and for whoever should get no more than that. They live in
// memory and never enter a sandbox.
//
// Thread-safe.
#pragma once

#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "net/caller.h"

namespace assay {

inline constexpr std::string_view kBoxTokenPrefix = "assaybox_";

class BoxTokens {
 public:
  // Of one sandbox; a further one ends the oldest.
  static constexpr size_t kMostASandbox = 16;

  // `clock` outlives it.
  explicit BoxTokens(const Clock& clock) : clock_(clock) {}

  // A token that speaks for `tenant` about this sandbox, until then.
  Result<std::string> Mint(const std::string& tenant, const std::string& sandbox,
                           SteadyTime expires) ASSAY_EXCLUDES(mutex_);
  // The one that all clients of a sandbox share, with which they sign URLs, too: made at the first
  // call, good for as long as the sandbox is there.
  Result<std::string> Shared(const std::string& tenant, const std::string& sandbox)
      ASSAY_EXCLUDES(mutex_);
  // Whose shared token it is for which `signs` says so: of this sandbox, or of any when that is
  // empty. Null: nobody's.
  std::shared_ptr<const Caller> FindShared(
      const std::string& sandbox, const std::function<bool(std::string_view token)>& signs) const
      ASSAY_EXCLUDES(mutex_);
  // Whose it is: a user's, bound to the sandbox. Null when it is nobody's, or not any more.
  std::shared_ptr<const Caller> Find(std::string_view token) const ASSAY_EXCLUDES(mutex_);
  // All that are good, for the process that takes this one's place; and those of the one before,
  // to be good here, too. What is known already stays.
  struct Copy {
    std::string sandbox;
    std::string tenant;
    std::string hash;                 // of one that Mint made
    std::optional<Nanoseconds> left;  // for how long it is good
    std::string shared;               // or the token itself, of Shared
  };
  std::vector<Copy> Copies() const ASSAY_EXCLUDES(mutex_);
  void Adopt(const std::vector<Copy>& copies) ASSAY_EXCLUDES(mutex_);
  // When the sandbox has ended.
  void Forget(const std::string& sandbox) ASSAY_EXCLUDES(mutex_);

 private:
  void AddHash(const std::string& sandbox, const std::string& hash) ASSAY_REQUIRES(mutex_);

  struct Entry {
    std::shared_ptr<const Caller> caller;
    SteadyTime expires;
  };
  struct SharedToken {
    std::string token;
    std::shared_ptr<const Caller> caller;
  };

  const Clock& clock_;
  mutable Mutex mutex_;
  // By the token's SHA-256, so that looking one up takes no longer the more of it is right.
  std::unordered_map<std::string, Entry> entries_ ASSAY_GUARDED_BY(mutex_);
  // Hashes of each sandbox, the oldest first.
  std::unordered_map<std::string, std::deque<std::string>> sandboxes_ ASSAY_GUARDED_BY(mutex_);
  std::map<std::string, SharedToken> shared_ ASSAY_GUARDED_BY(mutex_);  // by sandbox
};

}  // namespace assay
