// The delegated tier: namespaces of an ordinary user, and a cgroup (version 2) with controllers
// that systemd or a container runtime has handed to this account.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <string>
#include <utility>

#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

// Where this process is in the hierarchy of version 2; empty: it isn't.
std::string OwnGroup(const std::string& root) {
  auto text = ReadSmallFile(AT_FDCWD, "/proc/self/cgroup");
  const size_t at = text.ok() ? text->find("0::/") : std::string::npos;
  if (at == std::string::npos) return "";
  return root + text->substr(at + 3, text->find('\n', at) - at - 3);
}

// A group of our own with limits, beside which boxes would be made.
int TryGroup(const std::string& own) {
  static std::atomic<int> count{0};
  const std::string group =
      own + "/assay-probe-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
  if (::mkdir(group.c_str(), 0755) != 0) return errno;
  int error = 0;
  // Fails with ENOENT when the controller was not handed down to us.
  if (!WriteSmallFile(AT_FDCWD, (group + "/memory.max").c_str(), "1048576") ||
      !WriteSmallFile(AT_FDCWD, (group + "/pids.max").c_str(), "10")) {
    error = errno;
  }
  if (error == 0 && ::access((group + "/cgroup.kill").c_str(), W_OK) != 0) error = errno;
  ::rmdir(group.c_str());
  return error;
}

HostReport Probe() {
  HostReport report;
  const CgroupHost host = DetectCgroups();
  const bool unified = host.layout == CgroupLayout::kV2;
  AddRequired(report, "cgroup version 2 with controllers", unified ? 0 : ENODEV,
              unified ? host.unified : "", "memory and processes of a run can't be bounded exactly",
              UnifiedCgroupRemedy(FindHostTraits()));
  if (unified) {
    const std::string own = OwnGroup(host.unified);
    const int error = own.empty() ? ENOENT : TryGroup(own);
    AddRequired(report, "delegated cgroup", error, own, "runs can't be given groups of their own",
                DelegationRemedy(FindHostTraits()));
  }
  HostReport namespaces = UsernsTier().probe();
  for (HostFeature& feature : namespaces.features) report.features.push_back(std::move(feature));
  Conclude("delegated", report);
  return report;
}

constexpr Tier kDelegated{"delegated", Probe, {}, nullptr};

}  // namespace

const Tier& DelegatedTier() {
  return kDelegated;
}

}  // namespace assay
