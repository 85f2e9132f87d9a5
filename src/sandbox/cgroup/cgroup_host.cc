#include "sandbox/cgroup/cgroup_host.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <vector>

#include "base/text.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

bool HasWord(std::string_view text, std::string_view word, char separator) {
  while (!text.empty()) {
    const size_t end = std::min(text.find(separator), text.size());
    if (TrimAsciiSpace(text.substr(0, end)) == word) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

std::vector<std::string_view> Fields(std::string_view line) {
  std::vector<std::string_view> fields;
  while (!line.empty()) {
    const size_t end = std::min(line.find(' '), line.size());
    if (end > 0) fields.push_back(line.substr(0, end));
    line.remove_prefix(std::min(end + 1, line.size()));
  }
  return fields;
}

}  // namespace

std::string_view ToString(CgroupLayout layout) {
  switch (layout) {
    case CgroupLayout::kNone: return "none";
    case CgroupLayout::kV1: return "v1";
    case CgroupLayout::kHybrid: return "v1 with v2 core";
    case CgroupLayout::kV2: return "v2";
  }
  return "";
}

CgroupHost ParseCgroupMounts(std::string_view mounts, std::string_view controllers) {
  CgroupHost host;
  while (!mounts.empty()) {
    const size_t end = std::min(mounts.find('\n'), mounts.size());
    const auto fields = Fields(mounts.substr(0, end));
    mounts.remove_prefix(std::min(end + 1, mounts.size()));
    if (fields.size() < 4) continue;
    if (fields[2] == "cgroup2" && host.unified.empty()) host.unified = fields[1];
    if (fields[2] != "cgroup") continue;
    if (HasWord(fields[3], "memory", ',')) host.memory = fields[1];
    if (HasWord(fields[3], "pids", ',')) host.pids = fields[1];
    if (HasWord(fields[3], "cpuacct", ',')) host.cpuacct = fields[1];
    if (HasWord(fields[3], "cpu", ',')) host.cpu = fields[1];
  }
  if (!host.unified.empty() && HasWord(controllers, "memory", ' ') &&
      HasWord(controllers, "pids", ' ')) {
    host.layout = CgroupLayout::kV2;
    host.memory.clear();
    host.pids.clear();
    host.cpuacct.clear();
    host.cpu.clear();
  } else if (!host.memory.empty() && !host.pids.empty() && !host.cpuacct.empty()) {
    host.layout = host.unified.empty() ? CgroupLayout::kV1 : CgroupLayout::kHybrid;
  } else if (host.unified.empty() && host.memory.empty()) {
    host.problem = "no cgroup hierarchy is mounted";
  } else {
    host.problem = "the memory, pids and cpuacct controllers are not all available";
  }
  return host;
}

CgroupHost DetectCgroups() {
  auto mounts = ReadSmallFile(AT_FDCWD, "/proc/self/mounts");
  if (!mounts.ok()) {
    CgroupHost host;
    host.problem = "/proc is not readable";
    return host;
  }
  const std::string unified = ParseCgroupMounts(*mounts, "").unified;
  auto controllers = ReadSmallFile(AT_FDCWD, (unified + "/cgroup.controllers").c_str());
  return ParseCgroupMounts(*mounts, controllers.ok() ? *controllers : "");
}

std::string GroupOf(std::string_view text, const std::string& root, std::string_view controller) {
  if (root.empty()) return "";
  std::string_view rest = text;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = rest.substr(0, end);
    rest.remove_prefix(std::min(end + 1, rest.size()));
    // "<number>:<controllers>:<path>"
    const size_t first = std::min(line.find(':'), line.size() - 1);
    const size_t second = std::min(line.find(':', first + 1), line.size() - 1);
    const std::string_view names = line.substr(first + 1, second - first - 1);
    const bool ours = controller.empty() ? names.empty() : HasWord(names, controller, ',');
    const std::string_view path = line.substr(second + 1);
    if (ours) return root + std::string(path == "/" ? "" : path);
  }
  return "";
}

std::string OwnGroup(const std::string& root, std::string_view controller) {
  const auto text = ReadSmallFile(AT_FDCWD, "/proc/self/cgroup");
  return text.ok() ? GroupOf(*text, root, controller) : "";
}

namespace {

// Field 22 of /proc/<pid>/stat, counted after the parenthesised name; empty when there is none.
std::string StartTime(const std::string& pid) {
  auto stat = ReadSmallFile(AT_FDCWD, ("/proc/" + pid + "/stat").c_str());
  if (!stat.ok()) return {};
  const size_t name_end = stat->rfind(')');
  if (name_end == std::string::npos) return {};
  const auto fields = Fields(std::string_view(*stat).substr(name_end + 1));
  return fields.size() > 19 ? std::string(fields[19]) : std::string();
}

std::string PidNamespace() {
  struct stat info {};
  if (::stat("/proc/self/ns/pid", &info) != 0) return "0";
  return std::to_string(info.st_ino);
}

}  // namespace

std::string NewServerId() {
  static std::atomic<int> count{0};
  const std::string pid = std::to_string(::getpid());
  return PidNamespace() + "-" + pid + "-" + StartTime(pid) + "-" + std::to_string(++count);
}

bool ServerIsDead(const std::string& server_id) {
  const size_t first = server_id.find('-');
  const size_t second = first == std::string::npos ? first : server_id.find('-', first + 1);
  if (second == std::string::npos) return false;
  if (server_id.substr(0, first) != PidNamespace()) return false;
  const std::string pid = server_id.substr(first + 1, second - first - 1);
  if (!ParseNumber(pid)) return false;
  const size_t third = server_id.find('-', second + 1);
  return StartTime(pid) != server_id.substr(second + 1, third - second - 1);
}

}  // namespace assay
