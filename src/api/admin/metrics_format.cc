#include "api/admin/metrics_format.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "base/text.h"

namespace assay {
namespace {

// Takes the text before the next `end`, and that, off the front.
std::string_view Next(std::string_view* text, char end) {
  const size_t at = std::min(text->find(end), text->size());
  const std::string_view part = text->substr(0, at);
  text->remove_prefix(std::min(at + 1, text->size()));
  return TrimAsciiSpace(part);
}

}  // namespace

MetricFormat MetricFormatFor(std::string_view accept) {
  double open = 0;
  double plain = 0;
  while (!accept.empty()) {
    std::string_view choice = Next(&accept, ',');
    const std::string type = AsciiLower(Next(&choice, ';'));
    double weight = 1;
    while (!choice.empty()) {
      std::string_view value = Next(&choice, ';');
      if (AsciiLower(Next(&value, '=')) == "q") weight = std::atof(std::string(value).c_str());
    }
    if (type == "application/openmetrics-text") open = std::max(open, weight);
    if (type == "text/plain") plain = std::max(plain, weight);
  }
  return open > 0 && open >= plain ? MetricFormat::kOpenMetrics : MetricFormat::kPrometheus;
}

std::string_view ContentTypeOf(MetricFormat format) {
  return format == MetricFormat::kOpenMetrics
             ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
             : "text/plain; version=0.0.4; charset=utf-8";
}

}  // namespace assay
