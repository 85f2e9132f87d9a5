// The landlock tier: rules of the kernel on paths and signals, for hosts that allow no namespaces.
//
// A box is an agent that adopts orphans, and a folder. Its programs are the server's user, among
// the host's processes and files: Landlock keeps them from those, the filter from what Landlock
// doesn't look at (contain/seccomp_filter, kConfined). Limits are watched, as in the userns tier.
#include "sandbox/contain/landlock.h"

#include <fcntl.h>
#include <linux/capability.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runner/box_paths.h"
#include "sandbox/cgroup/polled_usage.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/tiers/probe.h"
#include "sandbox/tiers/remedies.h"
#include "sandbox/tiers/tier.h"
#include "sandbox/view/folder_view.h"
#include "sandbox/view/root_view.h"

namespace assay {
namespace {

int Restrict(const ProbeContext&) {
  const int rules = AssayNewRules(AssayLandlockAbi());
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

int ListChildren(const ProbeContext&) {
  return ::access("/proc/thread-self/children", R_OK) == 0 ? 0 : errno;
}

constexpr auto kRemedy = [](int error) { return LandlockRemedy(FindHostTraits(), error); };

constexpr ProbeStep kProbe[] = {
    {"lists of children", ListChildren, "what a run started could not be found",
     [](int) { return std::string("a kernel with CONFIG_PROC_CHILDREN, and its /proc in view"); }},
    {"seccomp filter", TryFilter, "all of the kernel's calls would be open to programs",
     [](int) { return std::string("a kernel with CONFIG_SECCOMP_FILTER"); }},
    {"restrict", Restrict, "programs could open any file of this account", kRemedy},
    {"forbidden write", WriteForbidden, "the rules are accepted and don't hold", kRemedy},
    {"adopting orphans", AdoptOrphans, "leftover processes could survive a run", nullptr},
    {"forbidden signal", SignalForbidden, "programs could end the server", kRemedy},
};
// The last needs an ABI that scopes signals.
constexpr size_t kStepsOfOldAbis = std::size(kProbe) - 1;

HostReport Probe() {
  HostReport report;
  const int abi = AssayLandlockAbi();
  AddRequired(report, "Landlock", abi > 0 ? 0 : errno, abi > 0 ? "ABI " + std::to_string(abi) : "",
              "nothing keeps programs from files",
              abi > 0 ? "" : LandlockRemedy(FindHostTraits(), errno));
  AddRequired(report, "an account other than root", ::geteuid() == 0 ? EPERM : 0, "",
              "what belongs to root would belong to every program",
              "an ordinary user: `docker run --user 65534`, a pod's `runAsUser`");
  AddRequired(report, "a folder for programs", folder_view::BaseParent().empty() ? EROFS : 0,
              folder_view::BaseParent(), "programs would have no place to run in",
              "a /tmp that this account may write to and execute from: `--tmpfs /tmp:exec`, a "
              "pod's emptyDir");
  if (abi > 0) {
    const bool enough = abi >= ASSAY_LANDLOCK_ENOUGH_ABI;
    ProbeInChild(0, {}, std::span(kProbe).first(enough ? std::size(kProbe) : kStepsOfOldAbis),
                 report);
    // Found by attacks on it: docs/operate.md has each.
    report.weak = true;
    report.weakness =
        "a program can ask whether any path is there, its size and times; it can hold files that "
        "nobody counts; its fork bomb makes other runs' forks fail";
    if (!enough) {
      report.weakness = "Landlock ABI " + std::to_string(abi) +
                        " has no bound on signals: a program can end the server; ABI 6 (Linux "
                        "6.12) has one";
    }
  }
  Conclude("landlock", report);
  return report;
}

// What the spawner has of a server's boxes: a folder that has theirs.

class FolderAccount final : public BoxAccount {
 public:
  explicit FolderAccount(std::string folder) : folder_(std::move(folder)) {}
  int clone_fd() const override { return -1; }
  Result<std::unique_ptr<RunCgroup>> Enter() const override {
    return Error{ErrorCode::kInternal, "sandbox.usage", 0, "the tier makes its own"};
  }
  void Kill() const override {}
  bool Remove() const override { return folder_view::Remove(folder_); }
  std::string folder() const override { return folder_; }

 private:
  const std::string folder_;
};

class FolderAccounting final : public Accounting {
 public:
  explicit FolderAccounting(folder_view::Base base) : base_(std::move(base)) {}
  Result<std::unique_ptr<BoxAccount>> Open(const std::string&) override {
    ASSAY_ASSIGN_OR_RETURN(std::string folder, folder_view::MakeFolder(base_.path));
    return std::unique_ptr<BoxAccount>(std::make_unique<FolderAccount>(std::move(folder)));
  }
  void RemoveAll() override { folder_view::Remove(base_.path); }

 private:
  const folder_view::Base base_;
};

Result<std::unique_ptr<Accounting>> OpenFolders(const std::string&, const std::string&) {
  ASSAY_ASSIGN_OR_RETURN(folder_view::Base base, folder_view::MakeBase());
  return std::unique_ptr<Accounting>(std::make_unique<FolderAccounting>(std::move(base)));
}

// The box.

Status MakeFolder(BoxMaking& making) {
  ASSAY_RETURN_IF_ERROR(box_step::MakeAccount(making));
  making.view.folder = making.account->folder();
  return {};
}

Status CloneAlone(BoxMaking& making) {
  return box_step::CloneInto(making, 0);
}

// What a program leaves to nobody is ours, and without us the spawner's. Without the spawner it
// would be nobody's: then we end it, instead of being ended. The files of an undumpable process are
// root's: it is undumpable again before a program runs (RunAgent).
Status AdoptAll(BoxMaking&) {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 &&
      ::prctl(PR_SET_PDEATHSIG, kSpawnerGone, 0, 0, 0) == 0 &&
      ::prctl(PR_SET_DUMPABLE, 1, 0, 0, 0) == 0) {
    return {};
  }
  return StepFailed("cannot adopt orphans");
}

Status WatchUsage(BoxMaking& making) {
  making.usage = MakePolledUsage(nullptr, making.view.folder, OpenOomCounter(),
                                 SharedHost{making.view.scratch_bytes, making.view.scratch_inodes});
  return {};
}

Status KnowPaths(BoxMaking& making) {
  std::vector<std::string> readable = root_view::ReadablePaths(making.view);
  readable.push_back(folder_view::Library(making.view.folder));
  ASSAY_ASSIGN_OR_RETURN(Confinement confinement,
                         Confinement::Open(readable, root_view::DevicePaths()));
  making.confinement = std::make_unique<Confinement>(std::move(confinement));
  return {};
}

Status MakePlaces(BoxMaking& making) {
  return folder_view::MakePlaces(making.view.folder);
}

// A container's account may have some; emptying what it is bounded by is a privilege of its own,
// and without new privileges nobody comes to what is in there.
Status GiveUpCapabilities(BoxMaking&) {
  __user_cap_header_struct header{_LINUX_CAPABILITY_VERSION_3, 0};
  __user_cap_data_struct none[2] = {};
  ::prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0);
  if (::syscall(SYS_capset, &header, none) == 0) return {};
  return StepFailed("cannot give up capabilities");
}

Status EnterFolder(BoxMaking& making) {
  const std::string work = making.view.folder + kWritablePlaces[0];
  return ::chdir(work.c_str()) == 0 ? Status() : StepFailed("cannot enter the work directory");
}

// Its thread has what the steps before gave up, and the filters of those before; not the box's.
Status ActForPrograms(BoxMaking& making) {
  ASSAY_ASSIGN_OR_RETURN(making.broker, CallBroker::Install(making.view.folder));
  return {};
}

constexpr BoxStep kSteps[] = {
    {"folder", MakeFolder},
    {"sockets", box_step::MakeSockets},
    {"clone", CloneAlone},
    {"agent", box_step::BecomeAgent},
    {"orphans", AdoptAll},
    {"processor", box_step::StayOnProcessor},
    {"descriptors", box_step::TakeDescriptors},
    {"usage", WatchUsage},
    {"readable_paths", KnowPaths},
    {"writable_places", MakePlaces},
    {"capabilities", GiveUpCapabilities},
    {"no_new_privs", box_step::ForbidNewPrivileges},
    {"network_watch", box_step::WatchNetwork},
    {"broker", ActForPrograms},
    {"box_filter", box_step::FilterBox},
    {"work_directory", EnterFolder},
    {"scratch", box_step::OpenPlaces},
};

constexpr Tier kLandlock{
    .name = "landlock",
    .probe = Probe,
    .steps = kSteps,
    .open_accounting = OpenFolders,
    .program_user = ProgramUser::kConfined,
    .only_by_name =
        "process and file numbers of the host tell a run of others, and paths that "
        "programs have in them (/tmp) are not theirs"};

}  // namespace

const Tier& LandlockTier() {
  return kLandlock;
}

}  // namespace assay
