// ProgressBeat: has calls whose clients asked for it tell every second that they are still under
// way, so that a client that waits long knows that nothing hangs and extends its patience.
//
// One thread, started with the first such call. It sends what calls give it and never waits for
// them. Thread-safe; the destructor ends the thread. More than kMostCalls at a time are not told
// of: progress is a courtesy.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "api/mcp/call.h"
#include "base/mutex.h"

namespace assay {

class ProgressBeat {
 public:
  static constexpr size_t kMostCalls = 4096;

  explicit ProgressBeat(Nanoseconds interval = std::chrono::seconds(1)) : interval_(interval) {}
  ~ProgressBeat();
  ProgressBeat(const ProgressBeat&) = delete;
  ProgressBeat& operator=(const ProgressBeat&) = delete;

  void Add(const std::shared_ptr<McpCall>& call) ASSAY_EXCLUDES(mutex_);

 private:
  void Work() ASSAY_EXCLUDES(mutex_);

  const Nanoseconds interval_;
  Mutex mutex_;
  CondVar changed_;
  std::vector<std::weak_ptr<McpCall>> calls_ ASSAY_GUARDED_BY(mutex_);
  bool ending_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
