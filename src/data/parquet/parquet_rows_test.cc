// Files that pyarrow wrote (tests/parquet/make_fixtures.py), whole, torn and damaged.

#include "data/parquet/parquet_rows.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/text.h"
#include "base/whole_file.h"
#include "data/rows/rows_fixture.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

const char* const kFixtures = ASSAY_SOURCE_DIR "/tests/parquet/fixtures";

std::vector<std::filesystem::path> Fixtures() {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(kFixtures)) {
    if (entry.path().extension() == ".parquet") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

std::string Fixture(const std::string& name) {
  Result<std::string> bytes = ReadFile(std::string(kFixtures) + "/" + name + ".parquet", "test");
  EXPECT_TRUE(bytes.ok());
  return *std::move(bytes);
}

// So tight that a damaged file that costs more than a little is refused.
constexpr parquet::ReadLimits kTight = {.footer_bytes = 1 << 20,
                                        .page = {64 << 10, 64},
                                        .memory = {1 << 20, 64},
                                        .work = {1 << 20, 256},
                                        .row_bytes = 1 << 20};

// The error of reading these bytes; empty: none.
std::string ErrorOf(std::string_view bytes, const parquet::ReadLimits& limits = {}) {
  const UniqueFd file(memfd_create("parquet-test", MFD_CLOEXEC));
  EXPECT_TRUE(file.valid());
  EXPECT_TRUE(WriteAll(file.get(), bytes, "memory", "test").ok());
  int64_t rows = 0;
  const auto ignore = [](std::string_view) { return Status(); };
  const Status status = ForEachParquetRow(file.get(), "x.parquet", ignore, &rows, limits);
  return status.ok() ? "" : status.error().message;
}

TEST(ParquetRows, AreThoseThatPyarrowWrote) {
  int files = 0;
  for (const std::filesystem::path& path : Fixtures()) {
    const RowsRead read = ReadRows(path.string());
    EXPECT_EQ(read.error, "");
    const Result<std::string> expected =
        ReadFile(std::filesystem::path(path).replace_extension(".jsonl").string(), "test");
    ASSERT_TRUE(expected.ok()) << path;
    std::string text;
    for (const std::string& row : read.rows) text += row + "\n";
    EXPECT_EQ(text, *expected) << path;
    EXPECT_EQ(read.identity.rows, static_cast<int64_t>(read.rows.size()));
    EXPECT_EQ(read.identity.sha256, Sha256Hex(Fixture(path.stem().string())));
    ++files;
  }
  EXPECT_GE(files, 27);
}

TEST(ParquetRows, OfTheFixturesStayWithinTightLimits) {
  for (const std::filesystem::path& path : Fixtures()) {
    EXPECT_EQ(ErrorOf(Fixture(path.stem().string()), kTight), "") << path;
  }
}

TEST(ParquetRows, OfATornFileAreRefusedAtEveryLength) {
  const std::string whole = Fixture("rle_v1");
  for (size_t length = 0; length < whole.size(); ++length) {
    EXPECT_NE(ErrorOf(whole.substr(0, length), kTight), "") << length;
  }
  EXPECT_THAT(ErrorOf(whole.substr(0, whole.size() - 1)), HasSubstr("x.parquet: the file is torn"));
}

// Every byte of small files, changed in two ways: read or refused, within the limits.
TEST(ParquetRows, OfADamagedFileEndInAnErrorAtWorst) {
  for (const char* name : {"rle_v2", "int96", "only_nulls", "delta_length_byte_array_v1"}) {
    const std::string whole = Fixture(name);
    for (size_t i = 0; i < whole.size(); ++i) {
      for (const char change : {'\x01', '\xFF'}) {
        std::string damaged = whole;
        damaged[i] = static_cast<char>(damaged[i] ^ change);
        ErrorOf(damaged, kTight);
      }
    }
  }
}

TEST(ParquetRows, OfAPageWithAnotherChecksumAreRefusedByColumn) {
  const std::string whole = Fixture("groups");
  // In the middle of the pages there are values, or a header that then can't be read.
  int refused = 0;
  for (size_t i = 100; i < 400; ++i) {
    std::string damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x04);
    const std::string error = ErrorOf(damaged);
    refused += error.find("checksum differs") != std::string::npos ? 1 : 0;
  }
  EXPECT_GT(refused, 100);
}

TEST(ParquetRows, ThatCostMoreThanTheLimitsAreRefused) {
  const std::string whole = Fixture("nested_zstd_v1");
  parquet::ReadLimits limits = kTight;
  limits.work = {1000, 0};
  EXPECT_THAT(ErrorOf(whole, limits), HasSubstr("costs more than any file of its size should"));
  limits = kTight;
  limits.memory = {500, 0};
  EXPECT_THAT(ErrorOf(whole, limits), HasSubstr("costs more"));
  limits = kTight;
  limits.page = {100, 0};
  EXPECT_THAT(ErrorOf(whole, limits), HasSubstr("claims to hold"));
  limits = kTight;
  limits.row_bytes = 100;
  EXPECT_THAT(ErrorOf(whole, limits), HasSubstr("the row is longer than"));
  limits = kTight;
  limits.footer_bytes = 100;
  EXPECT_THAT(ErrorOf(whole, limits), HasSubstr("the footer is too long"));
}

TEST(ParquetRows, StopAtTheCallersErrorWhichGetsTheRow) {
  const std::string path = std::string(kFixtures) + "/plain_v1.parquet";
  int calls = 0;
  const Status status = ForEachRow(path, [&](std::string_view) {
    return ++calls < 5 ? Status() : Status(InvalidField("test", "int32", "must be odd"));
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(status.error().message, path + ": row 5: int32: must be odd");
}

TEST(ParquetRows, OfEncryptedOrForeignFilesSayWhatTheyAre) {
  EXPECT_THAT(ErrorOf("PAR1" + std::string(20, '\0') + "PARE"), HasSubstr("the file is encrypted"));
  EXPECT_THAT(ErrorOf("PAR1" + std::string(20, '\0')), HasSubstr("the file is torn"));
  EXPECT_THAT(ErrorOf("PAR1"), HasSubstr("too short for Parquet"));
  EXPECT_THAT(ErrorOf("PAR1" + std::string("\xFF\xFF\xFF\xFF", 4) + "PAR1"),
              HasSubstr("the footer is longer than the file"));
}

}  // namespace
}  // namespace assay
