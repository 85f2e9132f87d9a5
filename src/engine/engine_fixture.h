// EngineFixture: an engine over a FakeRunner and a clock that stands still. Test-only.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "engine/engine.h"
#include "engine/engine_test_util.h"

namespace assay {

class EngineFixture : public ::testing::Test {
 protected:
  // A runner that is there already, with a handler perhaps, is used as it is.
  void Start(int slots, EngineOptions options = {}) {
    if (!runner_) runner_ = std::make_unique<FakeRunner>(slots);
    engine_ = std::make_unique<Engine>(options, *runner_, TestLanguages(), clock_, nullptr);
  }
  // Its threads end before what handlers use, which may belong to a derived fixture.
  void TearDown() override { engine_ = nullptr; }

  TicketPtr Submit(const std::string& name, Submission submission) {
    auto ticket = engine_->Submit(std::move(submission), sink_.Done(name));
    EXPECT_TRUE(ticket.ok()) << ticket.error().ToString();
    return *ticket;
  }
  SubmissionResult Judge(const std::string& name, Submission submission) {
    Submit(name, std::move(submission));
    return sink_.Await(name);
  }
  SubmissionResult Judge(Submission submission) { return Judge("it", std::move(submission)); }

  FakeClock clock_;
  Sink sink_;
  std::unique_ptr<FakeRunner> runner_;
  std::unique_ptr<Engine> engine_;
};

}  // namespace assay
