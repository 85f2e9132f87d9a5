#include "sandbox/view/furniture.h"

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <string>

#include "sandbox/view/mounts.h"

namespace assay {
namespace {

// Of the new root, and where each hangs meanwhile: folders that every /proc has and the spawner
// doesn't look into.
struct Piece {
  const char* place;
  const char* hook;
};
constexpr Piece kEtc{"/etc", "/proc/fs"};
constexpr Piece kDev{"/dev", "/proc/bus"};
constexpr Piece kSys{"/sys", "/proc/driver"};
constexpr Piece kPieces[] = {kEtc, kDev, kSys};

UniqueFd OpenTree(const std::string& path, unsigned flags) {
  return UniqueFd(static_cast<int>(
      ::syscall(SYS_open_tree, AT_FDCWD, path.c_str(), flags | OPEN_TREE_CLOEXEC)));
}

bool MoveTo(const UniqueFd& tree, const std::string& path) {
  return ::syscall(SYS_move_mount, tree.get(), "", AT_FDCWD, path.c_str(),
                   MOVE_MOUNT_F_EMPTY_PATH) == 0;
}

// Without what is mounted in it, which has its own.
bool MakeReadOnly(const UniqueFd& tree) {
  mount_attr attr{};
  attr.attr_set = kReadOnlyMount;
  return ::syscall(SYS_mount_setattr, tree.get(), "", AT_EMPTY_PATH, &attr, sizeof attr) == 0;
}

// As each box would have it.
bool Assemble(const RootViewOptions& options) {
  return root_view::Etc(options).ok() && root_view::Devices(options).ok() &&
         root_view::TerminalDevices(options).ok() && root_view::Processors(options).ok();
}

bool HangUp(const RootViewOptions& options) {
  if (::unshare(CLONE_NEWNS) != 0) return false;
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return false;
  if (::mount("box", kStaging.c_str(), "tmpfs", MS_NOSUID | MS_NODEV,
              "size=4m,nr_inodes=4096,mode=0755") != 0) {
    return false;
  }
  UniqueFd trees[std::size(kPieces)];
  bool done = Assemble(options);
  for (size_t i = 0; done && i < std::size(kPieces); ++i) {
    trees[i] = OpenTree(kStaging + kPieces[i].place, OPEN_TREE_CLONE | AT_RECURSIVE);
    done = trees[i] && MakeReadOnly(trees[i]);
  }
  // The spawner goes on with its own /proc in any case.
  done = ::umount2(kStaging.c_str(), MNT_DETACH) == 0 && done;
  for (size_t i = 0; done && i < std::size(kPieces); ++i) {
    done = MoveTo(trees[i], kPieces[i].hook);
  }
  return done;
}

// A file of the box's own over one of the furniture's; it needs no name besides.
bool Cover(const std::string& path, const std::string& text) {
  const std::string own = kStaging + "/.own";
  if (!MakeFile(own, text)) return false;
  const bool covered = Bind(own, path, kReadOnlyMount);
  return ::unlink(own.c_str()) == 0 && covered;
}

}  // namespace

bool PrepareFurniture(const RootViewOptions& options) {
  static const bool prepared = HangUp(options);
  return prepared;
}

Result<Furniture> Furniture::Take() {
  Furniture taken;
  taken.etc_ = OpenTree(kEtc.hook, 0);
  taken.dev_ = OpenTree(kDev.hook, 0);
  taken.sys_ = OpenTree(kSys.hook, 0);
  if (!taken.etc_ || !taken.dev_ || !taken.sys_) return ViewError("cannot find what is prepared");
  return taken;
}

Status Furniture::Put(const RootViewOptions& options) const {
  const auto put = [](const UniqueFd& tree, const Piece& piece) {
    const std::string path = kStaging + piece.place;
    return MakeDirectories(path) && MoveTo(tree, path);
  };
  if (!put(etc_, kEtc) || !put(dev_, kDev) || !put(sys_, kSys)) {
    return ViewError("cannot show what is prepared");
  }
  const UserLists users = ListUsers(options);
  if (!Cover(kStaging + "/etc/passwd", users.passwd) ||
      !Cover(kStaging + "/etc/group", users.group)) {
    return ViewError("cannot write the box's own files");
  }
  const std::string memory = kStaging + "/run/shm";
  if (!MakeDirectories(memory) ||
      !Bind(memory, kStaging + "/dev/shm", MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV)) {
    return ViewError(memory);
  }
  return {};
}

}  // namespace assay
