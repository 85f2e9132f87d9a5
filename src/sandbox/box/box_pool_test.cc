#include "sandbox/box/box_pool.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <string>
#include <utility>

#include "sandbox/cgroup/cgroup_host.h"
#include "sandbox/tiers/tier.h"

namespace assay {
namespace {

class BoxPoolTest : public testing::Test {
 protected:
  void SetUp() override {
    if (::geteuid() != 0) GTEST_SKIP() << "needs root";
    SpawnerConfig config;
    config.tier = PrivilegedTier().name;
    config.server_id = NewServerId();
    config.cgroup_parent = "assay";
    config.uid_base = 61000;
    config.scratch_bytes = 1 << 24;
    config.scratch_inodes = 1 << 10;
    BoxPoolOptions options;
    options.uid_base = config.uid_base;
    options.runs_per_box = 100;
    pool_ =
        std::make_unique<BoxPool>(std::make_unique<SpawnerClient>("", std::move(config)), options);
  }

  // What a command prints in the box, with the files and names that belong to its Exec.
  RunResult Exec(Box& box, const std::string& script, std::vector<InputFile> files = {},
                 std::vector<std::string> collect = {}, bool last = false) {
    RunRequest request;
    request.argv = {"/bin/bash", "-c", script};
    request.files = std::move(files);
    auto prepared = PrepareOrder(request, 1 << 30);
    EXPECT_TRUE(prepared.ok());
    prepared->order.last = last;
    box.Place(std::move(prepared->files));
    box.Collect(std::move(collect), 1 << 20);
    auto result = box.Exec(std::move(*prepared), request, nullptr);
    EXPECT_TRUE(result.ok()) << result.error().ToString();
    return result.ok() ? *std::move(result) : RunResult{};
  }

  std::unique_ptr<BoxPool> pool_;
};

TEST_F(BoxPoolTest, FilesStayFromExecToExecUntilReset) {
  auto lease = pool_->Take(nullptr);
  ASSERT_TRUE(lease);
  auto box = lease->box();
  ASSERT_TRUE(box.ok()) << box.error().ToString();
  EXPECT_EQ(Exec(**box, "cat in; echo made > out", {{"in", Blob::FromString("given"), false}})
                .stdout_bytes,
            "given");
  ASSERT_TRUE((*box)->AwaitReady().ok());
  const RunResult second = Exec(**box, "cat in", {}, {"out"});
  EXPECT_EQ(second.stdout_bytes, "given");
  ASSERT_EQ(second.files.count("out"), 1U);
  EXPECT_EQ(second.files.at("out")->view(), "made\n");
  (*box)->Reset();
  ASSERT_TRUE((*box)->AwaitReady().ok());
  EXPECT_EQ(Exec(**box, "ls").stdout_bytes, "");
  EXPECT_EQ((*box)->runs(), 3);
}

TEST_F(BoxPoolTest, TheEndOfALeaseEmptiesItsBox) {
  Box* first = nullptr;
  {
    auto lease = pool_->Take(nullptr);
    first = *lease->box();
    Exec(*first, "echo secret > left");
  }
  auto lease = pool_->Take(nullptr);
  auto box = lease->box();
  ASSERT_TRUE(box.ok());
  EXPECT_EQ(*box, first) << "the same box serves again";
  EXPECT_EQ(Exec(**box, "ls").stdout_bytes, "");
}

TEST_F(BoxPoolTest, TheLastExecLeavesAnEmptyBoxWhateverItDid) {
  auto lease = pool_->Take(nullptr);
  Box* const box = *lease->box();
  const std::string scripts[] = {"true",
                                 "cat in > /dev/null; ls -A / /box /tmp > /dev/null",
                                 "echo more >> in",
                                 "echo left > /tmp/left",
                                 "mv in other",
                                 "rm in",
                                 "ln in other",
                                 "exec 5<> deep/new; rm deep/new; mv deep/in deep/other"};
  for (const std::string& script : scripts) {
    std::vector<InputFile> files = {{"in", Blob::FromString("given"), false}};
    if (script.find("deep") != std::string::npos) {
      files.push_back({"deep/in", Blob::FromString("given"), false});
    }
    Exec(*box, script, std::move(files), {}, true);
    box->Reset();
    ASSERT_TRUE(box->AwaitReady().ok()) << script;
    EXPECT_EQ(Exec(*box, "ls -A /box /tmp /var/tmp /dev/shm | grep -v : | grep .").stdout_bytes, "")
        << script;
    box->Reset();
    ASSERT_TRUE(box->AwaitReady().ok()) << script;
  }
}

TEST_F(BoxPoolTest, ABoxThatEndedAfterItsReportIsNotReady) {
  auto lease = pool_->Take(nullptr);
  Box* const box = *lease->box();
  Exec(*box, "true", {}, {}, true);
  EXPECT_TRUE(box->AwaitReady().ok());
  ASSERT_EQ(::kill(pool_->spawner().pid(), SIGKILL), 0);  // and with it its boxes
  const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (box->AwaitReady().ok() && std::chrono::steady_clock::now() < deadline) {
    ::usleep(1000);
  }
  EXPECT_FALSE(box->usable());
}

TEST_F(BoxPoolTest, ADiscardedBoxIsReplaced) {
  auto lease = pool_->Take(nullptr);
  Exec(**lease->box(), "echo secret > left");
  lease->Discard();
  auto box = lease->box();
  ASSERT_TRUE(box.ok());
  EXPECT_EQ((*box)->runs(), 0);
  EXPECT_EQ(Exec(**box, "ls").stdout_bytes, "");
}

TEST_F(BoxPoolTest, RenewedBoxesHaveSeenNoProgram) {
  auto lease = pool_->Take(nullptr);
  Exec(**lease->box(), "true");
  auto partner = lease->partner();
  ASSERT_TRUE(partner.ok());
  Exec(**partner, "true");
  lease->Renew();
  auto box = lease->box();
  ASSERT_TRUE(box.ok());
  EXPECT_EQ((*box)->runs(), 0);
  lease->Renew();
  EXPECT_EQ(*lease->box(), *box) << "one that is new already stays";
  partner = lease->partner();
  ASSERT_TRUE(partner.ok());
  EXPECT_EQ((*partner)->runs(), 0);
}

TEST_F(BoxPoolTest, ALeasedSlotIsTakenUntilItsEnd) {
  auto lease = pool_->Take(nullptr);
  CancelToken cancel;
  cancel.Cancel();
  EXPECT_FALSE(pool_->Take(&cancel));
  { const auto moved = std::move(*lease); }
  EXPECT_TRUE(pool_->Take(&cancel));
}

}  // namespace
}  // namespace assay
