#include "apps/math/math_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <fstream>

#include "apps/setup/llm_judge.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

TEST(MathFile, ReadsLinesWithEitherName) {
  const auto lines = ParseMathFile(
      "{\"id\":\"a\",\"gold\":\"1\",\"response\":\"2\"}\r\n\n"
      "{\"gold\":3,\"pred\":4.50,\"category\":\"c\",\"expected\":true}\n"
      "{\"id\":9,\"gold\":null,\"response\":null}",
      MathLabels::kIgnored);
  ASSERT_TRUE(lines.ok()) << lines.error().message;
  ASSERT_EQ(lines->size(), 3u);
  EXPECT_EQ((*lines)[0].item.id, "a");
  EXPECT_EQ((*lines)[0].item.response, "2");
  EXPECT_EQ((*lines)[1].item.id, "line 3");
  EXPECT_EQ((*lines)[1].item.gold, "3");
  EXPECT_EQ((*lines)[1].item.response, "4.50");
  EXPECT_EQ((*lines)[1].category, "c");
  EXPECT_EQ((*lines)[2].item.id, "9");
  EXPECT_EQ((*lines)[2].item.gold, "");
}

TEST(MathFile, LabelsAreBooleansUnderEitherName) {
  const auto lines = ParseMathFile(R"({"gold":"1","pred":"1","expected":true})"
                                   "\n"
                                   R"({"gold":"1","pred":"1","correct":0})",
                                   MathLabels::kRequired);
  ASSERT_TRUE(lines.ok()) << lines.error().message;
  EXPECT_TRUE((*lines)[0].expected);
  EXPECT_FALSE((*lines)[1].expected);
}

TEST(MathFile, FaultsNameTheLine) {
  const auto message = [](std::string_view text, MathLabels labels = MathLabels::kIgnored) {
    const auto lines = ParseMathFile(text, labels);
    return lines.ok() ? "ok" : lines.error().message;
  };
  EXPECT_THAT(message("{\"gold\":1,\"pred\":1}\nx"), HasSubstr("line 2: no JSON"));
  EXPECT_THAT(message("[]"), HasSubstr("line 1: is no JSON object"));
  EXPECT_THAT(message("{\"pred\":1}"), HasSubstr("line 1: \"gold\""));
  EXPECT_THAT(message("{\"gold\":1}"), HasSubstr("line 1: \"response\""));
  EXPECT_THAT(message("{\"gold\":1,\"pred\":1}", MathLabels::kRequired),
              HasSubstr("line 1: \"expected\""));
  EXPECT_THAT(message("{\"gold\":1,\"pred\":1,\"correct\":\"yes\"}", MathLabels::kRequired),
              HasSubstr("line 1: \"expected\""));
  EXPECT_THAT(message("\n \n"), HasSubstr("no line"));
}

class JudgeTest : public ::testing::Test {
 protected:
  ~JudgeTest() override { ::unlink(path_.c_str()); }
  std::string Write(const std::string& text) {
    std::ofstream(path_) << text;
    return path_;
  }
  static std::string MessageOf(const Options& options) {
    const auto judge = MakeLlmJudge(options);
    return judge.ok() ? "ok" : judge.error().message;
  }
  std::string path_ = ::testing::TempDir() + "assay_judge_" + std::to_string(::getpid());
};

TEST_F(JudgeTest, IsOffUnlessAServerIsNamed) {
  Options options;
  options.math_judge_model = "m";
  const auto none = MakeLlmJudge(options);
  ASSERT_TRUE(none.ok());
  EXPECT_EQ(*none, nullptr);
  options.math_judge_url = "http://127.0.0.1:9";
  options.math_judge_mode = "apply";
  const auto judge = MakeLlmJudge(options);
  ASSERT_TRUE(judge.ok());
  EXPECT_EQ((*judge)->judge->model(), "m");
  EXPECT_EQ((*judge)->mode, SecondOpinion::kApply);
}

TEST_F(JudgeTest, FaultsNameTheOption) {
  Options options;
  options.math_judge_url = "http://127.0.0.1:9";
  EXPECT_THAT(MessageOf(options), HasSubstr("math-judge-model"));
  options.math_judge_model = "m";
  options.math_judge_url = "gopher://127.0.0.1";
  EXPECT_THAT(MessageOf(options), HasSubstr("math-judge-url"));
  options.math_judge_url = "http://127.0.0.1:9";
  options.math_judge_prompt = Write("only {gold}");
  EXPECT_THAT(MessageOf(options), HasSubstr("must have {gold} and {answer}"));
  options.math_judge_prompt = Write("{gold} {answer}");
  EXPECT_EQ(MessageOf(options), "ok");
  options.math_judge_key_file = path_ + ".missing";
  EXPECT_THAT(MessageOf(options), HasSubstr("math-judge-key-file"));
}

}  // namespace
}  // namespace assay
