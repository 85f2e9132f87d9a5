// ThriftReader: reads Thrift's compact protocol, in which Parquet writes its footer and the headers
// of pages.
//
// The first fault (a torn value, a length beyond the end, nesting beyond kMaxDepth) is kept: from
// then on every read gives zero or nothing and every loop ends, so a caller reads a structure as if
// it were whole and asks ok() once. Nothing is allocated by a claimed length. Not thread-safe.
#pragma once

#include <cstdint>
#include <string_view>

namespace assay::parquet {

enum class ThriftType : uint8_t {
  kStop = 0,
  kTrue = 1,
  kFalse = 2,
  kByte = 3,
  kI16 = 4,
  kI32 = 5,
  kI64 = 6,
  kDouble = 7,
  kBinary = 8,
  kList = 9,
  kSet = 10,
  kMap = 11,
  kStruct = 12,
  kUuid = 13,
};

class ThriftReader {
 public:
  static constexpr int kMaxDepth = 32;

  explicit ThriftReader(std::string_view bytes) : bytes_(bytes) {}

  bool ok() const { return fault_ == nullptr; }
  // REQUIRES: !ok(). A few words.
  const char* fault() const { return fault_; }
  // Whether the fault is that there are no more bytes: more of them may help.
  bool torn() const { return torn_; }
  // How many bytes were read.
  size_t used() const { return at_; }

  // For each field of a structure: while (reader.NextField(&field)) { … }, where every field is
  // read or skipped.
  struct Field {
    int16_t id = 0;
    ThriftType type = ThriftType::kStop;
  };
  // `field` holds the one before; begin with Field{}.
  bool NextField(Field* field);

  // The value of a field. What has another type than is asked for is skipped and gives the default.
  int64_t Int(const Field& field, int64_t otherwise = 0);
  bool Bool(const Field& field, bool otherwise = false);
  std::string_view Binary(const Field& field);
  void Skip(const Field& field) { SkipValue(field.type, 0); }

  // Items of a list, each to be read by one of the calls below; 0 for another type. No more than
  // there are bytes.
  size_t ListOf(const Field& field, ThriftType item);
  std::string_view BinaryItem() { return Bytes(); }

  void Fail(const char* fault);

 private:
  uint8_t Byte();
  uint64_t Varint();
  int64_t Zigzag();
  std::string_view Bytes();
  void SkipValue(ThriftType type, int depth);
  void Torn();

  std::string_view bytes_;
  size_t at_ = 0;
  const char* fault_ = nullptr;
  bool torn_ = false;
};

}  // namespace assay::parquet
