#include "sandbox/wire/step_times.h"

namespace assay {
namespace {

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

}  // namespace

std::string_view ToString(StepWhen when) {
  switch (when) {
    case StepWhen::kBox: return "box made";
    case StepWhen::kRun: return "each run";
    case StepWhen::kCandidate: return "candidate";
  }
  return "";
}

void EncodeStepTimes(const StepTimes& times, WireWriter* out) {
  out->Number(static_cast<int64_t>(times.size()));
  for (const StepTime& time : times) {
    out->Bytes(time.stage);
    out->Number(static_cast<int64_t>(time.when));
    out->Number(time.took.count());
  }
}

StepTimes DecodeStepTimes(WireReader* in) {
  StepTimes times;
  const int64_t count = in->Number();
  for (int64_t i = 0; in->ok() && i < count; ++i) {
    StepTime time;
    time.stage = in->Bytes();
    time.when = static_cast<StepWhen>(in->Number());
    time.took = Nanoseconds(in->Number());
    times.push_back(std::move(time));
  }
  return times;
}

StepTimer::StepTimer(StepTimes* times, StepWhen when) : times_(times), when_(when) {
  Skip();
}

void StepTimer::Skip() {
  if (times_ != nullptr) last_ = Now();
}

void StepTimer::Done(std::string_view stage) {
  if (times_ == nullptr) return;
  const SteadyTime now = Now();
  times_->push_back({std::string(stage), when_, now - last_});
  last_ = now;
}

}  // namespace assay
