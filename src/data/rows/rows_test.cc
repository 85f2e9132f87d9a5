#include "data/rows/rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "base/text.h"
#include "data/rows/data_files.h"
#include "data/rows/rows_fixture.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::SizeIs;

class Rows : public ::testing::Test {
 protected:
  // What reading a file of these bytes gives; its name says nothing about its content.
  RowsRead Read(std::string_view bytes) { return ReadRows(folder_.Write("data.bin", bytes)); }

  TemporaryFolder folder_;
};

TEST_F(Rows, AreGivenLineByLine) {
  const RowsRead read = Read("{\"a\": 1}\n{\"a\": [2, {\"b\": \"}\"}]}\n");
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.rows, ElementsAre("{\"a\": 1}", "{\"a\": [2, {\"b\": \"}\"}]}"));
}

TEST_F(Rows, NeedNoLineBreakAtTheEnd) {
  EXPECT_THAT(Read("{\"a\":1}\n{\"a\":2}").rows, ElementsAre("{\"a\":1}", "{\"a\":2}"));
}

TEST_F(Rows, PassOverByteOrderMarksCarriageReturnsAndBlankLines) {
  const RowsRead read = Read("\xEF\xBB\xBF{\"a\":1}\r\n\r\n   \n{\"a\":2}\r\n\n");
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.rows, ElementsAre("{\"a\":1}", "{\"a\":2}"));
}

TEST_F(Rows, OfAnArrayAreItsItems) {
  const RowsRead read =
      Read("\xEF\xBB\xBF \n[ {\"a\": \"],[{\\\"\"},\r\n{\"b\":[1,{\"c\":[]}]} ]\n");
  EXPECT_EQ(read.error, "");
  EXPECT_THAT(read.rows, ElementsAre("{\"a\": \"],[{\\\"\"}", "{\"b\":[1,{\"c\":[]}]}"));
  EXPECT_THAT(Read("[]").rows, SizeIs(0));
  EXPECT_EQ(Read("[]").error, "");
  EXPECT_EQ(Read("").error, "");
}

TEST_F(Rows, AnEmptyFileOfAPackedFormatIsNoData) {
  for (const char* name : {"a.parquet", "a.jsonl.gz", "a.jsonl.zst"}) {
    EXPECT_THAT(ReadRows(folder_.Write(name, "")).error,
                HasSubstr(std::string(name) + " is empty"));
  }
  EXPECT_EQ(ReadRows(folder_.Write("a.jsonl", "")).error, "");
}

TEST_F(Rows, MayHaveNotANumberAsPythonWritesIt) {
  EXPECT_THAT(Read("{\"a\": NaN, \"b\": -Infinity}").rows, SizeIs(1));
}

TEST_F(Rows, AreFoundInGzipAndZstandardOfSeveralMembers) {
  const std::string one = "{\"a\":1}\n{\"a\":", two = "2}\n";
  for (const auto& packed : {Gzip(one) + Gzip(two), Gzip(one) + Gzip(two) + std::string(512, '\0'),
                             Zstd(one) + Zstd(two)}) {
    const RowsRead read = Read(packed);
    EXPECT_EQ(read.error, "");
    EXPECT_THAT(read.rows, ElementsAre("{\"a\":1}", "{\"a\":2}"));
    EXPECT_EQ(read.identity.sha256, Sha256Hex(packed));
    EXPECT_EQ(read.identity.rows, 2);
    EXPECT_EQ(read.identity.name, "data.bin");
  }
}

TEST_F(Rows, LongerThanEveryBufferAreWhole) {
  std::string text, row;
  for (int i = 0; i < 3; ++i) {
    row = "{\"a\":\"" + std::string(700'000, static_cast<char>('a' + i)) + "\"}";
    text += row + "\n";
  }
  for (const auto& bytes : {text, Gzip(text), Zstd(text)}) {
    const RowsRead read = Read(bytes);
    EXPECT_EQ(read.error, "");
    ASSERT_THAT(read.rows, SizeIs(3));
    EXPECT_EQ(read.rows[2], row);
  }
}

TEST_F(Rows, ThatAreMalformedAreNamedByFileAndLine) {
  EXPECT_THAT(Read("{\"a\":1}\n\n{\"a\":}\n{\"a\":2}\n").error,
              HasSubstr("data.bin:3: no JSON object: expected a value at byte 5"));
  EXPECT_THAT(Read("{\"a\":1}\n[1]\n").error,
              HasSubstr(":2: a row must be a JSON object; this is an array"));
  EXPECT_THAT(Read("[{\"a\":1},\n\n7]").error,
              HasSubstr(":3: a row must be a JSON object; this is a number"));
  EXPECT_THAT(Read("[{\"a\":\n1},\n{\"a\"}]").error, HasSubstr(":3: no JSON object"));
  EXPECT_THAT(Read("[{\"a\":1},]").error, HasSubstr(":1: no JSON object"));
  EXPECT_THAT(Read("[}, {\"a\":1}]").error, HasSubstr(":1: no JSON object"));
  EXPECT_THAT(Read("[{\"a\":1}]\n\n{}").error, HasSubstr(":3: there is more after the array"));
  EXPECT_THAT(Read("{\"a\":\"\xFF\"}\n").error, HasSubstr(":1: no JSON object: not valid UTF-8"));
}

TEST_F(Rows, OfAPrettyPrintedObjectSayHowRowsAreWanted) {
  EXPECT_THAT(Read("{\n  \"a\": 1\n}\n").error,
              EndsWith("rows are wanted one a line, or in one array"));
}

TEST_F(Rows, OfTornFilesAreAnErrorAfterThoseThatAreWhole) {
  const RowsRead line = Read("{\"a\":1}\n{\"a\":");
  EXPECT_THAT(line.error,
              HasSubstr(":2: no JSON object: unexpected end at byte 5 of the row; the file ends"));
  EXPECT_THAT(line.rows, ElementsAre("{\"a\":1}"));
  EXPECT_THAT(Read("[{\"a\":1},\n{\"a\":").error, HasSubstr(":2: the array never ends"));
  EXPECT_THAT(Read("[{\"a\":1}\n").error, HasSubstr("the array never ends"));
  EXPECT_THAT(Read("[").error, HasSubstr("the array never ends"));
}

TEST_F(Rows, OfTornOrDamagedCompressedFilesAreAnError) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "{\"a\":" + std::to_string(i * 7919 % 10007) + "}\n";
  for (const auto& packed : {Gzip(text), Zstd(text)}) {
    for (const size_t length : {packed.size() / 2, packed.size() - 1}) {
      EXPECT_THAT(Read(packed.substr(0, length)).error, HasSubstr("torn"));
    }
  }
  std::string damaged = Gzip(text);
  damaged[damaged.size() / 2] ^= 0x10;
  EXPECT_THAT(Read(damaged).error, HasSubstr("data.bin:"));
  damaged = Gzip(text);
  damaged[damaged.size() - 6] ^= 0x10;  // in its checksum
  EXPECT_THAT(Read(damaged).error, HasSubstr("damaged: incorrect data check"));
  EXPECT_THAT(Read(Zstd(text) + "rubbish").error, HasSubstr("cannot be unpacked"));
}

TEST_F(Rows, AreNotSoughtInOtherKindsOfFiles) {
  EXPECT_THAT(Read("version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n").error,
              HasSubstr("pointer of Git LFS"));
  EXPECT_THAT(Read("<!DOCTYPE html><html>").error, HasSubstr("web page"));
  EXPECT_THAT(Read(std::string_view("PK\x03\x04rest", 8)).error, HasSubstr("ZIP"));
  EXPECT_THAT(Read("\xFF\xFE{").error, HasSubstr("UTF-16"));
  EXPECT_THAT(Read(Gzip(Gzip("{}"))).error, HasSubstr("gzip within a compressed file"));
  EXPECT_THAT(Read("id,question\n1,why\n").error, HasSubstr("holds no rows"));
}

TEST_F(Rows, StopAtTheCallersErrorWhichGetsTheLine) {
  const std::string path = folder_.Write("few.jsonl", "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n");
  int calls = 0;
  const Status status = ForEachRow(path, [&](std::string_view) {
    if (++calls < 2) return Status();
    return Status(InvalidField("test", "a", "must be odd"));
  });
  ASSERT_FALSE(status.ok());
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(status.error().message, path + ":2: a: must be odd");
}

TEST_F(Rows, OfAFileThatIsNotThereAreAnError) {
  EXPECT_THAT(ReadRows(folder_.path() + "/none.jsonl").error,
              HasSubstr("none.jsonl cannot be read"));
  EXPECT_THAT(ReadRows(folder_.path()).error, HasSubstr("is a folder"));
}

TEST_F(Rows, OfAFolderAreThoseOfItsDataFilesByName) {
  folder_.Write("set/test2.jsonl", "{\"n\":2}\n");
  folder_.Write("set/test.jsonl.gz", Gzip("{\"n\":1}\n"));
  folder_.Write("set/README.md", "not data");
  folder_.Write("set/.hidden.jsonl", "not data");
  folder_.Write("set/dataset_infos.json", "{}");
  const std::string extra = folder_.Write("extra.json", "[{\"n\":3}]");
  std::vector<std::string> rows;
  std::vector<FileIdentity> files;
  const Status status = ForEachRowOf(
      {folder_.path() + "/set", extra},
      [&](std::string_view row) {
        rows.emplace_back(row);
        return Status();
      },
      &files);
  ASSERT_TRUE(status.ok()) << status.error().message;
  EXPECT_THAT(rows, ElementsAre("{\"n\":1}", "{\"n\":2}", "{\"n\":3}"));
  ASSERT_THAT(files, SizeIs(3));
  EXPECT_EQ(files[0].name, "test.jsonl.gz");
  EXPECT_EQ(files[2].sha256, Sha256Hex("[{\"n\":3}]"));
}

TEST_F(Rows, OfAFolderWithoutDataNameTheFoldersThatHaveSome) {
  folder_.Write("hub/README.md", "not data");
  folder_.Write("hub/data/test.jsonl", "{}\n");
  const auto found = FindDataFiles({folder_.path() + "/hub"});
  ASSERT_FALSE(found.ok());
  EXPECT_THAT(found.error().message, HasSubstr("these folders in it do, name one: "));
  EXPECT_THAT(found.error().message, EndsWith("hub/data"));
}

// Every file of real data is read to its end.
TEST(RowsOfRealData, AreReadToTheEnd) {
  const char* data = std::getenv("ASSAY_DATA");
  if (data == nullptr) data = std::getenv("ASSAY_DATA_DEFAULT");
  if (data == nullptr || !std::filesystem::is_directory(data)) {
    GTEST_SKIP() << "no data: ASSAY_DATA names no folder";
  }
  int files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data)) {
    if (!entry.path().string().ends_with(".jsonl.gz")) continue;
    int64_t rows = 0;
    const Status status = ForEachRow(entry.path().string(), [&](std::string_view) {
      ++rows;
      return Status();
    });
    EXPECT_TRUE(status.ok()) << status.error().message;
    EXPECT_GT(rows, 0) << entry.path();
    ++files;
  }
  EXPECT_GT(files, 0);
}

}  // namespace
}  // namespace assay
