#include "sandbox/tiers/group_handover.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <thread>

#include "sandbox/cgroup/cgroup_tree.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int kAttempts = 100;
constexpr auto kPause = std::chrono::milliseconds(10);

bool IsUnit(std::string_view group) {
  return group.ends_with(".service") || group.ends_with(".scope") || group.ends_with(".slice");
}

// systemd marks what it has delegated, since version 251; only root sees the second mark.
bool IsMarked(const std::string& group) {
  for (const char* name : {"user.delegate", "trusted.delegate"}) {
    char value = 0;
    if (::getxattr(group.c_str(), name, &value, 1) == 1 && value == '1') return true;
  }
  return false;
}

// Whether a process is this one or below it, or has ended.
bool IsOurs(const pid_t member) {
  pid_t pid = member;
  while (pid > 1 && pid != ::getpid()) {
    const auto status =
        ReadSmallFile(AT_FDCWD, ("/proc/" + std::to_string(pid) + "/status").c_str());
    if (!status.ok()) return pid == member && ::kill(pid, 0) != 0 && errno == ESRCH;
    const size_t line = status->find("\nPPid:");
    pid = line == std::string::npos ? 0 : std::atoi(status->c_str() + line + 6);
  }
  return pid == ::getpid();
}

}  // namespace

int NotHandedOver(const std::string& group, const std::string& mount) {
  for (const char* file : {"/cgroup.procs", "/cgroup.subtree_control"}) {
    if (::access((group + file).c_str(), W_OK) != 0) return errno;
  }
  return group != mount && IsUnit(group) && !IsMarked(group) ? EPERM : 0;
}

bool HasOthers(const std::string& group) {
  const auto members = ReadSmallFile(AT_FDCWD, (group + "/cgroup.procs").c_str());
  if (!members.ok()) return true;
  std::istringstream numbers(*members);
  for (pid_t pid = 0; numbers >> pid;) {
    if (!IsOurs(pid)) return true;
  }
  return false;
}

bool MakeGroupAnew(const std::string& group) {
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    if (::mkdir(group.c_str(), 0755) == 0) return true;
    if (errno != EEXIST) return false;
    // What is killed leaves the group a moment later.
    if (!RemoveCgroupTree(group, true)) std::this_thread::sleep_for(kPause);
  }
  errno = EEXIST;
  return false;
}

}  // namespace assay
