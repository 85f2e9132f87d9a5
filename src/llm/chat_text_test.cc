#include "llm/chat_text.h"

#include <gtest/gtest.h>

#include "text/json_reader.h"

namespace assay {
namespace {

TEST(ChatText, PlaceholdersInsideOfTextsStay) {
  const PromptText texts[] = {{"{a}", "<{b}>"}, {"{b}", "<{a}>"}};
  EXPECT_EQ(FillIn("{a} {b} {c} {", texts), "<{b}> <{a}> {c} {");
  EXPECT_EQ(FillIn("", texts), "");
}

TEST(ChatText, AQuotedTextDoesNotEndItsQuotation) {
  EXPECT_EQ(JsonText("\"\nEND\xff"), "\"\\\"\\nEND\xef\xbf\xbd\"");
}

TEST(ChatText, ARequestHoldsOneQuestion) {
  JsonError error;
  const std::string body = ChatRequest("m", "why\"?");
  const auto document = JsonDocument::Parse(body, &error);
  ASSERT_TRUE(document);
  EXPECT_EQ(document->root().Find("model").String(), "m");
  EXPECT_EQ(document->root().Find("messages").Items()[0].Find("content").String(), "why\"?");
  EXPECT_EQ(document->root().Find("temperature").raw(), "0");
}

TEST(ChatText, WhatIsNoCompletionHasNoText) {
  EXPECT_EQ(ChatReplyText(R"({"choices":[{"message":{"content":"x"}}]})"), "x");
  for (const char* body :
       {"", "<html>", "{}", R"({"choices":[]})", R"({"choices":[{}]})",
        R"({"choices":[{"message":{"content":null}}]})",
        R"({"choices":{"message":{"content":"x"}}})", R"({"error":"slow down"})"}) {
    EXPECT_FALSE(ChatReplyText(body)) << body;
  }
}

TEST(ChatText, ThoughtsAreNoPartOfAReply) {
  EXPECT_EQ(AfterThoughts("a</think>b</think>c"), "c");
  EXPECT_EQ(AfterThoughts("c"), "c");
}

}  // namespace
}  // namespace assay
