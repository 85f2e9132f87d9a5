#include "access/failure_log.h"

namespace assay {
namespace {

constexpr auto kPause = std::chrono::minutes(1);

}  // namespace

std::string FailureLog::Note(const std::string& peer, std::string_view why,
                             std::string_view route) {
  const SteadyTime now = clock_.Now();
  MutexLock lock(mutex_);
  Address* address = addresses_.Find(peer);
  const bool due = address == nullptr || now - address->logged >= kPause;
  if (now - minute_ >= kPause) {
    minute_ = now;
    lines_ = 0;
  }
  if (!due || lines_ >= kMostLinesAMinute) {
    if (address != nullptr) ++address->unsaid;
    return {};
  }
  ++lines_;
  const int64_t unsaid = address == nullptr ? 0 : address->unsaid;
  addresses_.Put(peer, {now, 0}, 1);
  if (addresses_.size() > static_cast<int64_t>(kMostAddresses)) addresses_.TakeOldest();
  std::string line = "refused a request from " + peer + " for " + std::string(route) + " (" +
                     std::string(why) + ")";
  if (unsaid > 0) line += ", and " + std::to_string(unsaid) + " others since the last such line";
  return line;
}

}  // namespace assay
