// SeriesRings: curves of numbers over time at three resolutions, each in a ring of fixed length:
// a second for 15 minutes, ten seconds for six hours, five minutes for 30 days. A slot of a coarser
// ring is the mean of the values that fell into it, or the largest of them where the mean would
// hide what matters.
//
// All memory is taken when a series is declared: 47 KiB. Not thread-safe. Time is given, never
// asked for: slots are numbered by Unix time divided by the level's step.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

struct SeriesLevel {
  int64_t step_s;
  int64_t slots;
};
inline constexpr std::array<SeriesLevel, 3> kSeriesLevels = {
    SeriesLevel{1, 900}, SeriesLevel{10, 2160}, SeriesLevel{300, 8640}};

enum class SeriesFold { kMean, kLargest };

struct SeriesInfo {
  std::string name;
  std::string unit;
  std::string help;
  SeriesFold fold = SeriesFold::kMean;
};

// The values of one series in a stretch of time; what isn't known is nothing.
using SeriesValues = std::vector<std::optional<double>>;

class SeriesRings {
 public:
  explicit SeriesRings(std::vector<SeriesInfo> series);

  const std::vector<SeriesInfo>& series() const { return series_; }
  std::optional<size_t> Find(std::string_view name) const;

  // The value of a second, Unix time. Seconds that were left out stay unknown; what is older than
  // the ring is dropped.
  void Add(size_t series, int64_t second, double value);
  // A whole slot of a level, from an earlier process.
  void Restore(size_t series, int level, int64_t slot, double value);

  // Slots of the level that are complete at `second` and haven't been told of: for who keeps them.
  void TakeComplete(int level, int64_t second,
                    const std::function<void(size_t series, int64_t slot, double value)>& take);

  // From slot `from` on, `count` of them.
  SeriesValues Get(size_t series, int level, int64_t from, int64_t count) const;
  // The finest level that has everything since `from` at `now`, and isn't finer than `step_s`.
  static int LevelFor(int64_t from, int64_t now, int64_t step_s);

 private:
  struct Slot {
    int64_t number = -1;
    float value = 0;
    int32_t seen = 0;  // values of the finer level that are in it; 0: nothing
  };
  using Ring = std::vector<Slot>;

  void Put(size_t series, int level, int64_t number, double value);

  const std::vector<SeriesInfo> series_;
  std::vector<std::array<Ring, kSeriesLevels.size()>> rings_;
  std::array<int64_t, kSeriesLevels.size()> told_;  // the first slot that hasn't been told of
};

}  // namespace assay
