#include "lab/curate/run/out_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/whole_file.h"

namespace assay::curate {
namespace {

constexpr const char* kStage = "curate.out";
constexpr size_t kWriteBytes = 1 << 20;

Error Failed(const std::string& path, const char* what) {
  return SystemError(kStage, errno, path + ": " + what);
}

}  // namespace

Result<OutFile> OutFile::Open(const std::string& path, int64_t bytes) {
  UniqueFd fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  if (!fd) return Failed(path, "cannot be written");
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) return Failed(path, "cannot be looked at");
  if (status.st_size < bytes) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 path + " is shorter than this run left it; start again in another folder"};
  }
  if (::ftruncate(fd.get(), bytes) != 0) return Failed(path, "cannot be cut");
  if (::lseek(fd.get(), bytes, SEEK_SET) < 0) return Failed(path, "cannot be written");
  return OutFile(path, std::move(fd), bytes);
}

Status OutFile::Write() {
  ASSAY_RETURN_IF_ERROR(WriteAll(fd_.get(), waiting_, path_, kStage));
  written_ += static_cast<int64_t>(waiting_.size());
  waiting_.clear();
  return {};
}

Status OutFile::AppendLine(std::string_view line) {
  waiting_.append(line).push_back('\n');
  return waiting_.size() >= kWriteBytes ? Write() : Status();
}

Status OutFile::Sync() {
  ASSAY_RETURN_IF_ERROR(Write());
  if (::fdatasync(fd_.get()) != 0) return Failed(path_, "cannot be written");
  return {};
}

}  // namespace assay::curate
