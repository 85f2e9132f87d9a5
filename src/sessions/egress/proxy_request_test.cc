#include "sessions/egress/proxy_request.h"

#include <gtest/gtest.h>
#include <openssl/ssl.h>

#include "sessions/egress/client_hello.h"
#include "sessions/egress/client_hello_test_util.h"

namespace assay {
namespace {

TEST(ProxyRequest, TakesConnect) {
  const auto request = ParseProxyRequest("CONNECT Example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n");
  ASSERT_TRUE(request.ok());
  EXPECT_TRUE(request->connect);
  EXPECT_EQ(request->host, "example.com");
  EXPECT_EQ(request->port, 443);
  EXPECT_EQ(ParseProxyRequest("CONNECT [::1]:80 HTTP/1.0\r\n\r\n")->host, "::1");
}

TEST(ProxyRequest, MakesAPlainRequestTheServersOwn) {
  const auto request = ParseProxyRequest(
      "POST http://Example.com:8080/a?b#c HTTP/1.1\r\nHost: other.org\r\nProxy-Authorization: x\r\n"
      "Connection: keep-alive\r\nContent-Length: 3\r\nX: y\r\n\r\n");
  ASSERT_TRUE(request.ok()) << request.error().ToString();
  EXPECT_FALSE(request->connect);
  EXPECT_EQ(request->host, "example.com");
  EXPECT_EQ(request->port, 8080);
  EXPECT_EQ(request->head,
            "POST /a?b HTTP/1.1\r\nHost: Example.com:8080\r\nContent-Length: 3\r\nX: y\r\n"
            "Connection: close\r\n\r\n");
  EXPECT_EQ(ParseProxyRequest("GET http://a?q HTTP/1.1\r\n\r\n")->head,
            "GET /?q HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
}

TEST(ProxyRequest, RefusesWhatIsNone) {
  for (const char* head :
       {"\r\n\r\n", "CONNECT\r\n\r\n", "CONNECT a:443\r\n\r\n", "CONNECT a HTTP/1.1\r\n\r\n",
        "CONNECT a:0 HTTP/1.1\r\n\r\n", "CONNECT a:99999 HTTP/1.1\r\n\r\n",
        "CONNECT :443 HTTP/1.1\r\n\r\n", "CONNECT [x]:443 HTTP/1.1\r\n\r\n",
        "CONNECT a:443 HTTP/2.0\r\n\r\n", "CONNECT a b:443 HTTP/1.1\r\n\r\n",
        "GET / HTTP/1.1\r\n\r\n", "GET https://a/ HTTP/1.1\r\n\r\n",
        "GET http:///x HTTP/1.1\r\n\r\n", "GET http://user@a:x/ HTTP/1.1\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nno colon\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\n folded: x\r\n\r\n",
        "GET http://a/ HTTP/1.1\r\nA: b\nHost: c\r\n\r\n", "GET http://a/\x01 HTTP/1.1\r\n\r\n",
        "G(T http://a/ HTTP/1.1\r\n\r\n"}) {
    EXPECT_FALSE(ParseProxyRequest(head).ok()) << head;
  }
}

TEST(ClientHello, FindsTheServerNameInWhatOpenSslSends) {
  const std::string hello = ClientHelloFor("Example.com");
  const ClientHello parsed = ParseClientHello(hello);
  EXPECT_EQ(parsed.state, ClientHelloState::kNamed);
  EXPECT_EQ(parsed.server_name, "example.com");
  EXPECT_EQ(ParseClientHello(hello + "more").state, ClientHelloState::kNamed);
  EXPECT_EQ(ParseClientHello(ClientHelloFor("")).state, ClientHelloState::kUnnamed);
  for (size_t size = 0; size < hello.size(); ++size) {
    EXPECT_EQ(ParseClientHello(hello.substr(0, size)).state, ClientHelloState::kMore) << size;
  }
}

TEST(ClientHello, IsFoundAcrossRecords) {
  const std::string hello = ClientHelloFor("example.com");
  std::string cut;
  for (size_t at = 5; at < hello.size(); at += 7) {
    const std::string part = hello.substr(at, 7);
    cut += std::string("\x16\x03\x01\x00", 4) + static_cast<char>(part.size()) + part;
  }
  EXPECT_EQ(ParseClientHello(cut).server_name, "example.com");
}

TEST(ClientHello, WhatIsNoneNamesNobody) {
  const std::string hello = ClientHelloFor("example.com");
  EXPECT_EQ(ParseClientHello("GET / HTTP/1.1\r\n").state, ClientHelloState::kNone);
  EXPECT_EQ(ParseClientHello("SSH-2.0-x\r\n").state, ClientHelloState::kNone);
  EXPECT_EQ(ParseClientHello(std::string("\x16\x03\x01\xff\xff", 5)).state,
            ClientHelloState::kNone);
  EXPECT_EQ(ParseClientHello(std::string("\x16\x03\x01\x00\x00", 5)).state,
            ClientHelloState::kNone);
  // With any byte changed it ends, and names at most what those bytes say.
  for (size_t at = 0; at < hello.size(); ++at) {
    for (const int change : {1, 0x80, 0xff}) {
      std::string changed = hello;
      changed[at] = static_cast<char>(changed[at] ^ change);
      const ClientHello parsed = ParseClientHello(changed);
      if (parsed.state != ClientHelloState::kNamed) continue;
      EXPECT_LE(parsed.server_name.size(), 255u);
    }
  }
}

}  // namespace
}  // namespace assay
