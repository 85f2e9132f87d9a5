#include "telemetry/metric_registry.h"

#include <chrono>
#include <limits>

namespace assay {
namespace {

constexpr std::array<double, 16> kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25,
                                            0.5,   1,      2.5,   5,    10,    30,   60,  300};

double UnixNow() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace

void CounterFamily::Add(std::string labels, int64_t count) {
  MutexLock lock(mutex_);
  counts_[std::move(labels)] += count;
}

void CounterFamily::Render(MetricPage* page) const {
  page->Header(name_, help_, MetricType::kCounter);
  MutexLock lock(mutex_);
  for (const auto& [labels, count] : counts_) page->Sample(name_, labels, count);
}

void HistogramFamily::Observe(std::string labels, double seconds, std::string exemplar) {
  size_t bucket = 0;
  while (bucket < kBounds.size() && seconds > kBounds[bucket]) ++bucket;
  MutexLock lock(mutex_);
  Histogram& histogram = histograms_[std::move(labels)];
  if (histogram.buckets.empty()) histogram.buckets.resize(kBounds.size() + 1);
  ++histogram.buckets[bucket];
  ++histogram.count;
  histogram.sum += seconds;
  if (exemplar.empty()) return;
  if (histogram.exemplars.empty()) histogram.exemplars.resize(kBounds.size() + 1);
  histogram.exemplars[bucket] = {std::move(exemplar), seconds, UnixNow()};
}

void HistogramFamily::Render(MetricPage* page) const {
  page->Header(name_, help_, MetricType::kHistogram);
  MutexLock lock(mutex_);
  for (const auto& [labels, histogram] : histograms_) {
    int64_t total = 0;
    for (size_t i = 0; i < histogram.buckets.size(); ++i) {
      total += histogram.buckets[i];
      const double bound =
          i < kBounds.size() ? kBounds[i] : std::numeric_limits<double>::infinity();
      page->Bucket(name_, labels, bound, total,
                   histogram.exemplars.empty() ? Exemplar() : histogram.exemplars[i]);
    }
    page->Sample(name_ + "_sum", labels, histogram.sum);
    page->Sample(name_ + "_count", labels, histogram.count);
  }
}

std::string MetricRegistry::Render(MetricFormat format) const {
  MetricPage page(format);
  for (const auto& family : families_) family->Render(&page);
  for (const Source& source : sources_) source(&page);
  return page.Take();
}

}  // namespace assay
