#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/crc.hpp>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "events.pb.h"
#include "lab/fit/read/curve.h"
#include "lab/fit/read/event_file.h"
#include "lab/fit/read/metrics.h"
#include "lab/fit/read/read_metrics.h"
#include "lab/fit/read/text_metrics.h"

namespace assay::fit {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

Metrics Read(std::string_view text) {
  Result<Metrics> metrics = ReadTextMetrics(text);
  EXPECT_TRUE(metrics.ok()) << (metrics.ok() ? "" : metrics.error().message);
  return metrics.ok() ? std::move(metrics).value() : Metrics();
}
std::string Refusal(std::string_view text) {
  const Result<Metrics> metrics = ReadTextMetrics(text);
  return metrics.ok() ? "" : metrics.error().message;
}
// Computes and rewards, by turns.
std::vector<double> Curved(const Metrics& metrics, const std::string& x, const std::string& y) {
  CurveRules rules;
  rules.x = x;
  rules.y = y;
  const Result<Curve> curve = CurveOf(metrics, rules);
  EXPECT_TRUE(curve.ok()) << (curve.ok() ? "" : curve.error().message);
  std::vector<double> values;
  if (!curve.ok()) return values;
  for (const Point& point : curve->points) {
    values.push_back(point.compute);
    values.push_back(point.reward);
  }
  return values;
}

TEST(Csv, HasHeadersQuotesAndHoles) {
  const Metrics metrics =
      Read("step,\"run, 1 - val/acc\",note\r\n1,0.25,first\r\n2,,\r\n3,0.5,\"a \"\"b\"\"\"\r\n");
  EXPECT_THAT(Curved(metrics, "step", "run, 1 - val/acc"), ElementsAre(1, 0.25, 3, 0.5));
}

TEST(Csv, TakesTabsAndSemicolons) {
  EXPECT_THAT(Curved(Read("c\tr\n1\t0.1\n2\t0.2\n"), "c", "r"), ElementsAre(1, 0.1, 2, 0.2));
  EXPECT_THAT(Curved(Read("c;r\n1;0.1\n2;0.2\n"), "c", "r"), ElementsAre(1, 0.1, 2, 0.2));
}

TEST(Csv, ALastLineThatIsBeingWrittenIsLeft) {
  EXPECT_THAT(Curved(Read("c,r\n1,0.1\n2"), "c", "r"), ElementsAre(1, 0.1));
}

TEST(Csv, ALastRowMayBeCutInItsLastNumber) {
  const std::string_view cut = "c,r\n1,0.1\n2,0.";  // of 0.25
  const Result<Metrics> grows = ReadTextMetrics(cut, LastRow::kMayBeCut);
  ASSERT_TRUE(grows.ok());
  EXPECT_THAT(Curved(*grows, "c", "r"), ElementsAre(1, 0.1));
  EXPECT_THAT(Curved(Read("c,r\n1,0.1\n2,0.25"), "c", "r"), ElementsAre(1, 0.1, 2, 0.25));
}

TEST(Csv, RefusesWhatIsNoTable) {
  EXPECT_THAT(Refusal("a,b\n1,2,3\n"), HasSubstr("line 2 has 3 cells"));
  EXPECT_THAT(Refusal(" \n"), HasSubstr("is empty"));
}

TEST(Json, LinesAndListsAndTrainerState) {
  const auto expected = ElementsAre(10, 0.3, 20, 0.4);
  EXPECT_THAT(
      Curved(Read("{\"step\": 10, \"acc\": 0.3}\n{\"step\": 20, \"acc\": 0.4}\n"), "step", "acc"),
      expected);
  EXPECT_THAT(
      Curved(Read("[{\"step\": 10, \"acc\": 0.3},\n {\"step\": 20, \"acc\": 0.4}]"), "step", "acc"),
      expected);
  EXPECT_THAT(
      Curved(Read("{\n \"best\": 0.4,\n \"log_history\": [{\"step\": 10, \"acc\": 0.3},\n"
                  "{\"loss\": NaN, \"step\": 15}, {\"step\": 20, \"acc\": 0.4}], \"other\": [{}]}"),
             "step", "acc"),
      expected);
}

TEST(Json, ObjectsInObjectsHaveNamesWithDots) {
  const Metrics metrics =
      Read(R"({"step": 1, "data": {"val/acc": 0.5, "name": "x", "text": "0.25"}})");
  EXPECT_THAT(metrics.names(), UnorderedElementsAre("step", "data.val/acc", "data.text"));
  // The part behind a dot will do, where it is the only one.
  EXPECT_THAT(Curved(metrics, "step", "val/acc"), ElementsAre(1, 0.5));
}

TEST(Json, ALastLineThatIsBeingWrittenIsLeft) {
  EXPECT_THAT(Curved(Read("{\"step\": 10, \"acc\": 0.3}\n{\"step\": 20, \"a"), "step", "acc"),
              ElementsAre(10, 0.3));
  EXPECT_THAT(
      Refusal("{\"step\": 10, \"acc\": 0.3}\n{\"step\": 20, \"a\n{\"step\": 30, \"acc\": 0.3}\n"),
      HasSubstr("line 2"));
}

TEST(Verl, LinesAmongOthers) {
  const Metrics metrics = Read(
      "(TaskRunner pid=7) starting step: now\n"
      "(TaskRunner pid=7) step:5 - actor/pg_loss:-0.1 - val-core/gsm8k/reward/mean@1:0.41\n"
      "noise\nstep:10 - actor/pg_loss:np.float64(0.2) - val-core/gsm8k/reward/mean@1:0.5\nstep:15 "
      "- val-co");
  EXPECT_THAT(Curved(metrics, "step", "val-core/gsm8k/reward/mean@1"),
              ElementsAre(5, 0.41, 10, 0.5));
}

TEST(Curve, ComputeOfAnEarlierLineCounts) {
  const Metrics metrics =
      Read("{\"gpu_hours\": 5}\n{\"acc\": 0.2}\n{\"gpu_hours\": 9}\n{\"acc\": 0.3}\n");
  EXPECT_THAT(Curved(metrics, "gpu_hours", "acc"), ElementsAre(5, 0.2, 9, 0.3));
}

TEST(Curve, ScalesAndWindow) {
  const Metrics metrics = Read("step,acc\n0,10\n1,20\n2,30\n3,40\n4,50\n");
  CurveRules rules;
  rules.x = "step";
  rules.y = "acc";
  rules.x_scale = 2.5;
  rules.y_scale = 0.01;
  rules.least = 4;
  rules.most = 9;
  const Result<Curve> curve = CurveOf(metrics, rules);
  ASSERT_TRUE(curve.ok());
  ASSERT_EQ(curve->points.size(), 2u);
  EXPECT_EQ(curve->points[0].compute, 5);
  EXPECT_DOUBLE_EQ(curve->points[0].reward, 0.3);
  EXPECT_EQ(curve->below, 1u);
  EXPECT_EQ(curve->above, 1u);
  EXPECT_EQ(curve->without_compute, 1u);
}

TEST(Curve, GpuHoursFromSeconds) {
  const Metrics metrics = Read("seconds,acc\n1800,\n1800,0.2\n3600,0.3\n");
  CurveRules rules;
  rules.y = "acc";
  rules.step_seconds = "seconds";
  rules.gpus = 80;
  const Result<Curve> curve = CurveOf(metrics, rules);
  ASSERT_TRUE(curve.ok());
  ASSERT_EQ(curve->points.size(), 2u);
  EXPECT_EQ(curve->points[0].compute, 80);
  EXPECT_EQ(curve->points[1].compute, 160);
}

TEST(Curve, FirstEvaluationAsR0) {
  const Metrics metrics = Read("step,acc\n0,0.1\n1,0.2\n2,0.3\n");
  CurveRules rules;
  rules.x = "step";
  rules.y = "acc";
  rules.first_is_r0 = true;
  const Result<Curve> curve = CurveOf(metrics, rules);
  ASSERT_TRUE(curve.ok());
  EXPECT_EQ(curve->first, 0.1);
  EXPECT_EQ(curve->points.size(), 2u);
}

TEST(Curve, ARunThatWasResumedLogsAgain) {
  const Metrics metrics = Read("step,acc\n1,0.1\n2,0.2\n2,0.25\n3,0.3\n");
  CurveRules rules;
  rules.x = "step";
  rules.y = "acc";
  const Result<Curve> curve = CurveOf(metrics, rules);
  ASSERT_TRUE(curve.ok());
  EXPECT_EQ(curve->points.size(), 3u);
  EXPECT_EQ(curve->points[1].reward, 0.25);
  EXPECT_EQ(curve->logged_again, 1u);
}

TEST(Curve, StandardErrorsAreWeights) {
  const Metrics metrics = Read("step,acc,se\n1,20,2\n2,30,1\n");
  CurveRules rules;
  rules.x = "step";
  rules.y = "acc";
  rules.y_scale = 0.01;
  rules.standard_error = "se";
  const Result<Curve> curve = CurveOf(metrics, rules);
  ASSERT_TRUE(curve.ok());
  EXPECT_NEAR(curve->points[0].weight, 2500, 1e-6);
  EXPECT_NEAR(curve->points[1].weight, 10000, 1e-6);
  const Result<Curve> without = CurveOf(Read("step,acc,se\n1,20,0\n"), rules);
  ASSERT_FALSE(without.ok());
  EXPECT_THAT(without.error().message, HasSubstr("standard error above 0"));
}

TEST(Curve, NamesColumnsThatThereAre) {
  CurveRules rules;
  rules.x = "step";
  rules.y = "acc";
  const Result<Curve> curve = CurveOf(Read("step,val_acc,loss\n1,0.2,3\n"), rules);
  ASSERT_FALSE(curve.ok());
  EXPECT_THAT(curve.error().message,
              HasSubstr("'acc'; with numbers there are val_acc, step, loss"));
}

// A record as TensorBoard's writers make it.
std::string Recorded(const std::string& data) {
  const auto checksum = [](std::string_view bytes) {
    boost::crc_optimal<32, 0x1EDC6F41, 0xFFFFFFFF, 0xFFFFFFFF, true, true> crc;
    crc.process_bytes(bytes.data(), bytes.size());
    const uint32_t sum = crc.checksum();
    const uint32_t masked = ((sum >> 15) | (sum << 17)) + 0xA282EAD8U;
    return std::string(reinterpret_cast<const char*>(&masked), sizeof masked);
  };
  const uint64_t size = data.size();
  const std::string length(reinterpret_cast<const char*>(&size), sizeof size);
  return length + checksum(length) + data + checksum(data);
}

std::string EventOf(int64_t step, const std::string& tag, float value, bool as_tensor) {
  Event event;
  event.set_wall_time(1000.0 + static_cast<double>(step));
  event.set_step(step);
  Summary::Value* const each = event.mutable_summary()->add_value();
  each->set_tag(tag);
  if (as_tensor) {
    each->mutable_tensor()->set_dtype(1);
    std::string content(sizeof value, 0);
    std::memcpy(content.data(), &value, sizeof value);
    each->mutable_tensor()->set_tensor_content(content);
  } else {
    each->set_simple_value(value);
  }
  return Recorded(event.SerializeAsString());
}

TEST(EventFile, ScalarsOfEitherKindByStep) {
  const std::string bytes = EventOf(1, "val/acc", 0.25F, false) + EventOf(1, "loss", 2, true) +
                            EventOf(2, "val/acc", 0.5F, true);
  ASSERT_TRUE(IsEventFile(bytes));
  const Result<Metrics> metrics = ReadEvents(bytes);
  ASSERT_TRUE(metrics.ok());
  EXPECT_THAT(Curved(*metrics, "step", "val/acc"), ElementsAre(1, 0.25, 2, 0.5));
  EXPECT_THAT(Curved(*metrics, "wall_time_s", "val/acc"), ElementsAre(1, 0.5));
  EXPECT_EQ(metrics->records().size(), 2u);
}

TEST(EventFile, ARecordThatIsBeingWrittenIsLeftAndADamagedOneRefused) {
  const std::string whole = EventOf(1, "acc", 0.25F, false);
  for (size_t cut = 1; cut < whole.size(); ++cut) {
    const Result<Metrics> metrics = ReadEvents(whole + whole.substr(0, cut));
    ASSERT_TRUE(metrics.ok()) << cut;
    EXPECT_EQ(metrics->records().size(), 1u);
  }
  for (size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 1);
    EXPECT_FALSE(ReadEvents(damaged).ok()) << at;
  }
}

TEST(ReadMetrics, SeesWhatAFileIs) {
  const std::string path = testing::TempDir() + "/fit_metrics_test";
  std::ofstream(path, std::ios::binary) << EventOf(1, "acc", 0.25F, false);
  const Result<Metrics> events = ReadMetrics(path);
  ASSERT_TRUE(events.ok());
  EXPECT_EQ(events->records().size(), 1u);
  std::ofstream(path) << "a,b\n1,2,3\n";
  const Result<Metrics> broken = ReadMetrics(path);
  ASSERT_FALSE(broken.ok());
  EXPECT_THAT(broken.error().message, HasSubstr("fit_metrics_test: line 2"));
  std::filesystem::remove(path);
  EXPECT_FALSE(ReadMetrics(path).ok());
}

}  // namespace
}  // namespace assay::fit
