// Ed25519 keys (RFC 8032) and signatures on texts.
//
// A private key is a PEM file that only its owner reads; a public one is a line
//   assay-ed25519 BASE64-OF-32-BYTES WHOSE
// or a PEM file. A list of trusted keys has such lines; '#' begins a comment. A key's id is the
// beginning of its SHA-256: for people and for looking up, never what is trusted.
//
// Plain values; thread-safe.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay::env {

struct PublicKey {
  std::string bytes;  // 32
  std::string whose;  // for people

  // 16 hexadecimal digits.
  std::string Id() const;
  // The line, without a line end.
  std::string Line() const;
  bool operator==(const PublicKey& other) const { return bytes == other.bytes; }
};

class PrivateKey {
 public:
  // From the system's source of randomness.
  static Result<PrivateKey> Make();
  // Of a PEM text without a passphrase.
  static Result<PrivateKey> FromPem(const std::string& pem, const std::string& file);

  Result<std::string> Pem() const;
  PublicKey Public() const;
  // 64 bytes.
  std::string Sign(std::string_view text) const;

 private:
  explicit PrivateKey(std::string seed) : seed_(std::move(seed)) {}
  std::string seed_;  // 32 bytes
};

// Whether the signature is this key's on this text; anything malformed is none.
bool IsSignedBy(const PublicKey& key, std::string_view text, std::string_view signature);

// The keys of a text: lines, or PEM. kInvalidArgument names file and line.
Result<std::vector<PublicKey>> ParsePublicKeys(const std::string& text, const std::string& file);

// Writes FILE (mode 0600) and FILE.pub. kInvalidArgument: one of them is there.
Result<PublicKey> MakeKeyFiles(const std::string& path, const std::string& whose);
Result<PrivateKey> ReadPrivateKey(const std::string& path);
// Of files; one that isn't there is an error.
Result<std::vector<PublicKey>> ReadPublicKeys(const std::vector<std::string>& paths);

}  // namespace assay::env
