#include "engine/schedule/tenant_ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using std::chrono::seconds;
using ::testing::HasSubstr;

TEST(TenantLedger, RefusesAboveMaxQueuedAndNamesTenantAndCap) {
  TenantTable table;
  table.Replace({{"small", {.max_queued = 2}}});
  TenantLedger ledger(&table);
  EXPECT_TRUE(ledger.Admit("small", {}).ok());
  EXPECT_TRUE(ledger.Admit("small", {}).ok());
  const Status refused = ledger.Admit("small", {});
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("'small'"));
  EXPECT_THAT(refused.error().message, HasSubstr("max_queued"));
  EXPECT_TRUE(ledger.Admit("other", {}).ok());
  ledger.Release("small");
  EXPECT_TRUE(ledger.Admit("small", {}).ok());
  EXPECT_EQ(table.refused().at({"small", "max_queued"}), 1);
}

TEST(TenantLedger, SlotTimeIsAnAccountThatFills) {
  TenantTable table;
  table.Replace({{"metered", {.cpu_s_per_hour = 60}}});
  TenantLedger ledger(&table);
  const SteadyTime start{};
  // A full account lets in work that overdraws it.
  EXPECT_TRUE(ledger.Admit("metered", start).ok());
  ledger.OnTaskStart("metered");
  ledger.OnTaskEnd("metered", seconds(62), start);
  const Status refused = ledger.Admit("metered", start);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("cpu_s_per_hour"));
  EXPECT_EQ(ledger.WaitSeconds("metered", start), 121);
  EXPECT_FALSE(ledger.Admit("metered", start + seconds(119)).ok());
  EXPECT_TRUE(ledger.Admit("metered", start + seconds(121)).ok());
}

// One submission a second alone.
Nanoseconds SecondEach(int64_t queued) {
  return seconds(queued);
}

TEST(TenantLedger, RefusesWhatWouldWaitForLongerThanItsClientsDo) {
  TenantTable table;
  table.Replace({{"calm", {.weight = 1}}, {"hasty", {.weight = 3}}});
  TenantLedger ledger(&table);
  SteadyTime now{};
  const auto admit = [&](const char* tenant) { return ledger.Admit(tenant, now, SecondEach).ok(); };
  ASSERT_TRUE(admit("hasty"));
  for (int i = 0; i < 16; ++i) ledger.OnLeft("hasty", seconds(10), now += seconds(1));
  for (int i = 1; i < 6; ++i) EXPECT_TRUE(admit("hasty")) << i;
  const Status refused = ledger.Admit("hasty", now, SecondEach);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(refused.error().message, HasSubstr("for 6 s"));
  EXPECT_THAT(refused.error().message, HasSubstr("left after waiting for 10 s"));
  EXPECT_EQ(ledger.refused_for_wait(), 1);
  for (int i = 0; i < 100; ++i) EXPECT_TRUE(admit("calm")) << "whose clients wait";
  // Of the slots it has three quarters now: 4 wait for as long as 5.3 would.
  ledger.Release("hasty");
  ledger.Release("hasty");
  EXPECT_FALSE(admit("hasty"));
  ledger.Release("hasty");
  EXPECT_TRUE(admit("hasty"));
}

TEST(TenantLedger, ANewTableHoldsAtOnce) {
  TenantTable table;
  TenantLedger ledger(&table);
  EXPECT_TRUE(ledger.Admit("a", {}).ok());
  EXPECT_EQ(ledger.ShareOf("a").weight, 1);
  table.Replace({{"a", {.weight = 3, .max_running = 2, .max_queued = 1}}});
  EXPECT_EQ(ledger.ShareOf("a").weight, 3);
  EXPECT_EQ(ledger.ShareOf("a").max_running, 2);
  EXPECT_FALSE(ledger.Admit("a", {}).ok());
  table.Replace({});
  EXPECT_TRUE(ledger.Admit("a", {}).ok());
}

TEST(TenantLedger, ListsWhoIsNamedAndWhoHasSomething) {
  TenantTable table;
  table.Replace({{"named", {.weight = 2}}});
  TenantLedger ledger(&table);
  EXPECT_TRUE(ledger.Admit("", {}).ok());
  ledger.OnTaskStart("");
  ledger.OnTaskEnd("", seconds(3), {});
  const auto usage = ledger.Usage();
  ASSERT_EQ(usage.size(), 2u);
  EXPECT_EQ(usage[0].tenant, "default");
  EXPECT_EQ(usage[0].queued, 1);
  EXPECT_EQ(usage[0].cpu_s, 3);
  EXPECT_EQ(usage[1].tenant, "named");
  EXPECT_EQ(usage[1].limits.weight, 2);
}

TEST(TenantLedger, RemembersABoundedNumberOfTenantsThatHaveNothing) {
  TenantLedger ledger(nullptr);
  EXPECT_TRUE(ledger.Admit("stays", {}).ok());
  for (size_t i = 0; i < TenantLedger::kMostRemembered + 100; ++i) {
    const std::string tenant = "t" + std::to_string(i);
    EXPECT_TRUE(ledger.Admit(tenant, {}).ok());
    ledger.Release(tenant);
  }
  EXPECT_EQ(ledger.Usage().size(), TenantLedger::kMostRemembered + 1);
}

}  // namespace
}  // namespace assay
