#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "sandbox/box_fixture.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/faults_test_util.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

class FaultTest : public BoxFixture {};

int OpenDescriptors() {
  int count = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
    ++count;
  }
  return count;
}

int OwnCgroupDirectories() {
  const CgroupHost host = DetectCgroups();
  const std::string root = (host.unified.empty() ? host.memory : host.unified) + "/assay";
  int count = 0;
  std::error_code ignored;
  std::filesystem::recursive_directory_iterator entry(root, ignored);
  // Not into others', which go away meanwhile.
  for (; entry != std::filesystem::recursive_directory_iterator(); entry.increment(ignored)) {
    const bool ours =
        entry->path().string().find("-" + std::to_string(::getpid()) + "-") != std::string::npos;
    if (!ours) entry.disable_recursion_pending();
    count += ours && entry->is_directory(ignored) ? 1 : 0;
  }
  return count;
}

// Those in the mount namespace of a process, or of them those on `place`.
int MountsOf(pid_t pid, const std::string& place = "") {
  std::ifstream file("/proc/" + std::to_string(pid) + "/mounts");
  int count = 0;
  for (std::string line; std::getline(file, line);) {
    count += place.empty() || line.find(" " + place + " ") != std::string::npos;
  }
  return count;
}

// The letter of /proc/PID/stat; 0 when the process is gone.
char StateOf(pid_t pid) {
  std::string line;
  std::getline(std::ifstream("/proc/" + std::to_string(pid) + "/stat"), line);
  const size_t name_end = line.rfind(") ");
  return name_end == line.npos ? 0 : line[name_end + 2];
}

// Whether a box of this spawner runs sleep(1): a fault that comes earlier hits no run.
bool ASleeperRuns(pid_t spawner) {
  for (const pid_t agent : ChildrenOf(spawner)) {
    for (const pid_t program : ChildrenOf(agent)) {
      std::string name;
      std::getline(std::ifstream("/proc/" + std::to_string(program) + "/comm"), name);
      if (name == "sleep") return true;
    }
  }
  return false;
}

TEST_F(FaultTest, ManyRunsLeaveNothingBehind) {
  const auto run = [&] {
    RunRequest request = Shell("cat a; (sleep 100 &) ; echo x > f");
    request.files = {{"a", Blob::FromString("A"), false}};
    request.stdin_bytes = Blob::FromString("input");
    request.fetch = {"f"};
    request.reply = true;
    const RunResult result = Run(request);
    EXPECT_EQ(result.stdout_bytes, "A");
    EXPECT_EQ(result.files.size(), 1U);
  };
  for (int i = 0; i < 5; ++i) run();
  const auto agents = ChildrenOf(runner()->spawner_pid());
  ASSERT_FALSE(agents.empty());
  const auto agent_fds = [&] {
    int count = 0;
    const std::string path = "/proc/" + std::to_string(agents[0]) + "/fd";
    for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(path)) ++count;
    return count;
  };
  const int fds = OpenDescriptors(), mounts = MountsOf(::getpid());
  // Its writable places go after each run, a moment later.
  const auto has_no_places = [&] { return MountsOf(agents[0], "/box") == 0; };
  ASSERT_TRUE(Eventually(has_no_places));
  // What it still holds while it clears up goes in the same moment.
  int box_fds = -1;
  ASSERT_TRUE(Eventually([&] {
    const int before = box_fds;
    box_fds = agent_fds();
    return box_fds == before;
  }));
  const int box_mounts = MountsOf(agents[0]), groups = OwnCgroupDirectories();
  for (int i = 0; i < 300; ++i) run();
  EXPECT_EQ(ChildrenOf(runner()->spawner_pid()), agents) << "the box is used again";
  EXPECT_TRUE(Eventually([&] { return OpenDescriptors() == fds; })) << OpenDescriptors() - fds;
  EXPECT_TRUE(Eventually([&] { return OwnCgroupDirectories() == groups; }));
  EXPECT_EQ(MountsOf(::getpid()), mounts);
  ASSERT_TRUE(Eventually(has_no_places));
  EXPECT_TRUE(Eventually([&] { return MountsOf(agents[0]) == box_mounts; }));
  EXPECT_TRUE(Eventually([&] { return agent_fds() == box_fds; })) << agent_fds() - box_fds;
}

TEST_F(FaultTest, ABoxGoesWithTheRunThatUsedTheNetwork) {
  const auto boxes = [&] {
    EXPECT_EQ(Output(Shell("echo on")), "on\n");
    return ChildrenOf(runner()->spawner_pid());
  };
  const auto asks = [&](const std::string& socket) {
    EXPECT_EQ(Output(Python("import socket\n" + socket + "\nprint('ok')")), "ok\n") << socket;
  };
  const auto before = boxes();
  asks("socket.socketpair()");
  asks("socket.socket(socket.AF_UNIX)");
  EXPECT_EQ(boxes(), before);
  for (const char* family : {"AF_INET", "AF_INET6", "AF_NETLINK"}) {
    const auto last = boxes();
    asks(std::string("socket.socket(socket.") + family + ", socket.SOCK_DGRAM)");
    EXPECT_TRUE(Eventually([&] { return boxes() != last; })) << family;
  }
}

TEST_F(FaultTest, ABoxGoesWithTheRunThatMadeAnObjectOfSystemVOrAQueue) {
  const auto boxes = [&] {
    EXPECT_EQ(Output(Shell("echo on")), "on\n");
    return ChildrenOf(runner()->spawner_pid());
  };
  const std::string begin =
      "import ctypes, os\n"
      "libc, rt = ctypes.CDLL(None), ctypes.CDLL('librt.so.1')\n";
  for (const char* call :
       {"libc.shmget(4242, 4096, 0o1600)", "libc.semget(4242, 2, 0o1600)",
        "libc.msgget(4242, 0o1600)",
        "rt.mq_open(b'/left', os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600, None)"}) {
    const auto last = boxes();
    const std::string script = begin + "print(" + call + " >= 0)\n";
    EXPECT_EQ(Output(Python(script)), "True\n") << call;
    EXPECT_TRUE(Eventually([&] { return boxes() != last; })) << call;
    EXPECT_EQ(Output(Python(begin + "print(libc.shmget(4242, 4096, 0), libc.semget(4242, 2, 0), "
                                    "libc.msgget(4242, 0), rt.mq_open(b'/left', os.O_RDWR))")),
              "-1 -1 -1 -1\n")
        << call;
  }
}

TEST_F(FaultTest, BoxesAreReplacedAfterTheirTime) {
  SandboxOptions options = TierOptions();
  options.slots = 1;
  options.runs_per_box = 3;
  auto created = BoxRunner::Create(options);
  ASSERT_TRUE(created.ok()) << created.error().ToString();
  const int fds = OpenDescriptors();
  for (int i = 0; i < 20; ++i) {
    auto result = (*created)->Run(Shell("echo on"), nullptr);
    ASSERT_TRUE(result.ok()) << result.error().ToString();
    EXPECT_EQ(result->stdout_bytes, "on\n");
  }
  EXPECT_TRUE(Eventually([&] { return OpenDescriptors() == fds; })) << OpenDescriptors() - fds;
  EXPECT_TRUE(Eventually([&] { return ChildrenOf((*created)->spawner_pid()).size() <= 1; }));
}

// Starts `request`, a sleeper, does `harm` to the machinery once it sleeps, and expects a retryable
// error.
void ExpectRetryable(BoxRunner& runner, RunRequest request, const std::function<void()>& harm) {
  request.limits.wall_time = std::chrono::seconds(600);
  const pid_t spawner = runner.spawner_pid();
  std::thread saboteur([&] {
    EXPECT_TRUE(Eventually([&] { return ASleeperRuns(spawner); }));
    harm();
  });
  const auto result = runner.Run(request, nullptr);
  saboteur.join();
  ASSERT_FALSE(result.ok());
  EXPECT_TRUE(result.error().retryable()) << result.error().ToString();
}

TEST_F(FaultTest, KilledAgentIsRetryable) {
  ExpectRetryable(*runner(), Shell("exec sleep 300"), [&] {
    for (const pid_t agent : ChildrenOf(runner()->spawner_pid())) ::kill(agent, SIGKILL);
  });
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
  // Between runs it isn't even noticed.
  for (const pid_t agent : ChildrenOf(runner()->spawner_pid())) {
    ::kill(agent, SIGKILL);
    EXPECT_TRUE(Eventually([&] { return ::kill(agent, 0) != 0; }));
  }
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

// What has been forked from an agent and runs nothing but its code yet. Stopped before the look, it
// can't become the program between the look and the kill. kill() returns when the signal is due,
// not when it has arrived: on a busy host the child runs on meanwhile, so the look waits for the
// stop.
bool KillIfNotYetTheProgram(pid_t agent, pid_t child) {
  if (::kill(child, SIGSTOP) != 0) return false;
  char state = StateOf(child);
  while (state != 'T' && state != 'Z' && state != 'X' && state != 0) {
    std::this_thread::yield();
    state = StateOf(child);
  }
  if (state != 'T') return false;
  std::error_code gone;
  const auto program_of = [&gone](pid_t pid) {
    return std::filesystem::read_symlink("/proc/" + std::to_string(pid) + "/exe", gone);
  };
  const auto runs = program_of(child);
  const bool early = !gone && runs == program_of(agent) && !gone;
  ::kill(child, early ? SIGKILL : SIGCONT);
  return early;
}

TEST_F(FaultTest, AProgramKilledBeforeItBeganIsRetryable) {
  ASSERT_EQ(Output(Shell("echo on")), "on\n");
  std::atomic<bool> over{false};
  std::thread saboteur([&] {
    while (!over) {
      for (const pid_t agent : ChildrenOf(runner()->spawner_pid())) {
        for (const pid_t child : ChildrenOf(agent)) KillIfNotYetTheProgram(agent, child);
      }
    }
  });
  bool hit = false;
  for (const auto end = std::chrono::steady_clock::now() + std::chrono::minutes(5);
       !hit && std::chrono::steady_clock::now() < end;) {
    const auto result = runner()->Run(Shell("exit 7"), nullptr);
    if (result.ok()) {
      EXPECT_EQ(result->status, RunStatus::kExited);
      EXPECT_EQ(result->exit_code, 7);
    } else {
      EXPECT_TRUE(result.error().retryable()) << result.error().ToString();
      hit = true;
    }
  }
  over = true;
  saboteur.join();
  EXPECT_TRUE(hit);
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

TEST_F(FaultTest, KilledSpawnerIsReplaced) {
  const pid_t first = runner()->spawner_pid();
  const auto agents = ChildrenOf(first);
  ExpectRetryable(*runner(), Shell("exec sleep 300"), [&] { ::kill(first, SIGKILL); });
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
  EXPECT_NE(runner()->spawner_pid(), first);
  for (const pid_t agent : agents) {
    EXPECT_TRUE(Eventually([&] { return ::kill(agent, 0) != 0; })) << "orphaned agent " << agent;
  }
  // Between runs it isn't noticed, once its boxes have gone with it.
  const auto next_agents = ChildrenOf(runner()->spawner_pid());
  ::kill(runner()->spawner_pid(), SIGKILL);
  for (const pid_t agent : next_agents) {
    EXPECT_TRUE(Eventually([&] { return ::kill(agent, 0) != 0; })) << "orphaned agent " << agent;
  }
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

TEST_F(FaultTest, StoppedAgentDoesNotHangTheRun) {
  RunRequest request = Shell("exec sleep 300");
  request.limits.wall_time = std::chrono::seconds(600);
  CancelToken cancel;  // shortens the server's patience with the box
  const pid_t spawner = runner()->spawner_pid();
  std::thread saboteur([&] {
    EXPECT_TRUE(Eventually([&] { return ASleeperRuns(spawner); }));
    for (const pid_t agent : ChildrenOf(spawner)) {
      ::kill(agent, SIGSTOP);
      EXPECT_TRUE(Eventually([&] { return StateOf(agent) == 'T'; }));
    }
    cancel.Cancel();
  });
  EXPECT_EQ(Run(request, &cancel).status, RunStatus::kCancelled);
  saboteur.join();
  EXPECT_EQ(Output(Shell("echo on")), "on\n");
}

TEST_F(FaultTest, ConcurrentRuns) {
  SandboxOptions options = TierOptions();
  options.slots = 4;
  auto created = BoxRunner::Create(options);
  ASSERT_TRUE(created.ok()) << created.error().ToString();
  BoxRunner& four = **created;
  std::atomic<int> good{0};
  std::vector<std::thread> threads;
  for (int t = 0; t < 6; ++t) {  // more callers than slots
    threads.emplace_back([&, t] {
      for (int i = 0; i < 15; ++i) {
        const std::string mine = std::to_string(t * 100 + i);
        RunRequest request = Shell("echo " + mine + " > f; cat f; cat; ls | wc -l");
        request.stdin_bytes = Blob::FromString(mine + "\n");
        auto result = four.Run(request, nullptr);
        const std::string expected = mine + "\n" + mine + "\n1\n";
        if (result.ok() && result->stdout_bytes == expected) ++good;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(good, 90);
}

TEST_F(FaultTest, TheEndOfTheRunnerEndsEverything) {
  SandboxOptions options = TierOptions();
  options.slots = 2;
  const int groups = OwnCgroupDirectories();
  auto created = BoxRunner::Create(options);
  ASSERT_TRUE(created.ok()) << created.error().ToString();
  ASSERT_TRUE((*created)->Run(Shell("true"), nullptr).ok());
  const pid_t spawner = (*created)->spawner_pid();
  const auto agents = ChildrenOf(spawner);
  created->reset();
  EXPECT_NE(::kill(spawner, 0), 0);
  for (const pid_t agent : agents) EXPECT_NE(::kill(agent, 0), 0);
  EXPECT_TRUE(Eventually([&] { return OwnCgroupDirectories() == groups; }));
}

TEST_F(FaultTest, AKilledServerTakesEverythingWithIt) {
  int ends[2];
  ASSERT_EQ(::pipe2(ends, O_CLOEXEC), 0);
  const pid_t server = ::fork();
  if (server == 0) {
    ::dup2(ends[1], 1);
    ::execl("/proc/self/exe", "server", "__serve_until_killed", nullptr);
    ::_exit(127);
  }
  ::close(ends[1]);
  char text[32] = {};
  ASSERT_GT(::read(ends[0], text, sizeof text - 1), 0);
  const pid_t spawner = std::atoi(text);
  std::vector<pid_t> doomed;
  ASSERT_TRUE(Eventually([&] {  // the sleeper runs
    doomed = ChildrenOf(spawner);
    for (const pid_t agent : ChildrenOf(spawner)) {
      const auto programs = ChildrenOf(agent);
      doomed.insert(doomed.end(), programs.begin(), programs.end());
      if (!programs.empty()) return true;
    }
    return false;
  }));
  doomed.push_back(spawner);
  ::kill(server, SIGKILL);
  ::waitpid(server, nullptr, 0);
  // The orphaned spawner may stay a zombie of an init that doesn't reap; zombies have no memory.
  for (const pid_t pid : doomed) {
    EXPECT_TRUE(Eventually([&] {
      std::ifstream maps("/proc/" + std::to_string(pid) + "/maps");
      return !maps || maps.peek() == EOF;
    })) << pid;
  }
  const CgroupHost host = DetectCgroups();
  const std::string parent = (host.unified.empty() ? host.memory : host.unified) + "/assay";
  EXPECT_TRUE(Eventually([&] {
    for (const auto& entry : std::filesystem::directory_iterator(parent)) {
      if (entry.path().string().find("-" + std::to_string(server) + "-") != std::string::npos) {
        return false;
      }
    }
    return true;
  }));
  ::close(ends[0]);
}

TEST_F(FaultTest, ADeadServersCgroupsAreRemoved) {
  const CgroupHost host = DetectCgroups();
  const std::string root = host.unified.empty() ? host.memory : host.unified;
  // As this process, but started at another time: it can't be alive.
  const std::string id = NewServerId();
  const size_t pid_end = id.find('-', id.find('-') + 1);
  const std::string stale = root + "/assay/" + id.substr(0, pid_end) + "-1-1";
  std::filesystem::create_directories(stale + "/box-1/run");
  SandboxOptions options = TierOptions();
  options.slots = 1;
  ASSERT_TRUE(BoxRunner::Create(options).ok());
  EXPECT_FALSE(std::filesystem::exists(stale));
}

// Where the host's rules know programs by their paths.
TEST_F(FaultTest, OurOwnProgramIsASpawnerToo) {
  SandboxOptions options = TierOptions();
  options.spawner_path = "/proc/self/exe";
  options.slots = 1;
  auto created = BoxRunner::Create(std::move(options));
  ASSERT_TRUE(created.ok()) << created.error().ToString();
  RunRequest request;
  request.argv = {"/bin/echo", "here"};
  const auto result = (*created)->Run(request, nullptr);
  ASSERT_TRUE(result.ok()) << result.error().ToString();
  EXPECT_EQ(result->exit_code, 0);
}

// Where toolchains are is looked for once, and installing another version moves links.
TEST_F(FaultTest, AShownLinkThatGoesAwayHurtsNoBox) {
  const std::string folder = "/srv/assay-test-" + std::to_string(::getpid());
  std::filesystem::create_directories(folder + "/real/bin");
  std::filesystem::create_symlink("real", folder + "/link");
  SandboxOptions options = TierOptions();
  options.visible_paths = {folder + "/link/bin"};
  options.slots = 1;
  options.runs_per_box = 1;
  auto created = BoxRunner::Create(std::move(options));
  ASSERT_TRUE(created.ok()) << created.error().ToString();
  std::filesystem::remove(folder + "/link");
  for (int i = 0; i < 3; ++i) {
    const auto result = (*created)->Run(Shell("readlink " + folder + "/link"), nullptr);
    ASSERT_TRUE(result.ok()) << result.error().ToString();
    EXPECT_EQ(result->exit_code, 0);
  }
  std::filesystem::remove_all(folder);
}

TEST_F(FaultTest, WrongOptionsAreRefusedWithAReason) {
  SandboxOptions options = TierOptions();
  options.visible_paths = {"/"};
  auto created = BoxRunner::Create(options);
  ASSERT_FALSE(created.ok());
  EXPECT_EQ(created.error().code, ErrorCode::kInvalidArgument) << created.error().ToString();
  options.visible_paths = {"/tmp/toolchain"};
  EXPECT_FALSE(BoxRunner::Create(options).ok());
  options.visible_paths = {};
  options.spawner_path = "/no/such/spawner";
  EXPECT_FALSE(BoxRunner::Create(options).ok());
}

}  // namespace
}  // namespace assay
