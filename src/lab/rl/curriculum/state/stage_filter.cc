#include "lab/rl/curriculum/state/stage_filter.h"

#include <fmt/format.h>

namespace assay::curriculum {

Status CheckDomains(const Plan& plan, const ProblemTable& problems) {
  constexpr size_t kMostNamed = 20;
  for (const Stage& stage : plan.stages) {
    std::vector<std::string> named = stage.domains;
    for (const auto& [domain, weight] : stage.domain_weights) named.push_back(domain);
    for (const std::string& domain : named) {
      if (problems.FindDomain(domain)) continue;
      std::string known;
      for (size_t i = 0; i < problems.domains().size() && i < kMostNamed; ++i) {
        known += (i == 0 ? "'" : ", '") + problems.domains()[i] + "'";
      }
      return Error{ErrorCode::kInvalidArgument, "curriculum", 0,
                   fmt::format("stage {}: no problem is of the domain '{}'; there are {}",
                               stage.name, domain, known)};
    }
  }
  return {};
}

StageFilter::StageFilter(const Stage& stage, const ProblemTable& problems)
    : stage_(stage),
      problems_(problems),
      wanted_(problems.domains().size(), stage.domains.empty() && stage.domain_weights.empty()) {
  for (const std::string& domain : stage.domains)
    wanted_[problems.FindDomain(domain).value()] = true;
  // Of domains with weights those without one would never have their turn.
  for (const auto& [domain, weight] : stage.domain_weights) {
    wanted_[problems.FindDomain(domain).value()] = true;
  }
}

bool StageFilter::Misses(uint32_t problem, Rate measured) const {
  return wanted_[problems_.DomainOf(problem)] && stage_.measured.any() && !measured.known();
}

bool StageFilter::Admits(uint32_t problem, Rate measured) const {
  if (!wanted_[problems_.DomainOf(problem)]) return false;
  if (!stage_.measured.any()) return true;
  if (!measured.known()) return stage_.unmeasured == Unmeasured::kKeep;
  return stage_.measured.Hold(measured.share());
}

}  // namespace assay::curriculum
