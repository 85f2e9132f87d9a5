#include "lab/fit/read/metrics.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"

namespace assay::fit {
namespace {

constexpr char kStage[] = "fit.metrics";
constexpr size_t kMostNamed = 12;

Error Faulty(const std::string& message) {
  return {ErrorCode::kInvalidArgument, kStage, 0, message};
}

}  // namespace

void Metrics::Add(std::string_view name, double value) {
  if (!std::isfinite(value)) return;
  const auto [found, added] = columns_.try_emplace(std::string(name), names_.size());
  if (added) {
    names_.emplace_back(name);
    last_.emplace_back(0, 0);
  }
  Record& record = records_.back();
  auto& [in_record, place] = last_[found->second];
  if (in_record == records_.size()) {
    record[place].value = value;
    return;
  }
  in_record = records_.size();
  place = record.size();
  record.push_back({found->second, value});
}

Result<size_t> Metrics::Find(const std::string& name) const {
  if (const auto found = columns_.find(name); found != columns_.end()) return found->second;
  std::vector<size_t> behind;
  std::vector<std::string> near, others;
  const std::string lower = AsciiLower(name);
  for (size_t i = 0; i < names_.size(); ++i) {
    const std::string& each = names_[i];
    if (each.size() > name.size() &&
        each.compare(each.size() - name.size(), name.size(), name) == 0 &&
        each[each.size() - name.size() - 1] == '.') {
      behind.push_back(i);
    }
    (AsciiLower(each).find(lower) != std::string::npos ? near : others).push_back(each);
  }
  if (behind.size() == 1) return behind.front();
  near.insert(near.end(), others.begin(), others.end());
  std::string listed;
  for (size_t i = 0; i < near.size() && i < kMostNamed; ++i)
    listed += (i > 0 ? ", " : "") + near[i];
  if (near.size() > kMostNamed) listed += fmt::format(" and {} more", near.size() - kMostNamed);
  return Faulty(fmt::format("there is no column '{}'; with numbers there are {}", name,
                            listed.empty() ? "none" : listed));
}

std::optional<double> Metrics::ValueIn(const Record& record, size_t column) {
  for (const Cell& cell : record) {
    if (cell.column == column) return cell.value;
  }
  return std::nullopt;
}

}  // namespace assay::fit
