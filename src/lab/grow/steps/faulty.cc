#include "lab/grow/steps/faulty.h"

#include <algorithm>

#include "base/dice/mix.h"
#include "lab/mutate/programs/mutate_program.h"

namespace assay::grow {
namespace {

constexpr double kShortestSeconds = 1;
constexpr double kSlower = 10;  // than the reference, before a variant counts as endless

std::string LimitsFor(const LabelledProblem& problem, double slowest_s) {
  return ChangedLimits(
      problem.limits,
      {std::min(problem.CpuLimit(), std::max(kShortestSeconds, kSlower * slowest_s)), 1});
}

}  // namespace

std::vector<Faulty> FindFaulty(const LabelledProblem& problem, const Program& reference,
                               double slowest_s, const GrowOptions& options, const Asker& asker,
                               std::vector<std::string>* not_judged) {
  std::vector<Faulty> faulty;
  if (const auto language = mutate::MutableLanguage(reference.language);
      language && options.mutants > 0) {
    Dice dice(options.seed);
    constexpr size_t kParts = 1000;
    for (auto& mutant :
         mutate::MutateProgram(*language, reference.code, {options.seed, options.mutants})) {
      Faulty& each = faulty.emplace_back();
      each.program = reference;
      each.program.code = std::move(mutant.source);
      each.held_out = static_cast<double>(dice.Below(kParts)) < options.held_out * kParts;
    }
  }
  for (const Solution& solution : problem.solutions) {
    if (solution.label != Label::kWrong || !solution.runs()) continue;
    Faulty& each = faulty.emplace_back();
    each.program = ProgramOf(solution);
    each.wrong = true;
  }
  std::vector<Ask> asks;
  for (const Faulty& each : faulty) asks.push_back(AskAbout(each.program));
  const auto outcomes = asker.Judge(problem, asks, {"", LimitsFor(problem, slowest_s)});
  for (size_t i = 0; i < faulty.size(); ++i) {
    const RunOutcome& outcome = outcomes[i];
    if (!outcome.judged) {
      not_judged->push_back("faulty program " + std::to_string(i) + ": " + outcome.reason + ": " +
                            outcome.message);
    }
    faulty[i].counts = outcome.judged && !outcome.problem_fault() && !outcome.is("CE");
    faulty[i].killed = faulty[i].counts && !outcome.accepted();
  }
  return faulty;
}

std::vector<bool> KilledBy(const LabelledProblem& problem, const std::string& tests,
                           const std::vector<Faulty>& faulty, double slowest_s, const Asker& asker,
                           std::vector<std::string>* not_judged) {
  std::vector<Ask> asks;
  std::vector<size_t> asked;
  for (size_t i = 0; i < faulty.size(); ++i) {
    if (!faulty[i].counts || faulty[i].killed) continue;
    asks.push_back(AskAbout(faulty[i].program));
    asked.push_back(i);
  }
  std::vector<bool> killed(faulty.size(), false);
  const auto outcomes = asker.Judge(problem, asks, {tests, LimitsFor(problem, slowest_s)});
  for (size_t k = 0; k < asked.size(); ++k) {
    const RunOutcome& outcome = outcomes[k];
    if (!outcome.judged) {
      not_judged->push_back("faulty program " + std::to_string(asked[k]) + ": " + outcome.reason +
                            ": " + outcome.message);
    }
    killed[asked[k]] = outcome.judged && !outcome.accepted() && !outcome.problem_fault();
  }
  return killed;
}

}  // namespace assay::grow
