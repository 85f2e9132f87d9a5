#include "data/rows/byte_source.h"

#include <fcntl.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "base/files/named_file.h"

namespace assay {
namespace {

constexpr const char* kStage = "data.read";
constexpr size_t kDrainBytes = 256 << 10;

}  // namespace

struct FileSource::Hasher {
  Hasher() : context(EVP_MD_CTX_new()) {
    ASSAY_CHECK(context != nullptr && EVP_DigestInit_ex(context, EVP_sha256(), nullptr) == 1);
  }
  ~Hasher() { EVP_MD_CTX_free(context); }
  Hasher(const Hasher&) = delete;
  Hasher& operator=(const Hasher&) = delete;

  EVP_MD_CTX* const context;
};

FileSource::FileSource(UniqueFd fd, Hash hash)
    : fd_(std::move(fd)), hasher_(hash == Hash::kSha256 ? std::make_unique<Hasher>() : nullptr) {}
FileSource::~FileSource() = default;

Result<std::unique_ptr<FileSource>> FileSource::Open(const std::string& path, Hash hash) {
  UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd) return NamedFileError(kStage, errno, path + " cannot be read");
  struct stat info = {};
  if (::fstat(fd.get(), &info) != 0) return SystemError(kStage, errno, path);
  if (S_ISDIR(info.st_mode)) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0, path + " is a folder; name its files"};
  }
  return std::unique_ptr<FileSource>(new FileSource(std::move(fd), hash));
}

Result<size_t> FileSource::ReadFile(char* out, size_t size) {
  while (true) {
    const ssize_t count = ::read(fd_.get(), out, size);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError(kStage, errno, "reading fails");
    const auto length = static_cast<size_t>(count);
    if (hasher_ != nullptr) {
      ASSAY_CHECK(EVP_DigestUpdate(hasher_->context, out, length) == 1);
    }
    return length;
  }
}

Result<size_t> FileSource::Read(char* out, size_t size) {
  if (peeked_.empty()) return ReadFile(out, size);
  const size_t length = std::min(size, peeked_.size());
  std::memcpy(out, peeked_.data(), length);
  peeked_.erase(0, length);
  return length;
}

Result<std::string_view> FileSource::Peek(size_t size) {
  while (peeked_.size() < size) {
    const size_t had = peeked_.size();
    peeked_.resize(size);
    const Result<size_t> read = ReadFile(peeked_.data() + had, size - had);
    peeked_.resize(had + (read.ok() ? *read : 0));
    if (!read.ok()) return read.error();
    if (*read == 0) break;
  }
  return std::string_view(peeked_);
}

Status FileSource::Drain() {
  peeked_.clear();
  std::string buffer(kDrainBytes, '\0');
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const size_t read, ReadFile(buffer.data(), buffer.size()));
    if (read == 0) return {};
  }
}

std::string FileSource::TakeSha256() {
  if (hasher_ == nullptr) return {};
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int length = 0;
  ASSAY_CHECK(EVP_DigestFinal_ex(hasher_->context, digest, &length) == 1);
  hasher_.reset();
  std::string hex;
  for (unsigned int i = 0; i < length; ++i) {
    hex += "0123456789abcdef"[digest[i] >> 4];
    hex += "0123456789abcdef"[digest[i] & 15];
  }
  return hex;
}

}  // namespace assay
