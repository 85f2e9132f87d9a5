// TokenBook: the tokens that E2B's clients have got for their sandboxes. A sandbox that ends with
// its time tells nobody here, so that its token is forgotten when the book is looked through: each
// time it has doubled. Thread-safe.
#pragma once

#include <map>
#include <string>

#include "access/box_tokens.h"
#include "base/mutex.h"
#include "base/result.h"
#include "sessions/sandboxes.h"

namespace assay {

class TokenBook {
 public:
  // Both outlive it.
  TokenBook(Sandboxes& sandboxes, BoxTokens& tokens) : sandboxes_(sandboxes), tokens_(tokens) {}

  // The one that all clients of the sandbox share.
  Result<std::string> TokenOf(const SandboxInfo& info) ASSAY_EXCLUDES(mutex_);
  // When it has ended.
  void Forget(const std::string& sandbox) ASSAY_EXCLUDES(mutex_);

 private:
  static constexpr size_t kLeast = 256;

  // Of those that are due: the tenant of each sandbox. Empty: none are.
  std::map<std::string, std::string> Due() ASSAY_EXCLUDES(mutex_);

  Sandboxes& sandboxes_;
  BoxTokens& tokens_;
  Mutex mutex_;
  std::map<std::string, std::string> tenants_ ASSAY_GUARDED_BY(mutex_);  // by sandbox
  size_t look_at_ ASSAY_GUARDED_BY(mutex_) = kLeast;
};

}  // namespace assay
