#include "net/tls/tls_identity.h"

#include <gmock/gmock.h>
#include <time.h>

#include <fstream>

#include "net/tls/identity_test_util.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// The certificate that a new connection would show.
std::string Shown(const TlsIdentity& identity) {
  const OwnedSsl end(identity.NewEnd());
  unsigned char* der = nullptr;
  const int size = ::i2d_X509(::SSL_get_certificate(end.get()), &der);
  std::string bytes(reinterpret_cast<char*>(der), static_cast<size_t>(size));
  ::OPENSSL_free(der);
  return bytes;
}

std::string Refusal(const TlsFiles& files) {
  const auto loaded = TlsIdentity::Load(files);
  if (loaded.ok()) return "it was taken";
  EXPECT_EQ(loaded.error().code, ErrorCode::kInvalidArgument);
  return loaded.error().message;
}

TEST(TlsIdentity, LoadsACertificateAndItsKey) {
  const TestIdentityFiles files;
  const auto identity = TlsIdentity::Load(files.files());
  ASSERT_TRUE(identity.ok()) << identity.error().ToString();
  EXPECT_NEAR(static_cast<double>((*identity)->expires_unix_s()),
              static_cast<double>(::time(nullptr) + 3600), 600);
}

TEST(TlsIdentity, LoadsWhoVouchesForIt) {
  const TestIdentityFiles files;
  TestIdentity().WriteCertificate(files.certificate(), "a");
  TestIdentity().WriteCertificate(files.certificate(), "a");
  const auto identity = TlsIdentity::Load(files.files());
  ASSERT_TRUE(identity.ok()) << identity.error().ToString();
  const OwnedSsl end((*identity)->NewEnd());
  STACK_OF(X509)* chain = nullptr;
  ASSERT_EQ(SSL_get0_chain_certs(end.get(), &chain), 1);
  EXPECT_EQ(sk_X509_num(chain), 2);
}

TEST(TlsIdentity, SaysWhichFileIsAtFaultAndWhy) {
  const TestIdentityFiles files, others;
  EXPECT_THAT(Refusal({"/nowhere/cert.pem", files.key()}),
              AllOf(HasSubstr("--tls-cert"), HasSubstr("/nowhere/cert.pem")));
  EXPECT_THAT(Refusal({files.certificate(), "/nowhere/key.pem"}),
              AllOf(HasSubstr("--tls-key"), HasSubstr("/nowhere/key.pem")));
  EXPECT_THAT(Refusal({files.key(), files.key()}),
              AllOf(HasSubstr("--tls-cert"), HasSubstr("holds no certificate")));
  EXPECT_THAT(Refusal({files.certificate(), files.certificate()}),
              AllOf(HasSubstr("--tls-key"), HasSubstr("holds no private key")));
  EXPECT_THAT(Refusal({files.certificate(), others.key()}),
              AllOf(HasSubstr("--tls-key"), HasSubstr("isn't the key of the certificate")));
  TestIdentity().WriteKey(files.key(), "secret");
  EXPECT_THAT(Refusal(files.files()), HasSubstr("without a passphrase"));
}

TEST(TlsIdentity, RefusesAChainThatBreaksOff) {
  const TestIdentityFiles files;
  std::ofstream(files.certificate(), std::ios::app)
      << "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n";
  EXPECT_THAT(Refusal(files.files()), HasSubstr("the chain"));
}

TEST(TlsIdentity, TakesWhatTheFilesHoldNow) {
  const TestIdentityFiles files;
  const auto identity = TlsIdentity::Load(files.files());
  ASSERT_TRUE(identity.ok()) << identity.error().ToString();
  const std::string before = Shown(**identity);
  files.Write(TestIdentity(7200));
  EXPECT_EQ(Shown(**identity), before) << "until it is told to";
  EXPECT_TRUE((*identity)->Reload().ok());
  EXPECT_NE(Shown(**identity), before);
  EXPECT_GT((*identity)->expires_unix_s(), ::time(nullptr) + 5400);
}

TEST(TlsIdentity, KeepsWhatItHasWhenTheFilesAreNoGood) {
  const TestIdentityFiles files;
  const auto identity = TlsIdentity::Load(files.files());
  ASSERT_TRUE(identity.ok()) << identity.error().ToString();
  const std::string before = Shown(**identity);
  TestIdentity().WriteCertificate(files.certificate());  // whose key isn't there
  const Status reloaded = (*identity)->Reload();
  ASSERT_FALSE(reloaded.ok());
  EXPECT_THAT(reloaded.error().message, HasSubstr("--tls-key"));
  EXPECT_EQ(Shown(**identity), before);
}

}  // namespace
}  // namespace assay
