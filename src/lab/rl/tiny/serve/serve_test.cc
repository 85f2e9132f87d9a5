#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <future>
#include <vector>

#include "lab/rl/orchestra/ask/inference_server.h"
#include "lab/rl/tiny/model/adam.h"
#include "lab/rl/tiny/model/pass.h"
#include "lab/rl/tiny/serve/chat.h"
#include "lab/rl/tiny/serve/tiny_server.h"
#include "lab/rl/tiny/serve/weights_file.h"
#include "lab/rl/tiny/task/alphabet.h"
#include "rollout/folder/folder_test_util.h"

namespace assay::tiny {
namespace {

using rollout::TemporaryFolder;
using testing::HasSubstr;

Shape SmallShape() {
  return {.vocabulary = kAlphabet, .context = 24, .width = 16, .heads = 2, .layers = 1};
}

std::vector<float> SomeWeights(uint64_t seed) {
  std::vector<float> weights = FirstParameters(SmallShape(), seed);
  for (float& weight : weights) weight = weight == 1 ? 1 : 10 * weight;  // opinions, not noise
  return weights;
}

std::future<std::optional<Written>> Ask(Generator& generator, WriteAsk ask) {
  auto promise = std::make_shared<std::promise<std::optional<Written>>>();
  EXPECT_TRUE(generator.Submit(std::move(ask), [promise](std::optional<Written> written) {
    promise->set_value(std::move(written));
  }));
  return promise->get_future();
}

TEST(WeightsFileTest, WhatIsWrittenIsReadAndNothingElse) {
  const TemporaryFolder folder;
  const auto weights = SomeWeights(1);
  ASSERT_TRUE(WriteWeights(folder / "w", SmallShape(), weights).ok());
  const auto read = ReadWeights(folder / "w", SmallShape());
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(*read, weights);
  Shape other = SmallShape();
  other.heads = 4;  // as many numbers
  EXPECT_FALSE(ReadWeights(folder / "w", other).ok());
  EXPECT_FALSE(ReadWeights(folder / "nowhere", SmallShape()).ok());
  const std::string path = (folder / "w") + "/" + kWeightsFile;
  std::filesystem::resize_file(path, std::filesystem::file_size(path) - 1);
  EXPECT_FALSE(ReadWeights(folder / "w", SmallShape()).ok());
}

TEST(GeneratorTest, LogProbabilitiesAreThoseOfAPass) {
  const auto weights = SomeWeights(2);
  Generator generator(SmallShape(), 8, 1, weights);
  std::vector<WriteAsk> asks;
  std::vector<std::future<std::optional<Written>>> answers;
  for (int i = 0; i < 40; ++i) {
    asks.push_back({std::vector<int>(static_cast<size_t>(1 + i % 7), i), 5 + i % 30, 1});
    answers.push_back(Ask(generator, asks.back()));
  }
  Pass<float> pass(SmallShape());
  for (size_t i = 0; i < asks.size(); ++i) {
    const auto written = answers[i].get();
    ASSERT_TRUE(written);
    ASSERT_EQ(written->tokens.size(), written->logprobs.size());
    EXPECT_EQ(written->truncated, written->tokens.back() != kEnd);
    EXPECT_LE(written->tokens.size(), static_cast<size_t>(asks[i].max_tokens));
    Sequences sequences{asks[i].prompt, {}};
    sequences.tokens.insert(sequences.tokens.end(), written->tokens.begin(), written->tokens.end());
    EXPECT_LE(sequences.tokens.size(), 24u);
    sequences.ends = {sequences.tokens.size()};
    pass.Forward(weights, sequences);
    for (size_t k = 0; k < written->logprobs.size(); ++k) {
      EXPECT_NEAR(written->logprobs[k], pass.log_probabilities()[asks[i].prompt.size() + k], 1e-4);
    }
  }
}

TEST(GeneratorTest, WithoutTemperatureItIsTheSameEachTimeUntilWeightsChange) {
  Generator generator(SmallShape(), 2, 1, SomeWeights(3));
  const WriteAsk ask{{1, 2, 3}, 10, 0};
  const auto first = Ask(generator, ask).get()->tokens;
  EXPECT_EQ(Ask(generator, ask).get()->tokens, first);
  generator.SetParameters(SomeWeights(4));
  EXPECT_NE(Ask(generator, ask).get()->tokens, first);
}

TEST(GeneratorTest, APauseHoldsAndAnEndAnswers) {
  Generator generator(SmallShape(), 1, 1, SomeWeights(3));
  generator.Pause();
  auto held = Ask(generator, {{1, 2, 3}, 5, 1});
  EXPECT_EQ(held.wait_for(std::chrono::milliseconds(50)), std::future_status::timeout);
  generator.Resume();
  EXPECT_TRUE(held.get());
  generator.Pause();
  auto never = Ask(generator, {{1, 2, 3}, 5, 1});
  generator.End();
  EXPECT_FALSE(never.get());
  EXPECT_FALSE(generator.Submit({{1}, 1, 1}, [](const std::optional<Written>&) { FAIL(); }));
}

TEST(ChatTest, FaultsAreNamedByTheirField) {
  const auto fault = [](std::string_view body) {
    const auto read = ReadChat(body, 24);
    return read.ok() ? std::string() : read.error().message;
  };
  const std::string said = R"("messages":[{"role":"user","content":"1+1="}])";
  EXPECT_EQ(fault("{" + said + "}"), "");
  EXPECT_THAT(fault("["), HasSubstr("body"));
  EXPECT_THAT(fault("{}"), HasSubstr("messages"));
  EXPECT_THAT(fault(R"({"messages":[{"role":"user","content":7}]})"), HasSubstr("content"));
  EXPECT_THAT(fault(R"({"messages":[{"role":"user","content":"é"}]})"), HasSubstr("ASCII"));
  EXPECT_THAT(fault(R"({"messages":[{"role":"user","content":"12345678901234567890123456"}]})"),
              HasSubstr("context"));
  EXPECT_THAT(fault("{" + said + R"(,"stream":true})"), HasSubstr("stream"));
  EXPECT_THAT(fault("{" + said + R"(,"n":2})"), HasSubstr("n: must"));
  EXPECT_THAT(fault("{" + said + R"(,"max_tokens":-1})"), HasSubstr("max_tokens"));
  EXPECT_THAT(fault("{" + said + R"(,"temperature":-1})"), HasSubstr("temperature"));
}

TEST(TinyServerTest, TheOrchestratorsClientIsAtHome) {
  const TemporaryFolder folder;
  const auto server = TinyServer::Start(SmallShape(), 4, 1, SomeWeights(5));
  ASSERT_TRUE(server.ok()) << server.error().message;
  orchestra::ServerOptions options;
  options.url = (*server)->url() + "/v1";
  const auto client = orchestra::InferenceServer::Create(options);
  ASSERT_TRUE(client.ok());
  const CancelToken never;
  EXPECT_TRUE((*client)->Answers(never));
  orchestra::RolloutAsk ask;
  ask.model = "tiny";
  ask.messages = R"([{"role":"user","content":"1+1="}])";
  ask.max_tokens = 12;
  ask.temperature = 0;
  const auto soon = [] { return std::chrono::steady_clock::now() + std::chrono::seconds(60); };
  const auto first = (*client)->Ask(ask, soon(), never);
  ASSERT_TRUE(first.ok()) << first.error().message;
  EXPECT_EQ(first->prompt_ids, (std::vector<int64_t>{17, 11, 17, 29}));
  EXPECT_EQ(first->token_ids.size(), first->logprobs.size());
  EXPECT_EQ(static_cast<int64_t>(first->token_ids.size()), first->tokens);
  EXPECT_FALSE(first->token_ids.empty());

  ASSERT_TRUE(WriteWeights(folder / "new", SmallShape(), SomeWeights(6)).ok());
  orchestra::Weights weights;
  weights.folder = folder / "new";
  ASSERT_TRUE((*client)->Update(weights, never).ok());
  const auto second = (*client)->Ask(ask, soon(), never);
  ASSERT_TRUE(second.ok()) << second.error().message;
  EXPECT_NE(second->token_ids, first->token_ids);
  weights.folder = folder / "nowhere";
  EXPECT_FALSE((*client)->Update(weights, never).ok());
  EXPECT_TRUE((*client)->Ask(ask, soon(), never).ok());  // it goes on all the same
  ask.messages = "[]";
  const auto refused = (*client)->Ask(ask, soon(), never);
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.error().message, HasSubstr("400"));
}

}  // namespace
}  // namespace assay::tiny
