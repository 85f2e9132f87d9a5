#include "shadow/report/report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::shadow {
namespace {

using ::testing::HasSubstr;

Comparison Agreeing() {
  Comparison comparison;
  comparison.items = 1;
  return comparison;
}

Comparison Disagreeing() {
  Comparison comparison = Agreeing();
  comparison.outcome = Outcome::kDisagree;
  comparison.differences = {{.kind = DifferenceKind::kPeerAccepts,
                             .cause = LikelyCause::kCase,
                             .why = "it ignores case"}};
  return comparison;
}

Comparison Ended(Outcome outcome, const std::string& why) {
  Comparison comparison;
  comparison.outcome = outcome;
  comparison.why = why;
  return comparison;
}

TEST(Tally, EveryExchangeIsCountedOnce) {
  Tally tally;
  tally.AddJudged(1, "/run_code", Agreeing());
  tally.AddJudged(3, "/run_code", Disagreeing());
  tally.AddJudged(2, "/rm", Disagreeing());
  tally.AddJudged(4, "/rm", Ended(Outcome::kNotJudged, "no server"));
  tally.AddJudged(5, "/rm", Ended(Outcome::kNotComparable, "the client left"));
  tally.AddJudged(6, "/rm", Ended(Outcome::kUnstable, ""));
  tally.AddRelayed("/v1/ping");
  tally.AddDropped();
  tally.AddSampledOut();
  tally.AddLeft();
  EXPECT_EQ(tally.seen(), 10);
  EXPECT_DOUBLE_EQ(tally.Agreement(), 1.0 / 3);
  EXPECT_EQ(tally.items_disagreed(), 2);
  const auto& reason = tally.reasons().begin()->second;
  EXPECT_EQ(reason.count, 2);
  EXPECT_EQ(reason.first_index, 2);
}

TEST(Tally, ExitCodesSayWhatToDo) {
  Tally tally;
  EXPECT_EQ(tally.ExitCode(), 3) << "nothing was compared";
  tally.AddJudged(1, "/rm", Agreeing());
  tally.AddRelayed("/v1/ping");
  EXPECT_EQ(tally.ExitCode(), 0);
  tally.AddDropped();
  EXPECT_EQ(tally.ExitCode(), 3);
  tally.AddJudged(2, "/rm", Disagreeing());
  EXPECT_EQ(tally.ExitCode(), 1);
}

TEST(Tally, WordsThatPeersChooseAreBounded) {
  Tally tally;
  for (int i = 0; i < 1000; ++i) tally.AddRelayed("/" + std::to_string(i));
  EXPECT_LE(tally.relayed().size(), 101u);
  EXPECT_EQ(tally.relayed_only(), 1000);
}

TEST(Measured, KeepsTheMedianOfAStream) {
  Measured measured;
  for (int i = 0; i < 100'001; ++i) measured.Add(i);
  EXPECT_EQ(measured.count(), 100'001);
  EXPECT_NEAR(measured.Median(), 50'000, 2'000);
}

TEST(Report, SaysWhatWasFoundToProgramsAndToPeople) {
  Tally tally;
  for (int i = 0; i < 3; ++i) tally.AddJudged(i + 1, "/run_code", Agreeing());
  tally.AddJudged(4, "/run_code", Disagreeing());
  tally.AddJudged(5, "/run_code", Ended(Outcome::kNotJudged, "we refuse it"));
  tally.AddTimes(4, 1);
  const ReportHead head{.build = "1",
                        .subject = "http://peer",
                        .judge = "this process",
                        .folder = "out",
                        .seconds = 2};
  const std::string json = ReportJson(head, tally);
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  ASSERT_TRUE(document.has_value()) << error.message;
  EXPECT_DOUBLE_EQ(NumberAt(document->root(), "agreement"), 0.75);
  const JsonValue exchanges = document->root().Find("exchanges");
  EXPECT_EQ(NumberAt(exchanges, "seen"), 5);
  EXPECT_EQ(NumberAt(exchanges, "disagreed"), 1);
  const JsonValue reason = document->root().Find("reasons").Items()[0];
  EXPECT_EQ(TextAt(reason, "reason"), "peer_accepts");
  EXPECT_EQ(TextAt(reason, "cause"), "case");
  EXPECT_DOUBLE_EQ(NumberAt(document->root().Find("time"), "saved_seconds"), 3);

  const std::string text = ReportText(head, tally);
  EXPECT_THAT(text, HasSubstr("agreement: 75.00 % of 4 exchanges"));
  EXPECT_THAT(text, HasSubstr("1  peer_accepts, case\n"));
  EXPECT_THAT(text, HasSubstr("exchange 4: it ignores case"));
  EXPECT_THAT(text, HasSubstr("1  we refuse it"));
  EXPECT_THAT(text, HasSubstr("Assay took 3.0 s less"));
  EXPECT_THAT(text, HasSubstr("assay rejudge out/bundles.jsonl"));
}

}  // namespace
}  // namespace assay::shadow
