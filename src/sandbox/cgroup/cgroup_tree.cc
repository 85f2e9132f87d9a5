#include "sandbox/cgroup/cgroup_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string_view>

#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kV2Controllers = "+memory +pids";

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

}  // namespace

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

bool RemoveCgroupTree(const std::string& path, bool kill) {
  if (kill) KillMembers(path);
  bool gone = true;
  for (const std::string& name : SubdirectoriesOf(path)) {
    gone = RemoveCgroupTree(path + "/" + name, kill) && gone;
  }
  return (::rmdir(path.c_str()) == 0 || errno == ENOENT) && gone;
}

std::vector<std::string> CgroupRoots(const CgroupHost& host, CgroupUse use) {
  std::vector<std::string> roots;
  for (const std::string* root :
       {&host.memory, &host.pids, &host.cpuacct, &host.cpu, &host.unified}) {
    bool known = root->empty() || (root == &host.cpu && use == CgroupUse::kRuns);
    for (const std::string& other : roots) known = known || other == *root;
    if (!known) roots.push_back(*root);
  }
  return roots;
}

bool HandsDownControllers(const std::string& path) {
  const auto text = ReadSmallFile(AT_FDCWD, (path + "/cgroup.subtree_control").c_str());
  return text.ok() && text->find("memory") != std::string::npos &&
         text->find("pids") != std::string::npos;
}

Status HandDownControllers(const std::string& path, const std::string& leaf) {
  const std::string control = path + "/cgroup.subtree_control";
  // Again while those that are moved start others.
  for (int attempt = 0; attempt < 20; ++attempt) {
    if (WriteSmallFile(AT_FDCWD, control.c_str(), kV2Controllers)) return {};
    if (errno != EBUSY || (::mkdir(leaf.c_str(), 0755) != 0 && errno != EEXIST)) break;
    auto members = ReadSmallFile(AT_FDCWD, (path + "/cgroup.procs").c_str());
    std::string_view rest = members.ok() ? std::string_view(*members) : std::string_view();
    while (!rest.empty()) {
      const size_t end = std::min(rest.find('\n'), rest.size());
      WriteSmallFile(AT_FDCWD, (leaf + "/cgroup.procs").c_str(), rest.substr(0, end));
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    errno = EBUSY;
  }
  return SystemError("sandbox.cgroup", errno, "cannot hand controllers down in " + path);
}

}  // namespace assay
