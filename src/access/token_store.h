// TokenStore: the tokens of a server while it runs. The file is read again when it changes; a new
// one that has a fault is refused, and the tokens before stay good.
//
// Thread-safe. Find is one SHA-256 and one look-up.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "access/token_file.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

class TokenStore {
 public:
  struct Stats {
    int64_t tokens = 0;
    int64_t loads = 0;          // the first included
    int64_t refused = 0;        // files with a fault
    bool file_refused = false;  // what the file holds now isn't in use
  };

  // The errors of ReadTokenFile. `tenants` (may be null, and else outlives it) gets what the file
  // says of tenants.
  static Result<std::unique_ptr<TokenStore>> Open(const std::string& path,
                                                  TenantTable* tenants = nullptr);

  // Whose it is; null when it is nobody's, or no longer.
  std::shared_ptr<const Caller> Find(std::string_view token) const ASSAY_EXCLUDES(mutex_);
  // One that Find doesn't give because its time is over; null: it isn't in the file at all.
  std::shared_ptr<const Caller> FindExpired(std::string_view token) const ASSAY_EXCLUDES(mutex_);
  // For whom a user of this machine speaks without a token.
  std::shared_ptr<const Caller> FindUid(uint32_t uid) const ASSAY_EXCLUDES(mutex_);
  // Whether what was found is still in the file: by its name, role and tenant.
  bool StillHolds(const Caller& caller) const ASSAY_EXCLUDES(mutex_);
  // Reads the file again, whatever is known of it. Says in the log what came of it.
  void Reload() ASSAY_EXCLUDES(mutex_);
  // The same if the file isn't what was read, and hasn't changed since this was last asked: who
  // edits a file may write it in pieces.
  void ReloadIfChanged() ASSAY_EXCLUDES(mutex_);
  Stats stats() const ASSAY_EXCLUDES(mutex_);

 private:
  TokenStore(std::string path, TenantTable* tenants) : path_(std::move(path)), tenants_(tenants) {}
  std::shared_ptr<const TokenFile> file() const ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    return file_;
  }
  void Take(ReadTokens read) ASSAY_REQUIRES(mutex_);

  const std::string path_;
  TenantTable* const tenants_;
  mutable Mutex mutex_;
  std::shared_ptr<const TokenFile> file_ ASSAY_GUARDED_BY(mutex_);
  FileState seen_ ASSAY_GUARDED_BY(mutex_);   // what was last read, or refused
  FileState fresh_ ASSAY_GUARDED_BY(mutex_);  // what was last looked at
  Stats stats_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
