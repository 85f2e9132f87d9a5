#include "env/pack/archive_writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/fd.h"
#include "data/rows/byte_source.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.pack";
constexpr size_t kPiece = 256 << 10;

}  // namespace

std::string_view SuffixOf(ArchiveForm form) {
  switch (form) {
    case ArchiveForm::kTarZstd: return ".tar.zst";
    case ArchiveForm::kTarGzip: return ".tar.gz";
    case ArchiveForm::kZip: break;
  }
  return "";
}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::Open(ArchiveForm form, int fd) {
  std::unique_ptr<ArchiveWriter> writer(new ArchiveWriter(::archive_write_new()));
  archive* const to = writer->to_;
  int worst = ARCHIVE_OK;
  const auto step = [&worst](int result) { worst = std::min(worst, result); };
  if (form == ArchiveForm::kZip) {
    step(::archive_write_set_format_zip(to));
  } else {
    // Pax headers only where a plain one has no room.
    step(::archive_write_set_format_pax_restricted(to));
    if (form == ArchiveForm::kTarZstd) {
      step(::archive_write_add_filter_zstd(to));
      step(::archive_write_set_filter_option(to, "zstd", "compression-level", "12"));
    } else {
      step(::archive_write_add_filter_gzip(to));
      step(::archive_write_set_filter_option(to, "gzip", "timestamp", nullptr));
    }
  }
  step(::archive_write_set_bytes_in_last_block(to, 1));
  step(::archive_write_open_fd(to, fd));
  if (worst < ARCHIVE_WARN) return writer->Failed();
  return writer;
}

ArchiveWriter::~ArchiveWriter() {
  ::archive_write_free(to_);
}

Error ArchiveWriter::Failed() const {
  const char* const why = ::archive_error_string(to_);
  return Error{ErrorCode::kResource, kStage, ::archive_errno(to_),
               std::string("the archive cannot be written: ") + (why == nullptr ? "unknown" : why)};
}

Status ArchiveWriter::Begin(const std::string& name, int64_t bytes) {
  const std::unique_ptr<archive_entry, decltype(&::archive_entry_free)> entry(::archive_entry_new(),
                                                                              ::archive_entry_free);
  ::archive_entry_set_pathname(entry.get(), name.c_str());
  ::archive_entry_set_filetype(entry.get(), AE_IFREG);
  ::archive_entry_set_perm(entry.get(), 0644);
  ::archive_entry_set_size(entry.get(), bytes);
  // In a zip, whose times have no zone, it is the first that it knows, wherever this host is.
  ::archive_entry_set_mtime(entry.get(), 0, 0);
  if (::archive_write_header(to_, entry.get()) < ARCHIVE_WARN) return Failed();
  return {};
}

Status ArchiveWriter::Append(std::string_view bytes) {
  while (!bytes.empty()) {
    const la_ssize_t count = ::archive_write_data(to_, bytes.data(), bytes.size());
    if (count <= 0) return Failed();
    bytes.remove_prefix(static_cast<size_t>(count));
  }
  return {};
}

Status ArchiveWriter::AddText(const std::string& name, std::string_view text) {
  ASSAY_RETURN_IF_ERROR(Begin(name, static_cast<int64_t>(text.size())));
  return Append(text);
}

Result<std::string> ArchiveWriter::AddFile(const std::string& name, const std::string& path) {
  struct stat found {};
  if (::lstat(path.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0, "'" + name + "' is no regular file"};
  }
  ASSAY_ASSIGN_OR_RETURN(const auto file, FileSource::Open(path, FileSource::Hash::kSha256));
  if (::fstat(file->fd(), &found) != 0) return SystemError(kStage, errno, path);
  ASSAY_RETURN_IF_ERROR(Begin(name, found.st_size));
  std::string piece(kPiece, '\0');
  int64_t left = found.st_size;
  for (;;) {
    ASSAY_ASSIGN_OR_RETURN(const size_t count, file->Read(piece.data(), piece.size()));
    if (count == 0) break;
    left -= static_cast<int64_t>(count);
    if (left < 0) break;
    ASSAY_RETURN_IF_ERROR(Append(std::string_view(piece).substr(0, count)));
  }
  if (left != 0) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 "'" + name + "' changes while it is packed"};
  }
  return file->TakeSha256();
}

Status ArchiveWriter::Finish() {
  if (::archive_write_close(to_) < ARCHIVE_WARN) return Failed();
  return {};
}

}  // namespace assay::env
