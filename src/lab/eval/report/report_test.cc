#include <gtest/gtest.h>

#include <algorithm>

#include "base/whole_file.h"
#include "lab/eval/report/report_fixture.h"
#include "lab/eval/report/report_html.h"
#include "lab/eval/report/report_json.h"
#include "lab/eval/report/summary.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

std::optional<JsonDocument> Parse(const std::string& text) {
  JsonError error;
  return JsonDocument::Parse(text, &error);
}

TEST(Summary, RefusesAHeadlineBeyondTheShareOfErrors) {
  RunRecords records = FixtureRecords({{"a", "", "PPPE", "PPPP"}, {"b", "", "PPPP", "PPPP"}});
  const RunReport strict = Summarize(records, {0.1});
  EXPECT_NE(strict.profiles[0].refusal.find("1 of 8 samples errored"), std::string::npos);
  EXPECT_EQ(strict.profiles[1].refusal, "");
  EXPECT_FALSE(strict.HasHeadline());
  EXPECT_TRUE(Summarize(std::move(records), {0.125}).HasHeadline());
}

TEST(Summary, WithoutAJudgedSampleThereIsNoHeadlineAtAnyShare) {
  const RunReport report = Summarize(FixtureRecords({{"a", "", "ME", "MM"}}), {1.0});
  EXPECT_EQ(report.profiles[0].refusal, "no sample was judged");
  EXPECT_FALSE(report.HasHeadline());
}

TEST(Summary, ReasonsAreThoseOfWhatDidNotPass) {
  const RunReport report = Summarize(SmallRun(), {});
  ASSERT_EQ(report.profiles[0].reasons.size(), 1u);
  EXPECT_EQ(report.profiles[0].reasons[0].reason, "WA:wrong_answer");
  EXPECT_EQ(report.profiles[0].reasons[0].samples, 7);
}

TEST(ReportJson, HasTheFiguresAndLeavesOutWhatDoesNotExist) {
  const std::string text = ReportJson(Summarize(SmallRun(), {}));
  const auto document = Parse(text);
  ASSERT_TRUE(document);
  const JsonValue official = document->root().Find("profiles").Find("official");
  EXPECT_NEAR(official.Find("headline").Find("estimate").Find("value").Double(), 5.0 / 12, 1e-9);
  EXPECT_TRUE(official.Find("pass_at_k").Find("4").Find("problems_se"));
  EXPECT_FALSE(official.Find("pass_at_k").Find("4").Find("sampling_se"));
  EXPECT_FALSE(official.Find("maj_at_k"));
  EXPECT_FALSE(official.Find("partial"));
  EXPECT_EQ(official.Find("avg_at_n").Find("n").Double(), 4);
  EXPECT_EQ(official.Find("by").Find("language").Find("strata").Count(), 2u);
  const std::vector<JsonValue> flips = document->root().Find("flips").Items();
  ASSERT_EQ(flips.size(), 1u);
  EXPECT_EQ(flips[0].Find("item").String(), "HumanEval/0");
  EXPECT_EQ(flips[0].Find("only_assay").raw(), "[3]");
  EXPECT_EQ(document->root().Find("items").Items()[2].Find("assay").Find("states").String(),
            "PFPF");
}

TEST(ReportJson, ARefusedHeadlineIsNull) {
  const auto text = ReportJson(Summarize(FixtureRecords({{"a", "", "PE", "PP"}}), {}));
  const auto document = Parse(text);
  const JsonValue official = document->root().Find("profiles").Find("official");
  EXPECT_TRUE(official.Find("headline").IsNull());
  EXPECT_NE(official.Find("refused").String().find("errored"), std::string::npos);
}

// A report that somebody has looked at; when figures are meant to change, so does the file.
TEST(ReportJson, OfASmallRunIsTheGoldenFile) {
  const auto golden = ReadFile(std::string(ASSAY_EVAL_GOLDEN) + "/small_report.json", "test");
  ASSERT_TRUE(golden.ok());
  EXPECT_EQ(ReportJson(Summarize(SmallRun(), {})), *golden);
}

std::string WithoutRunInfo(const std::string& html) {
  return html.substr(0, html.find("<section id=\"run-info\">"));
}

TEST(ReportHtml, DiffersOnlyInRunInfo) {
  RunRecords other = SmallRun();
  other.run_info = R"({"requests":99})";
  const RunReport one = Summarize(SmallRun(), {}), two = Summarize(std::move(other), {});
  EXPECT_NE(ReportHtml(one), ReportHtml(two));
  EXPECT_EQ(WithoutRunInfo(ReportHtml(one)), WithoutRunInfo(ReportHtml(two)));
}

TEST(ReportHtml, NothingFromOutsideBecomesMarkup) {
  const std::string evil = "<script>alert(1)</script><img src=x onerror=\"a\">'&\x01\xff\u202e";
  RunRecords records = FixtureRecords({{evil, evil, "PF", "FP"}, {"b", "<b>", "PP", "PP"}});
  records.manifest.title = records.manifest.model = records.manifest.endpoint = evil;
  records.manifest.window = records.manifest.rules = records.manifest.assay_version = evil;
  records.manifest.data = {{evil, evil, 1}};
  records.manifest.toolchains = {{evil, evil}};
  records.models = {{evil, 1}};
  records.run_info = "{\"recorded\":\"" + evil + "\"}";
  for (ProfileOutcomes& profile : records.profiles) {
    for (Outcome& outcome : profile.outcomes) {
      outcome.reason = evil;
      outcome.answer = evil;
    }
  }
  const std::string html = ReportHtml(Summarize(std::move(records), {}));
  EXPECT_EQ(html.find("<script"), std::string::npos);
  EXPECT_EQ(html.find("<img"), std::string::npos);
  EXPECT_EQ(html.find("onerror=\""), std::string::npos);
  EXPECT_EQ(html.find("\u202e"), std::string::npos);
  EXPECT_EQ(html.find('\x01'), std::string::npos);
  EXPECT_EQ(html.find('\xff'), std::string::npos);
  EXPECT_NE(html.find("&lt;script&gt;"), std::string::npos);
}

TEST(ReportHtml, SaysWhatIsLeftOut) {
  RunRecords records = SmallRun();
  EXPECT_EQ(ReportHtml(Summarize(records, {})).find("left out"), std::string::npos);
  records.manifest.left_out = {2, {{"language <swift>", "no swiftc", 2}}};
  const std::string html = ReportHtml(Summarize(std::move(records), {}));
  EXPECT_NE(html.find("2 items are left out and in no score: 2 for language &lt;swift&gt;"),
            std::string::npos);
}

TEST(ReportHtml, FetchesNothing) {
  const std::string html = ReportHtml(Summarize(SmallRun(), {}));
  for (const char* word : {"http://", "https://", "url(", "@import", " src=", "<link", "<script"}) {
    EXPECT_EQ(html.find(word), std::string::npos) << word;
  }
  EXPECT_NE(html.find("default-src 'none'"), std::string::npos);
}

TEST(ReportHtml, PlotsHaveWordsForThoseWhoDoNotSeeThem) {
  const std::string html = ReportHtml(Summarize(SmallRun(), {}));
  size_t plots = 0, titles = 0, at = 0;
  for (at = html.find("<svg"); at != html.npos; at = html.find("<svg", at + 1)) ++plots;
  for (at = html.find("role=\"img\">\n<title>"); at != html.npos;
       at = html.find("role=\"img\">\n<title>", at + 1)) {
    ++titles;
  }
  EXPECT_EQ(plots, 4u);  // curves, solve rates, languages, flags
  EXPECT_EQ(titles, plots);
}

TEST(ReportHtml, WithoutSamplesStillReads) {
  const std::string html = ReportHtml(Summarize(FixtureRecords({}), {}));
  EXPECT_NE(html.find("No headline"), std::string::npos);
}

}  // namespace
}  // namespace assay::eval
