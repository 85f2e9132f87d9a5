// Begin with the two at the end, BuildBoxFilter and BuildCandidateFilter: their rules are in
// AddBoxRules and AddCandidateRules, from the lists of names before them.
#include "sandbox/contain/seccomp_filter.h"

#include <fcntl.h>
#include <linux/close_range.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstddef>
#include <ctime>
#include <iterator>
#include <memory>

#include "base/fd.h"

namespace assay {
namespace {

// Denied whatever the arguments. Names the running libseccomp doesn't know are skipped: then the
// kernel headers it was built with don't have the call either.

// To candidates; the agent makes the writable places anew with them, and asks by the last whether
// two processes of a run have one memory (cgroup/polled_usage).
// The rest is what it restores a process with (restore/resident.h).
constexpr const char* kAgentsCalls[] = {
    "mount",    "umount",     "umount2", "move_mount",       "open_tree",         "fsopen",
    "fsconfig", "fsmount",    "kcmp",    "process_vm_readv", "process_vm_writev", "pidfd_getfd",
    "ptrace",   "userfaultfd"};

// To everything in the box.
constexpr const char* kDenied[] = {
    // Mounts and roots.
    "pivot_root",
    "chroot",
    "fspick",
    "mount_setattr",
    "statmount",
    "listmount",
    // Namespaces; clone and clone3 are for candidates alone, setns is below.
    "unshare",
    // Other processes' memory.
    "process_madvise",
    // Kernel code and tracing.
    "kexec_load",
    "kexec_file_load",
    "init_module",
    "finit_module",
    "delete_module",
    "bpf",
    "perf_event_open",
    "lookup_dcookie",
    // Kernel machinery with a history of holes and no use in a solution.
    "io_uring_setup",
    "io_uring_enter",
    "io_uring_register",
    "fanotify_init",
    "fanotify_mark",
    // Keyrings are not namespaced: they would carry bytes from run to run.
    "add_key",
    "request_key",
    "keyctl",
    // Handles open files past any path check.
    "open_by_handle_at",
    "name_to_handle_at",
    // Host administration.
    "quotactl",
    "quotactl_fd",
    "swapon",
    "swapoff",
    "reboot",
    "syslog",
    "acct",
    "settimeofday",
    "clock_settime",
    "clock_settime64",
    "clock_adjtime",
    "clock_adjtime64",
    "adjtimex",
    "stime",
    "sethostname",
    "setdomainname",
    "iopl",
    "ioperm",
    "vhangup",
    "nfsservctl",
    "sysfs",
    "_sysctl",
    "uselib",
    "ustat",
    "modify_ldt",
    // NUMA placement of other processes.
    "migrate_pages",
    "move_pages",
};

// Attributes of files are kept by the kernel outside any limit, and marks on what others read too.
// Programs that copy files put up with this error.
constexpr const char* kAttributeWrites[] = {"setxattr",    "lsetxattr",    "fsetxattr",
                                            "removexattr", "lremovexattr", "fremovexattr"};

// They do nothing and say that all is well: a program's own files are in memory, and the host's
// disks are not its to keep busy.
constexpr const char* kPretended[] = {"sync", "syncfs", "fsync", "fdatasync", "sync_file_range"};

// Watches on the files that all boxes share show what other boxes read. Asynchronous reads have
// flags of their own that tell what of these is in memory, and their contexts are counted for the
// whole host.
constexpr const char* kAbsent[] = {"inotify_init", "inotify_init1", "io_setup"};

// Options of a socket that take the next of a number the whole host counts on.
constexpr uint64_t kCookieOptions[] = {57 /* SO_COOKIE */, 71 /* SO_NETNS_COOKIE */};

// set_mempolicy_home_node. Later calls were not looked at when this list was made: they are new to
// the C library, too, which does without.
constexpr uint32_t kLastKnownCall = 450;

// Calls of x86's third ABI have it; they are for the rules to refuse.
constexpr uint32_t kX32Bit = 0x40000000;

// Goes before libseccomp's program, whose rules can't name calls that it doesn't know and compare
// whole registers where the kernel looks at the lower half. The flags of preadv2 and pwritev2 tell
// what of the shared files is in the host's memory.
constexpr sock_filter kPrologue[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kNativeArchitecture, 0, 9),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, kX32Bit, 7, 0),
    BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, kLastKnownCall, 5, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_preadv2, 1, 0),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_pwritev2, 0, 4),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[5])),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 2, 0),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EOPNOTSUPP),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
};

constexpr uint64_t kNamespaceFlags[] = {CLONE_NEWNS,   CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC,
                                        CLONE_NEWUSER, CLONE_NEWPID,    CLONE_NEWNET};

using Context = std::unique_ptr<void, decltype(&seccomp_release)>;

Error FilterError(int result, const char* what) {
  return SystemError("sandbox.seccomp", -result, what);
}

Status Deny(scmp_filter_ctx context, int error, const char* name,
            std::initializer_list<scmp_arg_cmp> conditions = {}) {
  const int number = seccomp_syscall_resolve_name(name);
  if (number == __NR_SCMP_ERROR) return {};
  const int result =
      seccomp_rule_add_array(context, SCMP_ACT_ERRNO(static_cast<uint32_t>(error)), number,
                             static_cast<unsigned>(conditions.size()), conditions.begin());
  if (result < 0) return FilterError(result, name);
  return {};
}

// What else an owner may do to a file by a descriptor that reads depends on its file system: each
// has requests of its own to set flags, versions, keys and what is cached. So those that a program
// has any use for are named, and all others fail as on a file that knows none. They read, but for
// the flags of a descriptor.
constexpr uint32_t kHarmlessRequests[] = {
    0x5401,      // TCGETS, by which isatty(3) asks
    0x802c542a,  // TCGETS2
    0x540f,      // TIOCGPGRP
    0x5411,      // TIOCOUTQ
    0x5413,      // TIOCGWINSZ
    0x541b,      // FIONREAD
    0x5421,      // FIONBIO
    0x5450,      // FIONCLEX
    0x5451,      // FIOCLEX
    0x5452,      // FIOASYNC
    0x80086601,  // FS_IOC_GETFLAGS
};

// Goes before the libseccomp program of those who are confined, whose rules can't say "none of
// these".
std::vector<sock_filter> ConfinedPrologue() {
  constexpr auto kCount = static_cast<unsigned char>(std::size(kHarmlessRequests));
  std::vector<sock_filter> program = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_ioctl, 0, kCount + 2),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, args[1])),
  };
  for (unsigned char left = kCount; left > 0; --left) {
    program.push_back(
        BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, kHarmlessRequests[kCount - left], left, 0));
  }
  program.push_back(BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOTTY));
  return program;
}

// Of the program's own user: the first process of its namespace is the keeper, and it and what else
// the user has can be named by their kind. Asking about them tells nothing, as nothing changes.
Status AddSharedUserRules(scmp_filter_ctx context) {
  constexpr uint64_t kKeeper = 1, kLow = 0xffffffffUL;
  ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, "setns"));
  for (const char* name : {"kill", "tkill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo",
                           "sched_setscheduler", "sched_setparam", "sched_setattr", "prlimit64"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name, {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, kKeeper)}));
  }
  for (const char* name : {"setpriority", "ioprio_set"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name, {SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, kKeeper)}));
  }
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EPERM, "setpriority", {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, PRIO_USER)}));
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EPERM, "ioprio_set", {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, 3 /* of a user */)}));
  return {};
}

Status AddUncountedRules(scmp_filter_ctx context) {
  constexpr uint64_t kLow = 0xffffffffUL;
  // Sockets keep the sizes they are made with: their number bounds what they hold.
  for (const uint64_t option : {SO_SNDBUF, SO_RCVBUF}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, 0, "setsockopt",
                               {SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, SOL_SOCKET),
                                SCMP_A2(SCMP_CMP_MASKED_EQ, kLow, option)}));
  }
  // A thread with descriptors of its own, which no look at its process counts.
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EPERM, "clone",
           {SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD | CLONE_FILES, CLONE_THREAD)}));
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EINVAL, "close_range",
           {SCMP_A2(SCMP_CMP_MASKED_EQ, CLOSE_RANGE_UNSHARE, CLOSE_RANGE_UNSHARE)}));
  // Memory that no process need map, so that no look at them sees it: files without a name, and
  // what System V's objects hold.
  for (const char* name : {"memfd_create", "memfd_secret", "shmget", "msgget", "semget"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, ENOSYS, name));
  }
  return {};
}

// By path or by a descriptor that reads, an owner changes what belongs to a file beside its bytes;
// Landlock doesn't look at that, and all that the server's account owns would be open to it: other
// boxes' folders, the server's, toolchains. Who copies files insists that it works, so these do
// nothing and say that all is well. Modes are the broker's part (broker/call_broker).
constexpr const char* kOwnersCalls[] = {"chown", "fchown", "lchown",    "fchownat",
                                        "utime", "utimes", "futimesat", "utimensat"};

// Objects of System V and message queues are the host's: they would outlive their run, and who
// knows a number needs no name.
constexpr const char* kHostObjects[] = {"shmat",  "shmctl", "semop",  "semtimedop", "semctl",
                                        "msgsnd", "msgrcv", "msgctl", "mq_open",    "mq_unlink"};

// Where no namespace is around the program.
Status AddConfinedRules(scmp_filter_ctx context) {
  constexpr uint64_t kLow = 0xffffffffUL, kSelf = 0;
  for (const char* name : kOwnersCalls) ASSAY_RETURN_IF_ERROR(Deny(context, 0, name));
  for (const char* name : kHostObjects) ASSAY_RETURN_IF_ERROR(Deny(context, ENOSYS, name));
  // Leases are the owner's, too.
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EINVAL, "fcntl", {SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_SETLEASE)}));
  // One user's processes may limit, slow and look at each other. A process may do so to itself. By
  // number it may mean a thread of its own (Mono gives up where that fails), and how urgent one is
  // to the others makes no difference here: nothing happens, and all is said to be well.
  for (const char* name : {"sched_setscheduler", "sched_setparam", "sched_setattr"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, 0, name, {SCMP_A0(SCMP_CMP_GT, kSelf, 0)}));
  }
  ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, "prlimit64", {SCMP_A0(SCMP_CMP_GT, kSelf, 0)}));
  for (const char* name : {"setpriority", "ioprio_set"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name, {SCMP_A1(SCMP_CMP_GT, kSelf, 0)}));
  }
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EPERM, "setpriority", {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, PRIO_USER)}));
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EPERM, "ioprio_set", {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, 3 /* of a user */)}));
  // All of a run stays one group of processes, which can be ended at one instant.
  for (const char* name : {"setsid", "setpgid"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, 0, name));
  }
  // Whoever is undumpable is closed to those that count what it holds.
  ASSAY_RETURN_IF_ERROR(
      Deny(context, 0, "prctl", {SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, PR_SET_DUMPABLE)}));
  // No local socket of the host's can be kept from a program by its path before Landlock's ABI 9,
  // so none is connected by a program itself (broker/call_broker), and those that can be spoken
  // through without being connected, to any address, aren't made: all but streams.
  ASSAY_RETURN_IF_ERROR(Deny(context, EAFNOSUPPORT, "socket", {SCMP_A0(SCMP_CMP_NE, AF_UNIX, 0)}));
  for (uint64_t type = 0; type <= 0xf; ++type) {
    if (type == SOCK_STREAM) continue;
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EAFNOSUPPORT, "socket", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xf, type)}));
  }
  for (const uint64_t type : {SOCK_DGRAM, SOCK_RAW}) {
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EPROTONOSUPPORT, "socketpair", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xf, type)}));
  }
  return {};
}

// What our own processes in the box need and programs must not have.
Status AddProgramRules(scmp_filter_ctx context, ProgramUser user) {
  const bool confined = user == ProgramUser::kConfined;
  if (confined) ASSAY_RETURN_IF_ERROR(AddConfinedRules(context));
  if (user != ProgramUser::kOwn && !confined) ASSAY_RETURN_IF_ERROR(AddSharedUserRules(context));
  if (user == ProgramUser::kSharedUncounted || confined) {
    ASSAY_RETURN_IF_ERROR(AddUncountedRules(context));
  }
  for (const char* name : kAgentsCalls) ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name));
  // Its flags are behind a pointer no filter can follow; the C library falls back to clone.
  ASSAY_RETURN_IF_ERROR(Deny(context, ENOSYS, "clone3"));
  for (const uint64_t flag : kNamespaceFlags) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, "clone", {SCMP_A0(SCMP_CMP_MASKED_EQ, flag, flag)}));
  }
  return {};
}

Status AddCandidateRules(scmp_filter_ctx context, ProgramUser user) {
  ASSAY_RETURN_IF_ERROR(AddProgramRules(context, user));
  // A program stays on the processors of its box. It is told that it moved: who asks for a
  // processor of its own (OpenMP, numactl, taskset) means speed, and goes on as well where it is.
  // The agent moves to count the processors there are.
  return Deny(context, 0, "sched_setaffinity");
}

Status AddBoxRules(scmp_filter_ctx context, ProgramUser user) {
  // Elsewhere the agent starts programs in a namespace of theirs.
  if (user == ProgramUser::kOwn || user == ProgramUser::kConfined) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, "setns"));
  }
  for (const char* name : kDenied) ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name));
  for (const char* name : kAttributeWrites) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EOPNOTSUPP, name));
  }
  for (const char* name : kPretended) ASSAY_RETURN_IF_ERROR(Deny(context, 0, name));
  ASSAY_RETURN_IF_ERROR(Deny(context, 0, "msync", {SCMP_A2(SCMP_CMP_MASKED_EQ, MS_SYNC, MS_SYNC)}));
  for (const char* name : kAbsent) ASSAY_RETURN_IF_ERROR(Deny(context, ENOSYS, name));
  ASSAY_RETURN_IF_ERROR(
      Deny(context, EINVAL, "fcntl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffUL, F_NOTIFY)}));
  // How long what is written to a file is thought to live is kept with the file, and older kernels
  // let anybody set it who reads: F_SET_RW_HINT, F_SET_FILE_RW_HINT.
  for (const uint64_t command : {1036, 1038}) {
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EINVAL, "fcntl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffUL, command)}));
  }
  // What of the shared files is in the host's memory stays there.
  ASSAY_RETURN_IF_ERROR(Deny(context, 0, "fadvise64",
                             {SCMP_A3(SCMP_CMP_MASKED_EQ, 0xffffffffUL, POSIX_FADV_DONTNEED)}));
  for (const uint64_t option : kCookieOptions) {
    ASSAY_RETURN_IF_ERROR(Deny(context, ENOPROTOOPT, "getsockopt",
                               {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffUL, SOL_SOCKET),
                                SCMP_A2(SCMP_CMP_MASKED_EQ, 0xffffffffUL, option)}));
  }
  // TIOCSTI and TIOCLINUX inject input into a terminal, if one ever got in.
  for (const uint64_t request : {0x5412UL, 0x541CUL}) {
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EPERM, "ioctl", {SCMP_A1(SCMP_CMP_MASKED_EQ, 0xffffffffUL, request)}));
  }
  // Personality: plain Linux and no address randomisation (debuggers, sanitizers) are harmless.
  // Asking for the current one passes all bits, which the unused top bit tells apart.
  constexpr uint64_t kTopBit = 0x80000000;
  for (uint64_t bit = 0x0020000; bit < kTopBit; bit <<= 1) {
    if (bit == ADDR_NO_RANDOMIZE) continue;
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EPERM, "personality", {SCMP_A0(SCMP_CMP_MASKED_EQ, bit | kTopBit, bit)}));
  }
  // Sockets: local ones, IP inside the empty network namespace, and route netlink for
  // getifaddrs(). Everything between and above stays out (AF_ALG, AF_PACKET, AF_VSOCK, …).
  for (const char* name : {"socket", "socketpair"}) {
    ASSAY_RETURN_IF_ERROR(Deny(context, EPERM, name, {SCMP_A0(SCMP_CMP_GT, AF_NETLINK, 0)}));
    for (int family = 0; family < AF_NETLINK; ++family) {
      if (family == AF_UNIX || family == AF_INET || family == AF_INET6) continue;
      ASSAY_RETURN_IF_ERROR(
          Deny(context, EPERM, name, {SCMP_A0(SCMP_CMP_EQ, static_cast<uint64_t>(family), 0)}));
    }
    ASSAY_RETURN_IF_ERROR(
        Deny(context, EPERM, name,
             {SCMP_A0(SCMP_CMP_EQ, AF_NETLINK, 0), SCMP_A2(SCMP_CMP_NE, NETLINK_ROUTE, 0)}));
  }
  return {};
}

// What of a run a restore undoes, or what changes nothing and tells nothing of the process's past
// (see BuildRestoreFilter). On calls that are not here its tracer is asked.
constexpr const char* kUndone[] = {
    // Its own memory; descriptors and what is read or written through them.
    "brk", "munmap", "read", "readv", "pread64", "write", "writev", "close", "close_range", "dup",
    "dup2", "dup3", "pipe", "pipe2", "lseek", "socketpair", "recvmsg", "memfd_create",
    // Signals, and the directory.
    "rt_sigprocmask", "rt_sigreturn", "sigaltstack", "chdir", "fchdir",
    // Questions and waiting.
    "fstat", "getcwd", "getdents64", "fstatfs", "getpid", "getppid", "gettid", "getuid", "geteuid",
    "getgid", "getegid", "getgroups", "getpgrp", "getpgid", "getsid", "getresuid", "getresgid",
    "getrlimit", "time", "gettimeofday", "getrandom", "sysinfo", "uname", "sched_getaffinity",
    "sched_yield", "getcpu", "nanosleep", "poll", "ppoll", "select", "pselect6", "getpriority",
    "futex"};

// Clocks of the host, not of a process or thread.
constexpr uint64_t kHostClocks[] = {CLOCK_REALTIME,
                                    CLOCK_MONOTONIC,
                                    CLOCK_MONOTONIC_RAW,
                                    CLOCK_REALTIME_COARSE,
                                    CLOCK_MONOTONIC_COARSE,
                                    CLOCK_BOOTTIME,
                                    CLOCK_TAI};

struct UndoneIf {
  const char* name;
  scmp_arg_cmp condition;
};

Status AddRestoreRules(scmp_filter_ctx context, ProgramUser /*user*/) {
  constexpr uint64_t kLow = 0xffffffffUL;
  const UndoneIf conditions[] = {
      // The tracer is told of changes, but of the one that is taken back after every run.
      {"rt_sigaction", SCMP_A1(SCMP_CMP_EQ, 0, 0)},
      {"rt_sigaction", SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, SIGINT)},
      {"mremap", SCMP_A3(SCMP_CMP_MASKED_EQ, ~uint64_t{MREMAP_MAYMOVE}, 0)},
      {"fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_GETFD)},
      {"fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_SETFD)},
      {"fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_GETFL)},
      {"fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_DUPFD)},
      {"fcntl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, F_DUPFD_CLOEXEC)},
      {"ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, TCGETS)},
      {"ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, TIOCGWINSZ)},
      {"ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, FIONREAD)},
      {"ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, FIOCLEX)},
      {"ioctl", SCMP_A1(SCMP_CMP_MASKED_EQ, kLow, FIONCLEX)},
      // Of itself, and only asked for.
      {"prlimit64", SCMP_A2(SCMP_CMP_EQ, 0, 0)},
  };
  const auto allow = [&](const char* name, const scmp_arg_cmp* condition) -> Status {
    const int number = seccomp_syscall_resolve_name(name);
    if (number == __NR_SCMP_ERROR || number < 0) return {};
    const int result = seccomp_rule_add_array(context, SCMP_ACT_ALLOW, number,
                                              condition != nullptr ? 1 : 0, condition);
    return result < 0 ? Status(FilterError(result, name)) : Status();
  };
  for (const char* name : kUndone) ASSAY_RETURN_IF_ERROR(allow(name, nullptr));
  for (const UndoneIf& undone : conditions) {
    ASSAY_RETURN_IF_ERROR(allow(undone.name, &undone.condition));
  }
  // Wherever there is room, and of no kind that the list of mappings doesn't tell from another:
  // what replaces a mapping unseen would be there in the next run. Memory is given back by munmap
  // alone.
  constexpr uint64_t kPlainFlags = MAP_SHARED | MAP_PRIVATE | MAP_ANONYMOUS | MAP_STACK |
                                   MAP_NORESERVE | MAP_POPULATE | MAP_DENYWRITE;
  const scmp_arg_cmp plain[] = {SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                                SCMP_A3(SCMP_CMP_MASKED_EQ, ~kPlainFlags, 0)};
  const int mapped =
      seccomp_rule_add_array(context, SCMP_ACT_ALLOW, SCMP_SYS(mmap), std::size(plain), plain);
  if (mapped < 0) return FilterError(mapped, "mmap");
  for (const uint64_t clock : kHostClocks) {
    const scmp_arg_cmp is_clock = SCMP_A0(SCMP_CMP_MASKED_EQ, kLow, clock);
    for (const char* name : {"clock_gettime", "clock_getres", "clock_nanosleep"}) {
      ASSAY_RETURN_IF_ERROR(allow(name, &is_clock));
    }
  }
  return {};
}

Result<std::vector<sock_filter>> Build(Status (*add_rules)(scmp_filter_ctx, ProgramUser),
                                       ProgramUser user, uint32_t otherwise = SCMP_ACT_ALLOW) {
  Context context(seccomp_init(otherwise), &seccomp_release);
  if (!context) return FilterError(-ENOMEM, "cannot start a filter");
  // Calls through another ABI (i386's int 0x80, x32) would dodge rules by number: the default
  // action for a foreign architecture kills the process, which is what is wanted. A binary tree
  // keeps the cost of each ordinary call, and of loading, low.
  const int optimized = seccomp_attr_set(context.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
  if (optimized < 0) return FilterError(optimized, "cannot order the filter as a tree");
  ASSAY_RETURN_IF_ERROR(add_rules(context.get(), user));

  UniqueFd file(::memfd_create("assay-filter", MFD_CLOEXEC));
  if (!file) return SystemError("sandbox.seccomp", errno, "cannot create a memory file");
  const int exported = seccomp_export_bpf(context.get(), file.get());
  if (exported < 0) return FilterError(exported, "cannot export the filter");
  struct stat info {};
  if (::fstat(file.get(), &info) != 0 || info.st_size <= 0 ||
      info.st_size % static_cast<off_t>(sizeof(sock_filter)) != 0) {
    return SystemError("sandbox.seccomp", errno, "the exported filter is malformed");
  }
  std::vector<sock_filter> program(static_cast<size_t>(info.st_size) / sizeof(sock_filter));
  if (::pread(file.get(), program.data(), static_cast<size_t>(info.st_size), 0) != info.st_size) {
    return SystemError("sandbox.seccomp", errno, "cannot read the exported filter");
  }
  return program;
}

}  // namespace

Result<std::vector<sock_filter>> BuildBoxFilter(ProgramUser user) {
  ASSAY_ASSIGN_OR_RETURN(std::vector<sock_filter> program, Build(AddBoxRules, user));
  program.insert(program.begin(), std::begin(kPrologue), std::end(kPrologue));
  return program;
}

Result<std::vector<sock_filter>> BuildCandidateFilter(ProgramUser user) {
  ASSAY_ASSIGN_OR_RETURN(std::vector<sock_filter> program, Build(AddCandidateRules, user));
  if (user == ProgramUser::kConfined) {
    const std::vector<sock_filter> first = ConfinedPrologue();
    program.insert(program.begin(), first.begin(), first.end());
  }
  return program;
}

Result<std::vector<sock_filter>> BuildRestoreFilter() {
  return Build(AddRestoreRules, ProgramUser::kOwn, SCMP_ACT_TRACE(0));
}

Result<std::vector<sock_filter>> BuildLiveFilter(ProgramUser user) {
  return Build(AddProgramRules, user);
}

Status InstallFilter(const std::vector<sock_filter>& program) {
  const sock_fprog filter{static_cast<unsigned short>(program.size()),
                          const_cast<sock_filter*>(program.data())};
  if (::syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0U, &filter) == 0) return {};
  return SystemError("sandbox.seccomp", errno, "cannot install a filter");
}

}  // namespace assay
