#include "sandbox/view/furniture.h"

#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "sandbox/view/mounts.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int kPatienceMs = 10'000;
constexpr const char* kPieces[] = {"/etc", "/dev", "/sys"};

UniqueFd OpenTree(const std::string& path, unsigned flags) {
  return UniqueFd(static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, path.c_str(), flags | OPEN_TREE_CLOEXEC)));
}

bool MoveTo(const UniqueFd& tree, const std::string& path) {
  return ::syscall(SYS_move_mount, tree.get(), "", AT_FDCWD, path.c_str(),
                   MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

bool MakeReadOnly(const std::string& path) {
  return AddMountAttributes(path, kReadOnlyMount);
}

// In a process and a mount namespace made for it: furniture as a root, and nothing of the host
// besides. Private first, so that no mount of the host's follows what is shown of it.
bool Assemble(const RootViewOptions& options) {
  if (!root_view::PrivateMounts(options).ok() || !root_view::RootTmpfs(options).ok()) return false;
  // Mounts before anything is in them: a box takes them as they are then.
  for (const char* piece : kPieces) {
    const std::string path = kStaging + piece;
    if (!MakeDirectories(path) || !Bind(path, path, 0)) return false;
  }
  if (!root_view::Toolchains(options).ok() || !root_view::Etc(options).ok() ||
      !root_view::Devices(options).ok() || !root_view::TerminalDevices(options).ok() ||
      !root_view::Processors(options).ok()) {
    return false;
  }
  for (const char* piece : kPieces) {
    if (!MakeReadOnly(kStaging + piece)) return false;
  }
  // Where boxes put their roots together.
  return MakeDirectories(kStaging + kStaging) && root_view::PivotRoot(options).ok() &&
         MakeReadOnly("/");
}

// Lives until the other end of `line` has the namespace.
[[noreturn]] void AssembleAndWait(const RootViewOptions& options, const UniqueFd& line) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
  char byte = Assemble(options) ? '+' : '-';
  if (::send(line.get(), &byte, 1, MSG_NOSIGNAL) == 1) ::recv(line.get(), &byte, 1, 0);
  ::_exit(0);
}

// A toolchain in one of the pieces would have to be shown in what is read-only by then.
bool IsApart(const ShownPaths& shown) {
  return std::none_of(shown.real.begin(), shown.real.end(), [](const std::string& path) {
    return std::any_of(std::begin(kPieces), std::end(kPieces),
                       [&path](const std::string& piece) { return IsBelow(path, piece); });
  });
}

UniqueFd MakeNamespace(const RootViewOptions& options) {
  if (!IsApart(*options.shown)) return UniqueFd();
  int ends[2];
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return UniqueFd();
  UniqueFd ours(ends[0]), theirs(ends[1]);
  clone_args args{};
  args.flags = CLONE_NEWNS;
  args.exit_signal = SIGCHLD;
  const pid_t maker = CloneProcess(args);
  if (maker < 0) return UniqueFd();
  if (maker == 0) {
    ours.Reset();
    AssembleAndWait(options, theirs);
  }
  theirs.Reset();
  char byte = '-';
  UniqueFd made;
  pollfd told{ours.get(), POLLIN, 0};
  const bool in_time = ::poll(&told, 1, kPatienceMs) == 1;
  if (in_time && ::recv(ours.get(), &byte, 1, 0) == 1 && byte == '+') {
    const std::string name = "/proc/" + std::to_string(maker) + "/ns/mnt";
    made.Reset(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  }
  ours.Reset();
  // Something of the host doesn't answer: its end is left to whoever looks after children.
  if (!in_time) ::kill(maker, SIGKILL);
  ::waitpid(maker, nullptr, in_time ? 0 : WNOHANG);
  return made;
}

}  // namespace

int FurnitureNamespace(const RootViewOptions& options) {
  static const UniqueFd made = MakeNamespace(options);
  return made.get();
}

Status EnterFurniture(UniqueFd name_space) {
  if (::setns(name_space.get(), CLONE_NEWNS) == 0 && ::unshare(CLONE_NEWNS) == 0) return {};
  return ViewError("cannot take what is prepared");
}

Status PutFurniture(const RootViewOptions& options) {
  const UserLists users = ListUsers(options);
  const std::string passwd = kStaging + "/etc/passwd", group = kStaging + "/etc/group";
  // Below the furniture, where they keep their names, and then over it.
  if (!MakeDirectories(kStaging + "/etc") || !MakeFile(passwd, users.passwd) ||
      !MakeFile(group, users.group)) {
    return ViewError("cannot write the box's own files");
  }
  const UniqueFd own_passwd = OpenTree(passwd, OPEN_TREE_CLONE);
  const UniqueFd own_group = OpenTree(group, OPEN_TREE_CLONE);
  for (const char* piece : kPieces) {
    const std::string path = kStaging + piece;
    const UniqueFd tree = OpenTree(piece, 0);
    if (!tree || !MakeDirectories(path) || !MoveTo(tree, path)) return ViewError(piece);
  }
  if (!own_passwd || !MoveTo(own_passwd, passwd) || !MakeReadOnly(passwd) || !own_group ||
      !MoveTo(own_group, group) || !MakeReadOnly(group)) {
    return ViewError("cannot show the box's own files");
  }
  const std::string memory = kStaging + "/run/shm";
  if (!MakeDirectories(memory) ||
      !Bind(memory, kStaging + "/dev/shm", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)) {
    return ViewError(memory);
  }
  return {};
}

}  // namespace assay
