#include <gtest/gtest.h>

#include "net/form/multipart.h"
#include "net/form/query.h"

namespace assay {
namespace {

TEST(Query, DecodesNamesAndValues) {
  const Query query("path=%2Ftmp%2Fa+b%25&user=&flag&path=second&&%C3%A4=1");
  EXPECT_EQ(query.Get("path"), "/tmp/a b%");
  EXPECT_EQ(query.Find("user"), "");
  EXPECT_EQ(query.Find("flag"), "");
  EXPECT_EQ(query.Find("absent"), std::nullopt);
  EXPECT_EQ(query.Get("\xC3\xA4"), "1");
  EXPECT_TRUE(Query("").pairs().empty());
}

TEST(Query, BrokenEscapesStay) {
  EXPECT_EQ(PercentDecode("100%"), "100%");
  EXPECT_EQ(PercentDecode("%4"), "%4");
  EXPECT_EQ(PercentDecode("%zz%41"), "%zzA");
  EXPECT_EQ(PercentDecode(PercentEncode("a/b c\xff%")), "a/b c\xff%");
  EXPECT_EQ(PercentEncode("a/b c~"), "a%2Fb%20c~");
  EXPECT_EQ(PercentEncode("a/b c~", "/"), "a/b%20c~");
}

constexpr std::string_view kType = "multipart/form-data; boundary=XX";

TEST(Multipart, FilesKeepTheirBytes) {
  const std::string body =
      "--XX\r\nContent-Disposition: form-data; name=\"file\"; filename=\"/tmp/a b.bin\"\r\n"
      "Content-Type: application/octet-stream\r\n\r\n"
      "one\r\n--X\r\n\x01two\r\n"
      "--XX\r\ncontent-disposition: form-data; name=other\r\n\r\n\r\n"
      "--XX\r\nContent-Disposition: form-data; filename*=UTF-8''%C3%A4; name=\"file\"\r\n\r\nx\r\n"
      "--XX--\r\n";
  const auto parts = ParseMultipart(kType, body);
  ASSERT_TRUE(parts.has_value());
  ASSERT_EQ(parts->size(), 3u);
  EXPECT_EQ((*parts)[0].name, "file");
  EXPECT_EQ((*parts)[0].filename, "/tmp/a b.bin");
  EXPECT_EQ((*parts)[0].content, "one\r\n--X\r\n\x01two");
  EXPECT_EQ((*parts)[1].name, "other");
  EXPECT_EQ((*parts)[1].filename, std::nullopt);
  EXPECT_EQ((*parts)[1].content, "");
  EXPECT_EQ((*parts)[2].filename, "\xC3\xA4");
  EXPECT_EQ((*parts)[2].content, "x");
}

TEST(Multipart, QuotesInNamesOfFiles) {
  const auto parts = ParseMultipart(
      "Multipart/Form-Data; charset=utf-8; boundary=\"XX\"",
      "--XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"a%22b\\\\c;d\"\r\n\r\n\r\n"
      "--XX--");
  ASSERT_TRUE(parts.has_value());
  EXPECT_EQ((*parts)[0].filename, "a\"b\\c;d");
}

TEST(Multipart, WhatBreaksOffIsNone) {
  const std::string head = "--XX\r\nContent-Disposition: form-data; name=\"f\"\r\n\r\nx";
  EXPECT_TRUE(ParseMultipart(kType, head + "\r\n--XX--").has_value());
  for (const std::string& body : {head, head + "\r\n--XX", head + "\r\n--XX\r\n", std::string(),
                                  std::string("--XX"), std::string("--XX\r\nno head\r\n\r\n")}) {
    EXPECT_FALSE(ParseMultipart(kType, body).has_value()) << body;
  }
  EXPECT_FALSE(ParseMultipart("multipart/form-data", head + "\r\n--XX--").has_value());
  EXPECT_FALSE(ParseMultipart("application/json", "{}").has_value());
}

}  // namespace
}  // namespace assay
