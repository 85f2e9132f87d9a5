#include "access/signed_url.h"

#include <gtest/gtest.h>

#include "net/form/query.h"

namespace assay {
namespace {

// What the released client (e2b 2.63.0) makes of the same values.
TEST(SignedUrl, IsWhatClientsSign) {
  EXPECT_EQ(UrlSignature("/tmp/a b+\xC3\xA4.txt", "read", "", "assaybox_T", ""),
            "v1_ZnxbbkuICuy0vF0PHAnvlpoHhpgAkqSaiavgp6vBGSo");
  EXPECT_EQ(UrlSignature("x", "write", "user", "assaybox_T", "4000000000"),
            "v1_W93uscS0N9aE+JeKNPzHX3QkZhGANtYTB4L2vRvbQr4");
}

class SignerTest : public ::testing::Test {
 protected:
  std::string Signed(const std::string& path, const std::string& use,
                     const std::string& expires = "") {
    std::string query = "path=" + PercentEncode(path) +
                        "&signature=" + PercentEncode(UrlSignature(path, use, "", token_, expires));
    if (!expires.empty()) query += "&signature_expiration=" + expires;
    return query;
  }
  // The sandbox that is opened, or empty.
  std::string Opens(const std::string& method, const std::string& query,
                    const std::string& box = "", const std::string& path = "/files") {
    HttpRequest request;
    request.method = method;
    request.path = path;
    request.query = query;
    if (!box.empty()) request.headers = {{"e2b-sandbox-id", box}};
    const auto caller = SignerOf(request, tokens_);
    return caller == nullptr ? "" : caller->sandbox;
  }

  RealClock clock_;
  BoxTokens tokens_{clock_};
  const std::string token_ = tokens_.Shared("research", "box").value();
};

TEST_F(SignerTest, OpensItsFileForItsUseAlone) {
  const std::string other = tokens_.Shared("research", "other").value();
  EXPECT_NE(other, token_);
  EXPECT_EQ(tokens_.Shared("research", "box").value(), token_);
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read")), "box");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read"), "box"), "box");
  EXPECT_EQ(Opens("POST", Signed("/tmp/a", "write")), "box");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read"), "other"), "");
  EXPECT_EQ(Opens("POST", Signed("/tmp/a", "read")), "");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "write")), "");
  EXPECT_EQ(Opens("GET", "path=/tmp/b&" + Signed("/tmp/a", "read")), "");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read") + "&username=root"), "");
  EXPECT_EQ(Opens("POST", Signed("/tmp/a", "write"), "", "/v1/sandboxes/box/exec"), "");
  EXPECT_EQ(Opens("GET", "path=/tmp/a&signature=v1_"), "");
  EXPECT_EQ(Opens("GET", "path=/tmp/a&signature=" + token_), "");
}

TEST_F(SignerTest, EndsWithItsTimeAndItsSandbox) {
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read", "4000000000")), "box");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read", "1700000000")), "");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read", "soon")), "");
  // Without its end it isn't what was signed.
  const std::string query = Signed("/tmp/a", "read", "4000000000");
  EXPECT_EQ(Opens("GET", query.substr(0, query.rfind('&'))), "");
  tokens_.Forget("box");
  EXPECT_EQ(Opens("GET", Signed("/tmp/a", "read")), "");
  EXPECT_EQ(tokens_.Find(token_), nullptr);
}

}  // namespace
}  // namespace assay
