#include "rollout/generate/request.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace assay::rollout {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Prompt Chat() {
  return {.messages = {{"system", "be brief"}, {"user", "say \"hi\""}}};
}

TEST(Request, SendsOnlyWhatWasSet) {
  EXPECT_EQ(RequestBody(Chat(), {.model = "m"}, 3),
            R"({"model":"m","messages":[{"role":"system","content":"be brief"},)"
            R"({"role":"user","content":"say \"hi\""}]})");
  EXPECT_EQ(RequestBody({.route = CompletionsRoute::kText, .text = "def f"}, {.model = "m"}, 0),
            R"({"model":"m","prompt":"def f"})");
}

TEST(Request, EverySampleHasASeedOfItsOwn) {
  const Sampling sampling{.model = "m",
                          .temperature = 0.2,
                          .top_p = 0.95,
                          .max_tokens = 100,
                          .seed = 40,
                          .extra_body = R"({"top_k": 20, "chat_template_kwargs": {"a": true}})"};
  ASSERT_TRUE(CheckSampling(sampling).ok());
  const std::string body = RequestBody(Chat(), sampling, 2);
  EXPECT_THAT(body, HasSubstr(R"("temperature":0.2,"top_p":0.95,"max_tokens":100,"seed":42)"));
  EXPECT_THAT(body, HasSubstr(R"("top_k":20,"chat_template_kwargs":{"a":true}})"));
  EXPECT_THAT(ParametersJson(Chat(), sampling), HasSubstr(R"("seed":40)"));
}

TEST(Request, TheNameOfTheTokenLimitCanBeChosen) {
  Sampling sampling{.model = "m", .max_tokens = 7};
  sampling.token_limit_name = TokenLimitName::kMaxCompletionTokens;
  EXPECT_THAT(RequestBody(Chat(), sampling, 0), HasSubstr(R"("max_completion_tokens":7)"));
}

TEST(Request, AtMostFourStopsAreSentAndAllAreKept) {
  Prompt prompt = Chat();
  prompt.stop = {"a", "b", "", "c"};
  Sampling sampling{.model = "m", .stop = {"b", "d", "e"}};
  EXPECT_THAT(AllStops(prompt, sampling), ElementsAre("a", "b", "c", "d", "e"));
  EXPECT_THAT(RequestBody(prompt, sampling, 0), HasSubstr(R"("stop":["a","b","c","d"])"));
  EXPECT_THAT(ParametersJson(prompt, sampling), HasSubstr(R"("cut":["a","b","c","d","e"])"));
  sampling.stop_use = StopUse::kOnlyAfterwards;
  EXPECT_THAT(RequestBody(prompt, sampling, 0), Not(HasSubstr("stop")));
}

TEST(Request, FaultsNameTheParameter) {
  const auto why = [](const Sampling& sampling) {
    const assay::Status status = CheckSampling(sampling);
    return status.ok() ? "" : status.error().message;
  };
  EXPECT_THAT(why({}), HasSubstr("model"));
  EXPECT_THAT(why({.model = "m", .temperature = -1}), HasSubstr("temperature"));
  EXPECT_THAT(why({.model = "m", .top_p = 1.5}), HasSubstr("top_p"));
  EXPECT_THAT(why({.model = "m", .max_tokens = 0}), HasSubstr("max_tokens"));
  EXPECT_THAT(why({.model = "m", .extra_body = "[]"}), HasSubstr("extra_body: must be a JSON"));
  EXPECT_THAT(why({.model = "m", .extra_body = "{"}), HasSubstr("extra_body: must be a JSON"));
  EXPECT_THAT(why({.model = "m", .extra_body = R"({"n":4})"}), HasSubstr("extra_body.n"));
  EXPECT_THAT(why({.model = "m", .temperature = 1, .extra_body = R"({"temperature":0})"}),
              HasSubstr("extra_body.temperature: is set twice"));
  EXPECT_EQ(why({.model = "m", .extra_body = R"({"temperature":0})"}), "");
}

}  // namespace
}  // namespace assay::rollout
