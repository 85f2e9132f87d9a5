#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cluster/haproxy_config.h"
#include "cluster/nginx_config.h"
#include "cluster/template.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ClusterFile Cluster() {
  ClusterFile cluster;
  cluster.nodes = {*ParseMember("n1=10.0.0.1:8080,slots=8,agent=9100"),
                   *ParseMember("n.2=[::1]:8080,weight=7")};
  return cluster;
}

TEST(FillTemplate, FillsNamesAndLeavesOtherMarks) {
  EXPECT_EQ(FillTemplate("a@B@c@ me@x.org @B@@C_1@", {{"B", "@C_1@"}, {"C_1", "%[x]"}}),
            "a@C_1@c@ me@x.org @C_1@%[x]");
}

TEST(RenderHaproxy, EachNodeIsInEveryBackend) {
  const std::string text = RenderHaproxy(Cluster());
  EXPECT_THAT(text, HasSubstr("backend assay\n"));
  size_t found = 0, at = 0;
  while ((at = text.find("\n  server n1 10.0.0.1:8080 weight 32", at)) != text.npos) ++found, ++at;
  EXPECT_EQ(found, kHaproxyBackends.size());
  EXPECT_THAT(text, HasSubstr("  server n1 10.0.0.1:8080 weight 32 maxconn 32 agent-check "
                              "agent-port 9100\n"));
  EXPECT_THAT(text, HasSubstr("  server n.2 [::1]:8080 weight 7\n"));
  EXPECT_THAT(text, Not(HasSubstr("resolvers")));
  for (const std::string_view backend : kHaproxyBackends) {
    EXPECT_THAT(text, HasSubstr("\nbackend " + std::string(backend) + "\n"));
  }
}

TEST(RenderHaproxy, OnlyWhereAnyNodeWillDoRequestsAreHeldBack) {
  const Member member = *ParseMember("n1=h:1,slots=8,agent=9");
  EXPECT_EQ(HaproxyServerOptions(member, {}, "assay"),
            "weight 32 maxconn 32 agent-check agent-port 9");
  // One problem's requests would queue at its node while others are idle, and weights that change
  // would move problems.
  EXPECT_EQ(HaproxyServerOptions(member, {}, "assay_by_problem"), "weight 32");
  EXPECT_EQ(HaproxyServerOptions(member, {}, "assay_sessions"), "weight 32");
  // Sandboxes' streams are connections, too: an agent's maxconn would let no more of them in.
  EXPECT_EQ(HaproxyServerOptions(member, {}, "assay_sandboxes"), "weight 32");
}

TEST(RenderHaproxy, NamesAreResolvedAndCertificatesServed) {
  ClusterFile cluster;
  cluster.front.certificate = "/etc/a.pem";
  cluster.front.metrics = "";
  cluster.nodes = {*ParseMember("n1=node-1.pods:8080")};
  const std::string text = RenderHaproxy(cluster);
  EXPECT_THAT(text, HasSubstr("\nresolvers system\n"));
  EXPECT_THAT(text, HasSubstr("node-1.pods:8080 weight 32 resolvers system init-addr"));
  EXPECT_THAT(text, HasSubstr("bind 127.0.0.1:8000 ssl crt /etc/a.pem alpn h2,http/1.1\n"));
  EXPECT_THAT(text, HasSubstr("X-Forwarded-Proto https"));
  EXPECT_THAT(text, Not(HasSubstr("assay_metrics")));
}

TEST(RenderNginx, ASandboxGoesToItsNode) {
  const std::string text = RenderNginx(Cluster());
  EXPECT_THAT(text, HasSubstr("server 10.0.0.1:8080 weight=32 max_fails=3 fail_timeout=10s;"));
  EXPECT_THAT(text, HasSubstr("upstream assay_node_n.2 {"));
  EXPECT_THAT(text, HasSubstr("(?:sb|k|x|m)-n\\.2-[0-9a-f]{24}\" assay_node_n.2;"));
  // nginx refuses an upstream without a server.
  EXPECT_THAT(RenderNginx({}), HasSubstr("server 127.0.0.1:1 down;"));
}

}  // namespace
}  // namespace assay
