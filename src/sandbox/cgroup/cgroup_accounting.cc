#include "sandbox/cgroup/cgroup_accounting.h"

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <thread>
#include <vector>

#include "base/fd.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kV2Controllers = "+memory +pids";

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

bool RemoveServer(const CgroupHost& host, const std::string& parent, const std::string& server_id) {
  bool gone = true;
  for (const std::string& root : Roots(host)) {
    gone = RemoveTree(root + "/" + parent + "/" + server_id, true) && gone;
  }
  return gone;
}

// Makes parent and server directories, hands v2 controllers down, and removes what dead servers
// and an earlier spawner of this server left.
Status Prepare(const CgroupHost& host, const std::string& parent, const std::string& server_id) {
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
    removed = RemoveServer(host, parent, server_id);
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

class BoxCgroups final : public BoxAccount {
 public:
  BoxCgroups(const CgroupHost& host, std::string below) : host_(host), below_(std::move(below)) {}

  Status Make();
  int clone_fd() const override { return agent_directory_.get(); }
  Result<std::unique_ptr<RunCgroup>> Enter() const override;
  void Kill() const override;
  bool Remove() const override;

 private:
  const CgroupHost& host_;
  const std::string below_;  // "<parent>/<server>/<box>"
  UniqueFd agent_directory_;
};

Status BoxCgroups::Make() {
  for (const std::string& root : Roots(host_)) {
    const std::string path = root + "/" + below_;
    if (!MakeDirectory(path)) return SystemError("sandbox.cgroup", errno, "cannot make " + path);
  }
  if (!host_.unified.empty()) {
    const std::string path = host_.unified + "/" + below_;
    if (host_.layout == CgroupLayout::kV2) {
      ASSAY_RETURN_IF_ERROR(EnableControllers(path, path + "/agent"));
    }
    if (!MakeDirectory(path + "/agent")) {
      return SystemError("sandbox.cgroup", errno, "cannot make the agent's leaf of " + path);
    }
    agent_directory_.Reset(::open((path + "/agent").c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
    if (!agent_directory_) return SystemError("sandbox.cgroup", errno, "cannot open " + path);
  }
  return {};
}

Result<std::unique_ptr<RunCgroup>> BoxCgroups::Enter() const {
  const auto open = [this](const std::string& root) {
    return UniqueFd(::open((root + "/" + below_).c_str(), O_DIRECTORY | O_RDONLY | O_CLOEXEC));
  };
  if (host_.layout == CgroupLayout::kV2) {
    UniqueFd box = open(host_.unified);
    if (!box) return SystemError("sandbox.cgroup", errno, "cannot open the box's cgroup");
    return OpenV2RunCgroup(std::move(box), LeafMaker::Real());
  }
  for (const std::string* root : {&host_.memory, &host_.pids, &host_.cpuacct}) {
    if (!WriteSmallFile(AT_FDCWD, (*root + "/" + below_ + "/cgroup.procs").c_str(), "0")) {
      return SystemError("sandbox.cgroup", errno, "cannot enter " + *root + "/" + below_);
    }
  }
  UniqueFd run;
  if (host_.layout == CgroupLayout::kHybrid) {
    run = open(host_.unified);
    if (!run) return SystemError("sandbox.cgroup", errno, "cannot open the box's cgroup");
  }
  return OpenV1RunCgroup(open(host_.memory), open(host_.pids), open(host_.cpuacct), std::move(run));
}

void BoxCgroups::Kill() const {
  if (host_.unified.empty()) return;
  const std::string path = host_.unified + "/" + below_ + "/cgroup.kill";
  WriteSmallFile(AT_FDCWD, path.c_str(), "1");
}

bool BoxCgroups::Remove() const {
  bool gone = true;
  for (const std::string& root : Roots(host_)) {
    gone = RemoveTree(root + "/" + below_, false) && gone;
  }
  return gone;
}

class CgroupAccounting final : public Accounting {
 public:
  CgroupAccounting(CgroupHost host, std::string parent, std::string server_id)
      : host_(std::move(host)), parent_(std::move(parent)), server_id_(std::move(server_id)) {}

  Result<std::unique_ptr<BoxAccount>> Open(const std::string& box) override {
    auto account = std::make_unique<BoxCgroups>(host_, parent_ + "/" + server_id_ + "/" + box);
    ASSAY_RETURN_IF_ERROR(account->Make());
    return std::unique_ptr<BoxAccount>(std::move(account));
  }
  void RemoveAll() override { RemoveServer(host_, parent_, server_id_); }

 private:
  const CgroupHost host_;
  const std::string parent_;
  const std::string server_id_;
};

}  // namespace

Result<std::unique_ptr<Accounting>> OpenCgroupAccounting(const std::string& parent,
                                                         const std::string& server_id) {
  CgroupHost host = DetectCgroups();
  ASSAY_RETURN_IF_ERROR(Prepare(host, parent, server_id));
  return std::unique_ptr<Accounting>(
      std::make_unique<CgroupAccounting>(std::move(host), parent, server_id));
}

}  // namespace assay
