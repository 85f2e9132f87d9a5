#include "env/sign/keys.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <string>

#include "base/text.h"
#include "base/whole_file.h"

namespace assay::env {
namespace {

using testing::HasSubstr;

std::string FromHex(std::string_view hex) {
  std::string bytes;
  for (size_t i = 0; i < hex.size(); i += 2) {
    bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
  }
  return bytes;
}

// RFC 8032, section 7.1, TEST 2.
TEST(Keys, AgreeWithTheStandardsVector) {
  const PublicKey key{FromHex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"),
                      ""};
  const std::string signature = FromHex(
      "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
      "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00");
  EXPECT_TRUE(IsSignedBy(key, "\x72", signature));
  EXPECT_FALSE(IsSignedBy(key, "\x73", signature));
  std::string changed = signature;
  changed[10] ^= 1;
  EXPECT_FALSE(IsSignedBy(key, "\x72", changed));
}

TEST(Keys, SignWhatOnlyTheirPublicHalfVouchesFor) {
  const auto key = PrivateKey::Make();
  const auto other = PrivateKey::Make();
  ASSERT_TRUE(key.ok() && other.ok());
  const std::string signature = key->Sign("text");
  EXPECT_TRUE(IsSignedBy(key->Public(), "text", signature));
  EXPECT_FALSE(IsSignedBy(other->Public(), "text", signature));
  EXPECT_FALSE(IsSignedBy(key->Public(), "text", signature.substr(1)));
  EXPECT_FALSE(IsSignedBy(key->Public(), "text", ""));
  EXPECT_FALSE(IsSignedBy(PublicKey{}, "text", signature));
  EXPECT_NE(key->Public().Id(), other->Public().Id());
}

TEST(Keys, AreReadFromFilesAsTheyWereWritten) {
  std::string folder = testing::TempDir() + "keysXXXXXX";
  ASSERT_NE(::mkdtemp(folder.data()), nullptr);
  const std::string path = folder + "/key";
  const auto made = MakeKeyFiles(path, "a team");
  ASSERT_TRUE(made.ok()) << made.error().message;
  struct stat found {};
  ASSERT_EQ(::stat(path.c_str(), &found), 0);
  EXPECT_EQ(found.st_mode & 0777, 0600U);
  const auto key = ReadPrivateKey(path);
  ASSERT_TRUE(key.ok()) << key.error().message;
  EXPECT_EQ(key->Public(), *made);
  const auto keys = ReadPublicKeys({path + ".pub"});
  ASSERT_TRUE(keys.ok()) << keys.error().message;
  ASSERT_EQ(keys->size(), 1U);
  EXPECT_EQ(keys->front(), *made);
  EXPECT_EQ(keys->front().whose, "a team");
  // A key is never lost to a second one.
  EXPECT_FALSE(MakeKeyFiles(path, "").ok());
  // The one that isn't meant to be given away.
  EXPECT_FALSE(ReadPublicKeys({path}).ok());
  EXPECT_FALSE(ReadPrivateKey(path + ".pub").ok());
  EXPECT_FALSE(ReadPublicKeys({folder + "/none"}).ok());
  std::filesystem::remove_all(folder);
}

TEST(Keys, RefuseLinesThatAreNone) {
  const auto fault = [](const std::string& text) {
    const auto keys = ParsePublicKeys(text, "keys");
    return keys.ok() ? std::to_string(keys->size()) : keys.error().message;
  };
  const std::string good = PublicKey{std::string(32, 'k'), "me"}.Line();
  EXPECT_EQ(fault("# mine\n\n" + good + "\n" + good + "\r\n"), "2");
  EXPECT_EQ(fault(""), "0");
  EXPECT_THAT(fault(good + "\nassay-ed25519 AAAA me\n"), HasSubstr("keys:2: is no public key"));
  EXPECT_THAT(fault("ssh-ed25519 " + Base64Encode(std::string(32, 'k'))), HasSubstr("keys:1"));
  EXPECT_THAT(fault("-----BEGIN PUBLIC KEY-----\nAAAA\n"), HasSubstr("PEM"));
}

}  // namespace
}  // namespace assay::env
