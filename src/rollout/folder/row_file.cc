#include "rollout/folder/row_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <vector>

#include "base/check.h"
#include "base/whole_file.h"

namespace assay::rollout {
namespace {

constexpr size_t kChunkBytes = 1 << 20;
constexpr char kStage[] = "rollout.rows";

// A new file is there after a crash only once its folder is on the disk.
Status SyncFolderOf(const std::string& path) {
  const size_t slash = path.rfind('/');
  const std::string folder = slash == path.npos ? "." : path.substr(0, slash + 1);
  const UniqueFd fd(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (!fd || ::fsync(fd.get()) != 0) return SystemError(kStage, errno, folder);
  return {};
}

}  // namespace

Result<std::unique_ptr<RowFile>> RowFile::Open(const std::string& path, Use use,
                                               const OnLine& on_line) {
  const bool append = use == Use::kAppend;
  UniqueFd fd(
      ::open(path.c_str(), (append ? O_RDWR | O_CREAT | O_APPEND : O_RDONLY) | O_CLOEXEC, 0644));
  if (!fd && !append && errno == ENOENT) fd.Reset(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  if (!fd) return SystemError(kStage, errno, path + " cannot be opened");
  std::unique_ptr<RowFile> file(new RowFile(path, std::move(fd)));
  ASSAY_ASSIGN_OR_RETURN(const int64_t whole, file->Scan(on_line));
  if (!append) return file;
  if (file->torn_bytes_ > 0 && ::ftruncate(file->fd_.get(), whole) != 0) {
    return SystemError(kStage, errno, path + ": the unfinished last line cannot be cut off");
  }
  ASSAY_RETURN_IF_ERROR(SyncFolderOf(path));
  MutexLock lock(file->mutex_);
  file->accepted_ = file->durable_ = whole;
  return file;
}

// Returns the bytes of all whole lines.
Result<int64_t> RowFile::Scan(const OnLine& on_line) {
  std::string rest;  // of the file from `begin` on, as far as it was read
  int64_t begin = 0;
  std::vector<char> chunk(kChunkBytes);
  while (true) {
    const int64_t at = begin + static_cast<int64_t>(rest.size());
    const ssize_t count = ::pread(fd_.get(), chunk.data(), chunk.size(), at);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(kStage, errno, path_ + " cannot be read");
    if (count == 0) break;
    size_t searched = rest.size();
    rest.append(chunk.data(), static_cast<size_t>(count));
    size_t done = 0;
    for (size_t end; (end = rest.find('\n', searched)) != rest.npos; searched = done) {
      const std::string_view line = std::string_view(rest).substr(done, end - done);
      const Place place{begin + static_cast<int64_t>(done), static_cast<int64_t>(line.size())};
      if (!line.empty()) on_line(place, line);
      done = end + 1;
    }
    rest.erase(0, done);
    begin += static_cast<int64_t>(done);
  }
  torn_bytes_ = static_cast<int64_t>(rest.size());
  return begin;
}

Result<RowFile::Place> RowFile::Append(std::string_view line) {
  const Place place = Put(line);
  ASSAY_RETURN_IF_ERROR(Flush());
  return place;
}

RowFile::Place RowFile::Put(std::string_view line) {
  ASSAY_CHECK(line.find('\n') == line.npos);
  MutexLock lock(mutex_);
  const Place place{accepted_, static_cast<int64_t>(line.size())};
  pending_.append(line).append("\n");
  accepted_ += place.bytes + 1;
  return place;
}

Status RowFile::Flush() {
  int64_t end = -1;
  // Whoever finds nobody writing writes what all have brought by then.
  while (true) {
    {
      MutexLock lock(mutex_);
      if (end < 0) end = accepted_;
      while (writing_ && durable_ < end && !failure_) changed_.Wait(mutex_);
      if (durable_ >= end) return {};
      if (failure_) return *failure_;
      writing_ = true;
    }
    WriteBatch();
  }
}

void RowFile::WriteBatch() {
  std::string batch;
  int64_t upto = 0;
  {
    MutexLock lock(mutex_);
    batch.swap(pending_);
    upto = accepted_;
  }
  Status status = WriteAll(fd_.get(), batch, path_, kStage);
  if (status.ok() && ::fdatasync(fd_.get()) != 0) status = SystemError(kStage, errno, path_);
  MutexLock lock(mutex_);
  writing_ = false;
  if (status.ok()) {
    durable_ = upto;
  } else {
    failure_ = status.error();
  }
  changed_.NotifyAll();
}

Result<std::string> RowFile::Read(Place place) const {
  std::string line(static_cast<size_t>(place.bytes), '\0');
  size_t done = 0;
  while (done < line.size()) {
    const ssize_t count = ::pread(fd_.get(), line.data() + done, line.size() - done,
                                  place.offset + static_cast<int64_t>(done));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) {
      return SystemError(kStage, count < 0 ? errno : EIO, path_ + " has become shorter");
    }
    done += static_cast<size_t>(count);
  }
  return line;
}

}  // namespace assay::rollout
