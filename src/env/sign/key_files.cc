#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "base/fd.h"
#include "base/whole_file.h"
#include "env/sign/keys.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.sign";
constexpr int64_t kMostKeyBytes = 1 << 20;

Status WriteNew(const std::string& path, std::string_view text, mode_t mode) {
  const UniqueFd file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode));
  if (!file) {
    if (errno == EEXIST) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0,
                   path + " is there already; a key is never written over"};
    }
    return SystemError(kStage, errno, path + " cannot be written");
  }
  ASSAY_RETURN_IF_ERROR(WriteAll(file.get(), text, path, kStage));
  if (::fsync(file.get()) != 0) return SystemError(kStage, errno, path);
  return {};
}

}  // namespace

Result<PublicKey> MakeKeyFiles(const std::string& path, const std::string& whose) {
  ASSAY_ASSIGN_OR_RETURN(const PrivateKey key, PrivateKey::Make());
  PublicKey open = key.Public();
  open.whose = whose;
  ASSAY_ASSIGN_OR_RETURN(const std::string pem, key.Pem());
  struct stat found {};
  if (::lstat((path + ".pub").c_str(), &found) == 0) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 path + ".pub is there already; a key is never written over"};
  }
  ASSAY_RETURN_IF_ERROR(WriteNew(path, pem, 0600));
  ASSAY_RETURN_IF_ERROR(WriteNew(path + ".pub", open.Line() + "\n", 0644));
  return open;
}

Result<PrivateKey> ReadPrivateKey(const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const std::string pem, ReadFile(path, kStage, kMostKeyBytes));
  return PrivateKey::FromPem(pem, path);
}

Result<std::vector<PublicKey>> ReadPublicKeys(const std::vector<std::string>& paths) {
  std::vector<PublicKey> all;
  for (const std::string& path : paths) {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, kStage, kMostKeyBytes));
    ASSAY_ASSIGN_OR_RETURN(const auto keys, ParsePublicKeys(text, path));
    all.insert(all.end(), keys.begin(), keys.end());
  }
  return all;
}

}  // namespace assay::env
