// TlsIdentity: the certificate that a server shows and the key to it, from two PEM files that can
// be read again while it serves. Who connects must speak TLS 1.2 or 1.3, with ciphers that keep
// what was said secret when the key gets known later, and HTTP/1.1 if it names any protocol (ALPN).
//
// Connections keep the certificate that they began with. Sessions are resumed by tickets only, so
// that a client leaves nothing here. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "base/mutex.h"
#include "base/result.h"

struct ssl_ctx_st;  // OpenSSL's SSL_CTX and SSL: its headers stay in source files
struct ssl_st;

namespace assay {

struct TlsFiles {
  std::string certificate;  // the server's own first, then those that vouch for it
  std::string key;          // without a passphrase
};

class TlsIdentity {
 public:
  // kInvalidArgument names the option (--tls-cert, --tls-key), the file and what is wrong with it.
  static Result<std::shared_ptr<TlsIdentity>> Load(TlsFiles files);

  // Takes what the files hold now, for connections from now on; with a fault in them, as Load has
  // them, all stays as it was.
  Status Reload() ASSAY_EXCLUDES(mutex_);
  // Until when the certificate in use is good, in seconds since 1970.
  int64_t expires_unix_s() const ASSAY_EXCLUDES(mutex_);
  // The server's end of a new connection; the caller frees it. Null: out of memory.
  ssl_st* NewEnd() const ASSAY_EXCLUDES(mutex_);

 private:
  struct Loaded {
    std::shared_ptr<ssl_ctx_st> context;
    int64_t expires_unix_s = 0;
  };
  static Result<Loaded> Read(const TlsFiles& files);
  TlsIdentity(TlsFiles files, Loaded loaded) : files_(std::move(files)), now_(std::move(loaded)) {}

  const TlsFiles files_;
  mutable Mutex mutex_;
  Loaded now_ ASSAY_GUARDED_BY(mutex_);
};

}  // namespace assay
