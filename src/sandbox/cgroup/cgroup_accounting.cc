#include "sandbox/cgroup/cgroup_accounting.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/cgroup_tree.h"
#include "sandbox/cgroup/live_account.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

bool MakeDirectory(const std::string& path) {
  return ::mkdir(path.c_str(), 0755) == 0 || errno == EEXIST;
}

bool RemoveServer(const CgroupHost& host, const std::string& parent, const std::string& server_id) {
  bool gone = true;
  for (const std::string& root : CgroupRoots(host, CgroupUse::kLive)) {
    gone = RemoveCgroupTree(root + "/" + parent + "/" + server_id, true) && gone;
  }
  return gone;
}

// Makes parent and server directories, hands v2 controllers down, and removes what dead servers
// and an earlier spawner of this server left. `leaf`: below the root, for who was in it.
Status Prepare(const CgroupHost& host, const std::string& parent, const std::string& server_id,
               const std::string& leaf) {
  if (host.layout == CgroupLayout::kNone) {
    return Error{ErrorCode::kUnsupported, "sandbox.cgroup", 0, host.problem};
  }
  for (const std::string& root : CgroupRoots(host, CgroupUse::kLive)) {
    const std::string parent_path = root + "/" + parent;
    for (const std::string& name : SubdirectoriesOf(parent_path)) {
      if (name != server_id && ServerIsDead(name)) RemoveCgroupTree(parent_path + "/" + name, true);
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
  for (const std::string& root : CgroupRoots(host, CgroupUse::kLive)) {
    const std::string parent_path = root + "/" + parent;
    const std::string server_path = parent_path + "/" + server_id;
    if (!MakeDirectory(parent_path) || !MakeDirectory(server_path)) {
      return SystemError("sandbox.cgroup", errno, "cannot make " + server_path);
    }
    if (host.layout != CgroupLayout::kV2) continue;
    for (const std::string* path : {&root, &parent_path, &server_path}) {
      ASSAY_RETURN_IF_ERROR(HandDownControllers(*path, root + leaf));
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
  for (const std::string& root : CgroupRoots(host_, CgroupUse::kRuns)) {
    const std::string path = root + "/" + below_;
    if (!MakeDirectory(path)) return SystemError("sandbox.cgroup", errno, "cannot make " + path);
  }
  if (!host_.unified.empty()) {
    const std::string path = host_.unified + "/" + below_;
    if (host_.layout == CgroupLayout::kV2) {
      ASSAY_RETURN_IF_ERROR(HandDownControllers(path, path + "/agent"));
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
  for (const std::string& root : CgroupRoots(host_, CgroupUse::kRuns)) {
    gone = RemoveCgroupTree(root + "/" + below_, false) && gone;
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
  Result<std::unique_ptr<LiveAccount>> OpenLive(const std::string& box) override {
    return MakeLiveAccount(host_, parent_ + "/" + server_id_ + "/" + box);
  }
  void RemoveAll() override { RemoveServer(host_, parent_, server_id_); }

 private:
  const CgroupHost host_;
  const std::string parent_;
  const std::string server_id_;
};

Result<std::unique_ptr<Accounting>> OpenBelow(CgroupHost host, const std::string& parent,
                                              const std::string& server_id,
                                              const std::string& leaf) {
  ASSAY_RETURN_IF_ERROR(Prepare(host, parent, server_id, leaf));
  return std::unique_ptr<Accounting>(
      std::make_unique<CgroupAccounting>(std::move(host), parent, server_id));
}

}  // namespace

Result<std::unique_ptr<Accounting>> OpenCgroupAccounting(const std::string& parent,
                                                         const std::string& server_id) {
  return OpenBelow(DetectCgroups(), parent, server_id, "/" + parent + "-host");
}

std::string DelegatedGroup(std::string own) {
  if (own.ends_with(kDelegatedLeaf)) own.resize(own.size() - kDelegatedLeaf.size());
  return own;
}

Result<std::unique_ptr<Accounting>> OpenDelegatedAccounting(const std::string& parent,
                                                            const std::string& server_id) {
  CgroupHost host = DetectCgroups();
  std::string group = DelegatedGroup(OwnGroup(host.unified, ""));
  if (host.layout != CgroupLayout::kV2 || group.empty()) {
    return Error{ErrorCode::kUnsupported, "sandbox.cgroup", 0, "no cgroup of version 2"};
  }
  host.unified = std::move(group);
  return OpenBelow(std::move(host), parent, server_id, std::string(kDelegatedLeaf));
}

}  // namespace assay
