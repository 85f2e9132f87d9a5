// DrainSink: the way to the engine that is closed while the node drains: every route then refuses
// new work as it refuses any that finds no room, so that clients and balancers try elsewhere.
// Thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "api/shared/submit_sink.h"
#include "node/node_state.h"

namespace assay {

class DrainSink final : public SubmitSink {
 public:
  // Both outlive it.
  DrainSink(SubmitSink& inner, const NodeState& node) : inner_(inner), node_(node) {}

  Result<TicketPtr> Submit(Submission submission, Engine::Done done) override {
    if (node_.refuses()) {
      return Error{ErrorCode::kUnavailable, "node.draining", 0,
                   DrainingText(node_.draining().value_or(std::string()))};
    }
    return inner_.Submit(std::move(submission), std::move(done));
  }
  EngineStats stats() const override {
    EngineStats stats = inner_.stats();
    stats.draining = stats.draining || node_.refuses();
    return stats;
  }
  int RetryAfterSeconds(const std::string& tenant) const override {
    return inner_.RetryAfterSeconds(tenant);
  }
  std::vector<TenantUsage> Tenants() const override { return inner_.Tenants(); }

 private:
  SubmitSink& inner_;
  const NodeState& node_;
};

}  // namespace assay
