// The encodings by hand: what no writer at hand makes, and what damaged files hold.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "data/parquet/encoding/bits.h"
#include "data/parquet/encoding/codec.h"
#include "data/parquet/encoding/delta.h"
#include "data/parquet/encoding/values.h"

namespace assay::parquet {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

template <typename Reader>
std::vector<uint32_t> All(Reader reader, size_t most) {
  std::vector<uint32_t> values;
  uint32_t value = 0;
  while (values.size() < most && reader.Next(&value)) values.push_back(value);
  return values;
}

std::string Bytes(std::initializer_list<int> bytes) {
  std::string text;
  for (const int byte : bytes) text += static_cast<char>(byte);
  return text;
}

TEST(Runs, OfAValueAndOfPackedValuesTakeTurns) {
  // Five times 3, then eight packed values of three bits: 0 to 7.
  const std::string bytes = Bytes({5 << 1, 3, 1 << 1 | 1, 0x88, 0xC6, 0xFA});
  EXPECT_THAT(All(RunReader(bytes, 3), 99), ElementsAre(3, 3, 3, 3, 3, 0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Runs, OfNoBitsAreZeros) {
  const std::string bytes = Bytes({3 << 1, 1 << 1 | 1});
  EXPECT_THAT(All(RunReader(bytes, 0), 99), ElementsAre(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(Runs, ThatAreTornEndWithoutReadingBeyond) {
  EXPECT_THAT(All(RunReader("", 3), 99), IsEmpty());
  EXPECT_THAT(All(RunReader(Bytes({5 << 1}), 3), 99), IsEmpty());
  EXPECT_THAT(All(RunReader(Bytes({0x80, 0x80}), 3), 99), IsEmpty());
  EXPECT_THAT(All(RunReader(Bytes({0xFF, 0xFF, 0x7F, 0x88}), 3), 99), ElementsAre(0, 1));
}

TEST(HighBits, AreReadFromTheHighestOfEachByte) {
  const std::string bytes = Bytes({0x05, 0x39, 0x77});
  EXPECT_THAT(All(HighBitReader(bytes, 3), 99), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
}

TEST(Bits, OfEveryWidthAreFoundAtEveryPlace) {
  const std::string bytes = Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF});
  EXPECT_EQ(BitsAt(bytes, 7, 64), ~uint64_t{0});
  EXPECT_EQ(BitsAt(bytes, 8, 64), ~uint64_t{0});
  EXPECT_EQ(BitsAt(bytes, 71, 1), 1u);
  EXPECT_EQ(BitsAt(bytes, 3, 0), 0u);
}

std::vector<int64_t> Deltas(std::string_view bytes, int64_t most = 1000) {
  DeltaReader reader;
  std::vector<int64_t> values;
  if (!reader.Start(bytes, most)) return values;
  int64_t value = 0;
  while (reader.Next(&value)) values.push_back(value);
  return values;
}

TEST(Deltas, AreAddedUpFromTheFirstValue) {
  // Blocks of 128 in 4; five values from 7 on; the least difference is -2, the others need two
  // bits.
  const std::string bytes = Bytes({0x80, 0x01, 4, 5, 14, 3, 2, 0, 0, 0, 0xE4, 0, 0, 0, 0, 0, 0, 0});
  EXPECT_THAT(Deltas(bytes), ElementsAre(7, 5, 4, 4, 5));
}

TEST(Deltas, WithImpossibleSizesAreRefused) {
  EXPECT_THAT(Deltas(Bytes({0, 4, 5, 14})), IsEmpty());
  EXPECT_THAT(Deltas(Bytes({0x80, 0x01, 0, 5, 14})), IsEmpty());
  EXPECT_THAT(Deltas(Bytes({0x80, 0x01, 3, 5, 14})), IsEmpty());
  EXPECT_THAT(Deltas(Bytes({0x80, 0x01, 4, 5, 14}), 4), IsEmpty());
  EXPECT_THAT(Deltas(Bytes({0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 1, 5, 14})), IsEmpty());
  // A width of 65 bits, and one with no bytes behind it.
  EXPECT_THAT(Deltas(Bytes({0x80, 0x01, 4, 5, 14, 3, 65, 0, 0, 0})), ElementsAre(7));
  EXPECT_THAT(Deltas(Bytes({0x80, 0x01, 4, 5, 14, 3, 2, 0, 0, 0})), ElementsAre(7));
}

TEST(Values, OfADictionaryBeyondItsEndAreRefused) {
  Dictionary dictionary;
  const ValueType type = {PhysicalType::kByteArray, 0};
  ASSERT_TRUE(dictionary.Load(type, Bytes({1, 0, 0, 0, 'a', 2, 0, 0, 0, 'b', 'c'}), 2));
  EXPECT_FALSE(Dictionary().Load(type, Bytes({1, 0, 0, 0, 'a'}), 2));
  EXPECT_FALSE(Dictionary().Load(type, Bytes({9, 0, 0, 0, 'a'}), 1));
  ValueReader reader;
  const std::string indices = Bytes({8, 1 << 1, 1, 1 << 1, 2});
  ASSERT_TRUE(reader.Start(Encoding::kRleDictionary, type, indices, 2, &dictionary));
  Value value;
  ASSERT_TRUE(reader.Next(&value));
  EXPECT_EQ(value.bytes, "bc");
  EXPECT_FALSE(reader.Next(&value));
  EXPECT_FALSE(reader.Start(Encoding::kRleDictionary, type, indices, 2, nullptr));
}

TEST(Values, InAnEncodingThatDoesNotFitAreRefused) {
  ValueReader reader;
  const auto starts = [&](Encoding encoding, PhysicalType type) {
    return reader.Start(encoding, {type, 4}, "", 0, nullptr);
  };
  EXPECT_FALSE(starts(Encoding::kRle, PhysicalType::kInt32));
  EXPECT_FALSE(starts(Encoding::kDeltaBinaryPacked, PhysicalType::kByteArray));
  EXPECT_FALSE(starts(Encoding::kDeltaLengthByteArray, PhysicalType::kInt64));
  EXPECT_FALSE(starts(Encoding::kDeltaByteArray, PhysicalType::kFloat));
  EXPECT_FALSE(starts(Encoding::kByteStreamSplit, PhysicalType::kByteArray));
  EXPECT_FALSE(starts(Encoding::kUnknown, PhysicalType::kInt32));
}

TEST(Codecs, RefuseWhatIsNotTheClaimedSize) {
  std::string out;
  for (const Codec codec : {Codec::kUncompressed, Codec::kSnappy, Codec::kGzip, Codec::kZstd}) {
    EXPECT_TRUE(CheckCodec(codec).ok());
    EXPECT_FALSE(Unpack(codec, "rubbish", 100, &out).ok());
    EXPECT_FALSE(Unpack(codec, "", 100, &out).ok());
  }
  for (const Codec codec : {Codec::kBrotli, Codec::kLz4, Codec::kLz4Raw, Codec::kLzo}) {
    ASSERT_FALSE(CheckCodec(codec).ok());
    EXPECT_EQ(CheckCodec(codec).error().code, ErrorCode::kUnsupported);
  }
}

}  // namespace
}  // namespace assay::parquet
