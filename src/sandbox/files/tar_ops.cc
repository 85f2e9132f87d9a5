#include "sandbox/files/tar_ops.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "sandbox/files/file_ops.h"
#include "sandbox/files/file_transfer.h"

namespace assay {
namespace {

constexpr int64_t kMaxPackedFile = 1LL << 40;  // its holes take time, too
constexpr size_t kMaxExtents = 10'000;         // of one file; with more, its holes are stored

struct Extent {
  int64_t begin;
  int64_t end;
};

struct FreeArchive {
  void operator()(archive* a) const { ::archive_free(a); }
};
struct FreeEntry {
  void operator()(archive_entry* entry) const { ::archive_entry_free(entry); }
};
using Archive = std::unique_ptr<archive, FreeArchive>;
using Entry = std::unique_ptr<archive_entry, FreeEntry>;

// The stream's own failure comes before what libarchive makes of it.
Error ArchiveFault(archive* a, const std::optional<Error>& of_stream, const char* doing) {
  if (of_stream) return *of_stream;
  const int number = ::archive_errno(a);
  const char* text = ::archive_error_string(a);
  // libarchive's own numbers are negative.
  return FileFault(number > 0 ? number : EINVAL,
                   std::string("cannot ") + doing + ": " + (text == nullptr ? "no tar" : text));
}

class Packer {
 public:
  Packer(FileStream* stream, bool own)
      : stream_(stream), own_(own), archive_(::archive_write_new()) {}

  Status Pack(const std::string& path) {
    archive* const a = archive_.get();
    ::archive_write_set_format_pax_restricted(a);
    ::archive_write_set_options(a, "hdrcharset=BINARY");
    ::archive_write_set_bytes_per_block(a, 64 << 10);
    ::archive_write_set_bytes_in_last_block(a, 1);
    if (::archive_write_open(a, this, nullptr, &Packer::OnBytes, nullptr) != ARCHIVE_OK) {
      return Fault();
    }
    UniqueFd top(::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK));
    if (top) {
      ASSAY_RETURN_IF_ERROR(Tree(top.get()));
    } else if (errno == ENOTDIR) {
      const size_t slash = path.rfind('/');
      top.Reset(::open(path.substr(0, slash + 1).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
      if (!top) return PathFault(errno, "pack", path);
      bool directory = false;
      ASSAY_RETURN_IF_ERROR(One(top.get(), path.substr(slash + 1), &directory));
    } else {
      return PathFault(errno, "pack", path);
    }
    return ::archive_write_close(a) == ARCHIVE_OK ? Status() : Fault();
  }

 private:
  static la_ssize_t OnBytes(archive* a, void* self_void, const void* bytes, size_t size) {
    auto* self = static_cast<Packer*>(self_void);
    std::string_view rest(static_cast<const char*>(bytes), size);
    while (!rest.empty()) {
      const Status sent = self->stream_->Send(FileFrame::kPiece, rest.substr(0, kMaxFilePayload));
      if (!sent.ok()) {
        self->broken_ = sent.error();
        ::archive_set_error(a, EPIPE, "the other side is gone");
        return -1;
      }
      rest.remove_prefix(std::min(rest.size(), kMaxFilePayload));
    }
    return static_cast<la_ssize_t>(size);
  }
  Error Fault() { return ArchiveFault(archive_.get(), broken_, "pack"); }

  // Depth first, each directory before what is in it.
  Status Tree(int top) {
    struct stat whole {};
    if (::fstat(top, &whole) != 0) return PathFault(errno, "pack", "");
    device_ = whole.st_dev;
    // Made with the box of an image, and no program's to touch; only there are files of others.
    struct stat made {};
    if (own_ && ::lstat("/etc/hostname", &made) == 0) began_ = made.st_ctim;
    std::vector<std::string> waiting = {""};
    while (!waiting.empty()) {
      const std::string name = std::move(waiting.back());
      waiting.pop_back();
      if (!name.empty()) {
        bool directory = false;
        ASSAY_RETURN_IF_ERROR(One(top, name, &directory));
        if (!directory) continue;
      }
      UniqueFd open(OpenBelow(top, name.empty() ? "." : name,
                              O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK));
      if (!open && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)) continue;  // is gone
      if (!open && own_ && errno == EACCES && !IsOwn(top, name)) continue;
      if (!open) return PathFault(errno, "pack", name);
      ASSAY_ASSIGN_OR_RETURN(std::vector<std::string> names, NamesIn(std::move(open)));
      if (waiting.size() + names.size() > static_cast<size_t>(10 * kMaxListedFiles)) {
        return FileFault(EOVERFLOW, "too many files");
      }
      for (auto below = names.rbegin(); below != names.rend(); ++below) {
        waiting.push_back(name.empty() ? *below : name + "/" + *below);
      }
    }
    return {};
  }

  static bool IsOwn(int top, const std::string& name) {
    const UniqueFd at(OpenBelow(top, name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    struct stat found {};
    return at && ::fstat(at.get(), &found) == 0 && found.st_uid == ::geteuid();
  }

  // A file of the box's image stays its owner's when a program writes to it. The image's files are
  // older than the box, and so is all that a program may not write to.
  bool IsChanged(const struct stat& found) const {
    if (!began_ || !S_ISREG(found.st_mode) || (found.st_mode & S_IWOTH) == 0) return false;
    return std::pair(found.st_ctim.tv_sec, found.st_ctim.tv_nsec) >=
           std::pair(began_->tv_sec, began_->tv_nsec);
  }

  Status One(int top, const std::string& name, bool* directory) {
    struct stat found {};
    const UniqueFd at(OpenBelow(top, name, O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!at || ::fstat(at.get(), &found) != 0) {
      if (errno == ENOENT || errno == ENOTDIR || errno == ELOOP) return {};
      return PathFault(errno, "pack", name);
    }
    if (S_ISSOCK(found.st_mode)) return {};
    *directory = S_ISDIR(found.st_mode);
    if (own_) {
      // Of directories only: files of an overlay are on other devices than these.
      const bool mounted = *directory && found.st_dev != device_;
      if (mounted) *directory = false;
      if (mounted || (found.st_uid != ::geteuid() && !IsChanged(found))) return {};
      // Where programs own all of the box's files, its own are on mounts they can't write to.
      struct statvfs mount {};
      if (::fstatvfs(at.get(), &mount) != 0 || (mount.f_flag & ST_RDONLY) != 0) return {};
    }
    Entry entry(::archive_entry_new());
    UniqueFd content;
    if (S_ISREG(found.st_mode)) {
      // It may have become a pipe since then.
      content.Reset(OpenBelow(top, name, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC));
      if (!content && (errno == ENOENT || errno == ENOTDIR || errno == ELOOP)) return {};
      // The image lets everyone write to it, and not this user read it.
      if (!content && own_ && errno == EACCES && found.st_uid != ::geteuid()) return {};
      if (!content || ::fstat(content.get(), &found) != 0) return PathFault(errno, "pack", name);
      if (!S_ISREG(found.st_mode)) return {};
      if (found.st_size > kMaxPackedFile) return PathFault(EFBIG, "pack", name);
    }
    ::archive_entry_copy_stat(entry.get(), &found);
    ::archive_entry_set_uid(entry.get(), 0);
    ::archive_entry_set_gid(entry.get(), 0);
    // Two names of one file become two files.
    ::archive_entry_set_nlink(entry.get(), 1);
    ::archive_entry_copy_pathname(entry.get(), (*directory ? name + "/" : name).c_str());
    if (S_ISLNK(found.st_mode)) {
      char target[PATH_MAX];
      const ssize_t size = ::readlinkat(at.get(), "", target, sizeof target - 1);
      if (size < 0) return PathFault(errno, "pack", name);
      target[size] = '\0';
      ::archive_entry_copy_symlink(entry.get(), target);
    }
    std::vector<Extent> extents;
    if (content) {
      extents = FindData(content.get(), found);
      if (extents.empty()) extents.push_back({found.st_size, found.st_size});
      for (const Extent& extent : extents) {
        if (extent.end - extent.begin == found.st_size) break;
        ::archive_entry_sparse_add_entry(entry.get(), extent.begin, extent.end - extent.begin);
      }
    }
    if (::archive_write_header(archive_.get(), entry.get()) < ARCHIVE_WARN) return Fault();
    return content ? Content(content.get(), found.st_size, extents, name) : Status();
  }

  // Where there is data; all of it when there are no holes, or too many.
  static std::vector<Extent> FindData(int fd, const struct stat& found) {
    const std::vector<Extent> whole = {{0, found.st_size}};
    if (found.st_blocks * 512 >= found.st_size) return whole;
    std::vector<Extent> extents;
    for (off_t at = 0; at < found.st_size;) {
      const off_t data = ::lseek(fd, at, SEEK_DATA);
      if (data < 0 || data >= found.st_size) break;
      const off_t hole = std::min<off_t>(::lseek(fd, data, SEEK_HOLE), found.st_size);
      if (hole <= data || extents.size() >= kMaxExtents) return whole;
      extents.push_back({data, hole});
      at = hole;
    }
    return extents;
  }

  // As many bytes as the header says: one that has shrunk is filled up with zeros. Those of holes
  // are counted by libarchive and not stored.
  Status Content(int fd, int64_t size, const std::vector<Extent>& extents,
                 const std::string& name) {
    int64_t at = 0;
    for (const Extent& extent : extents) {
      ASSAY_RETURN_IF_ERROR(Zeros(extent.begin - at));
      at = extent.begin;
      buffer_.resize(kMaxFilePayload);
      while (at < extent.end) {
        const size_t wanted =
            static_cast<size_t>(std::min<int64_t>(extent.end - at, kMaxFilePayload));
        const ssize_t count = ::pread(fd, buffer_.data(), wanted, at);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return PathFault(errno, "pack", name);
        if (count == 0) break;
        if (::archive_write_data(archive_.get(), buffer_.data(), static_cast<size_t>(count)) < 0) {
          return Fault();
        }
        at += count;
      }
    }
    ASSAY_RETURN_IF_ERROR(Zeros(size - at));
    return ::archive_write_finish_entry(archive_.get()) < ARCHIVE_WARN ? Fault() : Status();
  }
  Status Zeros(int64_t count) {
    if (count > 0 && zeros_.empty()) zeros_.resize(kMaxFilePayload);
    for (; count > 0; count -= std::min<int64_t>(count, kMaxFilePayload)) {
      const size_t size = static_cast<size_t>(std::min<int64_t>(count, kMaxFilePayload));
      if (::archive_write_data(archive_.get(), zeros_.data(), size) < 0) return Fault();
    }
    return {};
  }

  FileStream* const stream_;
  const bool own_;
  dev_t device_ = 0;               // of the directory that is packed
  std::optional<timespec> began_;  // when the box was made
  Archive archive_;
  std::string buffer_;
  std::string zeros_;
  std::optional<Error> broken_;
};

class Unpacker {
 public:
  explicit Unpacker(FileStream* stream)
      : stream_(stream), from_(::archive_read_new()), to_(::archive_write_disk_new()) {}

  // Into the working directory.
  Status Unpack() {
    archive* const from = from_.get();
    ::archive_read_support_format_tar(from);
    // Those that are part of the library: others would start programs of the box.
    ::archive_read_support_filter_gzip(from);
    ::archive_read_support_filter_bzip2(from);
    ::archive_read_support_filter_xz(from);
    ::archive_read_support_filter_zstd(from);
    ::archive_read_support_filter_lz4(from);
    ::archive_write_disk_set_options(
        to_.get(), ARCHIVE_EXTRACT_PERM | ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                       ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
    if (::archive_read_open(from, this, nullptr, &Unpacker::NextBytes, nullptr) < ARCHIVE_WARN) {
      return Fault(from);
    }
    for (;;) {
      archive_entry* entry = nullptr;
      const int result = ::archive_read_next_header(from, &entry);
      if (result == ARCHIVE_EOF) break;
      if (result < ARCHIVE_WARN) return Fault(from);
      ASSAY_RETURN_IF_ERROR(One(entry));
    }
    // Times and modes of directories are set last.
    if (::archive_write_close(to_.get()) < ARCHIVE_WARN) return Fault(to_.get());
    return Rest();
  }

 private:
  static la_ssize_t NextBytes(archive* a, void* self_void, const void** bytes) {
    auto* self = static_cast<Unpacker*>(self_void);
    *bytes = nullptr;
    if (self->ended_) return 0;
    for (;;) {
      auto message = self->stream_->Receive();
      if (!message.ok() ||
          (message->type != FileFrame::kPiece && message->type != FileFrame::kEnd)) {
        self->broken_ = message.ok() ? FileFault(EPROTO, "no piece of a tar") : message.error();
        ::archive_set_error(a, EPIPE, "the other side is gone");
        return -1;
      }
      self->ended_ = message->type == FileFrame::kEnd;
      if (self->ended_) return 0;
      if (message->payload.empty()) continue;
      self->piece_ = std::move(message->payload);
      *bytes = self->piece_.data();
      return static_cast<la_ssize_t>(self->piece_.size());
    }
  }
  Error Fault(archive* a) { return ArchiveFault(a, broken_, "unpack"); }

  // What follows the tar's own end: padding. Whoever sends it is waited for.
  Status Rest() {
    while (!ended_) {
      ASSAY_ASSIGN_OR_RETURN(const FileMessage message, stream_->Receive());
      ended_ = message.type == FileFrame::kEnd;
    }
    return {};
  }

  static bool LeadsOut(const char* name) {
    if (name == nullptr) return false;
    std::string_view rest = name;
    if (!rest.empty() && rest.front() == '/') return true;
    while (true) {
      const size_t slash = rest.find('/');
      if (rest.substr(0, slash) == "..") return true;
      if (slash == rest.npos) return false;
      rest.remove_prefix(slash + 1);
    }
  }

  Status One(archive_entry* entry) {
    const char* name = ::archive_entry_pathname(entry);
    if (name == nullptr || *name == '\0') return FileFault(EINVAL, "an entry without a name");
    if (LeadsOut(name) || LeadsOut(::archive_entry_hardlink(entry))) {
      return FileFault(
          EINVAL, "a tar with a name that leads out of it: " + std::string(name).substr(0, 256));
    }
    archive* const to = to_.get();
    if (::archive_write_header(to, entry) < ARCHIVE_WARN) return Fault(to);
    for (;;) {
      const void* bytes = nullptr;
      size_t size = 0;
      la_int64_t offset = 0;
      const int result = ::archive_read_data_block(from_.get(), &bytes, &size, &offset);
      if (result == ARCHIVE_EOF) break;
      if (result < ARCHIVE_WARN) return Fault(from_.get());
      // A full disk is no more than a warning to it.
      if (::archive_write_data_block(to, bytes, size, offset) != ARCHIVE_OK) return Fault(to);
    }
    return ::archive_write_finish_entry(to) < ARCHIVE_WARN ? Fault(to) : Status();
  }

  FileStream* const stream_;
  Archive from_;
  Archive to_;
  std::string piece_;
  bool ended_ = false;
  std::optional<Error> broken_;
};

}  // namespace

Status PackTree(FileStream* stream, const std::string& path) {
  return Packer(stream, /*own=*/false).Pack(path);
}

Status PackOwn(FileStream* stream, const std::string& path) {
  return Packer(stream, /*own=*/true).Pack(path);
}

Status UnpackTree(FileStream* stream, const std::string& path) {
  const auto made = MakeWithParents(path);
  if (!made.ok()) return made.error();
  if (::chdir(path.c_str()) != 0) return PathFault(errno, "unpack into", path);
  return Unpacker(stream).Unpack();
}

}  // namespace assay
