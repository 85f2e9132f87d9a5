#include "api/mcp/progress_beat.h"

#include <algorithm>

namespace assay {

ProgressBeat::~ProgressBeat() {
  std::thread thread;
  {
    MutexLock lock(mutex_);
    ending_ = true;
    thread = std::move(thread_);
    changed_.NotifyAll();
  }
  if (thread.joinable()) thread.join();
}

void ProgressBeat::Add(const std::shared_ptr<McpCall>& call) {
  MutexLock lock(mutex_);
  if (ending_ || calls_.size() >= kMostCalls) return;
  calls_.push_back(call);
  if (!thread_.joinable()) thread_ = std::thread([this] { Work(); });
  changed_.NotifyAll();
}

void ProgressBeat::Work() {
  while (true) {
    std::vector<std::weak_ptr<McpCall>> calls;
    {
      MutexLock lock(mutex_);
      while (calls_.empty() && !ending_) changed_.Wait(mutex_);
      const SteadyTime next = std::chrono::steady_clock::now() + interval_;
      while (!ending_ && std::chrono::steady_clock::now() < next) changed_.WaitUntil(mutex_, next);
      if (ending_) return;
      calls = calls_;
    }
    const SteadyTime now = std::chrono::steady_clock::now();
    std::vector<std::shared_ptr<McpCall>> over;
    for (const std::weak_ptr<McpCall>& each : calls) {
      const std::shared_ptr<McpCall> call = each.lock();
      if (call != nullptr && !call->Beat(now)) over.push_back(call);
    }
    MutexLock lock(mutex_);
    const auto is_over = [&over](const std::weak_ptr<McpCall>& each) {
      const std::shared_ptr<McpCall> call = each.lock();
      return call == nullptr || std::find(over.begin(), over.end(), call) != over.end();
    };
    calls_.erase(std::remove_if(calls_.begin(), calls_.end(), is_over), calls_.end());
  }
}

}  // namespace assay
