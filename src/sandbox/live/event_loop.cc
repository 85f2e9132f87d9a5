#include "sandbox/live/event_loop.h"

#include <pthread.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <utility>

#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr int kEventsAtOnce = 64;
constexpr int kWakeGeneration = 0;

uint64_t Key(int fd, uint32_t generation) {
  return static_cast<uint64_t>(generation) << 32 | static_cast<uint32_t>(fd);
}

}  // namespace

Result<std::unique_ptr<EventLoop>> EventLoop::Create() {
  std::unique_ptr<EventLoop> loop(new EventLoop);
  loop->epoll_.Reset(::epoll_create1(EPOLL_CLOEXEC));
  loop->wake_.Reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.u64 = Key(loop->wake_.get(), kWakeGeneration);
  if (!loop->epoll_ || !loop->wake_ ||
      ::epoll_ctl(loop->epoll_.get(), EPOLL_CTL_ADD, loop->wake_.get(), &event) != 0) {
    return SystemError("sandbox.live", errno, "cannot make an event loop");
  }
  loop->thread_ = std::thread([self = loop.get()] { self->Main(); });
  return loop;
}

EventLoop::~EventLoop() {
  {
    MutexLock lock(mutex_);
    stopping_ = true;
  }
  const uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
  thread_.join();
}

void EventLoop::Post(std::function<void()> work) {
  {
    MutexLock lock(mutex_);
    posted_.push_back(std::move(work));
    if (posted_.size() > 1) return;  // it was woken for the first
  }
  const uint64_t one = 1;
  (void)!::write(wake_.get(), &one, sizeof one);
}

bool EventLoop::Watch(int fd, uint32_t events, std::shared_ptr<Watcher> watcher) {
  if (events == 0) {
    Forget(fd);
    return true;
  }
  const auto found = watched_.find(fd);
  if (found != watched_.end() && found->second.events == events) return true;
  Watched entry;
  entry.generation = found == watched_.end() ? ++next_generation_ : found->second.generation;
  if (entry.generation == kWakeGeneration) entry.generation = ++next_generation_;
  entry.events = events;
  entry.watcher = std::move(watcher);
  epoll_event event{};
  event.events = events;
  event.data.u64 = Key(fd, entry.generation);
  const int operation = found == watched_.end() ? EPOLL_CTL_ADD : EPOLL_CTL_MOD;
  if (::epoll_ctl(epoll_.get(), operation, fd, &event) != 0) return false;
  watched_[fd] = std::move(entry);
  return true;
}

void EventLoop::Forget(int fd) {
  if (watched_.erase(fd) > 0) ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, fd, nullptr);
}

void EventLoop::At(SteadyTime time, std::function<void()> work) {
  timers_.emplace(time, std::move(work));
}

void EventLoop::RunPosted() {
  std::vector<std::function<void()>> work;
  {
    MutexLock lock(mutex_);
    work.swap(posted_);
  }
  for (const auto& piece : work) piece();
}

// Gives the time to wait until the next one.
int EventLoop::RunDue() {
  while (!timers_.empty() && timers_.begin()->first <= std::chrono::steady_clock::now()) {
    auto due = timers_.extract(timers_.begin());
    due.mapped()();
  }
  return timers_.empty() ? -1 : PollTimeout(timers_.begin()->first);
}

void EventLoop::Main() {
  ::pthread_setname_np(::pthread_self(), "assay-live");
  // A program that closes its stdin must not end the server.
  sigset_t all;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_BLOCK, &all, nullptr);
  epoll_event events[kEventsAtOnce];
  for (;;) {
    RunPosted();
    {
      MutexLock lock(mutex_);
      if (stopping_ && posted_.empty()) return;
    }
    const int count = ::epoll_wait(epoll_.get(), events, kEventsAtOnce, RunDue());
    for (int i = 0; i < count; ++i) {
      const auto fd = static_cast<int>(events[i].data.u64 & 0xffffffffU);
      const auto generation = static_cast<uint32_t>(events[i].data.u64 >> 32);
      if (generation == kWakeGeneration) {
        uint64_t ignored = 0;
        (void)!::read(fd, &ignored, sizeof ignored);
        continue;
      }
      const auto found = watched_.find(fd);
      if (found == watched_.end() || found->second.generation != generation) continue;
      const std::shared_ptr<Watcher> watcher = found->second.watcher;
      watcher->OnReady(fd, events[i].events);
    }
  }
}

}  // namespace assay
