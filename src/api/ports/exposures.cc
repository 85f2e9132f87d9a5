#include "api/ports/exposures.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "sessions/session_ids.h"

namespace assay {

Result<Exposure> Exposures::Add(const SandboxInfo& sandbox, int port, std::string name) {
  Exposure made;
  made.tenant = sandbox.tenant;
  made.sandbox = sandbox.id;
  made.port = port;
  made.name = std::move(name);
  made.created = std::chrono::system_clock::now();
  ASSAY_ASSIGN_OR_RETURN(made.id, NewSessionId("exp-"));
  ASSAY_ASSIGN_OR_RETURN(made.key, NewSessionId(NodePrefix("x", sandboxes_.policy().node, "")));
  MutexLock lock(mutex_);
  size_t count = 0;
  for (const auto& [key, exposure] : by_key_) {
    if (exposure.sandbox != made.sandbox || exposure.tenant != made.tenant) continue;
    if (exposure.port == port) return exposure;
    ++count;
  }
  if (count >= kMostASandbox) {
    return Error{ErrorCode::kResource, "ports.expose", 0,
                 "a sandbox has at most " + std::to_string(kMostASandbox) + " exposed ports"};
  }
  if (by_key_.size() >= sweep_at_) Sweep();
  by_key_.emplace(made.key, made);
  return made;
}

std::vector<Exposure> Exposures::Of(const std::string& tenant, const std::string& sandbox) const {
  std::vector<Exposure> found;
  {
    MutexLock lock(mutex_);
    for (const auto& [key, exposure] : by_key_) {
      if (exposure.tenant != tenant) continue;
      if (sandbox.empty() || exposure.sandbox == sandbox) found.push_back(exposure);
    }
  }
  std::erase_if(found, [this](const Exposure& one) { return LiveSandbox(one) == nullptr; });
  std::sort(found.begin(), found.end(), [](const Exposure& a, const Exposure& b) {
    return std::tie(a.created, a.id) < std::tie(b.created, b.id);
  });
  return found;
}

bool Exposures::Remove(const std::string& tenant, const std::string& sandbox,
                       const std::string& id) {
  MutexLock lock(mutex_);
  return std::erase_if(by_key_, [&](const auto& entry) {
           const Exposure& one = entry.second;
           return one.id == id && one.sandbox == sandbox && one.tenant == tenant;
         }) > 0;
}

std::optional<Exposures::Opened> Exposures::Open(const std::string& key) const {
  Opened opened;
  {
    MutexLock lock(mutex_);
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return std::nullopt;
    opened.exposure = found->second;
  }
  opened.sandbox = LiveSandbox(opened.exposure);
  if (opened.sandbox == nullptr) return std::nullopt;
  return opened;
}

std::string Exposures::PathOf(const Exposure& exposure) {
  return "/exposed/" + exposure.key;
}

SandboxPtr Exposures::LiveSandbox(const Exposure& exposure) const {
  SandboxPtr sandbox = sandboxes_.Find(exposure.tenant, exposure.sandbox);
  const bool live = sandbox != nullptr && sandbox->Info().state != SandboxState::kEnded;
  return live ? sandbox : nullptr;
}

void Exposures::Sweep() {
  std::erase_if(by_key_,
                [this](const auto& entry) { return LiveSandbox(entry.second) == nullptr; });
  sweep_at_ = std::max<size_t>(1024, 2 * by_key_.size());
}

}  // namespace assay
