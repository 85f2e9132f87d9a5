#include "api/update/joined_sandboxes.h"

namespace assay {

Status JoinedSandboxes::CheckRoom(const std::string& tenant) const {
  const std::map<std::string, int> others = elder_.CountLiveByTenant();
  if (others.empty()) return {};  // its own manager sees to it
  const std::map<std::string, int> counts = CountByTenant();
  int64_t all = 0;
  for (const auto& [name, count] : counts) all += count;
  const auto own = counts.find(tenant);
  const int64_t has = own == counts.end() ? 0 : own->second;
  const SandboxPolicy& policy = own_.policy();
  const int64_t own_most = policy.tenants == nullptr ? 0 : policy.tenants->Of(tenant).max_sandboxes;
  const bool full_tenant = (own_most > 0 && has >= own_most) ||
                           (policy.max_per_tenant > 0 && has >= policy.max_per_tenant);
  if (full_tenant && own_most > 0) policy.tenants->CountRefused(tenant, "max_sandboxes");
  if (!full_tenant && all < policy.max_sandboxes) return {};
  return Error{ErrorCode::kResource, "sandbox", 0,
               (full_tenant ? "all sandboxes that the tenant '" + tenant + "' may have are taken"
                            : "all " + std::to_string(policy.max_sandboxes) +
                                  " sandboxes of this server are taken") +
                   ", with those of the process that it has replaced"};
}

void JoinedSandboxes::Create(const std::string& tenant, SandboxRequest request, Done done) {
  if (SandboxPtr made = elder_.FindByKey(tenant, request.idempotency_key)) {
    return done(std::move(made));
  }
  if (const Status room = CheckRoom(tenant); !room.ok()) return done(room.error());
  own_.Create(tenant, std::move(request), std::move(done));
}

SandboxPtr JoinedSandboxes::Find(const std::string& tenant, const std::string& id) const {
  SandboxPtr own = own_.Find(tenant, id);
  return own != nullptr ? own : elder_.Find(tenant, id);
}

std::map<std::string, int> JoinedSandboxes::CountByTenant() const {
  std::map<std::string, int> counts = own_.CountByTenant();
  for (const auto& [tenant, count] : elder_.CountLiveByTenant()) counts[tenant] += count;
  return counts;
}

std::vector<SandboxPtr> JoinedSandboxes::List(const std::string& tenant,
                                              const SandboxFilter& filter) const {
  std::vector<SandboxPtr> all = own_.List(tenant, filter);
  for (SandboxPtr& older : elder_.List(tenant, filter)) all.push_back(std::move(older));
  return all;
}

std::vector<SandboxPtr> JoinedSandboxes::All() const {
  std::vector<SandboxPtr> all = own_.All();
  for (SandboxPtr& older : elder_.All()) all.push_back(std::move(older));
  return all;
}

}  // namespace assay
