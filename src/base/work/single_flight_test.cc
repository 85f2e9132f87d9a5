#include "base/work/single_flight.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SingleFlight, TheFirstLeadsAndTheOthersAreNamedInOrder) {
  SingleFlight<int> flights;
  EXPECT_TRUE(flights.Join("a", 1));
  EXPECT_FALSE(flights.HasWaiters("a"));
  EXPECT_FALSE(flights.Join("a", 2));
  EXPECT_FALSE(flights.Join("a", 3));
  EXPECT_TRUE(flights.HasWaiters("a"));
  EXPECT_THAT(flights.Land("a"), ElementsAre(2, 3));
}

TEST(SingleFlight, KeysFlyApart) {
  SingleFlight<int> flights;
  EXPECT_TRUE(flights.Join("a", 1));
  EXPECT_TRUE(flights.Join("b", 2));
  EXPECT_FALSE(flights.Join("b", 3));
  EXPECT_THAT(flights.Land("a"), IsEmpty());
  EXPECT_THAT(flights.Land("b"), ElementsAre(3));
}

TEST(SingleFlight, AfterLandingTheNextLeads) {
  SingleFlight<int> flights;
  EXPECT_TRUE(flights.Join("a", 1));
  EXPECT_FALSE(flights.Join("a", 2));
  flights.Land("a");
  EXPECT_FALSE(flights.HasWaiters("a"));
  EXPECT_TRUE(flights.Join("a", 2));
  EXPECT_THAT(flights.Land("a"), IsEmpty());
}

}  // namespace
}  // namespace assay
