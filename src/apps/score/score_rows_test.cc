#include "apps/score/score_rows.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "apps/setup/input_file.h"
#include "data/rows/rows_fixture.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

// Scores an item by its "value", and keeps what it was asked.
class FakeJudge final : public service::Judge {
 public:
  Result<service::Answer> Send(const service::Question& question) override {
    JsonError error;
    const auto document = JsonDocument::Parse(question.body, &error);
    if (!document) return Error{ErrorCode::kInternal, "test", 0, question.body};
    const auto items = document->root().Find("items").Items();
    asked.push_back(items.size());
    if (!refuse.empty()) return service::Answer{.status = 422, .body = refuse};
    std::string results;
    for (const JsonValue& item : items) {
      results += results.empty() ? "" : ",";
      results += item.Find("value").IsNull()
                     ? R"({"score":null,"mask":{"cause":"problem","reason":"undecided"}})"
                     : R"({"score":)" + std::string(item.Find("value").raw()) + "}";
    }
    return service::Answer{.status = 200, .body = R"({"results":[)" + results + "]}"};
  }
  std::optional<int> slots() const override { return 1; }

  std::vector<size_t> asked;
  std::string refuse;

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string) override {
    return Error{ErrorCode::kInternal, "test", 0, "not asked so"};
  }
};

class ScoreRowsTest : public ::testing::Test {
 protected:
  Result<ScoreSummary> Score(const std::string& rows, size_t in_request = 3,
                             bool compares = false) {
    Write("rows.jsonl", rows);
    auto out = LineFile::Open(Path("out.jsonl"), {});
    ScoreWork work;
    work.files = {Path("rows.jsonl")};
    work.rubric = {R"("rubrics":{})", compares};
    work.judge = &judge_;
    work.out = &*out;
    work.go_on = [this](const ScoreSummary&) { return go_on_; };
    work.rows_in_request = in_request;
    return ScoreRows(work);
  }
  std::string Path(const std::string& name) const { return folder_.path() + "/" + name; }
  void Write(const std::string& name, const std::string& text) const {
    std::ofstream(Path(name)) << text;
  }
  TemporaryFolder folder_;
  FakeJudge judge_;
  bool go_on_ = true;
};

std::string Row(const std::string& value, const std::string& group = "") {
  return R"({"value":)" + value +
         (group.empty() ? "" : R"(,"origin":{"group":")" + group + R"("})") + "}\n";
}

TEST_F(ScoreRowsTest, EachRowHasALineInOrder) {
  const auto summary = Score(Row("1") + Row("0.5") + Row("null") + Row("0"), 3);
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_EQ(summary->items(), 4);
  EXPECT_EQ(summary->scored, 3);
  EXPECT_EQ(summary->sum, 1.5);
  EXPECT_THAT(summary->masked, ElementsAre(Pair("problem: undecided", 1)));
  EXPECT_THAT(judge_.asked, ElementsAre(3, 1));
  EXPECT_EQ(*ReadWholeFile(Path("out.jsonl")),
            "{\"score\":1}\n{\"score\":0.5}\n"
            "{\"score\":null,\"mask\":{\"cause\":\"problem\",\"reason\":\"undecided\"}}\n"
            "{\"score\":0}\n");
}

TEST_F(ScoreRowsTest, AGroupIsComparedWithinOneRequest) {
  std::string rows = Row("1", "a") + Row("1", "a");
  for (int i = 0; i < 5; ++i) rows += Row("1", "b");
  rows += Row("1", "c");
  EXPECT_TRUE(Score(rows, 3, true).ok());
  EXPECT_THAT(judge_.asked, ElementsAre(7, 1));
  judge_.asked.clear();
  const auto torn = Score(rows + Row("1", "a"), 3, true);
  ASSERT_FALSE(torn.ok());
  EXPECT_THAT(torn.error().message, HasSubstr("rows.jsonl:9: is of a group"));
  EXPECT_EQ(torn.error().code, ErrorCode::kInvalidArgument);
  EXPECT_TRUE(Score(rows + Row("1", "a"), 3, false).ok());
}

TEST_F(ScoreRowsTest, ARefusalSaysWhy) {
  judge_.refuse = R"({"error":{"field":"rubrics.rubric.functions[0].kind","message":"no"}})";
  const auto summary = Score(Row("1"));
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::kInvalidArgument);
  EXPECT_THAT(summary.error().message, HasSubstr("rubrics.rubric.functions[0].kind"));
}

TEST_F(ScoreRowsTest, AnInterruptEndsAfterTheRequestUnderWay) {
  go_on_ = false;
  const auto summary = Score(Row("1") + Row("1") + Row("1") + Row("1"), 2);
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::kCancelled);
  EXPECT_THAT(judge_.asked, ElementsAre(2));
  EXPECT_EQ(*ReadWholeFile(Path("out.jsonl.partial")), "{\"score\":1}\n{\"score\":1}\n");
}

}  // namespace
}  // namespace assay
