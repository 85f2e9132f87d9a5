// The parts of the sandbox that need no privileges.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "sandbox/box/order.h"
#include "sandbox/cgroup/cgroup_accounting.h"
#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/cgroup/live_account.h"
#include "sandbox/cgroup/run_cgroup.h"
#include "sandbox/contain/scratch.h"
#include "sandbox/contain/seccomp_filter.h"
#include "sandbox/tiers/privileged_probe.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

TEST(Wire, RoundTrip) {
  WireWriter out;
  out.Number(-5);
  out.Bytes(std::string_view("a\0b", 3));
  out.Strings({"x", ""});
  out.ErrorValue(Error{ErrorCode::kResource, "sandbox.x", 12, "why"});
  WireReader in(out.bytes());
  EXPECT_EQ(in.Number(), -5);
  EXPECT_EQ(in.Bytes(), std::string_view("a\0b", 3));
  EXPECT_EQ(in.Strings(), (std::vector<std::string>{"x", ""}));
  const Error error = in.ErrorValue();
  EXPECT_EQ(error.code, ErrorCode::kResource);
  EXPECT_EQ(error.stage, "sandbox.x");
  EXPECT_EQ(error.sys_errno, 12);
  EXPECT_EQ(error.message, "why");
  EXPECT_TRUE(in.complete());
}

TEST(Wire, TruncatedInputIsNoticed) {
  WireWriter out;
  out.Strings({"hello", "world"});
  for (size_t size = 0; size < out.bytes().size(); ++size) {
    WireReader in(std::string_view(out.bytes()).substr(0, size));
    in.Strings();
    EXPECT_FALSE(in.ok()) << size;
  }
  WireWriter huge;
  huge.Number(1LL << 60);
  WireReader in(huge.bytes());
  EXPECT_EQ(in.Bytes(), "");
  EXPECT_FALSE(in.ok());
}

TEST(Wire, FramesCarryBodiesOfAnySizeAndDescriptors) {
  auto channel = MakeChannel();
  ASSERT_TRUE(channel.ok());
  const SteadyTime soon = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  UniqueFd null(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  for (const size_t size :
       {size_t{0}, size_t{100}, kInlineBody, kInlineBody + 1, size_t{3 << 20}}) {
    const std::string body(size, 'b');
    ASSERT_TRUE(SendFrame(channel->first.get(), 7, body, {null.get(), null.get()}, soon).ok());
    auto frame = ReceiveFrame(channel->second.get(), soon);
    ASSERT_TRUE(frame.ok()) << frame.error().ToString();
    EXPECT_EQ(frame->type, 7U);
    EXPECT_EQ(frame->body, body);
    EXPECT_EQ(frame->fds.size(), 2U);
  }
  EXPECT_FALSE(ReceiveFrame(channel->second.get(), std::chrono::steady_clock::now()).ok());
  channel->first.Reset();
  EXPECT_FALSE(ReceiveFrame(channel->second.get(), soon).ok());
  EXPECT_FALSE(SendFrame(channel->second.get(), 1, "x", {}, soon).ok());
}

TEST(Order, EncodingRoundTrip) {
  RunOrder order;
  order.argv = {"a", "b c", ""};
  order.env = {"K=v"};
  order.reply = true;
  order.cpu_time = Nanoseconds(123);
  order.memory_bytes = 1 << 20;
  order.fetch = {"*"};
  order.files.push_back({3, "x/y", true, true, "bytes"});
  auto copy = RunOrder::Decode(order.Encode());
  ASSERT_TRUE(copy.ok());
  EXPECT_EQ(copy->argv, order.argv);
  EXPECT_EQ(copy->Encode(), order.Encode());
  const std::string bytes = order.Encode();
  for (size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(RunOrder::Decode(std::string_view(bytes).substr(0, size)).ok()) << size;
  }
}

TEST(Order, LimitsOutOfRangeAreRefused) {
  RunRequest request;
  EXPECT_FALSE(PrepareOrder(request, 1).ok()) << "no argv";
  request.argv = {"x"};
  ASSERT_TRUE(PrepareOrder(request, 77).ok());
  request.limits.memory_bytes = 0;
  EXPECT_EQ(PrepareOrder(request, 77)->order.memory_bytes, 77);
  request.files = {{"a", Blob::FromString(std::string(78, 'x'))}};
  EXPECT_TRUE(PrepareOrder(request, 77).ok()) << "too large a program is the run's memory limit";
  request.limits.processes = 0;
  EXPECT_FALSE(PrepareOrder(request, 77).ok());
}

TEST(Patterns, Match) {
  EXPECT_TRUE(MatchesPattern("*.class", "A.class"));
  EXPECT_TRUE(MatchesPattern("*", ""));
  EXPECT_TRUE(MatchesPattern("a*b*c", "aXXbYbZc"));
  EXPECT_FALSE(MatchesPattern("a*b", "ac"));
  EXPECT_FALSE(MatchesPattern("*.class", "A.classy"));
  EXPECT_FALSE(MatchesPattern(std::string(40, '*') + "b", std::string(1000, 'a')));
}

TEST(ControlFiles, Numbers) {
  EXPECT_EQ(ParseNumber(" 42\n"), 42);
  EXPECT_EQ(ParseNumber("max\n"), INT64_MAX);
  EXPECT_EQ(ParseNumber("9223372036854771712"), 9223372036854771712LL);
  EXPECT_EQ(ParseNumber(""), std::nullopt);
  EXPECT_EQ(ParseNumber("4x"), std::nullopt);
  const char* events = "low 0\noom 3\noom_kill 2\noom_group_kill 1\n";
  EXPECT_EQ(KeyedNumber(events, "oom_kill"), 2);
  EXPECT_EQ(KeyedNumber(events, "oom"), 3);
  EXPECT_EQ(KeyedNumber(events, "o"), std::nullopt);
  const char* pressure =
      "some avg10=0.00 avg60=0.00 avg300=0.00 total=777\n"
      "full avg10=0.00 avg60=0.00 avg300=0.00 total=55\n";
  EXPECT_EQ(PressureTotalMicros(pressure, "full"), 55);
  EXPECT_EQ(PressureTotalMicros(pressure, "some"), 777);
  EXPECT_EQ(PressureTotalMicros("", "full"), std::nullopt);
}

TEST(CgroupLayouts, AreRecognised) {
  const char* hybrid =
      "proc /proc proc rw 0 0\n"
      "cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,cpu,cpuacct 0 0\n"
      "cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0\n"
      "cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0\n"
      "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n";
  CgroupHost host = ParseCgroupMounts(hybrid, "hugetlb\n");
  EXPECT_EQ(host.layout, CgroupLayout::kHybrid);
  EXPECT_EQ(host.memory, "/sys/fs/cgroup/memory");
  EXPECT_EQ(host.cpuacct, "/sys/fs/cgroup/cpu,cpuacct");
  host =
      ParseCgroupMounts("cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n", "cpuset cpu io memory pids\n");
  EXPECT_EQ(host.layout, CgroupLayout::kV2);
  EXPECT_EQ(host.unified, "/sys/fs/cgroup");
  host = ParseCgroupMounts("cgroup2 /sys/fs/cgroup cgroup2 rw 0 0\n", "cpu io\n");
  EXPECT_EQ(host.layout, CgroupLayout::kNone);
  EXPECT_FALSE(host.problem.empty());
  EXPECT_EQ(ParseCgroupMounts("", "").layout, CgroupLayout::kNone);
}

TEST(CgroupHost, FindsTheGroupOfAProcess) {
  const char* text = "9:name=systemd:/x\n4:cpu,memory:/a/b\n0::/user.slice/run-7.scope\n";
  EXPECT_EQ(GroupOf(text, "/m", "memory"), "/m/a/b");
  EXPECT_EQ(GroupOf(text, "/m", "pids"), "");
  EXPECT_EQ(GroupOf(text, "/u", ""), "/u/user.slice/run-7.scope");
  EXPECT_EQ(GroupOf("0::/\n", "/u", ""), "/u");
  EXPECT_EQ(GroupOf("", "/u", ""), "");
  EXPECT_EQ(GroupOf(text, "", ""), "");
  EXPECT_EQ(DelegatedGroup("/u/run-7.scope"), "/u/run-7.scope");
  EXPECT_EQ(DelegatedGroup("/u/run-7.scope/assay-host"), "/u/run-7.scope");
}

TEST(ServerNames, OnlyTheCertainlyDeadAreDead) {
  const std::string mine = NewServerId();
  EXPECT_FALSE(ServerIsDead(mine));
  EXPECT_NE(mine, NewServerId());
  const size_t start = mine.find('-', mine.find('-') + 1);
  EXPECT_TRUE(ServerIsDead(mine.substr(0, start) + "-1-1")) << "another start time";
  EXPECT_FALSE(ServerIsDead("1-" + mine.substr(mine.find('-') + 1))) << "another pid namespace";
  EXPECT_FALSE(ServerIsDead("nonsense"));
  EXPECT_FALSE(ServerIsDead(""));
}

// A directory that looks like a v2 box: what is written where, and what is made of the counters.
class FakeV2 : public testing::Test {
 protected:
  void SetUp() override {
    char pattern[] = "/tmp/assay-v2-XXXXXX";
    ASSERT_NE(::mkdtemp(pattern), nullptr);
    path_ = pattern;
  }
  void TearDown() override { std::filesystem::remove_all(path_); }

  void Put(const std::string& name, const std::string& text) {
    std::ofstream(path_ + "/run/" + name) << text;
  }
  std::string Get(const std::string& name) {
    std::ifstream file(path_ + "/run/" + name);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::unique_ptr<RunCgroup> Open() {
    LeafMaker maker;
    maker.make = [this](int, const char* name) {
      ++made_;
      std::filesystem::create_directory(path_ + "/" + name);
      for (const char* file :
           {"memory.max", "memory.swap.max", "memory.oom.group", "pids.max", "cgroup.kill"}) {
        Put(file, "");
      }
      if (std::filesystem::exists(path_ + "/memory.peak")) Put("memory.peak", "0\n");
      return true;
    };
    maker.remove = [this](int, const char* name) {
      errno = ENOENT;
      return std::filesystem::remove_all(path_ + "/" + name) > 0;
    };
    return OpenV2RunCgroup(UniqueFd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
                           std::move(maker));
  }

  std::string path_;
  int made_ = 0;
};

TEST_F(FakeV2, EveryRunGetsAFreshLimitedLeaf) {
  auto cgroup = Open();
  ASSERT_TRUE(cgroup->Begin().ok());
  ASSERT_TRUE(cgroup->SetLimits({64 << 20, 20}).ok());
  EXPECT_EQ(Get("memory.max"), "67108864");
  EXPECT_EQ(Get("memory.swap.max"), "0");
  EXPECT_EQ(Get("memory.oom.group"), "1");
  EXPECT_EQ(Get("pids.max"), "20");
  EXPECT_GE(cgroup->clone_fd(), 0);
  Put("marker", "x");
  ASSERT_TRUE(cgroup->Begin().ok());
  ASSERT_TRUE(cgroup->SetLimits({1 << 20, 5}).ok());
  EXPECT_EQ(made_, 2);
  EXPECT_EQ(Get("marker"), "");
  EXPECT_EQ(Get("pids.max"), "5");
}

TEST_F(FakeV2, CountersBecomeAccounting) {
  auto cgroup = Open();
  ASSERT_TRUE(cgroup->Begin().ok());
  ASSERT_TRUE(cgroup->SetLimits({1 << 20, 20}).ok());
  EXPECT_EQ(cgroup->CpuTime().count(), 0) << "files missing";
  EXPECT_EQ(cgroup->WaitedTime(), std::nullopt);
  EXPECT_EQ(cgroup->DiskTime().count(), 0);
  Put("cpu.stat", "usage_usec 1500\nuser_usec 1000\nsystem_usec 500\n");
  Put("cpu.pressure", "some avg10=0.00 total=9\nfull avg10=0.00 total=7\n");
  Put("io.pressure", "some avg10=0.00 total=8\nfull avg10=0.00 total=5\n");
  Put("memory.peak", "524288\n");
  Put("memory.events", "low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n");
  EXPECT_EQ(cgroup->CpuTime(), std::chrono::microseconds(1500));
  EXPECT_EQ(cgroup->WaitedTime(), std::chrono::microseconds(9));
  EXPECT_EQ(cgroup->DiskTime(), std::chrono::microseconds(5));
  EXPECT_EQ(cgroup->Memory().peak_bytes, 524288);
  EXPECT_EQ(cgroup->Memory().oom_kills, 0);
  EXPECT_FALSE(cgroup->Memory().reached_limit);
  Put("memory.peak", "1048576\n");
  Put("memory.events", "oom 1\noom_kill 4\noom_group_kill 1\n");
  EXPECT_EQ(cgroup->Memory().oom_kills, 4);
  EXPECT_TRUE(cgroup->Memory().reached_limit);
  EXPECT_TRUE(cgroup->Kill());
  EXPECT_EQ(Get("cgroup.kill"), "1");
}

TEST_F(FakeV2, AKillForTheMemoryOfAnotherGroupIsNotTheRuns) {
  auto cgroup = Open();
  ASSERT_TRUE(cgroup->Begin().ok());
  ASSERT_TRUE(cgroup->SetLimits({1 << 20, 20}).ok());
  Put("memory.events", "low 0\nhigh 0\nmax 3\noom 0\noom_kill 0\n");
  EXPECT_FALSE(cgroup->KillsAround());
  // Its files filled the limit, which is no fault; then a group above it was out of memory.
  Put("memory.peak", "1048576\n");
  Put("memory.events", "max 3\noom 0\noom_kill 4\noom_group_kill 1\n");
  EXPECT_TRUE(cgroup->KillsAround());
  EXPECT_EQ(cgroup->Memory().oom_kills, 0);
  EXPECT_FALSE(cgroup->Memory().reached_limit);
  Put("memory.events", "max 3\noom 1\noom_kill 4\noom_group_kill 1\n");
  EXPECT_FALSE(cgroup->KillsAround());
  EXPECT_EQ(cgroup->Memory().oom_kills, 4);
}

TEST_F(FakeV2, ARunInTheProcessOfTheLastOneIsCountedByDifference) {
  EXPECT_FALSE(Open()->Continues()) << "before Linux 6.12 the peak can't be reset";
  std::ofstream(path_ + "/memory.peak") << "7\n";
  auto cgroup = Open();
  EXPECT_TRUE(cgroup->Continues());
  ASSERT_TRUE(cgroup->Begin().ok());
  ASSERT_TRUE(cgroup->SetLimits({1 << 20, 20}).ok());
  Put("memory.peak", "1048576\n");
  Put("memory.events", "oom 1\noom_kill 2\n");
  Put("cpu.stat", "usage_usec 1500\n");
  Put("cpu.pressure", "some avg10=0.00 total=9\n");
  Put("io.pressure", "full avg10=0.00 total=6\n");
  EXPECT_TRUE(cgroup->Memory().reached_limit);
  cgroup->LiftMemoryLimit();
  EXPECT_EQ(Get("memory.max").substr(0, 3), "max");
  Put("marker", "x");
  ASSERT_TRUE(cgroup->BeginAgain().ok());
  ASSERT_TRUE(cgroup->SetLimits({2 << 20, 20}).ok());
  EXPECT_EQ(Get("marker"), "x") << "the process is still in it";
  EXPECT_EQ(Get("memory.peak").substr(0, 5), "reset");
  EXPECT_EQ(Get("memory.max"), "2097152");
  Put("memory.peak", "4096\n");
  Put("cpu.stat", "usage_usec 1700\n");
  Put("cpu.pressure", "some avg10=0.00 total=12\n");
  Put("io.pressure", "full avg10=0.00 total=10\n");
  EXPECT_EQ(cgroup->CpuTime(), std::chrono::microseconds(200));
  EXPECT_EQ(cgroup->WaitedTime(), std::chrono::microseconds(3));
  EXPECT_EQ(cgroup->DiskTime(), std::chrono::microseconds(4));
  EXPECT_EQ(cgroup->Memory().peak_bytes, 4096);
  EXPECT_EQ(cgroup->Memory().oom_kills, 0);
  EXPECT_FALSE(cgroup->Memory().any_kills);
  EXPECT_FALSE(cgroup->Memory().reached_limit);
}

TEST_F(FakeV2, CountsTheTasksOfTheBox) {
  EXPECT_EQ(Open()->BoxTasks(), std::nullopt) << "not every kernel counts them";
  std::ofstream(path_ + "/pids.current") << "3\n";
  EXPECT_EQ(Open()->BoxTasks(), 3);
}

class FakeV1 : public testing::Test {
 protected:
  void SetUp() override {
    path_ = testing::TempDir() + "assay-v1-" + std::to_string(::getpid());
    std::filesystem::create_directory(path_);
    for (const char* file :
         {"memory.limit_in_bytes", "memory.memsw.limit_in_bytes", "memory.max_usage_in_bytes",
          "memory.failcnt", "memory.memsw.failcnt", "pids.max", "cpuacct.usage"}) {
      Put(file, "0\n");
    }
    Put("memory.oom_control", "oom_kill 2\n");
  }
  void TearDown() override { std::filesystem::remove_all(path_); }
  void Put(const std::string& name, const std::string& text) {
    std::ofstream(path_ + "/" + name) << text;
  }
  UniqueFd Folder() const {
    return UniqueFd(::open(path_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  }

  std::string path_;
};

TEST_F(FakeV1, CountsTheTasksOfTheBox) {
  Put("pids.current", "4\n");
  auto opened = OpenV1RunCgroup(Folder(), Folder(), Folder(), UniqueFd());
  ASSERT_TRUE(opened.ok()) << opened.error().ToString();
  EXPECT_EQ((*opened)->BoxTasks(), 4);
  Put("pids.current", "2\n");
  EXPECT_EQ((*opened)->BoxTasks(), 2);
}

TEST_F(FakeV1, WhatAnEarlierRunWasRefusedIsNotTheNextOnes) {
  auto opened = OpenV1RunCgroup(Folder(), Folder(), Folder(), UniqueFd());
  ASSERT_TRUE(opened.ok()) << opened.error().ToString();
  RunCgroup& cgroup = **opened;
  const auto begin = [&] {
    ASSERT_TRUE(cgroup.Begin().ok());
    ASSERT_TRUE(cgroup.SetLimits({100 << 20, 20}).ok());
  };
  begin();  // came nowhere near its limit
  Put("memory.max_usage_in_bytes", "1048576\n");
  EXPECT_FALSE(cgroup.Memory().any_kills);
  begin();  // was refused some, and lived on
  Put("memory.failcnt", "9\n");
  Put("memory.max_usage_in_bytes", "104857600\n");
  EXPECT_FALSE(cgroup.Memory().any_kills);
  begin();
  Put("memory.max_usage_in_bytes", "1048576\n");
  Put("memory.oom_control", "oom_kill 3\n");
  EXPECT_TRUE(cgroup.Memory().any_kills);
  EXPECT_EQ(cgroup.Memory().oom_kills, 0);
  EXPECT_TRUE(cgroup.KillsAround());
  // Of a run that nobody asked about, nothing is known.
  Put("memory.oom_control", "oom_kill 2\n");
  begin();
  Put("memory.failcnt", "10\n");
  begin();
  Put("memory.max_usage_in_bytes", "1048576\n");
  EXPECT_FALSE(cgroup.Memory().any_kills);
  Put("memory.memsw.failcnt", "3\n");  // with what was swapped out, far below the peak
  begin();
  Put("memory.max_usage_in_bytes", "1048576\n");
  Put("memory.oom_control", "oom_kill 3\n");
  EXPECT_TRUE(cgroup.KillsAround());
}

TEST_F(FakeV1, KillsAreTheRunsWhenItsOwnLimitWasHit) {
  auto opened = OpenV1RunCgroup(Folder(), Folder(), Folder(), UniqueFd());
  ASSERT_TRUE(opened.ok()) << opened.error().ToString();
  RunCgroup& cgroup = **opened;
  Put("memory.failcnt", "7\n");
  for (const char* failures : {"memory.failcnt", "memory.memsw.failcnt"}) {
    Put("memory.oom_control", "oom_kill 2\n");
    ASSERT_TRUE(cgroup.Begin().ok());
    ASSERT_TRUE(cgroup.SetLimits({1 << 20, 20}).ok());
    EXPECT_FALSE(cgroup.KillsAround());
    Put("memory.oom_control", "oom_kill 3\n");
    EXPECT_TRUE(cgroup.KillsAround());
    EXPECT_EQ(cgroup.Memory().oom_kills, 0);
    Put(failures, "9\n");
    EXPECT_FALSE(cgroup.KillsAround());
    EXPECT_EQ(cgroup.Memory().oom_kills, 1);
  }
  // Where the hit wasn't counted.
  Put("memory.oom_control", "oom_kill 2\n");
  ASSERT_TRUE(cgroup.Begin().ok());
  ASSERT_TRUE(cgroup.SetLimits({1 << 20, 20}).ok());
  Put("memory.oom_control", "oom_kill 3\n");
  EXPECT_TRUE(cgroup.KillsAround());
  Put("memory.max_usage_in_bytes", "3145728\n");
  EXPECT_FALSE(cgroup.KillsAround());
  EXPECT_EQ(cgroup.Memory().oom_kills, 1);
  EXPECT_TRUE(cgroup.Memory().reached_limit);
}

// The groups of a box that stays, in both layouts.
TEST(LiveLimiter, KillsAreTheBoxsWhenItsOwnLimitWasHit) {
  const std::string root = testing::TempDir() + "assay-live-" + std::to_string(::getpid());
  std::filesystem::create_directories(root + "/box/user");
  const auto put = [&root](const std::string& name, const std::string& text) {
    std::ofstream(root + "/box/" + name) << text;
  };
  put("user/memory.current", "1\n");
  put("tasks", "");
  put("memory.limit_in_bytes", "1048576\n");
  put("memory.max_usage_in_bytes", "4096\n");
  CgroupHost host;
  host.memory = host.pids = host.cpuacct = host.unified = root;
  for (const CgroupLayout layout : {CgroupLayout::kV2, CgroupLayout::kHybrid}) {
    host.layout = layout;
    const LiveLimiter limiter(host, "box");
    const auto count = [&put](const std::string& hits, const std::string& kills) {
      put("user/memory.events", "max 9\noom " + hits + "\noom_kill " + kills + "\n");
      put("memory.oom_control", "oom_kill " + kills + "\n");
      put("memory.failcnt", hits + "\n");
    };
    count("0", "0");
    const OomCount none = limiter.Ooms();
    count("0", "3");
    const OomCount around = limiter.Ooms();
    EXPECT_FALSE(LimitKilled(none, around));
    EXPECT_EQ(limiter.Usage()->oom_kills, 0);
    count("1", "4");
    EXPECT_TRUE(LimitKilled(around, limiter.Ooms()));
    EXPECT_GT(limiter.Usage()->oom_kills, 0);
  }
  // Where v1 didn't count the hit.
  const LiveLimiter limiter(host, "box");
  const OomCount before = limiter.Ooms();
  put("memory.oom_control", "oom_kill 5\n");
  EXPECT_FALSE(LimitKilled(before, limiter.Ooms()));
  put("memory.max_usage_in_bytes", "1048576\n");
  EXPECT_TRUE(LimitKilled(before, limiter.Ooms()));
  std::filesystem::remove_all(root);
}

TEST(SeccompFilter, IsSmallEnoughForTheKernel) {
  auto filter = BuildCandidateFilter();
  ASSERT_TRUE(filter.ok()) << filter.error().ToString();
  EXPECT_GT(filter->size(), 20U);
  EXPECT_LT(filter->size(), 4096U);
}

TEST(HostReport, SaysWhatItFoundAndWhatFollows) {
  const HostReport report = InspectHost();
  EXPECT_GT(report.features.size(), 10U);
  for (const HostFeature& feature : report.features) {
    EXPECT_FALSE(feature.name.empty());
    EXPECT_EQ(feature.consequence.empty(), feature.available) << feature.name;
  }
  EXPECT_EQ(report.problem.empty(), report.allowed);
  EXPECT_FALSE(report.not_enforced.empty());
}

}  // namespace
}  // namespace assay
