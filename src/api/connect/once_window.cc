#include "api/connect/once_window.h"

namespace assay {

Status OnceWindow::Do(const std::string& scope, const std::string& key,
                      const std::function<Status()>& work) {
  if (key.empty()) return work();
  if (key.size() > kLongestKey) {
    return InvalidField("once", "uuid", "must have at most 128 characters");
  }
  const std::string name = scope + '\0' + key;
  MutexLock lock(mutex_);
  const SteadyTime now = clock_.Now();
  const auto forget_oldest = [this]() ASSAY_REQUIRES(mutex_) {
    keys_.erase(order_.front().key);
    order_.pop_front();
  };
  while (!order_.empty() && order_.front().when + kWindow < now) forget_oldest();
  if (keys_.contains(name)) return {};
  ASSAY_RETURN_IF_ERROR(work());
  while (order_.size() >= most_) forget_oldest();
  keys_.insert(name);
  order_.push_back({now, name});
  return {};
}

}  // namespace assay
