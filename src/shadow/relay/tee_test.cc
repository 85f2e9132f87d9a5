#include "shadow/relay/tee.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "net/wire/accounted_body.h"

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// A tee with what it let through and handed over.
struct Watched {
  explicit Watched(HeadRules head = {}, int64_t body = 1 << 20, int64_t total = 1 << 30,
                   int64_t head_bytes = 4096) {
    auto budget = std::make_shared<RequestBudget>();
    budget->limit = total;
    rules = {std::move(head), {head_bytes, body, std::move(budget)}};
  }
  // Both in pieces of random sizes; the peer speaks when `reply_after` client's bytes have gone.
  void Run(std::string_view client, std::string_view peer, std::mt19937* random) {
    while (!client.empty()) tee.FromClient(Piece(&client, random), &forwarded);
    while (!peer.empty()) {
      tee.FromPeer(Piece(&peer, random));
      if (tee.holding()) tee.FromClient({}, &forwarded);
    }
  }
  static std::string_view Piece(std::string_view* rest, std::mt19937* random) {
    const size_t most = (*random)() % 3 == 0 ? rest->size() : std::min<size_t>(rest->size(), 7);
    const std::string_view piece = rest->substr(0, 1 + (*random)() % most);
    rest->remove_prefix(piece.size());
    return piece;
  }

  TeeRules rules;
  std::vector<Exchange> exchanges;
  std::string forwarded;
  Tee tee{rules, [this](Exchange exchange) { exchanges.push_back(std::move(exchange)); }};
};

std::string Show(const Exchange& exchange) {
  std::string text = exchange.method + " " + exchange.target + "\n";
  for (const auto& [name, value] : exchange.request_headers) text += name + "=" + value + "\n";
  text += exchange.request_body + "\n" + std::to_string(exchange.status) + "\n";
  for (const auto& [name, value] : exchange.reply_headers) text += name + "=" + value + "\n";
  return text + exchange.reply_body + "\n" + exchange.fault;
}

constexpr std::string_view kRequests =
    "POST /run_code HTTP/1.1\r\nHost: relay\r\nContent-Length: 11\r\n\r\n{\"code\": 1}"
    "HEAD /health HTTP/1.1\r\nHost: relay\r\n\r\n"
    "\r\nPUT /chunks?x=1 HTTP/1.1\r\nHost: relay\r\nTransfer-Encoding: chunked\r\n\r\n"
    "5;name=\"v\"\r\nhello\r\n1\r\n!\r\n0\r\nTrailer: t\r\n\r\n"
    "GET /nothing HTTP/1.1\r\nHost: relay\r\nExpect: 100-continue\r\n\r\n"
    "DELETE /same HTTP/1.1\r\nHost: relay\r\n\r\n";
constexpr std::string_view kReplies =
    "HTTP/1.1 200 OK\r\nServer: odd\r\nContent-Length: 4\r\n\r\ndone"
    "HTTP/1.1 200 OK\r\nContent-Length: 400\r\n\r\n"
    "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\nTransfer-Encoding: chunked\r\n\r\n"
    "A\r\n0123456789\r\n3\r\nabc\r\n00\r\nX-Sum: 1\r\nX-Two: 2\r\n\r\n"
    "HTTP/1.1 204 No Content\r\n\r\n"
    "HTTP/1.1 304 Not Modified\r\nContent-Length: 12\r\n\r\n";

TEST(Tee, AnyPiecesGiveTheSameBytesAndExchanges) {
  std::mt19937 random(1);
  for (int round = 0; round < 500; ++round) {
    SCOPED_TRACE(round);
    Watched watched({"/p", "peer"});
    watched.Run(kRequests, kReplies, &random);
    ASSERT_THAT(watched.exchanges, SizeIs(5));
    EXPECT_EQ(Show(watched.exchanges[0]),
              "POST /run_code\nHost=relay\nContent-Length=11\n{\"code\": 1}\n200\nServer=odd\n"
              "Content-Length=4\ndone\n");
    EXPECT_EQ(Show(watched.exchanges[1]),
              "HEAD /health\nHost=relay\n\n200\nContent-Length=400\n\n");
    EXPECT_EQ(Show(watched.exchanges[2]),
              "PUT /chunks?x=1\nHost=relay\nTransfer-Encoding=chunked\nhello!\n201\n"
              "Transfer-Encoding=chunked\n0123456789abc\n");
    EXPECT_EQ(Show(watched.exchanges[3]),
              "GET /nothing\nHost=relay\nExpect=100-continue\n\n204\n\n");
    EXPECT_EQ(Show(watched.exchanges[4]), "DELETE /same\nHost=relay\n\n304\nContent-Length=12\n\n");
    EXPECT_TRUE(watched.tee.quiet());
    EXPECT_TRUE(watched.tee.understood());
    std::string expected(kRequests);
    for (size_t at = 0; (at = expected.find("Host: relay", at)) != expected.npos;) {
      expected.replace(at, 11, "Host: peer");
    }
    for (const char* path : {" /run_code", " /health", " /chunks", " /nothing", " /same"}) {
      expected.insert(expected.find(path) + 1, "/p");
    }
    EXPECT_EQ(watched.forwarded, expected);
    EXPECT_EQ(watched.rules.bounds.budget->held, 0);
  }
}

TEST(Tee, AnEmptyChunkedBodyComesByteByByte) {
  Watched watched;
  const std::string request = "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n";
  for (const char c : request) watched.tee.FromClient({&c, 1}, &watched.forwarded);
  EXPECT_EQ(watched.forwarded, request);
  for (const char c :
       std::string("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nT: 1\r\n\r\n")) {
    watched.tee.FromPeer({&c, 1});
  }
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].fault, "");
}

// Whatever comes, in whatever pieces: the client's bytes go on as they are.
TEST(Tee, GarbageGoesOnUnchanged) {
  std::mt19937 random(2);
  const std::string requests =
      std::string(kRequests) +
      "POST /1 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
      "POST /2 HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n0\r\nA: b\r\n\r\n";
  const std::string replies =
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + std::string(kReplies) +
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nA: b\r\n\r\n";
  for (int round = 0; round < 2000; ++round) {
    SCOPED_TRACE(round);
    std::string client = requests;
    std::string peer = replies;
    for (int i = static_cast<int>(random() % 4); i > 0; --i) {
      client[random() % client.size()] = static_cast<char>(random());
      peer[random() % peer.size()] = static_cast<char>(random());
    }
    Watched watched;
    watched.Run(client, peer, &random);
    watched.tee.ClientEnded(&watched.forwarded);
    // What waits for a reply goes on when there is none to wait for.
    watched.tee.Abandon("over");
    watched.tee.FromClient({}, &watched.forwarded);
    ASSERT_EQ(watched.forwarded, client);
    EXPECT_EQ(watched.rules.bounds.budget->held, 0);
  }
}

TEST(Tee, RepliesThatEndWithTheConnection) {
  Watched watched;
  watched.tee.FromClient("GET / HTTP/1.0\r\n\r\n", &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.0 200 OK\r\n\r\nsome");
  watched.tee.FromPeer(" text");
  EXPECT_THAT(watched.exchanges, IsEmpty());
  watched.tee.PeerEnded();
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].reply_body, "some text");
  EXPECT_EQ(watched.exchanges[0].fault, "");
  EXPECT_GE(watched.exchanges[0].seconds, 0);
  EXPECT_GT(watched.exchanges[0].arrived_unix_ms, 0);
}

TEST(Tee, AStatusLineMayEndWithTheNumber) {
  Watched watched;
  watched.tee.FromClient("GET / HTTP/1.1\r\n\r\n", &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.1 404\r\nContent-Length: 2\r\n\r\nno");
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].status, 404);
  EXPECT_EQ(watched.exchanges[0].reply_body, "no");
}

TEST(Tee, ATornReplyIsAFault) {
  Watched watched;
  watched.tee.FromClient("GET / HTTP/1.1\r\n\r\n", &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nsome");
  watched.tee.PeerEnded();
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].fault, "the peer closed the connection");
  EXPECT_EQ(watched.exchanges[0].status, 200);
}

TEST(Tee, BodiesBeyondTheBoundPassAndAreAFault) {
  Watched watched({}, 8);
  watched.tee.FromClient(
      "POST /a HTTP/1.1\r\nContent-Length: 9\r\n\r\n123456789"
      "POST /b HTTP/1.1\r\nContent-Length: 8\r\n\r\n12345678",
      &watched.forwarded);
  watched.tee.FromPeer(
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n12345\r\n");
  watched.tee.FromPeer("4\r\n6789\r\n0\r\n\r\n");
  ASSERT_THAT(watched.exchanges, SizeIs(2));
  EXPECT_EQ(watched.exchanges[0].fault, "the request is longer than 8 bytes");
  EXPECT_EQ(watched.exchanges[0].request_body, "");
  EXPECT_EQ(watched.exchanges[0].reply_body, "a");
  EXPECT_EQ(watched.exchanges[1].fault, "the reply is longer than 8 bytes");
  EXPECT_THAT(watched.forwarded, HasSubstr("123456789POST /b"));
  EXPECT_EQ(watched.rules.bounds.budget->held, 0);
}

TEST(Tee, AllThatIsWatchedIsBounded) {
  Watched watched({}, 1 << 20, 10 << 10);
  const std::string body(6000, 'x');
  const std::string request = "POST / HTTP/1.1\r\nContent-Length: 6000\r\n\r\n" + body;
  watched.tee.FromClient(request + request, &watched.forwarded);
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n";
  watched.tee.FromPeer(reply + reply);
  ASSERT_THAT(watched.exchanges, SizeIs(2));
  EXPECT_EQ(watched.exchanges[0].fault, "");
  EXPECT_EQ(watched.exchanges[1].fault, "more than 10240 bytes are being watched");
  EXPECT_EQ(watched.forwarded, request + request);
  watched.tee.FromClient(request, &watched.forwarded);
  watched.tee.FromPeer(reply);
  EXPECT_EQ(watched.exchanges.back().fault, "");
  EXPECT_EQ(watched.rules.bounds.budget->held, 0);
}

TEST(Tee, AnUpgradeIsWaitedForAndThenPassedBlindly) {
  Watched watched({"/p", "peer"});
  watched.tee.FromClient(
      "GET /ws HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nGET /frame",
      &watched.forwarded);
  EXPECT_TRUE(watched.tee.holding());
  EXPECT_THAT(watched.forwarded, HasSubstr("GET /p/ws"));
  watched.forwarded.clear();
  watched.tee.FromPeer("HTTP/1.1 101 Switching\r\n\r\nframe");
  watched.tee.FromClient({}, &watched.forwarded);
  watched.tee.FromClient(" HTTP/1.1\r\nHost: a\r\n\r\n", &watched.forwarded);
  EXPECT_EQ(watched.forwarded, "GET /frame HTTP/1.1\r\nHost: a\r\n\r\n");
  EXPECT_TRUE(watched.tee.blind());
  EXPECT_THAT(watched.exchanges, IsEmpty());
  EXPECT_EQ(watched.rules.bounds.budget->held, 0);
}

TEST(Tee, AnUpgradeThatIsNotTakenGoesOnAsHttp) {
  Watched watched({"/p", std::nullopt});
  watched.tee.FromClient(
      "GET /a HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n"
      "GET /b HTTP/1.1\r\n\r\n",
      &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  watched.tee.FromClient({}, &watched.forwarded);
  EXPECT_THAT(watched.forwarded, HasSubstr("GET /p/b"));
  watched.tee.FromPeer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  EXPECT_THAT(watched.exchanges, SizeIs(2));
}

TEST(Tee, ATunnelIsPassedBlindly) {
  Watched watched;
  watched.tee.FromClient("CONNECT a:1 HTTP/1.1\r\n\r\n", &watched.forwarded);
  watched.tee.FromClient("\x16\x03", &watched.forwarded);
  EXPECT_TRUE(watched.tee.holding());
  watched.tee.FromPeer("HTTP/1.1 200 Connected\r\n\r\n\x16");
  watched.tee.FromClient({}, &watched.forwarded);
  EXPECT_EQ(watched.forwarded, "CONNECT a:1 HTTP/1.1\r\n\r\n\x16\x03");
  EXPECT_FALSE(watched.tee.understood());
}

TEST(Tee, AReplyThatIsNotHttpLeavesTheRequestsTold) {
  Watched watched({"/p", std::nullopt});
  watched.tee.FromClient("GET /a HTTP/1.1\r\n\r\nPOST /b HTTP/1.1\r\nContent-Length: 2\r\n\r\n1",
                         &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.1 what\r\n\r\n");
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].fault, "the reply can't be read as HTTP");
  watched.tee.FromClient("2GET /c HTTP/1.1\r\n\r\n", &watched.forwarded);
  EXPECT_THAT(watched.exchanges, SizeIs(3));
  EXPECT_EQ(watched.exchanges[2].target, "/c");
  EXPECT_THAT(watched.forwarded, HasSubstr("12GET /p/c HTTP"));
  EXPECT_FALSE(watched.tee.understood());
}

TEST(Tee, ARequestAnsweredBeforeItIsWholeIsWatchedToItsEnd) {
  Watched watched;
  watched.tee.FromClient("POST / HTTP/1.1\r\nContent-Length: 4\r\n\r\n12", &watched.forwarded);
  watched.tee.FromPeer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
  EXPECT_TRUE(watched.tee.request_open());
  EXPECT_FALSE(watched.tee.reply_open());
  watched.tee.FromClient("34", &watched.forwarded);
  ASSERT_THAT(watched.exchanges, SizeIs(1));
  EXPECT_EQ(watched.exchanges[0].request_body, "1234");
  EXPECT_EQ(watched.exchanges[0].fault, "");
}

TEST(Tee, RequestsFarAheadWait) {
  Watched watched;
  std::string requests;
  for (int i = 0; i < 1000; ++i) requests += "GET / HTTP/1.1\r\n\r\n";
  watched.tee.FromClient(requests, &watched.forwarded);
  EXPECT_TRUE(watched.tee.holding());
  EXPECT_LT(watched.forwarded.size(), requests.size() / 4);
  for (int i = 0; i < 1000; ++i) {
    watched.tee.FromPeer("HTTP/1.1 204 No\r\n\r\n");
    watched.tee.FromClient({}, &watched.forwarded);
  }
  EXPECT_EQ(watched.forwarded, requests);
  EXPECT_THAT(watched.exchanges, SizeIs(1000));
  EXPECT_TRUE(watched.tee.quiet());
}

TEST(Tee, AHeadBeyondTheBoundGoesOnAsItIs) {
  Watched watched({"/p", std::nullopt});
  const std::string request = "GET / HTTP/1.1\r\nX: " + std::string(5000, 'x') + "\r\n\r\n";
  watched.tee.FromClient(request.substr(0, 4500), &watched.forwarded);
  watched.tee.FromClient(request.substr(4500), &watched.forwarded);
  EXPECT_EQ(watched.forwarded, request);
  EXPECT_TRUE(watched.tee.blind());
}

TEST(Tee, HalfARequestGoesOnWhenTheClientEnds) {
  Watched watched;
  watched.tee.FromClient("GET / HT", &watched.forwarded);
  EXPECT_EQ(watched.forwarded, "");
  EXPECT_TRUE(watched.tee.head_since().has_value());
  watched.tee.ClientEnded(&watched.forwarded);
  EXPECT_EQ(watched.forwarded, "GET / HT");
}

}  // namespace
}  // namespace assay::shadow
