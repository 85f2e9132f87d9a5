#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "sandbox/restore/tracked_memory.h"

namespace assay {
namespace {

constexpr size_t kMiB = 1 << 20;

TEST(SnapshotBuffer, HasNothingOfEarlierSnapshots) {
  SnapshotBuffer buffer;
  EXPECT_EQ(buffer.file(), -1);
  EXPECT_EQ(buffer.Take(1), nullptr);
  buffer.Prepare();
  char* const first = buffer.Take(3 * kMiB);
  ASSERT_NE(first, nullptr);
  std::memset(first, 'a', 3 * kMiB);
  char* const second = buffer.Take(2 * kMiB);
  ASSERT_EQ(second, first);
  EXPECT_EQ(std::count(second, second + 2 * kMiB, 'a'), 2 * kMiB);  // to be written to
  EXPECT_EQ(std::count(second + 2 * kMiB, second + 3 * kMiB, '\0'), kMiB);
  // One that finds no room leaves all to Clear.
  EXPECT_EQ(buffer.Take(30 * kMiB), nullptr);
  buffer.Clear();
  EXPECT_EQ(std::count(first, first + 3 * kMiB, '\0'), 3 * kMiB);
}

TEST(SnapshotBuffer, GrowsForTheNextOne) {
  SnapshotBuffer buffer;
  buffer.Prepare();
  char* const small = buffer.Take(kMiB);
  ASSERT_NE(small, nullptr);
  std::memset(small, 'a', kMiB);
  EXPECT_EQ(buffer.Take(20 * kMiB), nullptr);
  buffer.Prepare();
  EXPECT_EQ(small[0], 'a');
  EXPECT_NE(buffer.Take(20 * kMiB), nullptr);
  EXPECT_EQ(buffer.Take(33 * kMiB), nullptr);
}

TEST(SnapshotBuffer, NobodyElseWrites) {
  SnapshotBuffer buffer;
  buffer.Prepare();
  struct stat info {};
  ASSERT_EQ(::fstat(buffer.file(), &info), 0);
  const auto bytes = static_cast<size_t>(info.st_size);
  EXPECT_GE(static_cast<size_t>(info.st_blocks) * 512, bytes);  // reading adds no memory
  EXPECT_EQ(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, buffer.file(), 0),
            MAP_FAILED);
  EXPECT_EQ(errno, EPERM);
  void* const seen = ::mmap(nullptr, bytes, PROT_READ, MAP_SHARED, buffer.file(), 0);
  ASSERT_NE(seen, MAP_FAILED);
  EXPECT_NE(::mprotect(seen, bytes, PROT_READ | PROT_WRITE), 0);
  ::munmap(seen, bytes);
}

}  // namespace
}  // namespace assay
