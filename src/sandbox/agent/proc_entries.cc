#include "sandbox/agent/proc_entries.h"

#include <fcntl.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "sandbox/wire/sys.h"

namespace assay {

// The second field of each thread's schedstat.
Nanoseconds RunDelayOf(int proc, const char* pid) {
  UniqueFd tasks(
      ::openat(proc, (std::string(pid) + "/task").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!tasks) return Nanoseconds(0);
  int64_t total = 0;
  ForEachNumber(tasks.get(), [&](const char* tid) {
    auto text = ReadSmallFile(tasks.get(), (std::string(tid) + "/schedstat").c_str());
    if (!text.ok()) return;
    const size_t first = text->find(' ');
    const size_t second = text->find(' ', first + 1);
    if (first == std::string::npos || second == std::string::npos) return;
    total += ParseNumber(std::string_view(*text).substr(first + 1, second - first - 1)).value_or(0);
  });
  return Nanoseconds(total);
}

}  // namespace assay
