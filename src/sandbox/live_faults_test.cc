// Boxes that stay when something of ours dies, and what programs in them try.
#include <dirent.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <utility>

#include "base/whole_file.h"
#include "sandbox/faults_test_util.h"
#include "sandbox/live_box_fixture.h"

namespace assay {
namespace {

using testing::HasSubstr;

// Pids of this host whose file `name` in /proc has `text`.
std::vector<pid_t> Processes(const char* name, const std::string& text) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string pid = entry.path().filename();
    if (pid.find_first_not_of("0123456789") != std::string::npos) continue;
    const auto contents = ReadFile((entry.path() / name).string(), "test");
    if (contents.ok() && contents->find(text) != std::string::npos) found.push_back(std::stoi(pid));
  }
  return found;
}

class LiveFaultsTest : public LiveBoxFixture {
 protected:
  // Of this process's hosts.
  static std::vector<pid_t> Spawners() {
    std::vector<pid_t> spawners;
    for (const pid_t pid : ChildrenOf(::getpid())) {
      const auto name = ReadFile("/proc/" + std::to_string(pid) + "/comm", "test");
      if (name.ok() && *name == "assay-spawner\n") spawners.push_back(pid);
    }
    return spawners;
  }
  static pid_t Spawner() {
    const std::vector<pid_t> spawners = Spawners();
    return spawners.empty() ? -1 : spawners[0];
  }
  // The last that was made, by when it began: process ids start anew, and one of before may still
  // be ending.
  static pid_t Agent() {
    const auto began = [](pid_t pid) {
      std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
      std::string word;
      for (int field = 1; field <= 22 && file >> word; ++field) {
      }
      return std::pair(std::atoll(word.c_str()), pid);
    };
    const std::vector<pid_t> agents = ChildrenOf(Spawner());
    const auto last = std::max_element(agents.begin(), agents.end(), [&](pid_t one, pid_t other) {
      return began(one) < began(other);
    });
    return last == agents.end() ? -1 : *last;
  }
  static std::shared_ptr<Told> StartSleep(LiveBox& box) {
    const auto told = std::make_shared<Told>();
    box.Start(Shell("echo up; exec sleep 1000"), told);
    EXPECT_TRUE(told->AwaitOutput("up"));
    return told;
  }
};

TEST_F(LiveFaultsTest, ADeadAgentGivesErrorsAndNoExitCode) {
  const auto box = NewBox();
  const auto told = StartSleep(*box);
  Mutex mutex;
  std::string lost;
  box->OnLost([&](const Error& error) {
    MutexLock lock(mutex);
    lost = error.message;
  });
  const pid_t agent = Agent();
  ASSERT_GT(agent, 1);
  ASSERT_EQ(::kill(agent, SIGKILL), 0);
  const auto end = told->AwaitEnd();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kUnavailable);
  EXPECT_TRUE(Eventually([&] {
    MutexLock lock(mutex);
    return !lost.empty();
  }));
  const Ran after = RunShell(*box, "echo no");
  ASSERT_FALSE(after.end.ok());
  EXPECT_EQ(after.end.error().code, ErrorCode::kUnavailable);
  EXPECT_FALSE(box->ListenInside(3128).ok());
  EXPECT_EQ(Output(*NewBox(), "echo other"), "other\n");
}

TEST_F(LiveFaultsTest, ADeadSpawnerTakesItsBoxesAlongAndComesBack) {
  const auto box = NewBox();
  const auto told = StartSleep(*box);
  const pid_t spawner = Spawner();
  ASSERT_GT(spawner, 1);
  ASSERT_EQ(::kill(spawner, SIGKILL), 0);
  EXPECT_FALSE(told->AwaitEnd().ok());
  EXPECT_EQ(Output(*NewBox(), "echo back"), "back\n");
}

TEST_F(LiveFaultsTest, AnEndedBoxLeavesNothing) {
  auto box = NewBox();
  const std::string marker = "31536" + std::to_string(::getpid());
  Output(*box, "setsid sleep " + marker + " >/dev/null 2>&1 </dev/null & sleep 0.1");
  EXPECT_TRUE(Eventually([&] { return !Processes("cmdline", marker).empty(); }));
  const pid_t agent = Agent();
  box.reset();
  EXPECT_TRUE(Eventually([&] { return Processes("cmdline", marker).empty(); }));
  EXPECT_TRUE(Eventually([&] { return ::kill(agent, 0) != 0; }));
}

TEST_F(LiveFaultsTest, AKilledServerLeavesNothing) {
  const std::string marker = "41536" + std::to_string(::getpid());
  const pid_t server = ::fork();
  if (server == 0) {
    ::execl("/proc/self/exe", "server", "__live_until_killed", marker.c_str(), nullptr);
    ::_exit(1);
  }
  const std::string sleeping = std::string("sleep") + '\0' + marker;
  ASSERT_TRUE(Eventually([&] { return !Processes("cmdline", sleeping).empty(); }));
  ASSERT_EQ(::kill(server, SIGKILL), 0);
  ::waitpid(server, nullptr, 0);
  EXPECT_TRUE(Eventually([&] { return Processes("cmdline", sleeping).empty(); }));
}

TEST_F(LiveFaultsTest, WhatProgramsMayNot) {
  const auto box = NewBox();
  for (const char* attempt :
       {"kill -9 1",
        "cat /proc/1/mem",
        "ls /proc/1/fd",
        "unshare -r true",
        "unshare -m true",
        "mount -t tmpfs x /mnt",
        "umount /proc",
        "mount -o remount,size=100g /",
        "rm -r /etc",
        "mv /etc /etc2",
        "echo x > /etc/passwd",
        "echo x > /usr/bin/x",
        "mknod /tmp/d b 8 0",
        "test -e /proc/1",
        "nsenter -t 1 -m true",
        "echo -1000 > /proc/self/oom_score_adj",
        "chroot / true",
        "mv /dev /dev2",
        "rm /dev/null /dev/pts/ptmx",
        "grep -l assay-agent /proc/[0-9]*/comm",
        "kill -9 -- -1; python3 -c 'import os; os.kill(1, 9)'",
        "python3 -c 'import os; os.setpriority(os.PRIO_PROCESS, 1, 19)'",
        "python3 -c 'import ctypes, sys; sys.exit(ctypes.CDLL(None).ptrace(16, 1, 0, 0) != 0)'",
        "grep -q . /proc/kcore",  // not there, or masked by nothing
        "ip link add v type dummy",
        "hostname other",
        "python3 -c 'import socket; socket.socket(socket.AF_PACKET, socket.SOCK_RAW)'",
        "python3 -c 'import socket; s = socket.socket(); s.settimeout(3); "
        "s.connect((\"192.0.2.1\", 80))'"}) {
    const Ran ran = RunShell(*box, attempt);
    ASSERT_TRUE(ran.end.ok()) << attempt;
    EXPECT_NE(ran.code(), 0) << attempt << ran.out;
  }
  EXPECT_EQ(Output(*box, "ls /etc/passwd; echo alive"), "/etc/passwd\nalive\n");
}

TEST_F(LiveFaultsTest, AProgramHasItsOwnDescriptorsOnly) {
  const auto box = NewBox();
  EXPECT_EQ(Output(*box, "for i in $(seq 3 250); do [ -e /proc/$$/fd/$i ] && echo $i; done; true"),
            "");
  EXPECT_EQ(
      Output(*box, "grep -E 'CapEff|NoNewPrivs|Seccomp:' /proc/self/status | tr '\\n\\t' '  '"),
      "CapEff: 0000000000000000 NoNewPrivs: 1 Seccomp: 2 ");
}

TEST_F(LiveFaultsTest, AStartThatIsStoppedDoesNotStopTheBox) {
  const auto box = NewBox();
  const auto stopper = std::make_shared<Told>();
  const auto process =
      box->Start(Shell("exec python3 -c 'import os, signal\nprint(\"up\", flush=True)\n"
                       "while True:\n try: os.kill(-1, signal.SIGSTOP)\n except OSError: pass'"),
                 stopper);
  ASSERT_TRUE(stopper->AwaitOutput("up"));
  const auto stopped = std::make_shared<Told>();
  const auto victim = box->Start(Shell("echo here"), stopped);
  ASSERT_TRUE(Eventually([&] { return stopped->pid() > 0 || stopped->ended(); }));
  victim->Signal(SIGKILL);
  const auto end = stopped->AwaitEnd();
  if (!end.ok()) {
    // Killed before it had begun: which of both words it is depends on where that was.
    EXPECT_TRUE(end.error().code == ErrorCode::kInvalidArgument ||
                end.error().code == ErrorCode::kResource)
        << end.error().ToString();
  }
  process->Signal(SIGKILL);
  const auto killed = stopper->AwaitEnd();
  ASSERT_TRUE(killed.ok()) << killed.error().ToString();
  EXPECT_EQ(killed->signal, SIGKILL);
  EXPECT_EQ(Output(*box, "echo on"), "on\n");
}

TEST_F(LiveFaultsTest, PipesThatAreHeldOpenTakeABoundedNumberOfDescriptors) {
  const auto descriptors = [] {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      (void)entry;
      ++count;
    }
    return count;
  };
  LiveLimits limits;
  limits.processes = 1000;
  const auto box = NewBox(limits);
  ASSERT_EQ(Output(*box, "echo here"), "here\n");
  const int before = descriptors();
  for (int round = 0; round < 10; ++round) {
    std::vector<std::shared_ptr<Told>> leavers;
    for (int i = 0; i < 32; ++i) {
      ProcessSpec spec;
      spec.argv = {"sh", "-c", "sleep 1000 & exit 0"};
      leavers.push_back(std::make_shared<Told>());
      box->Start(spec, leavers.back());
    }
    for (const auto& leaver : leavers) {
      const auto end = leaver->AwaitEnd();
      ASSERT_TRUE(end.ok()) << end.error().ToString();
      ASSERT_EQ(end->exit_code, 0) << leaver->err();
    }
  }
  EXPECT_GT(descriptors(), before + 400);
  EXPECT_LE(descriptors(), before + 2 * 256 + 8);
  EXPECT_EQ(Output(*box, "echo on"), "on\n");
}

TEST_F(LiveFaultsTest, OpenProcessesAreBounded) {
  if (!Counted()) GTEST_SKIP() << "nothing freezes without cgroups";
  const auto box = NewBox();
  ASSERT_TRUE(box->Freeze().ok());
  std::vector<std::shared_ptr<Told>> all;
  for (int i = 0; i < 1025; ++i) {
    all.push_back(std::make_shared<Told>());
    box->Start(Shell("true"), all.back());
  }
  const auto end = all.back()->AwaitEnd();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kResource);
  EXPECT_FALSE(all[1023]->ended());
}

TEST_F(LiveFaultsTest, ArgumentsAndWhatWaitsAreBounded) {
  if (!Counted()) GTEST_SKIP() << "nothing freezes without cgroups";
  const auto box = NewBox();
  ProcessSpec large = Shell("true");
  large.env["LARGE"] = std::string(2 << 20, 'x');
  const Ran refused = Run(*box, large);
  ASSERT_FALSE(refused.end.ok());
  EXPECT_EQ(refused.end.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(refused.end.error().sys_errno, E2BIG);

  ASSERT_TRUE(box->Freeze().ok());
  large.env["LARGE"] = std::string(1 << 20, 'x');
  std::vector<std::shared_ptr<Told>> all;
  for (int i = 0; i < 16; ++i) {
    all.push_back(std::make_shared<Told>());
    box->Start(large, all.back());
  }
  const auto end = all.back()->AwaitEnd();
  ASSERT_FALSE(end.ok());
  EXPECT_EQ(end.error().code, ErrorCode::kResource);
  ASSERT_TRUE(box->Thaw().ok());
  all.pop_back();
  for (const auto& told : all) {
    EXPECT_EQ(told->AwaitEnd().error().sys_errno, E2BIG) << "the kernel's bound of one variable";
  }
  large.env["LARGE"] = std::string(100'000, 'x');
  for (int i = 0; i < 20; ++i) EXPECT_EQ(Run(*box, large).code(), 0);
}

TEST_F(LiveFaultsTest, WhatNobodyHearsIsSlowedDown) {
  const auto box = NewBox();
  ASSERT_EQ(RunShell(*box, "yes & exit 0").code(), 0);
  const std::string written =
      Output(*box, "sleep 1; awk '/wchar/ {print $2}' /proc/$(pgrep -x yes)/io");
  EXPECT_GT(std::stoll(written), 1 << 20);
  EXPECT_LT(std::stoll(written), 64 << 20);
}

TEST_F(LiveFaultsTest, FreezesAtOnceFreezeOnce) {
  if (!Counted()) GTEST_SKIP() << "nothing freezes without cgroups";
  const auto box = NewBox();
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] { EXPECT_TRUE(box->Freeze().ok()); });
  }
  for (std::thread& thread : threads) thread.join();
  const auto told = std::make_shared<Told>();
  box->Start(Shell("echo on"), told);
  EXPECT_FALSE(told->ended());
  ASSERT_TRUE(box->Thaw().ok());
  ASSERT_TRUE(told->AwaitEnd().ok());
  EXPECT_EQ(told->out(), "on\n");
}

TEST_F(LiveFaultsTest, TwoBoxesDoNotMeet) {
  const auto one = NewBox();
  const auto other = NewBox();
  Output(*one,
         "echo secret > /tmp/secret; nohup python3 -c \"import socket, time\n"
         "s = socket.socket(socket.AF_UNIX); s.bind('\\0meet'); s.listen()\n"
         "t = socket.create_server(('127.0.0.1', 9000)); time.sleep(1000)\" >/tmp/log 2>&1 &");
  Output(*one, "until grep -q @meet /proc/net/unix; do sleep 0.05; done");
  if (Counted()) Output(*one, "ipcmk -M 64 >/dev/null");
  EXPECT_EQ(RunShell(*other, "cat /tmp/secret").code(), 1);
  EXPECT_EQ(Output(*other, "pgrep -c python3; true"), "0\n");
  EXPECT_EQ(Output(*other, "grep -c @meet /proc/net/unix; true"), "0\n");
  EXPECT_NE(RunShell(*other, "exec 3<>/dev/tcp/127.0.0.1/9000").code(), 0);
  EXPECT_EQ(Output(*other, "ipcs -m | grep -c 0x; true"), "0\n");
  if (Counted()) {
    EXPECT_EQ(Output(*one, "ipcs -m | grep -c 0x; true"), "1\n");
  }
  // In user namespaces of their own they may have the same number.
  if (!OneUser()) {
    EXPECT_NE(Output(*one, "id -u"), Output(*other, "id -u"));
  }
}

// Parts of a box's root may be the same for all (view/furniture.h).
TEST_F(LiveFaultsTest, WhatBoxesSeeAlikeNobodyChanges) {
  const auto one = NewBox();
  const auto other = NewBox();
  for (const char* path :
       {"/etc/new", "/etc/passwd", "/etc/group", "/etc/hostname", "/etc/hosts", "/etc/services",
        "/etc/ssl/new", "/dev/new", "/dev/fd/../null/x", "/sys/devices/system/cpu/new"}) {
    const std::string name = path;
    EXPECT_NE(RunShell(*one, "touch " + name).code(), 0) << path;
    EXPECT_NE(RunShell(*one, "echo x >> " + name).code(), 0) << path;
    EXPECT_NE(RunShell(*one, "mv " + name + " /tmp/").code(), 0) << path;
    EXPECT_NE(RunShell(*one, "rm " + name).code(), 0) << path;
  }
  EXPECT_NE(RunShell(*one, "touch /dev/null").code(), 0) << "its times are the host's";
  EXPECT_NE(RunShell(*one, "rm -r /etc/ssl || mkdir /dev/shm2 || rmdir /dev/pts").code(), 0);
  for (const auto* box : {&one, &other}) {
    EXPECT_EQ(
        Output(**box, "getent passwd user | cut -d: -f3,6,7; getent group user | cut -d: -f3"),
        Output(**box, "echo \"$(id -u):$HOME:/bin/bash\"; id -g"));
    EXPECT_EQ(
        Output(**box, "grep -c . /etc/passwd; cat /etc/hostname; ls -A / | grep '^[.]'; true"),
        "2\nbox\n");
  }
  // What is written in these places is each box's own.
  Output(*one,
         "echo mine > /dev/shm/mine; echo x > /dev/null; head -c 1 /dev/zero > /dev/full; true");
  EXPECT_EQ(Output(*one, "cat /dev/shm/mine; stat -c %a /dev/shm"), "mine\n1777\n");
  EXPECT_EQ(Output(*other, "ls -A /dev/shm /run /tmp | grep mine; true"), "");
  if (!OneUser()) {
    EXPECT_EQ(Output(*one, "grep -c ' /etc ro,nosuid,nodev' /proc/self/mountinfo"), "1\n");
    EXPECT_EQ(Output(*one, "stat -c %h /etc/passwd; exec 3< /etc/group; readlink /proc/self/fd/3"),
              "1\n/etc/group\n");
  }
  EXPECT_EQ(Output(*one, "ls /dev | sort | tr '\\n' ' '"),
            "fd full null ptmx pts random shm stderr stdin stdout tty urandom zero ");
}

TEST_F(LiveFaultsTest, FilesAreTheUsers) {
  const auto box = NewBox();
  const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  bool given = false;
  const auto written = box->files().Write(
      "/workspace/note", 0644,
      [&]() -> Result<std::string> {
        return std::exchange(given, true) ? std::string() : std::string("from outside");
      },
      soon);
  ASSERT_TRUE(written.ok()) << written.error().ToString();
  EXPECT_EQ(Output(*box, "cat /workspace/note; stat -c %U /workspace/note"), "from outsideuser\n");
  if (Counted()) {
    ASSERT_TRUE(box->Freeze().ok());
    EXPECT_TRUE(box->files().Stat("/workspace/note", soon).ok()) << "though it is frozen";
    ASSERT_TRUE(box->Thaw().ok());
  }
  const auto refused = box->files().Write(
      "/etc/passwd", 0644, []() -> Result<std::string> { return std::string(); }, soon);
  EXPECT_FALSE(refused.ok());
}

TEST_F(LiveFaultsTest, AnImageIsTheRoot) {
  // A root of links to where they shouldn't lead, with the host's programs.
  char folder[] = "/tmp/assay-image-XXXXXX";
  ASSERT_NE(::mkdtemp(folder), nullptr);
  const std::filesystem::path root = folder;
  for (const char* name : {"usr/bin", "lib64", "lib/x86_64-linux-gnu", "bin", "etc", "app"}) {
    std::filesystem::create_directories(root / name);
  }
  std::filesystem::create_directory_symlink("/root", root / "dev");
  std::filesystem::create_symlink("/root/assay-escaped", root / "etc/passwd");
  std::FILE* made = std::fopen((root / "app/made").c_str(), "w");
  std::fputs("in the image", made);
  std::fclose(made);
  ASSERT_EQ(
      std::system(("for f in bash cat ls id sh; do cp -L $(command -v $f) " + root.string() +
                   "/bin/; done; ldd /bin/bash /bin/ls /usr/bin/id | grep -o '/[^ ]*' | sort -u "
                   "| grep '^/lib' | xargs -I{} cp -L --parents {} " +
                   root.string())
                      .c_str()),
      0);
  LiveHostOptions options = HostOptions();
  options.find_image = [&root](const std::string& image) -> Result<LiveImage> {
    if (image == "mine") return LiveImage{root.string(), {}, nullptr};
    Error error = InvalidField("test", "image", "none such");
    error.sys_errno = ENOENT;
    return error;
  };
  auto images = MakeLiveBoxHost(options);
  ASSERT_TRUE(images.ok()) << images.error().ToString();
  LiveBoxSpec spec;
  spec.image = "mine";
  auto box = (*images)->Create(spec);
  ASSERT_TRUE(box.ok()) << box.error().ToString();
  EXPECT_EQ(Output(**box, "cat /app/made; id -un; ls /usr"), "in the imageuser\nbin\n");
  EXPECT_EQ(Output(**box, "echo more > /app2; cat < /dev/null; cat /app2; echo ok > /dev/null"),
            "more\n");
  spec.image = "other";
  EXPECT_FALSE((*images)->Create(spec).ok());
  box->reset();
  EXPECT_FALSE(std::filesystem::exists(root / "app2"));
  std::error_code hidden;  // from an ordinary user, who can't look there
  EXPECT_FALSE(std::filesystem::exists("/root/assay-escaped", hidden));
  EXPECT_FALSE(std::filesystem::exists("/root/null", hidden));
  std::filesystem::remove_all(root);
}

TEST_F(LiveFaultsTest, BoxesThatWaitComeBackWithoutARequest) {
  const std::vector<pid_t> others = Spawners();
  LiveHostOptions options = HostOptions();
  options.warm = 2;
  const auto warm = MakeLiveBoxHost(options);
  ASSERT_TRUE(warm.ok()) << warm.error().ToString();
  ASSERT_TRUE(Eventually([&] { return (*warm)->warm() == 2; }));
  const auto own = [&] {
    for (const pid_t pid : Spawners()) {
      if (std::find(others.begin(), others.end(), pid) == others.end()) return pid;
    }
    return -1;
  };
  const pid_t dead = own();
  ASSERT_EQ(::kill(dead, SIGKILL), 0);
  EXPECT_TRUE(Eventually([&] {
    const pid_t next = own();
    return next > 0 && next != dead && (*warm)->warm() == 2;
  }));
}

TEST_F(LiveFaultsTest, BoxesThatWaitAreTakenWithTheLimitsAskedFor) {
  LiveHostOptions options = HostOptions();
  options.warm = 3;
  auto warm = MakeLiveBoxHost(options);
  ASSERT_TRUE(warm.ok()) << warm.error().ToString();
  ASSERT_TRUE(Eventually([&] { return (*warm)->warm() == 3; }));
  LiveBoxSpec spec;
  spec.limits.disk_bytes = 4 << 20;
  auto box = (*warm)->Create(spec);
  ASSERT_TRUE(box.ok());
  EXPECT_THAT(RunShell(**box, "head -c 20000000 /dev/zero > big").err,
              HasSubstr("No space left on device"));
  EXPECT_TRUE(Eventually([&] { return (*warm)->warm() == 3; }));
  // One that died while it waited is not handed out.
  std::vector<std::unique_ptr<LiveBox>> taken;
  for (int i = 0; i < 6; ++i) {
    auto next = (*warm)->Create({});
    ASSERT_TRUE(next.ok()) << next.error().ToString();
    EXPECT_EQ(Output(**next, "echo here"), "here\n");
    taken.push_back(std::move(*next));
  }
  taken.clear();
  box->reset();
}

}  // namespace
}  // namespace assay
