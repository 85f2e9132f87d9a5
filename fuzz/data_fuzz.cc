// Fuzzes the readers of data files and of rows. Input: a byte that picks the reader (Parquet,
// pickle, packed pickle, text, gzip, a row of a data set), then what it reads.
//
// Promises checked: whatever the bytes claim, reading stays within the limits; every row is a JSON
// object, what a pickle holds is JSON, and a row is a problem or a refusal, either in JSON. Run:
// data_fuzz corpus/
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include "base/fd.h"
#include "base/text.h"
#include "data/convert/convert.h"
#include "data/parquet/parquet_rows.h"
#include "data/pickle/unpickle.h"
#include "data/rows/text_rows.h"
#include "data/rows/unpack.h"
#include "text/json_reader.h"

namespace {

using assay::Result;
using assay::Status;

constexpr size_t kMaxText = 1 << 20;
constexpr assay::parquet::ReadLimits kLimits = {.footer_bytes = 1 << 20,
                                                .page = {64 << 10, 64},
                                                .memory = {1 << 20, 64},
                                                .work = {1 << 20, 256},
                                                .row_bytes = kMaxText};

void Require(bool condition, const char* promise) {
  if (condition) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

Status OnRow(std::string_view row) {
  assay::JsonError error;
  const auto document = assay::JsonDocument::Parse(row, &error);
  Require(document.has_value() && document->root().Is(assay::JsonType::kObject),
          "a row is a JSON object");
  return {};
}

class MemorySource : public assay::ByteSource {
 public:
  explicit MemorySource(std::string_view bytes) : bytes_(bytes) {}
  Result<size_t> Read(char* out, size_t size) override {
    const size_t length = std::min(size, bytes_.size());
    std::memcpy(out, bytes_.data(), length);
    bytes_.remove_prefix(length);
    return length;
  }

 private:
  std::string_view bytes_;
};

void Parquet(std::string_view input) {
  const assay::UniqueFd file(memfd_create("fuzz", MFD_CLOEXEC));
  Require(file.valid() &&
              ::write(file.get(), input.data(), input.size()) == static_cast<ssize_t>(input.size()),
          "memory files can be made");
  int64_t rows = 0;
  const Status status = assay::ForEachParquetRow(file.get(), "fuzz", OnRow, &rows, kLimits);
  Require(status.ok() || assay::IsValidUtf8(status.error().message), "errors are valid UTF-8");
}

void Pickle(std::string_view input) {
  assay::PickleLimits limits;
  limits.unpacked_bytes = limits.json_bytes = kMaxText;
  const Result<std::string> json = assay::PickleToJson(input, limits);
  Require(!json.ok() || assay::IsJson(*json), "what a pickle holds is JSON");
  const Result<std::string> text = assay::PickleToText(input);
  Require(!text.ok() || assay::IsValidUtf8(*text), "a pickled text is valid UTF-8");
}

void Row(std::string_view input) {
  assay::JsonError error;
  const auto document = assay::JsonDocument::Parse(input, &error);
  if (!document) return;
  const assay::Conversion conversion = assay::ConvertRow(document->root(), "");
  if (conversion.row) {
    Require(assay::IsJson(assay::ConvertedJson(*conversion.row)), "a problem is JSON");
    return;
  }
  Require(!conversion.refusal.message.empty(), "a refusal says why");
  Require(assay::IsJson(conversion.refusal.example), "the example is JSON");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size == 0) return 0;
  const std::string_view input(reinterpret_cast<const char*>(data) + 1, size - 1);
  MemorySource source(input);
  int64_t rows = 0;
  switch (data[0] % 6) {
    case 0: Parquet(input); break;
    case 1: Pickle(input); break;
    case 2: (void)assay::UnpackPickledText(input, {kMaxText, kMaxText}); break;
    case 3: (void)ForEachTextRow(source, "fuzz", OnRow, &rows); break;
    case 4: (void)ForEachTextRow(*assay::UnpackGzip(source), "fuzz", OnRow, &rows); break;
    default: Row(input); break;
  }
  return 0;
}
