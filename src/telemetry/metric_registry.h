// MetricRegistry: every number that /metrics shows. Counters and histograms are declared once, each
// with its labels, and counted through typed handles: to leave out a label doesn't compile. What is
// known elsewhere anyway (queue lengths, cache sizes) comes from sources, which are asked when a
// page is rendered, so that nobody has to keep a copy up to date.
//
// Knows nothing of what is measured. Declare everything before serving; then thread-safe. A handle
// lives as long as its registry. One lock a family: an update is a map look-up and an addition, a
// thousand times cheaper than the run it counts.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/mutex.h"
#include "telemetry/metric_page.h"

namespace assay {

// Metrics of one name, told apart by the values of their labels.
class MetricFamily {
 public:
  virtual ~MetricFamily() = default;
  virtual void Render(MetricPage* page) const = 0;
};

class CounterFamily final : public MetricFamily {
 public:
  CounterFamily(std::string name, std::string help)
      : name_(std::move(name)), help_(std::move(help)) {}
  void Add(std::string labels, int64_t count);
  void Render(MetricPage* page) const override;

 private:
  const std::string name_, help_;
  mutable Mutex mutex_;
  std::map<std::string, int64_t> counts_ ASSAY_GUARDED_BY(mutex_);  // by rendered labels
};

class HistogramFamily final : public MetricFamily {
 public:
  HistogramFamily(std::string name, std::string help)
      : name_(std::move(name)), help_(std::move(help)) {}
  // `exemplar`: labels that lead to what was observed, rendered; may be empty.
  void Observe(std::string labels, double seconds, std::string exemplar = {});
  void Render(MetricPage* page) const override;

 private:
  struct Histogram {
    std::vector<int64_t> buckets;     // not cumulative; the last is +Inf
    std::vector<Exemplar> exemplars;  // of each bucket, the newest; none while there have been none
    int64_t count = 0;
    double sum = 0;
  };

  const std::string name_, help_;
  mutable Mutex mutex_;
  std::map<std::string, Histogram> histograms_ ASSAY_GUARDED_BY(mutex_);  // by rendered labels
};

// A family and the names of its labels. Copied freely; the registry owns what it refers to.
template <typename Family, size_t kLabels>
class MetricHandle {
 public:
  using Names = std::array<const char*, kLabels>;
  MetricHandle(Family* family, Names names) : family_(family), names_(names) {}

 protected:
  using Values = std::array<std::string_view, kLabels>;

  std::string Labels([[maybe_unused]] const Values& values) const {
    std::string labels;
    for (size_t i = 0; i < kLabels; ++i) {
      if (i > 0) labels += ',';
      labels += RenderLabel(names_[i], values[i]);
    }
    return labels;
  }

  Family* family_;
  Names names_;
};

template <size_t kLabels>
class Counter : public MetricHandle<CounterFamily, kLabels> {
 public:
  using MetricHandle<CounterFamily, kLabels>::MetricHandle;
  // One value for each label, in the order of their names.
  template <typename... Values>
  void Increment(const Values&... values) const {
    static_assert(sizeof...(Values) == kLabels, "a value for each label");
    this->family_->Add(this->Labels({std::string_view(values)...}), 1);
  }
};

// Of seconds, in buckets from a millisecond to five minutes.
template <size_t kLabels>
class Histogram : public MetricHandle<HistogramFamily, kLabels> {
 public:
  using MetricHandle<HistogramFamily, kLabels>::MetricHandle;
  template <typename... Values>
  void Observe(double seconds, const Values&... values) const {
    static_assert(sizeof...(Values) == kLabels, "a value for each label");
    this->family_->Observe(this->Labels({std::string_view(values)...}), seconds);
  }
  // The same, with labels that lead to what was observed (RenderLabel, with commas between them):
  // 128 characters at most.
  template <typename... Values>
  void ObserveOne(std::string exemplar, double seconds, const Values&... values) const {
    static_assert(sizeof...(Values) == kLabels, "a value for each label");
    this->family_->Observe(this->Labels({std::string_view(values)...}), seconds,
                           std::move(exemplar));
  }
};

class MetricRegistry {
 public:
  // Writes numbers that are known elsewhere. Any thread; must answer at once.
  using Source = std::function<void(MetricPage*)>;

  // Names of labels last: AddCounter("runs_total", "Runs.", "language", "status").
  template <typename... Names>
  Counter<sizeof...(Names)> AddCounter(std::string name, std::string help, Names... labels) {
    return {Add<CounterFamily>(std::move(name), std::move(help)), {labels...}};
  }
  template <typename... Names>
  Histogram<sizeof...(Names)> AddHistogram(std::string name, std::string help, Names... labels) {
    return {Add<HistogramFamily>(std::move(name), std::move(help)), {labels...}};
  }
  void AddSource(Source source) { sources_.push_back(std::move(source)); }

  // The whole page: families, then sources, each in the order in which they were added.
  std::string Render(MetricFormat format = MetricFormat::kPrometheus) const;

 private:
  template <typename Family>
  Family* Add(std::string name, std::string help) {
    auto family = std::make_unique<Family>(std::move(name), std::move(help));
    Family* const handle = family.get();
    families_.push_back(std::move(family));
    return handle;
  }

  std::vector<std::unique_ptr<MetricFamily>> families_;
  std::vector<Source> sources_;
};

}  // namespace assay
