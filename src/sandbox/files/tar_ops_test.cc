#include "sandbox/files/tar_ops.h"

#include <archive.h>
#include <archive_entry.h>
#include <sys/sysmacros.h>

#include "sandbox/files/worker_files_test_util.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

struct Member {
  std::string name;
  std::string text = {};
  mode_t type = S_IFREG;
  std::string link = {};  // of S_IFLNK; else what it is another name of
};

// A tar as others would make it.
std::string MakeTar(const std::vector<Member>& members, int filter = ARCHIVE_FILTER_NONE) {
  std::string tar(64 << 20, '\0');
  archive* const a = ::archive_write_new();
  ::archive_write_set_format_pax_restricted(a);
  ::archive_write_add_filter(a, filter);
  size_t used = 0;
  EXPECT_EQ(::archive_write_open_memory(a, tar.data(), tar.size(), &used), ARCHIVE_OK);
  for (const Member& member : members) {
    archive_entry* const entry = ::archive_entry_new();
    ::archive_entry_copy_pathname(entry, member.name.c_str());
    ::archive_entry_set_mode(entry, member.type | 0644);
    ::archive_entry_set_rdev(entry, makedev(1, 3));
    ::archive_entry_set_size(entry, static_cast<int64_t>(member.text.size()));
    if (member.type == S_IFLNK) {
      ::archive_entry_copy_symlink(entry, member.link.c_str());
    } else if (!member.link.empty()) {
      ::archive_entry_copy_hardlink(entry, member.link.c_str());
    }
    EXPECT_EQ(::archive_write_header(a, entry), ARCHIVE_OK) << ::archive_error_string(a);
    EXPECT_EQ(::archive_write_data(a, member.text.data(), member.text.size()),
              static_cast<ssize_t>(member.text.size()));
    ::archive_entry_free(entry);
  }
  EXPECT_EQ(::archive_write_free(a), ARCHIVE_OK);
  tar.resize(used);
  return tar;
}

class TarOps : public WorkerFilesFixture {
 protected:
  Result<std::string> Pack(const std::string& path) {
    std::string tar;
    const Status packed = files().Pack(
        path,
        [&](std::string_view piece) {
          tar += piece;
          return true;
        },
        Soon());
    if (!packed.ok()) return packed.error();
    return tar;
  }
  Status Unpack(const std::string& path, const std::string& tar) {
    return files().Unpack(path, From(tar, 100'000), Soon());
  }
};

TEST_F(TarOps, WhatIsPackedComesBackAsItWas) {
  const std::string long_name(200, 'l');
  const std::vector<std::string> names = {"plain", "\xff\xfe", "a\nb", "\xc3\xa4\xc3\xb6",
                                          " ",     long_name,  "-rf",  "sub/below"};
  MakeFolder("tree");
  MakeFolder("tree/sub");
  MakeFolder("tree/empty");
  for (const std::string& name : names) Put("tree/" + name, name + " text");
  std::string deep = "tree/sub";
  for (int i = 0; i < 5; ++i) MakeFolder(deep += "/" + std::string(100, 'd'));
  Put(deep + "/bottom", "bottom");
  Link("tree/link", "plain");
  Link("tree/\xfe", "\xff/../../x");
  ASSERT_EQ(::mkfifo(Path("tree/pipe").c_str(), 0600), 0);
  Give(Path("tree/pipe"));
  ::chmod(Path("tree/plain").c_str(), 0751);
  ::chmod(Path("tree/empty").c_str(), 0500);
  const timespec times[2] = {{1'000'000'000, 0}, {1'000'000'001, 0}};
  ::utimensat(AT_FDCWD, Path("tree/plain").c_str(), times, 0);
  ::utimensat(AT_FDCWD, Path("tree/sub").c_str(), times, 0);

  const auto tar = Pack("tree");
  ASSERT_TRUE(tar.ok()) << tar.error().ToString();
  const Status unpacked = Unpack("copy/here", *tar);
  ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
  const auto look = [&](const std::string& at) {
    std::vector<std::string> lines;
    const auto list = files().List(at, 100, Soon());
    EXPECT_TRUE(list.ok());
    for (const FileInfo& info : *list) {
      lines.push_back(info.path.substr(Path(at).size()) + " " +
                      std::to_string(static_cast<int>(info.kind)) + " " +
                      std::to_string(info.mode) + " " + info.link_target + " " +
                      (info.kind == FileKind::kFile ? std::to_string(info.bytes) : "") + " " +
                      std::to_string(info.modified_ns / 1'000'000'000));
    }
    return lines;
  };
  EXPECT_EQ(look("copy/here"), look("tree"));
  for (const std::string& name : names) EXPECT_EQ(Text("copy/here/" + name), name + " text");
  EXPECT_EQ(*Pack("copy/here"), *tar);  // nothing in it depends on where or when
}

TEST_F(TarOps, OneFileIsPackedByItsName) {
  Put("file", "text");
  ASSERT_TRUE(Unpack("out", *Pack("file")).ok());
  EXPECT_EQ(Text("out/file"), "text");
  EXPECT_THAT(NamesAt(Path("out")), ElementsAre("file"));
  EXPECT_EQ(Errno(Pack("missing")), ENOENT);
}

TEST_F(TarOps, AnEmptyDirectoryIsATarToo) {
  MakeFolder("empty");
  ASSERT_TRUE(Unpack("out", *Pack("empty")).ok());
  EXPECT_THAT(NamesAt(Path("out")), ::testing::IsEmpty());
}

TEST_F(TarOps, HolesStayHoles) {
  Put("holes", "begin");
  ASSERT_EQ(::truncate(Path("holes").c_str(), 1LL << 35), 0);
  const UniqueFd file(::open(Path("holes").c_str(), O_WRONLY | O_CLOEXEC));
  ASSERT_EQ(::pwrite(file.get(), "middle", 6, 1LL << 34), 6);
  Put("nothing", "");
  ASSERT_EQ(::truncate(Path("nothing").c_str(), 1 << 30), 0);
  for (const char* name : {"holes", "nothing"}) {
    const auto tar = Pack(name);
    ASSERT_TRUE(tar.ok()) << tar.error().ToString();
    EXPECT_LT(tar->size(), 200'000u) << name;
    const Status unpacked = Unpack("out", *tar);
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
  }
  struct stat found {};
  ASSERT_EQ(::stat(Path("out/holes").c_str(), &found), 0);
  EXPECT_EQ(found.st_size, 1LL << 35);
  EXPECT_LT(found.st_blocks, 1000);
  EXPECT_EQ(*ReadAll("out/holes", {.offset = 1LL << 34, .bytes = 6}), "middle");
  ASSERT_EQ(::stat(Path("out/nothing").c_str(), &found), 0);
  EXPECT_EQ(found.st_size, 1 << 30);
  // One that is nothing but size is refused, rather than packed for hours.
  if (::truncate(Path("holes").c_str(), 1LL << 41) == 0) {
    EXPECT_EQ(Errno(Pack("holes")), EFBIG);
  }
}

TEST_F(TarOps, AFileThatChangesWhileItIsPackedKeepsTheTarWhole) {
  MakeFolder("tree");
  Put("tree/a", std::string(8 << 20, 'a'));
  Put("tree/b", "after it");
  std::string tar;
  const Status packed = files().Pack(
      "tree",
      [&](std::string_view piece) {
        if (tar.empty()) {
          EXPECT_EQ(::truncate(Path("tree/a").c_str(), 5), 0);
          Put("tree/c", "new");
        }
        tar += piece;
        return true;
      },
      Soon());
  ASSERT_TRUE(packed.ok()) << packed.error().ToString();
  ASSERT_TRUE(Unpack("out", tar).ok());
  EXPECT_EQ(Text("out/a").size(), size_t{8 << 20});
  EXPECT_EQ(Text("out/b"), "after it");
}

TEST_F(TarOps, CompressedTarsAreTaken) {
  for (const int filter : {ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_BZIP2, ARCHIVE_FILTER_XZ,
                           ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_LZ4}) {
    const std::string name = "of" + std::to_string(filter);
    const Status unpacked = Unpack(".", MakeTar({{name, "text"}}, filter));
    ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
    EXPECT_EQ(Text(name), "text");
  }
}

TEST_F(TarOps, WhatLeadsOutIsRefused) {
  MakeFolder("out");
  MakeFolder("into");
  Link("into/there", "../out");
  const std::vector<std::vector<Member>> tars = {
      {{"../escaped", "x"}},
      {{"a/../../escaped", "x"}},
      {{"..", "", S_IFDIR}},
      {{Path("escaped"), "x"}},
      {{"link", "", S_IFLNK, Path("out")}, {"link/escaped", "x"}},
      {{"link", "", S_IFLNK, "../out"}, {"link/escaped", "x"}},
      {{"there/escaped", "x"}},
      {{"hard", "", S_IFREG, "../secret"}},
      {{"hard", "", S_IFREG, Path("secret")}},
      {{"hard", "", S_IFREG, "there/secret"}},
  };
  Put("secret", "secret");
  Put("out/secret", "secret");
  for (size_t i = 0; i < tars.size(); ++i) {
    const Status unpacked = Unpack("into", MakeTar(tars[i]));
    EXPECT_FALSE(unpacked.ok()) << i;
    EXPECT_EQ(unpacked.error().code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(Text("escaped"), "(none)") << i;
    EXPECT_EQ(Text("into/hard"), "(none)") << i;
    EXPECT_THAT(NamesAt(Path("out")), ElementsAre("secret")) << i;
  }
  // A link may point anywhere, as it may for the box's programs.
  EXPECT_TRUE(Unpack("into", MakeTar({{"new", "", S_IFLNK, "/etc/passwd"}})).ok());
  // What is there is replaced, a link by itself.
  EXPECT_TRUE(Unpack("into", MakeTar({{"there", "file now"}})).ok());
  EXPECT_EQ(Text("into/there"), "file now");
  EXPECT_THAT(NamesAt(Path("out")), ElementsAre("secret"));
}

TEST_F(TarOps, DevicesAreNotMade) {
  EXPECT_FALSE(Unpack("out", MakeTar({{"device", "", S_IFCHR}})).ok());
  EXPECT_EQ(Errno(files().Stat("out/device", Soon())), ENOENT);
}

TEST_F(TarOps, ABombMeetsTheDisk) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to mount";
  Disk("1m");
  const std::string bomb = MakeTar({{"bomb", std::string(32 << 20, '\0')}}, ARCHIVE_FILTER_GZIP);
  EXPECT_LT(bomb.size(), 100'000u);
  const Status unpacked = Unpack("disk", bomb);
  ASSERT_FALSE(unpacked.ok());
  EXPECT_EQ(unpacked.error().sys_errno, ENOSPC) << unpacked.error().ToString();
}

TEST_F(TarOps, WhatAnImageLetsEveryoneWriteAndNotReadIsLeftOutOfAFork) {
  if (::geteuid() != 0) GTEST_SKIP() << "needs root to change the root folder";
  MakeFolder("box");
  MakeFolder("box/etc");
  Put("box/etc/hostname", "box");
  for (const auto& [name, mode] : {std::pair("read", 0666), std::pair("unread", 0622)}) {
    const std::string path = Path("box/") + name;
    Put(std::string("box/") + name, "written");
    ASSERT_EQ(::chown(path.c_str(), 0, 0), 0);
    ASSERT_EQ(::chmod(path.c_str(), static_cast<mode_t>(mode)), 0);
  }
  box_root_ = Path("box");
  std::string tar;
  const Status packed = files().PackOwn(
      [&](std::string_view piece) {
        tar += piece;
        return true;
      },
      Soon());
  ASSERT_TRUE(packed.ok()) << packed.error().ToString();
  box_root_.clear();
  ASSERT_TRUE(Unpack("out", tar).ok());
  EXPECT_THAT(NamesAt(Path("out")), ElementsAre("etc", "read"));
}

TEST_F(TarOps, WhatIsNoTarIsAnError) {
  const std::string whole = MakeTar({{"a", std::string(100'000, 'a')}});
  EXPECT_FALSE(Unpack("out", "").ok());
  EXPECT_FALSE(Unpack("out", "this is no tar at all").ok());
  EXPECT_FALSE(Unpack("out", std::string(100'000, 'x')).ok());
  EXPECT_FALSE(Unpack("out", whole.substr(0, 50'000)).ok());
  EXPECT_FALSE(Unpack("out", MakeTar({{"a", "text"}}, ARCHIVE_FILTER_GZIP).substr(0, 30)).ok());
  Put("file", "");
  EXPECT_EQ(Errno(Unpack("file", whole)), EEXIST);
  const auto broken = [calls = 0]() mutable -> Result<std::string> {
    if (++calls == 1) return std::string(512, '\0');
    return Error{ErrorCode::kCancelled, "test", 0, "the client left"};
  };
  const Status cancelled = files().Unpack("out", broken, Soon());
  ASSERT_FALSE(cancelled.ok());
  EXPECT_EQ(cancelled.error().code, ErrorCode::kCancelled);
}

}  // namespace
}  // namespace assay
