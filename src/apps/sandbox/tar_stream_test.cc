#include "apps/sandbox/tar_stream.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace assay {
namespace {

namespace fs = std::filesystem;

struct Member {
  std::string name;
  mode_t type = S_IFREG;
  std::string link = {};  // of S_IFLNK; else what it is another name of
};

// A tar as hostile programs in a sandbox could make it. Every file holds an "x".
std::string MakeTar(const std::vector<Member>& members) {
  std::string tar(1 << 20, '\0');
  archive* const a = ::archive_write_new();
  ::archive_write_set_format_pax_restricted(a);
  size_t used = 0;
  EXPECT_EQ(::archive_write_open_memory(a, tar.data(), tar.size(), &used), ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    const bool is_file = member.type == S_IFREG && member.link.empty();
    ::archive_entry_copy_pathname(entry, member.name.c_str());
    ::archive_entry_set_mode(entry, member.type | S_ISUID | 0755);
    ::archive_entry_set_size(entry, is_file ? 1 : 0);
    if (member.type == S_IFLNK) {
      ::archive_entry_copy_symlink(entry, member.link.c_str());
    } else if (!member.link.empty()) {
      ::archive_entry_copy_hardlink(entry, member.link.c_str());
    }
    EXPECT_EQ(::archive_write_header(a, entry), ARCHIVE_OK) << ::archive_error_string(a);
    if (is_file) {
      EXPECT_EQ(::archive_write_data(a, "x", 1), 1);
    }
    ::archive_entry_free(entry);
  }
  EXPECT_EQ(::archive_write_free(a), ARCHIVE_OK);
  tar.resize(used);
  return tar;
}

class TarStream : public ::testing::Test {
 protected:
  TarStream() {
    std::string folder = fs::temp_directory_path() / "tar-stream-XXXXXX";
    EXPECT_NE(::mkdtemp(folder.data()), nullptr);
    root_ = folder;
  }
  ~TarStream() override {
    fs::current_path(before_);
    fs::remove_all(root_);
  }
  Status Unpack(const std::string& tar) const {
    TarWriter writer(root_ / "in");
    for (size_t at = 0; at < tar.size(); at += 1000) {
      if (!writer.Feed(std::string_view(tar).substr(at, 1000))) break;
    }
    return writer.Finish();
  }

  const fs::path before_ = fs::current_path();
  fs::path root_;
};

TEST_F(TarStream, NothingGetsOutOfTheFolder) {
  std::ofstream(root_ / "secret") << "secret";
  const std::string outside = root_ / "out";
  for (const std::vector<Member>& members : std::vector<std::vector<Member>>{
           {{"../out"}},
           {{"a/../../out"}},
           {{outside}},
           {{"way", S_IFLNK, ".."}, {"way/out"}},
           {{"way", S_IFLNK, root_}, {"way/out"}},
           {{"out", S_IFLNK, outside}, {"out/below"}},
           {{"name", S_IFREG, "../secret"}},
           {{"name", S_IFREG, root_ / "secret"}},
           {{"way", S_IFLNK, ".."}, {"name", S_IFREG, "way/secret"}},
       }) {
    EXPECT_FALSE(Unpack(MakeTar(members)).ok()) << members[0].name << " " << members[0].link;
    EXPECT_FALSE(fs::exists(outside));
    EXPECT_FALSE(fs::exists(root_ / "in" / "name"));
    fs::remove_all(root_ / "in");
  }
}

TEST_F(TarStream, OnlyFilesFoldersAndLinksAreMade) {
  ASSERT_TRUE(Unpack(MakeTar({{"pipe", S_IFIFO}, {"device", S_IFCHR}, {"file"}})).ok());
  EXPECT_FALSE(fs::exists(root_ / "in" / "pipe"));
  EXPECT_FALSE(fs::exists(root_ / "in" / "device"));
  struct stat info {};
  ASSERT_EQ(::stat((root_ / "in" / "file").c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & (S_ISUID | S_ISGID | S_IWOTH), 0u);
}

TEST_F(TarStream, AnArchiveThatBreaksOffIsAnError) {
  const std::string tar = MakeTar({{"file"}, {"other"}});
  EXPECT_TRUE(Unpack(tar).ok());
  EXPECT_FALSE(Unpack(tar.substr(0, 700)).ok());
  EXPECT_FALSE(Unpack("<html>no tar</html>").ok());
}

// What a server sends may be no tar and go on for long after that is clear.
TEST_F(TarStream, WhatComesAfterAFaultRaisesNoSignal) {
  const auto before = ::signal(SIGPIPE, SIG_DFL);
  TarWriter writer(root_ / "in");
  bool taken = true;
  for (int i = 0; taken && i < 10'000; ++i) taken = writer.Feed(std::string(1000, '<'));
  EXPECT_FALSE(taken);
  EXPECT_FALSE(writer.Finish().ok());
  ::signal(SIGPIPE, before);
}

TEST_F(TarStream, WhatIsPackedComesBack) {
  fs::create_directories(root_ / "from" / "deep");
  std::ofstream(root_ / "from" / "deep" / "\xff") << std::string(200'000, 'y');
  std::ofstream(root_ / "from" / "empty");
  fs::create_symlink("deep", root_ / "from" / "link");
  TarReader reader(root_ / "from/");
  std::string tar;
  for (;;) {
    const auto piece = reader.Next();
    ASSERT_TRUE(piece.ok()) << piece.error().message;
    if (piece->empty()) break;
    tar += *piece;
  }
  ASSERT_TRUE(Unpack(tar).ok());
  EXPECT_EQ(fs::file_size(root_ / "in" / "deep" / "\xff"), 200'000u);
  EXPECT_EQ(fs::file_size(root_ / "in" / "empty"), 0u);
  EXPECT_EQ(fs::read_symlink(root_ / "in" / "link"), "deep");
}

}  // namespace
}  // namespace assay
