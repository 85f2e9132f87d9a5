// EventLoop: one thread that waits for the sockets and pipes of all boxes. Level-triggered epoll
// rather than a library's reactor: 4,000 boxes are 4,000 descriptors that say nothing, and each of
// them costs a table entry here and no buffer, operation or strand.
//
// Post is thread-safe; everything else is for the loop's own thread. What was posted before the
// loop is destroyed is done; what it watches by then is forgotten.
#pragma once

#include <sys/epoll.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <thread>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/mutex.h"
#include "base/result.h"

namespace assay {

class EventLoop {
 public:
  class Watcher {
   public:
    virtual ~Watcher() = default;
    // EPOLLIN, EPOLLOUT, EPOLLHUP, EPOLLERR. It may watch, forget and close as it likes.
    virtual void OnReady(int fd, uint32_t events) = 0;
  };

  static Result<std::unique_ptr<EventLoop>> Create();
  ~EventLoop();
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  void Post(std::function<void()> work);

  // From now on it waits for these events of a descriptor, which must be forgotten before it is
  // closed. No events: as Forget, since the kernel would tell of a hang-up all the same. False:
  // the kernel has no room for one more.
  bool Watch(int fd, uint32_t events, std::shared_ptr<Watcher> watcher);
  void Forget(int fd);
  void At(SteadyTime time, std::function<void()> work);
  // For bytes on their way, kScratchBytes of them.
  char* scratch() { return scratch_.data(); }
  static constexpr size_t kScratchBytes = 64 << 10;

 private:
  struct Watched {
    uint32_t generation = 0;
    uint32_t events = 0;
    std::shared_ptr<Watcher> watcher;
  };

  EventLoop() = default;
  void Main();
  void RunPosted();
  int RunDue();

  UniqueFd epoll_, wake_;
  std::vector<char> scratch_ = std::vector<char>(kScratchBytes);
  std::unordered_map<int, Watched> watched_;
  uint32_t next_generation_ = 0;
  std::multimap<SteadyTime, std::function<void()>> timers_;
  Mutex mutex_;
  std::vector<std::function<void()>> posted_ ASSAY_GUARDED_BY(mutex_);
  bool stopping_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

}  // namespace assay
