#include "env/pack/pack.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <string>
#include <utility>
#include <vector>

#include "env/begin/env_test_util.h"
#include "env/pack/new_file.h"

namespace assay::env {
namespace {

using testing::HasSubstr;

std::string Opened(const std::string& path, const TestFolder& folder,
                   const UnpackLimits& limits = {}) {
  const std::string into = folder / "opened";
  std::filesystem::remove_all(into);
  std::filesystem::create_directory(into);
  const auto manifest = OpenPack(path, into, limits);
  return manifest.ok() ? "" : manifest.error().message;
}

struct Member {
  std::string name;
  std::string text;
  int type = AE_IFREG;
  std::string target = "";
  bool hard = false;
};

void WriteTar(const std::string& path, const std::vector<Member>& members) {
  archive* const to = ::archive_write_new();
  ::archive_write_set_format_pax(to);
  ::archive_write_add_filter_zstd(to);
  ASSERT_EQ(::archive_write_open_filename(to, path.c_str()), ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_set_pathname(entry, member.name.c_str());
    ::archive_entry_set_filetype(entry, static_cast<unsigned>(member.type));
    ::archive_entry_set_perm(entry, 0644);
    ::archive_entry_set_size(entry, static_cast<la_int64_t>(member.text.size()));
    if (member.type == AE_IFLNK) ::archive_entry_set_symlink(entry, member.target.c_str());
    if (member.hard) ::archive_entry_set_hardlink(entry, member.target.c_str());
    ASSERT_EQ(::archive_write_header(to, entry), ARCHIVE_OK) << ::archive_error_string(to);
    ::archive_write_data(to, member.text.data(), member.text.size());
    ::archive_entry_free(entry);
  }
  ::archive_write_close(to);
  ::archive_write_free(to);
}

TEST(MakePack, MakesTheSameBytesWhereverAndWhenever) {
  const TestFolder folder;
  for (const char* const name : {"a", "b", "out1", "out2"}) {
    std::filesystem::create_directory(folder / name);
  }
  folder.Begin("a");
  ::setenv("TZ", "Asia/Tokyo", 1);
  ::tzset();
  for (const auto form : {ArchiveForm::kTarZstd, ArchiveForm::kTarGzip}) {
    const auto first = MakePack(folder / "a", folder / "out1", form);
    ASSERT_TRUE(first.ok()) << first.error().message;
    ::setenv("TZ", "America/Lima", 1);
    ::tzset();
    folder.Begin("b");
    std::filesystem::permissions(folder / "b/tasks.jsonl", std::filesystem::perms::owner_all);
    std::filesystem::last_write_time(folder / "b/tasks.jsonl", {});
    const auto second = MakePack(folder / "b", folder / "out2", form);
    ASSERT_TRUE(second.ok());
    EXPECT_EQ(first->sha256, second->sha256);
    EXPECT_EQ(Sha256Hex(folder.Read("out1/" + first->FileName(form))), first->sha256);
    EXPECT_EQ(Opened(folder / ("out1/" + first->FileName(form)), folder), "");
    EXPECT_EQ(folder.Read("opened/tasks.jsonl"), folder.Read("a/tasks.jsonl"));
  }
  const auto wheel = MakeWheel(folder / "a", folder / "out1");
  ASSERT_TRUE(wheel.ok());
  ::unsetenv("TZ");
  ::tzset();
  ASSERT_TRUE(MakeWheel(folder / "b", folder / "out2").ok());
  EXPECT_EQ(*wheel, "sums-0.1.0-py3-none-any.whl");
  EXPECT_EQ(folder.Read("out1/" + *wheel), folder.Read("out2/" + *wheel));
}

TEST(MakePack, RefusesTasksOfAnotherHash) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/tasks.jsonl", "17", "18");
  const auto pack = MakePack(folder / "e", folder.path(), ArchiveForm::kTarZstd);
  ASSERT_FALSE(pack.ok());
  EXPECT_THAT(pack.error().message, HasSubstr("'tasks.jsonl' is not the file"));
  // And leaves nothing.
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(MakeWheel, RefusesVersionsThatPythonHasNoNameFor) {
  const TestFolder folder;
  folder.Begin("e");
  folder.Replace("e/environment.yaml", "version: 0.1.0", "version: 0.1.0-rc.2");
  const auto wheel = MakeWheel(folder / "e", folder.path());
  ASSERT_TRUE(wheel.ok());
  EXPECT_EQ(*wheel, "sums-0.1.0rc2-py3-none-any.whl");
  folder.Replace("e/environment.yaml", "version: 0.1.0-rc.2", "version: 0.1.0-mine.2");
  EXPECT_FALSE(MakeWheel(folder / "e", folder.path()).ok());
}

// Whatever isn't a plain file with a plain name.
TEST(Unpack, RefusesWhatCouldReachElsewhere) {
  const TestFolder folder;
  const std::string path = folder / "bad.tar.zst";
  const std::vector<std::pair<std::vector<Member>, std::string>> cases = {
      {{{"../out", "x"}}, "'../out' is no name"},
      {{{"/tmp/out", "x"}}, "no name"},
      {{{"a/../../out", "x"}}, "no name"},
      {{{"./a", "x"}}, "no name"},
      {{{".pack.json", "{}"}}, "no name"},
      {{{"a\nb", "x"}}, "'a?b' is no name"},
      {{{"link", "", AE_IFLNK, "/etc"}}, "no regular file"},
      {{{"link", "", AE_IFLNK, ".."}, {"link/out", "x"}}, "no regular file"},
      {{{"a", "x"}, {"b", "", AE_IFREG, "a", true}}, "no regular file"},
      {{{"d", "", AE_IFDIR}}, "no regular file"},
      {{{"p", "", AE_IFIFO}}, "no regular file"},
      {{{"c", "", AE_IFCHR}}, "no regular file"},
      {{{"a", "x"}, {"a", "y"}}, "'a' twice"},
      {{{"a", "x"}, {"a/b", "y"}}, "both as a file and as a folder"},
      {{{"a/b", "x"}, {"a", "y"}}, "both as a file and as a folder"},
      {{{"a", "x"}}, "holds no environment.yaml"},
  };
  for (const auto& [members, fault] : cases) {
    WriteTar(path, members);
    EXPECT_THAT(Opened(path, folder), HasSubstr(fault)) << members[0].name;
    EXPECT_FALSE(std::filesystem::exists(folder / "out"));
  }
}

TEST(Unpack, BoundsFilesAndBytes) {
  const TestFolder folder;
  const std::string path = folder / "bomb.tar.zst";
  WriteTar(path, {{"zeros", std::string(64 << 20, '\0')}});
  EXPECT_LT(std::filesystem::file_size(path), 100'000U);
  EXPECT_THAT(Opened(path, folder, {.files = 10, .bytes = 1 << 20}), HasSubstr("more than 1 MiB"));
  // Stopped before it was written.
  EXPECT_LE(folder.Read("opened/zeros").size(), size_t{1} << 20);
  std::vector<Member> many;
  for (int i = 0; i < 11; ++i) many.push_back({"f" + std::to_string(i), ""});
  WriteTar(path, many);
  EXPECT_THAT(Opened(path, folder, {.files = 10, .bytes = 1 << 20}),
              HasSubstr("more than 10 files"));
}

TEST(Unpack, RefusesEveryTruncation) {
  const TestFolder folder;
  folder.Begin("e");
  const auto pack = MakePack(folder / "e", folder.path(), ArchiveForm::kTarZstd);
  ASSERT_TRUE(pack.ok());
  const std::string whole = folder.Read(pack->FileName());
  for (size_t size = 0; size < whole.size(); size += 17) {
    folder.Write("cut.tar.zst", whole.substr(0, size));
    EXPECT_NE(Opened(folder / "cut.tar.zst", folder), "") << size;
  }
  for (size_t at = 0; at < whole.size(); at += 13) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0x41);
    folder.Write("cut.tar.zst", changed);
    (void)Opened(folder / "cut.tar.zst", folder);  // says something, and comes back
  }
}

TEST(OpenPack, RefusesMoreOrLessThanTheManifestNames) {
  const TestFolder folder;
  folder.Begin("e");
  const std::string yaml = folder.Read("e/environment.yaml");
  const std::string tasks = folder.Read("e/tasks.jsonl");
  const std::string json = ParseManifest(yaml).manifest->json + "\n";
  const std::vector<Member> good = {{"README.md", ""},
                                    {"environment.json", json},
                                    {"environment.yaml", yaml},
                                    {"tasks.jsonl", tasks}};
  const std::string path = folder / "p.tar.zst";
  WriteTar(path, good);
  EXPECT_EQ(Opened(path, folder), "");
  std::vector<Member> other = good;
  other.push_back({"more.py", ""});
  WriteTar(path, other);
  EXPECT_THAT(Opened(path, folder), HasSubstr("holds 'more.py'"));
  other = good;
  other.pop_back();
  WriteTar(path, other);
  EXPECT_THAT(Opened(path, folder), HasSubstr("lacks 'tasks.jsonl'"));
  other = good;
  other[1].text = R"({"name":"other"})";
  WriteTar(path, other);
  EXPECT_THAT(Opened(path, folder), HasSubstr("another thing in environment.json"));
  other = good;
  other[3].text += "{\"id\": 9}\n";
  WriteTar(path, other);
  EXPECT_THAT(Opened(path, folder), HasSubstr("is not the file"));
}

TEST(NewFile, HasNoNameUntilItIsWhole) {
  const TestFolder folder;
  {
    const auto file = NewFile::Open(folder.path());
    ASSERT_TRUE(file.ok());
    ASSERT_EQ(::write((*file)->fd(), "abc", 3), 3);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  const auto file = NewFile::Open(folder.path());
  ASSERT_EQ(::write((*file)->fd(), "abc", 3), 3);
  ASSERT_TRUE((*file)->Name("f").ok());
  EXPECT_EQ(folder.Read("f"), "abc");
  const auto next = NewFile::Open(folder.path());
  ASSERT_EQ(::write((*next)->fd(), "xyz", 3), 3);
  ASSERT_TRUE((*next)->Name("f").ok());
  EXPECT_EQ(folder.Read("f"), "abc");
  ASSERT_TRUE((*next)->Replace("f").ok());
  EXPECT_EQ(folder.Read("f"), "xyz");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace assay::env
