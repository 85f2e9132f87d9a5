// FaultyJudge: a judge whose infrastructure breaks down now and then, for runs that show what that
// does to training. Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <string>

#include "service/judge.h"

namespace assay::tiny {

enum class FaultAnswer {
  kNoVerdict,  // as Assay says it: no score
  kZero,       // as verifiers do that take their own outage for a wrong answer
};

class FaultyJudge final : public service::Judge {
 public:
  // Of each kCycle questions the first `share` fail, as in an outage. `judge` outlives it.
  FaultyJudge(service::Judge* judge, double share, FaultAnswer answer)
      : judge_(judge), faulty_(static_cast<int64_t>(share * kCycle)), answer_(answer) {}

  std::optional<int> slots() const override { return judge_->slots(); }
  int64_t faults() const { return faults_; }

 protected:
  Result<service::Answer> Ask(const char* method, const std::string& path,
                              std::string body) override;

 private:
  static constexpr int64_t kCycle = 200;

  service::Judge* const judge_;
  const int64_t faulty_;
  const FaultAnswer answer_;
  std::atomic<int64_t> asked_{0};
  std::atomic<int64_t> faults_{0};
};

}  // namespace assay::tiny
