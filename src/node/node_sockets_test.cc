#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <atomic>
#include <future>
#include <thread>

#include "net/http_server.h"
#include "net/raw_socket_test_util.h"
#include "node/agent_check.h"
#include "node/peer_book.h"
#include "node/takeover.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

class AgentCheckTest : public ::testing::Test {
 protected:
  AgentCheckTest() {
    EXPECT_TRUE(agent_.Listen().ok());
    EXPECT_TRUE(agent_.Start().ok());
  }
  std::string Ask() { return RawSocket::ConnectTo(agent_.port()).ReadAll(); }

  std::atomic<int> asked_{0};
  AgentCheck agent_{"127.0.0.1", 0, [this] {
                      ++asked_;
                      return std::string("up ready 50% maxconn:8\n");
                    }};
};

TEST_F(AgentCheckTest, SaysOneLineAndCloses) {
  EXPECT_EQ(Ask(), "up ready 50% maxconn:8\n");
  EXPECT_EQ(Ask(), "up ready 50% maxconn:8\n");
  EXPECT_EQ(asked_, 2);
}

TEST_F(AgentCheckTest, WhateverAPeerSendsIsDropped) {
  uint32_t bits = 7;
  for (int i = 0; i < 50; ++i) {
    RawSocket peer = RawSocket::ConnectTo(agent_.port());
    std::string noise(static_cast<size_t>(i) * 97, '\0');
    for (char& each : noise) each = static_cast<char>((bits = bits * 1664525 + 1013904223) >> 24);
    peer.Send(noise);
    if (i % 3 == 0) peer.ShutdownSend();
    if (i % 3 == 1) {
      peer.Reset();
      continue;
    }
    EXPECT_EQ(peer.ReadUntil("\n"), "up ready 50% maxconn:8\n") << i;
  }
  EXPECT_EQ(Ask(), "up ready 50% maxconn:8\n");
}

// More than there may be: those that say nothing go within their second, and the others get in.
TEST_F(AgentCheckTest, SilentPeersKeepNobodyOut) {
  std::vector<RawSocket> silent;
  for (int i = 0; i < 150; ++i) silent.push_back(RawSocket::ConnectTo(agent_.port()));
  EXPECT_EQ(Ask(), "up ready 50% maxconn:8\n");
  for (RawSocket& each : silent) EXPECT_EQ(each.ReadAll(), "up ready 50% maxconn:8\n");
}

TEST(AgentCheck, GoesOnWithASocketThatIsHandedOver) {
  RawListener there;
  AgentCheck agent("127.0.0.1", there.port(), [] { return std::string("drain\n"); });
  ASSERT_TRUE(agent.Listen(UniqueFd(::dup(there.fd()))).ok());
  ASSERT_TRUE(agent.Start().ok());
  EXPECT_EQ(RawSocket::ConnectTo(there.port()).ReadAll(), "drain\n");
  AgentCheck other("127.0.0.1", there.port() == 1 ? 2 : 1, [] { return std::string(); });
  const Status refused = other.Listen(UniqueFd(::dup(there.fd())));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("the options say"));
}

// A server that answers /v1/info as it is told.
class Peer {
 public:
  explicit Peer(std::string body, int status = 200)
      : server_({.host = "127.0.0.1", .port = 0},
                [this, body = std::move(body), status](std::shared_ptr<const HttpRequest> request,
                                                       HttpReplyPtr reply) {
                  ++asked;
                  token = std::string(request->Header("authorization"));
                  HttpResponse response;
                  response.status = status;
                  response.body = body;
                  reply->Send(std::move(response));
                }) {
    EXPECT_TRUE(server_.Start().ok());
  }
  std::string url() const { return "http://127.0.0.1:" + std::to_string(server_.port()); }

  std::atomic<int> asked{0};
  std::string token;  // read when the answer is there

 private:
  HttpServer server_;
};

std::vector<NodeRow> Ask(PeerBook& book) {
  std::promise<std::vector<NodeRow>> rows;
  EXPECT_TRUE(book.Ask([&](const std::vector<NodeRow>& heard) { rows.set_value(heard); }));
  return rows.get_future().get();
}

TEST(PeerBook, AsksEachPeerOnceASecondWithItsOwnToken) {
  Peer good(R"({"name":"assay","node":"n2","slots":8})");
  Peer closed("{}", 401);
  Peer other("<html>");
  RawListener gone;
  gone.Close();
  PeerBook book;
  book.Set(*PeerList::Parse(good.url() + "," + closed.url() + "," + other.url() +
                            ",http://127.0.0.1:" + std::to_string(gone.port())),
           "secret");
  const std::vector<NodeRow> rows = Ask(book);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].error, "");
  EXPECT_EQ(rows[0].node, "n2");
  EXPECT_EQ(rows[0].url, good.url());
  EXPECT_EQ(rows[0].slots, 8);
  EXPECT_EQ(good.token, "Bearer secret");
  EXPECT_THAT(rows[1].error, HasSubstr("refuses this node's token"));
  EXPECT_THAT(rows[2].error, HasSubstr("not as an Assay does"));
  EXPECT_NE(rows[3].error, "");
  // From memory, or after a second from another round: each in one of them.
  for (int i = 0; i < 100; ++i) Ask(book);
  EXPECT_LT(good.asked, 100);
}

TEST(PeerBook, APeerThatSaysNothingIsARowWithAnError) {
  RawListener silent;  // the kernel takes the connection, nobody answers
  PeerBook book;
  book.Set(*PeerList::Parse("http://127.0.0.1:" + std::to_string(silent.port())), "");
  const std::vector<NodeRow> rows = Ask(book);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_NE(rows[0].error, "");
}

TEST(PeerBook, WithoutPeersThereIsNothingToWaitFor) {
  PeerBook book;
  EXPECT_TRUE(Ask(book).empty());
  book.Set(*PeerList::Parse("/no/such/file"), "");
  const std::vector<NodeRow> rows = Ask(book);
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_THAT(rows[0].error, HasSubstr("/no/such/file"));
}

class TakeoverTest : public ::testing::Test {
 protected:
  ~TakeoverTest() override { ::unlink(path_.c_str()); }
  std::unique_ptr<TakeoverDoor> OpenDoor(int agent = -1) {
    TakeoverDoor::Events events;
    events.relay = [this](const std::string& path) {
      MutexLock lock(mutex_);
      relays_.push_back(path);
    };
    events.replaced = [this] { ++replaced_; };
    auto door = TakeoverDoor::Open(path_, listener_.fd(), agent, "/old/relay", std::move(events));
    EXPECT_TRUE(door.ok()) << door.error().ToString();
    return std::move(door).value();
  }

  const std::string path_ = ::testing::TempDir() + "/takeover_" + std::to_string(::getpid());
  RawListener listener_;
  std::atomic<int> replaced_{0};
  Mutex mutex_;
  std::vector<std::string> relays_;  // that the next process told of
};

TEST_F(TakeoverTest, NobodyIsThere) {
  const auto asked = Predecessor::Ask(path_);
  ASSERT_TRUE(asked.ok());
  EXPECT_FALSE(asked->has_value());
  EXPECT_FALSE(Predecessor::Ask(std::string(200, 'x')).ok());
}

TEST_F(TakeoverTest, TheSocketsComeAndTheOldOneHearsOfIt) {
  RawListener agent;
  auto door = OpenDoor(agent.fd());
  {
    auto next = Predecessor::Ask(path_);
    ASSERT_TRUE(next.ok() && next->has_value());
    HttpServer server({.host = "127.0.0.1", .port = listener_.port()},
                      [](auto, HttpReplyPtr reply) { reply->Send({}); });
    ASSERT_TRUE(server.Listen((*next)->TakeHttp()).ok());
    ASSERT_TRUE(server.Start().ok());
    EXPECT_TRUE((*next)->TakeAgent().valid());
    EXPECT_EQ(replaced_, 0);
    EXPECT_TRUE((*next)->Ready().ok());
    EXPECT_EQ(replaced_, 1);
    RawSocket client = RawSocket::ConnectTo(listener_.port());
    client.Send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    EXPECT_THAT(client.ReadUntil("\r\n"), HasSubstr("200"));
  }
  EXPECT_FALSE(Predecessor::Ask(path_).value().has_value());  // only once
}

TEST_F(TakeoverTest, OneThatAsksAndGoesChangesNothing) {
  const auto door = OpenDoor();
  for (int i = 0; i < 3; ++i) {
    auto next = Predecessor::Ask(path_);
    ASSERT_TRUE(next.ok() && next->has_value()) << i;
  }
  auto last = Predecessor::Ask(path_);
  ASSERT_TRUE(last.ok() && last->has_value());
  EXPECT_EQ(replaced_, 0);
  EXPECT_TRUE((*last)->Ready().ok());
  EXPECT_EQ(replaced_, 1);
}

TEST_F(TakeoverTest, EachLearnsWhereTheOtherTakesRequests) {
  auto door = OpenDoor();
  {
    auto gives_up = Predecessor::Ask(path_);
    ASSERT_TRUE(gives_up.ok() && gives_up->has_value());
    EXPECT_EQ((*gives_up)->relay(), "/old/relay");
    (*gives_up)->TellRelay("/new/relay");
  }
  auto next = Predecessor::Ask(path_);
  ASSERT_TRUE(next.ok() && next->has_value());
  (*next)->TellRelay("/newer/relay");
  EXPECT_TRUE((*next)->Ready().ok());
  door.reset();
  EXPECT_THAT(relays_, ::testing::ElementsAre("/new/relay", "", "/newer/relay"));
}

// As those before relays: they read the offer by its length, and say one word.
TEST_F(TakeoverTest, AProcessThatKnowsNoRelaysTakesOverAllTheSame) {
  auto door = OpenDoor();
  RawSocket old = RawSocket::ConnectToPath(path_);
  EXPECT_EQ(old.ReadUntil("assay 1\n"), "assay 1\n");
  old.Send("ready\n");
  while (replaced_ == 0) std::this_thread::yield();
  door.reset();
  EXPECT_TRUE(relays_.empty());
}

// It looked, found its own socket there, and removed the next one's, which came in between: that
// process could never be replaced.
TEST_F(TakeoverTest, OneThatWasReplacedLeavesThePathToTheNext) {
  auto old = OpenDoor();
  EXPECT_TRUE(Predecessor::Ask(path_).value()->Ready().ok());
  old.reset();
  EXPECT_EQ(::access(path_.c_str(), F_OK), 0);
  auto next = OpenDoor();
  EXPECT_TRUE(Predecessor::Ask(path_).value().has_value());
  next.reset();
  EXPECT_NE(::access(path_.c_str(), F_OK), 0);
}

TEST_F(TakeoverTest, TheNextDoorKeepsThePath) {
  auto old = OpenDoor();
  const auto next = OpenDoor();
  old.reset();
  EXPECT_TRUE(Predecessor::Ask(path_).value().has_value());
}

}  // namespace
}  // namespace assay
