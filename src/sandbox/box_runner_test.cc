#include "sandbox/box_runner.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <thread>

#include "base/fd.h"
#include "sandbox/box_fixture.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;
using testing::HasSubstr;

class RunStatusTest : public BoxFixture {
 protected:
  static std::string Times(const RunResult& result) {
    return std::to_string(ToSeconds(result.wall_time)) +
           " s: " + std::to_string(ToSeconds(result.cpu_time)) + " computed, " +
           std::to_string(ToSeconds(result.starved_time)) + " starved";
  }
};

TEST_F(RunStatusTest, ExitCodeAndStreams) {
  const RunResult result = Run(Shell("echo out; echo err >&2; exit 7"));
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.exit_code, 7);
  EXPECT_EQ(result.stdout_bytes, "out\n");
  EXPECT_EQ(result.stderr_bytes, "err\n");
  EXPECT_EQ(result.tier, runner()->tier());
  EXPECT_GT(result.cpu_time.count(), 0);
  EXPECT_GT(result.wall_time.count(), 0);
  EXPECT_GT(result.memory_peak_bytes, 0);
}

TEST_F(RunStatusTest, TellsHowFarStdinWasRead) {
  RunRequest request = Shell("read -r line; echo done");
  EXPECT_EQ(Run(request).stdin_read_bytes, std::nullopt);  // there is no file
  request.stdin_bytes = Blob::FromString("one\ntwo\n");
  EXPECT_EQ(Run(request).stdin_read_bytes, 4);
  request = Python("import sys; print(len(sys.stdin.read()))");
  request.stdin_bytes = Blob::FromString("one\ntwo\n");
  EXPECT_EQ(Run(request).stdin_read_bytes, 8);
  request = Python("print(8)");
  request.stdin_bytes = Blob::FromString("one\ntwo\n");
  EXPECT_EQ(Run(request).stdin_read_bytes, 0);
  EXPECT_EQ(Run(request).stdin_read_bytes, 0);  // of this run, not of an earlier one
}

TEST_F(RunStatusTest, SignalsOfTheProgramItself) {
  RunResult result = Run(Python("import os; os.abort()"));
  EXPECT_EQ(result.status, RunStatus::kSignalled);
  EXPECT_EQ(result.signal, SIGABRT);
  result = Run(Python("import ctypes; ctypes.string_at(0)"));
  EXPECT_EQ(result.status, RunStatus::kSignalled);
  EXPECT_EQ(result.signal, SIGSEGV);
  result = Run(Shell("kill -KILL $$"));
  EXPECT_EQ(result.status, RunStatus::kSignalled);
  EXPECT_EQ(result.signal, SIGKILL);
  result = Run(Shell("kill -TERM $$"));
  EXPECT_EQ(result.signal, SIGTERM);
}

TEST_F(RunStatusTest, CpuLimit) {
  RunRequest request = Shell("while :; do :; done");
  request.limits.cpu_time = milliseconds(200);
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kCpuLimit);
  EXPECT_EQ(result.signal, SIGKILL);
  EXPECT_GE(result.cpu_time, milliseconds(200));
}

TEST_F(RunStatusTest, CpuLimitCountsChildren) {
  RunRequest request = Shell("(while :; do :; done) & (while :; do :; done) & wait");
  request.limits.cpu_time = milliseconds(300);
  EXPECT_EQ(Run(request).status, RunStatus::kCpuLimit);
  // A child nobody waits for, ended before its parent.
  request = Python(
      "import signal,os,time\n"
      "signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
      "if os.fork()==0:\n"
      "  while time.process_time()<0.4: pass\n"
      "  os._exit(0)\n"
      "time.sleep(30)\n");
  request.limits.cpu_time = milliseconds(300);
  EXPECT_EQ(Run(request).status, RunStatus::kCpuLimit);
}

TEST_F(RunStatusTest, WallLimitOfASleeper) {
  RunRequest request = Shell("sleep 60");
  request.limits.wall_time = milliseconds(300);
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kWallLimit);
  EXPECT_GE(result.wall_time, milliseconds(300));
}

TEST_F(RunStatusTest, WallLimitOfAProgramThatStopsItself) {
  RunRequest request = Shell("kill -STOP $$");
  request.limits.wall_time = milliseconds(300);
  EXPECT_EQ(Run(request).status, RunStatus::kWallLimit);
}

TEST_F(RunStatusTest, WallLimitForgivesABusyHost) {
  std::atomic<bool> done{false};
  std::vector<std::thread> hogs;
  for (unsigned i = 0; i < 4 * std::thread::hardware_concurrency(); ++i) {
    hogs.emplace_back([&done] {
      while (!done) {
      }
    });
  }
  RunRequest request = Python("import time\nwhile time.process_time() < 0.5: pass");
  request.limits.wall_time = milliseconds(1000);
  request.limits.wall_backstop_factor = 200;
  const RunResult result = Run(request);
  done = true;
  for (std::thread& hog : hogs) hog.join();
  EXPECT_EQ(result.status, RunStatus::kExited) << Times(result);
  EXPECT_LE(result.starved_time, result.wall_time);
}

// One thread waits while the other computes: that is no time in which the program is slow. Here
// they are on one processor, so it happens on every host; the CPU limit is what bounds them.
TEST_F(RunStatusTest, WallLimitForgivesThreadsThatWaitForEachOthersProcessor) {
  RunRequest request = Python(
      "import os,time\n"
      "child=os.fork()\n"
      "while time.process_time()<0.6: pass\n"
      "if child: os.waitpid(child,0)\n");
  request.limits.wall_time = milliseconds(700);
  request.limits.wall_backstop_factor = 200;
  RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kExited) << Times(result);
  EXPECT_GE(result.cpu_time, milliseconds(1200));
  request.limits.cpu_time = milliseconds(1000);
  EXPECT_EQ(Run(request).status, RunStatus::kCpuLimit);
}

// Threads that take turns, on several busy processors: whoever's turn it is waits for one, and the
// other sleeps on a processor that then has nothing to say.
TEST_F(RunStatusTest, WallLimitForgivesABusyHostOnSeveralProcessors) {
  SandboxOptions options = TierOptions();
  options.cgroup_parent = "assay-test-turns";
  options.pin = false;
  auto free_runner = BoxRunner::Create(options);
  ASSERT_TRUE(free_runner.ok()) << free_runner.error().ToString();
  std::atomic<bool> done{false};
  std::vector<std::thread> hogs;
  for (unsigned i = 0; i < 4 * std::thread::hardware_concurrency(); ++i) {
    hogs.emplace_back([&done] {
      while (!done) {
      }
    });
  }
  RunRequest request = Python(
      "import threading,time\n"
      "def work():\n"
      "  while time.thread_time()<0.3: pass\n"
      "other=threading.Thread(target=work)\n"
      "other.start(); work(); other.join()\n");
  request.limits.wall_time = milliseconds(1000);
  request.limits.wall_backstop_factor = 200;
  auto result = (*free_runner)->Run(request, nullptr);
  done = true;
  for (std::thread& hog : hogs) hog.join();
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->status, RunStatus::kExited) << Times(*result);
}

// Makes what the calling thread starts read slowly from the disk that a file is on.
class SlowDisk {
 public:
  SlowDisk() {
    ::mkdir(kGroup, 0755);
    problem_ = WriteSmallFile(AT_FDCWD, (std::string(kGroup) + "/tasks").c_str(), ThreadId())
                   ? ""
                   : "no blkio controller of v1 to slow a disk with";
  }
  ~SlowDisk() {
    WriteSmallFile(AT_FDCWD, "/sys/fs/cgroup/blkio/tasks", ThreadId());
    ::rmdir(kGroup);
  }
  void Slow(const std::string& path, int64_t bytes_per_second) {
    struct stat info {};
    ::stat(path.c_str(), &info);
    const std::string rule = std::to_string(major(info.st_dev)) + ":" +
                             std::to_string(minor(info.st_dev)) + " " +
                             std::to_string(bytes_per_second);
    const std::string file = std::string(kGroup) + "/blkio.throttle.read_bps_device";
    if (problem_.empty() && !WriteSmallFile(AT_FDCWD, file.c_str(), rule)) {
      problem_ = path + " is on no disk that can be slowed";
    }
  }
  const std::string& problem() const { return problem_; }

 private:
  static constexpr const char* kGroup = "/sys/fs/cgroup/blkio/assay-test-slow-disk";
  static std::string ThreadId() { return std::to_string(::gettid()); }
  std::string problem_;
};

// The host's other work pushes a program's interpreter out of memory; reading it back is no time
// in which the program is slow.
TEST_F(RunStatusTest, WallLimitForgivesASlowDisk) {
  if (runner()->tier() != "privileged") GTEST_SKIP() << "without a cgroup nobody counts it";
  char folder[] = "assay-slow-disk-XXXXXX";  // not in /tmp, which may be no disk
  ASSERT_NE(::mkdtemp(folder), nullptr);
  ASSERT_EQ(::chmod(folder, 0755), 0);
  const std::string path = std::filesystem::absolute(folder) / "data";
  {
    std::ofstream(path) << std::string(1 << 20, 'x');
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    ASSERT_EQ(::fsync(file.get()), 0);
    ASSERT_EQ(::posix_fadvise(file.get(), 0, 0, POSIX_FADV_DONTNEED), 0);
  }
  SlowDisk disk;
  disk.Slow(path, 1 << 20);
  if (!disk.problem().empty()) GTEST_SKIP() << disk.problem();
  SandboxOptions options = TierOptions();
  options.cgroup_parent = "assay-test-slow-disk";
  options.visible_paths = {std::filesystem::absolute(folder)};
  auto slow_runner = BoxRunner::Create(options);
  ASSERT_TRUE(slow_runner.ok()) << slow_runner.error().ToString();
  RunRequest request = Shell("cat '" + path + "' | wc -c");
  request.limits.wall_time = milliseconds(400);
  request.limits.wall_backstop_factor = 200;
  auto result = (*slow_runner)->Run(request, nullptr);
  std::filesystem::remove_all(folder);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->status, RunStatus::kExited) << Times(*result);
  EXPECT_EQ(result->stdout_bytes, "1048576\n");
  EXPECT_GE(result->starved_time, milliseconds(400));
}

// Idle is idle, whatever else the program did: what waits for nothing but time breaks the limit.
TEST_F(RunStatusTest, WallLimitOfASleeperWhoseChildrenCompeted) {
  RunRequest request = Python(
      "import os,time\n"
      "child=os.fork()\n"
      "while time.process_time()<0.2: pass\n"
      "if child: os.waitpid(child,0); time.sleep(60)\n");
  request.limits.wall_time = milliseconds(600);
  request.limits.wall_backstop_factor = 60;
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kWallLimit);
  EXPECT_LT(result.cpu_time, milliseconds(600));
}

// Who asks to be moved is told yes and stays, so that parallel libraries go on and a program has
// no more processors than its slot.
TEST_F(RunStatusTest, AProgramCannotLeaveItsProcessor) {
  const std::string printed =
      Output(Python("import os,threading\n"
                    "own=os.sched_getaffinity(0)\n"
                    "os.sched_setaffinity(0, range(os.sysconf('SC_NPROCESSORS_CONF')))\n"
                    "seen=[]\n"
                    "def look():\n"
                    "  os.sched_setaffinity(0, range(1024))\n"
                    "  seen.append(os.sched_getaffinity(0))\n"
                    "other=threading.Thread(target=look); other.start(); other.join()\n"
                    "print(len(own), own==os.sched_getaffinity(0)==seen[0])\n"));
  EXPECT_EQ(printed, "1 True\n");
}

// One processor for each slot, unless there are more slots than processors.
TEST_F(RunStatusTest, SlotsStayOnTheirProcessor) {
  const RunRequest request = Python("import os; print(*os.sched_getaffinity(0))");
  std::istringstream words(Output(request));
  const std::set<int> seen{std::istream_iterator<int>(words), {}};
  EXPECT_EQ(seen.size(), 1U);
  SandboxOptions options = TierOptions();
  options.cgroup_parent = "assay-test-pin";
  options.pin = false;
  auto free_runner = BoxRunner::Create(options);
  ASSERT_TRUE(free_runner.ok()) << free_runner.error().ToString();
  auto result = (*free_runner)->Run(request, nullptr);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  std::istringstream more(result->stdout_bytes);
  const std::set<int> all{std::istream_iterator<int>(more), {}};
  EXPECT_EQ(static_cast<int>(all.size()), (*free_runner)->slots());
}

TEST_F(RunStatusTest, MemoryLimit) {
  RunRequest request = Python("b=bytearray(300<<20)\nfor i in range(0,len(b),4096): b[i]=1");
  request.limits.memory_bytes = 64 << 20;
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kMemoryLimit);
  EXPECT_GE(result.memory_peak_bytes, 48 << 20);
  request.limits.memory_bytes = 600LL << 20;
  EXPECT_EQ(Run(request).status, RunStatus::kExited);
}

// Until a child starts its program it has its parent's memory, which counts once.
TEST_F(RunStatusTest, ALargeProgramMayStartManySmallOnes) {
  RunRequest request = Python(
      "import ctypes, os\n"
      "held = b'x' * (150 << 20)\n"
      "for _ in range(100):\n"
      "    os.waitpid(os.posix_spawn('/bin/true', ['true'], {}), 0)\n"
      // One that takes long to start: CLONE_VM | CLONE_VFORK | SIGCHLD.
      "libc = ctypes.CDLL(None)\n"
      "stack = ctypes.create_string_buffer(1 << 16)\n"
      "top = (ctypes.addressof(stack) + (1 << 16) - 64) & ~15\n"
      "pid = libc.clone(libc.sleep, ctypes.c_void_p(top), 0x4100 | 17, ctypes.c_void_p(1))\n"
      "assert pid > 0 and os.waitpid(pid, 0)[0] == pid\n");
  request.limits.memory_bytes = int64_t{256} << 20;
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
  EXPECT_GE(result.wall_time, std::chrono::seconds(1));
}

TEST_F(RunStatusTest, MemoryLimitWhateverTheMainProcessSays) {
  RunRequest request = Shell(
      "python3 -c 'b=bytearray(300<<20)\nfor i in range(0,len(b),4096): b[i]=1' 2>/dev/null; "
      "exit 0");
  request.limits.memory_bytes = 64 << 20;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
}

TEST_F(RunStatusTest, FilesCountAsMemory) {
  RunRequest request = Shell("head -c 300000000 /dev/zero > /tmp/big");
  request.limits.memory_bytes = 64 << 20;
  request.limits.file_bytes = 1 << 30;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
  EXPECT_EQ(Output(Shell("ls -A /tmp | wc -l")), "0\n");
}

TEST_F(RunStatusTest, OutputLimit) {
  for (const char* stream : {"", " >&2"}) {
    RunRequest request = Shell(std::string("head -c 100000000 /dev/zero") + stream);
    request.limits.output_bytes = 1 << 20;
    const RunResult result = Run(request);
    EXPECT_EQ(result.status, RunStatus::kOutputLimit);
    EXPECT_LE(result.stdout_bytes.size() + result.stderr_bytes.size(), 1U << 20);
  }
  RunRequest exact = Shell("head -c 1048576 /dev/zero");
  exact.limits.output_bytes = 1 << 20;
  const RunResult result = Run(exact);
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.stdout_bytes.size(), 1U << 20);
}

TEST_F(RunStatusTest, FileSizeLimit) {
  RunRequest request = Program({"/usr/bin/head", "-c", "2000000", "/dev/zero"});
  request = Shell("exec head -c 2000000 /dev/zero > f");
  request.limits.file_bytes = 1 << 20;
  const RunResult result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kOutputLimit);
  EXPECT_EQ(result.signal, SIGXFSZ);
}

TEST_F(RunStatusTest, WhatCannotBeExecuted) {
  RunResult result = Run(Program({"/no/such/program"}));
  EXPECT_EQ(result.status, RunStatus::kStartFailed);
  EXPECT_THAT(result.start_error, HasSubstr("No such file"));
  result = Run(Program({"no-such-program-anywhere"}));
  EXPECT_EQ(result.status, RunStatus::kStartFailed);
  RunRequest request = Program({"./plain"});
  request.files = {{"plain", Blob::FromString("#!/bin/sh\n"), false}};
  result = Run(request);
  EXPECT_EQ(result.status, RunStatus::kStartFailed);
  EXPECT_THAT(result.start_error, HasSubstr("Permission denied"));
  request.files = {{"plain", Blob::FromString("garbage"), true}};
  EXPECT_THAT(Run(request).start_error, HasSubstr("Exec format error"));
  request.argv = {"true"};
  EXPECT_EQ(Run(request).status, RunStatus::kExited) << "found through PATH";
  request.argv.resize(400000, std::string(100, 'x'));
  EXPECT_THAT(Run(request).start_error, HasSubstr("Argument list too long"));
}

TEST_F(RunStatusTest, Cancel) {
  CancelToken cancel;
  std::thread canceller([&] {
    std::this_thread::sleep_for(milliseconds(100));
    cancel.Cancel();
  });
  EXPECT_EQ(Run(Shell("sleep 60"), &cancel).status, RunStatus::kCancelled);
  canceller.join();
  EXPECT_EQ(Run(Shell("true"), &cancel).status, RunStatus::kCancelled);
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

class RunDataTest : public BoxFixture {};

TEST_F(RunDataTest, Stdin) {
  RunRequest request = Shell("wc -c");
  EXPECT_EQ(Output(request), "0\n");
  request.stdin_bytes = Blob::FromString(std::string(5 << 20, 'x'));
  EXPECT_EQ(Output(request), "5242880\n");
  EXPECT_EQ(Output(request), "5242880\n") << "every run reads it from the start";
  request.argv = {"/bin/true"};
  EXPECT_EQ(Run(request).exit_code, 0) << "unread";
  request = Shell("echo x > /dev/stdin");
  request.stdin_bytes = Blob::FromString("test data");
  EXPECT_NE(Run(request).exit_code, 0) << "not writable";
}

TEST_F(RunDataTest, StreamsCanBeOpenedByName) {
  RunRequest request = Shell("echo a > /dev/stdout; echo b >> /dev/stderr; echo c > /dev/fd/3");
  request.reply = true;
  const RunResult result = Run(request);
  EXPECT_EQ(result.stdout_bytes, "a\n");
  EXPECT_EQ(result.stderr_bytes, "b\n");
  EXPECT_EQ(result.reply_bytes, "c\n");
}

TEST_F(RunDataTest, ReplyDescriptorOnlyWhenAskedFor) {
  RunRequest request = Shell("echo r >&3");
  request.reply = true;
  EXPECT_EQ(Run(request).reply_bytes, "r\n");
  EXPECT_EQ(Output(Shell("ls /proc/self/fd")), "0\n1\n2\n3\n") << "3 is ls's own directory";
}

TEST_F(RunDataTest, FilesGoInAndComeOut) {
  RunRequest request = Shell(
      "cat a sub/b /mnt/b; ./run; cp big big2; mkdir d; echo x > d/e; echo 1 > A.class; "
      "echo 2 > B.class; echo tmp > /tmp/t; echo sub > sub/new");
  const std::string big(3 << 20, 'q');
  request.files = {{"a", Blob::FromString("A\n"), false},
                   {"sub/b", Blob::FromString("B\n"), false},
                   {"/mnt/b", Blob::FromString("M\n"), false},
                   {"/mnt/deep/er/file", Blob::FromString("D\n"), false},
                   {"big", Blob::FromString(big), false},
                   {"run", Blob::FromString("#!/bin/sh\necho ran\n"), true}};
  request.fetch = {"big2", "d/e", "*.class", "/tmp/t", "missing", "d"};
  const RunResult result = Run(request);
  EXPECT_EQ(result.stdout_bytes, "A\nB\nM\nran\n") << result.stderr_bytes;
  ASSERT_EQ(result.files.size(), 5U);
  EXPECT_EQ(result.files.at("big2")->view(), big);
  EXPECT_EQ(result.files.at("d/e")->view(), "x\n");
  EXPECT_EQ(result.files.at("A.class")->view(), "1\n");
  EXPECT_EQ(result.files.at("/tmp/t")->view(), "tmp\n");
}

TEST_F(RunDataTest, ManyInputFiles) {
  RunRequest request = Shell("ls | wc -l; cat f* | wc -c");
  for (int i = 0; i < 500; ++i) {
    request.files.push_back({"f" + std::to_string(i), Blob::FromString(std::string(40000, 'x'))});
  }
  EXPECT_EQ(Output(request), "500\n20000000\n");
}

TEST_F(RunDataTest, AProgramLargerThanItsLimitBrokeIt) {
  RunRequest request = Shell("true");
  request.files = {{"data", Blob::FromString(std::string(3 << 20, 'x'))}};
  request.limits.memory_bytes = 2 << 20;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
}

TEST_F(RunDataTest, PathsThatLeaveTheBoxAreTheCallersError) {
  for (const char* path : {"../x", "/etc/passwd", "/box/../etc/x", "a/../../b", "", "/", "dir/",
                           "/tmp", "/usr/bin/ls"}) {
    RunRequest request = Shell("true");
    request.files = {{path, Blob::Empty(), false}};
    const auto result = runner()->Run(request, nullptr);
    ASSERT_FALSE(result.ok()) << path;
    EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
    EXPECT_THAT(result.error().message, HasSubstr(path));
  }
  RunRequest request = Shell("true");
  request.files = {{"a", Blob::Empty(), false}, {"a/b", Blob::Empty(), false}};
  const auto result = runner()->Run(request, nullptr);
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().code, ErrorCode::kInvalidArgument);
}

TEST_F(RunDataTest, CollectingFollowsNoLinkAndWaitsForNothing) {
  RunRequest request = Shell(
      "ln -s /etc/passwd link; ln -s /proc/1/root/etc/passwd magic; mkfifo fifo; ln -s / dir; "
      "echo secret > s; chmod 000 s; mkdir locked; echo x > locked/f; chmod 000 locked; echo y > "
      "ok");
  request.fetch = {"link", "magic",    "fifo", "dir/etc/passwd",
                   "s",    "locked/f", "ok",   "../etc/passwd"};
  const RunResult result = Run(request);
  EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
  EXPECT_EQ(result.files.count("ok"), 1U);
  for (const char* name : {"link", "magic", "fifo", "dir/etc/passwd"}) {
    EXPECT_EQ(result.files.count(name), 0U) << name;
  }
  // Its own user may read what it has locked up.
  for (const char* name : {"s", "locked/f"}) {
    EXPECT_EQ(result.files.count(name), OneUser() ? 1U : 0U) << name;
  }
  EXPECT_EQ(Output(Shell("ls -A | wc -l")), "0\n");
}

TEST_F(RunDataTest, CollectedBytesAreBounded) {
  RunRequest request =
      Shell("head -c 3000000 /dev/zero > big; echo s > small; truncate -s 1T huge");
  request.limits.file_bytes = 2LL << 40;
  request.fetch = {"*"};
  request.fetch_bytes = 1 << 20;
  const RunResult result = Run(request);
  EXPECT_EQ(result.files.size(), 1U);
  EXPECT_EQ(result.files.count("small"), 1U);
}

}  // namespace
}  // namespace assay
