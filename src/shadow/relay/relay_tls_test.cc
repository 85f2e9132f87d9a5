#include <gmock/gmock.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <functional>
#include <future>

#include "shadow/relay/relay_test_util.h"

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

template <auto* free>
struct Freed {
  template <typename T>
  void operator()(T* value) const {
    free(value);
  }
};
template <typename T, auto* free>
using Owned = std::unique_ptr<T, Freed<free>>;

// A certificate that vouches for itself, for one host name, with its key.
struct Identity {
  explicit Identity(const std::string& name)
      : key(::EVP_EC_gen("P-256")), certificate(::X509_new()) {
    X509* x509 = certificate.get();
    ::X509_set_version(x509, 2);
    ::ASN1_INTEGER_set(::X509_get_serialNumber(x509), 1);
    ::X509_gmtime_adj(::X509_getm_notBefore(x509), -3600);
    ::X509_gmtime_adj(::X509_getm_notAfter(x509), 3600);
    ::X509_set_pubkey(x509, key.get());
    X509_NAME* subject = ::X509_get_subject_name(x509);
    ::X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                 reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
    ::X509_set_issuer_name(x509, subject);
    const std::string names = "DNS:" + name;
    Owned<X509_EXTENSION, &::X509_EXTENSION_free> extension(
        ::X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, names.c_str()));
    ::X509_add_ext(x509, extension.get(), -1);
    EXPECT_NE(::X509_sign(x509, key.get(), ::EVP_sha256()), 0);
  }
  void WriteTo(const std::string& path) const {
    Owned<FILE, &::fclose> file(::fopen(path.c_str(), "w"));
    ASSERT_NE(file, nullptr);
    EXPECT_EQ(::PEM_write_X509(file.get(), certificate.get()), 1);
  }

  Owned<EVP_PKEY, &::EVP_PKEY_free> key;
  Owned<X509, &::X509_free> certificate;
};

class RelayTlsTest : public RelayTest {
 protected:
  RelayTlsTest()
      : ca_file_(::testing::TempDir() + "relay_tls_test_" + std::to_string(::getpid())) {}
  ~RelayTlsTest() override { std::filesystem::remove(ca_file_); }

  // Takes one connection under TLS; `serve` gets it when the handshake is over.
  std::future<void> Serve(std::function<void(SSL*)> serve) {
    return std::async(std::launch::async, [this, serve = std::move(serve)] {
      Owned<SSL_CTX, &::SSL_CTX_free> context(::SSL_CTX_new(::TLS_server_method()));
      ::SSL_CTX_use_certificate(context.get(), identity_.certificate.get());
      ::SSL_CTX_use_PrivateKey(context.get(), identity_.key.get());
      RawSocket socket = peer_.Accept();
      Owned<SSL, &::SSL_free> ssl(::SSL_new(context.get()));
      ::SSL_set_fd(ssl.get(), socket.fd());
      if (::SSL_accept(ssl.get()) == 1) serve(ssl.get());
    });
  }
  static std::string ReadRequest(SSL* ssl) {
    std::string text;
    char c = 0;
    while (text.find("\r\n\r\n") == std::string::npos && ::SSL_read(ssl, &c, 1) == 1) text += c;
    return text;
  }
  static void Write(SSL* ssl, const std::string& text) {
    EXPECT_EQ(::SSL_write(ssl, text.data(), static_cast<int>(text.size())),
              static_cast<int>(text.size()));
  }
  RelayOptions Options() {
    identity_.WriteTo(ca_file_);
    RelayOptions options;
    options.against = "https://localhost:" + std::to_string(peer_.port()) + "/box";
    options.ca_file = ca_file_;
    return options;
  }

  const std::string ca_file_;
  Identity identity_{"localhost"};
};

TEST_F(RelayTlsTest, RepliesComeAsTheyAre) {
  StartRelay(Options());
  const std::string body(1 << 20, 'b');
  const std::string reply = "HTTP/1.1 200 OK\r\nContent-Length: 1048576\r\n\r\n" + body;
  auto serving = Serve([&](SSL* ssl) {
    EXPECT_STREQ(::SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name), "localhost");
    EXPECT_EQ(ReadRequest(ssl), "GET /box/a HTTP/1.1\r\nHost: localhost:" +
                                    std::to_string(peer_.port()) + "\r\n\r\n");
    Write(ssl, reply);
    ReadRequest(ssl);  // until the client leaves
  });
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  EXPECT_TRUE(client.ReadBytes(reply.size()) == reply);
  EXPECT_TRUE(Exchanges(1)[0].reply_body == body);
  client.Close();
  serving.get();
  AllClosed();
}

TEST_F(RelayTlsTest, AnEndIsAnEndAndACutIsACut) {
  StartRelay(Options());
  for (const bool properly : {true, false}) {
    auto serving = Serve([&](SSL* ssl) {
      ReadRequest(ssl);
      Write(ssl, "HTTP/1.1 200 OK\r\n\r\nall");
      if (properly) ::SSL_shutdown(ssl);
    });
    RawSocket client = Client();
    ASSERT_TRUE(client.Send(kGet));
    EXPECT_THAT(client.ReadAll(), HasSubstr("200 OK"));
    EXPECT_EQ(client.error(), properly ? 0 : ECONNRESET);
    serving.get();
  }
  const std::vector<Exchange> exchanges = Exchanges(2);
  EXPECT_EQ(exchanges[0].fault, "");
  EXPECT_EQ(exchanges[1].fault, "the peer broke the connection off");
}

TEST_F(RelayTlsTest, WhoIsNotVouchedForIsNotAsked) {
  RelayOptions options = Options();
  options.ca_file.clear();
  StartRelay(options);
  auto serving = Serve([&](SSL* ssl) { EXPECT_EQ(ReadRequest(ssl), ""); });
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  const std::string reply = client.ReadAll();
  EXPECT_THAT(reply, StartsWith("HTTP/1.1 502 "));
  EXPECT_THAT(reply, HasSubstr("no TLS: self-signed certificate (--against-cacert names"));
  serving.get();
}

TEST_F(RelayTlsTest, AnotherNameIsNotAsked) {
  identity_ = Identity("other");
  StartRelay(Options());
  auto serving = Serve([&](SSL* ssl) { EXPECT_EQ(ReadRequest(ssl), ""); });
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  EXPECT_THAT(client.ReadAll(), HasSubstr("no TLS: "));
  serving.get();
}

TEST_F(RelayTlsTest, APeerThatSpeaksNoTlsIs502AndSilenceEnds) {
  RelayOptions options = Options();
  options.connect_timeout = std::chrono::milliseconds(300);
  StartRelay(options);
  RawSocket client = Client();
  ASSERT_TRUE(client.Send(kGet));
  RawSocket plain = peer_.Accept();
  ASSERT_TRUE(plain.Send("HTTP/1.1 400 Bad Request\r\n\r\n"));
  EXPECT_THAT(client.ReadAll(), HasSubstr("no TLS: "));
  RawSocket second = Client();
  ASSERT_TRUE(second.Send(kGet));
  RawSocket silent = peer_.Accept();
  EXPECT_THAT(second.ReadAll(), HasSubstr("it doesn't take the connection within "));
  EXPECT_EQ(relay_->stats().unreachable, 2);
}

}  // namespace
}  // namespace assay::shadow
