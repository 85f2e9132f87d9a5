// What is known of the toolchains' self-tests: whether each tells a right program, a failed
// assertion, a program that isn't one and a crash apart. The programs are in the languages' entries
// (SelfTestPrograms); who runs them tells this board, and everybody who shows toolchains asks it.
//
// Thread-safe.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "base/mutex.h"

namespace assay {

enum class SelfTestState {
  kOff,      // nobody runs it here, or the language has none
  kPending,  // not run yet
  kPassed,
  kFailed,
};
// "off", "pending", "passed", "failed"
std::string_view ToString(SelfTestState state);

struct SelfTestResult {
  SelfTestState state = SelfTestState::kOff;
  std::string problem = {};  // of a failed one: what isn't told apart
};

class SelfTestBoard {
 public:
  void Set(const std::string& language, SelfTestResult result);
  // kOff for a language that nothing was said of.
  SelfTestResult Of(std::string_view language) const;

 private:
  mutable Mutex mutex_;
  std::map<std::string, SelfTestResult, std::less<>> results_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
