#include "sessions/file_archive.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <string>

namespace assay {
namespace {

constexpr const char* kStage = "sandbox.snapshot";
constexpr const char* kFolder = "/var/tmp";

}  // namespace

Result<std::shared_ptr<FileArchive>> FileArchive::Pack(LiveFiles& files, TenantRoom::Share room,
                                                       SteadyTime deadline) {
  return Fill(std::move(room), [&](const ByteSink& sink) { return files.PackOwn(sink, deadline); });
}

Result<std::shared_ptr<FileArchive>> FileArchive::Pack(LiveFiles& files, const std::string& path,
                                                       TenantRoom::Share room,
                                                       SteadyTime deadline) {
  return Fill(std::move(room),
              [&](const ByteSink& sink) { return files.Pack(path, sink, deadline); });
}

Result<std::shared_ptr<FileArchive>> FileArchive::Fill(
    TenantRoom::Share room, const std::function<Status(const ByteSink& sink)>& pack) {
  UniqueFd fd(::open(kFolder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600));
  if (!fd) return SystemError(kStage, errno, std::string("cannot make a file in ") + kFolder);
  std::shared_ptr<FileArchive> archive(new FileArchive(std::move(fd), std::move(room)));
  Status written;
  const Status packed = pack([&](std::string_view piece) {
    written = archive->Add(piece);
    return written.ok();
  });
  if (!written.ok()) return written.error();
  if (!packed.ok()) return packed.error();
  return archive;
}

Status FileArchive::Add(std::string_view piece) {
  const auto more = static_cast<int64_t>(piece.size());
  if (!room_.MayFit(more)) {
    return Error{ErrorCode::kInvalidArgument, kStage, EFBIG,
                 "these files are more than the " + std::to_string(room_.most()) +
                     " bytes that this server keeps of copies of one tenant's files: ask for a "
                     "part of them, or remove some"};
  }
  if (!room_.Grow(more)) {
    return Error{ErrorCode::kResource, kStage, 0,
                 "the copies of sandboxes' files that this server keeps, or those of this tenant "
                 "alone, take all the room that they may: ask again, or for less at once"};
  }
  while (!piece.empty()) {
    const ssize_t count = ::write(fd_.get(), piece.data(), piece.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return SystemError(kStage, errno, std::string("cannot write to ") + kFolder);
    piece.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

Status FileArchive::Unpack(LiveFiles& files, SteadyTime deadline) const {
  int64_t at = 0;
  return files.Unpack(
      "/",
      [&]() -> Result<std::string> {
        ASSAY_ASSIGN_OR_RETURN(std::string piece, Read(at, 256 << 10));
        at += static_cast<int64_t>(piece.size());
        return piece;
      },
      deadline);
}

Result<std::string> FileArchive::Read(int64_t offset, size_t most) const {
  std::string piece(most, '\0');
  const ssize_t count = ::pread(fd_.get(), piece.data(), piece.size(), offset);
  if (count < 0) return SystemError(kStage, errno, "cannot read it back");
  piece.resize(static_cast<size_t>(count));
  return piece;
}

}  // namespace assay
