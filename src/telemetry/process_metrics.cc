#include "telemetry/process_metrics.h"

#include <dirent.h>
#include <unistd.h>

#include <cstdio>

namespace assay {
namespace {

int64_t ResidentBytes() {
  long total = 0;
  long resident = 0;
  if (FILE* file = std::fopen("/proc/self/statm", "re")) {
    if (std::fscanf(file, "%ld %ld", &total, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<int64_t>(resident) * ::sysconf(_SC_PAGESIZE);
}

int64_t OpenDescriptors() {
  DIR* dir = ::opendir("/proc/self/fd");
  if (dir == nullptr) return 0;
  int64_t count = -3;  // "." and "..", and the descriptor that lists them
  while (::readdir(dir) != nullptr) ++count;
  ::closedir(dir);
  return count;
}

}  // namespace

void WriteProcessMetrics(MetricPage* page) {
  page->Gauge("process_resident_memory_bytes", "Resident memory of the server.", ResidentBytes());
  page->Gauge("process_open_fds", "Open descriptors of the server.", OpenDescriptors());
}

}  // namespace assay
