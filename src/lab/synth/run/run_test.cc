#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "base/text.h"
#include "lab/synth/run/outcome_book.h"
#include "lab/synth/run/problem_pool.h"
#include "lab/synth/run/synthesis.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::synth {
namespace {

using ::testing::HasSubstr;

// The last digit may be 0 or 4.
bool IsRight(const std::string& expected, const std::string& output) {
  return output == expected.substr(0, 2) + "0" || output == expected.substr(0, 2) + "4";
}

// Runs nothing: judges a checker by a word in its source, and comparisons by tokens.
class FakeJudge final : public service::Judge {
 public:
  std::optional<int> slots() const override { return 2; }
  bool broken = false;

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string body) override {
    if (broken) return service::Answer{422, 1, "{\"error\":\"no\"}"};
    JsonError error;
    const auto document = JsonDocument::Parse(body, &error);
    const JsonValue problems = document->root().Find("problems");
    std::string results;
    for (const JsonValue submission : document->root().Find("submissions").Items()) {
      const JsonValue problem = problems.Find(TextAt(submission, "problem"));
      const std::string output = *Base64Decode(TextAt(submission.Find("files"), "printed"));
      const std::string expected = TextAt(problem.Find("tests").Items()[0], "expected");
      const std::string source = TextAt(problem.Find("checker"), "source");
      const bool right = source.find("right") != std::string::npos
                             ? IsRight(expected, std::string(TrimAsciiSpace(output)))
                         : source.empty() ? TrimAsciiSpace(output) == TrimAsciiSpace(expected)
                                          : true;
      results += std::string(results.empty() ? "" : ",") + R"({"cause":"candidate","verdict":")" +
                 (right ? "AC" : "WA") + "\"}";
    }
    return service::Answer{200, 1, "{\"results\":[" + results + "]}"};
  }
};

// Its answer depends on whether it was told what was wrong.
class Model {
 public:
  Model() : path_(::testing::TempDir() + "synthesis_test") {
    std::filesystem::remove_all(path_);
    rollout::Manifest manifest;
    manifest.benchmark = "b";
    folder = rollout::RunFolder::Open(path_, manifest).value();
    AskerOptions options;
    options.sampling.model = "m";
    asker.emplace(
        options, folder.get(), nullptr,
        [this](const std::string& body, SteadyTime, const CancelToken&,
               HttpFailure*) -> Result<HttpResponse> {
          bodies.push_back(body);
          const bool told = body.find("failed:") != std::string::npos;
          HttpResponse response;
          response.status = 200;
          response.body =
              R"({"model":"m","choices":[{"message":{"content":"```python\n)" +
              std::string(told && learns ? "right" : "bad") +
              R"(\n```"},"finish_reason":"stop"}],"usage":{"prompt_tokens":5,"completion_tokens":7}})";
          return response;
        },
        nullptr);
  }
  ~Model() { std::filesystem::remove_all(path_); }

  bool learns = true;
  std::vector<std::string> bodies;
  std::unique_ptr<rollout::RunFolder> folder;
  std::optional<Asker> asker;

 private:
  const std::string path_;
};

SynthProblem Problem(bool several) {
  SynthProblem problem;
  problem.id = "p";
  for (const char* answer : {"910\n", "930\n", "950\n"}) {
    problem.tests.push_back({"t", "input", answer});
  }
  Solution other{"other", true, "", "", {}, {}, {}};
  other.outputs = {std::string("914\n"), std::string("934\n"), std::string("954\n")};
  if (several) problem.solutions.push_back(other);
  return problem;
}

SynthesisOptions Options() {
  SynthesisOptions options;
  options.form = CheckerForm::kScaleBox;
  options.attempts = 3;
  options.trials.huge = false;
  return options;
}

TEST(Synthesis, WhatAComparisonCanDoIsConfigured) {
  FakeJudge judge;
  Model model;
  const Outcome outcome = SynthesizeJudge(Problem(false), Options(), judge, &*model.asker, nullptr);
  EXPECT_EQ(outcome.ending, Ending::kConfigured) << outcome.why;
  EXPECT_EQ(outcome.attempts.back().judge.name, "tokens");
  EXPECT_TRUE(model.bodies.empty());
}

TEST(Synthesis, TheRowsOwnCheckerGoesFirstAndIsProvedLikeAnyOther) {
  FakeJudge judge;
  Model model;
  SynthProblem problem = Problem(false);
  problem.given = Judge{"given", "", R"({"kind":"scalebox","language":"python","source":"right"})"};
  const Outcome kept = SynthesizeJudge(problem, Options(), judge, &*model.asker, nullptr);
  EXPECT_EQ(kept.ending, Ending::kGiven) << kept.why;
  JsonError error;
  const std::string json = OutcomeJson(problem, kept, {});
  const auto row = JsonDocument::Parse(json, &error);
  EXPECT_EQ(TextAt(row->root().Find("judge").Find("checker"), "source"), "right");
  // One that accepts anything doesn't judge, whoever wrote it; what was wrong with it is told.
  problem.given->checker = R"({"kind":"scalebox","language":"python","source":"bad"})";
  const Outcome refused = SynthesizeJudge(problem, Options(), judge, &*model.asker, nullptr);
  EXPECT_EQ(refused.ending, Ending::kConfigured) << refused.why;
  ASSERT_EQ(refused.attempts.size(), 2u);
  EXPECT_FALSE(refused.attempts[0].passed);
  EXPECT_TRUE(model.bodies.empty());
}

TEST(Synthesis, AModelIsToldWhatWasWrongAndAskedAgain) {
  FakeJudge judge;
  Model model;
  const SynthProblem problem = Problem(true);
  const Outcome outcome = SynthesizeJudge(problem, Options(), judge, &*model.asker, nullptr);
  ASSERT_EQ(outcome.ending, Ending::kGenerated) << outcome.why;
  ASSERT_EQ(outcome.attempts.size(), 2u);
  EXPECT_FALSE(outcome.attempts[0].passed);
  ASSERT_EQ(model.bodies.size(), 2u);
  EXPECT_THAT(model.bodies[1], HasSubstr("it accepts what is no answer at all"));
  rollout::BudgetLimits prices;
  prices.prompt_price = 1e6;
  const std::string json = OutcomeJson(problem, outcome, prices);
  JsonError error;
  const auto row = JsonDocument::Parse(json, &error);
  ASSERT_TRUE(row) << json;
  EXPECT_EQ(TextAt(row->root(), "ending"), "generated");
  EXPECT_EQ(NumberAt(row->root().Find("asked"), "cost"), 10);
  EXPECT_EQ(row->root().Find("attempts").Count(), 2u);
  EXPECT_TRUE(row->root().Find("proof").Find("passed").Bool());
  EXPECT_TRUE(row->root().Find("prompt").Is(JsonType::kObject));
}

TEST(Synthesis, EndsWithoutAJudgeAfterItsTries) {
  FakeJudge judge;
  Model model;
  model.learns = false;
  const Outcome outcome = SynthesizeJudge(Problem(true), Options(), judge, &*model.asker, nullptr);
  EXPECT_EQ(outcome.ending, Ending::kNone);
  EXPECT_EQ(model.bodies.size(), 3u);
  const Outcome alone = SynthesizeJudge(Problem(true), Options(), judge, nullptr, nullptr);
  EXPECT_EQ(alone.ending, Ending::kNone);
}

TEST(Synthesis, AFailureOfOursLeavesItUnfinished) {
  FakeJudge judge;
  judge.broken = true;
  Model model;
  const Outcome outcome = SynthesizeJudge(Problem(false), Options(), judge, &*model.asker, nullptr);
  EXPECT_EQ(outcome.ending, Ending::kUnfinished);
  EXPECT_FALSE(outcome.why.empty());
}

TEST(OutcomeBook, KeepsWhatIsDone) {
  const std::string path = ::testing::TempDir() + "outcome_book_test";
  std::filesystem::remove(path);
  const std::string key = OutcomeKey(Problem(true), Options());
  EXPECT_NE(key, OutcomeKey(Problem(false), Options()));
  {
    const auto book = OutcomeBook::Open(path).value();
    EXPECT_FALSE(book->Has(key));
    ASSERT_TRUE(book->Add(key, R"({"a":1})").ok());
  }
  const auto book = OutcomeBook::Open(path).value();
  EXPECT_TRUE(book->Has(key));
  EXPECT_EQ(book->Find(key), R"({"a":1})");
  EXPECT_FALSE(book->Find("other"));
  std::filesystem::remove(path);
}

TEST(ProblemPool, LinesComeInTheOrderOfTheProblems) {
  std::vector<std::string> lines;
  OrderedLines ordered([&](const std::string& line) { lines.push_back(line); });
  {
    ProblemPool pool(4, nullptr, [&](size_t index, const SynthProblem& problem) {
      ordered.Put(index, problem.id);
    });
    for (int i = 0; i < 100; ++i) {
      SynthProblem problem;
      problem.id = std::to_string(i);
      pool.Add(std::move(problem));
    }
  }
  ASSERT_EQ(lines.size(), 100u);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(lines[static_cast<size_t>(i)], std::to_string(i));
}

TEST(ProblemPool, BeginsNothingAfterAStop) {
  std::atomic<bool> stop{true};
  int worked = 0;
  ProblemPool pool(2, &stop, [&](size_t, const SynthProblem&) { ++worked; });
  for (int i = 0; i < 20; ++i) pool.Add({});
  pool.Finish();
  EXPECT_EQ(worked, 0);
}

}  // namespace
}  // namespace assay::synth
