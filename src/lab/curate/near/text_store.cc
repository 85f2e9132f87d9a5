#include "lab/curate/near/text_store.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>

#include "base/whole_file.h"

namespace assay::curate {
namespace {

constexpr const char* kStage = "curate.texts";
constexpr size_t kWriteBytes = 1 << 20;

}  // namespace

Result<TextStore> TextStore::Make(const std::string& folder) {
  std::string path = folder + "/.texts-XXXXXX";
  UniqueFd fd(::mkostemp(path.data(), O_CLOEXEC));
  if (!fd) return SystemError(kStage, errno, folder + ": cannot keep texts there");
  ::unlink(path.c_str());
  return TextStore(std::move(fd));
}

Result<TextStore::Place> TextStore::Append(std::string_view text) {
  const Place place{written_ + waiting_.size(), static_cast<uint32_t>(text.size())};
  waiting_ += text;
  if (waiting_.size() >= kWriteBytes) {
    ASSAY_RETURN_IF_ERROR(WriteAll(fd_.get(), waiting_, "the texts of earlier rows", kStage));
    written_ += waiting_.size();
    waiting_.clear();
  }
  return place;
}

Result<std::string> TextStore::Read(Place place) const {
  // A text is written as a whole, so it is here or there.
  if (place.offset >= written_) return waiting_.substr(place.offset - written_, place.bytes);
  std::string text(place.bytes, '\0');
  size_t have = 0;
  while (have < text.size()) {
    const ssize_t got = ::pread(fd_.get(), text.data() + have, text.size() - have,
                                static_cast<off_t>(place.offset + have));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) {
      return SystemError(kStage, got < 0 ? errno : EIO, "the texts of earlier rows can't be read");
    }
    have += static_cast<size_t>(got);
  }
  return text;
}

}  // namespace assay::curate
