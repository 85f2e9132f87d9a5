// FileArchive: files of a box as a tar in a file of the server's disk that has no name: whoever
// holds it last, or the end of the server, removes it.
//
// Thread-safe once filled.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "base/fd.h"
#include "base/result.h"
#include "base/work/tenant_room.h"
#include "runner/live_box.h"

namespace assay {

class FileArchive {
 public:
  // All that the programs of a box made. `room`: what it takes is added to it, and given back with
  // the archive. Blocks; kResource: there is no room for it now; kInvalidArgument with EFBIG: there
  // never is.
  static Result<std::shared_ptr<FileArchive>> Pack(LiveFiles& files, TenantRoom::Share room,
                                                   SteadyTime deadline);
  // A file or folder, with names relative to it.
  static Result<std::shared_ptr<FileArchive>> Pack(LiveFiles& files, const std::string& path,
                                                   TenantRoom::Share room, SteadyTime deadline);
  FileArchive(const FileArchive&) = delete;
  FileArchive& operator=(const FileArchive&) = delete;

  // Into a fresh box.
  Status Unpack(LiveFiles& files, SteadyTime deadline) const;
  // At most so much of it; empty: no more.
  Result<std::string> Read(int64_t offset, size_t most) const;
  int64_t bytes() const { return room_.size(); }

 private:
  FileArchive(UniqueFd fd, TenantRoom::Share room) : fd_(std::move(fd)), room_(std::move(room)) {}
  static Result<std::shared_ptr<FileArchive>> Fill(
      TenantRoom::Share room, const std::function<Status(const ByteSink& sink)>& pack);
  Status Add(std::string_view piece);

  const UniqueFd fd_;
  TenantRoom::Share room_;
};

}  // namespace assay
