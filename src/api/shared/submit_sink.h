// SubmitSink: what routes need of the engine, so that they are tested without one. Nothing of it
// has a default: who stands before another sink would forget to ask it, and nobody would hear of
// that. Thread-safe.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"

namespace assay {

class SubmitSink {
 public:
  virtual ~SubmitSink() = default;
  virtual Result<TicketPtr> Submit(Submission submission, Engine::Done done) = 0;
  virtual EngineStats stats() const = 0;
  // Until a submission of that tenant is likely taken.
  virtual int RetryAfterSeconds(const std::string& tenant) const = 0;
  virtual std::vector<TenantUsage> Tenants() const = 0;
};

class EngineSink final : public SubmitSink {
 public:
  explicit EngineSink(Engine& engine) : engine_(engine) {}
  Result<TicketPtr> Submit(Submission submission, Engine::Done done) override {
    return engine_.Submit(std::move(submission), std::move(done));
  }
  EngineStats stats() const override { return engine_.stats(); }
  int RetryAfterSeconds(const std::string& tenant) const override {
    return engine_.RetryAfterSeconds(tenant);
  }
  std::vector<TenantUsage> Tenants() const override { return engine_.Tenants(); }

 private:
  Engine& engine_;
};

}  // namespace assay
