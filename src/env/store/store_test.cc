#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "env/begin/env_test_util.h"
#include "env/registry/registry.h"
#include "env/store/install.h"

namespace assay::env {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// An environment, a key and a registry.
class InstallTest : public testing::Test {
 protected:
  InstallTest() : key_(*PrivateKey::Make()), store_(folder_ / "store") {
    folder_.Begin("e");
    std::filesystem::create_directory(folder_ / "out");
    rules_.keys = {key_.Public()};
  }

  IndexEntry Entry(const std::string& version, bool sign = true) {
    std::string yaml = folder_.Read("e/environment.yaml");
    const size_t at = yaml.find("version: ");
    yaml.replace(at, yaml.find('\n', at) - at, "version: " + version);
    folder_.Write("e/environment.yaml", yaml);
    IndexEntry entry;
    entry.pack = *MakePack(folder_ / "e", folder_ / "out", ArchiveForm::kTarZstd);
    entry.created = "2026-11-27T21:00:00Z";
    entry.changelog = "What is new.";
    if (sign) SignEntry(key_, &entry);
    return entry;
  }
  Status Add(const IndexEntry& entry) {
    return Publish(folder_ / "registry", folder_ / ("out/" + entry.FileName()), entry);
  }
  std::string Install(const std::string& wanted) {
    auto done = InstallWanted(*Wanted::Parse(wanted), folder_ / "registry", rules_, &store_);
    if (!done.ok()) return done.error().message;
    last_ = *done;
    return "";
  }
  // The index with one thing replaced.
  void Forge(const std::string& what, const std::string& by) {
    folder_.Replace("registry/index.json", what, by);
  }
  size_t Entries() const {
    return static_cast<size_t>(
        std::distance(std::filesystem::directory_iterator(folder_ / "store"), {}));
  }

  const TestFolder folder_;
  const PrivateKey key_;
  Store store_;
  InstallRules rules_;
  InstallResult last_;
};

TEST_F(InstallTest, TakesTheNewestThatIsWanted) {
  for (const char* const version : {"1.0.0", "1.2.0", "2.0.0-rc.1"}) {
    ASSERT_TRUE(Add(Entry(version)).ok());
  }
  EXPECT_EQ(Install("sums"), "");
  EXPECT_EQ(last_.installed.pack.version.ToString(), "1.2.0");
  EXPECT_EQ(last_.installed.key_id, key_.Public().Id());
  EXPECT_THAT(last_.warnings, IsEmpty());
  EXPECT_FALSE(last_.was_there);
  EXPECT_EQ(Install("sums@<1.2"), "");
  EXPECT_EQ(last_.installed.pack.version.ToString(), "1.0.0");
  EXPECT_EQ(Install("sums@2.0.0-rc.1"), "");
  EXPECT_EQ(Install("sums"), "");
  EXPECT_TRUE(last_.was_there);
  EXPECT_THAT(Install("sums@3"), HasSubstr("there are 2.0.0-rc.1, 1.2.0, 1.0.0"));
  EXPECT_THAT(Install("other"), HasSubstr("has no environment 'other'"));
  const auto all = store_.List();
  ASSERT_TRUE(all.ok());
  EXPECT_EQ(all->size(), 3U);
  EXPECT_EQ(all->front().pack.version.ToString(), "2.0.0-rc.1");
}

TEST_F(InstallTest, NeedsASignatureThatIsListed) {
  ASSERT_TRUE(Add(Entry("1.0.0", false)).ok());
  EXPECT_THAT(Install("sums"), HasSubstr("is not signed"));
  ASSERT_TRUE(Add(Entry("1.0.0")).ok());  // the same pack gets its signature
  rules_.keys = {PrivateKey::Make()->Public()};
  EXPECT_THAT(Install("sums"), HasSubstr("which you don't list"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "store"));
  rules_.allow_unsigned = true;
  EXPECT_EQ(Install("sums"), "");
  EXPECT_THAT(last_.warnings, ElementsAre(HasSubstr("which you don't list")));
  EXPECT_EQ(last_.installed.key_id, "");
}

TEST_F(InstallTest, SeesEveryFieldThatWasChanged) {
  ASSERT_TRUE(Add(Entry("1.0.0")).ok());
  const std::string index = folder_.Read("registry/index.json");
  const std::string hash = Entry("1.0.0").pack.sha256;
  std::string other_hash = hash;
  other_hash[0] = hash[0] == '0' ? '1' : '0';
  // Not even when others are let in.
  rules_.allow_unsigned = true;
  const std::pair<std::string, std::string> changes[] = {
      {"\"1.0.0\"", "\"1.0.1\""}, {"2026-11-27", "2026-11-28"}, {"What is new.", "Nothing."},
      {"\"sums\"", "\"sum\""},    {hash, other_hash},           {"\"bytes\":", "\"bytes\":1"},
  };
  for (const auto& [what, by] : changes) {
    folder_.Write("registry/index.json", index);
    Forge(what, by);
    const std::string wanted = what == "\"sums\"" ? "sum" : "sums";
    EXPECT_THAT(Install(wanted), HasSubstr("the signature is not that of the key")) << what;
  }
  EXPECT_FALSE(std::filesystem::exists(folder_ / "store"));
}

TEST_F(InstallTest, SeesThatThePackIsAnother) {
  const IndexEntry entry = Entry("1.0.0");
  ASSERT_TRUE(Add(entry).ok());
  const std::string file = "registry/packs/" + entry.FileName();
  std::string bytes = folder_.Read(file);
  bytes[bytes.size() / 2] ^= 1;
  folder_.Write(file, bytes);
  EXPECT_THAT(Install("sums"), HasSubstr("another hash"));
  folder_.Write(file, bytes + "x");
  EXPECT_THAT(Install("sums"), HasSubstr("another size"));
  folder_.Write(file, bytes.substr(1));
  EXPECT_THAT(Install("sums"), HasSubstr("another size"));
  std::filesystem::remove(folder_ / file);
  EXPECT_NE(Install("sums"), "");
  EXPECT_EQ(Entries(), 0U);
}

// A signed statement about a pack that says it is something else.
TEST_F(InstallTest, SeesThatThePackSaysAnotherName) {
  IndexEntry entry = Entry("1.0.0");
  const std::string was = folder_ / ("out/" + entry.FileName());
  entry.pack.name = "other";
  SignEntry(key_, &entry);
  ASSERT_TRUE(Publish(folder_ / "registry", was, entry).ok());
  EXPECT_THAT(Install("other"), HasSubstr("is offered as other 1.0.0, and says in itself"));
  EXPECT_EQ(Entries(), 0U);
}

TEST_F(InstallTest, WarnsOfAnOldIndexAndOfChangedVersions) {
  ASSERT_TRUE(Add(Entry("1.0.0")).ok());
  const std::string old_index = folder_.Read("registry/index.json");
  ASSERT_TRUE(Add(Entry("1.1.0")).ok());
  EXPECT_EQ(Install("sums"), "");
  folder_.Write("registry/index.json", old_index);
  EXPECT_EQ(Install("sums"), "");
  EXPECT_THAT(last_.warnings, ElementsAre(HasSubstr("may be an old one, shown again")));
  // Another 1.1.0.
  std::filesystem::remove_all(folder_ / "registry");
  folder_.Replace("e/README.md", "sums", "SUMS");
  ASSERT_TRUE(Add(Entry("1.1.0")).ok());
  EXPECT_THAT(Install("sums"), HasSubstr("is installed with other contents"));
}

TEST_F(InstallTest, FetchesNoMoreThanItWouldUnpack) {
  ASSERT_TRUE(Add(Entry("1.0.0")).ok());
  rules_.limits.bytes = 100;
  EXPECT_THAT(Install("sums"), HasSubstr("--max-mb"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "store"));
}

TEST_F(InstallTest, TakesAFileWithItsSignature) {
  const IndexEntry entry = Entry("1.0.0");
  const std::string path = folder_ / ("out/" + entry.FileName());
  EXPECT_THAT(InstallFile(path, rules_, &store_).error().message, HasSubstr("is not signed"));
  folder_.Write("out/" + entry.FileName() + ".sig", EntryJson(entry));
  const auto done = InstallFile(path, rules_, &store_);
  ASSERT_TRUE(done.ok()) << done.error().message;
  EXPECT_EQ(done->installed.key_id, key_.Public().Id());
  const IndexEntry next = Entry("1.1.0");
  folder_.Write("out/" + next.FileName() + ".sig", EntryJson(entry));
  EXPECT_THAT(InstallFile(folder_ / ("out/" + next.FileName()), rules_, &store_).error().message,
              HasSubstr("signature of another file"));
}

TEST_F(InstallTest, LetsManyInstallAtOnce) {
  ASSERT_TRUE(Add(Entry("1.0.0")).ok());
  std::vector<std::string> faults(8);
  std::vector<std::thread> threads;
  for (std::string& fault : faults) {
    threads.emplace_back([this, &fault] {
      Store store(folder_ / "store");
      const auto done = InstallWanted(*Wanted::Parse("sums"), folder_ / "registry", rules_, &store);
      if (!done.ok()) fault = done.error().message;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(faults, testing::Each(""));
  EXPECT_EQ(Entries(), 1U);
  EXPECT_EQ(store_.List()->size(), 1U);
}

TEST_F(InstallTest, PublishesManyAtOnceAndNoVersionTwice) {
  std::vector<IndexEntry> entries;
  for (int i = 0; i < 8; ++i) entries.push_back(Entry("1.0." + std::to_string(i)));
  std::vector<std::thread> threads;
  for (const IndexEntry& entry : entries) {
    threads.emplace_back([this, &entry] { EXPECT_TRUE(Add(entry).ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ((*Registry::Open(folder_ / "registry"))->ReadIndex()->entries.size(), 8U);
  folder_.Replace("e/README.md", "sums", "SUMS");
  EXPECT_THAT(Add(Entry("1.0.3")).error().message, HasSubstr("a version never changes"));
}

TEST(ParseIndex, RefusesWhatItCannotBelieve) {
  const auto fault = [](const std::string& json) {
    const auto index = ParseIndex(json);
    return index.ok() ? "" : index.error().message;
  };
  const std::string hash(64, 'a');
  const auto with = [&](const std::string& name, const std::string& rest) {
    return R"({"format":1,"environments":[{"name":")" + name +
           R"(","version":"1.0.0","bytes":1,"created":"2026-11-27T21:00:00Z","sha256":")" + hash +
           "\"" + rest + "}]}";
  };
  EXPECT_EQ(fault(with("a", "")), "");
  EXPECT_EQ(fault(with("a", R"(,"later":[1])")), "");
  EXPECT_THAT(fault(with("../a", "")), HasSubstr("environments[0].name"));
  EXPECT_THAT(fault(with("a", R"(,"signature":"AAAA")")), HasSubstr("signature"));
  EXPECT_THAT(fault(with("a", R"(,"archive":"zip")")), HasSubstr("archive"));
  EXPECT_THAT(fault(with("a", R"(,"created":"\u001b[2J")")), HasSubstr("created"));
  EXPECT_THAT(fault(R"({"format":2,"environments":[]})"), HasSubstr("format"));
  EXPECT_THAT(fault(R"({"format":1})"), HasSubstr("environments"));
  EXPECT_THAT(fault("[]"), HasSubstr("format"));
  EXPECT_THAT(fault("<html>"), HasSubstr("no JSON"));
  const std::string one = with("a", "").substr(28);
  EXPECT_THAT(fault(R"({"format":1,"environments":[)" + one.substr(0, one.size() - 2) + "," + one),
              HasSubstr("stands twice"));
}

TEST(Staging, IsRemovedWithItsOwnerAndAfterOneThatWasKilled) {
  const TestFolder folder;
  {
    const auto staging = Staging::Make(folder.path());
    ASSERT_TRUE(staging.ok());
    folder.Write(std::filesystem::path((*staging)->path()).filename().string() + "/d/f", "x");
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  folder.Write(".assay-environment-killed/f", "x");
  folder.Write(".assay-environment-new/f", "x");
  std::filesystem::last_write_time(
      folder / ".assay-environment-killed",
      std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
  ASSERT_TRUE(Staging::Make(folder.path()).ok());
  EXPECT_FALSE(std::filesystem::exists(folder / ".assay-environment-killed"));
  // Perhaps somebody is just making it.
  EXPECT_TRUE(std::filesystem::exists(folder / ".assay-environment-new"));
}

}  // namespace
}  // namespace assay::env
