#include "data/parquet/format/thrift_compact.h"

namespace assay::parquet {
namespace {

bool IsInt(ThriftType type) {
  return type == ThriftType::kByte || type == ThriftType::kI16 || type == ThriftType::kI32 ||
         type == ThriftType::kI64;
}

}  // namespace

void ThriftReader::Fail(const char* fault) {
  if (fault_ == nullptr) fault_ = fault;
}

void ThriftReader::Torn() {
  if (fault_ == nullptr) torn_ = true;
  Fail("ends in its middle");
}

uint8_t ThriftReader::Byte() {
  if (!ok()) return 0;
  if (at_ == bytes_.size()) {
    Torn();
    return 0;
  }
  return static_cast<uint8_t>(bytes_[at_++]);
}

uint64_t ThriftReader::Varint() {
  uint64_t value = 0;
  for (int shift = 0; shift < 64; shift += 7) {
    const uint8_t byte = Byte();
    value |= static_cast<uint64_t>(byte & 0x7F) << shift;
    if ((byte & 0x80) == 0) return value;
  }
  Fail("has a number of more than 64 bits");
  return 0;
}

int64_t ThriftReader::Zigzag() {
  const uint64_t value = Varint();
  return static_cast<int64_t>(value >> 1) ^ -static_cast<int64_t>(value & 1);
}

std::string_view ThriftReader::Bytes() {
  const uint64_t length = Varint();
  if (!ok()) return {};
  if (length > bytes_.size() - at_) {
    Torn();
    return {};
  }
  const std::string_view bytes = bytes_.substr(at_, length);
  at_ += length;
  return bytes;
}

bool ThriftReader::NextField(Field* field) {
  const uint8_t head = Byte();
  if (!ok() || head == 0) return false;
  field->type = static_cast<ThriftType>(head & 0x0F);
  const int delta = head >> 4;
  field->id = static_cast<int16_t>(delta != 0 ? field->id + delta : Zigzag());
  return ok();
}

int64_t ThriftReader::Int(const Field& field, int64_t otherwise) {
  if (!IsInt(field.type)) {
    Skip(field);
    return otherwise;
  }
  if (field.type == ThriftType::kByte) return static_cast<int8_t>(Byte());
  return Zigzag();
}

bool ThriftReader::Bool(const Field& field, bool otherwise) {
  if (field.type == ThriftType::kTrue) return true;
  if (field.type == ThriftType::kFalse) return false;
  Skip(field);
  return otherwise;
}

std::string_view ThriftReader::Binary(const Field& field) {
  if (field.type == ThriftType::kBinary) return Bytes();
  Skip(field);
  return {};
}

size_t ThriftReader::ListOf(const Field& field, ThriftType item) {
  if (field.type != ThriftType::kList && field.type != ThriftType::kSet) {
    Skip(field);
    return 0;
  }
  const uint8_t head = Byte();
  uint64_t count = head >> 4;
  if (count == 15) count = Varint();
  if (!ok()) return 0;
  // Every item has a byte at least.
  if (count > bytes_.size() - at_) {
    Torn();
    return 0;
  }
  const auto type = static_cast<ThriftType>(head & 0x0F);
  const bool same = type == item || (IsInt(type) && IsInt(item));
  if (same) return count;
  for (uint64_t i = 0; i < count && ok(); ++i) SkipValue(type, 1);
  return 0;
}

void ThriftReader::SkipValue(ThriftType type, int depth) {
  if (depth > kMaxDepth) return Fail("is nested too deeply");
  switch (type) {
    case ThriftType::kTrue:
    case ThriftType::kFalse:
      // In a field the type is the value; in a container it has a byte.
      if (depth > 0) Byte();
      return;
    case ThriftType::kByte: Byte(); return;
    case ThriftType::kI16:
    case ThriftType::kI32:
    case ThriftType::kI64: Varint(); return;
    case ThriftType::kDouble:
      for (int i = 0; i < 8; ++i) Byte();
      return;
    case ThriftType::kUuid:
      for (int i = 0; i < 16; ++i) Byte();
      return;
    case ThriftType::kBinary: Bytes(); return;
    case ThriftType::kList:
    case ThriftType::kSet: {
      const uint8_t head = Byte();
      uint64_t count = head >> 4;
      if (count == 15) count = Varint();
      for (uint64_t i = 0; i < count && ok(); ++i) {
        SkipValue(static_cast<ThriftType>(head & 0x0F), depth + 1);
      }
      return;
    }
    case ThriftType::kMap: {
      const uint64_t count = Varint();
      if (count == 0 || !ok()) return;
      const uint8_t types = Byte();
      for (uint64_t i = 0; i < count && ok(); ++i) {
        SkipValue(static_cast<ThriftType>(types >> 4), depth + 1);
        SkipValue(static_cast<ThriftType>(types & 0x0F), depth + 1);
      }
      return;
    }
    case ThriftType::kStruct: {
      // A field of type bool holds no byte, whatever the depth.
      Field field;
      while (NextField(&field)) {
        const bool is_bool = field.type == ThriftType::kTrue || field.type == ThriftType::kFalse;
        if (!is_bool) SkipValue(field.type, depth + 1);
      }
      return;
    }
    case ThriftType::kStop: break;
  }
  Fail("has a value of an unknown type");
}

}  // namespace assay::parquet
