// MetricPage: what /metrics answers, in Prometheus' text format. The only place that knows the
// format.
//
// Not thread-safe: made for one answer.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace assay {

enum class MetricType { kCounter, kGauge, kHistogram };

class MetricPage {
 public:
  // The two lines before a metric's samples.
  void Header(std::string_view name, std::string_view help, MetricType type);
  // `labels` are rendered: language="python",status="exited"; may be empty.
  void Sample(std::string_view name, std::string_view labels, int64_t value);
  void Sample(std::string_view name, std::string_view labels, double value);
  // A metric with one sample and no labels.
  void Counter(std::string_view name, std::string_view help, int64_t value);
  void Gauge(std::string_view name, std::string_view help, int64_t value);

  std::string Take() { return std::move(text_); }

 private:
  void SampleText(std::string_view name, std::string_view labels, std::string_view value);

  std::string text_;
};

// name="value", with what needs it escaped.
std::string RenderLabel(std::string_view name, std::string_view value);
// Nine digits, as few as they need.
std::string RenderNumber(double value);

}  // namespace assay
