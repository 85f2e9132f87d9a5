// What is kept comes back unchanged or not at all: after restarts, damage, full disks and with many
// threads at once.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "base/io_thread.h"
#include "base/text.h"
#include "store/disk_store.h"
#include "store/hidden_folder.h"
#include "store/packed.h"
#include "store/problem_store.h"

namespace assay {
namespace {

using ::testing::Each;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

std::string Key(const std::string& text) {
  return Sha256Hex(text);
}

// Bytes no compressor shrinks, the same each time.
std::string Noise(size_t size, uint64_t seed = 1) {
  std::string bytes;
  while (bytes.size() < size) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    bytes += static_cast<char>(seed >> 56);
  }
  return bytes;
}

class StoreTest : public ::testing::Test {
 protected:
  StoreTest() {
    std::string pattern = ::testing::TempDir() + "assay-store-XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
  }
  ~StoreTest() override { std::filesystem::remove_all(directory_); }

  std::unique_ptr<DiskStore> Open(int64_t max_bytes = 1 << 20) {
    auto store = DiskStore::Open({directory_, max_bytes, 1 << 20});
    EXPECT_TRUE(store.ok());
    return std::move(store).value();
  }
  std::string Folder() const { return HiddenFolder(directory_).value(); }
  std::string PathOf(const std::string& key) const { return Folder() + "/" + key; }
  void SetLastUse(const std::string& key, time_t when) {
    const timespec times[2] = {{when, 0}, {when, 0}};
    ASSERT_EQ(::utimensat(AT_FDCWD, PathOf(key).c_str(), times, 0), 0);
  }
  std::string ReadFile(const std::string& key) {
    std::ifstream file(PathOf(key), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void WriteFile(const std::string& key, const std::string& bytes) {
    std::ofstream(PathOf(key), std::ios::binary | std::ios::trunc) << bytes;
  }

  std::string directory_;
};

TEST(Packed, ComesBackAsItWas) {
  for (const std::string& bytes : {std::string(), std::string("x"), std::string(100000, 'a'),
                                   Noise(100000), std::string("\0\n\xff", 3)}) {
    const std::string packed = PackBytes("key", bytes);
    EXPECT_EQ(UnpackBytes("key", packed, 1 << 20), bytes);
    EXPECT_EQ(UnpackBytes("other", packed, 1 << 20), std::nullopt);
  }
  EXPECT_LT(PackBytes("key", std::string(100000, 'a')).size(), 1000u);
}

TEST(Packed, NoDamageGoesUnnoticed) {
  const std::string packed = PackBytes("key", Noise(300) + std::string(300, 'z'));
  for (size_t i = 0; i < packed.size(); ++i) {
    for (const int bit : {1, 0x80}) {
      std::string damaged = packed;
      damaged[i] = static_cast<char>(damaged[i] ^ bit);
      // The checksum flag and unused bits of the frame's header may change nothing.
      const auto bytes = UnpackBytes("key", damaged, 1 << 20);
      if (bytes) {
        EXPECT_EQ(*bytes, *UnpackBytes("key", packed, 1 << 20)) << i;
      }
    }
    EXPECT_EQ(UnpackBytes("key", packed.substr(0, i), 1 << 20), std::nullopt) << i;
  }
  EXPECT_EQ(UnpackBytes("key", packed, 599), std::nullopt);
}

TEST_F(StoreTest, SurvivesARestart) {
  const std::string key = Key("a");
  {
    auto store = Open();
    EXPECT_FALSE(store->Contains(key));
    EXPECT_EQ(store->Get(key), std::nullopt);
    EXPECT_TRUE(store->Put(key, "bytes").ok());
    EXPECT_TRUE(store->Put(key, "bytes").ok());
    EXPECT_EQ(store->Get(key), "bytes");
  }
  auto store = Open();
  EXPECT_TRUE(store->Contains(key));
  EXPECT_EQ(store->Get(key), "bytes");
  EXPECT_EQ(store->stats().entries, 1);
  store->Erase(key);
  EXPECT_EQ(Open()->stats().entries, 0);
}

// A program may know the name of an answer that it guesses at.
TEST_F(StoreTest, WhereAFileLiesCannotBeGuessed) {
  const std::string key = Key("a");
  auto store = Open();
  ASSERT_TRUE(store->Put(key, "bytes").ok());
  EXPECT_FALSE(std::filesystem::exists(directory_ + "/" + key));
  EXPECT_TRUE(std::filesystem::exists(PathOf(key)));
  EXPECT_THAT(Folder().substr(directory_.size()), MatchesRegex("/[0-9a-f]{32}"));
  EXPECT_NE(Folder().substr(directory_.size()),
            HiddenFolder(directory_ + "/x").value().substr(directory_.size() + 2));
  struct stat info = {};
  ASSERT_EQ(::stat(Folder().c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0700U);
}

TEST_F(StoreTest, ServersThatStartTogetherFindOneFolder) {
  std::vector<std::thread> threads;
  std::vector<std::string> folders(8);
  for (std::string& folder : folders) {
    threads.emplace_back([&] { folder = HiddenFolder(directory_).value(); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(folders, Each(Folder()));
}

TEST_F(StoreTest, FilesOfFormerVersionsAreMovedWithTheirLastUse) {
  const std::string key = Key("a");
  ASSERT_TRUE(Open()->Put(key, "bytes").ok());
  SetLastUse(key, 2000);
  std::filesystem::rename(PathOf(key), directory_ + "/" + key);
  std::filesystem::remove(Folder());
  std::ofstream(directory_ + "/README") << "somebody's note";
  auto store = Open();
  EXPECT_FALSE(std::filesystem::exists(directory_ + "/" + key));
  EXPECT_TRUE(std::filesystem::exists(directory_ + "/README"));
  struct stat info = {};
  ASSERT_EQ(::stat(PathOf(key).c_str(), &info), 0);
  EXPECT_EQ(info.st_mtime, 2000);
  EXPECT_EQ(store->Get(key), "bytes");
}

TEST_F(StoreTest, LastUseDecidesWhoGoesAlsoAcrossRestarts) {
  const std::string bytes = Noise(10000);
  std::vector<std::string> keys;
  {
    auto store = Open();
    for (const char* name : {"a", "b", "c"}) {
      keys.push_back(Key(name));
      ASSERT_TRUE(store->Put(keys.back(), bytes).ok());
    }
    SetLastUse(keys[0], 3000);
    SetLastUse(keys[1], 1000);
    SetLastUse(keys[2], 2000);
  }
  auto store = Open(25000);
  EXPECT_TRUE(store->Contains(keys[0]));
  EXPECT_FALSE(store->Contains(keys[1]));
  EXPECT_NE(store->Get(keys[2]), std::nullopt);
  ASSERT_TRUE(store->Put(Key("d"), bytes).ok());
  EXPECT_FALSE(store->Contains(keys[0]));
  EXPECT_LE(store->stats().bytes, 25000);
  EXPECT_FALSE(std::filesystem::exists(PathOf(keys[0])));
}

TEST_F(StoreTest, ADamagedFileIsDroppedNotReturned) {
  const std::string key = Key("a");
  auto store = Open();
  ASSERT_TRUE(store->Put(key, Noise(5000)).ok());
  std::string file = ReadFile(key);
  const std::string whole = file;
  file[file.size() / 2] = static_cast<char>(file[file.size() / 2] ^ 4);
  for (const std::string& damaged : {file, whole.substr(0, 100), std::string(), whole + whole}) {
    WriteFile(key, damaged);
    EXPECT_EQ(store->Get(key), std::nullopt);
    EXPECT_FALSE(std::filesystem::exists(PathOf(key)));
    EXPECT_FALSE(store->Contains(key));
  }
  EXPECT_EQ(store->stats().damaged, 4);
  // A file under another's name is damage too.
  WriteFile(Key("b"), whole);
  EXPECT_EQ(store->Get(Key("b")), std::nullopt);
  ASSERT_TRUE(store->Put(key, "again").ok());
  EXPECT_EQ(store->Get(key), "again");
}

TEST_F(StoreTest, LeftoversOfACrashAreRemovedButNotWritesInProgress) {
  WriteFile("tmp.1.1", "half a fi");
  WriteFile("tmp.2.1", "being written by another server");
  WriteFile("README", "somebody's note");
  SetLastUse("tmp.1.1", 1000);
  auto store = Open();
  EXPECT_EQ(store->stats().entries, 0);
  EXPECT_FALSE(std::filesystem::exists(PathOf("tmp.1.1")));
  EXPECT_TRUE(std::filesystem::exists(PathOf("tmp.2.1")));
  EXPECT_TRUE(std::filesystem::exists(PathOf("README")));
}

TEST_F(StoreTest, AFolderThatCannotBeWrittenIsAnErrorOfPut) {
  auto store = Open();
  std::filesystem::remove_all(directory_);
  const Status status = store->Put(Key("a"), "bytes");
  ASSERT_FALSE(status.ok());
  EXPECT_THAT(status.error().stage, HasSubstr("store."));
  EXPECT_EQ(store->Get(Key("a")), std::nullopt);
  EXPECT_FALSE(DiskStore::Open({"/proc/none/such", 1, 1}).ok());
}

TEST_F(StoreTest, AFullDiskLeavesNothingBehind) {
  // A limit on the file size stands for the disk: the write stops half way.
  auto store = Open();
  rlimit before = {};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit tight = {4096, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &tight), 0);
  const Status status = store->Put(Key("a"), Noise(50000));
  ::setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_FALSE(status.ok());
  EXPECT_TRUE(std::filesystem::is_empty(Folder()));
  EXPECT_TRUE(store->Put(Key("a"), Noise(50000)).ok());
}

TEST_F(StoreTest, WhatIsLargerThanTheBoundIsRefused) {
  auto store = Open(1000);
  EXPECT_FALSE(store->Put(Key("a"), Noise(5000)).ok());
  EXPECT_FALSE(store->Put(Key("b"), Noise(2 << 20)).ok());
  EXPECT_TRUE(std::filesystem::is_empty(Folder()));
}

TEST_F(StoreTest, ManyThreadsAndTwoServersOnOneFolder) {
  auto first = Open(60000);
  auto second = Open(60000);
  std::vector<std::thread> threads;
  std::atomic<int> wrong{0};
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      DiskStore& store = t % 2 == 0 ? *first : *second;
      for (int i = 0; i < 60; ++i) {
        const uint64_t number = static_cast<uint64_t>((i + 7 * t) % 20);
        const std::string bytes = Noise(4000, number);
        const std::string key = Key(bytes);
        if (!store.Put(key, bytes).ok()) ++wrong;
        if (const auto read = store.Get(key); read && *read != bytes) ++wrong;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(first->stats().damaged + second->stats().damaged, 0);
  EXPECT_LE(first->stats().bytes, 60000);
}

// Decodes a text as a problem with one test of that input.
ProblemPtr Decode(std::string_view json, const std::string& name) {
  if (json == "nonsense") return nullptr;
  auto problem = std::make_shared<Problem>();
  problem->identity = name;
  problem->tests.push_back({"0", Blob::FromString(std::string(json)), Blob::Empty()});
  return problem;
}

std::string PutProblem(ProblemStore* store, const std::string& json) {
  const std::string name = Key(json);
  EXPECT_TRUE(store->Put(name, json, Decode(json, name)).ok());
  return name;
}

TEST_F(StoreTest, ProblemsAreSharedAndSurviveARestart) {
  auto disk = Open();
  std::string name;
  {
    ProblemStore store(1 << 20, disk.get(), Decode);
    name = PutProblem(&store, "one");
    EXPECT_EQ(store.Find(name), store.Find(name));
    EXPECT_EQ(store.Find(Key("other")), nullptr);
    EXPECT_EQ(store.stats().hits, 2);
    EXPECT_EQ(store.stats().misses, 1);
  }
  auto again = Open();
  ProblemStore store(1 << 20, again.get(), Decode);
  EXPECT_TRUE(store.Contains(name));
  EXPECT_EQ(store.Text(name), "one");
  const ProblemPtr problem = store.Find(name);
  ASSERT_NE(problem, nullptr);
  EXPECT_EQ(problem->tests[0].input->view(), "one");
  EXPECT_EQ(problem->identity, name);
  EXPECT_EQ(store.Find(name), problem);
  EXPECT_EQ(store.stats().loads, 1);
}

TEST_F(StoreTest, ADamagedProblemIsUnknownNeverJudged) {
  auto disk = Open();
  ProblemStore writer(1 << 20, disk.get(), Decode);
  const std::string name = PutProblem(&writer, Noise(3000));
  std::string file = ReadFile(name);
  file.back() = static_cast<char>(file.back() ^ 1);
  WriteFile(name, file);
  ProblemStore reader(1 << 20, disk.get(), Decode);
  EXPECT_EQ(reader.Find(name), nullptr);
  EXPECT_FALSE(reader.Contains(name));
  EXPECT_EQ(reader.stats().disk_damaged, 1);
}

TEST_F(StoreTest, ProblemsLeaveMemoryButNotTheDisk) {
  auto disk = Open();
  ProblemStore store(3000, disk.get(), Decode);
  std::vector<std::string> names;
  for (const char* text : {"a", "b", "c", "d"}) {
    names.push_back(PutProblem(&store, text + std::string(1000, '.')));
  }
  EXPECT_LT(store.stats().problems, 4);
  EXPECT_LE(store.stats().bytes, 3000);
  for (const std::string& name : names) EXPECT_NE(store.Find(name), nullptr);
  EXPECT_GT(store.stats().loads, 0);
  const auto list = store.List();
  EXPECT_EQ(list.size(), 4u);
  EXPECT_TRUE(list.front().in_memory && list.front().on_disk);
  EXPECT_FALSE(list.back().in_memory);
}

TEST_F(StoreTest, WithoutADiskTheTextStaysInMemory) {
  ProblemStore store(1 << 20, nullptr, Decode);
  const std::string name = PutProblem(&store, "text");
  EXPECT_EQ(store.Text(name), "text");
  EXPECT_EQ(store.Text(Key("other")), std::nullopt);
  EXPECT_FALSE(store.List().front().on_disk);
  ProblemStore tiny(10, nullptr, Decode);
  EXPECT_FALSE(tiny.Put(name, "text", Decode("text", name)).ok());
}

TEST_F(StoreTest, TextsOfRequestsAreKeptAndSaved) {
  auto disk = Open();
  const std::string name = Key("text");
  ProblemStore store(1 << 20, disk.get(), Decode, 1 << 20);
  EXPECT_FALSE(store.Unsaved(name));
  store.KeepText("inline:1", name, name, "text");
  EXPECT_EQ(store.NameOfText("inline:1"), name);
  EXPECT_EQ(store.NameOfText("inline:2"), "");
  EXPECT_EQ(store.Text(name), "text");
  EXPECT_TRUE(store.Unsaved(name));
  EXPECT_FALSE(disk->Contains(name));
  ASSERT_TRUE(store.SaveText(name).ok());
  EXPECT_FALSE(store.Unsaved(name));
  ASSERT_TRUE(store.SaveText(name).ok());
  ProblemStore later(1 << 20, disk.get(), Decode);
  EXPECT_EQ(later.Text(name), "text");
}

TEST_F(StoreTest, TextsOfRequestsAreBounded) {
  ProblemStore store(1 << 20, nullptr, Decode, 32 << 10);
  for (int i = 0; i < 100; ++i) {
    const std::string text = "text " + std::to_string(i);
    store.KeepText(Key(text), Key(text), Key(text), text);
  }
  EXPECT_EQ(store.Text(Key("text 0")), std::nullopt);
  EXPECT_EQ(store.Text(Key("text 99")), "text 99");
  EXPECT_FALSE(store.Unsaved(Key("text 99")));  // there is no disk
  const std::string large(5 << 20, 'x');
  store.KeepText(Key(large), Key(large), Key(large), large);
  EXPECT_EQ(store.Text(Key(large)), std::nullopt);
}

TEST_F(StoreTest, AStoredProblemThisServerCannotDecodeIsUnknown) {
  auto disk = Open();
  ASSERT_TRUE(disk->Put(Key("nonsense"), "nonsense").ok());
  ProblemStore store(1 << 20, disk.get(), Decode);
  EXPECT_EQ(store.Find(Key("nonsense")), nullptr);
}

TEST_F(StoreTest, TheDiskIsNotForIoThreads) {
  auto disk = Open();
  ASSERT_TRUE(disk->Put(Key("one"), "one").ok());
  ProblemStore store(1 << 20, disk.get(), Decode);
  const auto on_io_thread = [&](auto ask) {
    const ScopedIoThread here;
    ask();
  };
  EXPECT_DEATH(on_io_thread([&] { disk->Get(Key("one")); }), "OnIoThread");
  EXPECT_DEATH(on_io_thread([&] { (void)disk->Put(Key("two"), "two"); }), "OnIoThread");
  EXPECT_DEATH(on_io_thread([&] { disk->Contains(Key("one")); }), "OnIoThread");
  EXPECT_DEATH(on_io_thread([&] { disk->Erase(Key("one")); }), "OnIoThread");
  EXPECT_DEATH(on_io_thread([&] { store.Find(Key("one")); }), "OnIoThread");
  EXPECT_NE(store.Find(Key("one")), nullptr);
  on_io_thread([&] { EXPECT_NE(store.FindInMemory(Key("one")), nullptr); });
}

TEST_F(StoreTest, GivenProblemsAreDecodedOnceAndHaveRoomOfTheirOwn) {
  ProblemStore store(3000, nullptr, Decode, 3000);
  const std::string stored = PutProblem(&store, "stored");
  int decoded = 0;
  const auto give = [&](const std::string& key, bool sound) {
    return store.Given(key, 1000, [&]() -> std::optional<GivenProblem> {
      ++decoded;
      if (!sound) return std::nullopt;
      return GivenProblem{Decode(std::string(1000, '.'), key), nullptr};
    });
  };
  EXPECT_EQ(give("a", true)->problem, give("a", true)->problem);
  EXPECT_EQ(decoded, 1);
  EXPECT_EQ(store.stats().reused, 1);
  for (const char* key : {"b", "c", "d"}) give(key, true);
  EXPECT_LE(store.stats().given_bytes, 3000);
  EXPECT_TRUE(store.InMemory(stored));
  // Faults are found again each time, so that each request is told.
  EXPECT_FALSE(give("faulty", false));
  EXPECT_FALSE(give("faulty", false));
  EXPECT_EQ(decoded, 6);
  EXPECT_EQ(store.List().size(), 1u);
}

TEST_F(StoreTest, ManyThreadsDecodeAProblemOnce) {
  auto disk = Open();
  ASSERT_TRUE(disk->Put(Key("one"), "one").ok());
  std::atomic<int> decoded{0};
  ProblemStore store(1 << 20, disk.get(), [&](std::string_view json, const std::string& name) {
    ++decoded;
    return Decode(json, name);
  });
  std::vector<std::thread> threads;
  for (int i = 0; i < 8; ++i) {
    threads.emplace_back([&] { EXPECT_NE(store.Find(Key("one")), nullptr); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(decoded, 1);
}

}  // namespace
}  // namespace assay
