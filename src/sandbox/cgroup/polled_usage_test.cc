#include "sandbox/cgroup/polled_usage.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <fstream>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/fd.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

TEST(KilobyteLine, FindsWholeKeys) {
  const std::string text = "RssAnon:\t    1234 kB\nRssShmem:\t       8 kB\nThreads:\t1\n";
  EXPECT_EQ(KilobyteLine(text, "RssAnon"), 1234 << 10);
  EXPECT_EQ(KilobyteLine(text, "RssShmem"), 8 << 10);
  EXPECT_EQ(KilobyteLine(text, "Rss"), 0);
  EXPECT_EQ(KilobyteLine(text, "Threads"), 0);
  EXPECT_EQ(KilobyteLine("", "RssAnon"), 0);
}

TEST(MappedShare, IsOfOneFileSystemOnly) {
  const std::string maps =
      "55d0-55d1 r--p 00000000 fe:01 1234    /usr/bin/cat\nPss:   40 kB\nPss_Dirty:  1 kB\n"
      "7f00-7f01 rw-s 00000000 00:2f 17      /box/data\nSize:  900 kB\nPss:   300 kB\n"
      "7f02-7f03 rw-s 00000000 00:01 9       /dev/zero (deleted)\nPss:   70 kB\n"
      "c000-c001 rw-s 00000000 00:2f 18      /dev/shm/x\nPss:   5 kB\nVmFlags: rd wr\n";
  EXPECT_EQ(MappedShare(maps, makedev(0, 0x2f)), 305 << 10);
  EXPECT_EQ(MappedShare(maps, makedev(0, 1)), 70 << 10);
  EXPECT_EQ(MappedShare(maps, makedev(8, 1)), 0);
}

// Children of the test are its runs.
class PolledUsageTest : public testing::Test {
 protected:
  // Away from the host's sockets, which would count, where that is allowed.
  void SetUp() override {
    if (::unshare(CLONE_NEWNET) != 0) network_.Reset();
    ASSERT_TRUE(usage_->Begin().ok());
    Limit(int64_t{1} << 40);
  }
  void TearDown() override {
    if (child_ > 0) End();
    if (!network_) return;
    ASSERT_EQ(::setns(network_.get(), CLONE_NEWNET), 0);
  }

  static std::string WriteKills(const std::string& number) {
    return WriteCounter("oom 9\noom_kill " + number + "\noom_group_kill 0\n");
  }
  static std::string WriteCounter(const std::string& text) {
    const std::string path = testing::TempDir() + "assay-oom-" + std::to_string(::getpid());
    std::ofstream(path) << text;
    return path;
  }
  void Limit(int64_t bytes) { ASSERT_TRUE(usage_->SetLimits({bytes, 10, 0}).ok()); }
  void Start(const std::function<void()>& program) {
    child_ = ::fork();
    if (child_ == 0) {
      program();
      for (;;) ::pause();
    }
  }
  void Look() { usage_->Look(proc_.get(), {child_}); }
  // At what the kernel counts for all: a child has what this program has, under sanitizers much.
  void LookAtNobody() { usage_->Look(proc_.get(), {}); }
  // Until `seen`; the bound is against hangs only.
  bool LookUntil(const std::function<bool()>& seen) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (std::chrono::steady_clock::now() < end) {
      Look();
      if (seen()) return true;
      std::this_thread::sleep_for(milliseconds(5));
    }
    return false;
  }
  void End() {
    ::kill(child_, SIGKILL);
    rusage usage{};
    ::wait4(child_, nullptr, 0, &usage);
    usage_->OnEnded(usage);
    child_ = -1;
  }

  const std::string kills_ = WriteKills("3");
  UniqueFd network_{::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC)};
  UniqueFd proc_{::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  Nanoseconds orphans_{std::chrono::seconds(100)};
  std::unique_ptr<RunCgroup> usage_ =
      MakePolledUsage([this] { return orphans_; }, "/no/such/file/system",
                      UniqueFd(::open(kills_.c_str(), O_RDONLY | O_CLOEXEC)));
  pid_t child_ = -1;
};

void Fill(size_t bytes) {
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  std::memset(memory, 1, bytes);
}

// Twice what a child has from us besides: where a sanitizer keeps what earlier tests have freed,
// that may be hundreds of MiB.
int64_t Much() {
  std::ifstream rollup("/proc/self/smaps_rollup");
  for (std::string line; std::getline(rollup, line);) {
    constexpr std::string_view kName = "Anonymous:";
    if (line.compare(0, kName.size(), kName) != 0) continue;
    return std::max<int64_t>(64 << 20, 2 * std::stoll(line.substr(kName.size())) * 1024);
  }
  ADD_FAILURE() << "smaps_rollup has no Anonymous";
  return 64 << 20;
}

void Spin() {
  for (volatile bool forever = true; forever;) {
  }
}

TEST_F(PolledUsageTest, SeesMemoryAndWhenItIsTooMuch) {
  constexpr int64_t kBytes = 64 << 20;
  Start([] { Fill(kBytes); });
  ASSERT_TRUE(LookUntil([&] { return usage_->Memory().peak_bytes >= kBytes; }));
  EXPECT_FALSE(usage_->Memory().over_limit);
  Limit(kBytes / 2);
  Look();
  EXPECT_FALSE(usage_->Memory().over_limit);  // may have been a moment in which it was seen twice
  Look();
  EXPECT_TRUE(usage_->Memory().over_limit);
}

// 168 MiB by the number of those from the 65th on.
std::vector<UniqueFd> ManySockets() {
  std::vector<UniqueFd> ends;
  for (int i = 0; i < 200; ++i) {
    int pair[2];
    if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0) break;
    ends.emplace_back(pair[0]);
    ends.emplace_back(pair[1]);
  }
  return ends;
}

TEST_F(PolledUsageTest, OneLookJudgesSocketsThatTheRunHasMade) {
  if (!network_) GTEST_SKIP() << "needs a network namespace (root): the host's sockets would count";
  Limit(100 << 20);
  LookAtNobody();
  const std::vector<UniqueFd> ends = ManySockets();
  ASSERT_EQ(ends.size(), 400u);
  LookAtNobody();
  EXPECT_TRUE(usage_->Memory().over_limit);
}

TEST_F(PolledUsageTest, OneLookDoesNotJudgeSocketsThatAnotherRunLeft) {
  if (!network_) GTEST_SKIP() << "needs a network namespace (root): the host's sockets would count";
  Limit(100 << 20);
  std::vector<UniqueFd> ends = ManySockets();
  ASSERT_EQ(ends.size(), 400u);
  LookAtNobody();
  EXPECT_FALSE(usage_->Memory().over_limit);
  ends.clear();  // the kernel has cleared up
  LookAtNobody();
  EXPECT_FALSE(usage_->Memory().over_limit);
  ends = ManySockets();
  LookAtNobody();
  EXPECT_TRUE(usage_->Memory().over_limit);
}

TEST_F(PolledUsageTest, SeesTheMemoryOfThreadsThatOutliveTheFirst) {
  constexpr int64_t kBytes = 64 << 20;
  Limit(kBytes / 2);
  Start([] {
    std::thread([] {
      ::sleep(1);  // the first thread has ended by then
      Fill(kBytes);
      for (;;) ::pause();
    }).detach();
    ::syscall(SYS_exit, 0);
  });
  EXPECT_TRUE(LookUntil([&] { return usage_->Memory().over_limit; }));
}

TEST_F(PolledUsageTest, AMemoryThatTwoProcessesHaveCountsOnce) {
  const int64_t bytes = Much();
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  Start([&ends, bytes] {
    Fill(bytes);
    // As in posix_spawn(3), before the program starts: this thread waits until the child ends.
    const pid_t child = ::vfork();  // NOLINT(clang-analyzer-security.insecureAPI.vfork)
    if (child == 0) {
      const pid_t self = static_cast<pid_t>(::syscall(SYS_getpid));
      if (::write(ends[1], &self, sizeof self) == sizeof self) ::sleep(60);
      ::_exit(0);
    }
  });
  pid_t child = -1;
  ASSERT_EQ(::read(ends[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  Limit(bytes + bytes / 2);
  for (int i = 0; i < 3; ++i) usage_->Look(proc_.get(), {child_, child});
  EXPECT_FALSE(usage_->Memory().over_limit);
  Limit(bytes / 2);
  for (int i = 0; i < 3; ++i) usage_->Look(proc_.get(), {child_, child});
  EXPECT_TRUE(usage_->Memory().over_limit);
  ::kill(child, SIGKILL);
  ::close(ends[0]);
  ::close(ends[1]);
}

TEST_F(PolledUsageTest, PagesThatAForkSharesAreNotItsOwn) {
  // The child has them from us, untouched: they are half its own, so its share fits.
  const int64_t bytes = Much();
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(memory, MAP_FAILED);
  std::memset(memory, 1, bytes);
  Start([] {});
  ASSERT_TRUE(LookUntil([&] { return usage_->Memory().peak_bytes >= bytes; }));
  ASSERT_TRUE(usage_->Begin().ok());
  Limit(bytes - (4 << 20));
  Look();
  Look();
  EXPECT_FALSE(usage_->Memory().over_limit);
  ::munmap(memory, bytes);
}

TEST_F(PolledUsageTest, CpuTimeOfTheLivingIsNotLostWithTheirEnd) {
  Start(Spin);
  ASSERT_TRUE(LookUntil([&] { return usage_->CpuTime() > milliseconds(50); }));
  const Nanoseconds alive = usage_->CpuTime();
  End();
  EXPECT_GE(usage_->CpuTime(), alive);
}

TEST_F(PolledUsageTest, CountsWhatAProcessHasWaitedForAndOrphans) {
  Start([] {
    if (const pid_t grandchild = ::fork(); grandchild == 0) {
      ::alarm(1);
      Spin();
    } else {
      ::waitpid(grandchild, nullptr, 0);
    }
  });
  EXPECT_TRUE(LookUntil([&] { return usage_->CpuTime() > milliseconds(20); }));
  const Nanoseconds before = usage_->CpuTime();
  orphans_ += std::chrono::seconds(7);
  EXPECT_GE(usage_->CpuTime(), before + std::chrono::seconds(6));
}

TEST_F(PolledUsageTest, SaysWhetherTheKernelEndedSomethingForMemory) {
  EXPECT_FALSE(usage_->KillsAround());
  WriteKills("4");
  EXPECT_TRUE(usage_->KillsAround());
  ASSERT_TRUE(usage_->Begin().ok());
  EXPECT_FALSE(usage_->KillsAround());
}

TEST_F(PolledUsageTest, FindsTheKillsInALongFileAndGuessesNone) {
  std::string before;
  for (int i = 0; i < 2000; ++i) before += "nr_something_" + std::to_string(i) + " 7\n";
  WriteCounter(before + "oom_kill 3\n");
  EXPECT_FALSE(usage_->KillsAround());
  WriteCounter(before + "oom_kill 4\n");
  EXPECT_TRUE(usage_->KillsAround());
  WriteCounter(before);
  EXPECT_FALSE(usage_->KillsAround()) << "unknown";
  ASSERT_TRUE(usage_->Begin().ok());
  WriteCounter(before + "oom_kill 4\n");
  EXPECT_FALSE(usage_->KillsAround());
}

TEST(OomCounter, IsThatOfAGroupWeAreInOrOfTheHost) {
  const UniqueFd counter = OpenOomCounter();
  ASSERT_TRUE(counter);
  const auto text = ReadSmallFd(counter.get());
  ASSERT_TRUE(text.ok());
}

TEST_F(PolledUsageTest, LooksLessOftenWhenALookIsDear) {
  Start([] {});
  Look();
  EXPECT_GE(usage_->LookEvery().value_or(Nanoseconds(0)), milliseconds(10));
  EXPECT_LE(usage_->LookEvery().value_or(Nanoseconds(0)), milliseconds(200));
}

}  // namespace
}  // namespace assay
