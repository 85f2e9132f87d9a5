#include "shadow/relay/upstream.h"

#include <gtest/gtest.h>

#include "shadow/relay/upstream_socket.h"

namespace assay::shadow {
namespace {

using boost::asio::ip::make_address;

TEST(Upstream, TheUrlSaysWhereAndHow) {
  const auto plain = ParseUpstream("http://sandbox:8080/a/b/");
  ASSERT_TRUE(plain.ok());
  EXPECT_FALSE(plain->tls);
  EXPECT_EQ(plain->host, "sandbox");
  EXPECT_EQ(plain->port, "8080");
  EXPECT_EQ(plain->authority, "sandbox:8080");
  EXPECT_EQ(plain->prefix, "/a/b");
  EXPECT_EQ(plain->url, "http://sandbox:8080/a/b");
  const auto secure = ParseUpstream("https://[::1]");
  ASSERT_TRUE(secure.ok());
  EXPECT_TRUE(secure->tls);
  EXPECT_EQ(secure->host, "::1");
  EXPECT_EQ(secure->port, "443");
  EXPECT_EQ(secure->authority, "[::1]");
  EXPECT_EQ(secure->prefix, "");
}

TEST(Upstream, ReplicasBehindANameTakeTurns) {
  const std::shared_ptr<Upstream> owned = Upstream::Create({}, "").value();
  Upstream& upstream = *owned;
  EXPECT_TRUE(upstream.Known().empty());
  const Upstream::Endpoints all = {{make_address("10.0.0.1"), 1},
                                   {make_address("10.0.0.2"), 1},
                                   {make_address("10.0.0.3"), 1},
                                   {make_address("::1"), 1}};
  upstream.Remember(all);
  for (size_t i = 0; i < 7; ++i) {
    const Upstream::Endpoints known = upstream.Known();
    ASSERT_EQ(known.size(), 4U);
    EXPECT_EQ(known[0], all[i % 3]);
    EXPECT_EQ(known[1], all[(i + 1) % 3]);
    EXPECT_EQ(known[3], all[3]);
  }
  upstream.Forget();
  EXPECT_TRUE(upstream.Known().empty());
}

}  // namespace
}  // namespace assay::shadow
