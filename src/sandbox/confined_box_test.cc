// Boxes of the landlock tier, attacked from inside. Root gets none: as root, the one test that runs
// starts this program again as an ordinary user, who runs the others.
#include <fcntl.h>
#include <grp.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "sandbox/box_fixture.h"
#include "sandbox/tiers/box_steps.h"
#include "sandbox/wire/fork_protocol.h"
#include "sandbox/zygote/python_zygote.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;
using testing::MatchesRegex;

constexpr uid_t kOrdinary = 65534;
// A folder of that account's which is none of a box's own places.
constexpr const char* kFolderVariable = "ASSAY_TEST_CONFINED_FOLDER";

TEST(ConfinedBoxes, HoldForAnOrdinaryUser) {
  if (::geteuid() != 0) GTEST_SKIP() << "the others run as they are";
  char folder[] = "/var/cache/assay-test-confined-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  ASSERT_EQ(::chown(folder, kOrdinary, kOrdinary), 0);
  const pid_t pid = ::fork();
  if (pid == 0) {
    ::setenv(kFolderVariable, folder, 1);
    for (int capability = 0; ::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) == 0; ++capability) {
    }
    const bool dropped = ::setgroups(0, nullptr) == 0 &&
                         ::setresgid(kOrdinary, kOrdinary, kOrdinary) == 0 &&
                         ::setresuid(kOrdinary, kOrdinary, kOrdinary) == 0 && ::chdir("/") == 0;
    // Where the results of this one go, that account may not write.
    ::unsetenv("GTEST_OUTPUT");
    if (dropped) {
      ::execl("/proc/self/exe", "sandbox_test",
              "--gtest_filter=ConfinedBoxTest.*:ConfinedSocketsTest.*", nullptr);
    }
    ::_exit(111);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(pid, &status, 0), pid);
  EXPECT_EQ(status, 0);
  std::filesystem::remove_all(folder);
}

class ConfinedBoxTest : public BoxFixture {
 protected:
  static void SetUpTestSuite() {
    SandboxOptions options;
    options.tier = &LandlockTier();
    options.slots = 2;
    options.allow_weak = true;
    if (const char* folder = std::getenv(kFolderVariable)) {
      PythonZygoteOptions zygotes;
      zygotes.directory = folder;
      zygotes.packages = {};
      zygotes.stack_bytes = Limits().stack_bytes;
      options.warm_programs =
          *PreparePythonZygotes(zygotes, {{true, {"/usr/bin/python3", "main.py"}, {}}});
      options.visible_paths = {zygotes.directory};
    }
    Start(std::move(options));
  }
  void SetUp() override {
    if (runner() != nullptr) return;
    if (!LandlockTier().probe().allowed) {
      GTEST_SKIP() << problem();
    }
    FAIL() << problem();
  }
  // The processes of the host that have `word` among their arguments.
  static std::string Find(const std::string& word) {
    std::string found;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
      const std::string path = entry.path().string() + "/cmdline";
      const UniqueFd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
      char text[4096];
      const ssize_t size = ::read(fd.get(), text, sizeof text);
      if (size <= 0) continue;
      const std::string_view words(text, static_cast<size_t>(size));
      if (words.find(word) != std::string_view::npos) found += path + "\n";
    }
    return found;
  }
  static std::vector<pid_t> ChildrenNamed(pid_t parent, const std::string& name) {
    const std::string folder = "/proc/" + std::to_string(parent);
    std::ifstream children(folder + "/task/" + std::to_string(parent) + "/children");
    std::vector<pid_t> found;
    for (pid_t child; children >> child;) {
      std::ifstream file("/proc/" + std::to_string(child) + "/comm");
      std::string comm;
      std::getline(file, comm);
      if (comm == name) found.push_back(child);
    }
    return found;
  }
};

TEST_F(ConfinedBoxTest, ProgramsAreThisAccountWithoutAnyRight) {
  const std::string status = Output(Shell("cat /proc/self/status"));
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapAmb"}) {
    EXPECT_THAT(status, HasSubstr(std::string(set) + ":\t0000000000000000\n"));
  }
  EXPECT_THAT(status, HasSubstr("NoNewPrivs:\t1\n"));
  EXPECT_THAT(status, HasSubstr("Seccomp:\t2\n"));
  EXPECT_EQ(Output(Shell("id -u")), std::to_string(::getuid()) + "\n");
}

// Of constant length, so that nothing moves with it.
TEST_F(ConfinedBoxTest, PathsOfABoxAreThoseOfItsFolder) {
  RunRequest request = Shell("");
  request.files = {{"/tmp/in", Blob::FromString("one ")},
                   {"/dev/shm/deep/in", Blob::FromString("two ")},
                   {"in", Blob::FromString("three\n")}};
  request.argv = {"/bin/bash", "-c",
                  "pwd; cat /tmp/in /dev/shm/deep/in in; cd /tmp; pwd; echo $HOME $0", "/box/x"};
  const std::string folder = "/[a-z/]*/\\.assay-[a-z2-7]{24}/[a-z2-7]{24}";
  EXPECT_THAT(Output(request), MatchesRegex(folder + "/box\none two three\n" + folder + "/tmp\n" +
                                            folder + "/box " + folder + "/box/x\n"));
}

// A warm interpreter takes some arguments only, and a path of a place is longer than it was.
TEST_F(ConfinedBoxTest, ArgumentsThatAreLongOnTheHostAreGivenToAColdStart) {
  if (std::getenv(kFolderVariable) == nullptr) GTEST_SKIP() << "no folder that boxes see";
  RunRequest request = Program({"/usr/bin/python3", "main.py"});
  request.env.clear();
  request.files = {{"main.py", Blob::FromString("import sys\nprint(sys.argv[1:][:1] == "
                                                "[sys.argv[-1]], len(''.join(sys.argv[1:])))\n")}};
  const size_t longer = Output(Shell("pwd")).size() - std::string("/box\n").size();
  EXPECT_EQ(Output(request), "False 0\n");
  for (const size_t paths : {1U, 800U, 50U, 70U}) {
    request.argv.resize(2);
    std::string argument;
    for (size_t i = 0; i < paths; ++i) argument += "/box:";
    request.argv.push_back(argument);
    const RunResult result = Run(request);
    const size_t size = argument.size() + paths * longer;
    EXPECT_EQ(result.stdout_bytes, "True " + std::to_string(size) + "\n") << result.stderr_bytes;
    EXPECT_EQ(result.warm, size < ASSAY_FORK_MAX_ARGUMENT_BYTES);
  }
}

TEST_F(ConfinedBoxTest, FilesAreFetchedFromThePlacesAndFromNowhereElse) {
  RunRequest request = Shell(
      "echo work > out; echo tmp > /tmp/out; ln -s /etc/passwd link; mkdir d; echo d > d/out");
  request.fetch = {"out",
                   "/tmp/out",
                   "link",
                   "d/*",
                   "/etc/passwd",
                   "../../../../../etc/passwd",
                   "/box/../etc/passwd",
                   "d/../../../../../../etc/passwd"};
  request.fetch_bytes = 1 << 20;
  const RunResult result = Run(request);
  std::string names;
  for (const auto& [name, bytes] : result.files) names += name + "=" + std::string(bytes->view());
  EXPECT_EQ(names, "/tmp/out=tmp\nd/out=d\nout=work\n");
}

TEST_F(ConfinedBoxTest, TheHostsFilesAreClosed) {
  char secret[] = "/var/tmp/assay-secret-XXXXXX";
  const int fd = ::mkstemp(secret);
  ASSERT_GE(fd, 0);
  ASSERT_EQ(::write(fd, "secret", 6), 6);
  ::close(fd);
  // Not in a writable place's name, so that nothing translates it.
  const std::string path = std::string("/./") + (secret + 1);
  for (const std::string& attempt : std::vector<std::string>{"cat " + path,
                                                             "echo x > " + path,
                                                             "echo x >> " + path,
                                                             "rm " + path,
                                                             "mv " + path + " x",
                                                             "ln " + path + " x && cat x",
                                                             "cp " + path + " x",
                                                             "mkdir /./var/tmp/assay-d",
                                                             ": > /./tmp/assay-f",
                                                             "ls /./tmp",
                                                             "ls /",
                                                             "ls /home",
                                                             "cat /etc/passwd",
                                                             "cat /etc/hosts",
                                                             "ls /proc",
                                                             "cat /proc/1/status",
                                                             "cat /proc/$PPID/cmdline",
                                                             "ls /proc/$PPID/fd",
                                                             "cat /proc/net/unix",
                                                             "cat /proc/self/net/unix",
                                                             "cat /proc/self/mountinfo",
                                                             "echo 0 > /proc/self/oom_score_adj",
                                                             "echo x > /proc/self/comm",
                                                             "ls ../..",
                                                             "ls ..",
                                                             ": > ../x",
                                                             "rmdir ../tmp",
                                                             "mv ../mnt ../other",
                                                             "cat /dev/tty",
                                                             "ls /dev/pts"}) {
    EXPECT_NE(Run(Shell(attempt)).exit_code, 0) << attempt;
  }
  // Whoever owns a file may change its mode and times, whatever he may open.
  Run(Shell("chmod 0 " + path + " /usr; touch -d yesterday " + path));
  Run(Python(
      "import os\nfor f in (os.chmod, os.lchmod) if hasattr(os, 'lchmod') else (os.chmod,):\n"
      "    f('" +
      path + "', 0)\nos.utime('" + path +
      "', (1, 1))\n"
      "os.chown('" +
      path + "', -1, os.getgid())\n"));
  struct stat info {};
  ASSERT_EQ(::stat(secret, &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0600U);
  EXPECT_GT(info.st_mtim.tv_sec, 1000);
  EXPECT_EQ(info.st_size, 6);
  ::unlink(secret);
}

// By a library of ours in the program, on which nothing depends that must hold.
TEST_F(ConfinedBoxTest, PathsThatAProgramMakesUpAreThoseOfItsRun) {
  char host[] = "/tmp/assay-host-XXXXXX";
  const int fd = ::mkstemp(host);
  ASSERT_GE(fd, 0);
  ::close(fd);
  const std::string name = host;
  // Arguments are translated, what is in a file isn't.
  const auto script = [](const std::string& text) {
    RunRequest request = Shell(". ./script");
    request.files = {{"script", Blob::FromString(text)}};
    return request;
  };
  EXPECT_EQ(
      Output(script("ls /tmp /var/tmp /dev/shm /mnt\ncat " + name +
                    " 2>&1 | grep -o 'No such.*'\necho in > /tmp/kept\ncat /tmp/kept\n"
                    "cd /tmp\nls\npython3 -c 'print(open(\"/tmp/kept\").read())'\n")),
      "/dev/shm:\n\n/mnt:\n\n/tmp:\n\n/var/tmp:\nNo such file or directory\nin\nkept\nin\n\n");
  EXPECT_EQ(Output(script("ls /tmp\n")), "");
  // Without it.
  EXPECT_NE(Run(script("env -u LD_PRELOAD bash -c 'echo x > /tmp/kept'\n")).exit_code, 0);
  // It is no program's to change, nor is what is beside it to be seen.
  EXPECT_NE(Run(script("echo x >> $LD_PRELOAD\n")).exit_code, 0);
  EXPECT_NE(Run(script("rm -f $LD_PRELOAD\n")).exit_code, 0);
  EXPECT_NE(Run(script("ls ${LD_PRELOAD%/*}\n")).exit_code, 0);
  EXPECT_EQ(std::filesystem::file_size(name), 0U);
  ::unlink(host);
}

TEST_F(ConfinedBoxTest, SemaphoresAndSharedMemoryAreThoseOfTheRun) {
  const std::string create =
      "import ctypes, _posixshmem, os\nlibc = ctypes.CDLL(None, use_errno=True)\n"
      "libc.sem_open.restype = ctypes.c_void_p\n";
  EXPECT_EQ(
      Output(Python(create +
                    "print(libc.sem_open(b'/left', os.O_CREAT, 0o600, 3) is not None)\n"
                    "os.write(_posixshmem.shm_open('/left', os.O_RDWR | os.O_CREAT, 0o600), b'x')\n"
                    "print(sorted(os.listdir('/dev' + '/shm')))\n")),
      "True\n['left', 'sem.left']\n");
  EXPECT_EQ(Output(Python(create + "print(libc.sem_open(b'/left', 0), ctypes.get_errno())\n"
                                   "try: _posixshmem.shm_open('/left', os.O_RDWR, 0)\n"
                                   "except FileNotFoundError: print('none')\n")),
            "None 2\nnone\n");
}

TEST_F(ConfinedBoxTest, OneRunCannotReachAnother) {
  RunRequest other = Shell("echo $$; pwd; echo mine > kept; sleep 20");
  other.limits.wall_time = milliseconds(3000);
  // Somebody of the same account, outside of every box.
  const pid_t bystander = ::fork();
  if (bystander == 0) {
    ::pause();
    ::_exit(0);
  }
  const std::string pid = std::to_string(bystander), parent = std::to_string(::getpid());
  for (const char* attempt :
       {"os.kill(PID, signal.SIGKILL)", "os.kill(PID, signal.SIGSTOP)", "os.kill(PID, 0)",
        "os.setpriority(os.PRIO_PROCESS, PID, 19)", "os.setpriority(os.PRIO_USER, 0, 19)",
        "resource.prlimit(PID, resource.RLIMIT_NOFILE, (10, 10))",
        "os.sched_setscheduler(PID, os.SCHED_IDLE, os.sched_param(0)) or "
        "os.sched_getscheduler(PID) == os.SCHED_IDLE or os.kill(PID, 0)",
        "open('/proc/PID/mem', 'rb')", "open('/proc/PID/environ', 'rb')",
        "os.listdir('/proc/PID/fd')", "os.readlink('/proc/PID/cwd')",
        "os.readlink('/proc/PID/exe')",
        "signal.pidfd_send_signal(os.pidfd_open(PID), signal.SIGKILL)",
        "os.kill(PARENT, signal.SIGTERM)", "os.kill(os.getppid(), signal.SIGKILL)",
        "os.kill(os.getppid(), signal.SIGSTOP)"}) {
    std::string act = attempt;
    for (const auto& [word, number] : {std::pair<std::string, std::string>{"PID", pid},
                                       std::pair<std::string, std::string>{"PARENT", parent}}) {
      for (size_t at; (at = act.find(word)) != std::string::npos;) {
        if (at >= 1 && act[at - 1] == '_') break;
        act.replace(at, word.size(), number);
      }
    }
    EXPECT_EQ(Output(Python("import os, resource, signal\ntry:\n    " + act +
                            "\n    print('done')\nexcept OSError as error:\n    "
                            "print(type(error).__name__)\n")),
              "PermissionError\n")
        << act;
  }
  // Signals for all are for the run.
  Run(Python("import os\nos.kill(-1, 9)\n"));
  int status = 0;
  EXPECT_EQ(::waitpid(bystander, &status, WNOHANG), 0);
  ::kill(bystander, SIGKILL);
  ::waitpid(bystander, &status, 0);
}

// What a program tries on its neighbour PID, whose work directory is CWD. Whatever raises no error
// is printed.
constexpr const char* kAttacksOnANeighbour = R"(
import ctypes, errno, os, resource, signal
libc = ctypes.CDLL(None, use_errno=True)
def call(function, *arguments):
    if function(*arguments) == -1: raise OSError(ctypes.get_errno(), 'refused')
def write(path, flags): os.write(os.open(path, flags, 0o600), b'changed')
attacks = {
    'signal': lambda: os.kill(PID, signal.SIGKILL), 'stop': lambda: os.kill(PID, signal.SIGSTOP),
    'ask': lambda: os.kill(PID, 0), 'group': lambda: os.killpg(PID, signal.SIGKILL),
    'pidfd': lambda: signal.pidfd_send_signal(os.pidfd_open(PID), signal.SIGKILL),
    'attach': lambda: call(libc.ptrace, 16, PID, 0, 0),
    'seize': lambda: call(libc.ptrace, 0x4206, PID, 0, 0),
    'peek': lambda: call(libc.process_vm_readv, PID, 0, 0, 0, 0, 0),
    'descriptor': lambda: call(libc.syscall, 438, os.pidfd_open(PID), SOCKET, 0),
    'nice': lambda: os.setpriority(os.PRIO_PROCESS, PID, 19),
    'nice group': lambda: os.setpriority(os.PRIO_PGRP, PID, 19),
    'idle': lambda: os.sched_setscheduler(PID, os.SCHED_IDLE, os.sched_param(0)) or
        os.sched_getscheduler(PID) == os.SCHED_IDLE or os.kill(PID, 0),
    'limit': lambda: resource.prlimit(PID, resource.RLIMIT_NOFILE, (10, 10)),
    'names': lambda: os.listdir('CWD'), 'read': lambda: open('CWD/kept').read(),
    'write': lambda: write('CWD/kept', os.O_WRONLY), 'append': lambda: open('CWD/kept', 'a'),
    'truncate': lambda: os.truncate('CWD/kept', 0), 'remove': lambda: os.unlink('CWD/kept'),
    'take': lambda: os.rename('CWD/kept', 'taken'), 'give': lambda: os.rename('mine', 'CWD/kept'),
    'link': lambda: os.link('CWD/kept', 'linked'), 'new': lambda: write('CWD/new', os.O_CREAT | os.O_WRONLY),
    'folder': lambda: os.mkdir('CWD/d'), 'pipe': lambda: os.mkfifo('CWD/p'),
    'point': lambda: os.symlink('/', 'CWD/l'), 'enter': lambda: os.listdir('CWD/..'),
    'boxes': lambda: os.listdir('CWD/../../..'),
    'through': lambda: (os.symlink('CWD/kept', 'way'), open('way').read()),
    'its directory': lambda: os.readlink('/proc/PID/cwd'),
    'its root': lambda: os.stat('/proc/PID/root/etc'), 'its files': lambda: os.stat('/proc/PID/cwd/kept'),
    'its socket': lambda: os.open('/proc/PID/fd/SOCKET', os.O_RDWR),
    'its input': lambda: os.stat('/proc/PID/fd/0'), 'its descriptors': lambda: os.listdir('/proc/PID/fd'),
    **{name: lambda name=name: open('/proc/PID/' + name, 'rb').read(1)
       for name in ('mem', 'maps', 'environ', 'cmdline', 'status', 'stat', 'auxv', 'syscall', 'wchan')},
}
open('mine', 'w').close()
for name, attack in attacks.items():
    try:
        attack()
        print(name)
    except PermissionError: pass
    except OSError as error:
        if error.errno != errno.EXDEV: print(name, error)  # a link out of what it may change
)";

TEST_F(ConfinedBoxTest, NeighboursCannotReachEachOther) {
  const std::string mark = "4646" + std::to_string(::getpid());
  RunRequest neighbour =
      Python("import os, socket, time  # " + mark +
             "\nown, other = socket.socketpair()\nos.dup2(own.fileno(), 60)\nos.nice(0)\n"
             "open('kept', 'w').write('kept')\nopen('ready', 'w').close()\n"
             "while not os.path.exists('done'): time.sleep(0.01)\n"
             "other.setblocking(False)\n"
             "try: other.recv(1); print('spoken to')\nexcept BlockingIOError: pass\n"
             "print(open('kept').read(), sorted(os.listdir()), os.getpriority(os.PRIO_PROCESS, 0) "
             "- NICE)");
  neighbour.limits.wall_time = std::chrono::seconds(120);
  std::string& code = neighbour.argv.back();
  // Of programs in this tier.
  const int nice = ::getpriority(PRIO_PROCESS, 0) + 10;
  code.replace(code.find("NICE"), 4, std::to_string(nice));
  std::thread run([&] { EXPECT_EQ(Output(neighbour), "kept ['done', 'kept', 'ready'] 0\n"); });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  std::string folder;
  std::error_code error;
  while (folder.empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
    const std::string found = Find(mark);
    const std::string process = found.substr(0, found.rfind("/cmdline"));
    if (!std::filesystem::exists(process + "/cwd/ready", error)) continue;
    folder = std::filesystem::read_symlink(process + "/cwd", error).string();
    std::string attacks = kAttacksOnANeighbour;
    for (const auto& [word, text] :
         {std::pair<std::string, std::string>{"PID", process.substr(process.rfind('/') + 1)},
          {"CWD", "/." + folder},  // so that nothing translates it
          {"SOCKET", "60"}}) {
      for (size_t at; (at = attacks.find(word)) != std::string::npos;) {
        attacks.replace(at, word.size(), text);
      }
    }
    const RunResult result = Run(Python(attacks));
    EXPECT_EQ(result.stdout_bytes, "") << result.stderr_bytes;
    EXPECT_EQ(result.exit_code, 0) << result.stderr_bytes;
  }
  EXPECT_FALSE(folder.empty());
  std::ofstream(folder + "/done");
  run.join();
}

TEST_F(ConfinedBoxTest, NothingConnects) {
  for (const char* attempt :
       {"socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)", "socket.socket(socket.AF_INET)",
        "socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)", "socket.socket(socket.AF_NETLINK)",
        "socket.socketpair(type=socket.SOCK_DGRAM)", "socket.socketpair(type=socket.SOCK_RAW)",
        "socket.socketpair()[0].connect('/run/x')", "socket.socketpair()[0].listen()"}) {
    EXPECT_NE(Run(Python(std::string("import socket\n") + attempt)).exit_code, 0) << attempt;
  }
  EXPECT_EQ(Output(Python("import socket\na, b = socket.socketpair()\na.send(b'x')\n"
                          "print(b.recv(1).decode())")),
            "x\n");
}

TEST_F(ConfinedBoxTest, NothingOutlivesItsRun) {
  const std::string mark = "4242" + std::to_string(::getpid());
  EXPECT_EQ(Output(Shell(
                "(setsid bash -c 'trap \"\" TERM HUP; while :; do sleep 0.01; date > /tmp/alive; "
                "done' & disown); (setsid sleep " +
                mark + " &); (sleep " + mark +
                " &); "
                "bash -c 'setsid sleep " +
                mark +
                " & kill -9 $$'; "
                "echo x > f; echo x > /tmp/.hidden; mkdir -p /mnt/a/b; mkdir -m 0 /mnt/c; "
                "echo x > /dev/shm/s; ln -s / /var/tmp/l; mkfifo p; true")),
            "");
  EXPECT_EQ(Find(mark), "");
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(Output(Shell("find /box /tmp /mnt /dev/shm /var/tmp -mindepth 1")), "");
  }
}

// Nobody is left then who adopts what a program started.
TEST_F(ConfinedBoxTest, NothingOutlivesASpawnerThatIsKilled) {
  const std::string mark = "4343" + std::to_string(::getpid());
  RunRequest request = Shell("setsid sleep " + mark + " & echo started; sleep " + mark);
  std::atomic<bool> ended{false};
  std::thread run([&] {
    EXPECT_FALSE(runner()->Run(request, nullptr).ok());
    ended = true;
  });
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (Find(mark).empty() && !ended && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  ::kill(runner()->spawner_pid(), SIGKILL);
  run.join();
  while (!Find(mark).empty() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(milliseconds(5));
  }
  EXPECT_EQ(Find(mark), "");
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

// As who kills all that is ours by its name (pkill): neither sees the other's end.
TEST_F(ConfinedBoxTest, NothingOutlivesSpawnerAndAgentThatAreKilledAtOnce) {
  for (const bool guarded : {true, false}) {
    const std::string mark = "4444" + std::to_string(::getpid()) + (guarded ? "1" : "0");
    // The program itself ends with its agent; what it started, by the guardian.
    RunRequest request =
        Shell((guarded ? "(setsid sleep " + mark + " & sleep " + mark + " &) ;" : "") +
              "exec sleep " + mark);
    std::thread run([&] { EXPECT_FALSE(runner()->Run(request, nullptr).ok()); });
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    const auto wait_for_sleepers = [&](int wanted) {
      for (;;) {
        const std::string found = Find("sleep" + std::string(1, '\0') + mark);
        const auto sleepers = std::count(found.begin(), found.end(), '\n');
        if (sleepers == wanted) return true;
        if (std::chrono::steady_clock::now() > deadline) return false;
        std::this_thread::sleep_for(milliseconds(5));
      }
    };
    EXPECT_TRUE(wait_for_sleepers(guarded ? 3 : 1));
    const pid_t guardian = runner()->spawner_pid();
    std::vector<pid_t> doomed = ChildrenNamed(guardian, "assay-spawner");
    EXPECT_EQ(doomed.size(), 1U);
    for (const pid_t spawner : std::vector<pid_t>(doomed)) {
      for (const pid_t agent : ChildrenNamed(spawner, "assay-agent")) doomed.push_back(agent);
    }
    EXPECT_GT(doomed.size(), 1U);
    if (!guarded) doomed.push_back(guardian);
    for (const int signal : {SIGSTOP, SIGKILL}) {
      for (const pid_t pid : doomed) ::kill(pid, signal);
    }
    run.join();
    EXPECT_TRUE(wait_for_sleepers(0));
    EXPECT_EQ(Output(Shell("echo on")), "on\n");
  }
}

// Also when it hears of it while it ends what a run has left.
TEST_F(ConfinedBoxTest, AnAgentEndsWithItsSpawnerWhateverItDoes) {
  const pid_t spawner = ChildrenNamed(runner()->spawner_pid(), "assay-spawner").at(0);
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(120);
  for (int turn = 0; turn < 10; ++turn) {
    std::atomic<bool> ended{false};
    std::thread run([&] {
      (void)runner()->Run(Shell("for i in $(seq 100); do sleep 60 & done"), nullptr).ok();
      ended = true;
    });
    pid_t told = -1;
    for (; told < 0 && !ended; std::this_thread::sleep_for(std::chrono::milliseconds(1))) {
      for (const pid_t agent : ChildrenNamed(spawner, "assay-agent")) {
        // What lost its parent is the agent's.
        if (ChildrenNamed(agent, "sleep").size() > 50 && ::kill(agent, kSpawnerGone) == 0) {
          told = agent;
        }
      }
    }
    run.join();
    const auto lives = [&] {
      const auto agents = ChildrenNamed(spawner, "assay-agent");
      return std::count(agents.begin(), agents.end(), told) > 0;
    };
    while (told > 0 && lives() && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(milliseconds(5));
    }
    EXPECT_FALSE(told > 0 && lives());
  }
}

TEST_F(ConfinedBoxTest, ForkBombsEnd) {
  for (const char* bomb :
       {"f() { f | f & }; f; sleep 5", "f() { setsid bash -c 'sleep 0.1' & f; }; f",
        "for i in $(seq 5000); do sleep 60 & done"}) {
    RunRequest request = Shell(bomb);
    request.limits.processes = 64;
    request.limits.cpu_time = request.limits.wall_time = std::chrono::seconds(3);
    // Over the number of processes, or of time.
    EXPECT_NE(Run(request).status, RunStatus::kExited) << bomb;
    EXPECT_EQ(Output(Shell("echo on")), "on\n");
  }
}

TEST_F(ConfinedBoxTest, FilesAreBoundedWithAndWithoutAName) {
  RunRequest request = Shell("head -c 3000000000 /dev/zero > f; sleep 5");
  request.limits.memory_bytes = 200 << 20;
  request.limits.file_bytes = 4LL << 30;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
  request = Python(
      "import time\nfiles = []\nwhile True:\n"
      "    f = open('x', 'wb')\n    import os\n    os.unlink('x')\n"
      "    f.write(bytes(20 << 20))\n    f.flush()\n    files.append(f)\n    time.sleep(0.05)\n");
  request.limits.memory_bytes = 200 << 20;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
  EXPECT_EQ(Output(Shell("ls -A | wc -l")), "0\n");
}

TEST_F(ConfinedBoxTest, AFolderThatNobodyMayReadHidesNothing) {
  RunRequest request = Shell("mkdir -m 300 a; head -c 100000000 /dev/zero > a/f; sleep 5");
  request.limits.memory_bytes = 64 << 20;
  EXPECT_EQ(Run(request).status, RunStatus::kMemoryLimit);
  EXPECT_EQ(Output(Shell("mkdir -m 0 a; sleep 0.1; echo kept")), "kept\n");
}

// The kernel closes a process whose file is unreadable to its own user.
TEST_F(ConfinedBoxTest, AProcessThatNobodyMayLookAtIsEnded) {
  EXPECT_EQ(Run(Python("import os\n"
                       "fd = os.open('s', os.O_CREAT | os.O_WRONLY, 0o111)\n"
                       "os.write(fd, open('/bin/sleep', 'rb').read())\nos.close(fd)\n"
                       "os.execv('./s', ['s', '10'])\n"))
                .status,
            RunStatus::kMemoryLimit);
  // One that has ended and isn't waited for is closed, too.
  EXPECT_EQ(Output(Python("import os, time\nif os.fork() == 0: os._exit(0)\n"
                          "time.sleep(0.3)\nprint('kept')\n")),
            "kept\n");
}

TEST_F(ConfinedBoxTest, WhatIsDeepOrClosedIsRemoved) {
  for (const char* mess : {"for i in $(seq 20); do mkdir d$i; (cd d$i; touch $(seq 1000)); done",
                           "for i in $(seq 60); do mkdir d; cd d; done", "mkdir -m 0 a",
                           "mkdir -p a/b; umask 777; "
                           "mkdir a/c; mkdir c"}) {
    EXPECT_EQ(Run(Shell(mess)).exit_code, 0) << mess;
    for (int i = 0; i < 2; ++i) EXPECT_EQ(Output(Shell("ls -A /box | wc -l")), "0\n");
  }
}

}  // namespace
}  // namespace assay
