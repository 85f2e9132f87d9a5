// The files of a real box, and what its programs may try against those who work on them.
#include <archive.h>
#include <archive_entry.h>

#include <algorithm>
#include <cerrno>
#include <memory>

#include "sandbox/live_box_fixture.h"

namespace assay {
namespace {

using ::testing::AnyOf;

class LiveFilesTest : public LiveBoxFixture {
 protected:
  static SteadyTime Soon() { return std::chrono::steady_clock::now() + std::chrono::minutes(1); }
  static ByteSource Of(std::string text) {
    return [rest = std::move(text)]() mutable -> Result<std::string> {
      return std::exchange(rest, std::string());
    };
  }
  // So many bytes, in large pieces.
  static ByteSource Bytes(int64_t count) {
    return [left = count]() mutable -> Result<std::string> {
      const int64_t next = std::min<int64_t>(left, 1 << 20);
      left -= next;
      return std::string(static_cast<size_t>(next), 'x');
    };
  }
  static int Read(LiveBox& box, const std::string& path, std::string* text = nullptr) {
    const auto size = box.files().Read(
        path, {},
        [&](std::string_view piece) {
          if (text != nullptr) text->append(piece);
          return true;
        },
        Soon());
    return size.ok() ? 0 : size.error().sys_errno;
  }
  static std::shared_ptr<Told> Start(LiveBox& box, const std::string& script) {
    auto told = std::make_shared<Told>();
    box.Start(Shell(script), told);
    return told;
  }
  static LiveLimits SmallDisk() {
    LiveLimits limits;
    limits.disk_bytes = 16 << 20;
    return limits;
  }
};

TEST_F(LiveFilesTest, LinksLeadNowhereOutOfTheBox) {
  const auto box = NewBox();
  RunShell(*box,
           "cd; ln -s /etc/shadow shadow; ln -s /proc/1/root root; ln -s /proc/self/fd fds;"
           "ln -s /proc/1/mem mem; ln -s /dev/mem dev; ln -s loop loop; mkfifo pipe");
  for (const char* path : {"shadow", "root/etc/shadow", "mem", "/proc/self/mem", "/proc/1/environ",
                           "dev", "loop", "pipe", "/proc/kcore", "/sys/kernel/debug/x"}) {
    EXPECT_THAT(Read(*box, path), AnyOf(EACCES, EPERM, ENOENT, ENOTSUP, ELOOP)) << path;
  }
  EXPECT_FALSE(box->files().Write("root/tmp/out", 0644, Of("x"), Soon()).ok());
  EXPECT_FALSE(box->files().Write("/proc/sys/kernel/hostname", 0644, Of("x"), Soon()).ok());
  EXPECT_FALSE(box->files().Remove("/usr/bin/env", Soon()).ok());
  EXPECT_EQ(RunShell(*box, "/usr/bin/env true").code(), 0);
}

TEST_F(LiveFilesTest, ADirectoryThatKeepsBecomingALinkLeadsNowhere) {
  const auto box = NewBox();
  const auto swapping =
      Start(*box,
            "cd; mkdir real away; echo mine > real/file; echo started;"
            "while :; do mv real d 2>/dev/null; mv d real; ln -s /proc/1/root/etc d; rm d; done");
  ASSERT_TRUE(swapping->AwaitOutput("started"));
  for (int i = 0; i < 50; ++i) {
    std::string text;
    if (Read(*box, "d/file", &text) == 0) {
      EXPECT_EQ(text, "mine\n");
    }
    EXPECT_NE(Read(*box, "d/shadow"), 0);
    const auto list = box->files().List("/home/user", 5, Soon());
    if (!list.ok()) continue;
    for (const FileInfo& info : *list) {
      EXPECT_EQ(info.path.find("shadow"), std::string::npos) << info.path;
    }
  }
}

TEST_F(LiveFilesTest, AGigabyteToASmallDiskIsRefusedAndLeavesNothing) {
  const auto box = NewBox(SmallDisk());
  const auto written = box->files().Write("large", 0644, Bytes(1 << 30), Soon());
  ASSERT_FALSE(written.ok());
  EXPECT_EQ(written.error().sys_errno, ENOSPC) << written.error().ToString();
  EXPECT_EQ(RunShell(*box, "ls -A ~ | grep -cE 'large|assay'").out, "0\n");
  EXPECT_TRUE(box->files().Write("small", 0644, Bytes(8 << 20), Soon()).ok());
}

TEST_F(LiveFilesTest, ATarBombMeetsTheBoxsDiskAndTheBoxGoesOn) {
  std::string tar(8 << 20, '\0');
  archive* const a = ::archive_write_new();
  ::archive_write_set_format_pax_restricted(a);
  ::archive_write_add_filter_gzip(a);
  size_t used = 0;
  ASSERT_EQ(::archive_write_open_memory(a, tar.data(), tar.size(), &used), ARCHIVE_OK);
  archive_entry* const entry = ::archive_entry_new();
  ::archive_entry_copy_pathname(entry, "bomb");
  ::archive_entry_set_mode(entry, S_IFREG | 0644);
  ::archive_entry_set_size(entry, 256 << 20);
  ASSERT_EQ(::archive_write_header(a, entry), ARCHIVE_OK);
  const std::string zeros(1 << 20, '\0');
  for (int i = 0; i < 256; ++i) ::archive_write_data(a, zeros.data(), zeros.size());
  ::archive_entry_free(entry);
  ASSERT_EQ(::archive_write_free(a), ARCHIVE_OK);
  tar.resize(used);

  const auto box = NewBox(SmallDisk());
  const Status unpacked = box->files().Unpack("/home/user/in", Of(tar), Soon());
  ASSERT_FALSE(unpacked.ok());
  EXPECT_EQ(unpacked.error().sys_errno, ENOSPC) << unpacked.error().ToString();
  EXPECT_EQ(RunShell(*box, "rm -r ~/in && echo still here").out, "still here\n");
}

TEST_F(LiveFilesTest, ProgramsThatKillWorkersFailCallsAndNothingElse) {
  const auto box = NewBox();
  const auto killer = Start(*box, "trap '' TERM; echo started; while :; do kill -9 -1; done");
  ASSERT_TRUE(killer->AwaitOutput("started"));
  int failed = 0;
  for (int i = 0; i < 20; ++i) {
    const auto written = box->files().Write("file", 0644, Bytes(4 << 20), Soon());
    if (written.ok()) continue;
    ++failed;
    EXPECT_EQ(written.error().code, ErrorCode::kInvalidArgument) << written.error().ToString();
    EXPECT_EQ(written.error().sys_errno, EPIPE) << written.error().ToString();
  }
  EXPECT_GT(failed, 0);
  const auto other = NewBox();
  EXPECT_TRUE(other->files().Write("file", 0644, Of("x"), Soon()).ok());
}

TEST_F(LiveFilesTest, AStoppedWorkerCostsItsCallerNoMoreThanTheDeadline) {
  const auto box = NewBox();
  const auto stopper = Start(*box, "echo started; while :; do kill -STOP -1; done");
  ASSERT_TRUE(stopper->AwaitOutput("started"));
  const auto in = std::chrono::steady_clock::now() + std::chrono::milliseconds(300);
  const auto written = box->files().Write("file", 0644, Bytes(1 << 30), in);
  EXPECT_FALSE(written.ok());
  EXPECT_LT(std::chrono::steady_clock::now(), in + std::chrono::seconds(20));
}

TEST_F(LiveFilesTest, WhatIsPackedInOneBoxIsTheSameInAnother) {
  const auto one = NewBox();
  RunShell(*one,
           "cd; mkdir -p a/b; echo text > a/b/file; ln -s b/file a/link; chmod 700 a/b; "
           "truncate -s 1G a/holes; printf x > $'a/\\xff\\n'");
  std::string tar;
  const Status packed = one->files().Pack(
      "/home/user/a",
      [&](std::string_view piece) {
        tar += piece;
        return true;
      },
      Soon());
  ASSERT_TRUE(packed.ok()) << packed.error().ToString();
  EXPECT_LT(tar.size(), 100'000u);
  const auto other = NewBox();
  const Status unpacked = other->files().Unpack("a", Of(tar), Soon());
  ASSERT_TRUE(unpacked.ok()) << unpacked.error().ToString();
  const std::string look = "cd ~/a; cat link; stat -c '%n %a %s' b holes; ls -b; du -k holes";
  EXPECT_EQ(RunShell(*other, look).out, RunShell(*one, look).out);
}

TEST_F(LiveFilesTest, FilesMoveBetweenTheBoxsPlaces) {
  const auto box = NewBox();
  ASSERT_TRUE(box->files().Write("/tmp/x/file", 0640, Of("text"), Soon()).ok());
  const Status moved = box->files().Move("/tmp/x", "/home/user/y", Soon());
  ASSERT_TRUE(moved.ok()) << moved.error().ToString();
  EXPECT_EQ(RunShell(*box, "cat ~/y/file; ls /tmp").out, "text");
}

}  // namespace
}  // namespace assay
