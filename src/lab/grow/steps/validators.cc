#include "lab/grow/steps/validators.h"

#include <algorithm>

#include "lab/audit/judge/helpers.h"

namespace assay::grow {
namespace {

constexpr double kSeconds = 10;  // for each input

bool EndsWith(const TestOutcome& test, int code) {
  return test.exited && test.exit_code == code;
}

}  // namespace

Validity Validate(const LabelledProblem& problem, const std::vector<std::string>& given,
                  const std::vector<std::string>& texts, const Asker& asker,
                  std::vector<std::string>* not_judged) {
  Validity validity;
  validity.valid.assign(texts.size(), true);
  if (problem.validators.empty() || given.empty()) return validity;
  std::vector<std::string> all = given;
  all.insert(all.end(), texts.begin(), texts.end());
  LabelledProblem inputs;
  inputs.problem = lab::ProblemOfInputs(all);
  inputs.limits = ChangedLimits("", {kSeconds, 1});
  std::vector<Ask> asks;
  for (const auto& each : problem.validators) asks.push_back(audit::AskAbout(each));
  for (const RunOutcome& outcome : asker.Judge(inputs, asks)) {
    if (!outcome.judged) {
      not_judged->push_back("validator: " + outcome.reason + ": " + outcome.message);
      continue;
    }
    const auto& tests = outcome.tests;
    if (tests.size() != given.size() + texts.size()) continue;
    const auto end_of_given = tests.begin() + static_cast<long>(given.size());
    const auto accepts_given = [&](int code) {
      return std::all_of(tests.begin(), end_of_given,
                         [&](const TestOutcome& test) { return EndsWith(test, code); });
    };
    const int accepted = accepts_given(audit::kValidInPackages) ? audit::kValidInPackages : 0;
    if (!accepts_given(accepted)) continue;
    validity.known = true;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (!EndsWith(tests[given.size() + i], accepted)) validity.valid[i] = false;
    }
  }
  return validity;
}

}  // namespace assay::grow
