#include "base/blob.h"

#include <fcntl.h>
#include <sys/mman.h>

#include <cerrno>

#include "base/sealed_files.h"
#include "base/whole_file.h"

namespace assay {
namespace {

Result<UniqueFd> MakeSealedFile(std::string_view bytes) {
  UniqueFd fd(::memfd_create("assay-blob", MFD_CLOEXEC | MFD_ALLOW_SEALING));
  if (!fd) return SystemError("blob.memfd_create", errno, "cannot create a memory file");
  ASSAY_RETURN_IF_ERROR(WriteAll(fd.get(), bytes, "a file in memory", "blob.write"));
  const int seals = F_SEAL_SEAL | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE;
  if (::fcntl(fd.get(), F_ADD_SEALS, seals) != 0) {
    return SystemError("blob.seal", errno, "cannot seal a memory file");
  }
  return fd;
}

}  // namespace

BlobPtr Blob::FromString(std::string bytes) {
  return std::make_shared<const Blob>(std::move(bytes));
}

const BlobPtr& Blob::Empty() {
  static const BlobPtr empty = FromString({});
  return empty;
}

Blob::~Blob() {
  if (registered_) SealedFiles::OfProcess().Drop(this);
}

Result<UniqueFd> Blob::OpenReadOnly() const {
  SealedFiles& files = SealedFiles::OfProcess();
  SealedFiles::FdPtr sealed = files.Find(this);
  if (sealed == nullptr) {
    MutexLock lock(making_);
    sealed = files.Find(this);  // made while we waited
    if (sealed == nullptr) {
      ASSAY_ASSIGN_OR_RETURN(UniqueFd made, MakeSealedFile(bytes_));
      sealed = std::make_shared<const UniqueFd>(std::move(made));
      registered_ = true;
      files.Keep(this, sealed, static_cast<int64_t>(bytes_.size()));
    }
  }
  // Through /proc a new file description is made: an offset of its own, and no write access.
  const std::string path = "/proc/self/fd/" + std::to_string(sealed->get());
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return SystemError("blob.reopen", errno, "cannot reopen a memory file");
  return fd;
}

}  // namespace assay
