#include "sessions/egress/way_out.h"

#include <utility>

#include "base/text.h"
#include "sessions/egress/egress_rules.h"

namespace assay {

Status CheckEgress(const EgressPolicy& policy, bool allowed) {
  if (policy.kind == EgressPolicy::Kind::kNone) return {};
  if (!allowed) return InvalidField("sandbox", "egress", "this server lets no sandbox out");
  if (const auto rules = EgressRules::Parse(policy); !rules.ok()) return rules.error();
  return {};
}

Status WayOut::Open(LiveBox& box) {
  MutexLock order(opening_);
  EgressPolicy policy;
  {
    MutexLock lock(mutex_);
    if (closed_) return {};
    policy = policy_;
    // The one of the box before stays until there is another.
    if (policy.kind == EgressPolicy::Kind::kNone) proxy_.reset();
  }
  if (policy.kind == EgressPolicy::Kind::kNone) return {};
  return OpenIn(box, policy);
}

Status WayOut::Set(EgressPolicy policy, LiveBox& box) {
  ASSAY_RETURN_IF_ERROR(CheckEgress(policy, proxies_ != nullptr));
  MutexLock order(opening_);
  bool opens = false;
  {
    MutexLock lock(mutex_);
    if (proxy_ != nullptr) ASSAY_RETURN_IF_ERROR(proxy_->SetPolicy(policy));
    opens = proxy_ == nullptr && !closed_ && policy.kind != EgressPolicy::Kind::kNone;
  }
  if (opens) ASSAY_RETURN_IF_ERROR(OpenIn(box, policy));
  MutexLock lock(mutex_);
  policy_ = std::move(policy);
  return {};
}

Status WayOut::OpenIn(LiveBox& box, const EgressPolicy& policy) {
  ASSAY_RETURN_IF_ERROR(CheckEgress(policy, proxies_ != nullptr));
  ASSAY_ASSIGN_OR_RETURN(UniqueFd listener, box.ListenInside(kProxyPort));
  ASSAY_ASSIGN_OR_RETURN(auto proxy, proxies_->Open(policy, std::move(listener)));
  MutexLock lock(mutex_);
  if (!closed_) proxy_ = std::move(proxy);
  return {};
}

void WayOut::Close() {
  MutexLock lock(mutex_);
  closed_ = true;
  proxy_.reset();
}

EgressPolicy WayOut::policy() const {
  MutexLock lock(mutex_);
  return policy_;
}

std::map<std::string, std::string> WayOut::Environment() const {
  if (proxies_ == nullptr) return {};
  const std::string proxy = "http://127.0.0.1:" + std::to_string(kProxyPort);
  std::map<std::string, std::string> env;
  // Programs disagree on the case.
  for (const char* name : {"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"}) {
    env[name] = env[AsciiLower(name)] = proxy;
  }
  env["NO_PROXY"] = env["no_proxy"] = "localhost,127.0.0.1,::1";
  return env;
}

}  // namespace assay
