#include "apps/commands/doctor_command.h"

#include "apps/commands/calibrate.h"
#include "apps/commands/doctor.h"
#include "apps/commands/timings.h"

namespace assay {

void DoctorCommand::AddTo(CommandLine* command) {
  command->Flag("--json", json_, "print JSON");
  command->Flag("--calibrate", calibrate_,
                "measure this host's speed and offer a --time-multiplier");
  command->Flag("--timings", timings_, "time each step of containment");
}

int DoctorCommand::Run(const Options& options) const {
  if (timings_) return ShowTimings(options, json_);
  return calibrate_ ? CalibrateHost(options, json_) : Doctor(options, json_);
}

}  // namespace assay
