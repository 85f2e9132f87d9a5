#include "sandbox/spawn/spawner_program.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <string_view>
#include <utility>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "sandbox/wire/protocol.h"

extern "C" const char assay_spawner_begin[], assay_spawner_end[];

namespace assay {
namespace {

// Of Linux 6.3, where a host may have files in memory that can't be executed without it.
constexpr unsigned kMemoryFileExecutes = 0x0010U;

UniqueFd NewMemoryFile() {
  constexpr const char* kName = "assay-spawner";
  constexpr unsigned kFlags = MFD_CLOEXEC | MFD_ALLOW_SEALING;
  UniqueFd file(::memfd_create(kName, kFlags | kMemoryFileExecutes));
  if (!file && errno == EINVAL) file.Reset(::memfd_create(kName, kFlags));
  // Above those that a spawner gets before it is executed from it.
  return file ? UniqueFd(::fcntl(file.get(), F_DUPFD_CLOEXEC, kSpawnerSocket + 1)) : UniqueFd();
}

Result<UniqueFd> MakeProgram() {
  const std::string_view program(assay_spawner_begin,
                                 static_cast<size_t>(assay_spawner_end - assay_spawner_begin));
  UniqueFd file = NewMemoryFile();
  if (!file) return SystemError("sandbox.spawner", errno, "cannot make a file in memory");
  ASSAY_RETURN_IF_ERROR(WriteAll(file.get(), program, "a file in memory", "sandbox.spawner"));
  constexpr int kSeals = F_SEAL_WRITE | F_SEAL_GROW | F_SEAL_SHRINK | F_SEAL_SEAL;
  if (::fcntl(file.get(), F_ADD_SEALS, kSeals) != 0) {
    return SystemError("sandbox.spawner", errno, "cannot seal a file in memory");
  }
  return file;
}

}  // namespace

bool IsConfined(const std::string& label) {
  // The kernel ends some with a NUL. A host without such rules has no file, or nothing in it.
  std::string_view text = label;
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  text = TrimAsciiSpace(text);
  return !text.empty() && text != "unconfined" && text != "kernel";
}

Result<std::string> SpawnerProgram() {
  const std::string kOurOwn = "/proc/self/exe";
  const Result<std::string> label = ReadFile("/proc/self/attr/current", "sandbox.spawner");
  if (label.ok() && IsConfined(*label)) return kOurOwn;
  static Mutex mutex;
  static UniqueFd program;
  MutexLock lock(mutex);
  if (!program) {
    auto made = MakeProgram();
    // A host may forbid to execute what is in memory alone (vm.memfd_noexec).
    if (!made.ok() && made.error().code == ErrorCode::kPermission) return kOurOwn;
    if (!made.ok()) return made.error();
    program = std::move(*made);
  }
  return "/proc/self/fd/" + std::to_string(program.get());
}

}  // namespace assay
