#include "base/work/tenant_room.h"

#include <gtest/gtest.h>

#include <optional>

namespace assay {
namespace {

TEST(TenantRoom, OneTenantLeavesRoomForOthers) {
  std::optional<TenantRoom> room(std::in_place, 100, 60);
  auto first = room->Open("a");
  EXPECT_TRUE(first.Grow(50));
  EXPECT_FALSE(first.Grow(11));
  EXPECT_EQ(first.size(), 50);
  EXPECT_FALSE(room->Open("a").Grow(11));
  auto other = room->Open("b");
  EXPECT_TRUE(other.Grow(50));
  EXPECT_FALSE(room->Open("c").Grow(1));
  {
    const TenantRoom::Share moved = std::move(first);
    EXPECT_EQ(moved.size(), 50);
    EXPECT_FALSE(room->Open("c").Grow(1));
  }
  EXPECT_TRUE(other.Grow(10));
  EXPECT_TRUE(room->Open("c").Grow(40));
  room.reset();
  EXPECT_FALSE(other.Grow(1));  // it keeps what it needs

  TenantRoom::Share unbounded;
  EXPECT_TRUE(unbounded.Grow(INT64_MAX));
}

TEST(TenantRoom, WhatNeverFitsIsToldFromWhatMustWait) {
  const TenantRoom room(100, 60);
  auto first = room.Open("a");
  auto second = room.Open("a");
  ASSERT_TRUE(first.Grow(50));
  EXPECT_EQ(second.most(), 60);
  EXPECT_FALSE(second.Grow(60));
  EXPECT_TRUE(second.MayFit(60));
  EXPECT_FALSE(second.MayFit(61));
  // What it holds itself doesn't go.
  EXPECT_TRUE(first.MayFit(10));
  EXPECT_FALSE(first.MayFit(11));
  EXPECT_EQ(TenantRoom(10, 60).Open("a").most(), 10);
  EXPECT_TRUE(TenantRoom::Share().MayFit(INT64_MAX));
}

}  // namespace
}  // namespace assay
