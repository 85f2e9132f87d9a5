#include "history/event_feed.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using State = EventFeed::Listener::State;

TEST(EventFeed, TellsEachWhatIsTheirs) {
  EventFeed feed;
  int woken = 0;
  const auto all = feed.Listen("", [&] { ++woken; });
  const auto one = feed.Listen("a", [] {});
  feed.Tell({"verdict", "a", "1"});
  feed.Tell({"verdict", "b", "2"});
  feed.Tell({"drain", "", "3"});
  feed.Tell({"finding", "", "4", /*of_all=*/true});
  EXPECT_EQ(woken, 1);  // until it takes them
  EXPECT_EQ(all->Take().size(), 4u);
  const auto taken = one->Take();
  ASSERT_EQ(taken.size(), 2u);
  EXPECT_EQ(taken[0]->json, "1");
  EXPECT_EQ(taken[1]->json, "3");
  feed.Leave(all);
  feed.Tell({"verdict", "a", "5"});
  EXPECT_TRUE(all->Take().empty());
  EXPECT_EQ(feed.listeners(), 1);
}

TEST(EventFeed, ASlowListenerIsDroppedAndWokenForIt) {
  EventFeed feed;
  int woken = 0;
  const auto slow = feed.Listen("", [&] { ++woken; });
  for (size_t i = 0; i < EventFeed::kMostQueued; ++i) feed.Tell({"verdict", "", "x"});
  EXPECT_EQ(slow->state(), State::kListening);
  feed.Tell({"verdict", "", "one too many"});
  EXPECT_EQ(slow->state(), State::kTooSlow);
  EXPECT_EQ(woken, 2);
  EXPECT_EQ(slow->Take().size(), EventFeed::kMostQueued);
  EXPECT_EQ(feed.listeners(), 0);
  EXPECT_EQ(feed.dropped(), 1);
}

TEST(EventFeed, IsBoundedAndEnds) {
  EventFeed feed;
  std::vector<EventFeed::ListenerPtr> listeners;
  for (size_t i = 0; i < EventFeed::kMostListeners; ++i) {
    listeners.push_back(feed.Listen("", [] {}));
  }
  EXPECT_EQ(feed.Listen("", [] {}), nullptr);
  feed.Close();
  EXPECT_EQ(listeners.front()->state(), State::kEnded);
  EXPECT_EQ(feed.Listen("", [] {}), nullptr);
}

}  // namespace
}  // namespace assay
