#include "access/box_tokens.h"

#include "access/new_token.h"
#include "base/text.h"

namespace assay {

Result<std::string> BoxTokens::Mint(const std::string& tenant, const std::string& sandbox,
                                    SteadyTime expires) {
  ASSAY_ASSIGN_OR_RETURN(std::string token, NewToken(kBoxTokenPrefix));
  const std::string hash = Sha256Hex(token);
  auto caller = std::make_shared<const Caller>(Caller{sandbox, Role::kUser, tenant, sandbox});
  MutexLock lock(mutex_);
  AddHash(sandbox, hash);
  entries_[hash] = {std::move(caller), expires};
  return token;
}

void BoxTokens::AddHash(const std::string& sandbox, const std::string& hash) {
  std::deque<std::string>& hashes = sandboxes_[sandbox];
  if (hashes.size() == kMostASandbox) {
    entries_.erase(hashes.front());
    hashes.pop_front();
  }
  hashes.push_back(hash);
}

std::vector<BoxTokens::Copy> BoxTokens::Copies() const {
  const SteadyTime now = clock_.Now();
  std::vector<Copy> copies;
  MutexLock lock(mutex_);
  for (const auto& [sandbox, hashes] : sandboxes_) {
    for (const std::string& hash : hashes) {
      const Entry& entry = entries_.at(hash);
      if (entry.expires <= now) continue;
      copies.push_back({sandbox, entry.caller->tenant, hash, entry.expires - now, {}});
    }
  }
  for (const auto& [sandbox, shared] : shared_) {
    copies.push_back({sandbox, shared.caller->tenant, {}, {}, shared.token});
  }
  return copies;
}

void BoxTokens::Adopt(const std::vector<Copy>& copies) {
  const SteadyTime now = clock_.Now();
  MutexLock lock(mutex_);
  for (const Copy& copy : copies) {
    const bool is_shared = !copy.shared.empty();
    const std::string hash = is_shared ? Sha256Hex(copy.shared) : copy.hash;
    if (entries_.count(hash) > 0) continue;
    auto caller = std::make_shared<const Caller>(
        Caller{copy.sandbox, Role::kUser, copy.tenant, copy.sandbox});
    if (is_shared) {
      shared_[copy.sandbox] = {copy.shared, caller};
    } else {
      AddHash(copy.sandbox, hash);
    }
    entries_[hash] = {std::move(caller), copy.left ? now + *copy.left : SteadyTime::max()};
  }
}

Result<std::string> BoxTokens::Shared(const std::string& tenant, const std::string& sandbox) {
  ASSAY_ASSIGN_OR_RETURN(std::string token, NewToken(kBoxTokenPrefix));
  MutexLock lock(mutex_);
  SharedToken& shared = shared_[sandbox];
  if (shared.caller == nullptr) {
    shared.caller = std::make_shared<const Caller>(Caller{sandbox, Role::kUser, tenant, sandbox});
    shared.token = std::move(token);
    entries_[Sha256Hex(shared.token)] = {shared.caller, SteadyTime::max()};
  }
  return shared.token;
}

std::shared_ptr<const Caller> BoxTokens::FindShared(
    const std::string& sandbox, const std::function<bool(std::string_view token)>& signs) const {
  MutexLock lock(mutex_);
  for (auto at = sandbox.empty() ? shared_.begin() : shared_.find(sandbox); at != shared_.end();
       ++at) {
    if (signs(at->second.token)) return at->second.caller;
    if (!sandbox.empty()) break;
  }
  return nullptr;
}

std::shared_ptr<const Caller> BoxTokens::Find(std::string_view token) const {
  const std::string hash = Sha256Hex(token);
  MutexLock lock(mutex_);
  const auto entry = entries_.find(hash);
  if (entry == entries_.end() || entry->second.expires <= clock_.Now()) return nullptr;
  return entry->second.caller;
}

void BoxTokens::Forget(const std::string& sandbox) {
  MutexLock lock(mutex_);
  if (const auto shared = shared_.find(sandbox); shared != shared_.end()) {
    entries_.erase(Sha256Hex(shared->second.token));
    shared_.erase(shared);
  }
  const auto hashes = sandboxes_.find(sandbox);
  if (hashes == sandboxes_.end()) return;
  for (const std::string& hash : hashes->second) entries_.erase(hash);
  sandboxes_.erase(hashes);
}

}  // namespace assay
