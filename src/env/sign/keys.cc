#include "env/sign/keys.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>

#include <algorithm>
#include <memory>

#include "base/check.h"
#include "base/text.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.sign";
constexpr std::string_view kLineBegin = "assay-ed25519";
constexpr size_t kKeyBytes = 32;
constexpr size_t kSignatureBytes = 64;
constexpr size_t kIdDigits = 16;
constexpr size_t kMostKeys = 10'000;

struct Free {
  void operator()(EVP_PKEY* key) const { ::EVP_PKEY_free(key); }
  void operator()(EVP_MD_CTX* context) const { ::EVP_MD_CTX_free(context); }
  void operator()(BIO* memory) const { ::BIO_free(memory); }
};
using Key = std::unique_ptr<EVP_PKEY, Free>;
using Context = std::unique_ptr<EVP_MD_CTX, Free>;
using Memory = std::unique_ptr<BIO, Free>;

const unsigned char* Bytes(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(what)};
}

Key PrivateOf(const std::string& seed) {
  Key key(::EVP_PKEY_new_raw_private_key(EVP_PKEY_ED25519, nullptr, Bytes(seed), seed.size()));
  ASSAY_CHECK(key != nullptr);
  return key;
}

std::string RawPublic(const EVP_PKEY* key) {
  std::string bytes(kKeyBytes, '\0');
  size_t size = bytes.size();
  const int done =
      ::EVP_PKEY_get_raw_public_key(key, reinterpret_cast<unsigned char*>(bytes.data()), &size);
  return done == 1 && size == kKeyBytes ? bytes : std::string();
}

// Never asks at a terminal.
int NoPassphrase(char*, int, int, void*) {
  return -1;
}

Result<PublicKey> ParseLine(std::string_view line, const std::string& where) {
  const auto word = [&line]() {
    line = TrimAsciiSpace(line);
    const std::string_view first = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(first.size());
    return first;
  };
  const std::string_view kind = word();
  const std::string_view text = word();
  const auto bytes = Base64Decode(text);
  // Base64 has one spelling, so that a line can be looked for.
  if (kind != kLineBegin || !bytes || bytes->size() != kKeyBytes || Base64Encode(*bytes) != text) {
    return Refused(where +
                   ": is no public key: a line is 'assay-ed25519 BASE64 WHOSE', as in the "
                   "file .pub that `assay env key new` writes");
  }
  return PublicKey{*bytes, std::string(TrimAsciiSpace(line))};
}

}  // namespace

std::string PublicKey::Id() const {
  return Sha256Hex(bytes).substr(0, kIdDigits);
}

std::string PublicKey::Line() const {
  std::string line = std::string(kLineBegin) + " " + Base64Encode(bytes);
  if (!whose.empty()) line += " " + whose;
  return line;
}

Result<PrivateKey> PrivateKey::Make() {
  std::string seed(kKeyBytes, '\0');
  if (::RAND_priv_bytes(reinterpret_cast<unsigned char*>(seed.data()), kKeyBytes) != 1) {
    return Error{ErrorCode::kInternal, kStage, 0, "the system gives no random bytes"};
  }
  return PrivateKey(std::move(seed));
}

Result<PrivateKey> PrivateKey::FromPem(const std::string& pem, const std::string& file) {
  const Memory memory(::BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())));
  const Key key(::PEM_read_bio_PrivateKey(memory.get(), nullptr, NoPassphrase, nullptr));
  std::string seed(kKeyBytes, '\0');
  size_t size = seed.size();
  if (key == nullptr || ::EVP_PKEY_id(key.get()) != EVP_PKEY_ED25519 ||
      ::EVP_PKEY_get_raw_private_key(key.get(), reinterpret_cast<unsigned char*>(seed.data()),
                                     &size) != 1) {
    return Refused(file +
                   ": is no private Ed25519 key in PEM without a passphrase; `assay env key "
                   "new FILE` makes one");
  }
  return PrivateKey(std::move(seed));
}

Result<std::string> PrivateKey::Pem() const {
  const Memory memory(::BIO_new(::BIO_s_mem()));
  const Key key = PrivateOf(seed_);
  if (memory == nullptr || ::PEM_write_bio_PrivateKey(memory.get(), key.get(), nullptr, nullptr, 0,
                                                      nullptr, nullptr) != 1) {
    return Error{ErrorCode::kInternal, kStage, 0, "the key cannot be written as PEM"};
  }
  char* text = nullptr;
  const long size = ::BIO_get_mem_data(memory.get(), &text);
  return std::string(text, static_cast<size_t>(size));
}

PublicKey PrivateKey::Public() const {
  return {RawPublic(PrivateOf(seed_).get()), ""};
}

std::string PrivateKey::Sign(std::string_view text) const {
  const Key key = PrivateOf(seed_);
  const Context context(::EVP_MD_CTX_new());
  std::string signature(kSignatureBytes, '\0');
  size_t size = signature.size();
  ASSAY_CHECK(::EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, key.get()) == 1);
  ASSAY_CHECK(::EVP_DigestSign(context.get(), reinterpret_cast<unsigned char*>(signature.data()),
                               &size, Bytes(text), text.size()) == 1);
  return signature;
}

bool IsSignedBy(const PublicKey& key, std::string_view text, std::string_view signature) {
  if (key.bytes.size() != kKeyBytes || signature.size() != kSignatureBytes) return false;
  const Key parsed(
      ::EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, nullptr, Bytes(key.bytes), key.bytes.size()));
  const Context context(::EVP_MD_CTX_new());
  if (parsed == nullptr || context == nullptr) return false;
  if (::EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, parsed.get()) != 1) {
    return false;
  }
  return ::EVP_DigestVerify(context.get(), Bytes(signature), signature.size(), Bytes(text),
                            text.size()) == 1;
}

Result<std::vector<PublicKey>> ParsePublicKeys(const std::string& text, const std::string& file) {
  std::vector<PublicKey> keys;
  if (StartsWith(TrimAsciiSpace(text), "-----BEGIN")) {
    const Memory memory(::BIO_new_mem_buf(text.data(), static_cast<int>(text.size())));
    const Key key(::PEM_read_bio_PUBKEY(memory.get(), nullptr, NoPassphrase, nullptr));
    std::string bytes;
    if (key != nullptr && ::EVP_PKEY_id(key.get()) == EVP_PKEY_ED25519)
      bytes = RawPublic(key.get());
    if (bytes.empty()) return Refused(file + ": is no public Ed25519 key in PEM");
    keys.push_back({bytes, file.substr(file.rfind('/') + 1)});
    return keys;
  }
  size_t number = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = TrimAsciiSpace(std::string_view(text).substr(at, end - at));
    at = end + 1;
    ++number;
    if (line.empty() || line[0] == '#') continue;
    if (keys.size() == kMostKeys) return Refused(file + ": has too many keys");
    ASSAY_ASSIGN_OR_RETURN(PublicKey key, ParseLine(line, file + ":" + std::to_string(number)));
    keys.push_back(std::move(key));
  }
  return keys;
}

}  // namespace assay::env
