// Which part of a file a request asks for: by `offset` and `length`, or by a Range header. Pure,
// thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "net/form/query.h"
#include "runner/live_box.h"
#include "text/field_reader.h"

namespace assay {

struct AskedRange {
  FileRange range;
  bool whole = true;          // nothing was asked for
  bool must_overlap = false;  // a Range header: 416 when the file ends before it
};
// A header that isn't one range of bytes says nothing, as HTTP has it.
AskedRange ReadRange(const Query& query, std::string_view header, FieldErrors* errors);

// The bytes of a file of `size` bytes: [begin, end).
struct FilePart {
  int64_t begin = 0;
  int64_t end = 0;
  int64_t size() const { return end - begin; }
};
FilePart PartOf(const FileRange& range, int64_t size);

}  // namespace assay
