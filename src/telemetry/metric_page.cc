#include "telemetry/metric_page.h"

#include <fmt/format.h>

#include <cmath>

namespace assay {
namespace {

std::string_view ToString(MetricType type) {
  switch (type) {
    case MetricType::kCounter: return "counter";
    case MetricType::kGauge: return "gauge";
    case MetricType::kHistogram: break;
  }
  return "histogram";
}

}  // namespace

std::string RenderLabel(std::string_view name, std::string_view value) {
  std::string text(name);
  text += "=\"";
  for (const char c : value) {
    if (c == '\n') {
      text += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') text += '\\';
    text += c;
  }
  return text + '"';
}

std::string RenderNumber(double value) {
  return fmt::format("{:.9g}", value);
}

void MetricPage::Header(std::string_view name, std::string_view help, MetricType type) {
  constexpr std::string_view kTotal = "_total";
  // There the samples of a counter have the suffix, and the counter itself has none.
  if (format_ == MetricFormat::kOpenMetrics && type == MetricType::kCounter &&
      name.ends_with(kTotal)) {
    name.remove_suffix(kTotal.size());
  }
  text_ += fmt::format("# HELP {0} {1}\n# TYPE {0} {2}\n", name, help, ToString(type));
}

void MetricPage::Bucket(std::string_view name, std::string_view labels, double bound, int64_t count,
                        const Exemplar& exemplar) {
  std::string le = std::isinf(bound) ? "+Inf" : RenderNumber(bound);
  const bool open = format_ == MetricFormat::kOpenMetrics;
  if (open && le.find_first_not_of("0123456789") == le.npos) le += ".0";
  text_.append(name).append("_bucket{");
  if (!labels.empty()) text_.append(labels).append(",");
  text_.append(RenderLabel("le", le)).append("} ").append(std::to_string(count));
  if (open && !exemplar.labels.empty()) {
    text_ += fmt::format(" # {{{}}} {} {:.3f}", exemplar.labels, RenderNumber(exemplar.value),
                         exemplar.time);
  }
  text_ += '\n';
}

std::string MetricPage::Take() {
  if (format_ == MetricFormat::kOpenMetrics) text_ += "# EOF\n";
  return std::move(text_);
}

void MetricPage::SampleText(std::string_view name, std::string_view labels,
                            std::string_view value) {
  text_ += name;
  if (!labels.empty()) text_.append("{").append(labels).append("}");
  text_.append(" ").append(value).append("\n");
}

void MetricPage::Sample(std::string_view name, std::string_view labels, int64_t value) {
  SampleText(name, labels, std::to_string(value));
}

void MetricPage::Sample(std::string_view name, std::string_view labels, double value) {
  SampleText(name, labels, RenderNumber(value));
}

void MetricPage::Counter(std::string_view name, std::string_view help, int64_t value) {
  Header(name, help, MetricType::kCounter);
  Sample(name, "", value);
}

void MetricPage::Gauge(std::string_view name, std::string_view help, int64_t value) {
  Header(name, help, MetricType::kGauge);
  Sample(name, "", value);
}

}  // namespace assay
