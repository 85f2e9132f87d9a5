// Steps at work on rows, one after the other. What each rule makes of a text is tested beside it.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "lab/curate/steps/make_step.h"

namespace assay::curate {
namespace {

using testing::HasSubstr;

Recipe Parsed(const std::string& step) {
  auto recipe = ParseRecipe("steps:\n  - " + step, "r.yaml");
  EXPECT_TRUE(recipe.ok()) << (recipe.ok() ? step : recipe.error().message);
  return *recipe;
}

// One step and the rows it is given.
class Bench {
 public:
  explicit Bench(const std::string& step) : recipe_(Parsed(step)) {
    auto made = MakeRowStep(recipe_.steps[0], {testing::TempDir(), 42});
    EXPECT_TRUE(made.ok()) << (made.ok() ? "" : made.error().message);
    if (made.ok()) step_ = std::move(made).value();
  }

  // The reason; empty: the row goes on. An Error's message.
  std::string Give(const std::string& json) {
    return With(json, [this](Row* row) -> std::string {
      const auto drop = step_->Look(row);
      notes_ = row->notes;
      if (!drop.ok()) return drop.error().message;
      return *drop ? (*drop)->reason : "";
    });
  }
  void Remember(const std::string& json) {
    With(json, [this](Row* row) -> std::string {
      EXPECT_TRUE(step_->Remember(*row).ok());
      return "";
    });
  }
  const std::string& notes() const { return notes_; }

 private:
  template <typename Use>
  std::string With(const std::string& json, Use use) {
    JsonError fault;
    const auto document = JsonDocument::Parse(json, &fault);
    EXPECT_TRUE(document) << json;
    Row row;
    row.root = document->root();
    row.number = ++row_;
    row.file = "a.jsonl";
    row.file_row = row_;
    FillIn(recipe_, &row);
    return use(&row);
  }

  const Recipe recipe_;
  std::unique_ptr<RowStep> step_;
  int64_t row_ = 0;
  std::string notes_;
};

TEST(Fields, AreFoundByPathAndByFirstName) {
  JsonError fault;
  const auto document =
      JsonDocument::Parse(R"({"a.b":1,"a":{"b":2,"c":{"d":"x"}},"n":null,"s":"t"})", &fault);
  const JsonValue root = document->root();
  EXPECT_EQ(TextOf(FieldOf(root, {"a.b"})), "1");
  EXPECT_EQ(TextOf(FieldOf(root, {"a.c.d"})), "x");
  EXPECT_EQ(TextOf(FieldOf(root, {"n", "z", "s"})), "t");
  EXPECT_FALSE(FieldOf(root, {"a.z", "z"}));
  EXPECT_EQ(TextOf({}), "");
}

TEST(Steps, TheAnswerOfASolutionIsBehindItsMark) {
  Bench bench("answers: {most_characters: 5}");
  EXPECT_EQ(bench.Give(R"({"problem":"a","answer":"It is 9 times 2, so\n#### 18"})"), "");
  EXPECT_EQ(bench.Give(R"({"problem":"a","answer":"It is 18"})"), "too long");
}

TEST(Steps, ReleasedLooksAtDays) {
  Bench bench("released: {field: date, no_later_than: 2024-08-01, no_earlier_than: 2020-01-01}");
  EXPECT_EQ(bench.Give(R"({"date":"2024-08-01T23:00:00"})"), "");
  EXPECT_EQ(bench.Give(R"({"date":"2024-08-02"})"), "after 2024-08-01");
  EXPECT_EQ(bench.Give(R"({"date":1722556800})"), "after 2024-08-01");
  EXPECT_EQ(bench.Give(R"({"date":"2019-12-31"})"), "before 2020-01-01");
  EXPECT_THAT(bench.Give(R"({"date":"soon"})"), HasSubstr("released.missing"));
  EXPECT_EQ(Bench("released: {no_later_than: 2024-08-01, missing: drop}").Give("{}"), "no day");
  EXPECT_EQ(Bench("released: {no_later_than: 2024-08-01, missing: keep}").Give("{}"), "");
}

TEST(Steps, VerifiableJudgesWhatNobodyHasJudged) {
  Bench bench("verifiable: {most_attempts: 3}");
  EXPECT_EQ(
      bench.Give(
          R"({"answer":"1/2","attempts":["so \\boxed{0.5}","\\boxed{\\frac12}","\\boxed{3}"]})"),
      "");
  EXPECT_EQ(
      bench.Give(R"({"answer":"1/2","attempts":["\\boxed{3}","\\boxed{3.0}","\\boxed{0.5}"]})"),
      "the majority is wrong");
  EXPECT_EQ(bench.Give(R"({"answer":"1","attempts":[false,false,false,true,true,true,true]})"),
            "never solved");
  EXPECT_EQ(bench.Give(R"({"attempts":[{"correct":true},{"correct":null},{"verdict":"IE"}]})"), "");
  EXPECT_EQ(bench.Give(R"({"attempts":[]})"), "no attempts");
}

TEST(Steps, LengthsComeFromWhereTheyAre) {
  Bench bench("response_length: {fewest_tokens: 2000}");
  EXPECT_EQ(bench.Give(R"({"tokens":1999})"), "too short");
  EXPECT_EQ(bench.Give(R"({"tokens":[100,2500,3000]})"), "");
  EXPECT_EQ(bench.Give(R"({"attempts":[{"correct":true,"tokens":10},{"tokens":20}]})"),
            "too short");
  // Attempts that don't say, and another field that does.
  EXPECT_EQ(bench.Give(R"({"attempts":[true,"x"],"tokens":5000})"), "");
  EXPECT_THAT(bench.Give(R"({"attempts":["x"]})"), HasSubstr("no lengths in tokens"));
}

TEST(Steps, ThinningDependsOnTheRowAlone) {
  const std::string step =
      "response_length: {fewest_tokens: 0, thin_below_tokens: 10, thin_share: 0.5}";
  Bench one(step);
  Bench other(step);
  int dropped = 0;
  for (int i = 0; i < 400; ++i) {
    const std::string row = R"({"tokens":5,"problem":"p)" + std::to_string(i) + "\"}";
    if (i % 3 == 0) other.Give(R"({"tokens":5,"problem":"between"})");
    const std::string reason = one.Give(row);
    EXPECT_EQ(reason, other.Give(row));
    dropped += reason.empty() ? 0 : 1;
  }
  EXPECT_NEAR(dropped, 200, 50);
}

TEST(Steps, DifficultyReadsCountsAndRatesAndSaysWhatItFound) {
  Bench attempts("difficulty: {highest_rate: 0.9}");
  EXPECT_EQ(attempts.Give(R"({"attempts":[1,1,0,0]})"), "");
  EXPECT_THAT(attempts.notes(),
              HasSubstr(R"("difficulty":{"solved":2,"attempts":4,"rate":0.5,"rate_low":0.15)"));
  EXPECT_EQ(attempts.Give(R"({"attempts":[1,1,1]})"), "too easy");
  EXPECT_EQ(attempts.notes(), "");
  Bench counts("difficulty: {solved: right, of: tries, fewest_solved: 1, annotate: false}");
  EXPECT_EQ(counts.Give(R"({"right":0,"tries":8})"), "too hard");
  EXPECT_EQ(counts.Give(R"({"right":1,"tries":8})"), "");
  EXPECT_EQ(counts.notes(), "");
  EXPECT_THAT(counts.Give(R"({"right":9,"tries":8})"), HasSubstr("right"));
  Bench rates("difficulty: {rate: solve_rate, of: 8, highest_rate: 0.999}");
  EXPECT_EQ(rates.Give(R"({"solve_rate":1.0})"), "too easy");
  EXPECT_EQ(rates.Give(R"({"solve_rate":0.875})"), "");
  EXPECT_THAT(rates.notes(), HasSubstr("\"solved\":7"));
}

TEST(Steps, AddressesAreSeenOnceAndNeverThoseOfAList) {
  const std::string path = testing::TempDir() + "assay-addresses.jsonl";
  std::ofstream(path) << R"({"link":"https://www.a.org/1/"})";
  Bench bench("source_url: {against: " + path + "}");
  EXPECT_EQ(bench.Give(R"({"url":"http://a.org/1?utm_source=x"})"),
            "an address of assay-addresses.jsonl");
  EXPECT_EQ(bench.Give(R"({"url":"http://a.org/2"})"), "");
  EXPECT_EQ(bench.Give(R"({"source_url":"https://a.org/2#top"})"), "an address again");
  EXPECT_EQ(bench.Give("{}"), "");
  bench.Remember(R"({"url":"http://a.org/3"})");
  EXPECT_EQ(bench.Give(R"({"url":"http://a.org/3"})"), "an address again");
  std::filesystem::remove(path);
}

TEST(Steps, DecontaminationNamesTheBenchmarkAndItsBound) {
  const std::string path = testing::TempDir() + "assay-benchmark.jsonl";
  std::ofstream(path) << R"({"question":"one two three four five six seven eight nine ten"})";
  EXPECT_EQ(Bench("decontaminate: {ngrams: [9, 10], benchmarks: " + path + "}")
                .Give(R"({"problem":"zero one two three four five six seven eight nine"})"),
            "9 words of assay-benchmark.jsonl (exact)");
  std::ofstream(path) << R"({"quest":"a"})";
  const Recipe recipe = Parsed("decontaminate: {benchmarks: " + path + "}");
  const auto made = MakeRowStep(recipe.steps[0], {testing::TempDir(), 42});
  ASSERT_FALSE(made.ok());
  EXPECT_THAT(made.error().message, testing::AllOf(HasSubstr("assay-benchmark.jsonl:1"),
                                                   HasSubstr("decontaminate.text")));
  std::filesystem::remove(path);
}

}  // namespace
}  // namespace assay::curate
