// OpenSSL's objects with one owner each, and what it says of a failure. Internal to net/tls.
#pragma once

#include <openssl/bio.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <memory>
#include <string>

namespace assay {

template <auto kFree>
struct Freer {
  template <typename T>
  void operator()(T* object) const {
    kFree(object);
  }
};

using OwnedBio = std::unique_ptr<BIO, Freer<&::BIO_free>>;
using OwnedCertificate = std::unique_ptr<X509, Freer<&::X509_free>>;
using OwnedKey = std::unique_ptr<EVP_PKEY, Freer<&::EVP_PKEY_free>>;
using OwnedSsl = std::unique_ptr<SSL, Freer<&::SSL_free>>;

// The reason of the newest error of this thread, whose list is empty afterwards.
inline std::string TlsReason() {
  const char* reason = ::ERR_reason_error_string(::ERR_peek_last_error());
  ::ERR_clear_error();
  return reason == nullptr ? "no reason is given" : reason;
}

}  // namespace assay
