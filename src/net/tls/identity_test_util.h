// For tests: a certificate that vouches for itself, with its key, in files of the test's own.
#pragma once

#include <gtest/gtest.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <string>

#include "net/tls/owned.h"
#include "net/tls/tls_identity.h"

namespace assay {

class TestIdentity {
 public:
  // For "localhost", good for `seconds` from now.
  explicit TestIdentity(long seconds = 3600)
      : key_(::EVP_EC_gen("P-256")), certificate_(::X509_new()) {
    X509* x509 = certificate_.get();
    ::X509_set_version(x509, 2);
    ::ASN1_INTEGER_set(::X509_get_serialNumber(x509), 1);
    ::X509_gmtime_adj(::X509_getm_notBefore(x509), -3600);
    ::X509_gmtime_adj(::X509_getm_notAfter(x509), seconds);
    ::X509_set_pubkey(x509, key_.get());
    X509_NAME* subject = ::X509_get_subject_name(x509);
    ::X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                                 reinterpret_cast<const unsigned char*>("test"), -1, -1, 0);
    ::X509_set_issuer_name(x509, subject);
    const std::unique_ptr<X509_EXTENSION, Freer<&::X509_EXTENSION_free>> names(
        ::X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "DNS:localhost"));
    ::X509_add_ext(x509, names.get(), -1);
    EXPECT_NE(::X509_sign(x509, key_.get(), ::EVP_sha256()), 0);
  }

  void WriteCertificate(const std::string& path, const char* mode = "w") const {
    const File file(::fopen(path.c_str(), mode));
    ASSERT_NE(file, nullptr) << path;
    EXPECT_EQ(::PEM_write_X509(file.get(), certificate_.get()), 1);
  }
  // Under `passphrase`, unless that is null.
  void WriteKey(const std::string& path, const char* passphrase = nullptr) const {
    const File file(::fopen(path.c_str(), "w"));
    ASSERT_NE(file, nullptr) << path;
    const EVP_CIPHER* cipher = passphrase == nullptr ? nullptr : ::EVP_aes_128_cbc();
    EXPECT_EQ(::PEM_write_PrivateKey(file.get(), key_.get(), cipher, nullptr, 0, nullptr,
                                     const_cast<char*>(passphrase)),
              1);
  }
  X509* certificate() const { return certificate_.get(); }

 private:
  using File = std::unique_ptr<FILE, Freer<&::fclose>>;

  const OwnedKey key_;
  const OwnedCertificate certificate_;
};

// Two files of an identity, gone with the object.
class TestIdentityFiles {
 public:
  TestIdentityFiles() {
    static std::atomic<int> number{0};
    folder_ = std::filesystem::path(::testing::TempDir()) /
              ("identity_" + std::to_string(::getpid()) + "_" + std::to_string(++number));
    std::filesystem::create_directory(folder_);
    Write(TestIdentity());
  }
  ~TestIdentityFiles() { std::filesystem::remove_all(folder_); }
  TestIdentityFiles(const TestIdentityFiles&) = delete;
  TestIdentityFiles& operator=(const TestIdentityFiles&) = delete;

  void Write(const TestIdentity& identity) const {
    identity.WriteCertificate(certificate());
    identity.WriteKey(key());
  }
  std::string certificate() const { return folder_ / "cert.pem"; }
  std::string key() const { return folder_ / "key.pem"; }
  TlsFiles files() const { return {certificate(), key()}; }

 private:
  std::filesystem::path folder_;
};

}  // namespace assay
