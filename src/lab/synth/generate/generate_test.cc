#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "lab/synth/generate/asker.h"
#include "lab/synth/generate/checker_prompt.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::synth {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

SynthProblem Problem() {
  SynthProblem problem;
  problem.id = "p";
  problem.statement = "Print any {{tests}} of them.";
  problem.tests.push_back({"a", "the input", "the answer"});
  return problem;
}

TEST(CheckerPrompt, HasTheStatementTheTestsAndTheEvidence) {
  for (const CheckerForm form :
       {CheckerForm::kTestlib, CheckerForm::kScaleBox, CheckerForm::kIcpc}) {
    const auto prompt = FirstPrompt(Problem(), Classify(Problem(), {}), form);
    ASSERT_EQ(prompt.messages.size(), 1u);
    const std::string& text = prompt.messages[0].content;
    // What looks like a place in a statement is text.
    EXPECT_THAT(text, HasSubstr("Print any {{tests}} of them."));
    EXPECT_THAT(text, HasSubstr("the input\n"));
    EXPECT_THAT(text, Not(HasSubstr("{{statement}}")));
    EXPECT_THAT(text, Not(HasSubstr("{{evidence}}")));
  }
}

TEST(CheckerPrompt, AnotherTryShowsTheLastAnswerAndWhatWasWrong) {
  const auto first = FirstPrompt(Problem(), Classify(Problem(), {}), CheckerForm::kTestlib);
  const auto next = NextPrompt(first, "my answer", "- it accepts nothing");
  ASSERT_EQ(next.messages.size(), 3u);
  EXPECT_EQ(next.messages[1].role, "assistant");
  EXPECT_EQ(next.messages[1].content, "my answer");
  EXPECT_THAT(next.messages[2].content, HasSubstr("- it accepts nothing"));
}

TEST(CheckerPrompt, LongTestsAreCut) {
  SynthProblem problem = Problem();
  problem.tests[0].input = std::string(1'000'000, 'x');
  const auto prompt = FirstPrompt(problem, Classify(problem, {}), CheckerForm::kTestlib);
  EXPECT_LT(prompt.messages[0].content.size(), 10'000u);
}

TEST(CheckerIn, TakesTheBlockOfTheForm) {
  const auto judge =
      CheckerIn("Here:\n```cpp\n#include <a>\n```\n", CheckerForm::kTestlib, "model:1");
  ASSERT_TRUE(judge);
  EXPECT_EQ(judge->name, "model:1");
  EXPECT_EQ(judge->checker, R"({"kind":"testlib","language":"cpp","source":"#include <a>"})");
  EXPECT_FALSE(CheckerIn("I can't.", CheckerForm::kScaleBox, "n"));
}

// A model that counts its questions.
class AskerTest : public ::testing::Test {
 protected:
  AskerTest() : path_(::testing::TempDir() + "asker_test") {
    std::filesystem::remove_all(path_);
    std::filesystem::remove_all(path_ + "2");
    options_.sampling.model = "m";
  }
  ~AskerTest() override {
    std::filesystem::remove_all(path_);
    std::filesystem::remove_all(path_ + "2");
  }

  std::unique_ptr<rollout::RunFolder> Open(const std::string& path) {
    rollout::Manifest manifest;
    manifest.benchmark = "b";
    auto folder = rollout::RunFolder::Open(path, manifest);
    EXPECT_TRUE(folder.ok());
    return std::move(folder).value();
  }
  rollout::Generator::Transport Model() {
    return [this](const std::string&, SteadyTime, const CancelToken&,
                  HttpFailure*) -> Result<HttpResponse> {
      ++asked_;
      HttpResponse response;
      response.status = 200;
      response.body =
          R"({"model":"m","choices":[{"message":{"content":"hello"},"finish_reason":"stop"}],)"
          R"("usage":{"prompt_tokens":10,"completion_tokens":20}})";
      return response;
    };
  }
  static rollout::Prompt Saying(const std::string& text) {
    rollout::Prompt prompt;
    prompt.messages.push_back({"user", text});
    return prompt;
  }

  const std::string path_;
  AskerOptions options_;
  int asked_ = 0;
};

TEST_F(AskerTest, AsksOnceForTheSame) {
  {
    const auto folder = Open(path_);
    Asker asker(options_, folder.get(), nullptr, Model(), nullptr);
    EXPECT_EQ(asker.Ask("p", 0, Saying("a"))->content, "hello");
    EXPECT_EQ(asker.Ask("p", 0, Saying("a"))->content, "hello");
    EXPECT_EQ(asked_, 1);
    EXPECT_TRUE(asker.Ask("p", 1, Saying("a")).ok());
    EXPECT_EQ(asked_, 2);
    EXPECT_EQ(asker.spent().completion_tokens, 40);
  }
  const auto folder = Open(path_);
  Asker again(options_, folder.get(), nullptr, Model(), nullptr);
  EXPECT_TRUE(again.Ask("p", 1, Saying("a")).ok());
  EXPECT_EQ(asked_, 2);
}

TEST_F(AskerTest, ARecordedRunAnswersInPlaceOfAModel) {
  {
    const auto folder = Open(path_);
    Asker asker(options_, folder.get(), nullptr, Model(), nullptr);
    ASSERT_TRUE(asker.Ask("p", 0, Saying("a")).ok());
  }
  const auto recorded = rollout::RunFolder::OpenToRead(path_);
  ASSERT_TRUE(recorded.ok());
  const auto folder = Open(path_ + "2");
  Asker asker(options_, folder.get(), recorded->get(), nullptr, nullptr);
  EXPECT_EQ(asker.Ask("p", 0, Saying("a"))->content, "hello");
  const auto other = asker.Ask("p", 0, Saying("b"));
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(other.error().code, ErrorCode::kInvalidArgument);
  EXPECT_EQ(asked_, 1);
}

TEST_F(AskerTest, TheBudgetIsThatOfAllQuestions) {
  const auto folder = Open(path_);
  options_.generator.budget.requests = 2;
  Asker asker(options_, folder.get(), nullptr, Model(), nullptr);
  EXPECT_TRUE(asker.Ask("p", 0, Saying("a")).ok());
  EXPECT_TRUE(asker.Ask("p", 0, Saying("b")).ok());
  EXPECT_FALSE(asker.Ask("p", 0, Saying("c")).ok());
  EXPECT_EQ(asked_, 2);
}

}  // namespace
}  // namespace assay::synth
