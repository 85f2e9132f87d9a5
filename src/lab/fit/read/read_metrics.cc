#include "lab/fit/read/read_metrics.h"

#include <string_view>

#include "base/text.h"
#include "base/whole_file.h"
#include "data/rows/rows.h"
#include "lab/fit/read/event_file.h"

namespace assay::fit {
namespace {

constexpr char kStage[] = "fit.metrics";

// Gzip, Zstandard, Parquet: what ForEachRow opens.
bool IsPacked(std::string_view bytes) {
  return StartsWith(bytes, "\x1f\x8b") || StartsWith(bytes, "\x28\xb5\x2f\xfd") ||
         StartsWith(bytes, "PAR1");
}

Result<Metrics> ReadPacked(const std::string& path) {
  Metrics metrics;
  const Status read = ForEachRow(
      path, [&](std::string_view row) -> Status { return AddJsonRecord(row, &metrics); });
  if (!read.ok()) return read.error();
  return metrics;
}

}  // namespace

Result<Metrics> ReadMetrics(const std::string& path, LastRow last) {
  ASSAY_ASSIGN_OR_RETURN(const std::string bytes, ReadFile(path, kStage, kMostMetricsBytes));
  Result<Metrics> metrics = IsPacked(bytes)      ? ReadPacked(path)
                            : IsEventFile(bytes) ? ReadEvents(bytes)
                                                 : ReadTextMetrics(bytes, last);
  if (!metrics.ok() && !IsPacked(bytes)) {
    Error error = metrics.error();
    error.message = path + ": " + error.message;
    return error;
  }
  return metrics;
}

}  // namespace assay::fit
