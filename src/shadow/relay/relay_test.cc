#include "shadow/relay/relay.h"

#include <gmock/gmock.h>

#include <future>
#include <random>
#include <thread>

#include "shadow/relay/relay_test_util.h"

namespace assay::shadow {
namespace {

using std::chrono::milliseconds;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using ::testing::StartsWith;

constexpr const char* kEnd = "\r\n\r\n";
constexpr const char* kDone = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone";

TEST_F(RelayTest, TheClientGetsThePeersBytesAndTheExchangeIsHandedOver) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(
      client.Send("POST /run HTTP/1.1\r\nHost: relay\r\nX-A: 1\r\nContent-Length: 2\r\n\r\n{}"));
  RawSocket peer = peer_.Accept();
  EXPECT_EQ(peer.ReadUntil("{}"),
            "POST /run HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(peer_.port()) +
                "\r\nX-A: 1\r\nContent-Length: 2\r\n\r\n{}");
  const std::string reply =
      "HTTP/1.1 418 odd phrase\r\nx:y\r\nX:  z \r\nTransfer-Encoding: chunked\r\n\r\n"
      "02;e=1\r\nhi\r\n0\r\nT: 1\r\n\r\n";
  ASSERT_TRUE(peer.Send(reply));
  EXPECT_EQ(client.ReadBytes(reply.size()), reply);
  const Exchange exchange = Exchanges(1)[0];
  EXPECT_EQ(exchange.method, "POST");
  EXPECT_EQ(exchange.target, "/run");
  EXPECT_EQ(*FindHeader(exchange.request_headers, "host"), "relay");
  EXPECT_EQ(exchange.request_body, "{}");
  EXPECT_EQ(exchange.status, 418);
  EXPECT_EQ(exchange.reply_body, "hi");
  EXPECT_EQ(exchange.fault, "");
  // The connection goes on, on the same connection to the peer.
  ASSERT_TRUE(client.Send(kGet));
  EXPECT_THAT(peer.ReadUntil(kEnd), StartsWith("GET /a "));
  ASSERT_TRUE(peer.Send(kDone));
  EXPECT_EQ(client.ReadUntil("done"), kDone);
  EXPECT_THAT(Exchanges(2), SizeIs(2));
  EXPECT_TRUE(relay_->Stop(In(milliseconds(10'000))));
  EXPECT_EQ(client.ReadAll(), "");
  EXPECT_EQ(relay_->stats().exchanges, 2);
  EXPECT_EQ(relay_->stats().faulty, 0);
  EXPECT_EQ(relay_->stats().watched_bytes, 0);
}

TEST_F(RelayTest, APathIsPutBeforeAndTheHostMayStay) {
  RelayOptions options;
  options.against = "http://127.0.0.1:" + std::to_string(peer_.port()) + "/box/";
  options.keep_host = true;
  StartRelay(options);
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  EXPECT_EQ(peer_.Accept().ReadUntil(kEnd), "GET /box/a HTTP/1.1\r\nHost: relay\r\n\r\n");
}

TEST_F(RelayTest, BytesGoOnAsTheyArriveBothWays) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\none"));
  RawSocket peer = peer_.Accept();
  EXPECT_THAT(peer.ReadUntil("one"), HasSubstr("one"));
  ASSERT_TRUE(peer.Send("HTTP/1.1 200 OK\r\n"));
  EXPECT_EQ(client.ReadUntil("OK\r\n"), "HTTP/1.1 200 OK\r\n");
  ASSERT_TRUE(peer.Send("Transfer-Encoding: chunked\r\n\r\n5"));
  EXPECT_THAT(client.ReadUntil("\r\n\r\n5"), HasSubstr("5"));
  ASSERT_TRUE(client.Send("two"));
  EXPECT_EQ(peer.ReadUntil("two"), "two");
  ASSERT_TRUE(peer.Send("\r\nhello\r\n0\r\n\r\n"));
  EXPECT_EQ(client.ReadUntil("0\r\n\r\n"), "\r\nhello\r\n0\r\n\r\n");
  EXPECT_EQ(Exchanges(1)[0].fault, "");
}

TEST_F(RelayTest, ContinueIsThePeersToSay) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("POST / HTTP/1.1\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n"));
  RawSocket peer = peer_.Accept();
  EXPECT_THAT(peer.ReadUntil(kEnd), HasSubstr("Expect"));
  ASSERT_TRUE(peer.Send("HTTP/1.1 100 Continue\r\n\r\n"));
  EXPECT_EQ(client.ReadUntil(kEnd), "HTTP/1.1 100 Continue\r\n\r\n");
  ASSERT_TRUE(client.Send("ok"));
  EXPECT_EQ(peer.ReadUntil("ok"), "ok");
  ASSERT_TRUE(peer.Send(kDone));
  EXPECT_EQ(client.ReadUntil("done"), kDone);
  EXPECT_EQ(Exchanges(1)[0].status, 200);
}

TEST_F(RelayTest, PipelinedRequestsAndReplies) {
  StartRelay();
  RawSocket client = Client();
  std::string requests;
  std::string replies;
  for (int i = 0; i < 300; ++i) {
    requests += "GET /" + std::to_string(i) + " HTTP/1.1\r\n\r\n";
    replies += "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n" + std::to_string(100 + i);
  }
  ASSERT_TRUE(client.Send(requests));
  RawSocket peer = peer_.Accept();
  std::thread answering([&] {
    EXPECT_THAT(peer.ReadUntil("/0 HTTP/1.1\r\n\r\n"), HasSubstr("/0"));
    EXPECT_TRUE(peer.Send(replies.substr(0, replies.size() / 300)));
    for (int i = 1; i < 300; ++i) {
      peer.ReadUntil(kEnd);
      EXPECT_TRUE(peer.Send(replies.substr(i * (replies.size() / 300), replies.size() / 300)));
    }
  });
  EXPECT_EQ(client.ReadBytes(replies.size()), replies);
  answering.join();
  const std::vector<Exchange> exchanges = Exchanges(300);
  for (size_t i = 0; i < exchanges.size(); ++i) {
    EXPECT_EQ(exchanges[i].target, "/" + std::to_string(i));
    EXPECT_EQ(exchanges[i].reply_body, std::to_string(100 + i));
    EXPECT_EQ(exchanges[i].fault, "");
  }
}

TEST_F(RelayTest, AReplyThatEndsWithTheConnection) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("GET / HTTP/1.0\r\n\r\n"));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  ASSERT_TRUE(peer.Send("HTTP/1.0 200 OK\r\n\r\nto the end"));
  peer.Close();
  EXPECT_EQ(client.ReadAll(), "HTTP/1.0 200 OK\r\n\r\nto the end");
  EXPECT_EQ(client.error(), 0);
  EXPECT_EQ(Exchanges(1)[0].reply_body, "to the end");
  AllClosed();
}

TEST_F(RelayTest, AReplyThatIsResetIsNoReplyThatEnds) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("GET / HTTP/1.0\r\n\r\n"));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  ASSERT_TRUE(peer.Send("HTTP/1.0 200 OK\r\n\r\nto the"));
  EXPECT_THAT(client.ReadUntil("to the"), HasSubstr("to the"));
  peer.Reset();
  EXPECT_EQ(client.ReadAll(), "");
  EXPECT_EQ(client.error(), ECONNRESET);
  EXPECT_EQ(Exchanges(1)[0].fault, "the peer broke the connection off");
}

TEST_F(RelayTest, APeerThatHangsUpWithoutAReply) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  peer.Close();
  EXPECT_EQ(client.ReadAll(), "");
  const Exchange exchange = Exchanges(1)[0];
  EXPECT_EQ(exchange.fault, "the peer closed the connection");
  EXPECT_EQ(exchange.status, 0);
}

TEST_F(RelayTest, APeerThatRefusesTheRestOfARequest) {
  StartRelay();
  RawSocket client = Client();
  const std::string reply =
      "HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
  ASSERT_TRUE(client.Send("POST / HTTP/1.1\r\nContent-Length: 9000000\r\n\r\nbegin"));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil("begin");
  ASSERT_TRUE(peer.Send(reply));
  peer.Close();
  // The client goes on sending for a while before it looks.
  const std::string megabyte(1 << 20, 'x');
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(client.Send(megabyte));
  EXPECT_EQ(client.ReadUntil(kEnd), reply);
  const Exchange exchange = Exchanges(1)[0];
  EXPECT_EQ(exchange.status, 413);
  EXPECT_EQ(exchange.fault, "the peer closed the connection");
  client.Close();
  AllClosed();
}

TEST_F(RelayTest, AClientThatLeavesEndsThePeersConnection) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  client.Close();
  EXPECT_EQ(peer.ReadAll(), "");
  peer.Close();
  EXPECT_NE(Exchanges(1)[0].fault, "");
  AllClosed();
}

TEST_F(RelayTest, AClientThatIsResetEndsThePeersConnection) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  client.Reset();
  EXPECT_EQ(peer.ReadAll(), "");
  EXPECT_EQ(Exchanges(1)[0].fault, "the client left");
  AllClosed();
}

TEST_F(RelayTest, AClientThatOnlyShutsItsSideGetsItsReply) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  client.ShutdownSend();
  RawSocket peer = peer_.Accept();
  EXPECT_THAT(peer.ReadAll(), StartsWith("GET /a"));
  ASSERT_TRUE(peer.Send(kDone));
  EXPECT_EQ(client.ReadAll(), kDone);
  EXPECT_EQ(Exchanges(1)[0].fault, "");
  AllClosed();
}

TEST_F(RelayTest, AnIdleConnectionThatThePeerClosesIsClosed) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  ASSERT_TRUE(peer.Send(kDone));
  EXPECT_EQ(client.ReadUntil("done"), kDone);
  peer.Close();
  EXPECT_EQ(client.ReadAll(), "");
  AllClosed();
  EXPECT_EQ(Exchanges(1)[0].fault, "");
}

TEST_F(RelayTest, APeerThatIsNotThereIs502) {
  StartRelay();
  peer_.Close();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("POST / HTTP/1.1\r\nContent-Length: 100000\r\n\r\n"));
  const std::string reply = client.ReadAll();
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 502 Bad Gateway\r\n"));
  EXPECT_THAT(reply, HasSubstr("application/json"));
  EXPECT_THAT(reply, HasSubstr("can't be reached: Connection refused"));
  EXPECT_THAT(Exchanges(1)[0].fault, HasSubstr("can't be reached"));
  EXPECT_EQ(relay_->stats().unreachable, 1);
  client.Close();
  AllClosed();
}

TEST_F(RelayTest, AnUpgradeIsATunnel) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("GET / HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  ASSERT_TRUE(peer.Send("HTTP/1.1 101 Go\r\n\r\nfrom peer"));
  EXPECT_THAT(client.ReadUntil("from peer"), HasSubstr("from peer"));
  ASSERT_TRUE(client.Send("GET \x01\x02 from client\r\n\r\n"));
  EXPECT_EQ(peer.ReadUntil(kEnd), "GET \x01\x02 from client\r\n\r\n");
  peer.ShutdownSend();
  EXPECT_EQ(client.ReadAll(), "");
  ASSERT_TRUE(client.Send("more"));
  EXPECT_EQ(peer.ReadUntil("more"), "more");
  client.Close();
  AllClosed();
  EXPECT_EQ(relay_->stats().exchanges, 0);
  EXPECT_EQ(relay_->stats().blind, 1);
}

TEST_F(RelayTest, WhatIsNotHttpPasses) {
  StartRelay();
  RawSocket client = Client();
  ASSERT_TRUE(client.Send("\x16\x03\x01 hello"));
  RawSocket peer = peer_.Accept();
  EXPECT_EQ(peer.ReadUntil("hello"), "\x16\x03\x01 hello");
  ASSERT_TRUE(peer.Send("\x15\x03 no"));
  EXPECT_EQ(client.ReadUntil("no"), "\x15\x03 no");
  peer.Close();
  EXPECT_EQ(client.ReadAll(), "");
}

// Both bodies are far longer than what is watched and than every buffer on the way.
TEST_F(RelayTest, LongBodiesPassWhole) {
  RelayOptions options;
  options.max_body_bytes = 1 << 20;
  StartRelay(options);
  std::mt19937 random(3);
  std::string body(24 << 20, '\0');
  for (char& c : body) c = static_cast<char>(random());
  RawSocket client = Client();
  auto sending = std::async(std::launch::async, [&] {
    return client.Send("POST / HTTP/1.1\r\nContent-Length: " + std::to_string(body.size()) + kEnd +
                       body);
  });
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  EXPECT_TRUE(peer.ReadBytes(body.size()) == body);
  EXPECT_TRUE(sending.get());
  auto replying = std::async(std::launch::async, [&] {
    return peer.Send("HTTP/1.1 200 OK\r\nContent-Length: " + std::to_string(body.size()) + kEnd +
                     body);
  });
  client.ReadUntil(kEnd);
  EXPECT_TRUE(client.ReadBytes(body.size()) == body);
  EXPECT_TRUE(replying.get());
  EXPECT_EQ(Exchanges(1)[0].fault, "the request is longer than 1 MiB");
  EXPECT_EQ(relay_->stats().watched_bytes, 0);
}

TEST_F(RelayTest, StopLetsAnExchangeFinishAndThenCutsOff) {
  StartRelay();
  RawSocket client = Client();
  RawSocket other = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  ASSERT_TRUE(other.Send(kGet));
  RawSocket silent = peer_.Accept();
  silent.ReadUntil(kEnd);
  auto stopping =
      std::async(std::launch::async, [&] { return relay_->Stop(In(milliseconds(500))); });
  EXPECT_TRUE(peer.Send(kDone));
  EXPECT_EQ(client.ReadAll(), kDone);
  EXPECT_EQ(other.ReadAll(), "");
  EXPECT_FALSE(stopping.get());
  const std::vector<Exchange> exchanges = Exchanges(2);
  EXPECT_EQ(exchanges[0].fault, "");
  EXPECT_EQ(exchanges[1].fault, "the relay was stopped");
}

TEST_F(RelayTest, EveryWaitEnds) {
  RelayOptions options;
  options.head_timeout = milliseconds(50);
  options.idle_timeout = milliseconds(50);
  options.exchange_timeout = milliseconds(50);
  options.departed_timeout = milliseconds(50);
  StartRelay(options);
  RawSocket silent = Client();
  EXPECT_EQ(silent.ReadAll(), "");
  RawSocket slow = Client();
  ASSERT_TRUE(slow.Send("GET / HT"));
  EXPECT_EQ(slow.ReadAll(), "");
  RawSocket waiting = Client();
  ASSERT_TRUE(waiting.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  EXPECT_EQ(waiting.ReadAll(), "");
  EXPECT_THAT(Exchanges(1)[0].fault, StartsWith("nothing came for "));
  RawSocket idle = Client();
  ASSERT_TRUE(idle.Send(kGet));
  RawSocket second = peer_.Accept();
  second.ReadUntil(kEnd);
  ASSERT_TRUE(second.Send(kDone));
  EXPECT_EQ(idle.ReadAll(), kDone);
  AllClosed();
}

TEST_F(RelayTest, MoreConnectionsThanAllowedWaitAndIdleOnesMakeRoom) {
  RelayOptions options;
  options.max_connections = 1;
  StartRelay(options);
  RawSocket first = Client();
  ASSERT_TRUE(first.Send(kGet));
  RawSocket peer = peer_.Accept();
  peer.ReadUntil(kEnd);
  RawSocket second = Client();
  ASSERT_TRUE(second.Send(kGet));
  ASSERT_TRUE(peer.Send(kDone));
  EXPECT_EQ(first.ReadAll(), kDone);
  first.Close();
  RawSocket next = peer_.Accept();
  next.ReadUntil(kEnd);
  ASSERT_TRUE(next.Send(kDone));
  EXPECT_EQ(second.ReadUntil("done"), kDone);
}

TEST(Relay, OptionsAreChecked) {
  for (const char* url :
       {"", "sandbox:8080", "ftp://a", "http://", "http://u@a", "http://a/?x", "http://a/#x"}) {
    RelayOptions options;
    options.against = url;
    const Status listening = Relay(options, [](const Exchange&) {}).Listen();
    ASSERT_FALSE(listening.ok()) << url;
    EXPECT_EQ(listening.error().field, "against") << url;
  }
  RelayOptions options;
  options.against = "https://[::1]:1/a";
  options.ca_file = "/nonexistent";
  const Status listening = Relay(options, [](const Exchange&) {}).Listen();
  ASSERT_FALSE(listening.ok());
  EXPECT_EQ(listening.error().field, "ca_file");
}

TEST(Relay, DoesNotRelayToItself) {
  RelayOptions options;
  {
    RawListener free;
    options.port = free.port();
  }
  options.against = "http://localhost:" + std::to_string(options.port);
  const Status listening = Relay(options, [](const Exchange&) {}).Listen();
  ASSERT_FALSE(listening.ok());
  EXPECT_EQ(listening.error().field, "against");
}

}  // namespace
}  // namespace assay::shadow
