#include "langs/self_test_board.h"

#include <utility>

#include "base/check.h"

namespace assay {

std::string_view ToString(SelfTestState state) {
  switch (state) {
    case SelfTestState::kOff: return "off";
    case SelfTestState::kPending: return "pending";
    case SelfTestState::kPassed: return "passed";
    case SelfTestState::kFailed: return "failed";
  }
  ASSAY_CHECK(false);
}

void SelfTestBoard::Set(const std::string& language, SelfTestResult result) {
  MutexLock lock(mutex_);
  results_.insert_or_assign(language, std::move(result));
}

SelfTestResult SelfTestBoard::Of(std::string_view language) const {
  MutexLock lock(mutex_);
  const auto found = results_.find(language);
  return found == results_.end() ? SelfTestResult{} : found->second;
}

}  // namespace assay
