// A map: plain values; the dictionary; then the reader, encoding by encoding.

#include "data/parquet/encoding/values.h"

#include <bit>
#include <cstring>
#include <optional>

namespace assay::parquet {
namespace {

static_assert(std::endian::native == std::endian::little, "values are little-endian in the file");

bool IsText(PhysicalType type) {
  return type == PhysicalType::kByteArray || type == PhysicalType::kFixedLenByteArray;
}

// A value of fixed width from its bytes.
void FromBytes(PhysicalType type, std::string_view bytes, Value* value) {
  switch (type) {
    case PhysicalType::kInt32:
    case PhysicalType::kFloat: {
      int32_t bits = 0;
      std::memcpy(&bits, bytes.data(), sizeof bits);
      value->bits = bits;
      return;
    }
    case PhysicalType::kInt64:
    case PhysicalType::kDouble: std::memcpy(&value->bits, bytes.data(), sizeof value->bits); return;
    default: value->bytes = bytes;
  }
}

// The length before a BYTE_ARRAY, if that many bytes are behind it.
std::optional<uint32_t> PlainLength(std::string_view bytes) {
  uint32_t length = 0;
  if (bytes.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, bytes.data(), sizeof length);
  if (length > bytes.size() - sizeof length) return std::nullopt;
  return length;
}

}  // namespace

size_t ValueType::width() const {
  switch (type) {
    case PhysicalType::kInt32:
    case PhysicalType::kFloat: return 4;
    case PhysicalType::kInt64:
    case PhysicalType::kDouble: return 8;
    case PhysicalType::kInt96: return 12;
    case PhysicalType::kFixedLenByteArray: return static_cast<size_t>(length);
    case PhysicalType::kBoolean:
    case PhysicalType::kByteArray: break;
  }
  return 0;
}

bool Dictionary::Load(ValueType type, std::string page, int64_t count) {
  type_ = type;
  page_ = std::move(page);
  count_ = static_cast<uint64_t>(count);
  spans_.clear();
  if (type_.type == PhysicalType::kBoolean) return false;
  if (type_.type != PhysicalType::kByteArray) return count_ <= page_.size() / type_.width();
  std::string_view rest = page_;
  for (uint64_t i = 0; i < count_; ++i) {
    const std::optional<uint32_t> length = PlainLength(rest);
    if (!length) return false;
    rest.remove_prefix(sizeof *length);
    spans_.push_back({static_cast<uint32_t>(page_.size() - rest.size()), *length});
    rest.remove_prefix(*length);
  }
  return true;
}

bool Dictionary::Get(uint32_t index, Value* value) const {
  if (index >= count_) return false;
  const std::string_view page = page_;
  if (type_.type == PhysicalType::kByteArray) {
    value->bytes = page.substr(spans_[index].begin, spans_[index].length);
  } else {
    FromBytes(type_.type, page.substr(index * type_.width(), type_.width()), value);
  }
  return true;
}

bool ValueReader::Start(Encoding encoding, ValueType type, std::string_view bytes, int64_t most,
                        const Dictionary* dictionary) {
  *this = ValueReader();
  encoding_ = encoding;
  type_ = type;
  bytes_ = bytes;
  dictionary_ = dictionary;
  switch (encoding) {
    case Encoding::kPlain: return true;
    case Encoding::kPlainDictionary:
    case Encoding::kRleDictionary: {
      if (dictionary == nullptr) return false;
      if (bytes.empty()) return true;  // a page of nulls
      const int width = static_cast<uint8_t>(bytes.front());
      if (width > 32) return false;
      runs_ = RunReader(bytes.substr(1), width);
      return true;
    }
    case Encoding::kRle: {
      if (type.type != PhysicalType::kBoolean) return false;
      if (bytes.empty()) return true;
      const std::optional<uint32_t> length = PlainLength(bytes);
      if (!length) return false;
      runs_ = RunReader(bytes.substr(sizeof *length, *length), 1);
      return true;
    }
    case Encoding::kDeltaBinaryPacked:
      if (type.type != PhysicalType::kInt32 && type.type != PhysicalType::kInt64) return false;
      return bytes.empty() || deltas_.Start(bytes, most);
    case Encoding::kDeltaLengthByteArray:
      return type.type == PhysicalType::kByteArray && StartTexts(bytes, most);
    case Encoding::kDeltaByteArray: {
      if (!IsText(type.type)) return false;
      if (bytes.empty()) return true;
      if (!prefixes_.Start(bytes, most)) return false;
      DeltaReader end = prefixes_;
      int64_t ignored = 0;
      while (end.left() > 0) {
        if (!end.Next(&ignored)) return false;
      }
      return StartTexts(end.rest(), most);
    }
    case Encoding::kByteStreamSplit:
      return type.width() > 0 && type.type != PhysicalType::kInt96 &&
             bytes.size() % type.width() == 0;
    case Encoding::kBitPacked:
    case Encoding::kUnknown: break;
  }
  return false;
}

// Lengths, and behind all of them the texts: they are read twice, so that none need to be kept.
bool ValueReader::StartTexts(std::string_view bytes, int64_t most) {
  bytes_ = bytes;
  if (bytes.empty()) return true;
  if (!deltas_.Start(bytes, most)) return false;
  DeltaReader end = deltas_;
  int64_t ignored = 0;
  while (end.left() > 0) {
    if (!end.Next(&ignored)) return false;
  }
  bytes_ = end.rest();
  return true;
}

bool ValueReader::Next(Value* value) {
  switch (encoding_) {
    case Encoding::kPlain: return NextPlain(value);
    case Encoding::kPlainDictionary:
    case Encoding::kRleDictionary: {
      uint32_t index = 0;
      return runs_.Next(&index) && dictionary_->Get(index, value);
    }
    case Encoding::kRle: {
      uint32_t bit = 0;
      if (!runs_.Next(&bit)) return false;
      value->bits = bit & 1;
      return true;
    }
    case Encoding::kDeltaBinaryPacked: {
      if (!deltas_.Next(&value->bits)) return false;
      if (type_.type == PhysicalType::kInt32) value->bits = static_cast<int32_t>(value->bits);
      return true;
    }
    case Encoding::kDeltaLengthByteArray: return NextText(&value->bytes);
    case Encoding::kDeltaByteArray: return NextPrefixed(value);
    case Encoding::kByteStreamSplit: return NextSplit(value);
    case Encoding::kBitPacked:
    case Encoding::kUnknown: break;
  }
  return false;
}

bool ValueReader::NextPlain(Value* value) {
  if (type_.type == PhysicalType::kBoolean) {
    if (next_ >= bytes_.size() * 8) return false;
    value->bits = static_cast<int64_t>(BitsAt(bytes_, next_++, 1));
    return true;
  }
  if (type_.type == PhysicalType::kByteArray) {
    const std::optional<uint32_t> length = PlainLength(bytes_);
    if (!length) return false;
    value->bytes = bytes_.substr(sizeof *length, *length);
    bytes_.remove_prefix(sizeof *length + *length);
    return true;
  }
  const size_t width = type_.width();
  if (bytes_.size() < width) return false;
  FromBytes(type_.type, bytes_.substr(0, width), value);
  bytes_.remove_prefix(width);
  return true;
}

bool ValueReader::NextText(std::string_view* text) {
  int64_t length = 0;
  if (!deltas_.Next(&length) || length < 0 || static_cast<uint64_t>(length) > bytes_.size()) {
    return false;
  }
  *text = bytes_.substr(0, static_cast<size_t>(length));
  bytes_.remove_prefix(text->size());
  return true;
}

bool ValueReader::NextPrefixed(Value* value) {
  int64_t shared = 0;
  std::string_view rest;
  if (!prefixes_.Next(&shared) || shared < 0 || static_cast<uint64_t>(shared) > scratch_.size() ||
      !NextText(&rest)) {
    return false;
  }
  scratch_.resize(static_cast<size_t>(shared));
  scratch_.append(rest);
  if (type_.type == PhysicalType::kFixedLenByteArray && scratch_.size() != type_.width()) {
    return false;
  }
  value->bytes = scratch_;
  return true;
}

// The first bytes of all values, then the second ones, and so on.
bool ValueReader::NextSplit(Value* value) {
  const size_t width = type_.width();
  const size_t count = bytes_.size() / width;
  if (next_ >= count) return false;
  scratch_.resize(width);
  for (size_t i = 0; i < width; ++i) scratch_[i] = bytes_[i * count + next_];
  ++next_;
  FromBytes(type_.type, scratch_, value);
  return true;
}

}  // namespace assay::parquet
