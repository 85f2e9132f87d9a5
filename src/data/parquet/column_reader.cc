// A map: reading at an offset; entries; pages, with their headers and sizes; dictionaries; data
// pages and their levels.

#include "data/parquet/column_reader.h"

#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/check.h"
#include "data/parquet/encoding/codec.h"
#include "data/parquet/format/page_header.h"

namespace assay::parquet {
namespace {

// A header is some dozens of bytes; the statistics in it may make it long.
constexpr size_t kFirstHeaderRead = 1 << 10;
constexpr size_t kLongestHeader = 16 << 20;
// Writers before 2017 left the dictionary's header out of a column's size.
constexpr int64_t kForgottenHeader = 100;

uint32_t Crc(std::string_view bytes) {
  return static_cast<uint32_t>(
      crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Error TooCostly() {
  return BadFile("reading this file costs more than any file of its size should: it is refused");
}

}  // namespace

Status ReadAt(int fd, int64_t offset, size_t size, char* out) {
  while (size > 0) {
    const ssize_t count = ::pread(fd, out, size, offset);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return SystemError("data.parquet", errno, "reading fails");
    if (count == 0) return BadFile("the file became shorter while it was read");
    out += count;
    offset += count;
    size -= static_cast<size_t>(count);
  }
  return {};
}

ColumnReader::ColumnReader(const OpenFile& file, const SchemaNode& leaf, const ColumnChunk& chunk,
                           const ReadLimits& limits, Budget& budget)
    : file_(file),
      leaf_(leaf),
      chunk_(chunk),
      limits_(limits),
      budget_(budget),
      type_{leaf.type, leaf.type_length} {}

ColumnReader::~ColumnReader() {
  budget_.Release(held_ + held_dictionary_);
}

bool ColumnReader::Levels::Next(int highest, int* level) {
  uint32_t value = 0;
  if (kind_ == Kind::kRuns && !runs_.Next(&value)) return false;
  if (kind_ == Kind::kHighBits && !high_bits_.Next(&value)) return false;
  *level = static_cast<int>(value);
  return value <= static_cast<uint32_t>(highest);
}

Status ColumnReader::Start() {
  at_ = chunk_.data_offset;
  if (chunk_.dictionary_offset > 0) at_ = std::min(at_, chunk_.dictionary_offset);
  if (at_ < 4 || at_ > file_.pages_end || chunk_.compressed_bytes < 0 || chunk_.values < 0) {
    return BadFile("its pages lie outside of the file");
  }
  end_ = at_ + std::min(chunk_.compressed_bytes, file_.pages_end - at_);
  end_ += std::min(kForgottenHeader, file_.pages_end - end_);
  left_ = chunk_.values;
  return Next();
}

Status ColumnReader::Next() {
  while (left_in_page_ == 0) {
    if (left_ == 0) {
      has_entry_ = false;
      return {};
    }
    ASSAY_RETURN_IF_ERROR(NextPage());
  }
  --left_in_page_;
  if (!repetitions_.Next(leaf_.repetition_level, &repetition_) ||
      !definitions_.Next(leaf_.definition_level, &definition_)) {
    return BadFile("the levels of a page end early or are damaged");
  }
  has_entry_ = true;
  return {};
}

Status ColumnReader::ReadValue(Value* value) {
  ASSAY_CHECK(has_entry_ && definition_ == leaf_.definition_level);
  if (!values_.Next(value)) return BadFile("the values of a page end early or are damaged");
  return {};
}

Status ColumnReader::NextPage() {
  PageHeader header;
  ASSAY_RETURN_IF_ERROR(ReadHeader(&header));
  if (header.type == PageType::kIndex || header.type == PageType::kUnknown) {
    if (header.compressed_bytes > end_ - at_) return BadFile("a page reaches beyond its column");
    at_ += header.compressed_bytes;
    return {};
  }
  ASSAY_RETURN_IF_ERROR(CheckSize(header));
  ASSAY_ASSIGN_OR_RETURN(std::string packed, ReadPacked(header));
  if (header.type == PageType::kDictionary) return LoadDictionary(header, packed);
  return LoadData(header, std::move(packed));
}

Status ColumnReader::ReadHeader(PageHeader* header) {
  const auto left = static_cast<size_t>(end_ - at_);
  std::string bytes;
  for (size_t size = kFirstHeaderRead; true; size *= 16) {
    bytes.resize(std::min(size, left));
    ASSAY_RETURN_IF_ERROR(ReadAt(file_.fd, at_, bytes.size(), bytes.data()));
    const HeaderState state = ParsePageHeader(bytes, header);
    if (state == HeaderState::kBad) return BadFile("the header of a page is damaged");
    if (state == HeaderState::kRead) break;
    if (bytes.size() == left) return BadFile("its pages end early");
    if (size >= kLongestHeader) return BadFile("the header of a page is too long");
  }
  at_ += static_cast<int64_t>(header->header_bytes);
  // Also for pages that are passed over: each costs some calls of the system.
  if (!budget_.Spend(static_cast<int64_t>(bytes.size()))) return TooCostly();
  return {};
}

Status ColumnReader::CheckSize(const PageHeader& header) {
  if (header.compressed_bytes > end_ - at_) return BadFile("a page reaches beyond its column");
  if (header.uncompressed_bytes > limits_.page.Of(header.compressed_bytes)) {
    return BadFile("a page of " + std::to_string(header.compressed_bytes) +
                   " bytes claims to hold " + std::to_string(header.uncompressed_bytes));
  }
  const int64_t work =
      header.compressed_bytes + header.uncompressed_bytes + header.values * kValueWork;
  return budget_.Spend(work) ? Status() : Status(TooCostly());
}

Result<std::string> ColumnReader::ReadPacked(const PageHeader& header) {
  std::string packed(static_cast<size_t>(header.compressed_bytes), '\0');
  ASSAY_RETURN_IF_ERROR(ReadAt(file_.fd, at_, packed.size(), packed.data()));
  at_ += header.compressed_bytes;
  if (header.has_crc && Crc(packed) != header.crc) {
    return BadFile("a page is damaged: its checksum differs");
  }
  return packed;
}

Status ColumnReader::LoadDictionary(const PageHeader& header, std::string_view packed) {
  if (has_dictionary_) return BadFile("it has two dictionaries");
  if (header.encoding != Encoding::kPlain && header.encoding != Encoding::kPlainDictionary) {
    return BadFile("its dictionary is in an unknown encoding");
  }
  const auto size = static_cast<size_t>(header.uncompressed_bytes);
  // Texts have a place each beside them: at most twice their bytes.
  held_dictionary_ = header.uncompressed_bytes * 3;
  if (!budget_.Hold(held_dictionary_)) {
    held_dictionary_ = 0;
    return TooCostly();
  }
  std::string page;
  ASSAY_RETURN_IF_ERROR(Unpack(chunk_.codec, packed, size, &page));
  if (!dictionary_.Load(type_, std::move(page), header.values)) {
    return BadFile("its dictionary is damaged");
  }
  has_dictionary_ = true;
  return {};
}

Status ColumnReader::Keep(std::string page) {
  budget_.Release(held_);
  held_ = static_cast<int64_t>(page.size());
  if (!budget_.Hold(held_)) {
    held_ = 0;
    return TooCostly();
  }
  page_ = std::move(page);
  return {};
}

Status ColumnReader::LoadData(const PageHeader& header, std::string packed) {
  if (header.values > left_) return BadFile("its pages hold more values than it has");
  std::string_view bytes;
  if (header.type == PageType::kData) {
    if (chunk_.codec == Codec::kUncompressed) {
      if (header.uncompressed_bytes != header.compressed_bytes) {
        return BadFile("a page has two sizes");
      }
      ASSAY_RETURN_IF_ERROR(Keep(std::move(packed)));
    } else {
      std::string page;
      ASSAY_RETURN_IF_ERROR(
          Unpack(chunk_.codec, packed, static_cast<size_t>(header.uncompressed_bytes), &page));
      ASSAY_RETURN_IF_ERROR(Keep(std::move(page)));
    }
    bytes = page_;
    ASSAY_RETURN_IF_ERROR(CutLevels(header.repetition_encoding, leaf_.repetition_level,
                                    header.values, &bytes, &repetitions_));
    ASSAY_RETURN_IF_ERROR(CutLevels(header.definition_encoding, leaf_.definition_level,
                                    header.values, &bytes, &definitions_));
  } else {
    // Levels first, never compressed; then the values.
    const int64_t levels = header.repetition_bytes + header.definition_bytes;
    if (levels > header.compressed_bytes || levels > header.uncompressed_bytes) {
      return BadFile("the levels of a page reach beyond it");
    }
    const auto cut = static_cast<size_t>(levels);
    const auto size = static_cast<size_t>(header.uncompressed_bytes - levels);
    std::string values;
    if (!header.is_compressed || chunk_.codec == Codec::kUncompressed) {
      values = packed.substr(cut);
    } else if (size > 0) {
      ASSAY_RETURN_IF_ERROR(
          Unpack(chunk_.codec, std::string_view(packed).substr(cut), size, &values));
    }
    packed.resize(cut);
    ASSAY_RETURN_IF_ERROR(Keep(packed + values));
    bytes = page_;
    const auto repetition_bytes = static_cast<size_t>(header.repetition_bytes);
    repetitions_.None();
    definitions_.None();
    if (leaf_.repetition_level > 0) {
      repetitions_.Runs(bytes.substr(0, repetition_bytes),
                        BitWidth(static_cast<uint64_t>(leaf_.repetition_level)));
    }
    if (leaf_.definition_level > 0) {
      definitions_.Runs(bytes.substr(repetition_bytes, cut - repetition_bytes),
                        BitWidth(static_cast<uint64_t>(leaf_.definition_level)));
    }
    bytes.remove_prefix(cut);
  }
  left_ -= header.values;
  left_in_page_ = header.values;
  if (!values_.Start(header.encoding, type_, bytes, header.values,
                     has_dictionary_ ? &dictionary_ : nullptr)) {
    return BadFile("the values of a page are damaged, or in an unknown encoding");
  }
  return {};
}

Status ColumnReader::CutLevels(Encoding encoding, int highest, int64_t values,
                               std::string_view* bytes, Levels* levels) {
  levels->None();
  if (highest == 0) return {};
  const int width = BitWidth(static_cast<uint64_t>(highest));
  if (encoding == Encoding::kBitPacked) {
    const auto size = static_cast<size_t>((values * width + 7) / 8);
    if (size > bytes->size()) return BadFile("the levels of a page reach beyond it");
    levels->HighBits(bytes->substr(0, size), width);
    bytes->remove_prefix(size);
    return {};
  }
  uint32_t size = 0;
  if (encoding != Encoding::kRle || bytes->size() < sizeof size) {
    return BadFile("the levels of a page are damaged, or in an unknown encoding");
  }
  std::memcpy(&size, bytes->data(), sizeof size);
  bytes->remove_prefix(sizeof size);
  if (size > bytes->size()) return BadFile("the levels of a page reach beyond it");
  levels->Runs(bytes->substr(0, size), width);
  bytes->remove_prefix(size);
  return {};
}

}  // namespace assay::parquet
