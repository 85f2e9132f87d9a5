#include "rollout/folder/row_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <thread>
#include <vector>

#include "rollout/folder/folder_test_util.h"

namespace assay::rollout {
namespace {

using ::testing::ElementsAre;

// Keeps the lines that opening a file found.
struct Lines {
  RowFile::OnLine Keep() {
    return [this](RowFile::Place, std::string_view line) { found.emplace_back(line); };
  }
  std::vector<std::string> found;
};

TEST(RowFile, KeepsWhatWasAppended) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  {
    Lines lines;
    auto file = RowFile::Open(path, RowFile::Use::kAppend, lines.Keep());
    ASSERT_TRUE(file.ok()) << file.error().ToString();
    EXPECT_TRUE(lines.found.empty());
    const auto one = (*file)->Append("one");
    const auto two = (*file)->Append("two");
    ASSERT_TRUE(one.ok() && two.ok());
    EXPECT_EQ(*(*file)->Read(*two), "two");
    EXPECT_EQ(*(*file)->Read(*one), "one");
    EXPECT_EQ(TextOf(path), "one\ntwo\n");
  }
  Lines lines;
  auto file = RowFile::Open(path, RowFile::Use::kAppend, lines.Keep());
  ASSERT_TRUE((*file)->Append("three").ok());
  EXPECT_THAT(lines.found, ElementsAre("one", "two"));
  EXPECT_EQ(TextOf(path), "one\ntwo\nthree\n");
}

TEST(RowFile, AnUnfinishedLastLineIsCutOffByWhoWrites) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  AppendTo(path, "one\n\ntwo\n{\"to");
  Lines read;
  const auto reader = RowFile::Open(path, RowFile::Use::kRead, read.Keep());
  EXPECT_THAT(read.found, ElementsAre("one", "two"));
  EXPECT_EQ((*reader)->torn_bytes(), 4);
  EXPECT_EQ(TextOf(path), "one\n\ntwo\n{\"to") << "a reader changes nothing";
  Lines lines;
  auto file = RowFile::Open(path, RowFile::Use::kAppend, lines.Keep());
  EXPECT_EQ((*file)->torn_bytes(), 4);
  ASSERT_TRUE((*file)->Append("three").ok());
  EXPECT_EQ(TextOf(path), "one\n\ntwo\nthree\n");
}

TEST(RowFile, FindsLinesLongerThanWhatIsReadAtOnce) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  const std::string longer((3 << 20) + 5, 'x');
  AppendTo(path, longer + "\nshort\n");
  std::vector<RowFile::Place> places;
  const auto file =
      RowFile::Open(path, RowFile::Use::kRead,
                    [&](RowFile::Place place, std::string_view) { places.push_back(place); });
  ASSERT_EQ(places.size(), 2u);
  EXPECT_TRUE(*(*file)->Read(places[0]) == longer);
  EXPECT_EQ(*(*file)->Read(places[1]), "short");
}

TEST(RowFile, AFileThatIsNotThereIsReadAsEmpty) {
  const TemporaryFolder folder;
  Lines lines;
  EXPECT_TRUE(RowFile::Open(folder / "none", RowFile::Use::kRead, lines.Keep()).ok());
  EXPECT_FALSE(RowFile::Open(folder / "no/folder", RowFile::Use::kAppend, lines.Keep()).ok());
}

TEST(RowFile, LinesOfManyThreadsStayWhole) {
  const TemporaryFolder folder;
  const std::string path = folder / "rows";
  constexpr int kThreads = 8;
  constexpr int kEach = 50;
  {
    Lines lines;
    auto file = RowFile::Open(path, RowFile::Use::kAppend, lines.Keep());
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t) {
      threads.emplace_back([&file, t] {
        for (int i = 0; i < kEach; ++i) {
          const std::string line = std::to_string(t) + ":" + std::string(i * 7, 'x');
          const auto place = (*file)->Append(line);
          ASSERT_TRUE(place.ok());
          EXPECT_EQ(*(*file)->Read(*place), line);
        }
      });
    }
    for (std::thread& thread : threads) thread.join();
  }
  Lines lines;
  ASSERT_TRUE(RowFile::Open(path, RowFile::Use::kRead, lines.Keep()).ok());
  EXPECT_EQ(lines.found.size(), size_t{kThreads} * kEach);
  EXPECT_EQ(std::set<std::string>(lines.found.begin(), lines.found.end()).size(),
            size_t{kThreads} * kEach);
}

TEST(RowFile, AfterAFailureEveryLaterLineFails) {
  const TemporaryFolder folder;
  AppendTo(folder / "rows", "zero\n");
  Lines lines;
  // A descriptor that can't be written.
  auto file = RowFile::Open(folder / "rows", RowFile::Use::kRead, lines.Keep());
  ASSERT_TRUE(file.ok());
  EXPECT_FALSE((*file)->Append("one").ok());
  EXPECT_FALSE((*file)->Append("two").ok());
}

}  // namespace
}  // namespace assay::rollout
