// DrainSandboxes: the way to a server's sandboxes on which no new ones are made while the node
// drains. Those that are there go on, and may be forked. Thread-safe.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "node/node_state.h"
#include "sessions/sandboxes.h"

namespace assay {

class DrainSandboxes final : public Sandboxes {
 public:
  // Both outlive it.
  DrainSandboxes(Sandboxes& inner, const NodeState& node) : inner_(inner), node_(node) {}

  void Create(const std::string& tenant, SandboxRequest request, Done done) override {
    if (node_.refuses()) {
      // As where there is no room: another server may take the same request.
      return done(Error{ErrorCode::kResource, "node.draining", 0,
                        DrainingText(node_.draining().value_or(std::string()))});
    }
    inner_.Create(tenant, std::move(request), std::move(done));
  }
  SandboxPtr Find(const std::string& tenant, const std::string& id) const override {
    return inner_.Find(tenant, id);
  }
  std::map<std::string, int> CountByTenant() const override { return inner_.CountByTenant(); }
  std::vector<SandboxPtr> List(const std::string& tenant,
                               const SandboxFilter& filter) const override {
    return inner_.List(tenant, filter);
  }
  void Images(std::function<void(Result<std::vector<BoxImage>>)> done) override {
    inner_.Images(std::move(done));
  }
  std::vector<SandboxPtr> All() const override { return inner_.All(); }
  bool Has(const std::string& id) const override { return inner_.Has(id); }
  int CountDraining() const override { return inner_.CountDraining(); }
  void StartDraining() override { inner_.StartDraining(); }
  int Count(SandboxState state) const override { return inner_.Count(state); }
  void Close() override { inner_.Close(); }
  const SandboxPolicy& policy() const override { return inner_.policy(); }
  LiveBoxHost& host() override { return inner_.host(); }

 private:
  Sandboxes& inner_;
  const NodeState& node_;
};

}  // namespace assay
