#include "net/tls/tls_identity.h"

#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <time.h>

#include <string_view>
#include <utility>

#include "base/whole_file.h"
#include "net/tls/owned.h"

namespace assay {
namespace {

constexpr int64_t kMostFileBytes = 1 << 20;
// Of TLS 1.2; those of 1.3 are all sound. Each with a fresh key exchange, and encryption that
// authenticates.
constexpr const char* kCiphers = "ECDHE+AESGCM:ECDHE+CHACHA20";
constexpr std::string_view kHttp11 = "\x08http/1.1";  // as ALPN has it

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "tls", 0, std::move(message)};
}

Result<std::string> ReadPem(const char* option, const std::string& path) {
  auto text = ReadFile(path, "tls", kMostFileBytes);
  if (!text.ok()) return Invalid(std::string(option) + ": " + text.error().message);
  return text;
}

// Nobody is there to type a passphrase.
int NoPassphrase(char*, int, int, void*) {
  return -1;
}

int64_t UnixSeconds(const ASN1_TIME* time) {
  tm parts{};
  return ::ASN1_TIME_to_tm(time, &parts) == 1 ? static_cast<int64_t>(::timegm(&parts)) : 0;
}

// What a client offers holds HTTP/1.1, or the handshake ends: it would go on in another language.
int ChooseProtocol(SSL*, const unsigned char** chosen, unsigned char* chosen_length,
                   const unsigned char* offered, unsigned offered_length, void*) {
  unsigned char* found = nullptr;
  const int outcome = ::SSL_select_next_proto(
      &found, chosen_length, reinterpret_cast<const unsigned char*>(kHttp11.data()),
      static_cast<unsigned>(kHttp11.size()), offered, offered_length);
  *chosen = found;
  return outcome == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

void SetRules(SSL_CTX* context) {
  ::SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  ::SSL_CTX_set_cipher_list(context, kCiphers);
  // A client that only renegotiates would have this end compute for it again and again.
  ::SSL_CTX_set_options(context, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION |
                                     SSL_OP_CIPHER_SERVER_PREFERENCE | SSL_OP_PRIORITIZE_CHACHA);
  // Buffers of idle connections go back; writes go on from wherever their bytes are by then.
  ::SSL_CTX_set_mode(context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                  SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
  ::SSL_CTX_set_read_ahead(context, 1);  // a record in one read, not its head and then the rest
  ::SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
  ::SSL_CTX_set_alpn_select_cb(context, &ChooseProtocol, nullptr);
}

// The server's own certificate first, then the chain. The expiry is the first one's.
Result<int64_t> UseCertificates(SSL_CTX* context, const std::string& path) {
  ASSAY_ASSIGN_OR_RETURN(const std::string pem, ReadPem("--tls-cert", path));
  const OwnedBio bio(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  OwnedCertificate own(::PEM_read_bio_X509_AUX(bio.get(), nullptr, &NoPassphrase, nullptr));
  if (own == nullptr) {
    return Invalid("--tls-cert: " + path + " holds no certificate in PEM: " + TlsReason());
  }
  if (::SSL_CTX_use_certificate(context, own.get()) != 1) {
    return Invalid("--tls-cert: the certificate in " + path + " can't be used: " + TlsReason());
  }
  while (X509* next = ::PEM_read_bio_X509(bio.get(), nullptr, &NoPassphrase, nullptr)) {
    OwnedCertificate kept(next);
    if (::SSL_CTX_add0_chain_cert(context, next) != 1) {
      return Invalid("--tls-cert: the chain in " + path + " can't be used: " + TlsReason());
    }
    [[maybe_unused]] X509* with_the_context = kept.release();
  }
  // That there is no further one is how the file ends; anything else is a fault in it.
  if (ERR_GET_REASON(::ERR_peek_last_error()) != PEM_R_NO_START_LINE) {
    return Invalid("--tls-cert: the chain in " + path + " can't be read: " + TlsReason());
  }
  ::ERR_clear_error();
  return UnixSeconds(::X509_get0_notAfter(own.get()));
}

Status UseKey(SSL_CTX* context, const TlsFiles& files) {
  ASSAY_ASSIGN_OR_RETURN(std::string pem, ReadPem("--tls-key", files.key));
  const OwnedBio bio(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const OwnedKey key(::PEM_read_bio_PrivateKey(bio.get(), nullptr, &NoPassphrase, nullptr));
  ::OPENSSL_cleanse(pem.data(), pem.size());
  if (key == nullptr) {
    return Invalid("--tls-key: " + files.key +
                   " holds no private key in PEM without a passphrase: " + TlsReason());
  }
  // Fails, too, where the key isn't the certificate's.
  if (::SSL_CTX_use_PrivateKey(context, key.get()) != 1 ||
      ::SSL_CTX_check_private_key(context) != 1) {
    return Invalid("--tls-key: " + files.key + " isn't the key of the certificate in " +
                   files.certificate + ": " + TlsReason());
  }
  return {};
}

}  // namespace

Result<TlsIdentity::Loaded> TlsIdentity::Read(const TlsFiles& files) {
  ::ERR_clear_error();
  Loaded loaded;
  loaded.context.reset(::SSL_CTX_new(::TLS_server_method()), &::SSL_CTX_free);
  if (loaded.context == nullptr) {
    return Error{ErrorCode::kResource, "tls", 0, "no TLS context: " + TlsReason()};
  }
  SetRules(loaded.context.get());
  ASSAY_ASSIGN_OR_RETURN(loaded.expires_unix_s,
                         UseCertificates(loaded.context.get(), files.certificate));
  ASSAY_RETURN_IF_ERROR(UseKey(loaded.context.get(), files));
  return loaded;
}

Result<std::shared_ptr<TlsIdentity>> TlsIdentity::Load(TlsFiles files) {
  ASSAY_ASSIGN_OR_RETURN(Loaded loaded, Read(files));
  return std::shared_ptr<TlsIdentity>(new TlsIdentity(std::move(files), std::move(loaded)));
}

Status TlsIdentity::Reload() {
  ASSAY_ASSIGN_OR_RETURN(Loaded loaded, Read(files_));
  MutexLock lock(mutex_);
  now_ = std::move(loaded);
  return {};
}

int64_t TlsIdentity::expires_unix_s() const {
  MutexLock lock(mutex_);
  return now_.expires_unix_s;
}

ssl_st* TlsIdentity::NewEnd() const {
  MutexLock lock(mutex_);
  return ::SSL_new(now_.context.get());
}

}  // namespace assay
