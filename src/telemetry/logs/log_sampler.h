// LogSampler: which lines of a log are left out because many like them come. Lines are alike when
// they differ in digits only. Ten of a kind pass in ten seconds; how many more there were is said
// when the time is over. Not thread-safe: the sink's lock guards it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "telemetry/logs/log_tail.h"

namespace assay {

class LogSampler {
 public:
  // What was left out of one kind.
  struct LeftOut {
    LogLevel level = LogLevel::kInfo;
    int64_t count = 0;
    std::string example;
  };

  bool Passes(LogLevel level, std::string_view message, SteadyTime now);
  // Of the kinds whose time is over; each is told once.
  std::vector<LeftOut> TakeOver(SteadyTime now);
  int64_t left_out() const { return left_out_; }

 private:
  static constexpr int kPass = 10;
  static constexpr auto kWindow = std::chrono::seconds(10);
  // Beyond, lines of new kinds pass: a bound on memory, not on lines.
  static constexpr size_t kMostKinds = 512;

  struct Kind {
    SteadyTime since{};
    int passed = 0;
    LeftOut left_out;
  };

  std::unordered_map<std::string, Kind> kinds_;
  SteadyTime looked_{};
  int64_t left_out_ = 0;
};

}  // namespace assay
