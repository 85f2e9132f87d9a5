#include "sessions/egress/way_out.h"

#include <gmock/gmock.h>

#include "net/raw_socket_test_util.h"
#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using ::testing::StartsWith;
using Kind = EgressPolicy::Kind;

class WayOutTest : public SessionsFixture {
 protected:
  void Allow() {
    SandboxPolicy policy;
    policy.egress = true;
    Make(policy);
  }
  std::string Server() const { return "127.0.0.1:" + std::to_string(server_.port()); }
  // The boxes of these tests have this machine's loopback interface.
  std::string Ask(const std::string& authority) const {
    RawSocket client = RawSocket::ConnectTo(kProxyPort);
    client.Send("CONNECT " + authority + " HTTP/1.1\r\n\r\n");
    return client.ReadUntil("\r\n");
  }

  RawListener server_;
};

TEST_F(WayOutTest, WithoutTheOperatorsLeaveThereIsNone) {
  SandboxRequest request;
  request.egress = {Kind::kAllow, {"example.com"}};
  const auto refused = Create(request);
  ASSERT_FALSE(refused.ok());
  EXPECT_EQ(refused.error().field, "egress");
  const SandboxPtr sandbox = *Create();
  EXPECT_EQ(SetEgress(sandbox, request.egress).error().field, "egress");
  EXPECT_TRUE(SetEgress(sandbox, {}).ok());
  EXPECT_EQ(Run(sandbox, "echo \"$HTTPS_PROXY$https_proxy\""), "\n");
}

TEST_F(WayOutTest, ASandboxReachesWhatItsPolicyAllowsAndNothingElse) {
  Allow();
  SandboxRequest request;
  request.egress = {Kind::kAllow, {"not a host"}};
  EXPECT_EQ(Create(request).error().field, "egress.hosts");
  request.egress.hosts = {Server()};
  const auto made = Create(request);
  ASSERT_TRUE(made.ok()) << made.error().ToString();
  const SandboxPtr sandbox = *made;
  EXPECT_EQ(Run(sandbox, "echo $HTTP_PROXY $https_proxy $NO_PROXY"),
            "http://127.0.0.1:3128 http://127.0.0.1:3128 localhost,127.0.0.1,::1\n");
  EXPECT_THAT(Ask(Server()), StartsWith("HTTP/1.1 200 "));
  EXPECT_THAT(Ask("127.0.0.1:1"), StartsWith("HTTP/1.1 403 "));
  ASSERT_TRUE(SetEgress(sandbox, {Kind::kAllow, {"127.0.0.1:1"}}).ok());
  EXPECT_THAT(Ask(Server()), StartsWith("HTTP/1.1 403 "));
  EXPECT_EQ(sandbox->Info().request.egress.hosts, std::vector<std::string>{"127.0.0.1:1"});
  EXPECT_FALSE(SetEgress(sandbox, {Kind::kAllow, {""}}).ok());
  EXPECT_EQ(sandbox->Info().request.egress.hosts, std::vector<std::string>{"127.0.0.1:1"});
  sandbox->End(SandboxEnd::kDeleted);
  EXPECT_FALSE(SetEgress(sandbox, {}).ok());
}

TEST_F(WayOutTest, NobodyWaitsForABoxThatDoesNotAnswer) {
  Allow();
  const SandboxPtr sandbox = *Create();
  host_.Hold(true);
  std::promise<Status> told;
  sandbox->SetEgress({Kind::kAllow, {Server()}},
                     [&](Status done) { told.set_value(std::move(done)); });
  EXPECT_EQ(sandbox->Info().request.egress.kind, Kind::kNone);
  EXPECT_EQ(Run(sandbox, "echo on"), "on\n");
  sandbox->End(SandboxEnd::kDeleted);
  EXPECT_EQ(told.get_future().get().error().code, ErrorCode::kUnavailable);
}

TEST_F(WayOutTest, APolicyMayComeLater) {
  Allow();
  const SandboxPtr sandbox = *Create();
  ASSERT_TRUE(SetEgress(sandbox, {Kind::kAllow, {Server()}}).ok());
  EXPECT_THAT(Ask(Server()), StartsWith("HTTP/1.1 200 "));
  ASSERT_TRUE(SetEgress(sandbox, {}).ok());
  EXPECT_THAT(Ask(Server()), StartsWith("HTTP/1.1 403 "));
}

}  // namespace
}  // namespace assay
