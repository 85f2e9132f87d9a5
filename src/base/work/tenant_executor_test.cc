#include "base/work/tenant_executor.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace assay {
namespace {

// Jobs that stay until they are let go.
class TenantExecutorTest : public ::testing::Test {
 protected:
  ~TenantExecutorTest() override { Release(); }  // before the threads are waited for

  void Make(int most_jobs, int threads) {
    executor_ = std::make_unique<TenantExecutor>(most_jobs, threads);
  }
  bool Submit(const std::string& tenant, std::function<void()> job) {
    return executor_->Submit(tenant, std::move(job));
  }
  std::function<void()> Held() {
    return [this] {
      ++begun_;
      released_.wait();
      ++done_;
    };
  }
  void Release() {
    if (!std::exchange(is_released_, true)) release_.set_value();
  }

  // Whether a job of that tenant comes through, given a long time.
  bool ComesThrough(const std::string& tenant) {
    const auto ran = std::make_shared<std::promise<void>>();
    return Submit(tenant, [ran] { ran->set_value(); }) &&
           ran->get_future().wait_for(std::chrono::seconds(60)) == std::future_status::ready;
  }

  std::promise<void> release_;
  std::shared_future<void> released_ = release_.get_future().share();
  bool is_released_ = false;
  std::atomic<int> begun_{0}, done_{0};
  std::vector<char> order_;  // of one thread, where the other one is held
  std::unique_ptr<TenantExecutor> executor_;
};

TEST_F(TenantExecutorTest, OneTenantLeavesThreadsToOthers) {
  Make(100, 4);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Submit("a", Held()));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(ComesThrough("b"));
  EXPECT_LE(begun_, 2);
  EXPECT_EQ(done_, 0);
  Release();
  executor_->Flush();
  EXPECT_EQ(done_, 10);
}

TEST_F(TenantExecutorTest, OneTenantLeavesPlacesInTheQueueToOthers) {
  Make(4, 2);
  EXPECT_TRUE(Submit("a", Held()));
  EXPECT_TRUE(Submit("a", Held()));
  EXPECT_FALSE(Submit("a", Held()));
  EXPECT_TRUE(Submit("b", Held()));
  EXPECT_TRUE(Submit("c", Held()));
  EXPECT_FALSE(Submit("d", Held()));
  Release();
  executor_->Flush();
  EXPECT_EQ(done_, 4);
  EXPECT_TRUE(Submit("a", Held()));
}

TEST_F(TenantExecutorTest, OneThatWaitsComesBeforeTheRestOfALongQueue) {
  Make(100, 2);
  ASSERT_TRUE(Submit("held", Held()));
  const auto all_wait = std::make_shared<std::promise<void>>();
  ASSERT_TRUE(Submit("a", [this, all = all_wait->get_future().share()] {
    all.wait_for(std::chrono::seconds(60));
    order_.push_back('a');
  }));
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(Submit("a", [this] { order_.push_back('a'); }));
  ASSERT_TRUE(Submit("b", [this] { order_.push_back('b'); }));
  all_wait->set_value();
  ASSERT_TRUE(ComesThrough("a"));  // the last one
  EXPECT_EQ(order_, (std::vector<char>{'a', 'b', 'a', 'a', 'a'}));
}

TEST_F(TenantExecutorTest, ItsEndCarriesOutWhatWaits) {
  Make(100, 2);
  for (int i = 0; i < 10; ++i) ASSERT_TRUE(Submit("a", Held()));
  Release();
  executor_.reset();
  EXPECT_EQ(done_, 10);
}

}  // namespace
}  // namespace assay
