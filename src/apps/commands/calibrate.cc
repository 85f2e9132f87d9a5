#include "apps/commands/calibrate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "apps/ask/batch.h"
#include "apps/ask/single_run.h"
#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "base/check.h"
#include "engine/time_scale.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kRounds = 9;
// Rounds of an idle host are within a few per cent of each other.
constexpr double kSteadySpread = 0.10;
constexpr double kStep = 0.05;

// The value at a place between the smallest (0) and the largest (1) of sorted numbers.
double At(const std::vector<double>& sorted, double place) {
  const double index = place * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<size_t>(index);
  const size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (index - static_cast<double>(below));
}

Result<double> CpuTimeOf(const CalibrationWorkload& workload, service::Judge& judge) {
  SingleRun single;
  single.language = std::string(workload.language);
  single.code = std::string(workload.code);
  single.tests.emplace_back();
  single.cpu_time_s = single.wall_time_s = 60;
  const VerdictView view = ViewOf(judge.Verify(SubmissionJson(single)));
  if (view.verdict != "AC") {
    return Error{ErrorCode::kUnsupported, "calibrate", 0,
                 fmt::format("{}: {}", workload.name, view.message)};
  }
  return view.cpu_seconds;
}

std::string CalibrationJson(const Calibration& calibration,
                            const std::vector<WorkloadTimes>& times) {
  JsonWriter json;
  json.BeginObject().Key("reference").String(CalibrationReference());
  json.Key("workloads").BeginArray();
  for (size_t i = 0; i < calibration.workloads.size(); ++i) {
    const WorkloadSpeed& speed = calibration.workloads[i];
    json.BeginObject().Key("name").String(speed.name);
    json.Key("reference_s").Double(speed.reference_s).Key("median_s").Double(speed.median_s);
    json.Key("ratio").Double(speed.ratio).Key("spread").Double(speed.spread);
    json.Key("rounds_s").BeginArray();
    for (const double seconds : times[i].rounds_s) json.Double(seconds);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("time_multiplier").Double(calibration.multiplier);
  return json.Key("steady").Bool(calibration.steady).EndObject().Take() + '\n';
}

std::string CalibrationText(const Calibration& calibration, bool colours) {
  using Align = TextTable::Align;
  TextTable table({{"workload"},
                   {"here", Align::kRight},
                   {"reference", Align::kRight},
                   {"takes", Align::kRight},
                   {"spread", Align::kRight},
                   {"what it does"}});
  for (size_t i = 0; i < calibration.workloads.size(); ++i) {
    const WorkloadSpeed& speed = calibration.workloads[i];
    table.AddRow({{speed.name},
                  {HumanDuration(FromSeconds(speed.median_s))},
                  {HumanDuration(FromSeconds(speed.reference_s))},
                  {fmt::format("{:.2f} x", speed.ratio)},
                  {fmt::format("{:.0f} %", speed.spread * 100),
                   speed.spread > kSteadySpread ? Colour::kYellow : Colour::kNone},
                  {std::string(CalibrationWorkloads()[i].about), Colour::kDim}});
  }
  std::string text = table.Render(colours);
  text += fmt::format("reference: {}\n\n", CalibrationReference());
  text += Paint(fmt::format("--time-multiplier {:.2f}", calibration.multiplier), Colour::kBold,
                colours) +
          " gives limits the meaning here that they have on the reference\n";
  if (!calibration.steady) {
    text += Paint("the rounds differ too much: measure again when the host is idle",
                  Colour::kYellow, colours) +
            '\n';
  }
  return text;
}

}  // namespace

Calibration Calibrate(const std::vector<WorkloadTimes>& times) {
  ASSAY_CHECK(!times.empty());
  Calibration calibration;
  double largest = 0;
  for (const WorkloadTimes& workload : times) {
    ASSAY_CHECK(!workload.rounds_s.empty() && workload.reference_s > 0);
    std::vector<double> sorted = workload.rounds_s;
    std::sort(sorted.begin(), sorted.end());
    WorkloadSpeed speed{workload.name, workload.reference_s, At(sorted, 0.5)};
    speed.ratio = speed.median_s / speed.reference_s;
    if (speed.median_s > 0) speed.spread = (At(sorted, 0.75) - At(sorted, 0.25)) / speed.median_s;
    if (speed.spread > kSteadySpread) calibration.steady = false;
    largest = std::max(largest, speed.ratio);
    calibration.workloads.push_back(std::move(speed));
  }
  // A ratio that is a step itself stays one, whatever its last bits are.
  const double steps = std::ceil(largest / kStep - 1e-9);
  calibration.multiplier = std::clamp(steps * kStep, kLeastTimeMultiplier, kLargestTimeMultiplier);
  return calibration;
}

Result<std::vector<WorkloadTimes>> MeasureHost(service::Judge& judge, int rounds) {
  std::vector<WorkloadTimes> times;
  for (const CalibrationWorkload& workload : CalibrationWorkloads()) {
    times.push_back({std::string(workload.name), workload.reference_s, {}});
  }
  // Round by round, so that a neighbour's busy second doesn't fall on one workload alone. The first
  // compiles and fills caches, and doesn't count.
  for (int round = -1; round < rounds; ++round) {
    for (size_t i = 0; i < times.size(); ++i) {
      ASSAY_ASSIGN_OR_RETURN(const double seconds, CpuTimeOf(CalibrationWorkloads()[i], judge));
      if (round >= 0) times[i].rounds_s.push_back(seconds);
    }
  }
  return times;
}

int CalibrateHost(const Options& options, bool json) {
  const auto fail = [](const Error& error) {
    std::fprintf(stderr, "assay doctor: cannot calibrate: %s\n", error.message.c_str());
    return kExitNoVerdict;
  };
  Options measuring = options;
  measuring.verdict_cache_mb = 0;  // each round has to run
  const auto judge = MakeJudge(measuring, {}, PrecompiledHeaderUse::kAsItIs);
  if (!judge.ok()) return fail(judge.error());
  const auto times = MeasureHost(**judge, kRounds);
  if (!times.ok()) return fail(times.error());
  const Calibration calibration = Calibrate(*times);
  std::fputs(json ? CalibrationJson(calibration, *times).c_str()
                  : CalibrationText(calibration, WantsColour(stdout)).c_str(),
             stdout);
  return calibration.steady ? 0 : 1;
}

}  // namespace assay
