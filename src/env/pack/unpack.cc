#include "env/pack/unpack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <memory>
#include <string_view>

#include "base/fd.h"
#include "base/whole_file.h"
#include "env/model/names.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.unpack";
constexpr size_t kPiece = 256 << 10;

Error Refused(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, what};
}

// For messages: what a stranger wrote may hold anything.
std::string Shown(std::string_view name) {
  std::string shown;
  for (const char c : name.substr(0, 100)) shown += c >= ' ' && c <= '~' ? c : '?';
  return shown;
}

class Unpacking {
 public:
  Unpacking(std::string folder, const UnpackLimits& limits)
      : folder_(std::move(folder)), limits_(limits), from_(::archive_read_new()) {
    ::archive_read_support_filter_gzip(from_.get());
    ::archive_read_support_filter_zstd(from_.get());
    ::archive_read_support_format_tar(from_.get());
    // Names are bytes, whatever the locale.
    ::archive_read_set_options(from_.get(), "hdrcharset=BINARY");
  }

  Result<std::set<std::string>> All(const std::string& path) {
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (!file) return SystemError(kStage, errno, path + " cannot be read");
    if (::archive_read_open_fd(from_.get(), file.get(), kPiece) < ARCHIVE_WARN) return Damaged();
    for (;;) {
      archive_entry* entry = nullptr;
      const int result = ::archive_read_next_header(from_.get(), &entry);
      if (result == ARCHIVE_EOF) return std::move(names_);
      if (result < ARCHIVE_WARN) return Damaged();
      ASSAY_RETURN_IF_ERROR(One(entry));
    }
  }

 private:
  struct Free {
    void operator()(archive* a) const { ::archive_read_free(a); }
  };

  Error Damaged() const {
    const char* const why = ::archive_error_string(from_.get());
    return Refused(std::string("is no whole pack: ") + (why == nullptr ? "damaged" : why));
  }

  Error TooLarge() const {
    return Refused(fmt::format("holds more than {} MiB (--max-mb)", limits_.bytes >> 20));
  }

  Status One(archive_entry* entry) {
    const char* const named = ::archive_entry_pathname(entry);
    const std::string name = named == nullptr ? "" : named;
    if (::archive_entry_hardlink(entry) != nullptr || ::archive_entry_filetype(entry) != AE_IFREG) {
      return Refused("'" + Shown(name) + "' is no regular file, and packs have nothing else");
    }
    if (!IsFilePath(name)) {
      return Refused("'" + Shown(name) + "' is no name for a file of an environment");
    }
    if (static_cast<int64_t>(names_.size()) >= limits_.files) {
      return Refused(fmt::format("holds more than {} files", limits_.files));
    }
    if (!names_.insert(name).second) return Refused("holds '" + name + "' twice");
    if (::archive_entry_size(entry) > limits_.bytes - bytes_) return TooLarge();
    return Contents(name);
  }

  // Nobody else writes below the folder, and nothing in it is a link, so that paths are safe.
  Status Contents(const std::string& name) {
    for (size_t slash = name.find('/'); slash != name.npos; slash = name.find('/', slash + 1)) {
      const std::string below = folder_ + "/" + name.substr(0, slash);
      if (::mkdir(below.c_str(), 0755) != 0 && errno != EEXIST) {
        return SystemError(kStage, errno, below + " cannot be made");
      }
    }
    const std::string path = folder_ + "/" + name;
    const UniqueFd file(
        ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0644));
    if (!file) {
      if (errno == ENOTDIR || errno == EEXIST || errno == EISDIR) {
        return Refused("holds '" + name + "' both as a file and as a folder");
      }
      return SystemError(kStage, errno, path + " cannot be written");
    }
    std::string piece(kPiece, '\0');
    for (;;) {
      const la_ssize_t count = ::archive_read_data(from_.get(), piece.data(), piece.size());
      if (count < 0) return Damaged();
      if (count == 0) break;
      bytes_ += count;
      if (bytes_ > limits_.bytes) return TooLarge();
      ASSAY_RETURN_IF_ERROR(WriteAll(
          file.get(), std::string_view(piece).substr(0, static_cast<size_t>(count)), path, kStage));
    }
    if (::fsync(file.get()) != 0) return SystemError(kStage, errno, path);
    return {};
  }

  const std::string folder_;
  const UnpackLimits limits_;
  const std::unique_ptr<archive, Free> from_;
  std::set<std::string> names_;
  int64_t bytes_ = 0;
};

}  // namespace

Result<std::set<std::string>> Unpack(const std::string& path, const std::string& folder,
                                     const UnpackLimits& limits) {
  return Unpacking(folder, limits).All(path);
}

}  // namespace assay::env
