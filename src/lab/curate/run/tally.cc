#include "lab/curate/run/tally.h"

namespace assay::curate {
namespace {

constexpr int kShownPerReason = 3;
constexpr size_t kShownPerStep = 12;

}  // namespace

Tally::Tally(const Recipe& recipe) : shown_(recipe.steps.size()) {
  for (const Step& step : recipe.steps) {
    StepReport report;
    report.name = step.name;
    report.kind = step.kind;
    steps_.push_back(std::move(report));
  }
}

void Tally::AddDropped(size_t step, const Example& example) {
  for (size_t i = 0; i <= step; ++i) ++steps_[i].in;
  StepReport& report = steps_[step];
  ++report.dropped;
  ++report.reasons[example.reason];
  if (report.examples.size() < kShownPerStep && shown_[step][example.reason]++ < kShownPerReason) {
    report.examples.push_back(example);
  }
}

void Tally::AddPassed() {
  for (StepReport& step : steps_) ++step.in;
}

}  // namespace assay::curate
