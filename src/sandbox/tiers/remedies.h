// What to do about a missing step, on this host: words for `assay doctor`, chosen by what the host
// shows of itself (its sysctls, AppArmor, whether it is a container).
//
// Pure functions of a HostTraits; FindHostTraits reads a few files. Thread-safe.
#pragma once

#include <string>
#include <string_view>

namespace assay {

struct HostTraits {
  bool container = false;           // Docker, Podman, a pod
  bool filtered = false;            // a seccomp filter is on us already
  bool apparmor_restricts = false;  // kernel.apparmor_restrict_unprivileged_userns
  bool debian_switch_off = false;   // kernel.unprivileged_userns_clone is 0
  bool no_user_namespaces = false;  // user.max_user_namespaces is 0
  bool masked_proc = false;         // something lies over parts of /proc
  std::string program;              // our binary's path
};

HostTraits FindHostTraits();
// Whether a list of mounts (/proc/self/mounts) has one below /proc.
bool MasksProc(std::string_view mounts);

std::string RootRemedy(const HostTraits& host);
std::string UserNamespaceRemedy(const HostTraits& host, int error);
std::string UserMapRemedy(const HostTraits& host, int error);
std::string MountRemedy(const HostTraits& host);
std::string ProcRemedy(const HostTraits& host);
std::string ProcessLimitRemedy(const HostTraits& host);
std::string LandlockRemedy(const HostTraits& host, int error);
std::string DelegationRemedy(const HostTraits& host);
std::string UnifiedCgroupRemedy(const HostTraits& host);

}  // namespace assay
