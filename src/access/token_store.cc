#include "access/token_store.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/log.h"
#include "base/text.h"

namespace assay {

namespace {

std::shared_ptr<const Caller> Unexpired(std::shared_ptr<const Caller> caller) {
  if (caller == nullptr || !caller->expires) return caller;
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const bool over =
      std::chrono::duration_cast<std::chrono::seconds>(now).count() >= *caller->expires;
  return over ? nullptr : caller;
}

}  // namespace

Result<std::unique_ptr<TokenStore>> TokenStore::Open(const std::string& path,
                                                     TenantTable* tenants) {
  ASSAY_ASSIGN_OR_RETURN(ReadTokens read, ReadTokenFile(path));
  std::unique_ptr<TokenStore> store(new TokenStore(path, tenants));
  if (read.file.table.empty() && read.file.uids.empty()) {
    spdlog::warn("{} holds no token: nobody may use this server", path);
  }
  MutexLock lock(store->mutex_);
  store->fresh_ = read.state;
  store->Take(std::move(read));
  return store;
}

void TokenStore::Take(ReadTokens read) {
  seen_ = read.state;
  ++stats_.loads;
  stats_.tokens = static_cast<int64_t>(read.file.table.size());
  if (tenants_ != nullptr) tenants_->Replace(read.file.tenants);
  file_ = std::make_shared<const TokenFile>(std::move(read.file));
}

std::shared_ptr<const Caller> TokenStore::Find(std::string_view token) const {
  const auto now = file();
  const auto found = now->table.find(Sha256Hex(token));
  return found == now->table.end() ? nullptr : Unexpired(found->second);
}

std::shared_ptr<const Caller> TokenStore::FindExpired(std::string_view token) const {
  const auto now = file();
  const auto found = now->table.find(Sha256Hex(token));
  return found == now->table.end() || Unexpired(found->second) ? nullptr : found->second;
}

std::shared_ptr<const Caller> TokenStore::FindUid(uint32_t uid) const {
  const auto now = file();
  const auto found = now->uids.find(uid);
  return found == now->uids.end() ? nullptr : Unexpired(found->second);
}

bool TokenStore::StillHolds(const Caller& caller) const {
  const auto now = file();
  const auto same = [&caller](const auto& entry) {
    return entry.second->name == caller.name && entry.second->role == caller.role &&
           entry.second->tenant == caller.tenant && Unexpired(entry.second) != nullptr;
  };
  return std::any_of(now->table.begin(), now->table.end(), same);
}

void TokenStore::Reload() {
  const FileState before = StateOf(path_);
  auto read = ReadTokenFile(path_);
  MutexLock lock(mutex_);
  stats_.file_refused = !read.ok();
  if (!read.ok()) {
    seen_ = before;
    ++stats_.refused;
    spdlog::error("the tokens file is refused, and the tokens before stay good: {}",
                  read.error().ToString());
    return;
  }
  Take(*std::move(read));
  spdlog::info("{} was read again: {} tokens", path_, stats_.tokens);
}

void TokenStore::ReloadIfChanged() {
  const FileState now = StateOf(path_);
  {
    MutexLock lock(mutex_);
    const bool settled = now == std::exchange(fresh_, now);
    if (!settled || now == seen_) return;
  }
  Reload();
}

TokenStore::Stats TokenStore::stats() const {
  MutexLock lock(mutex_);
  return stats_;
}

}  // namespace assay
