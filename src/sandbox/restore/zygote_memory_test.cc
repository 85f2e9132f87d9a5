// With two processes: one that waits for a request as a zygote does, and a fork of it that writes
// to some of the pages that they share.
#include "sandbox/restore/zygote_memory.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/userfaultfd.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "sandbox/restore/tracee.h"
#include "sandbox/restore/tracked_memory.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

using ::testing::ElementsAre;

constexpr size_t kPageBytes = 4096;
constexpr size_t kSharedPages = 8;

// A page to write to, or kTell: what all are.
constexpr int kTell = -1;

[[noreturn]] void Fork(char* memory, int socket) {
  memory[1 * kPageBytes] = 'X';  // before its snapshot
  const int watch = static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY));
  if (::send(socket, &watch, sizeof watch, 0) != sizeof watch) ::_exit(1);
  for (int page; ::recv(socket, &page, sizeof page, 0) == sizeof page;) {
    char answer[kSharedPages] = {};
    if (page >= 0) memory[static_cast<size_t>(page) * kPageBytes] = 'Y';
    for (size_t i = 0; i < kSharedPages; ++i) answer[i] = memory[i * kPageBytes];
    if (::send(socket, answer, sizeof answer, 0) != sizeof answer) ::_exit(1);
  }
  ::_exit(0);
}

class ZygoteMemoryTest : public testing::Test {
 protected:
  void SetUp() override {
    void* const memory = ::mmap(nullptr, kSharedPages * kPageBytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    memory_ = static_cast<char*>(memory);
    int requests[2], deeds[2], pids[2];
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, requests), 0);
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, deeds), 0);
    ASSERT_EQ(::pipe2(pids, O_CLOEXEC), 0);
    requests_.Reset(requests[0]);
    deeds_.Reset(deeds[0]);
    const UniqueFd read(pids[0]);
    UniqueFd write(pids[1]);
    zygote_ = ::fork();
    ASSERT_GE(zygote_, 0);
    if (zygote_ == 0) {
      for (size_t i = 0; i < kSharedPages; ++i)
        memory_[i * kPageBytes] = static_cast<char>('a' + i);
      const pid_t fork = ::fork();
      if (fork == 0) Fork(memory_, deeds[1]);
      if (::write(pids[1], &fork, sizeof fork) != sizeof fork) ::_exit(1);
      for (;;) {
        msghdr message{};
        if (::recvmsg(requests[1], &message, 0) <= 0) ::pause();  // in another call
      }
    }
    zygotes_end_.Reset(requests[1]);
    ::close(deeds[1]);
    write.Reset();
    ASSERT_EQ(::read(read.get(), &fork_, sizeof fork_), ssize_t{sizeof fork_});
    ASSERT_EQ(::recv(deeds_.get(), &watch_, sizeof watch_, 0), ssize_t{sizeof watch_});
    proc_.Reset(::open("/proc", O_PATH | O_CLOEXEC));
    if (::geteuid() != 0) GTEST_SKIP() << "only root is told in which frames memory is";
  }
  void TearDown() override {
    for (const pid_t pid : {fork_, zygote_}) {
      if (pid > 0) ::kill(pid, SIGKILL);
    }
    if (zygote_ > 0) ::waitpid(zygote_, nullptr, 0);
    ::munmap(memory_, kSharedPages * kPageBytes);
  }

  // Waits a little for the zygote to be where it should.
  std::optional<ZygoteMemory> Open(bool there) const {
    for (int i = 0;; ++i) {
      std::optional<ZygoteMemory> memory = ZygoteMemory::Open(zygote_, proc_.get());
      if (memory.has_value() == there || i == 1000) return memory;
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
  }
  std::string Do(int page) const {
    char answer[kSharedPages];
    if (::send(deeds_.get(), &page, sizeof page, MSG_NOSIGNAL) != ssize_t{sizeof page} ||
        ::recv(deeds_.get(), answer, sizeof answer, 0) != ssize_t{sizeof answer}) {
      return "gone";
    }
    return {answer, kSharedPages};
  }
  uint64_t start() const { return reinterpret_cast<uint64_t>(memory_); }

  char* memory_ = nullptr;
  pid_t zygote_ = -1;
  pid_t fork_ = -1;
  int watch_ = -1;  // the fork's
  UniqueFd requests_, zygotes_end_, deeds_, proc_;
};

TEST_F(ZygoteMemoryTest, TellsWhatTheForkHasOfItsOwn) {
  auto zygote = Open(true);
  ASSERT_TRUE(zygote);
  const UniqueFd pagemap(
      ::openat(proc_.get(), (std::to_string(fork_) + "/pagemap").c_str(), O_RDONLY | O_CLOEXEC));
  std::vector<std::tuple<uint64_t, uint64_t, bool>> found;
  const auto visit = [&](uint64_t from, uint64_t to, bool same) {
    found.emplace_back((from - start()) / kPageBytes, (to - start()) / kPageBytes, same);
  };
  ASSERT_TRUE(
      zygote->Compare(pagemap.get(), start(), start() + kSharedPages * kPageBytes, visit).ok());
  EXPECT_THAT(found, ElementsAre(std::tuple(0, 1, true), std::tuple(1, 2, false),
                                 std::tuple(2, kSharedPages, true)));
  char page[kPageBytes];
  ASSERT_TRUE(zygote->Read(start() + 5 * kPageBytes, page, kPageBytes).ok());
  EXPECT_EQ(page[0], 'f');
  // As long as it is that process.
  ::kill(zygote_, SIGKILL);
  ::waitpid(zygote_, nullptr, 0);
  zygote_ = -1;
  EXPECT_FALSE(zygote->Read(start() + 5 * kPageBytes, page, kPageBytes).ok());
}

TEST_F(ZygoteMemoryTest, IsNotToBeHadUnlessItWaits) {
  ASSERT_TRUE(Open(true));
  EXPECT_FALSE(ZygoteMemory::Open(-1, proc_.get()));
  ASSERT_EQ(::send(requests_.get(), "", 1, MSG_NOSIGNAL), 1);
  ASSERT_EQ(::shutdown(requests_.get(), SHUT_RDWR), 0);
  EXPECT_FALSE(Open(false));
}

TEST_F(ZygoteMemoryTest, WhatIsWrittenLaterIsRestoredFromTheZygote) {
  ASSERT_TRUE(Open(true));
  if (watch_ < 0) GTEST_SKIP() << "needs userfaultfd";
  Mapping mapping;
  mapping.start = start();
  mapping.end = start() + kSharedPages * kPageBytes;
  mapping.permissions = "rw-p";
  const UniqueFd pidfd(PidfdOpen(fork_));
  UniqueFd watch = Tracee::Take(pidfd.get(), watch_);
  if (!watch) GTEST_SKIP() << "needs pidfd_getfd";
  SnapshotBuffer buffer;
  buffer.Prepare();
  auto memory =
      TrackedMemory::Take(fork_, proc_.get(), std::move(watch), {mapping}, buffer, zygote_);
  if (!memory.ok()) {
    const std::string problem = memory.error().ToString();
    if (problem.find("doesn't record writes") != std::string::npos) GTEST_SKIP() << problem;
    FAIL() << problem;
  }
  for (int run = 0; run < 3; ++run) {
    for (const int page : {0, 1, 4, 5}) Do(page);
    if (run == 1) Do(7);
    EXPECT_EQ(Do(kTell), run == 1 ? "YYcdYYgY" : "YYcdYYgh");
    const auto changes = memory->FindChanges();
    ASSERT_TRUE(changes.ok());
    EXPECT_EQ(memory->written_bytes(), static_cast<int64_t>((run == 0 ? 4 : 5) * kPageBytes));
    // What was its own before is in the buffer, which the process can read; nothing else ever is.
    ASSERT_EQ((*changes)->list.size(), 1U);
    EXPECT_EQ((*changes)->list[0].to, start() + kPageBytes);
    EXPECT_EQ(*(*changes)->list[0].from, 'X');
    EXPECT_EQ(buffer.OffsetOf((*changes)->list[0].from), 0U);
    for (const TrackedMemory::Change& change : (*changes)->fetched) {
      EXPECT_EQ(*change.from, 'a' + (change.to - start()) / kPageBytes);
    }
    ASSERT_TRUE(memory->Write((*changes)->list).ok());
    ASSERT_TRUE(memory->Write((*changes)->fetched).ok());
    EXPECT_EQ(Do(kTell), "aXcdefgh");
  }
}

}  // namespace
}  // namespace assay
