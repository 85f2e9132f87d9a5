// TextStore: texts that are put on the disk so that memory doesn't hold them, and read again one at
// a time. The file has no name: it goes with the process, however that ends. Not thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/result.h"

namespace assay::curate {

class TextStore {
 public:
  struct Place {
    uint64_t offset = 0;
    uint32_t bytes = 0;
  };

  // In `folder`, which must be there.
  static Result<TextStore> Make(const std::string& folder);

  // REQUIRES: a text of less than 4 GiB.
  Result<Place> Append(std::string_view text);
  // REQUIRES: a place that Append gave.
  Result<std::string> Read(Place place) const;

 private:
  explicit TextStore(UniqueFd fd) : fd_(std::move(fd)) {}

  UniqueFd fd_;
  uint64_t written_ = 0;  // bytes in the file; what follows is in waiting_
  std::string waiting_;
};

}  // namespace assay::curate
