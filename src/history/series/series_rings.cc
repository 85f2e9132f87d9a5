#include "history/series/series_rings.h"

#include <algorithm>

namespace assay {

SeriesRings::SeriesRings(std::vector<SeriesInfo> series)
    : series_(std::move(series)), rings_(series_.size()) {
  for (auto& levels : rings_) {
    for (size_t level = 0; level < kSeriesLevels.size(); ++level) {
      levels[level].resize(static_cast<size_t>(kSeriesLevels[level].slots));
    }
  }
  told_.fill(-1);
}

std::optional<size_t> SeriesRings::Find(std::string_view name) const {
  for (size_t i = 0; i < series_.size(); ++i) {
    if (series_[i].name == name) return i;
  }
  return std::nullopt;
}

void SeriesRings::Put(size_t series, int level, int64_t number, double value) {
  Ring& ring = rings_[series][static_cast<size_t>(level)];
  Slot& slot = ring[static_cast<size_t>(number) % ring.size()];
  if (slot.number > number) return;  // the ring has turned since
  if (slot.number < number) slot = {number, 0, 0};
  ++slot.seen;
  if (series_[series].fold == SeriesFold::kLargest) {
    slot.value = slot.seen == 1 ? static_cast<float>(value)
                                : std::max(slot.value, static_cast<float>(value));
  } else {
    slot.value += (static_cast<float>(value) - slot.value) / static_cast<float>(slot.seen);
  }
}

void SeriesRings::Add(size_t series, int64_t second, double value) {
  if (second < 0) return;
  for (size_t level = 0; level < kSeriesLevels.size(); ++level) {
    Put(series, static_cast<int>(level), second / kSeriesLevels[level].step_s, value);
  }
}

void SeriesRings::Restore(size_t series, int level, int64_t slot, double value) {
  if (slot < 0) return;
  Put(series, level, slot, value);
  int64_t& told = told_[static_cast<size_t>(level)];
  told = std::max(told, slot + 1);
}

void SeriesRings::TakeComplete(
    int level, int64_t second,
    const std::function<void(size_t series, int64_t slot, double value)>& take) {
  const auto at = static_cast<size_t>(level);
  const int64_t end = second / kSeriesLevels[at].step_s;
  int64_t& told = told_[at];
  const int64_t from = told < 0 ? end - 1 : std::max(told, end - kSeriesLevels[at].slots);
  for (size_t series = 0; series < series_.size(); ++series) {
    const Ring& ring = rings_[series][at];
    for (int64_t number = std::max<int64_t>(from, 0); number < end; ++number) {
      const Slot& slot = ring[static_cast<size_t>(number) % ring.size()];
      if (slot.number == number && slot.seen > 0) take(series, number, slot.value);
    }
  }
  told = std::max(told, end);
}

SeriesValues SeriesRings::Get(size_t series, int level, int64_t from, int64_t count) const {
  const Ring& ring = rings_[series][static_cast<size_t>(level)];
  SeriesValues values(static_cast<size_t>(std::max<int64_t>(count, 0)));
  for (int64_t i = 0; i < count; ++i) {
    if (from + i < 0) continue;
    const Slot& slot = ring[static_cast<size_t>(from + i) % ring.size()];
    if (slot.number == from + i && slot.seen > 0) values[static_cast<size_t>(i)] = slot.value;
  }
  return values;
}

int SeriesRings::LevelFor(int64_t from, int64_t now, int64_t step_s) {
  const int last = static_cast<int>(kSeriesLevels.size()) - 1;
  for (int level = 0; level < last; ++level) {
    const SeriesLevel& shape = kSeriesLevels[static_cast<size_t>(level)];
    const bool next_fits = kSeriesLevels[static_cast<size_t>(level) + 1].step_s <= step_s;
    if (now - from <= shape.step_s * shape.slots && !next_fits) return level;
  }
  return last;
}

}  // namespace assay
