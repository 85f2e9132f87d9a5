// The manager on boxes of this machine, without isolation: what every door relies on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>

#include <cerrno>
#include <future>

#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr auto kPatience = std::chrono::seconds(20);

class Collected final : public ExecutionListener {
 public:
  void OnStart(int pid) override { started.set_value(pid); }
  void OnOutput(OutputStream stream, const std::string& bytes) override {
    (stream == OutputStream::kStderr ? err : out) += bytes;
    unsent_bytes = after_output.load();
    if (!wanted.empty() && out.find(wanted) != out.npos && !seen_) {
      seen_ = true;
      seen.set_value();
    }
  }
  void OnEnd(const Result<ExecutionEnd>& result) override { end.set_value(result); }
  size_t unsent() const override { return unsent_bytes; }

  std::promise<int> started;
  std::promise<Result<ExecutionEnd>> end;
  std::promise<void> seen;
  std::string out, err, wanted;
  std::atomic<size_t> unsent_bytes{0}, after_output{0};

 private:
  bool seen_ = false;
};

class ManagerTest : public SessionsFixture {
 protected:
  static std::shared_ptr<Collected> Listen(const std::shared_ptr<Execution>& run) {
    auto listener = std::make_shared<Collected>();
    run->Attach(listener);
    return listener;
  }
  static Result<ExecutionEnd> EndOf(const std::shared_ptr<Collected>& listener) {
    auto future = listener->end.get_future();
    EXPECT_EQ(future.wait_for(kPatience), std::future_status::ready);
    return future.get();
  }
};

TEST_F(ManagerTest, RunsWhatItIsToldAndSaysHowItEnded) {
  const SandboxPtr sandbox = *Create();
  EXPECT_EQ(sandbox->Info().state, SandboxState::kRunning);
  const auto listener = Listen(*sandbox->Start(Shell("echo out; echo err >&2; exit 3")));
  const auto end = EndOf(listener);
  ASSERT_TRUE(end.ok());
  EXPECT_EQ(end->process.exit_code, 3);
  EXPECT_FALSE(end->timed_out);
  EXPECT_EQ(listener->out, "out\n");
  EXPECT_EQ(listener->err, "err\n");
}

TEST_F(ManagerTest, ATimeoutKillsTheGroup) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("sleep 100 & sleep 100");
  request.timeout = std::chrono::milliseconds(200);
  const auto end = EndOf(Listen(*sandbox->Start(request)));
  ASSERT_TRUE(end.ok());
  EXPECT_TRUE(end->timed_out);
  EXPECT_EQ(end->process.signal, SIGKILL);
}

TEST_F(ManagerTest, ALostBoxNeverGivesAnExitCode) {
  const SandboxPtr sandbox = *Create();
  const auto listener = Listen(*sandbox->Start(Shell("sleep 100")));
  listener->started.get_future().wait();
  host_.LoseAll();
  EXPECT_FALSE(EndOf(listener).ok());
  EXPECT_EQ(sandbox->Info().end, SandboxEnd::kLost);
  const auto refused = sandbox->Start(Shell("true"));
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("was lost"));
}

TEST_F(ManagerTest, WhoAttachesLaterHearsTheRestAndTheEnd) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("echo first; read x; echo second $x");
  request.process.input = true;
  const auto run = *sandbox->Start(request);
  const auto early = std::make_shared<Collected>();
  early->wanted = "first";
  run->Attach(early);
  early->seen.get_future().wait();
  const auto late = Listen(run);
  ASSERT_TRUE(run->Write("now\n").ok());
  EXPECT_TRUE(EndOf(early).ok());
  EXPECT_TRUE(EndOf(late).ok());
  EXPECT_EQ(early->out, "first\nsecond now\n");
  EXPECT_EQ(late->out, "second now\n");
  const auto latest = Listen(run);
  EXPECT_TRUE(EndOf(latest).ok());
  EXPECT_EQ(latest->out, "");
}

TEST_F(ManagerTest, AKeyIsOneProcess) {
  const SandboxPtr sandbox = *Create();
  ExecutionRequest request = Shell("exit 4");
  request.key = "k";
  const auto first = *sandbox->Start(request);
  EXPECT_EQ(*sandbox->Start(request), first);
  EXPECT_EQ(EndOf(Listen(first))->process.exit_code, 4);
  EXPECT_EQ(*sandbox->Start(request), first);
  request.process.argv.back() = "exit 5";
  const auto other = sandbox->Start(request);
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().sys_errno, EEXIST);
}

TEST_F(ManagerTest, ASlowListenerHasTheProcessWait) {
  const SandboxPtr sandbox = *Create();
  const auto run = *sandbox->Start(Shell("head -c 50000000 /dev/zero; echo done >&2"));
  const auto listener = std::make_shared<Collected>();
  listener->after_output = kMaxUnsent + 1;
  listener->wanted = std::string(1, '\0');
  run->Attach(listener);
  listener->seen.get_future().wait();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_FALSE(run->ended());
  listener->after_output = 0;
  listener->unsent_bytes = 0;
  EXPECT_TRUE(EndOf(listener).ok());
  EXPECT_EQ(listener->out.size(), 50'000'000U);
}

TEST_F(ManagerTest, OwnersDontMeet) {
  const SandboxPtr mine = *Create({}, "a");
  EXPECT_NE(sandboxes_->Find("a", mine->id()), nullptr);
  EXPECT_EQ(sandboxes_->Find("b", mine->id()), nullptr);
  EXPECT_TRUE(sandboxes_->List("b", {}).empty());
  EXPECT_EQ(sandboxes_->List("a", {}).size(), 1U);
}

TEST_F(ManagerTest, OneKeyIsOneSandbox) {
  host_.SetDelay(std::chrono::milliseconds(50));
  SandboxRequest request;
  request.idempotency_key = "k";
  std::vector<std::promise<Result<SandboxPtr>>> made(8);
  for (auto& each : made) {
    sandboxes_->Create("t", request,
                       [&](Result<SandboxPtr> one) { each.set_value(std::move(one)); });
  }
  std::set<std::string> ids;
  for (auto& each : made) ids.insert((*each.get_future().get())->id());
  EXPECT_EQ(ids.size(), 1U);
  EXPECT_EQ(host_.created(), 1);
  EXPECT_TRUE(Create(request, "other").ok());
  EXPECT_EQ(host_.created(), 2);
  request.name = "another";
  const auto refused = Create(request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().field, "idempotency_key");
}

TEST_F(ManagerTest, SaysWhenThereIsNoRoom) {
  SandboxPolicy policy;
  policy.max_sandboxes = 3;
  policy.max_per_tenant = 2;
  Make(policy);
  const SandboxPtr first = *Create({}, "a");
  ASSERT_TRUE(Create({}, "a").ok());
  EXPECT_EQ(Create({}, "a").error().code, ErrorCode::kResource);
  ASSERT_TRUE(Create({}, "b").ok());
  EXPECT_EQ(Create({}, "b").error().code, ErrorCode::kResource);
  first->End(SandboxEnd::kDeleted);
  EXPECT_TRUE(Create({}, "b").ok());
}

TEST_F(ManagerTest, ATenantHasNoMoreThanItMay) {
  TenantTable tenants;
  tenants.Replace({{"small", {.max_sandboxes = 1}}});
  SandboxPolicy policy;
  policy.tenants = &tenants;
  Make(policy);
  ASSERT_TRUE(Create({}, "small").ok());
  const auto refused = Create({}, "small");
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kResource);
  EXPECT_NE(refused.error().message.find("'small'"), std::string::npos);
  EXPECT_NE(refused.error().message.find("max_sandboxes"), std::string::npos);
  EXPECT_EQ(tenants.refused().at({"small", "max_sandboxes"}), 1);
  ASSERT_TRUE(Create({}, "other").ok());
  ASSERT_TRUE(Create({}, "other").ok());
  const std::map<std::string, int> counts{{"other", 2}, {"small", 1}};
  EXPECT_EQ(sandboxes_->CountByTenant(), counts);
  tenants.Replace({});
  EXPECT_TRUE(Create({}, "small").ok());
}

TEST_F(ManagerTest, EndsWhatNobodyUses) {
  SandboxRequest request;
  request.idle = std::chrono::milliseconds(100);
  const SandboxPtr idle = *Create(request);
  request = {};
  request.lifetime = std::chrono::milliseconds(100);
  const SandboxPtr old = *Create(request);
  const auto deadline = std::chrono::steady_clock::now() + kPatience;
  while (host_.alive() > 0 && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(idle->Info().end, SandboxEnd::kIdle);
  EXPECT_EQ(old->Info().end, SandboxEnd::kLifetime);
}

TEST_F(ManagerTest, FaultsNameTheirField) {
  SandboxRequest request;
  request.box.limits.memory_bytes = 1LL << 50;
  EXPECT_EQ(Create(request).error().field, "memory_bytes");
  request = {};
  request.lifetime = std::chrono::hours(1000);
  EXPECT_EQ(Create(request).error().field, "lifetime");
  request = {};
  request.box.image = "nowhere:1";
  const auto refused = Create(request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().sys_errno, ENOENT);
}

TEST_F(ManagerTest, AForkHasTheFilesAndARecycledOneThoseOfItsSnapshot) {
  const SandboxPtr sandbox = *Create();
  EXPECT_TRUE(EndOf(Listen(*sandbox->Start(Shell("echo one > file"))))->process.exit_code == 0);
  std::promise<Status> kept;
  sandbox->Snapshot([&](Status done) { kept.set_value(std::move(done)); });
  ASSERT_TRUE(kept.get_future().get().ok());
  EXPECT_TRUE(EndOf(Listen(*sandbox->Start(Shell("echo two > file; touch more")))).ok());
  std::promise<Result<SandboxPtr>> forked;
  sandbox->Fork("twin", [&](Result<SandboxPtr> fork) { forked.set_value(std::move(fork)); });
  const auto fork = forked.get_future().get();
  ASSERT_TRUE(fork.ok()) << fork.error().ToString();
  auto listener = Listen(*(*fork)->Start(Shell("cat file; ls")));
  EXPECT_TRUE(EndOf(listener).ok());
  EXPECT_EQ(listener->out, "two\nfile\nmore\n");
  std::promise<Status> recycled;
  sandbox->Recycle([&](Status done) { recycled.set_value(std::move(done)); });
  ASSERT_TRUE(recycled.get_future().get().ok());
  listener = Listen(*sandbox->Start(Shell("cat file; ls")));
  EXPECT_TRUE(EndOf(listener).ok());
  EXPECT_EQ(listener->out, "one\nfile\n");
}

TEST_F(ManagerTest, WhatNeverFitsIsToldFromWhatMustWait) {
  SandboxPolicy policy;
  policy.max_snapshot_bytes = 36 << 10;
  Make(policy);
  // A tar of 10 KiB, one of 30, and one of more than 100.
  const SandboxPtr small = *Create(), large = *Create(), endless = *Create();
  ASSERT_TRUE(EndOf(Listen(*small->Start(Shell("echo one > file")))).ok());
  ASSERT_TRUE(EndOf(Listen(*large->Start(Shell("head -c 25000 /dev/zero > file")))).ok());
  ASSERT_TRUE(EndOf(Listen(*endless->Start(Shell("head -c 100000 /dev/zero > file")))).ok());
  const auto snapshot = [](const SandboxPtr& sandbox) {
    return Told([&](auto done) { sandbox->Snapshot(std::move(done)); });
  };
  ASSERT_TRUE(snapshot(small).ok());
  const Status waits = snapshot(large);
  ASSERT_FALSE(waits.ok());
  EXPECT_EQ(waits.error().code, ErrorCode::kResource);
  std::promise<Result<SandboxPtr>> forked;
  endless->Fork("twin", [&](Result<SandboxPtr> fork) { forked.set_value(std::move(fork)); });
  const auto fork = forked.get_future().get();
  const Status kept = snapshot(endless);
  ASSERT_FALSE(fork.ok() || kept.ok());
  for (const Error& never : {kept.error(), fork.error()}) {
    EXPECT_EQ(never.code, ErrorCode::kInvalidArgument);
    EXPECT_EQ(never.sys_errno, EFBIG);
    EXPECT_THAT(never.message, HasSubstr("36864 bytes"));
  }
  small->End(SandboxEnd::kDeleted);
  EXPECT_TRUE(snapshot(large).ok());
}

TEST_F(ManagerTest, ListsImagesOnAThreadThatMayBlock) {
  std::promise<std::vector<BoxImage>> told;
  sandboxes_->Images([&](Result<std::vector<BoxImage>> images) {
    told.set_value(images.ok() ? *images : std::vector<BoxImage>());
  });
  EXPECT_EQ(told.get_future().get().size(), 1U);
  EXPECT_NE(host_.listed_by(), std::this_thread::get_id());
}

TEST_F(ManagerTest, ItsEndEndsAll) {
  const SandboxPtr sandbox = *Create();
  const auto listener = Listen(*sandbox->Start(Shell("sleep 100")));
  sandboxes_.reset();
  EXPECT_FALSE(EndOf(listener).ok());
  EXPECT_EQ(host_.alive(), 0);
}

}  // namespace
}  // namespace assay
