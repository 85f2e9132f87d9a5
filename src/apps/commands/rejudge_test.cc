#include "apps/commands/rejudge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "apps/ask/bundle_file.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

// The parts a comparison looks at.
std::string BundleText(const std::string& verdict, const std::string& tests,
                       const std::string& tier = "privileged",
                       const std::string& python = "Python 3.11.2") {
  return R"({"environment":{"tier":")" + tier + R"(","toolchains":{"python":")" + python +
         R"("}},"verdict":{)" + verdict + R"(,"tests":[)" + tests + "]}}";
}

constexpr char kAccepted[] =
    R"("verdict":"AC","cause":"candidate","reason":"accepted","score":1.0)";
constexpr char kPassed[] =
    R"({"id":"a","verdict":"AC","cause":"candidate","reason":"same_output"})";

RejudgeReport Compare(const std::string& then, const std::string& now) {
  JsonError error;
  const auto old_document = JsonDocument::Parse(then, &error);
  const auto new_document = JsonDocument::Parse(now, &error);
  const auto parts = [](const JsonDocument& document) {
    Bundle bundle;
    bundle.environment = document.root().Find("environment");
    bundle.verdict = document.root().Find("verdict");
    return bundle;
  };
  return CompareBundles(parts(*old_document), parts(*new_document));
}

bool Has(const std::vector<Change>& changes, const std::string& what, const std::string& then,
         const std::string& now) {
  for (const Change& change : changes) {
    if (change.what == what && change.then == then && change.now == now) return true;
  }
  return false;
}

TEST(Rejudge, EqualVerdictsAreTheSameWhateverTheTimes) {
  const auto report = Compare(
      BundleText(kAccepted, R"({"id":"a","verdict":"AC","cause":"candidate","cpu_time_s":0.5})"),
      BundleText(kAccepted, R"({"id":"a","verdict":"AC","cause":"candidate","cpu_time_s":0.25})"));
  EXPECT_TRUE(report.same());
  EXPECT_TRUE(report.warnings.empty());
  EXPECT_TRUE(Has(report.notes, "cpu time", "500.0 ms", "250.0 ms"));
}

TEST(Rejudge, ScoresAreComparedAsNumbers) {
  EXPECT_TRUE(Compare(BundleText(R"("verdict":"AC","score":1.0)", kPassed),
                      BundleText(R"("verdict":"AC","score":1)", kPassed))
                  .same());
  EXPECT_FALSE(Compare(BundleText(R"("verdict":"WA","score":0.5)", kPassed),
                       BundleText(R"("verdict":"WA","score":0.25)", kPassed))
                   .same());
  EXPECT_FALSE(Compare(BundleText(R"("verdict":"JE","score":null)", kPassed),
                       BundleText(R"("verdict":"JE","score":0)", kPassed))
                   .same());
}

TEST(Rejudge, DifferencesNameTheTest) {
  const auto report = Compare(
      BundleText(kAccepted, kPassed),
      BundleText(R"("verdict":"WA","cause":"candidate","reason":"different_output","score":0)",
                 R"({"id":"a","verdict":"WA","cause":"candidate","reason":"x"})"));
  EXPECT_FALSE(report.same());
  EXPECT_TRUE(Has(report.differences, "verdict", "AC", "WA"));
  EXPECT_TRUE(Has(report.differences, "score", "1.0", "0"));
  EXPECT_TRUE(Has(report.differences, "test a: verdict", "AC", "WA"));
}

TEST(Rejudge, ACauseIsADifferenceAndAReasonIsNot) {
  const auto cause =
      Compare(BundleText(kAccepted, kPassed),
              BundleText(kAccepted, R"({"id":"a","verdict":"AC","cause":"problem"})"));
  EXPECT_TRUE(Has(cause.differences, "test a: cause", "candidate", "problem"));
  const auto reason = Compare(
      BundleText(kAccepted, kPassed),
      BundleText(kAccepted, R"({"id":"a","verdict":"AC","cause":"candidate","reason":"other"})"));
  EXPECT_TRUE(reason.same());
  EXPECT_TRUE(Has(reason.notes, "test a: reason", "same_output", "other"));
}

TEST(Rejudge, AnotherNumberOfTestsIsADifference) {
  const auto report = Compare(BundleText(kAccepted, kPassed), BundleText(kAccepted, ""));
  EXPECT_TRUE(Has(report.differences, "number of tests", "1", "0"));
}

TEST(Rejudge, OtherConditionsAreWarnings) {
  const auto report = Compare(BundleText(kAccepted, kPassed),
                              BundleText(kAccepted, kPassed, "rootless", "Python 3.12.1"));
  EXPECT_TRUE(report.same());
  EXPECT_TRUE(Has(report.warnings, "tier", "privileged", "rootless"));
  EXPECT_TRUE(Has(report.warnings, "toolchain python", "Python 3.11.2", "Python 3.12.1"));
}

TEST(BundleFile, FindsBundlesBareOnLinesAndInResults) {
  EXPECT_EQ(FindBundles("{\n  \"format\": 1\n}")->size(), 1u);
  const auto found = FindBundles("{\"bundle\":{\"format\":2}}\n\n{\"format\":3}\n");
  ASSERT_TRUE(found.ok());
  ASSERT_EQ(found->size(), 2u);
  EXPECT_EQ((*found)[0].bundle.Find("format").raw(), "2");
  EXPECT_EQ((*found)[1].bundle.Find("format").raw(), "3");
  EXPECT_THAT(FindBundles("{\"format\":").error().message, HasSubstr("byte"));
  EXPECT_THAT(FindBundles("{}\n{").error().message, HasSubstr("line 2"));
  EXPECT_FALSE(FindBundles("").ok());
  EXPECT_FALSE(FindBundles("3").ok());
}

TEST(BundleFile, AsksForABundleAndTakesIt) {
  EXPECT_EQ(WithBundle(R"({"code":"x"})", false), R"({"code":"x","bundle":true})");
  EXPECT_EQ(WithBundle("{}", true), R"({"bundle":true,"embed_tests":true})");
  std::string result = R"({"verdict":"AC","bundle":{"format":"f"},"cached":false})";
  EXPECT_EQ(TakeBundle(&result), R"({"format":"f"})");
  EXPECT_EQ(result, R"({"verdict":"AC","cached":false})");
  EXPECT_EQ(TakeBundle(&result), "");
}

}  // namespace
}  // namespace assay
