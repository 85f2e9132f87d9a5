#include "images/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <climits>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "base/text.h"

namespace assay {
namespace {

constexpr std::string_view kWhiteout = ".wh.";
constexpr std::string_view kOpaque = ".wh..wh..opq";
constexpr size_t kCopyPiece = 1 << 20;

Error Refused(std::string_view name, const char* why) {
  return Error{ErrorCode::kInvalidArgument, "images", 0,
               "'" + std::string(name.substr(0, 256)) + "' " + why};
}

NewEntry FactsOf(archive_entry* entry) {
  NewEntry facts;
  facts.mode = ::archive_entry_perm(entry);
  facts.uid = ::archive_entry_uid(entry);
  facts.gid = ::archive_entry_gid(entry);
  facts.modified = {::archive_entry_mtime(entry), 0};
  return facts;
}

Status UnpackFile(BlobStream& blob, std::string_view name, archive_entry* entry,
                  RootBuilder* root) {
  const auto pieces = [&blob]() -> Result<std::optional<RootBuilder::Piece>> {
    const void* bytes = nullptr;
    size_t size = 0;
    la_int64_t offset = 0;
    const int result = ::archive_read_data_block(blob.tar(), &bytes, &size, &offset);
    if (result == ARCHIVE_EOF) return std::optional<RootBuilder::Piece>();
    if (result < ARCHIVE_WARN) return blob.Fault();
    return std::optional<RootBuilder::Piece>({bytes, size, offset});
  };
  return root->File(name, FactsOf(entry), ::archive_entry_size(entry), pieces);
}

// True: it was one, and is done.
Result<bool> TakeAway(std::string_view name, RootBuilder* root) {
  while (!name.empty() && name.back() == '/') name.remove_suffix(1);
  const size_t slash = name.rfind('/');
  const std::string_view folder = slash == name.npos ? "" : name.substr(0, slash + 1);
  const std::string_view last = slash == name.npos ? name : name.substr(slash + 1);
  if (!StartsWith(last, kWhiteout)) return false;
  if (last == kOpaque) {
    ASSAY_RETURN_IF_ERROR(root->RemoveLowerIn(folder));
    return true;
  }
  const std::string_view gone = last.substr(kWhiteout.size());
  // Others of this kind are notes of the program that wrote the layer.
  if (StartsWith(gone, kWhiteout)) return true;
  if (gone.empty() || gone == "." || gone == "..") return Refused(name, "takes away no name");
  ASSAY_RETURN_IF_ERROR(root->RemoveLower(std::string(folder) + std::string(gone)));
  return true;
}

Status UnpackOne(BlobStream& blob, TarKind kind, archive_entry* entry, RootBuilder* root) {
  const char* const named = ::archive_entry_pathname(entry);
  if (named == nullptr || *named == '\0') return Refused("", "is no name of a file");
  const std::string name = named;
  if (RootBuilder::IsLeftOut(name)) return {};
  if (kind == TarKind::kLayer) {
    ASSAY_ASSIGN_OR_RETURN(const bool taken, TakeAway(name, root));
    if (taken) return {};
  }
  if (const char* const target = ::archive_entry_hardlink(entry)) {
    return root->HardLink(name, target);
  }
  switch (::archive_entry_filetype(entry)) {
    case AE_IFREG: return UnpackFile(blob, name, entry, root);
    case AE_IFDIR: return root->Directory(name, FactsOf(entry));
    case AE_IFLNK: {
      const char* const target = ::archive_entry_symlink(entry);
      return root->Symlink(name, FactsOf(entry), target == nullptr ? "" : target);
    }
    case AE_IFIFO: return root->Pipe(name, FactsOf(entry));
    case AE_IFCHR:
    case AE_IFBLK: return Refused(name, "is a device, which only /dev may have");
    default: return Refused(name, "is of a kind that images don't have");
  }
}

// Depth first; each folder is opened below the one before, so that no link is followed.
class FolderCopy {
 public:
  FolderCopy(RootBuilder* root, std::string path) : root_(root), path_(std::move(path)) {}

  Status Copy() {
    const UniqueFd top(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    struct stat whole {};
    if (!top || ::fstat(top.get(), &whole) != 0) return Failed(path_);
    device_ = whole.st_dev;
    return Below(top.get(), "", 0);
  }

 private:
  static constexpr int kDeepest = 250;

  static Error Failed(const std::string& name) {
    return SystemError("images", errno, "cannot read " + name);
  }

  Status Below(int folder, const std::string& prefix, int depth) {
    if (depth > kDeepest) return Refused(prefix, "is too deep");
    struct Close {
      void operator()(DIR* open) const { ::closedir(open); }
    };
    const int again = ::openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::unique_ptr<DIR, Close> open(again < 0 ? nullptr : ::fdopendir(again));
    if (open == nullptr) return Failed(prefix);
    while (const dirent* each = ::readdir(open.get())) {
      const std::string name = each->d_name;
      if (name == "." || name == "..") continue;
      ASSAY_RETURN_IF_ERROR(One(folder, name, prefix + name, depth));
    }
    return {};
  }

  Status One(int folder, const std::string& name, const std::string& path, int depth) {
    if (RootBuilder::IsLeftOut(path)) return {};
    struct stat found {};
    if (::fstatat(folder, name.c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0) return Failed(path);
    const NewEntry facts{found.st_mode & 07777, found.st_uid, found.st_gid, found.st_mtim};
    if (S_ISDIR(found.st_mode)) {
      ASSAY_RETURN_IF_ERROR(root_->Directory(path, facts));
      if (found.st_dev != device_) return {};
      const UniqueFd below(
          ::openat(folder, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
      if (!below) return Failed(path);
      return Below(below.get(), path + "/", depth + 1);
    }
    if (!S_ISDIR(found.st_mode) && found.st_nlink > 1) {
      const auto [known, first] = names_.try_emplace({found.st_dev, found.st_ino}, path);
      if (!first) return root_->HardLink(path, known->second);
    }
    if (S_ISLNK(found.st_mode)) {
      char target[PATH_MAX];
      const ssize_t size = ::readlinkat(folder, name.c_str(), target, sizeof target);
      if (size < 0) return Failed(path);
      return root_->Symlink(path, facts, std::string(target, static_cast<size_t>(size)));
    }
    if (S_ISFIFO(found.st_mode)) return root_->Pipe(path, facts);
    if (!S_ISREG(found.st_mode)) {
      names_.erase({found.st_dev, found.st_ino});
      return {};
    }
    const UniqueFd file(
        ::openat(folder, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (!file || ::fstat(file.get(), &found) != 0) return Failed(path);
    if (!S_ISREG(found.st_mode)) return Refused(path, "changes while it is read");
    buffer_.resize(kCopyPiece);
    int64_t at = 0;
    const auto pieces = [&]() -> Result<std::optional<RootBuilder::Piece>> {
      for (;;) {
        const ssize_t count = ::read(file.get(), buffer_.data(), buffer_.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return Failed(path);
        if (count == 0) return std::optional<RootBuilder::Piece>();
        RootBuilder::Piece piece{buffer_.data(), static_cast<size_t>(count), at};
        at += count;
        return std::optional<RootBuilder::Piece>(piece);
      }
    };
    return root_->File(path, facts, found.st_size, pieces);
  }

  RootBuilder* const root_;
  const std::string path_;
  dev_t device_ = 0;
  std::map<std::pair<dev_t, ino_t>, std::string> names_;  // of files that have several
  std::string buffer_;
};

}  // namespace

Status UnpackTar(BlobStream& blob, TarKind kind, RootBuilder* root) {
  if (kind == TarKind::kLayer) root->BeginLayer();
  for (;;) {
    archive_entry* entry = nullptr;
    const int result = ::archive_read_next_header(blob.tar(), &entry);
    if (result == ARCHIVE_EOF) return blob.Finish();
    if (result < ARCHIVE_WARN) return blob.Fault();
    ASSAY_RETURN_IF_ERROR(UnpackOne(blob, kind, entry, root));
  }
}

Status CopyFolder(const std::string& path, RootBuilder* root) {
  return FolderCopy(root, path).Copy();
}

}  // namespace assay
