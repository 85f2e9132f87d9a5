#include "telemetry/logs/log_sampler.h"

#include <utility>

namespace assay {
namespace {

constexpr size_t kMostKey = 160;

std::string KindOf(LogLevel level, std::string_view message) {
  std::string kind(1, static_cast<char>('0' + static_cast<int>(level)));
  for (const char c : message.substr(0, kMostKey)) {
    const bool digit = c >= '0' && c <= '9';
    if (digit && kind.back() == '#') continue;
    kind += digit ? '#' : c;
  }
  return kind;
}

}  // namespace

bool LogSampler::Passes(LogLevel level, std::string_view message, SteadyTime now) {
  const std::string name = KindOf(level, message);
  const auto found = kinds_.find(name);
  if (found == kinds_.end()) {
    if (kinds_.size() < kMostKinds) kinds_[name] = {now, 1, {level, 0, ""}};
    return true;
  }
  Kind& kind = found->second;
  if (now - kind.since < kWindow) {
    if (kind.passed < kPass) {
      ++kind.passed;
      return true;
    }
    if (kind.left_out.count++ == 0) kind.left_out.example = message.substr(0, kMostKey);
    ++left_out_;
    return false;
  }
  if (kind.left_out.count > 0) return true;  // TakeOver tells, and then begins anew
  kind = {now, 1, {level, 0, ""}};
  return true;
}

std::vector<LogSampler::LeftOut> LogSampler::TakeOver(SteadyTime now) {
  std::vector<LeftOut> over;
  if (now - looked_ < std::chrono::seconds(1)) return over;
  looked_ = now;
  for (auto kind = kinds_.begin(); kind != kinds_.end();) {
    if (now - kind->second.since < kWindow) {
      ++kind;
      continue;
    }
    if (kind->second.left_out.count > 0) over.push_back(std::move(kind->second.left_out));
    kind = kinds_.erase(kind);
  }
  return over;
}

}  // namespace assay
