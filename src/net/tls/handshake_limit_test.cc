#include "net/tls/handshake_limit.h"

#include <gtest/gtest.h>

#include <vector>

namespace assay {
namespace {

using End = HandshakeLimit::End;

TEST(HandshakeLimit, TheFirstToBeginMakesRoom) {
  HandshakeLimit limit(2);
  std::vector<int> gone;
  const auto enter = [&](int name) { return limit.Enter([&gone, name] { gone.push_back(name); }); };
  const int64_t first = enter(1);
  const int64_t second = enter(2);
  EXPECT_TRUE(gone.empty());
  enter(3);
  EXPECT_EQ(gone, std::vector<int>({1}));
  limit.Leave(first, End::kFailed);  // it was told already
  limit.Leave(second, End::kDone);
  enter(4);
  EXPECT_EQ(gone, std::vector<int>({1})) << "one had left";
  enter(5);
  EXPECT_EQ(gone, std::vector<int>({1, 3}));
}

TEST(HandshakeLimit, CountsHowEachEnds) {
  HandshakeLimit limit(8);
  const auto enter = [&] { return limit.Enter([] {}); };
  limit.Leave(enter(), End::kDone);
  limit.Leave(enter(), End::kDone);
  limit.Leave(enter(), End::kFailed);
  limit.Leave(enter(), End::kLate);
  limit.NoteNotSecure();
  enter();
  const TlsStats stats = limit.stats();
  EXPECT_EQ(stats.done, 2);
  EXPECT_EQ(stats.failed, 1);
  EXPECT_EQ(stats.late, 1);
  EXPECT_EQ(stats.not_secure, 1);
  EXPECT_EQ(stats.made_room, 0);
  EXPECT_EQ(stats.under_way, 1);
}

}  // namespace
}  // namespace assay
