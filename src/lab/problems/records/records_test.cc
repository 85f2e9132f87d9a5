#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "lab/problems/records/row_run.h"

namespace assay::lab {
namespace {

using ::testing::HasSubstr;

class RecordsTest : public ::testing::Test {
 protected:
  RecordsTest()
      : folder_(::testing::TempDir() + "assay_records_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~RecordsTest() override { std::filesystem::remove_all(folder_); }

  static std::optional<RecordHead> ReadHead(std::string_view line) {
    if (line.substr(0, 1) != "r") return std::nullopt;
    return RecordHead{std::stoll(std::string(line.substr(1))), line.back() != '?'};
  }
  Result<std::unique_ptr<RecordFolder>> Open(std::string_view manifest = "{}") const {
    return RecordFolder::Open(folder_ + "/out", {"rows.jsonl", "test", ReadHead, {"made.jsonl"}},
                              manifest, {folder_ + "/in.jsonl"});
  }
  RowFiles Rows(int count) const {
    std::ofstream out(folder_ + "/in.jsonl");
    for (int i = 0; i < count; ++i) out << "{\"n\":" << i << "}\n";
    out.close();
    RowFiles files;
    files.files = {folder_ + "/in.jsonl"};
    EXPECT_TRUE(Survey(&files).ok());
    return files;
  }

  const std::string folder_;
};

TEST_F(RecordsTest, ARunThatWasBrokenOffGoesOn) {
  const RowFiles files = Rows(20);
  ASSERT_EQ(files.rows, 20);
  {
    auto folder = Open();
    ASSERT_TRUE(folder.ok());
    std::atomic<bool> stop{false};
    ASSERT_TRUE(RunRows(
                    files, folder->get(), 1, &stop,
                    [](const NumberedRow& row) {
                      return RowRecord{true, "r" + std::to_string(row.index)};
                    },
                    [&](int64_t done) { stop = done == 5; })
                    .ok());
    EXPECT_EQ((*folder)->done(), 5);
  }
  // As a process that was killed leaves it.
  std::ofstream(folder_ + "/out/rows.jsonl", std::ios::app) << "r6";
  auto folder = Open();
  ASSERT_TRUE(folder.ok());
  EXPECT_EQ((*folder)->done(), 5);
  int again = 0;
  ASSERT_TRUE(RunRows(
                  files, folder->get(), 3, nullptr,
                  [](const NumberedRow& row) -> std::optional<RowRecord> {
                    return RowRecord{row.index != 7,
                                     "r" + std::to_string(row.index) + (row.index == 7 ? "?" : "")};
                  },
                  [&](int64_t) { ++again; })
                  .ok());
  EXPECT_EQ(again, 15);
  EXPECT_FALSE((*folder)->Done(7));
  std::string all;
  ASSERT_TRUE((*folder)
                  ->ForEach([&](std::string_view line) {
                    all += std::string(line) + " ";
                    return Status();
                  })
                  .ok());
  EXPECT_THAT(all, HasSubstr("r5 r6 r7? r8 "));
}

TEST_F(RecordsTest, AFolderIsOfOneThingAndOneProcess) {
  {
    const auto first = Open("{}");
    ASSERT_TRUE(first.ok());
    EXPECT_FALSE(Open("{}").ok());
  }
  const auto other = Open(R"({"build":"another"})");
  ASSERT_FALSE(other.ok());
  EXPECT_THAT(other.error().message, HasSubstr("is the folder of another test"));
}

TEST_F(RecordsTest, AnInputIsNoFileOfTheFolder) {
  std::filesystem::create_directories(folder_ + "/out");
  for (const char* name : {"rows.jsonl", "made.jsonl", "manifest.json"}) {
    std::ofstream(folder_ + "/out/" + name) << "{}\n";
    std::filesystem::create_symlink(folder_ + "/out/" + name, folder_ + "/in.jsonl");
    const auto folder = Open();
    ASSERT_FALSE(folder.ok()) << name;
    EXPECT_EQ(folder.error().code, ErrorCode::kInvalidArgument) << name;
    EXPECT_NE(folder.error().message.find(name), std::string::npos) << folder.error().message;
    std::filesystem::remove(folder_ + "/in.jsonl");
    std::filesystem::remove(folder_ + "/out/" + name);
  }
  EXPECT_TRUE(Open().ok());
}

}  // namespace
}  // namespace assay::lab
