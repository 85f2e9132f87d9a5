#include "api/update/elder_book.h"

#include <algorithm>
#include <utility>

namespace assay {
namespace {

bool Lives(const SandboxInfo& info) {
  return info.state != SandboxState::kEnded;
}

}  // namespace

bool IsListed(const SandboxInfo& info, const SandboxFilter& filter) {
  if (filter.only_live && !Lives(info)) return false;
  if (filter.state && *filter.state != info.state) return false;
  return std::all_of(filter.labels.begin(), filter.labels.end(), [&](const auto& wanted) {
    const auto label = info.request.labels.find(wanted.first);
    return label != info.request.labels.end() && label->second == wanted.second;
  });
}

void ElderBook::Set(ElderState state, const std::shared_ptr<ElderSandbox::Way>& way) {
  Entries entries;
  for (SandboxInfo& info : state.sandboxes) {
    const std::string id = info.id;
    entries[id] = std::make_shared<ElderSandbox>(std::move(info), way);
  }
  MutexLock lock(mutex_);
  if (lost_) return;  // said before its end, heard after it
  sandboxes_.swap(entries);
  kernels_ = std::move(state.kernels);
  way_ = way;
}

void ElderBook::Lose(const std::string& why) {
  MutexLock lock(mutex_);
  if (std::exchange(lost_, true)) return;
  const WallTime now = std::chrono::system_clock::now();
  for (auto& [id, sandbox] : sandboxes_) {
    SandboxInfo info = sandbox->Info();
    // It may have been seen ending: that is no news of its own.
    if (!Lives(info) && info.end != SandboxEnd::kShutdown) continue;
    info.state = SandboxState::kEnded;
    info.end = SandboxEnd::kLost;
    info.message = why;
    info.changed = now;
    info.ended = now;
    info.expires.reset();
    info.running_processes = 0;
    info.draining = false;
    sandbox = std::make_shared<ElderSandbox>(std::move(info), way_);
  }
}

std::vector<std::string> ElderBook::ForgetOld() {
  const WallTime horizon = std::chrono::system_clock::now() -
                           std::chrono::duration_cast<WallTime::duration>(keep_ended_);
  std::vector<std::string> forgotten;
  MutexLock lock(mutex_);
  std::erase_if(sandboxes_, [&](const auto& entry) {
    const bool old = entry.second->Info().ended.value_or(horizon) < horizon;
    if (old) forgotten.push_back(entry.first);
    return old;
  });
  if (sandboxes_.empty()) kernels_.clear();
  return forgotten;
}

SandboxPtr ElderBook::Find(const std::string& tenant, const std::string& id) const {
  MutexLock lock(mutex_);
  const auto found = sandboxes_.find(id);
  if (found == sandboxes_.end() || found->second->Info().tenant != tenant) return nullptr;
  return found->second;
}

SandboxPtr ElderBook::FindByKey(const std::string& tenant, const std::string& key) const {
  if (key.empty()) return nullptr;
  MutexLock lock(mutex_);
  for (const auto& [id, sandbox] : sandboxes_) {
    const SandboxInfo info = sandbox->Info();
    if (Lives(info) && info.tenant == tenant && info.request.idempotency_key == key) {
      return sandbox;
    }
  }
  return nullptr;
}

bool ElderBook::Has(const std::string& id) const {
  MutexLock lock(mutex_);
  return sandboxes_.count(id) > 0;
}

std::vector<SandboxPtr> ElderBook::List(const std::string& tenant,
                                        const SandboxFilter& filter) const {
  std::vector<std::pair<WallTime, SandboxPtr>> found;
  {
    MutexLock lock(mutex_);
    for (const auto& [id, sandbox] : sandboxes_) {
      const SandboxInfo info = sandbox->Info();
      if (info.tenant == tenant && IsListed(info, filter))
        found.emplace_back(info.created, sandbox);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<SandboxPtr> sandboxes;
  for (auto& [created, sandbox] : found) sandboxes.push_back(std::move(sandbox));
  return sandboxes;
}

std::vector<SandboxPtr> ElderBook::All() const {
  MutexLock lock(mutex_);
  std::vector<SandboxPtr> all;
  for (const auto& [id, sandbox] : sandboxes_) all.push_back(sandbox);
  return all;
}

int ElderBook::CountLive() const {
  MutexLock lock(mutex_);
  return static_cast<int>(
      std::count_if(sandboxes_.begin(), sandboxes_.end(),
                    [](const auto& entry) { return Lives(entry.second->Info()); }));
}

int ElderBook::Count(SandboxState state) const {
  MutexLock lock(mutex_);
  return static_cast<int>(
      std::count_if(sandboxes_.begin(), sandboxes_.end(),
                    [&](const auto& entry) { return entry.second->Info().state == state; }));
}

std::map<std::string, int> ElderBook::CountLiveByTenant() const {
  std::map<std::string, int> counts;
  MutexLock lock(mutex_);
  for (const auto& [id, sandbox] : sandboxes_) {
    const SandboxInfo info = sandbox->Info();
    if (Lives(info)) ++counts[info.tenant];
  }
  return counts;
}

bool ElderBook::HasKernel(const KernelName& name) const {
  MutexLock lock(mutex_);
  return !lost_ && std::any_of(kernels_.begin(), kernels_.end(),
                               [&](const ElderKernel& kernel) { return kernel.name == name; });
}

bool ElderBook::HasLostKernel(const std::string& tenant, const std::string& id) const {
  MutexLock lock(mutex_);
  return lost_ && std::any_of(kernels_.begin(), kernels_.end(), [&](const ElderKernel& kernel) {
           return kernel.name.tenant == tenant && kernel.id == id;
         });
}

std::vector<ElderKernel> ElderBook::kernels() const {
  MutexLock lock(mutex_);
  return lost_ ? std::vector<ElderKernel>() : kernels_;
}

}  // namespace assay
