#include "apps/cli/line_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/fd.h"
#include "base/files/same_file.h"

namespace assay {
namespace {

Error CannotWrite() {
  return SystemError("rows", errno, "the rows can't be written");
}

// Whatever is in the way of a path that somebody named is about that path.
Error CannotWrite(const std::string& option, const std::string& path) {
  return Error{ErrorCode::kInvalidArgument, "rows", 0,
               option + ": " + path + " can't be written: " + std::strerror(errno)};
}

Status RefuseInputs(const std::string& option, const std::string& path,
                    const std::vector<std::string>& inputs) {
  const Status refused = RefuseOverwriting(path, inputs);
  if (refused.ok()) return refused;
  Error error = refused.error();
  error.message = option + ": " + error.message;
  return error;
}

// What is there is replaced, and not the link that leads to it.
std::string BehindLinks(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path behind = std::filesystem::weakly_canonical(path, unknown);
  return unknown ? path : behind.string();
}

// Null with errno. What is there already keeps its mode.
std::FILE* Create(const std::string& path, mode_t mode) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode));
  std::FILE* const file = fd ? ::fdopen(fd.get(), "w") : nullptr;
  if (file != nullptr) fd.Release();  // the stream owns it
  return file;
}

}  // namespace

Result<LineFile> LineFile::Open(const std::string& path, const std::vector<std::string>& inputs) {
  return Open(path, inputs, Kind());
}

Result<LineFile> LineFile::Open(const std::string& path, const std::vector<std::string>& inputs,
                                const Kind& kind) {
  const std::string& option = kind.option;
  const mode_t mode = kind.secret ? 0600 : 0666;
  if (path.empty()) return LineFile(stdout, "", option);
  ASSAY_RETURN_IF_ERROR(RefuseInputs(option, path, inputs));
  struct stat before = {};
  const bool there = ::stat(path.c_str(), &before) == 0;
  const std::string behind = BehindLinks(path);
  // A file without a name, which /dev/stdout may lead to, isn't found behind its link.
  if (there && (!S_ISREG(before.st_mode) || !IsSameFile(path, behind))) {
    LineFile direct(Create(path, mode), "", option);
    if (direct.file_ == nullptr) return CannotWrite(option, path);
    return direct;
  }
  LineFile file(nullptr, behind, option);
  ASSAY_RETURN_IF_ERROR(RefuseInputs(option, file.partial(), inputs));
  file.file_.reset(Create(file.partial(), mode));
  if (file.file_ == nullptr) return CannotWrite(option, path);
  // A partial file may be left of another run.
  const int fd = ::fileno(file.file_.get());
  if (there) {
    ::fchmod(fd, before.st_mode & 07777);
  } else if (kind.secret) {
    ::fchmod(fd, mode);
  }
  return file;
}

LineFile::~LineFile() {
  if (file_ != nullptr) Leave();
}

void LineFile::Leave() {
  if (path_.empty()) return;
  if (any_) {
    std::fflush(file_.get());
    std::fprintf(stderr, "the rows so far are in %s\n", partial().c_str());
  } else {
    ::remove(partial().c_str());
  }
  path_.clear();
}

Status LineFile::Write(std::string line) {
  line += '\n';
  any_ = true;
  if (std::fwrite(line.data(), 1, line.size(), file_.get()) != line.size()) return CannotWrite();
  return Status();
}

Status LineFile::Finish() {
  if (std::fflush(file_.get()) != 0) return CannotWrite();
  if (path_.empty()) return Status();
  if (::rename(partial().c_str(), path_.c_str()) != 0) return CannotWrite(option_, path_);
  path_.clear();
  return Status();
}

}  // namespace assay
