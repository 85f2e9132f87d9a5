#include "sandbox/contain/cgroup_host.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

#include "base/log.h"
#include "base/text.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kV2Controllers = "+memory +pids";

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

std::vector<std::string> SubdirectoriesOf(const std::string& path) {
  std::vector<std::string> names;
  DIR* directory = ::opendir(path.c_str());
  if (directory == nullptr) return names;
  while (const dirent* entry = ::readdir(directory)) {
    const std::string_view name = entry->d_name;
    if (entry->d_type == DT_DIR && name != "." && name != "..") names.emplace_back(name);
  }
  ::closedir(directory);
  return names;
}

void KillMembers(const std::string& path) {
  if (WriteSmallFile(AT_FDCWD, (path + "/cgroup.kill").c_str(), "1")) return;
  auto members = ReadSmallFile(AT_FDCWD, (path + "/cgroup.procs").c_str());
  if (!members.ok()) return;
  std::string_view rest = *members;
  while (!rest.empty()) {
    const size_t end = std::min(rest.find('\n'), rest.size());
    const auto pid = ParseNumber(rest.substr(0, end));
    // 0 stands for a process outside our pid namespace, which we can't name.
    if (pid && *pid > 1) ::kill(static_cast<pid_t>(*pid), SIGKILL);
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
}

bool RemoveTree(const std::string& path, bool kill) {
  if (kill) KillMembers(path);
  bool gone = true;
  for (const std::string& name : SubdirectoriesOf(path)) {
    gone = RemoveTree(path + "/" + name, kill) && gone;
  }
  return (::rmdir(path.c_str()) == 0 || errno == ENOENT) && gone;
}

bool MakeDirectory(const std::string& path) {
  return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
}

std::vector<std::string> Roots(const CgroupHost& host) {
  std::vector<std::string> roots;
  for (const std::string* root : {&host.memory, &host.pids, &host.cpuacct, &host.unified}) {
    bool known = root->empty();
    for (const std::string& other : roots) known = known || other == *root;
    if (!known) roots.push_back(*root);
  }
  return roots;
}

// v2 forbids processes in a cgroup that hands controllers down, except in the real root. In a
// container the visible root holds the container's own processes: they move to a leaf first.
Status EnableControllers(const std::string& path, const std::string& leaf) {
  const std::string control = path + "/cgroup.subtree_control";
  if (WriteSmallFile(AT_FDCWD, control.c_str(), kV2Controllers)) return {};
  if (errno == EBUSY && MakeDirectory(leaf)) {
    auto members = ReadSmallFile(AT_FDCWD, (path + "/cgroup.procs").c_str());
    std::string_view rest = members.ok() ? std::string_view(*members) : std::string_view();
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      WriteSmallFile(AT_FDCWD, (leaf + "/cgroup.procs").c_str(), rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    if (WriteSmallFile(AT_FDCWD, control.c_str(), kV2Controllers)) return {};
  }
  return SystemError("sandbox.cgroup", errno, "cannot hand controllers down in " + path);
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
  }
  if (!host.unified.empty() && HasWord(controllers, "memory", ' ') &&
      HasWord(controllers, "pids", ' ')) {
    host.layout = CgroupLayout::kV2;
    host.memory.clear();
    host.pids.clear();
    host.cpuacct.clear();
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

Status PrepareCgroups(const CgroupHost& host, const std::string& parent,
                      const std::string& server_id) {
  if (host.layout == CgroupLayout::kNone) {
    return Error{ErrorCode::kUnsupported, "sandbox.cgroup", 0, host.problem};
  }
  for (const std::string& root : Roots(host)) {
    const std::string parent_path = root + "/" + parent;
    for (const std::string& name : SubdirectoriesOf(parent_path)) {
      if (name != server_id && ServerIsDead(name)) RemoveTree(parent_path + "/" + name, true);
    }
  }
  // What an earlier spawner of this very server left behind may still be dying.
  bool removed = false;
  for (int attempt = 0; attempt < 200 && !removed; ++attempt) {
    removed = RemoveServerCgroups(host, parent, server_id);
    if (!removed) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  if (!removed) {
    return Error{ErrorCode::kUnavailable, "sandbox.cgroup", 0, "old boxes refuse to go away"};
  }
  for (const std::string& root : Roots(host)) {
    const std::string parent_path = root + "/" + parent;
    const std::string server_path = parent_path + "/" + server_id;
    if (!MakeDirectory(parent_path) || !MakeDirectory(server_path)) {
      return SystemError("sandbox.cgroup", errno, "cannot make " + server_path);
    }
    if (host.layout != CgroupLayout::kV2) continue;
    for (const std::string* path : {&root, &parent_path, &server_path}) {
      ASSAY_RETURN_IF_ERROR(EnableControllers(*path, root + "/" + parent + "-host"));
    }
  }
  return {};
}

bool RemoveServerCgroups(const CgroupHost& host, const std::string& parent,
                         const std::string& server_id) {
  bool gone = true;
  for (const std::string& root : Roots(host)) {
    gone = RemoveTree(root + "/" + parent + "/" + server_id, true) && gone;
  }
  return gone;
}

Result<BoxCgroups> BoxCgroups::Create(const CgroupHost& host, const std::string& parent,
                                      const std::string& server_id, const std::string& box) {
  BoxCgroups groups;
  groups.host_ = &host;
  groups.below_ = parent + "/" + server_id + "/" + box;
  for (const std::string& root : Roots(host)) {
    const std::string path = root + "/" + groups.below_;
    if (!MakeDirectory(path)) return SystemError("sandbox.cgroup", errno, "cannot make " + path);
  }
  if (!host.unified.empty()) {
    const std::string path = host.unified + "/" + groups.below_;
    if (host.layout == CgroupLayout::kV2) {
      ASSAY_RETURN_IF_ERROR(EnableControllers(path, path + "/agent"));
    }
    if (!MakeDirectory(path + "/agent")) {
      return SystemError("sandbox.cgroup", errno, "cannot make the agent's leaf of " + path);
    }
    groups.agent_directory_.Reset(
        ::open((path + "/agent").c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
    if (!groups.agent_directory_)
      return SystemError("sandbox.cgroup", errno, "cannot open " + path);
  }
  return groups;
}

Result<std::unique_ptr<RunCgroup>> BoxCgroups::EnterAndOpen() const {
  const auto open = [this](const std::string& root) {
    return UniqueFd(::open((root + "/" + below_).c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
  };
  if (host_->layout == CgroupLayout::kV2) {
    UniqueFd box = open(host_->unified);
    if (!box) return SystemError("sandbox.cgroup", errno, "cannot open the box's cgroup");
    return OpenV2RunCgroup(std::move(box), LeafMaker::Real());
  }
  for (const std::string* root : {&host_->memory, &host_->pids, &host_->cpuacct}) {
    if (!WriteSmallFile(AT_FDCWD, (*root + "/" + below_ + "/cgroup.procs").c_str(), "0")) {
      return SystemError("sandbox.cgroup", errno, "cannot enter " + *root + "/" + below_);
    }
  }
  UniqueFd run;
  if (host_->layout == CgroupLayout::kHybrid) {
    run = open(host_->unified);
    if (!run) return SystemError("sandbox.cgroup", errno, "cannot open the box's cgroup");
  }
  return OpenV1RunCgroup(open(host_->memory), open(host_->pids), open(host_->cpuacct),
                         std::move(run));
}

void BoxCgroups::Kill() const {
  if (host_->unified.empty()) return;
  const std::string path = host_->unified + "/" + below_ + "/cgroup.kill";
  WriteSmallFile(AT_FDCWD, path.c_str(), "1");
}

bool BoxCgroups::Remove() const {
  bool gone = true;
  for (const std::string& root : Roots(*host_)) {
    gone = RemoveTree(root + "/" + below_, false) && gone;
  }
  return gone;
}

}  // namespace assay
