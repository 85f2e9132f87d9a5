#include "runner/steady_file.h"

#include <cerrno>
#include <filesystem>

namespace assay {
namespace {

constexpr const char* kStage = "sandbox.files";
constexpr int kMostLinks = 40;  // as the kernel has it

Result<FileInfo> StatTarget(LiveFiles& files, std::string path, SteadyTime deadline) {
  for (int links = 0; links <= kMostLinks; ++links) {
    ASSAY_ASSIGN_OR_RETURN(FileInfo info, files.Stat(path, deadline));
    if (info.kind != FileKind::kLink) return info;
    path = std::filesystem::path(path).parent_path() / info.link_target;
  }
  return Error{ErrorCode::kInvalidArgument, kStage, ELOOP, path + ": too many links"};
}

}  // namespace

Result<FileInfo> SteadyFile::Look(LiveFiles& files, SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(FileInfo now, StatTarget(files, path_, deadline));
  if (!first_) first_ = now;
  if (now.kind == first_->kind && now.bytes == first_->bytes &&
      now.modified_ns == first_->modified_ns) {
    return now;
  }
  return Error{ErrorCode::kUnavailable, kStage, 0,
               path_ + " was changed while it was read: ask again, or for a copy of it"};
}

}  // namespace assay
