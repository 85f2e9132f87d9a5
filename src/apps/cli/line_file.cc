#include "apps/cli/line_file.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "base/files/same_file.h"

namespace assay {
namespace {

Error CannotWrite() {
  return SystemError("rows", errno, "the rows can't be written");
}

// Whatever is in the way of a path that somebody named is about that path.
Error CannotWrite(const std::string& path) {
  return Error{ErrorCode::kInvalidArgument, "rows", 0,
               "--out: " + path + " can't be written: " + std::strerror(errno)};
}

Status RefuseInputs(const std::string& path, const std::vector<std::string>& inputs) {
  const Status refused = RefuseOverwriting(path, inputs);
  if (refused.ok()) return refused;
  Error error = refused.error();
  error.message = "--out: " + error.message;
  return error;
}

// What is there is replaced, and not the link that leads to it.
std::string BehindLinks(const std::string& path) {
  std::error_code unknown;
  const std::filesystem::path behind = std::filesystem::weakly_canonical(path, unknown);
  return unknown ? path : behind.string();
}

}  // namespace

Result<LineFile> LineFile::Open(const std::string& path, const std::vector<std::string>& inputs) {
  if (path.empty()) return LineFile(stdout, "");
  ASSAY_RETURN_IF_ERROR(RefuseInputs(path, inputs));
  struct stat before = {};
  const bool there = ::stat(path.c_str(), &before) == 0;
  const std::string behind = BehindLinks(path);
  // A file without a name, which /dev/stdout may lead to, isn't found behind its link.
  if (there && (!S_ISREG(before.st_mode) || !IsSameFile(path, behind))) {
    LineFile direct(std::fopen(path.c_str(), "we"), "");
    if (direct.file_ == nullptr) return CannotWrite(path);
    return direct;
  }
  LineFile file(nullptr, behind);
  ASSAY_RETURN_IF_ERROR(RefuseInputs(file.partial(), inputs));
  file.file_.reset(std::fopen(file.partial().c_str(), "we"));
  if (file.file_ == nullptr) return CannotWrite(path);
  if (there) ::fchmod(::fileno(file.file_.get()), before.st_mode & 07777);
  return file;
}

LineFile::~LineFile() {
  if (file_ == nullptr || path_.empty()) return;
  if (any_) {
    std::fprintf(stderr, "the rows so far are in %s\n", partial().c_str());
  } else {
    ::remove(partial().c_str());
  }
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
  if (::rename(partial().c_str(), path_.c_str()) != 0) return CannotWrite(path_);
  path_.clear();
  return Status();
}

}  // namespace assay
