#include "sandbox/tiers/remedies.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr const char* kContainerOptions =
    "start the container with `--security-opt seccomp=unconfined --security-opt "
    "apparmor=unconfined --security-opt systempaths=unconfined`; a pod: `hostUsers: false`, and in "
    "its securityContext `capabilities: {add: [SYS_ADMIN]}`, `procMount: Unmasked`, "
    "`appArmorProfile: {type: Unconfined}`, `seccompProfile: {type: Unconfined}`";

std::string Text(const char* path) {
  auto text = ReadSmallFile(AT_FDCWD, path);
  return text.ok() ? *std::move(text) : std::string();
}

bool IsZero(const char* path) {
  return ParseNumber(Text(path)) == 0;
}

}  // namespace

bool MasksProc(std::string_view mounts) {
  return mounts.find(" /proc/") != std::string_view::npos;
}

HostTraits FindHostTraits() {
  HostTraits host;
  host.container = ::access("/.dockerenv", F_OK) == 0 ||
                   ::access("/run/.containerenv", F_OK) == 0 ||
                   ::access("/var/run/secrets/kubernetes.io", F_OK) == 0;
  host.filtered = Text("/proc/self/status").find("\nSeccomp:\t2") != std::string::npos;
  host.apparmor_restricts =
      ParseNumber(Text("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")).value_or(0) > 0;
  host.debian_switch_off = IsZero("/proc/sys/kernel/unprivileged_userns_clone");
  host.no_user_namespaces = IsZero("/proc/sys/user/max_user_namespaces");
  host.masked_proc = MasksProc(Text("/proc/self/mounts"));
  char path[4096];
  const ssize_t size = ::readlink("/proc/self/exe", path, sizeof path);
  if (size > 0) host.program.assign(path, static_cast<size_t>(size));
  return host;
}

std::string RootRemedy(const HostTraits& host) {
  return host.container ? "start the container with `--privileged`; a pod: `privileged: true`"
                        : "start it as root (`sudo assay serve`)";
}

std::string UserNamespaceRemedy(const HostTraits& host, int error) {
  if (host.no_user_namespaces || error == ENOSPC) {
    return "`sysctl -w user.max_user_namespaces=10000`";
  }
  if (host.debian_switch_off) return "`sysctl -w kernel.unprivileged_userns_clone=1`";
  if (host.container || host.filtered) return kContainerOptions;
  if (host.apparmor_restricts) return UserMapRemedy(host, error);
  return "not from inside a chroot, and with a kernel that has CONFIG_USER_NS";
}

std::string UserMapRemedy(const HostTraits& host, int error) {
  if (!host.apparmor_restricts) {
    return host.container || host.filtered ? kContainerOptions
                                           : UserNamespaceRemedy({.program = host.program}, error);
  }
  return "an AppArmor profile in /etc/apparmor.d/assay: `abi <abi/4.0>, profile assay " +
         host.program +
         " flags=(unconfined) { userns, }`, then `apparmor_parser -r /etc/apparmor.d/assay`; or "
         "`sysctl -w kernel.apparmor_restrict_unprivileged_userns=0`";
}

std::string MountRemedy(const HostTraits& host) {
  if (host.apparmor_restricts) return UserMapRemedy(host, EACCES);
  if (host.container || host.filtered) return kContainerOptions;
  return "a security module of this host forbids mounts in user namespaces; its log says which";
}

std::string ProcRemedy(const HostTraits& host) {
  if (host.container || host.masked_proc) {
    return "parts of /proc are covered, so no new one may be mounted: `--security-opt "
           "systempaths=unconfined`; a pod: `procMount: Unmasked`";
  }
  return MountRemedy(host);
}

std::string ProcessLimitRemedy(const HostTraits&) {
  return ::geteuid() == 0
             ? "start it as an ordinary user: the kernel doesn't count root's processes"
             : "Linux 5.14 or later";
}

std::string LandlockRemedy(const HostTraits&, int error) {
  if (error == EOPNOTSUPP) {
    return "the kernel has it and doesn't use it: add `landlock` to the list of the kernel "
           "parameter `lsm=`";
  }
  return "Linux 6.12 or later, with CONFIG_SECURITY_LANDLOCK";
}

std::string DelegationRemedy(const HostTraits& host) {
  if (host.container) {
    // A bind of the host's files stays root's, which helps no other account.
    return "a cgroup file system that this account may write to: containerd `cgroup_writable = "
           "true`, CRI-O annotation `io.kubernetes.cri-o.cgroup2-mount-hierarchy-rw`, Docker 28 "
           "`--cgroupns private --security-opt writable-cgroups=true`, Podman `--cgroupns private "
           "--security-opt unmask=/sys/fs/cgroup`";
  }
  return "`systemd-run --user --scope -p Delegate=yes assay serve`, or `Delegate=memory pids cpu` "
         "in its unit";
}

std::string UnifiedCgroupRemedy(const HostTraits&) {
  return "boot with the kernel parameter `systemd.unified_cgroup_hierarchy=1`";
}

}  // namespace assay
