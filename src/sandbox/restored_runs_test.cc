// Runs of a series in one process, restored between them: what a program may find of the run
// before.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <linux/userfaultfd.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "sandbox/box_fixture.h"
#include "sandbox/zygote/python_zygote.h"

namespace assay {
namespace {

class RestoredRunsTest : public BoxFixture {
 protected:
  static void SetUpTestSuite() {
    SandboxOptions options = TierOptions();
    options.slots = 1;
    PythonZygoteOptions zygotes;
    zygotes.directory = "/var/cache/assay-test-zygote";
    zygotes.imports = UsualPythonImports();
    zygotes.imports.push_back("ctypes");  // for what only C can do
    zygotes.packages = {};
    zygotes.stack_bytes = Limits().stack_bytes;
    const std::vector<PythonStart> starts = {
        {true, {"/usr/bin/python3", "main.py"}, {{"PYTHONHASHSEED", "0"}}}};
    options.warm_programs = *PreparePythonZygotes(zygotes, starts);
    options.visible_paths = {zygotes.directory};
    options.restore_others = true;
    Start(std::move(options));
  }

  // As restore/tracked_memory.h and RunCgroup::Continues want it.
  static std::string MissingHere() {
    if (std::getenv("ASSAY_TEST_TIER") != nullptr) return "only the privileged tier restores";
    utsname kernel{};
    int major = 0, minor = 0;
    if (::uname(&kernel) == 0) std::sscanf(kernel.release, "%d.%d", &major, &minor);
    if (::access("/sys/fs/cgroup/memory/memory.limit_in_bytes", F_OK) != 0 &&
        std::pair(major, minor) < std::pair(6, 12)) {
      return "needs Linux 6.12 or newer where cgroups are of version 2";
    }
    const UniqueFd watch(
        static_cast<int>(::syscall(SYS_userfaultfd, O_CLOEXEC | UFFD_USER_MODE_ONLY)));
    constexpr uint64_t kWpAsync = 1 << 15;
    uffdio_api api{};
    api.api = UFFD_API;
    api.features = kWpAsync;
    if (watch && ::ioctl(watch.get(), UFFDIO_API, &api) == 0) return {};
    return "needs Linux 6.7 or newer with userfaultfd";
  }
  void SetUp() override {
    BoxFixture::SetUp();
    if (HasFatalFailure() || IsSkipped()) return;
    if (const std::string missing = MissingHere(); !missing.empty()) GTEST_SKIP() << missing;
  }

  // Of a new series.
  RunRequest Program(const std::string& code) {
    RunRequest request;
    request.argv = {"/usr/bin/python3", "main.py"};
    request.env = {{"PYTHONHASHSEED", "0"}};
    request.files.push_back({"main.py", Blob::FromString(code), false});
    request.series = ++series_;
    request.limits.cpu_time = request.limits.wall_time = std::chrono::seconds(10);
    return request;
  }
  // Runs it so often, with "0", "1", … as its input.
  std::vector<RunResult> Repeat(RunRequest request, int times) {
    std::vector<RunResult> results;
    for (int i = 0; i < times; ++i) {
      request.stdin_bytes = Blob::FromString(std::to_string(i) + "\n");
      results.push_back(Run(request));
    }
    return results;
  }

  static int Field(int pid, const std::string& name) {
    const std::string text = Text("/proc/" + std::to_string(pid) + "/status");
    const size_t at = text.find("\n" + name + ":\t");
    return at == std::string::npos ? 0 : std::atoi(text.c_str() + at + name.size() + 3);
  }
  static std::string Text(const std::string& path) {
    std::ifstream file(path);
    return std::string((std::istreambuf_iterator<char>(file)), {});
  }
  // The only child of our agent that is no zygote, or 0.
  static int ParkedProcess() {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const int pid = std::atoi(entry.path().filename().c_str());
      if (pid > 0 && Field(pid, "Uid") != 0 &&
          Field(Field(pid, "PPid"), "PPid") == runner()->spawner_pid()) {
        return pid;
      }
    }
    return 0;
  }
  // Starts a child of that agent in its box, which does nothing and is counted with the others.
  static bool AddProcessTo(int agent);

  static uint64_t series_;
};

uint64_t RestoredRunsTest::series_ = 0;

TEST_F(RestoredRunsTest, EachRunHasItsOwnInputAndOutput) {
  const auto results = Repeat(Program("n = int(input())\nprint(n * n)\n"), 5);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].status, RunStatus::kExited) << i;
    EXPECT_EQ(results[i].exit_code, 0) << results[i].stderr_bytes;
    EXPECT_EQ(results[i].stdout_bytes, std::to_string(i * i) + "\n");
    EXPECT_EQ(results[i].restored, i > 0) << i;
  }
}

// A program that looks around, does something in its first run, and looks around in the others.
struct Deed {
  const char* name;
  const char* code;  // of the first run
  bool survives;     // the process goes on with the next run
};

// What a run finds must not depend on the runs before it.
constexpr const char* kLook = R"(
import builtins, ctypes, gc, os, random, signal, sys
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = libc.sbrk.restype = libc.mremap.restype = ctypes.c_void_p
def maps():
    file = os.open('/proc/self/maps', os.O_RDONLY)
    text = b''.join(iter(lambda: os.read(file, 1 << 16), b'')).decode()
    os.close(file)
    return text.splitlines()
def is_open(fd):
    try:
        return os.get_inheritable(fd) is not None
    except OSError:
        return False
n = int(input())
print(2 + 3, 257 * 1, 'x'.upper(), sorted(globals()), hasattr(builtins, 'left'), sys.path)
print([signal.getsignal(k) for k in range(1, 32)], signal.pthread_sigmask(signal.SIG_BLOCK, []))
print(os.getcwd(), sorted(os.listdir('/box')), os.umask, list(filter(is_open, range(600))))
print(os.getpid(), sys.getrecursionlimit())
print([os.fstat(fd).st_size if fd == 0 else os.get_blocking(fd) for fd in (0, 1, 2)])
print(float('0.1') * 3)
first = n == 0
)";

constexpr Deed kDeeds[] = {
    {"nothing", "", true},
    {"names and modules", "builtins.left = 1; sys.path.append('x'); import lib2to3.pgen2.token",
     true},
    {"memory that grows and stays", "kept = [bytearray(1 << n) for n in range(24)]", true},
    {"a deep stack", R"(
sys.setrecursionlimit(9000)
def f(n): return n and 1 + f(n - 1)
f(8000))",
     true},
    {"a small number that is another", "ctypes.memmove(id(5) + 24, id(6) + 24, 4)", true},
    {"all that the library keeps", R"(
for line in maps():
    if '/python-' in line and 'rw-p' in line:
        start, end = (int(word, 16) for word in line.split()[0].split('-'))
        sys.stdout.flush()
        libc.memset(ctypes.c_void_p(start), 0xff, end - start)
os._exit(0))",
     true},
    {"its directory", "os.chdir('/usr/lib')", true},
    {"many descriptors", "kept = [os.open('/etc/passwd', os.O_RDONLY) for _ in range(500)]", true},
    {"no descriptors", "sys.stdout.flush(); os.closerange(0, 3)", true},
    {"other descriptors", "r, w = os.pipe(); sys.stdout.flush(); os.dup2(r, 0)", true},
    {"handlers and a mask", R"(
for k in (signal.SIGTERM, signal.SIGUSR1, signal.SIGPIPE): signal.signal(k, lambda *a: 0)
signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1]))",
     true},
    {"a handler of C's", "libc.signal(signal.SIGINT, 1)", true},
    {"new mappings", "for k in range(40): libc.mmap(None, 1 << 16, 3, 0x22, -1, 0)", true},
    {"more mappings than can be told",
     "for k in range(90): libc.mmap(None, 1 << 16, 1 + 2 * (k % 2), 0x22, -1, 0)", false},
    {"a shared mapping", "libc.mmap(None, 1 << 16, 3, 0x21, -1, 0)", true},
    {"a mapping that grows down", "libc.mmap(None, 1 << 16, 3, 0x122, -1, 0)", false},
    {"a larger heap", "libc.sbrk(1 << 20)", true},
    {"a page less", R"(
start = libc.mmap(None, 4096, 3, 0x22, -1, 0)
text = next(line for line in maps() if '.so' in line and 'rw-p' in line)
libc.munmap(ctypes.c_void_p(int(text.split('-')[1].split()[0], 16) - 4096), 4096)
os._exit(0))",
     false},
    {"less of the stack", R"(
text = next(line for line in maps() if '[stack]' in line)
print(libc.madvise(ctypes.c_void_p(int(text.split('-')[0], 16)), 1 << 16, 4)))",
     false},
    {"less memory", R"(
plain = [line for line in maps() if ' rw-p ' in line and line.split()[4:] == ['0']]
ranges = [[int(word, 16) for word in line.split()[0].split('-')] for line in plain]
start, end = max(ranges, key=lambda range: range[1] - range[0])
sys.stdout.flush()
libc.munmap(ctypes.c_void_p(start), end - start))",
     false},
    {"memory that is another kind", R"(
where = libc.mmap(None, 1 << 20, 3, 0x22, -1, 0)
print(libc.mmap(ctypes.c_void_p(where), 1 << 19, 1, 0x32, -1, 0) == where))",
     false},
    {"a library's read-only memory, read anew", R"(
text = next(line for line in maps() if '/libz' in line and ' r--p ' in line and 'rw-p' in maps()[maps().index(line) + 1])
start, end = (int(word, 16) for word in text.split()[0].split('-'))
file = os.open(text.split()[5], os.O_RDONLY)
libc.munmap(ctypes.c_void_p(start), end - start)
print(libc.mmap(ctypes.c_void_p(start), end - start, 1, 2, file, int(text.split()[2], 16)) == start)
sys.stdout.flush()
os._exit(0))",
     false},
    {"the snapshot that it is copied from", R"(
for line in maps():
    if 'assay-snapshot' in line:
        start, end = (int(word, 16) for word in line.split()[0].split('-'))
        libc.munmap(ctypes.c_void_p(start), end - start))",
     false},
    {"a stack that is another", R"(
text = next(line for line in maps() if '[stack]' in line)
start = int(text.split('-')[0], 16)
print(libc.mmap(ctypes.c_void_p(start), 1 << 14, 3, 0x32, -1, 0) == start))",
     false},
    {"a stack that doesn't grow", R"(
import ctypes.util
libc.malloc.restype = ctypes.c_void_p
class Stack(ctypes.Structure): _fields_ = [('sp', ctypes.c_void_p), ('flags', ctypes.c_int), ('size', ctypes.c_size_t)]
size = 4096
def context(call, following, *arguments):
    made = ctypes.create_string_buffer(size)
    libc.getcontext(made)
    words = ctypes.cast(made, ctypes.POINTER(ctypes.c_uint64))
    words[1] = ctypes.addressof(following) if following else 0
    words[2], words[4] = libc.malloc(1 << 16), 1 << 16
    libc.makecontext(made, ctypes.cast(call, ctypes.c_void_p), len(arguments), *map(ctypes.c_uint64, arguments))
    return made
text = next(line for line in maps() if '[stack]' in line)
start, end = (int(word, 16) for word in text.split()[0].split('-'))
sys.stdout.flush()
last = context(libc._exit, None, 0)
filled = context(libc.memset, last, start, 0, end - start)
again = context(libc.mmap, filled, start, end - start, 3, 0x22, 2 ** 64 - 1, 0)
libc.setcontext(context(libc.munmap, again, start, end - start)))",
     false},
    {"an end by a signal", "libc.abort()", false},
    {"an end by a fault", "ctypes.string_at(8)", false},
    {"an end in the middle", "sys.stdout.flush(); os._exit(9)", true},
    {"an exception", "raise KeyError('k')", true},
    {"an exit code beyond a byte", "sys.exit(0x41535333)", true},
    // What can't be undone is done in a process of its own.
    {"a child", "os.wait() if os.fork() else os._exit(0)", false},
    {"a thread",
     "import threading; t = threading.Thread(target=len, args=['']); t.start(); t.join()", false},
    {"a file", "open('file', 'w').write('x')", false},
    {"a directory", "os.mkdir('folder')", false},
    {"a timer", "signal.setitimer(signal.ITIMER_REAL, 100)", false},
    {"an alarm", "signal.alarm(100)", false},
    {"a limit", "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))", false},
    {"a mask of files", "os.umask(0o77)", false},
    {"a name", "libc.prctl(15, b'other', 0, 0, 0)", false},
    {"locked memory", "libc.mlock(id(5), 8)", false},
    {"protected memory", "libc.mprotect(id(5) & -4096, 4096, 3)", false},
    {"code of its own", "libc.mmap(None, 4096, 7, 0x22, -1, 0)", false},
    {"a filter of its own", "libc.prctl(38, 1, 0, 0, 0); libc.prctl(22, 1, 0, 0, 0)", false},
    {"an alternate stack", "import faulthandler; faulthandler.enable()", true},
    {"a signal to itself",
     "signal.signal(signal.SIGUSR1, print); os.kill(os.getpid(), signal.SIGUSR1)", false},
    {"a call that there isn't", "print(libc.syscall(ctypes.c_long(-1)), ctypes.get_errno())",
     false},
    {"another", "print(libc.syscall(ctypes.c_long(1 << 31)), ctypes.get_errno())", false},
    {"memory of others", "libc.shmget(1, 4096, 0o1600)", false},
    {"lower priority", "os.nice(3)", false},
    {"a session", "os.getsid(0); libc.setpgid(0, 0)", false},
};

TEST_F(RestoredRunsTest, WhatARunDidIsNotThereInTheNext) {
  Repeat(Program("import signal"), 2);  // a box's first snapshot of that size finds no room
  for (const Deed& deed : kDeeds) {
    SCOPED_TRACE(deed.name);
    std::string indented = "if first:\n    pass\n";
    std::stringstream lines(deed.code);
    for (std::string line; std::getline(lines, line);) indented += "    " + line + "\n";
    const std::string code = kLook + indented;
    RunRequest alone = Program(code);
    alone.series = 0;
    const std::vector<RunResult> expected = Repeat(alone, 3);
    std::vector<RunResult> results = Repeat(Program(code), 3);
    // A process whose snapshot found no room isn't kept; the next finds more.
    for (int more = 3; deed.survives && !results[1].restored && more > 0; --more) {
      results = Repeat(Program(code), 3);
    }
    for (size_t i = 0; i < results.size(); ++i) {
      EXPECT_EQ(results[i].status, expected[i].status) << i;
      EXPECT_EQ(results[i].exit_code, expected[i].exit_code) << i;
      EXPECT_EQ(results[i].signal, expected[i].signal) << i;
      EXPECT_EQ(results[i].stdout_bytes, expected[i].stdout_bytes) << i;
      EXPECT_EQ(results[i].stderr_bytes, expected[i].stderr_bytes) << i;
    }
    EXPECT_FALSE(results[0].restored);
    EXPECT_EQ(results[1].restored, deed.survives);
  }
}

// Of programs of others, which have a process together where that is asked for.
TEST_F(RestoredRunsTest, WhatOthersDidIsNotThereInARun) {
  RunRequest look = Program(kLook);
  look.series = 0;
  look.stdin_bytes = Blob::FromString("1\n");
  const RunResult expected = Run(look);
  EXPECT_EQ(expected.exit_code, 0) << expected.stderr_bytes;
  look.may_follow_others = true;
  int restored = 0;
  for (const Deed& deed : kDeeds) {
    SCOPED_TRACE(deed.name);
    // After a refusal some runs are forks.
    for (int i = 0; i < 600 && !Run(look).restored; ++i) {
    }
    std::string indented = "if first:\n    pass\n";
    std::stringstream lines(deed.code);
    for (std::string line; std::getline(lines, line);) indented += "    " + line + "\n";
    RunRequest other = Program(kLook + indented);
    other.series = 0;
    other.may_follow_others = true;
    other.stdin_bytes = Blob::FromString("0\n");
    const bool others_restored = Run(other).restored;
    EXPECT_TRUE(others_restored || !deed.survives);
    const RunResult result = Run(look);
    EXPECT_EQ(result.status, expected.status);
    EXPECT_EQ(result.exit_code, expected.exit_code);
    EXPECT_EQ(result.stdout_bytes, expected.stdout_bytes);
    EXPECT_EQ(result.stderr_bytes, expected.stderr_bytes);
    restored += result.restored ? 1 : 0;
  }
  EXPECT_GT(restored, 15);
}

// Byte code has the elements of a constant set in another order.
TEST_F(RestoredRunsTest, WhatIsParsedOnceIsTheSameProgram) {
  for (const char* code :
       {"print([y for y in {64, 0, 32}])\n", "def f():\n    for d in {-1, -2}: print(d)\nf()\n",
        "print([x for x in ({10, 2, 18},)], 5 in {10, 2, 18})\n",
        "def f(a=frozenset({1})): print(a, f.__code__.co_consts)\nf()\n"}) {
    RunRequest alone = Program(code);
    alone.series = 0;
    const std::string expected = Run(alone).stdout_bytes;
    for (const RunResult& result : Repeat(Program(code), 3)) {
      EXPECT_EQ(result.stdout_bytes, expected);
    }
  }
}

TEST_F(RestoredRunsTest, LimitsHoldInEachRun) {
  RunRequest request = Program(
      "n = int(input())\n"
      "if n == 1:\n    while True: pass\n"
      "if n == 4:\n    x = bytearray(300 << 20)\n"
      "if n == 7:\n    while True: print('x' * 1000)\n"
      "if n == 10:\n    import time; time.sleep(100)\n"
      "print(n)\n");
  request.limits.cpu_time = std::chrono::milliseconds(300);
  request.limits.wall_time = std::chrono::seconds(3);
  request.limits.memory_bytes = 100 << 20;
  request.limits.output_bytes = 1 << 20;
  const std::map<size_t, RunStatus> other = {{1, RunStatus::kCpuLimit},
                                             {4, RunStatus::kMemoryLimit},
                                             {7, RunStatus::kOutputLimit},
                                             {10, RunStatus::kWallLimit}};
  const auto results = Repeat(request, 13);
  EXPECT_FALSE(results[4].restored);  // decided by a fork
  for (size_t i = 0; i < results.size(); ++i) {
    const auto found = other.find(i);
    EXPECT_EQ(results[i].status, found == other.end() ? RunStatus::kExited : found->second) << i;
    if (found != other.end()) continue;
    EXPECT_EQ(results[i].stdout_bytes, std::to_string(i) + "\n");
    EXPECT_LT(results[i].cpu_time, std::chrono::milliseconds(300));
  }
  // A process that waits for its tracer is late without a fault of its own: a fork has decided.
  EXPECT_FALSE(results[10].restored);
}

// Also where time is no measure, on an emulated machine.
TEST_F(RestoredRunsTest, ARunAtItsMemoryLimitIsDecidedByAFork) {
  RunRequest request =
      Program("n = int(input())\nif n == 2:\n    x = bytearray(100 << 20)\nprint(n)\n");
  request.limits.memory_bytes = 48 << 20;
  const auto results = Repeat(request, 4);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].status, i == 2 ? RunStatus::kMemoryLimit : RunStatus::kExited) << i;
  }
  EXPECT_TRUE(results[1].restored);
  EXPECT_FALSE(results[2].restored);
  EXPECT_GE(results[2].memory_peak_bytes, 40 << 20);
  EXPECT_LT(results[3].memory_peak_bytes, 40 << 20);
}

TEST_F(RestoredRunsTest, EachRunHasItsOwnRandomNumbers) {
  std::set<std::string> numbers;
  for (const RunResult& result : Repeat(Program("import random\nprint(random.random())\n"), 5)) {
    EXPECT_EQ(result.restored, !numbers.empty());
    numbers.insert(result.stdout_bytes);
  }
  EXPECT_EQ(numbers.size(), 5u);
}

// Each stops it for the agent.
TEST_F(RestoredRunsTest, WhoAsksWithoutEndIsNotTraced) {
  const RunRequest request =
      Program("import os\nfor _ in range(10000):\n    os.path.exists('/nowhere')\nprint(1)\n");
  for (const RunResult& result : Repeat(request, 2)) {
    EXPECT_FALSE(result.restored);
    EXPECT_EQ(result.stdout_bytes, "1\n");
  }
}

// It would find the runs before its own there.
TEST_F(RestoredRunsTest, WhoAsksWhatItHasUsedHasAProcessOfItsOwn) {
  for (const char* question :
       {"import time; time.process_time()", "import time; time.thread_time()",
        "import os; os.times()", "import resource; resource.getrusage(resource.RUSAGE_SELF)",
        "open('/proc/self/stat')", "open('/proc/thread-self/status')",
        "open('/proc/self/../self/limits')", "import os; os.stat('/proc/self')",
        "import os; os.readlink('/proc/self')", "import os; os.chdir('/proc'); open('self/stat')",
        "import os; open('stat', opener=lambda p, f: os.open(p, f, dir_fd=os.open('/proc', f)))",
        "open('/usr/../proc/self/stat')", "open('//proc/self/stat')", "open('/./proc/self/stat')",
        "import os; os.chdir('/'); open('proc/self/stat')", "import os; os.statvfs('/proc')",
        "import os; os.access('/proc/self/stat', 4)", "import os; os.scandir('/dev/fd')",
        "open('/dev/fd/../stat')"}) {
    SCOPED_TRACE(question);
    for (const RunResult& result : Repeat(Program(std::string(question) + "\nprint(1)\n"), 2)) {
      EXPECT_FALSE(result.restored);
      EXPECT_EQ(result.status, RunStatus::kExited);
      EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
    }
  }
}

TEST_F(RestoredRunsTest, OtherQuestionsDoNotMatter) {
  const char* code =
      "import os, sys, time, lib2to3.pgen2.token\n"
      "os.chdir('/usr')\n"
      "print(os.path.exists('lib'), os.stat('/etc/passwd').st_size, len(os.listdir('.')))\n"
      "print(open('/box/main.py').readline(), open('/dev/stdin').read())\n"
      "time.monotonic(); time.sleep(0.001); time.time()\n";
  const auto results = Repeat(Program(code), 3);
  for (size_t i = 0; i < results.size(); ++i) {
    EXPECT_EQ(results[i].exit_code, 0) << results[i].stderr_bytes;
    EXPECT_THAT(results[i].stdout_bytes, testing::HasSubstr("\n " + std::to_string(i) + "\n"));
    EXPECT_EQ(results[i].restored, i > 0);
  }
}

// Each stops it for the agent.
TEST_F(RestoredRunsTest, AStormOfSignalsIsNotTraced) {
  RunRequest request = Program(
      "import ctypes, signal\nsignal.signal(signal.SIGSEGV, lambda *_: 0)\nctypes.string_at(8)\n");
  request.limits.cpu_time = std::chrono::milliseconds(200);
  for (const RunResult& result : Repeat(request, 2)) {
    EXPECT_EQ(result.status, RunStatus::kCpuLimit);
    EXPECT_FALSE(result.restored);
  }
}

TEST_F(RestoredRunsTest, MemoryCountsAsInAFork) {
  RunRequest request = Program("x = bytearray(8 << 20)\n");
  RunRequest alone = request;
  alone.series = 0;
  const auto forked = Repeat(alone, 2);
  auto restored = Repeat(request, 2);
  for (int more = 3; !restored[1].restored && more > 0; --more) restored = Repeat(request, 2);
  ASSERT_TRUE(restored[1].restored);
  const int64_t difference = restored[1].memory_peak_bytes - forked[1].memory_peak_bytes;
  EXPECT_LT(std::abs(difference), 2 << 20);
}

TEST_F(RestoredRunsTest, OnlyTheSameProgramGoesOn) {
  RunRequest request = Program("import sys\nprint(sys.argv[1:], open('data').read())\n");
  const auto with = [&](const std::string& data, const std::string& argument) {
    RunRequest run = request;
    run.files.push_back({"data", Blob::FromString(data), false});
    run.argv.push_back(argument);
    return Run(run);
  };
  EXPECT_EQ(with("1", "a").stdout_bytes, "['a'] 1\n");
  const RunResult again = with("2", "a");
  EXPECT_TRUE(again.restored);
  EXPECT_EQ(again.stdout_bytes, "['a'] 2\n");
  const RunResult other = with("3", "b");
  EXPECT_FALSE(other.restored);
  EXPECT_EQ(other.stdout_bytes, "['b'] 3\n");
  // Another text under the same name.
  request.files[0].contents = Blob::FromString("print('other')\n");
  EXPECT_EQ(with("4", "b").stdout_bytes, "other\n");
}

TEST_F(RestoredRunsTest, ARunOfItsOwnBoxIsNoneOfASeries) {
  RunRequest request = Program("print(1)");
  Repeat(request, 2);
  request.fresh_box = true;
  EXPECT_FALSE(Run(request).restored);
}

// As the host's memory running out would have it.
TEST_F(RestoredRunsTest, AProcessThatIsKilledWhileItWaitsCostsATry) {
  const RunRequest request = Program("print(1)");
  Repeat(request, 2);
  const int waits = ParkedProcess();
  ASSERT_GT(waits, 0);
  ASSERT_EQ(::kill(waits, SIGKILL), 0);
  // Until then it could still take the next run. It is gone if the agent was not done with it.
  const std::string status = "/proc/" + std::to_string(waits) + "/status";
  const auto ends = [&] {
    const std::string text = Text(status);
    return text.empty() || text.find("\nState:\tZ") != std::string::npos;
  };
  for (int tries = 6000; !ends() && tries > 0; --tries) ::usleep(10'000);
  ASSERT_TRUE(ends());
  const auto failed = runner()->Run(request, nullptr);
  EXPECT_TRUE(!failed.ok() || !failed->restored);
  for (const RunResult& result : Repeat(request, 2)) EXPECT_EQ(result.stdout_bytes, "1\n");
}

bool RestoredRunsTest::AddProcessTo(int agent) {
  const std::string groups = Text("/proc/" + std::to_string(agent) + "/cgroup");
  // Of version 1 or, without that, the only one.
  size_t at = groups.find(":pids:");
  const bool first = at != std::string::npos;
  if (!first) at = groups.find("0::");
  if (at == std::string::npos) return false;
  const size_t begin = groups.find('/', at);
  const std::string members = (first ? "/sys/fs/cgroup/pids" : "/sys/fs/cgroup") +
                              groups.substr(begin, groups.find('\n', begin) - begin) +
                              "/cgroup.procs";
  const UniqueFd own(::open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC));
  const UniqueFd box(
      ::open(("/proc/" + std::to_string(agent) + "/ns/pid").c_str(), O_RDONLY | O_CLOEXEC));
  const UniqueFd group(::open(members.c_str(), O_WRONLY | O_CLOEXEC));
  int ends[2];
  if (!own || !box || !group || ::pipe2(ends, O_CLOEXEC) != 0) return false;
  const UniqueFd reader(ends[0]);
  UniqueFd writer(ends[1]);
  if (::setns(box.get(), CLONE_NEWPID) != 0) return false;
  const pid_t child = ::fork();
  if (child == 0) {
    // The agent, the first process there, inherits it.
    if (::fork() != 0) ::_exit(0);
    if (::write(group.get(), "0", 1) == 1 && ::write(writer.get(), "", 1) == 1) ::pause();
    ::_exit(1);
  }
  const bool back = ::setns(own.get(), CLONE_NEWPID) == 0;
  writer.Reset();
  char done;
  return ::waitpid(child, nullptr, 0) == child && back && ::read(reader.get(), &done, 1) == 1;
}

// As one that was told to end would be there, on a host that gave it no time for that yet. The end
// of all that is in the box is then that of the process that stands still at its exit, too.
TEST_F(RestoredRunsTest, WhatEndsAfterTheRunDoesNotChangeHowItEnded) {
  Repeat(Program("print(1)"), 2);
  const int parked = ParkedProcess();
  ASSERT_GT(parked, 0);
  ASSERT_TRUE(AddProcessTo(Field(parked, "PPid")));
  const RunResult result = Run(Program("print(2)\nraise SystemExit(3)"));
  EXPECT_EQ(result.status, RunStatus::kExited);
  EXPECT_EQ(result.exit_code, 3);
  EXPECT_EQ(result.signal, 0);
  EXPECT_EQ(result.stdout_bytes, "2\n");
}

// Its box's earlier programs had theirs in the same memory.
TEST_F(RestoredRunsTest, AProgramReadsItsOwnSnapshotAndWritesNone) {
  std::string secrets;
  while (secrets.size() < 10000) secrets += "a secret of others, ";
  const auto others = Repeat(Program("text = '" + secrets + "'\n"), 3);
  ASSERT_TRUE(others.back().restored);
  const std::string find = R"(
import ctypes, os
libc = ctypes.CDLL(None)
libc.mprotect.restype = ctypes.c_int
file = os.open('/proc/self/maps', os.O_RDONLY)
text = b''.join(iter(lambda: os.read(file, 1 << 16), b'')).decode()
line = next(line for line in text.splitlines() if 'assay-snapshot' in line)
start, end = (int(word, 16) for word in line.split()[0].split('-'))
r, w = os.pipe()
secret, own = bytes(reversed(b'srehto fo terces a')), bytes(reversed(b'nwo sti sdaer'))
found, pages = [0, 0], 0
while start < end and libc.write(w, ctypes.c_void_p(start), 4096) == 4096:
    page = os.read(r, 4096)
    found[0] += page.count(secret)
    found[1] += page.count(own)
    start, pages = start + 4096, pages + 1
print(pages > 0, found[0], found[1] > 0, line.split()[1])
if int(input()) == 2: ctypes.memset(start - 4096, 1, 1)
)";
  const auto results = Repeat(Program(find + "mark = 'reads its own'\n"), 3);
  for (const RunResult& result : results) {
    EXPECT_EQ(result.stdout_bytes, "True 0 True r--s\n") << result.stderr_bytes;
  }
  EXPECT_TRUE(results[1].restored);
  EXPECT_EQ(results[2].signal, SIGSEGV);
}

// Most of what a run writes to is its zygote's. Which pages are is nobody else's to know.
TEST_F(RestoredRunsTest, TheSnapshotDoesntTellWhatEarlierRunsWroteTo) {
  const auto results = Repeat(Program(R"(
import ctypes, os, sys
libc = ctypes.CDLL(None)
file = os.open('/proc/self/maps', os.O_RDONLY)
text = b''.join(iter(lambda: os.read(file, 1 << 16), b'')).decode()
line = next(line for line in text.splitlines() if 'assay-snapshot' in line)
start, end = (int(word, 16) for word in line.split()[0].split('-'))
r, w = os.pipe()
used, empty = 0, bytes(4096)
while start < end and libc.write(w, ctypes.c_void_p(start), 4096) == 4096:
    used += os.read(r, 4096) != empty
    start += 4096
print(used)
if int(input()) == 2:
    held = [value for module in list(sys.modules.values()) for value in vars(module).values()]
)"),
                              5);
  for (const RunResult& result : results) {
    EXPECT_GT(std::atoi(result.stdout_bytes.c_str()), 10) << result.stderr_bytes;
    EXPECT_EQ(result.stdout_bytes, results[0].stdout_bytes);
  }
  EXPECT_TRUE(results[1].restored);
  EXPECT_TRUE(results[4].restored);
}

TEST_F(RestoredRunsTest, ARunFindsTheFilesThatItWasGiven) {
  RunRequest request = Program(
      "import os\nprint(sorted(os.listdir('.')), os.stat('main.py').st_mtime == 0)\n"
      "print(os.path.exists('more') and open('more').read())\n");
  const std::string alone = "['main.py'] False\nFalse\n";
  for (const RunResult& result : Repeat(request, 3)) EXPECT_EQ(result.stdout_bytes, alone);
  RunRequest with_more = request;
  with_more.files.push_back({"more", Blob::FromString("text"), false});
  for (const RunResult& result : Repeat(with_more, 3)) {
    EXPECT_EQ(result.stdout_bytes, "['main.py', 'more'] False\ntext\n");
  }
  for (const RunResult& result : Repeat(request, 3)) EXPECT_EQ(result.stdout_bytes, alone);
  RunRequest other = Program("import os\nprint(os.listdir('/box'))\n");
  other.series = 0;
  EXPECT_EQ(Run(other).stdout_bytes, "['main.py']\n");
}

TEST_F(RestoredRunsTest, ManyRunsLeaveNothing) {
  const RunRequest request = Program(
      "import os\nx = [bytearray(1000) for _ in range(100)]\n"
      "file = os.open('/proc/self/maps', os.O_RDONLY)\n"
      "text = b''.join(iter(lambda: os.read(file, 1 << 16), b''))\n"
      "print(file, text.count(b'\\n'))\n");
  const auto results = Repeat(request, 300);
  int restored = 0;
  for (const RunResult& result : results) {
    restored += result.restored ? 1 : 0;
    EXPECT_EQ(result.stdout_bytes, results[0].stdout_bytes);
  }
  EXPECT_GT(restored, 200);
  EXPECT_LT(results.back().memory_peak_bytes, results[1].memory_peak_bytes + (1 << 20));
}

}  // namespace
}  // namespace assay
