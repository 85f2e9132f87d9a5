#include "access/token_store.h"

#include <utility>

#include "base/log.h"
#include "base/text.h"

namespace assay {

Result<std::unique_ptr<TokenStore>> TokenStore::Open(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(ReadTokens read, ReadTokenFile(path));
  std::unique_ptr<TokenStore> store(new TokenStore(path));
  if (read.table.empty()) {
    spdlog::warn("{} holds no token: nobody may use this server", path);
  }
  MutexLock lock(store->mutex_);
  store->seen_ = store->fresh_ = read.state;
  store->stats_.tokens = static_cast<int64_t>(read.table.size());
  store->stats_.loads = 1;
  store->table_ = std::make_shared<const TokenTable>(std::move(read.table));
  return store;
}

std::shared_ptr<const Caller> TokenStore::Find(std::string_view token) const {
  std::shared_ptr<const TokenTable> table;
  {
    MutexLock lock(mutex_);
    table = table_;
  }
  const auto found = table->find(Sha256Hex(token));
  return found == table->end() ? nullptr : found->second;
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
  seen_ = read->state;
  ++stats_.loads;
  stats_.tokens = static_cast<int64_t>(read->table.size());
  table_ = std::make_shared<const TokenTable>(std::move(read->table));
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
