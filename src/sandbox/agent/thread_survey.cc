#include "sandbox/agent/thread_survey.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <memory>
#include <string>

#include "base/fd.h"
#include "base/text.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr long kInputCalls[] = {
    SYS_read,     SYS_readv,       SYS_pread64,    SYS_preadv,   SYS_ppoll,
    SYS_pselect6, SYS_epoll_pwait, SYS_splice,     SYS_recvfrom, SYS_recvmsg,
#ifdef SYS_poll  // the old calls are absent from younger architectures
    SYS_poll,     SYS_select,      SYS_epoll_wait,
#endif
};
constexpr long kOutputCalls[] = {SYS_write, SYS_writev, SYS_pwrite64, SYS_pwritev};

template <typename Calls>
bool Contains(const Calls& calls, long number) {
  return std::find(std::begin(calls), std::end(calls), number) != std::end(calls);
}

}  // namespace

void ThreadSurvey::AddProcess(int proc, const char* pid) {
  UniqueFd fd(
      ::openat(proc, (std::string(pid) + "/task").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd) return;
  const std::unique_ptr<DIR, int (*)(DIR*)> tasks(::fdopendir(fd.Release()), &::closedir);
  if (tasks == nullptr) return;
  while (const dirent* entry = ::readdir(tasks.get())) {
    if (entry->d_name[0] == '.') continue;
    const auto text =
        ReadSmallFile(::dirfd(tasks.get()), (std::string(entry->d_name) + "/syscall").c_str());
    if (text.ok()) AddThread(*text);
  }
}

void ThreadSurvey::AddThread(std::string_view text) {
  if (StartsWith(text, "running")) {
    computes_ = true;
    return;
  }
  long number = -1;
  std::from_chars(text.data(), text.data() + text.size(), number);
  awaits_input_ |= Contains(kInputCalls, number);
  awaits_room_ |= Contains(kOutputCalls, number);
}

Activity ThreadSurvey::Summary() const {
  if (computes_) return Activity::kComputes;
  if (awaits_input_) return Activity::kAwaitsInput;
  return awaits_room_ ? Activity::kAwaitsRoom : Activity::kSleeps;
}

}  // namespace assay
