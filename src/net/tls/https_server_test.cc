// The HTTP server under TLS, asked by OpenSSL's own client end over sockets that say exactly the
// bytes they are told.
#include <gmock/gmock.h>

#include <future>
#include <thread>
#include <vector>

#include "net/http_server.h"
#include "net/http_text.h"
#include "net/raw_socket_test_util.h"
#include "net/router.h"
#include "net/tls/identity_test_util.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

using OwnedContext = std::unique_ptr<SSL_CTX, Freer<&::SSL_CTX_free>>;

// A client of that server which trusts only its own certificate. Blocking.
class TlsClient {
 public:
  TlsClient(int port, X509* trusted, int highest = TLS1_3_VERSION, const char* alpn = nullptr)
      : socket_(RawSocket::ConnectTo(port)), context_(::SSL_CTX_new(::TLS_client_method())) {
    ::SSL_CTX_set_min_proto_version(context_.get(), TLS1_VERSION);
    ::SSL_CTX_set_max_proto_version(context_.get(), highest);
    ::SSL_CTX_set_security_level(context_.get(), 0);
    ::X509_STORE_add_cert(::SSL_CTX_get_cert_store(context_.get()), trusted);
    ::SSL_CTX_set_verify(context_.get(), SSL_VERIFY_PEER, nullptr);
    end_.reset(::SSL_new(context_.get()));
    if (alpn != nullptr) {
      ::SSL_set_alpn_protos(end_.get(), reinterpret_cast<const unsigned char*>(alpn),
                            static_cast<unsigned>(std::string_view(alpn).size()));
    }
    ::SSL_set_fd(end_.get(), socket_.fd());
  }

  bool Connect() {
    ::ERR_clear_error();
    if (::SSL_connect(end_.get()) == 1) return true;
    failure_ = TlsReason();
    return false;
  }
  bool Send(std::string_view bytes) {
    return ::SSL_write(end_.get(), bytes.data(), static_cast<int>(bytes.size())) ==
           static_cast<int>(bytes.size());
  }
  std::string ReadUntil(std::string_view text) {
    std::string got;
    char byte = 0;
    while (got.find(text) == std::string::npos && ::SSL_read(end_.get(), &byte, 1) == 1) {
      got += byte;
    }
    return got;
  }
  std::string ReadAll() {
    std::string got;
    char buffer[16384];
    while (true) {
      const int count = ::SSL_read(end_.get(), buffer, sizeof buffer);
      if (count <= 0) return got;
      got.append(buffer, static_cast<size_t>(count));
    }
  }
  // Whether the server has said goodbye before it closed.
  bool ended_properly() const {
    return (::SSL_get_shutdown(end_.get()) & SSL_RECEIVED_SHUTDOWN) != 0;
  }
  const std::string& failure() const { return failure_; }
  std::string version() const { return ::SSL_get_version(end_.get()); }
  std::string cipher() const { return ::SSL_get_cipher_name(end_.get()); }
  std::string protocol() const {
    const unsigned char* name = nullptr;
    unsigned size = 0;
    ::SSL_get0_alpn_selected(end_.get(), &name, &size);
    return {reinterpret_cast<const char*>(name), size};
  }
  RawSocket& socket() { return socket_; }

 private:
  RawSocket socket_;
  const OwnedContext context_;
  OwnedSsl end_;
  std::string failure_;
};

class HttpsServerTest : public ::testing::Test {
 protected:
  void SetUp() override {
    // OpenSSL's own sockets, which the client here has, write without MSG_NOSIGNAL.
    ::signal(SIGPIPE, SIG_IGN);
  }

  void StartServer(HttpServerOptions options = {}) {
    router_.Add("POST", "/echo", [](auto request, HttpReplyPtr reply) {
      HttpResponse response;
      response.content_type = "text/plain";
      response.body = request->body;
      reply->Send(std::move(response));
    });
    router_.Add("GET", "/stream", [](auto, HttpReplyPtr reply) {
      reply->Begin({});
      reply->Write("one,");
      reply->Write("two");
      reply->End();
    });
    router_.Add("GET", "/hold", [this](auto, HttpReplyPtr reply) { held_.set_value(reply); });
    files_.Write(identity_);
    auto loaded = TlsIdentity::Load(files_.files());
    ASSERT_TRUE(loaded.ok()) << loaded.error().ToString();
    tls_ = *loaded;
    options.port = 0;
    options.tls = tls_;
    server_ = std::make_unique<HttpServer>(
        options, [this](auto request, auto reply) { router_.Handle(request, reply); });
    const Status started = server_->Start();
    ASSERT_TRUE(started.ok()) << started.error().ToString();
  }
  TlsClient NewClient(int highest = TLS1_3_VERSION, const char* alpn = nullptr) {
    return TlsClient(server_->port(), identity_.certificate(), highest, alpn);
  }
  // Until the server has seen what the test has done.
  template <typename Condition>
  static bool Soon(Condition condition) {
    for (int i = 0; i < 6000 && !condition(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    return condition();
  }
  // A count when it has come so far: a client may have its answer before the server has counted it.
  int64_t Counted(int64_t TlsStats::*count, int64_t expected) const {
    Soon([&] { return server_->tls_stats().*count >= expected; });
    return server_->tls_stats().*count;
  }

  const TestIdentity identity_;
  const TestIdentityFiles files_;
  std::shared_ptr<TlsIdentity> tls_;
  Router router_;
  std::promise<HttpReplyPtr> held_;
  std::unique_ptr<HttpServer> server_;
};

std::string Post(std::string_view body, std::string_view extra = "") {
  return "POST /echo HTTP/1.1\r\nhost: x\r\ncontent-length: " + std::to_string(body.size()) +
         "\r\n" + std::string(extra) + "\r\n" + std::string(body);
}

TEST_F(HttpsServerTest, AnswersOverBothVersions) {
  StartServer();
  for (const auto& [highest, name] :
       {std::pair{TLS1_2_VERSION, "TLSv1.2"}, std::pair{TLS1_3_VERSION, "TLSv1.3"}}) {
    TlsClient client = NewClient(highest);
    ASSERT_TRUE(client.Connect()) << client.failure();
    EXPECT_EQ(client.version(), name);
    EXPECT_THAT(client.cipher(), ::testing::AnyOf(HasSubstr("GCM"), HasSubstr("CHACHA20")));
    for (int i = 0; i < 3; ++i) {
      ASSERT_TRUE(client.Send(Post("hello")));
      EXPECT_THAT(client.ReadUntil("hello"), StartsWith("HTTP/1.1 200 OK\r\n"));
    }
  }
  EXPECT_EQ(server_->tls_stats().done, 2);
}

TEST_F(HttpsServerTest, RefusesOlderVersionsAndOtherProtocols) {
  StartServer();
  TlsClient old = NewClient(TLS1_1_VERSION);
  EXPECT_FALSE(old.Connect());
  EXPECT_THAT(old.failure(), HasSubstr("alert protocol version"));
  TlsClient other = NewClient(TLS1_3_VERSION, "\x02h2");
  EXPECT_FALSE(other.Connect());
  EXPECT_THAT(other.failure(), HasSubstr("alert no application protocol"));
  TlsClient both = NewClient(TLS1_3_VERSION, "\x02h2\x08http/1.1");
  ASSERT_TRUE(both.Connect()) << both.failure();
  EXPECT_EQ(both.protocol(), "http/1.1");
  EXPECT_EQ(Counted(&TlsStats::failed, 2), 2);
}

TEST_F(HttpsServerTest, LargeBodiesArriveWholeBothWays) {
  StartServer();
  std::string body(5 << 20, 'x');
  for (size_t i = 0; i < body.size(); i += 4096) body[i] = static_cast<char>('a' + i / 4096 % 26);
  for (const int highest : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    TlsClient client = NewClient(highest);
    ASSERT_TRUE(client.Connect()) << client.failure();
    ASSERT_TRUE(client.Send(Post(body, "connection: close\r\n")));
    const std::string answer = client.ReadAll();
    EXPECT_TRUE(answer.size() > body.size() &&
                answer.compare(answer.size() - body.size(), body.size(), body) == 0);
    EXPECT_TRUE(client.ended_properly());
  }
}

TEST_F(HttpsServerTest, AnswersRequestsThatCameTogetherInOrder) {
  StartServer();
  TlsClient client = NewClient();
  ASSERT_TRUE(client.Connect()) << client.failure();
  ASSERT_TRUE(
      client.Send(Post("first.") + Post("second.") + Post("third.", "connection: close\r\n")));
  const std::string all = client.ReadAll();
  EXPECT_LT(all.find("first."), all.find("second."));
  EXPECT_LT(all.find("second."), all.find("third."));
  EXPECT_NE(all.find("third."), std::string::npos);
}

TEST_F(HttpsServerTest, StreamsPieceByPiece) {
  StartServer();
  TlsClient client = NewClient();
  ASSERT_TRUE(client.Connect()) << client.failure();
  ASSERT_TRUE(client.Send("GET /stream HTTP/1.1\r\nhost: x\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("0\r\n\r\n"),
              AllOf(HasSubstr("4\r\none,\r\n"), HasSubstr("3\r\ntwo\r\n")));
}

TEST_F(HttpsServerTest, TellsHandlersAsAFrontWould) {
  router_.Add("GET", "/proto", [](auto request, HttpReplyPtr reply) {
    HttpResponse response;
    response.body = std::string(request->Header("x-forwarded-proto")) +
                    (CameByTls(*request) ? " secure!" : " open!");
    reply->Send(std::move(response));
  });
  StartServer();
  TlsClient client = NewClient();
  ASSERT_TRUE(client.Connect()) << client.failure();
  ASSERT_TRUE(client.Send("GET /proto HTTP/1.1\r\nhost: x\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("!"), EndsWith("https secure!"));
  // A front that speaks plain HTTP with clients, and TLS with us, says what they have.
  ASSERT_TRUE(client.Send("GET /proto HTTP/1.1\r\nhost: x\r\nx-forwarded-proto: http\r\n\r\n"));
  EXPECT_THAT(client.ReadUntil("!"), EndsWith("http open!"));
}

TEST_F(HttpsServerTest, NoticesAClientThatLeaves) {
  StartServer();
  std::promise<void> gone;
  HttpReplyPtr reply;
  {
    TlsClient client = NewClient();
    ASSERT_TRUE(client.Connect()) << client.failure();
    ASSERT_TRUE(client.Send("GET /hold HTTP/1.1\r\nhost: x\r\n\r\n"));
    reply = held_.get_future().get();
    reply->OnDisconnect([&] { gone.set_value(); });
  }
  EXPECT_EQ(gone.get_future().wait_for(std::chrono::minutes(1)), std::future_status::ready);
}

TEST_F(HttpsServerTest, TellsAClientWithoutTls) {
  StartServer();
  for (const char* method : {"GET", "POST", "DELETE", "PROPFIND"}) {
    RawSocket plain = RawSocket::ConnectTo(server_->port());
    ASSERT_TRUE(plain.Send(std::string(method) + " / HTTP/1.1\r\nhost: x\r\n\r\n"));
    EXPECT_THAT(plain.ReadAll(), AllOf(StartsWith("HTTP/1.1 400 "), HasSubstr("use https://")));
    EXPECT_EQ(plain.error(), 0);
  }
  EXPECT_EQ(Counted(&TlsStats::not_secure, 4), 4);
}

TEST_F(HttpsServerTest, HangsUpOnWhatIsNeither) {
  HttpServerOptions options;
  options.linger_timeout = std::chrono::milliseconds(50);
  StartServer(options);
  RawSocket odd = RawSocket::ConnectTo(server_->port());
  ASSERT_TRUE(odd.Send(std::string("\x00\x01\x02\x03 hello, is there anybody?", 28)));
  EXPECT_THAT(odd.ReadAll(), ::testing::Not(HasSubstr("HTTP")));
  EXPECT_TRUE(Soon([&] { return server_->stats().connections == 0; }));
  EXPECT_EQ(Counted(&TlsStats::failed, 1), 1);
}

TEST_F(HttpsServerTest, AHandshakeHasADeadline) {
  HttpServerOptions options;
  options.handshake_timeout = std::chrono::milliseconds(50);
  StartServer(options);
  RawSocket silent = RawSocket::ConnectTo(server_->port());
  RawSocket halting = RawSocket::ConnectTo(server_->port());
  ASSERT_TRUE(halting.Send("\x16\x03\x01"));
  EXPECT_EQ(silent.ReadAll(), "");
  EXPECT_EQ(halting.ReadAll(), "");
  EXPECT_EQ(Counted(&TlsStats::late, 1), 1) << "who says nothing has begun none";
  EXPECT_EQ(server_->tls_stats().under_way, 0);
}

TEST_F(HttpsServerTest, SlowHandshakesMakeRoomForOthers) {
  HttpServerOptions options;
  options.max_handshakes = 4;
  options.handshake_timeout = std::chrono::minutes(10);
  StartServer(options);
  std::vector<RawSocket> halting;
  for (int i = 0; i < 12; ++i) {
    halting.push_back(RawSocket::ConnectTo(server_->port()));
    ASSERT_TRUE(halting.back().Send("\x16\x03\x01"));
  }
  ASSERT_TRUE(Soon([&] { return server_->tls_stats().made_room == 8; }));
  EXPECT_EQ(server_->tls_stats().under_way, 4);
  for (int i = 0; i < 8; ++i) {
    TlsClient client = NewClient();
    ASSERT_TRUE(client.Connect()) << client.failure();
    ASSERT_TRUE(client.Send(Post("in")));
    EXPECT_THAT(client.ReadUntil("\r\n\r\nin"), StartsWith("HTTP/1.1 200 OK\r\n"));
  }
}

TEST_F(HttpsServerTest, ANewCertificateIsForNewConnections) {
  StartServer();
  TlsClient before = NewClient();
  ASSERT_TRUE(before.Connect()) << before.failure();
  const TestIdentity next;
  files_.Write(next);
  ASSERT_TRUE(tls_->Reload().ok());
  ASSERT_TRUE(before.Send(Post("still")));
  EXPECT_THAT(before.ReadUntil("still"), EndsWith("still"));
  TlsClient stranger = NewClient();  // which trusts the old one only
  EXPECT_FALSE(stranger.Connect());
  TlsClient after(server_->port(), next.certificate());
  ASSERT_TRUE(after.Connect()) << after.failure();
}

TEST_F(HttpsServerTest, StopsWithAConnectionThatSaysNothing) {
  StartServer();
  RawSocket silent = RawSocket::ConnectTo(server_->port());
  TlsClient idle = NewClient();
  ASSERT_TRUE(idle.Connect()) << idle.failure();
  ASSERT_TRUE(Soon([&] { return server_->stats().connections == 2; }));
  EXPECT_TRUE(server_->Stop(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
}

}  // namespace
}  // namespace assay
