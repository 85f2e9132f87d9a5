#include "shadow/relay/request_head.h"

#include <gtest/gtest.h>

namespace assay::shadow {
namespace {

TEST(HeadCollector, FindsTheEndWhereverTheBytesAreCut) {
  for (const std::string head : {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTTP/1.1\nHost: a\n\n",
                                 "GET / HTTP/1.1\r\n\r\n"}) {
    const std::string all = head + "\r\nbody";
    for (size_t cut = 0; cut <= all.size(); ++cut) {
      HeadCollector collector;
      std::string_view first = std::string_view(all).substr(0, cut);
      std::string_view second = std::string_view(all).substr(cut);
      const bool whole = collector.Take(&first);
      EXPECT_EQ(whole, cut >= head.size());
      if (!whole) {
        EXPECT_TRUE(collector.Take(&second));
      }
      EXPECT_EQ(collector.text(), head);
      EXPECT_EQ(std::string(first).append(second), "\r\nbody");
    }
  }
}

TEST(MayBeRequest, RefusesWhatCannotBecomeOne) {
  EXPECT_TRUE(MayBeRequest("P"));
  EXPECT_TRUE(MayBeRequest("POST / HTTP/1.1"));
  EXPECT_TRUE(MayBeRequest("M-SEARCH \x01"));
  EXPECT_FALSE(MayBeRequest("\x16\x03\x01"));
  EXPECT_FALSE(MayBeRequest(" GET /"));
  EXPECT_FALSE(MayBeRequest("hello\r\n"));
}

TEST(RewriteHead, ChangesOnlyThePathAndTheHost) {
  const HeadRules rules{"/sandbox", "peer:80"};
  EXPECT_EQ(RewriteHead("POST /run?a=/ HTTP/1.1\r\nX-Host:  1\r\nhOsT:old \r\nX:\tHost: b\r\n\r\n",
                        rules),
            "POST /sandbox/run?a=/ HTTP/1.1\r\nX-Host:  1\r\nhOsT: peer:80\r\nX:\tHost: b\r\n\r\n");
  EXPECT_EQ(RewriteHead("OPTIONS * HTTP/1.0\r\n\r\n", rules), "OPTIONS * HTTP/1.0\r\n\r\n");
  EXPECT_EQ(RewriteHead("GET http://x/y HTTP/1.1\r\nHost: x\r\n\r\n", {"/p", std::nullopt}),
            "GET http://x/y HTTP/1.1\r\nHost: x\r\n\r\n");
}

}  // namespace
}  // namespace assay::shadow
