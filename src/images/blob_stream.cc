#include "images/blob_stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <openssl/evp.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace assay {
namespace {

constexpr size_t kPiece = 256 << 10;

}  // namespace

struct DigestOf::Context {
  EVP_MD_CTX* of = EVP_MD_CTX_new();
};

DigestOf::DigestOf() : context_(std::make_unique<Context>()) {
  ASSAY_CHECK(context_->of != nullptr &&
              EVP_DigestInit_ex(context_->of, EVP_sha256(), nullptr) == 1);
}

DigestOf::~DigestOf() {
  EVP_MD_CTX_free(context_->of);
}

void DigestOf::Add(const void* bytes, size_t size) {
  ASSAY_CHECK(EVP_DigestUpdate(context_->of, bytes, size) == 1);
}

std::string DigestOf::Take() {
  unsigned char digest[EVP_MAX_MD_SIZE];
  unsigned int size = 0;
  ASSAY_CHECK(EVP_DigestFinal_ex(context_->of, digest, &size) == 1);
  std::string text = "sha256:";
  for (unsigned int i = 0; i < size; ++i) {
    constexpr char kDigits[] = "0123456789abcdef";
    text += kDigits[digest[i] >> 4];
    text += kDigits[digest[i] & 15];
  }
  return text;
}

void BlobStream::FreeArchive::operator()(archive* a) const {
  ::archive_read_free(a);
}

BlobStream::BlobStream(UniqueFd file, std::string path)
    : file_(std::move(file)), path_(std::move(path)) {}

BlobStream::~BlobStream() {
  tar_.reset();  // it reads from the other
}

ssize_t BlobStream::NextOfFile(archive* a, void* self_void, const void** bytes) {
  auto* const self = static_cast<BlobStream*>(self_void);
  for (;;) {
    const ssize_t count =
        ::read(self->file_.get(), self->file_buffer_.data(), self->file_buffer_.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      self->broken_ = SystemError("images", errno, "cannot read " + self->path_);
      ::archive_set_error(a, errno, "cannot be read");
      return -1;
    }
    self->of_file_.Add(self->file_buffer_.data(), static_cast<size_t>(count));
    *bytes = self->file_buffer_.data();
    return count;
  }
}

ssize_t BlobStream::NextOfTar(archive* a, void* self_void, const void** bytes) {
  auto* const self = static_cast<BlobStream*>(self_void);
  const la_ssize_t count =
      ::archive_read_data(self->raw_.get(), self->tar_buffer_.data(), self->tar_buffer_.size());
  if (count < 0) {
    ::archive_set_error(a, EINVAL, "%s", ::archive_error_string(self->raw_.get()));
    return -1;
  }
  self->of_tar_.Add(self->tar_buffer_.data(), static_cast<size_t>(count));
  *bytes = self->tar_buffer_.data();
  return count;
}

Result<std::unique_ptr<BlobStream>> BlobStream::Open(UniqueFd file, const std::string& path) {
  struct stat found {};
  if (!file || ::fstat(file.get(), &found) != 0) {
    return SystemError("images", errno, "cannot open " + path);
  }
  if (!S_ISREG(found.st_mode)) {
    return Error{ErrorCode::kInvalidArgument, "images", 0, path + " is no regular file"};
  }
  std::unique_ptr<BlobStream> blob(new BlobStream(std::move(file), path));
  blob->file_buffer_.resize(kPiece);
  blob->tar_buffer_.resize(kPiece);
  blob->raw_.reset(::archive_read_new());
  archive* const raw = blob->raw_.get();
  ::archive_read_support_filter_gzip(raw);
  ::archive_read_support_filter_zstd(raw);
  ::archive_read_support_filter_xz(raw);
  ::archive_read_support_filter_bzip2(raw);
  ::archive_read_support_format_raw(raw);
  ::archive_read_support_format_empty(raw);
  archive_entry* entry = nullptr;
  if (::archive_read_open(raw, blob.get(), nullptr, NextOfFile, nullptr) < ARCHIVE_WARN) {
    return blob->Fault();
  }
  const int whole = ::archive_read_next_header(raw, &entry);
  if (whole < ARCHIVE_WARN) return blob->Fault();
  blob->tar_.reset(::archive_read_new());
  archive* const tar = blob->tar_.get();
  ::archive_read_support_format_tar(tar);
  ::archive_read_support_format_empty(tar);
  // Names are bytes, whatever the locale.
  ::archive_read_set_options(tar, "hdrcharset=BINARY");
  if (::archive_read_open(tar, blob.get(), nullptr, NextOfTar, nullptr) < ARCHIVE_WARN) {
    return blob->Fault();
  }
  return blob;
}

Error BlobStream::Fault() const {
  if (broken_) return *broken_;
  const char* text = nullptr;
  for (archive* const each : {tar_.get(), raw_.get()}) {
    if (text == nullptr && each != nullptr) text = ::archive_error_string(each);
  }
  return Error{ErrorCode::kInvalidArgument, "images", 0,
               path_ + " is no whole tar: " + (text == nullptr ? "it is damaged" : text)};
}

Status BlobStream::Finish() {
  const void* bytes = nullptr;
  ssize_t count = 0;
  while ((count = NextOfTar(tar_.get(), this, &bytes)) > 0) {
  }
  if (count < 0) return Fault();
  while ((count = NextOfFile(raw_.get(), this, &bytes)) > 0) {
  }
  return count < 0 ? Fault() : Status();
}

}  // namespace assay
