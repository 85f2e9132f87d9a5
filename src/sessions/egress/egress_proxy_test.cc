#include "sessions/egress/egress_proxy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>

#include "net/raw_socket_test_util.h"
#include "sessions/egress/client_hello_test_util.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;
using Kind = EgressPolicy::Kind;

// A proxy on this machine's loopback interface, as one in a box has it on the box's.
class EgressProxyTest : public ::testing::Test {
 protected:
  void Open(const EgressPolicy& policy, EgressOptions options = {}) {
    if (!options.resolve) {
      options.resolve = [this](const std::string& name) {
        ++lookups_;
        std::vector<IpAddress> addresses;
        if (name == "none.test") return addresses;
        if (name == "public.test") addresses.push_back(*IpAddress::Parse("192.0.2.1"));
        if (name == "rebound.test") addresses.push_back(*IpAddress::Parse("10.0.0.1"));
        addresses.push_back(*IpAddress::Parse("127.0.0.1"));
        return addresses;
      };
    }
    proxies_ = std::make_unique<EgressProxies>(std::move(options));
    UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof address;
    ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), length), 0);
    ASSERT_EQ(::listen(listener.get(), 128), 0);
    ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &length);
    port_ = ntohs(address.sin_port);
    auto opened = proxies_->Open(policy, std::move(listener));
    ASSERT_TRUE(opened.ok()) << opened.error().ToString();
    proxy_ = std::move(*opened);
  }
  // The server's port, as rules write it.
  std::string At(const std::string& host) const {
    return host + ":" + std::to_string(server_.port());
  }
  RawSocket Ask(const std::string& request) {
    RawSocket client = RawSocket::ConnectTo(port_);
    EXPECT_TRUE(client.Send(request));
    return client;
  }
  RawSocket Connect(const std::string& authority) {
    return Ask("CONNECT " + authority + " HTTP/1.1\r\nHost: " + authority + "\r\n\r\n");
  }
  std::string Refused(const std::string& authority) { return Connect(authority).ReadAll(); }
  void AllClosed() {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    while (proxy_->counters().connections > 0 && std::chrono::steady_clock::now() < deadline) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    EXPECT_EQ(proxy_->counters().connections, 0);
  }

  RawListener server_;
  std::atomic<int> lookups_{0};
  std::unique_ptr<EgressProxies> proxies_;
  std::unique_ptr<EgressProxy> proxy_;
  int port_ = 0;
};

TEST_F(EgressProxyTest, ATunnelPassesBytesBothWaysAndEndsAsItsEndsDo) {
  Open({Kind::kAllow, {At("127.0.0.1")}});
  RawSocket client = Connect(At("127.0.0.1"));
  RawSocket server = server_.Accept();
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
  server.Send("hello first");
  EXPECT_EQ(client.ReadBytes(11), "hello first");
  const std::string large(3 << 20, 'x');
  std::thread sender([&] {
    client.Send(large);
    client.ShutdownSend();
  });
  EXPECT_EQ(server.ReadAll().size(), large.size());  // and the half-close comes through
  sender.join();
  server.Send("last words");
  server.Close();
  EXPECT_EQ(client.ReadAll(), "last words");
  AllClosed();
  EXPECT_EQ(proxy_->counters().allowed, 1);
  EXPECT_EQ(proxy_->counters().bytes_sent, static_cast<int64_t>(large.size()));
  EXPECT_EQ(proxy_->counters().bytes_received, 21);
}

TEST_F(EgressProxyTest, APlainRequestGoesOnWithTheUrlsHost) {
  Open({Kind::kAllow, {At("web.test"), "127.0.0.1"}});
  RawSocket client = Ask("POST http://" + At("web.test") +
                         "/path HTTP/1.1\r\nHost: elsewhere.test\r\nContent-Length: 4\r\n\r\nbody");
  RawSocket server = server_.Accept();
  EXPECT_EQ(server.ReadUntil("body"), "POST /path HTTP/1.1\r\nHost: " + At("web.test") +
                                          "\r\nContent-Length: 4\r\nConnection: close\r\n\r\nbody");
  server.Send("HTTP/1.1 200 OK\r\n\r\nreply");
  server.Close();
  EXPECT_EQ(client.ReadAll(), "HTTP/1.1 200 OK\r\n\r\nreply");
}

TEST_F(EgressProxyTest, WhatIsNotAllowedIsRefusedWithoutALookup) {
  Open({Kind::kAllow, {At("web.test"), "127.0.0.1:1"}});
  EXPECT_THAT(Refused("other.test:80"), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused("web.test:1"), HasSubstr("web.test port 1 is not among"));
  EXPECT_THAT(Refused(At("127.0.0.1")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused("169.254.169.254:80"), StartsWith("HTTP/1.1 403 "));
  EXPECT_EQ(lookups_, 0);
  EXPECT_EQ(proxy_->counters().refused, 4);
  EXPECT_EQ(proxy_->counters().allowed, 0);
}

TEST_F(EgressProxyTest, ANameThatLeadsInsideIsRefused) {
  Open({Kind::kAllow, {"*", "0.0.0.0/0"}});
  EXPECT_THAT(Refused(At("web.test")), HasSubstr("(127.0.0.1) is not among"));
  EXPECT_THAT(Refused(At("localhost")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused(At("127.1")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused(At("[::1]")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused(At("[::ffff:127.0.0.1]")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused(At("none.test")), StartsWith("HTTP/1.1 502 "));
}

TEST_F(EgressProxyTest, OnlyAddressesThatWereCheckedAreConnectedTo) {
  // The first address of this name isn't allowed, the second is.
  Open({Kind::kAllow, {"rebound.test", "127.0.0.1"}});
  RawSocket client = Connect(At("rebound.test"));
  RawSocket server = server_.Accept();
  EXPECT_THAT(client.ReadUntil("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
  EXPECT_EQ(lookups_, 1);
}

TEST_F(EgressProxyTest, AServerThatIsNotThereIsSaid) {
  Open({Kind::kAllow, {"127.0.0.1"}});
  server_.Close();
  EXPECT_THAT(Refused(At("127.0.0.1")), StartsWith("HTTP/1.1 502 "));
  EXPECT_EQ(proxy_->counters().failed, 1);
}

TEST_F(EgressProxyTest, WhatIsNoRequestIsRefused) {
  Open({Kind::kAllow, {"*"}});
  EXPECT_THAT(Ask("GET / HTTP/1.1\r\n\r\n").ReadAll(), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Ask(ClientHelloFor("a.test") + "\r\n\r\n").ReadAll(), StartsWith("HTTP/1.1 400 "));
  EXPECT_THAT(Ask("GET " + std::string(40'000, 'x')).ReadAll(), StartsWith("HTTP/1.1 431 "));
  RawSocket leaves = Ask("CONNECT");
  leaves.Close();
  AllClosed();
}

TEST_F(EgressProxyTest, ANewPolicyCountsForConnectionsThatAreOpen) {
  Open({Kind::kAllow, {"127.0.0.1", "web.test"}});
  RawSocket by_name = Connect(At("web.test"));
  RawSocket first = server_.Accept();
  by_name.ReadUntil("\r\n\r\n");
  RawSocket by_address = Connect(At("127.0.0.1"));
  RawSocket second = server_.Accept();
  by_address.ReadUntil("\r\n\r\n");
  EXPECT_FALSE(proxy_->SetPolicy({Kind::kAllow, {"no rule"}}).ok());
  ASSERT_TRUE(proxy_->SetPolicy({Kind::kAllow, {"127.0.0.1"}}).ok());
  EXPECT_EQ(by_name.ReadAll(), "");  // closed
  EXPECT_EQ(first.ReadAll(), "");
  EXPECT_THAT(Refused(At("web.test")), StartsWith("HTTP/1.1 403 "));
  second.Send("still there");
  EXPECT_EQ(by_address.ReadBytes(11), "still there");
  ASSERT_TRUE(proxy_->SetPolicy({Kind::kNone, {}}).ok());
  EXPECT_EQ(by_address.ReadAll(), "");
}

TEST_F(EgressProxyTest, ABoxHasNoMoreConnectionsThanItsShare) {
  EgressOptions options;
  options.max_connections = 2;
  Open({Kind::kAllow, {"127.0.0.1"}}, options);
  // One after another: connections that are made at once may arrive in either order.
  RawSocket one = Connect(At("127.0.0.1"));
  RawSocket first = server_.Accept();
  RawSocket two = Connect(At("127.0.0.1"));
  const RawSocket second = server_.Accept();
  RawSocket three = Connect(At("127.0.0.1"));  // waits in the kernel
  one.ReadUntil("\r\n\r\n");
  two.ReadUntil("\r\n\r\n");
  EXPECT_EQ(proxy_->counters().connections, 2);
  one.Close();
  first.Close();
  const RawSocket third = server_.Accept();
  EXPECT_THAT(three.ReadUntil("\r\n\r\n"), StartsWith("HTTP/1.1 200 "));
}

TEST_F(EgressProxyTest, WhoSaysNothingIsClosedAndWhoCannotBeReachedIsSaid) {
  EgressOptions options;
  options.head_timeout = options.connect_timeout = options.idle_timeout =
      std::chrono::milliseconds(30);
  options.resolve = [](const std::string&) {
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
    return std::vector<IpAddress>{*IpAddress::Parse("127.0.0.1")};
  };
  Open({Kind::kAllow, {"127.0.0.1", "slow.test"}}, options);
  EXPECT_EQ(Ask("CONN").ReadAll(), "");
  EXPECT_THAT(Refused(At("slow.test")), StartsWith("HTTP/1.1 504 "));
  RawSocket idle = Connect(At("127.0.0.1"));
  const RawSocket server = server_.Accept();
  EXPECT_THAT(idle.ReadAll(), StartsWith("HTTP/1.1 200 "));
}

TEST_F(EgressProxyTest, ItsEndClosesEverything) {
  Open({Kind::kAllow, {"127.0.0.1"}});
  RawSocket client = Connect(At("127.0.0.1"));
  RawSocket server = server_.Accept();
  client.ReadUntil("\r\n\r\n");
  proxy_.reset();
  EXPECT_EQ(client.ReadAll(), "");
  EXPECT_EQ(server.ReadAll(), "");
  proxies_.reset();
}

TEST_F(EgressProxyTest, OnPort443TlsHasToNameTheServer) {
  const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(443);
  ASSERT_EQ(::inet_pton(AF_INET, "127.0.44.3", &address.sin_addr), 1);
  if (::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
    GTEST_SKIP() << "needs the right to listen on port 443";
  }
  ASSERT_EQ(::listen(listener.get(), 16), 0);
  EgressOptions options;
  options.resolve = [](const std::string&) {
    return std::vector<IpAddress>{*IpAddress::Parse("127.0.44.3")};
  };
  Open({Kind::kAllow, {"*.test", "127.0.44.3"}}, options);
  const auto said = [&](const std::string& host, const std::vector<std::string>& pieces) {
    RawSocket client = Connect(host + ":443");
    RawSocket server(::accept4(listener.get(), nullptr, nullptr, SOCK_CLOEXEC));
    client.ReadUntil("\r\n\r\n");
    for (const std::string& piece : pieces) client.Send(piece);
    client.ShutdownSend();
    return server.ReadAll();
  };
  const std::string hello = ClientHelloFor("web.test");
  EXPECT_EQ(said("web.test", {hello + "and more"}), hello + "and more");
  EXPECT_EQ(said("web.test", {hello.substr(0, 1), hello.substr(1, 60), hello.substr(61)}), hello);
  EXPECT_EQ(said("web.test", {ClientHelloFor("other.test")}), "");
  EXPECT_EQ(said("web.test", {ClientHelloFor("")}), "");
  EXPECT_EQ(said("web.test", {"GET / HTTP/1.1\r\n\r\n"}), "");
  EXPECT_EQ(proxy_->counters().refused, 3);
  // Where the rule is an address, nothing has to be named.
  EXPECT_EQ(said("127.0.44.3", {"anything"}), "anything");
}

TEST_F(EgressProxyTest, ADenyListKeepsToThePublic) {
  Open({Kind::kDeny, {}});
  EXPECT_THAT(Refused(At("127.0.0.1")), StartsWith("HTTP/1.1 403 "));
  EXPECT_THAT(Refused(At("web.test")), StartsWith("HTTP/1.1 403 "));
}

}  // namespace
}  // namespace assay
