// SubmitSink: what routes need of the engine, so that they are tested without one. Thread-safe.
#pragma once

#include <utility>

#include "engine/engine.h"

namespace assay {

class SubmitSink {
 public:
  virtual ~SubmitSink() = default;
  virtual Result<TicketPtr> Submit(Submission submission, Engine::Done done) = 0;
  virtual EngineStats stats() const = 0;
  virtual int RetryAfterSeconds() const = 0;
};

class EngineSink final : public SubmitSink {
 public:
  explicit EngineSink(Engine& engine) : engine_(engine) {}
  Result<TicketPtr> Submit(Submission submission, Engine::Done done) override {
    return engine_.Submit(std::move(submission), std::move(done));
  }
  EngineStats stats() const override { return engine_.stats(); }
  int RetryAfterSeconds() const override { return engine_.RetryAfterSeconds(); }

 private:
  Engine& engine_;
};

}  // namespace assay
