// MetricPage: what /metrics answers, in Prometheus' text format or in OpenMetrics, which has
// exemplars beside. The only place that knows the formats.
//
// Not thread-safe: made for one answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

enum class MetricType { kCounter, kGauge, kHistogram };
enum class MetricFormat { kPrometheus, kOpenMetrics };

// One of the observations that a bucket counts, and where there is more of it.
struct Exemplar {
  std::string labels;  // rendered; empty: none
  double value = 0;
  double time = 0;  // Unix seconds
};

class MetricPage {
 public:
  explicit MetricPage(MetricFormat format = MetricFormat::kPrometheus) : format_(format) {}

  // The two lines before a metric's samples.
  void Header(std::string_view name, std::string_view help, MetricType type);
  // `labels` are rendered: language="python",status="exited"; may be empty.
  void Sample(std::string_view name, std::string_view labels, int64_t value);
  void Sample(std::string_view name, std::string_view labels, double value);
  // A bucket of a histogram, up to `bound`; the last is +Inf.
  void Bucket(std::string_view name, std::string_view labels, double bound, int64_t count,
              const Exemplar& exemplar);
  // A metric with one sample and no labels.
  void Counter(std::string_view name, std::string_view help, int64_t value);
  void Gauge(std::string_view name, std::string_view help, int64_t value);

  std::string Take();

 private:
  void SampleText(std::string_view name, std::string_view labels, std::string_view value);

  const MetricFormat format_;
  std::string text_;
};

// name="value", with what needs it escaped.
std::string RenderLabel(std::string_view name, std::string_view value);
// Nine digits, as few as they need.
std::string RenderNumber(double value);

}  // namespace assay
