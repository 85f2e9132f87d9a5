#include "api/e2b/wire/token_book.h"

#include <algorithm>

namespace assay {

Result<std::string> TokenBook::TokenOf(const SandboxInfo& info) {
  {
    MutexLock lock(mutex_);
    tenants_[info.id] = info.tenant;
  }
  for (const auto& [sandbox, tenant] : Due()) {
    const SandboxPtr found = sandboxes_.Find(tenant, sandbox);
    if (found == nullptr || found->Info().state == SandboxState::kEnded) Forget(sandbox);
  }
  return tokens_.Shared(info.tenant, info.id);
}

void TokenBook::Forget(const std::string& sandbox) {
  tokens_.Forget(sandbox);
  MutexLock lock(mutex_);
  tenants_.erase(sandbox);
  look_at_ = std::max(kLeast, 2 * tenants_.size());
}

std::map<std::string, std::string> TokenBook::Due() {
  MutexLock lock(mutex_);
  if (tenants_.size() < look_at_) return {};
  look_at_ = 2 * tenants_.size();
  return tenants_;
}

}  // namespace assay
