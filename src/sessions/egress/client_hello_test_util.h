// The first bytes of a TLS connection as OpenSSL sends them. For tests.
#pragma once

#include <openssl/ssl.h>

#include <memory>
#include <string>

namespace assay {

// Empty: without a server name.
inline std::string ClientHelloFor(const std::string& server_name) {
  const std::unique_ptr<SSL_CTX, decltype(&SSL_CTX_free)> context(SSL_CTX_new(TLS_client_method()),
                                                                  &SSL_CTX_free);
  const std::unique_ptr<SSL, decltype(&SSL_free)> ssl(SSL_new(context.get()), &SSL_free);
  BIO* const in = BIO_new(BIO_s_mem());
  BIO* const out = BIO_new(BIO_s_mem());
  SSL_set_bio(ssl.get(), in, out);
  if (!server_name.empty()) {
    SSL_ctrl(ssl.get(), SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name,
             const_cast<char*>(server_name.c_str()));
  }
  SSL_connect(ssl.get());  // wants an answer, which there isn't
  char* bytes = nullptr;
  const long size = BIO_ctrl(out, BIO_CTRL_INFO, 0, &bytes);
  return std::string(bytes, static_cast<size_t>(size));
}

}  // namespace assay
