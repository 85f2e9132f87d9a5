// `assay doctor --calibrate`: how fast this host runs programs, against a stored reference, and the
// time multiplier that gives a limit the same meaning here as there (docs/operate.md).
//
// Fixed workloads run in boxes of this host, one at a time, several rounds of each; the
// median of their CPU times counts. The arithmetic is pure; the measurement belongs to the main
// thread.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "apps/setup/options.h"
#include "base/clock.h"
#include "base/result.h"
#include "service/judge.h"

namespace assay {

struct CalibrationWorkload {
  std::string_view name;
  std::string_view about;
  std::string_view language;
  std::string_view code;
  double reference_s;  // CPU time on the reference host
};

// Where the reference times were measured.
std::string_view CalibrationReference();
const std::vector<CalibrationWorkload>& CalibrationWorkloads();

struct WorkloadTimes {
  std::string name;
  double reference_s = 0;
  std::vector<double> rounds_s;  // CPU time of each round, in order
};

struct WorkloadSpeed {
  std::string name;
  double reference_s = 0;
  double median_s = 0;
  double ratio = 0;   // of the median to the reference: 2 means half as fast
  double spread = 0;  // of the middle half of the rounds, as a share of the median
};

struct Calibration {
  std::vector<WorkloadSpeed> workloads;
  // For --time-multiplier: the largest ratio, rounded up to a twentieth. What is slowest here must
  // have the time it has there.
  double multiplier = 1;
  // Rounds agree well enough to trust the multiplier; otherwise the host was busy.
  bool steady = true;
};

// REQUIRES: at least one workload, each with at least one round and a positive reference.
Calibration Calibrate(const std::vector<WorkloadTimes>& times);

// Runs every workload `rounds` times. An error names the workload that did not run to its end.
Result<std::vector<WorkloadTimes>> MeasureHost(service::Judge& judge, int rounds);

// The whole command. Returns the exit code: 0 measured, 1 measured but not steady, 3 could not be
// measured.
int CalibrateHost(const Options& options, bool json);

}  // namespace assay
