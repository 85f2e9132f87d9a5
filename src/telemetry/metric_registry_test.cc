#include "telemetry/metric_registry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "telemetry/process_metrics.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

TEST(MetricRegistry, RendersCountersInTheirFormat) {
  MetricRegistry registry;
  const auto runs = registry.AddCounter("runs_total", "Runs.", "language", "status");
  const auto plain = registry.AddCounter("starts_total", "Starts.");
  registry.AddCounter("silent_total", "Never counted.", "x");
  runs.Increment("python", "exited");
  runs.Increment("cpp", std::string("a \"b\"\\\n"));
  runs.Increment("python", "exited");
  plain.Increment();
  EXPECT_EQ(registry.Render(),
            "# HELP runs_total Runs.\n# TYPE runs_total counter\n"
            "runs_total{language=\"cpp\",status=\"a \\\"b\\\"\\\\\\n\"} 1\n"
            "runs_total{language=\"python\",status=\"exited\"} 2\n"
            "# HELP starts_total Starts.\n# TYPE starts_total counter\nstarts_total 1\n"
            "# HELP silent_total Never counted.\n# TYPE silent_total counter\n");
}

TEST(MetricRegistry, BucketsAreCumulativeAndIncludeTheirBound) {
  MetricRegistry registry;
  const auto times = registry.AddHistogram("t_seconds", "Times.", "route");
  times.Observe(0.025, "/x");
  times.Observe(0.75, "/x");
  times.Observe(1000, "/x");
  const std::string page = registry.Render();
  for (const char* line :
       {"# TYPE t_seconds histogram\n", "t_seconds_bucket{route=\"/x\",le=\"0.01\"} 0\n",
        "t_seconds_bucket{route=\"/x\",le=\"0.025\"} 1\n",
        "t_seconds_bucket{route=\"/x\",le=\"300\"} 2\n",
        "t_seconds_bucket{route=\"/x\",le=\"+Inf\"} 3\n", "t_seconds_sum{route=\"/x\"} 1000.775\n",
        "t_seconds_count{route=\"/x\"} 3\n"}) {
    EXPECT_THAT(page, HasSubstr(line));
  }
}

TEST(MetricRegistry, HistogramsWithoutLabelsHaveNoBraces) {
  MetricRegistry registry;
  registry.AddHistogram("t_seconds", "Times.").Observe(0.5);
  const std::string page = registry.Render();
  EXPECT_THAT(page, HasSubstr("t_seconds_bucket{le=\"0.5\"} 1\n"));
  EXPECT_THAT(page, HasSubstr("\nt_seconds_sum 0.5\nt_seconds_count 1\n"));
}

TEST(MetricRegistry, ShowsExemplarsToWhoAsksForOpenMetrics) {
  MetricRegistry registry;
  const auto times = registry.AddHistogram("t_seconds", "Times.", "route");
  registry.AddCounter("runs_total", "Runs.").Increment();
  times.Observe(0.75, "/x");
  times.ObserveOne(RenderLabel("trace_id", "a1") + "," + RenderLabel("verdict_id", "7"), 0.7, "/x");
  times.Observe(0.8, "/x");  // one without leaves the one before
  const std::string page = registry.Render(MetricFormat::kOpenMetrics);
  EXPECT_THAT(page,
              MatchesRegex("(.|\n)*\nt_seconds_bucket.route=\"/x\",le=\"1.0\". 3 # "
                           ".trace_id=\"a1\",verdict_id=\"7\". 0.7 [0-9]{10}[.][0-9]{3}\n(.|\n)*"));
  EXPECT_THAT(page, HasSubstr("t_seconds_bucket{route=\"/x\",le=\"0.5\"} 0\n"));
  EXPECT_THAT(page, HasSubstr("# HELP runs Runs.\n# TYPE runs counter\nruns_total 1\n# EOF\n"));
  // Prometheus' own format has neither.
  const std::string plain = registry.Render();
  EXPECT_THAT(plain, HasSubstr("t_seconds_bucket{route=\"/x\",le=\"1\"} 3\n"));
  EXPECT_THAT(plain, ::testing::Not(HasSubstr("trace_id")));
  EXPECT_THAT(plain, ::testing::Not(HasSubstr("EOF")));
}

TEST(MetricRegistry, AsksItsSourcesEachTime) {
  MetricRegistry registry;
  int64_t waiting = 0;
  registry.AddSource([&](MetricPage* page) { page->Gauge("waiting", "Waiting.", ++waiting); });
  registry.AddSource([](MetricPage* page) { page->Counter("seen_total", "Seen.", 7); });
  registry.Render();
  EXPECT_EQ(registry.Render(),
            "# HELP waiting Waiting.\n# TYPE waiting gauge\nwaiting 2\n"
            "# HELP seen_total Seen.\n# TYPE seen_total counter\nseen_total 7\n");
}

TEST(MetricRegistry, CountsFromManyThreads) {
  MetricRegistry registry;
  const auto counter = registry.AddCounter("n_total", "Counted.", "who");
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      for (int n = 0; n < 1000; ++n) counter.Increment("all");
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_THAT(registry.Render(), HasSubstr("n_total{who=\"all\"} 4000\n"));
}

TEST(WriteProcessMetrics, SaysWhatTheKernelKnows) {
  MetricPage page;
  WriteProcessMetrics(&page);
  EXPECT_THAT(page.Take(), MatchesRegex("(.|\n)*process_resident_memory_bytes [1-9][0-9]{5,}\n"
                                        "(.|\n)*process_open_fds [1-9][0-9]*\n"));
}

}  // namespace
}  // namespace assay
