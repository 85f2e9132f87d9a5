// The landlock tier: rules of the kernel on paths and signals, for hosts that allow no namespaces.
//
// The numbers below are those of the kernel's interface; the C library's headers may be older.
#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <iterator>

#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/tiers/tier.h"

namespace assay {
namespace {

// From which on a program can be kept from signalling what is outside.
constexpr long kEnoughAbi = 6;
constexpr uint64_t kAllFileRights = (1ULL << 16) - 1;  // those of version 5
constexpr uint64_t kOldFileRights = (1ULL << 13) - 1;  // those of version 1
constexpr uint64_t kScopes = 3;                        // abstract sockets, signals
constexpr uint32_t kVersionFlag = 1;

struct RulesetAttributes {
  uint64_t files = 0;
  uint64_t network = 0;
  uint64_t scoped = 0;
};

long Abi() {
  return ::syscall(SYS_landlock_create_ruleset, nullptr, 0, kVersionFlag);
}

int Restrict(const ProbeContext&) {
  const bool scopes = Abi() >= kEnoughAbi;
  RulesetAttributes attributes;
  attributes.files = scopes ? kAllFileRights : kOldFileRights;
  attributes.scoped = scopes ? kScopes : 0;
  const long rules = ::syscall(SYS_landlock_create_ruleset, &attributes,
                               scopes ? sizeof attributes : sizeof attributes.files, 0U);
  if (rules < 0 || ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
      ::syscall(SYS_landlock_restrict_self, rules, 0U) != 0) {
    return errno;
  }
  return 0;
}

// Some kernels accept rules and enforce none.
int WriteForbidden(const ProbeContext&) {
  if (::open("/dev/null", O_WRONLY | O_CLOEXEC) >= 0) return EPROTO;
  if (errno != EACCES) return errno;
  if (::mkdir("/tmp/assay-probe-forbidden", 0700) == 0) {
    ::rmdir("/tmp/assay-probe-forbidden");
    return EPROTO;
  }
  return errno == EACCES || errno == EROFS || errno == ENOENT ? 0 : errno;
}

int SignalForbidden(const ProbeContext& context) {
  if (::kill(context.parent, 0) == 0) return EPROTO;
  return errno == EPERM ? 0 : errno;
}

int AdoptOrphans(const ProbeContext&) {
  return ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 ? 0 : errno;
}

constexpr auto kRemedy = [](int error) { return LandlockRemedy(FindHostTraits(), error); };

constexpr ProbeStep kProbe[] = {
    {"restrict", Restrict, "programs could open any file of this account", kRemedy},
    {"forbidden write", WriteForbidden, "the rules are accepted and don't hold", kRemedy},
    {"adopting orphans", AdoptOrphans, "leftover processes could survive a run", nullptr},
    {"forbidden signal", SignalForbidden, "programs could end the server", kRemedy},
};
// The last needs an ABI that scopes signals.
constexpr size_t kStepsOfOldAbis = std::size(kProbe) - 1;

HostReport Probe() {
  HostReport report;
  const long abi = Abi();
  AddRequired(report, "Landlock", abi > 0 ? 0 : errno, abi > 0 ? "ABI " + std::to_string(abi) : "",
              "nothing keeps programs from files",
              abi > 0 ? "" : LandlockRemedy(FindHostTraits(), errno));
  if (abi > 0) {
    const bool enough = abi >= kEnoughAbi;
    ProbeInChild(0, {}, std::span(kProbe).first(enough ? std::size(kProbe) : kStepsOfOldAbis),
                 report);
    if (!enough) {
      report.weak = true;
      report.weakness = "Landlock ABI " + std::to_string(abi) +
                        " has no bound on signals: a program can end the server; ABI 6 (Linux "
                        "6.12) has one";
    }
  }
  Conclude("landlock", report);
  return report;
}

constexpr Tier kLandlock{"landlock", Probe, {}, nullptr, ProgramUser::kOwn};

}  // namespace

const Tier& LandlockTier() {
  return kLandlock;
}

}  // namespace assay
