#include "api/shared/origin_headers.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

HttpRequest Request(std::vector<std::pair<std::string, std::string>> headers) {
  HttpRequest request;
  request.path = "/rm";
  request.body = "{}";
  request.headers = std::move(headers);
  return request;
}

TEST(KeyOfTries, AnotherOriginsTriesAreOthers) {
  const std::string plain = KeyOfTries(Request({}));
  EXPECT_EQ(plain, KeyOfTries(Request({{"user-agent", "x"}})));
  const std::string tenant = KeyOfTries(Request({{"x-assay-tenant", "a"}}));
  EXPECT_NE(plain, tenant);
  EXPECT_NE(tenant, KeyOfTries(Request({{"x-assay-tenant", "b"}})));
  EXPECT_NE(tenant, KeyOfTries(Request({{"x-assay-run", "a"}})));
  HttpRequest asked = Request({});
  asked.query = "reply=object";
  EXPECT_NE(plain, KeyOfTries(asked));
}

}  // namespace
}  // namespace assay
