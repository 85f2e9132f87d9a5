// Thin wrappers around system calls that the C library lacks or wraps badly for us, and helpers to
// read and write the small files of procfs and cgroupfs.
//
// Stateless; thread-safe. Nothing here allocates except ReadSmallFile's result and error texts.
#pragma once

#include <linux/sched.h>
#include <sys/types.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

// clone3 without CLONE_VM, or clone where that is forbidden: returns twice, like fork. Runs no
// at-fork handlers, so only for single-threaded callers. Returns -1 and sets errno on failure.
pid_t CloneProcess(clone_args args);

int PidfdOpen(pid_t pid);
int PidfdSendSignal(int pidfd, int signal);

// openat2 with the given RESOLVE_* flags; close-on-exec. Returns -1 and sets errno on failure.
int OpenAt2(int directory, const char* path, int flags, mode_t mode, uint64_t resolve);

// Whole contents of a small virtual file. `directory` may be AT_FDCWD.
Result<std::string> ReadSmallFile(int directory, const char* path);
// One read of at most 4096 bytes from offset 0 of a descriptor that stays open: the control files
// of cgroupfs are shorter.
Result<std::string> ReadSmallFd(int fd);
// One write(2) of the whole text; sets errno on failure.
bool WriteSmallFile(int directory, const char* path, std::string_view text);
bool WriteSmallFd(int fd, std::string_view text);

// The number after `key` in "key value" lines, as in cpu.stat and memory.events.
std::optional<int64_t> KeyedNumber(std::string_view text, std::string_view key);
// A whole number with optional white space around it; "max" gives INT64_MAX.
std::optional<int64_t> ParseNumber(std::string_view text);

// Closes every descriptor >= first.
void CloseFrom(int first);

// As execve wants them: null at the end. Valid while `strings` is and does not change.
std::vector<char*> Pointers(const std::vector<std::string>& strings);

}  // namespace assay
