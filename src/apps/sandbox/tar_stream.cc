#include "apps/sandbox/tar_stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <thread>
#include <utility>

#include "base/fd.h"

namespace assay {
namespace {

constexpr size_t kBlock = 64 << 10;

Error Failed(archive* at, const std::string& what) {
  const char* why = ::archive_error_string(at);
  return Error{ErrorCode::kInvalidArgument, "tar", ::archive_errno(at),
               what + ": " + (why == nullptr ? "unknown" : why)};
}

// What a tar of ours holds, and what is taken out of one.
bool IsWanted(archive_entry* entry) {
  const auto type = ::archive_entry_filetype(entry);
  return type == AE_IFREG || type == AE_IFDIR || type == AE_IFLNK ||
         ::archive_entry_hardlink(entry) != nullptr;
}

}  // namespace

struct TarReader::State {
  explicit State(std::string given) : folder(std::move(given)) {
    while (folder.size() > 1 && folder.back() == '/') folder.pop_back();
  }
  ~State() {
    ::archive_entry_free(entry);
    ::archive_read_free(disk);
    ::archive_write_free(tar);
  }
  static la_ssize_t Keep(archive*, void* self, const void* bytes, size_t count) {
    static_cast<State*>(self)->ready.append(static_cast<const char*>(bytes), count);
    return static_cast<la_ssize_t>(count);
  }
  Status Open();
  Status Step();
  Status NextEntry();

  std::string folder;
  archive* disk = ::archive_read_disk_new();
  archive* tar = ::archive_write_new();
  archive_entry* entry = ::archive_entry_new();
  bool opened = false;
  bool ended = false;
  UniqueFd file;          // whose bytes come next
  int64_t file_left = 0;  // as its header promised
  std::string ready;
};

Status TarReader::State::Open() {
  opened = true;
  ::archive_read_disk_set_symlink_physical(disk);
  ::archive_read_disk_set_behavior(
      disk, ARCHIVE_READDISK_NO_XATTR | ARCHIVE_READDISK_NO_ACL | ARCHIVE_READDISK_NO_FFLAGS);
  ::archive_write_set_format_pax_restricted(tar);
  ::archive_write_set_bytes_per_block(tar, kBlock);
  ::archive_write_set_bytes_in_last_block(tar, 1);
  if (::archive_write_open(tar, this, nullptr, &Keep, nullptr) != ARCHIVE_OK) {
    return Failed(tar, folder);
  }
  if (::archive_read_disk_open(disk, folder.c_str()) != ARCHIVE_OK) return Failed(disk, folder);
  return {};
}

Status TarReader::State::NextEntry() {
  ::archive_entry_clear(entry);
  const int got = ::archive_read_next_header2(disk, entry);
  if (got == ARCHIVE_EOF) {
    ended = true;
    if (::archive_write_close(tar) != ARCHIVE_OK) return Failed(tar, folder);
    return {};
  }
  if (got < ARCHIVE_WARN) return Failed(disk, folder);
  ::archive_read_disk_descend(disk);
  const std::string path = ::archive_entry_pathname(entry);
  if (path.size() <= folder.size() || !IsWanted(entry)) return {};
  ::archive_entry_set_pathname(entry, path.c_str() + folder.size() + (folder == "/" ? 0 : 1));
  ::archive_entry_set_uid(entry, 0);
  ::archive_entry_set_gid(entry, 0);
  ::archive_entry_set_uname(entry, nullptr);
  ::archive_entry_set_gname(entry, nullptr);
  if (::archive_entry_filetype(entry) == AE_IFREG) {
    file.Reset(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    if (!file) return SystemError("tar", errno, path);
    file_left = ::archive_entry_size(entry);
  }
  if (::archive_write_header(tar, entry) < ARCHIVE_WARN) return Failed(tar, path);
  if (file_left == 0) file.Reset();
  return {};
}

// An entry, or a piece of a file. What a file grows meanwhile is left out, what it shrinks is
// zeros, for its header has said how long it is.
Status TarReader::State::Step() {
  if (!file) return NextEntry();
  std::string bytes(static_cast<size_t>(std::min<int64_t>(file_left, kBlock)), '\0');
  const ssize_t got = ::read(file.get(), bytes.data(), bytes.size());
  if (got < 0) return SystemError("tar", errno, folder);
  if (got > 0) bytes.resize(static_cast<size_t>(got));
  if (::archive_write_data(tar, bytes.data(), bytes.size()) < 0) return Failed(tar, folder);
  file_left -= static_cast<int64_t>(bytes.size());
  if (file_left == 0) file.Reset();
  return {};
}

TarReader::TarReader(std::string folder) : state_(std::make_unique<State>(std::move(folder))) {}

TarReader::~TarReader() = default;

Result<std::string> TarReader::Next() {
  if (!state_->opened) ASSAY_RETURN_IF_ERROR(state_->Open());
  while (state_->ready.empty() && !state_->ended) ASSAY_RETURN_IF_ERROR(state_->Step());
  return std::exchange(state_->ready, {});
}

// libarchive asks for bytes, we are given them: a stream and a thread between the two. Of sockets,
// because a write to a thread that has given up must not raise SIGPIPE, as one to a pipe does.
struct TarWriter::State {
  explicit State(std::string given) : folder(std::move(given)) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    const UniqueFd target(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    // What is unpacked is named from here, which is what libarchive holds it to.
    if (!target || ::fchdir(target.get()) != 0) {
      status = SystemError("tar", errno, folder);
      return;
    }
    int ends[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
      status = SystemError("tar", errno, "socketpair");
      return;
    }
    out.Reset(ends[1]);
    thread = std::thread([this, in = ends[0]] { status = Unpack(UniqueFd(in)); });
  }
  ~State() {
    out.Reset();
    if (thread.joinable()) thread.join();
  }
  Status Unpack(UniqueFd in) const;

  const std::string folder;
  UniqueFd out;
  Status status;  // of the thread, until it is joined
  std::thread thread;
};

Status TarWriter::State::Unpack(UniqueFd in) const {
  struct Ends {
    archive* tar = ::archive_read_new();
    archive* disk = ::archive_write_disk_new();
    ~Ends() {
      ::archive_read_free(tar);
      ::archive_write_free(disk);
    }
  } ends;
  ::archive_read_support_format_tar(ends.tar);
  ::archive_write_disk_set_options(
      ends.disk, ARCHIVE_EXTRACT_TIME | ARCHIVE_EXTRACT_SECURE_SYMLINKS |
                     ARCHIVE_EXTRACT_SECURE_NODOTDOT | ARCHIVE_EXTRACT_SECURE_NOABSOLUTEPATHS);
  if (::archive_read_open_fd(ends.tar, in.get(), kBlock) != ARCHIVE_OK) {
    return Failed(ends.tar, folder);
  }
  for (;;) {
    archive_entry* entry = nullptr;
    const int got = ::archive_read_next_header(ends.tar, &entry);
    if (got == ARCHIVE_EOF) break;
    if (got < ARCHIVE_WARN) return Failed(ends.tar, "the tar that came");
    if (!IsWanted(entry)) continue;
    const char* const name = ::archive_entry_pathname(entry);
    const std::string path = name == nullptr ? "" : name;
    if (::archive_write_header(ends.disk, entry) < ARCHIVE_WARN) return Failed(ends.disk, path);
    const void* bytes = nullptr;
    size_t count = 0;
    la_int64_t offset = 0;
    int read = ARCHIVE_OK;
    while ((read = ::archive_read_data_block(ends.tar, &bytes, &count, &offset)) == ARCHIVE_OK) {
      if (::archive_write_data_block(ends.disk, bytes, count, offset) < 0) {
        return Failed(ends.disk, path);
      }
    }
    if (read != ARCHIVE_EOF) return Failed(ends.tar, path);
    if (::archive_write_finish_entry(ends.disk) < ARCHIVE_WARN) return Failed(ends.disk, path);
  }
  // Times and modes of folders are set last.
  if (::archive_write_close(ends.disk) < ARCHIVE_WARN) return Failed(ends.disk, folder);
  // To the end, so that who writes never meets a closed stream after a whole archive.
  char rest[4096];
  while (::read(in.get(), rest, sizeof rest) > 0) continue;
  return {};
}

TarWriter::TarWriter(std::string folder) : state_(std::make_unique<State>(std::move(folder))) {}

TarWriter::~TarWriter() = default;

bool TarWriter::Feed(std::string_view piece) {
  if (!state_->out) return false;
  while (!piece.empty()) {
    const ssize_t written = ::send(state_->out.get(), piece.data(), piece.size(), MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    piece.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

Status TarWriter::Finish() {
  state_->out.Reset();
  if (state_->thread.joinable()) state_->thread.join();
  return state_->status;
}

}  // namespace assay
