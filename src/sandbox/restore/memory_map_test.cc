#include "sandbox/restore/memory_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::Pair;

constexpr const char* kThen =
    "00400000-00600000 r-xp 00000000 fe:00 12                         /usr/bin/python3.11\n"
    "00600000-00700000 rw-p 00200000 fe:00 12                         /usr/bin/python3.11\n"
    "01000000-01100000 rw-p 00000000 00:00 0                          [heap]\n"
    "7f0000000000-7f0000100000 rw-p 00000000 00:00 0 \n"
    "7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                  [stack]\n";

std::vector<Mapping> Maps(std::string text, const std::string& from = "",
                          const std::string& to = "") {
  if (const size_t at = text.find(from); !from.empty()) text.replace(at, from.size(), to);
  auto maps = ParseMaps(text);
  EXPECT_TRUE(maps.ok());
  return maps.ok() ? *maps : std::vector<Mapping>();
}

Result<LayoutDifference> Change(const std::string& from, const std::string& to) {
  return DifferenceFrom(Maps(kThen), Maps(kThen, from, to));
}

bool Changes(const std::string& from, const std::string& to) {
  return Change(from, to).ok();
}

TEST(MemoryMap, ReadsLinesAsTheKernelWritesThem) {
  const auto maps = Maps(kThen);
  ASSERT_EQ(maps.size(), 5U);
  EXPECT_EQ(maps[0].start, 0x400000U);
  EXPECT_EQ(maps[1].offset, 0x200000U);
  EXPECT_EQ(maps[1].inode, 12U);
  EXPECT_EQ(maps[1].name, "/usr/bin/python3.11");
  EXPECT_FALSE(maps[0].writable());
  EXPECT_TRUE(maps[1].writable());
  EXPECT_EQ(maps[2].name, "[heap]");
  EXPECT_EQ(maps[3].name, "");
  EXPECT_EQ(HeapEnd(maps), 0x1100000U);
  for (const char* bad :
       {"x", "1000-2000\n", "2000-1000 rw-p 0 00:00 0 \n", "1000-2000 rw-p 0 00:00 0"}) {
    EXPECT_FALSE(ParseMaps(bad).ok()) << bad;
  }
}

TEST(MemoryMap, FindsWhatIsNew) {
  EXPECT_TRUE(Change("", "")->none());
  // Beside others, between them, and grown into one with what was there.
  EXPECT_THAT(
      Change("7ffc00000000", "7f0000200000-7f0000300000 r--s 00000000 00:01 7 /x\n7ffc00000000")
          ->extra,
      ElementsAre(Pair(0x7f0000200000, 0x100000)));
  EXPECT_THAT(Change("7f0000000000-7f0000100000", "7efffff00000-7f0000180000")->extra,
              ElementsAre(Pair(0x7efffff00000, 0x100000), Pair(0x7f0000100000, 0x80000)));
  EXPECT_THAT(Change("7ffc00000000-", "7ffbfff00000-")->extra,
              ElementsAre(Pair(0x7ffbfff00000, 0x100000)));
}

TEST(MemoryMap, LeavesTheHeapToItsEnd) {
  for (const char* now : {"01000000-01080000", "01000000-01200000"}) {
    const auto difference = Change("01000000-01100000", now);
    ASSERT_TRUE(difference.ok());
    EXPECT_TRUE(difference->heap_moved);
    EXPECT_THAT(difference->extra, IsEmpty());
  }
}

TEST(MemoryMap, MissesWhatIsGone) {
  EXPECT_FALSE(Changes("00600000-00700000", "00600000-006f0000"));
  EXPECT_FALSE(Changes("01000000-01100000", "01010000-01100000"));
  EXPECT_FALSE(Changes("00600000-00700000 rw-p", "00600000-00700000 r--p"));
  EXPECT_FALSE(Changes("rw-p 00200000 fe:00 12", "rw-p 00200000 fe:00 13"));
  EXPECT_FALSE(Changes("rw-p 00200000 fe:00", "rw-p 00100000 fe:00"));
  EXPECT_FALSE(
      Change("7ffc00000000-7ffc00021000 rw-p 00000000 00:00 0                  [stack]\n", ""));
  EXPECT_FALSE(DifferenceFrom(Maps(kThen), {}).ok());
}

TEST(MemoryMap, PlainMemoryCanBeMadeAgain) {
  const auto missing = [](const std::string& to) {
    return Change("7f0000000000-7f0000100000 rw-p 00000000 00:00 0 \n", to)->missing;
  };
  EXPECT_THAT(missing(""), ElementsAre(Pair(0x7f0000000000, 0x100000)));
  EXPECT_THAT(missing("7f0000000000-7f00000f0000 rw-p 00000000 00:00 0 \n"),
              ElementsAre(Pair(0x7f00000f0000, 0x10000)));
  EXPECT_THAT(missing("7f0000000000-7f0000010000 rw-p 00000000 00:00 0 \n"
                      "7f0000030000-7f0000100000 rw-p 00000000 00:00 0 \n"),
              ElementsAre(Pair(0x7f0000010000, 0x20000)));
  // Under a mapping of another kind.
  const auto replaced = Change("7f0000000000-7f0000100000 rw-p", "7f0000000000-7f0000180000 r--p");
  EXPECT_THAT(replaced->missing, ElementsAre(Pair(0x7f0000000000, 0x100000)));
  EXPECT_THAT(replaced->extra,
              ElementsAre(Pair(0x7f0000000000, 0x100000), Pair(0x7f0000100000, 0x80000)));
}

TEST(MemoryMap, PutsPiecesOfOneMappingTogether) {
  EXPECT_TRUE(Change("7f0000000000-7f0000100000 rw-p 00000000 00:00 0 \n",
                     "7f0000000000-7f0000080000 rw-p 00000000 00:00 0 \n"
                     "7f0000080000-7f0000100000 rw-p 00000000 00:00 0 \n")
                  ->none());
}

}  // namespace
}  // namespace assay
