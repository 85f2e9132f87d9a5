#include "lab/rl/curriculum/state/problem_table.h"

namespace assay::curriculum {
namespace {

Error Fault(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "curriculum.problems", 0, message};
}

}  // namespace

Status ProblemTable::Add(std::string_view id, std::string_view domain, Rate measured) {
  if (id.empty()) return Fault("a problem must have a name");
  if (rows_.size() == kMostProblems) return Fault("there are too many problems");
  const auto named = by_domain_.find(domain);
  uint32_t domain_number = static_cast<uint32_t>(domains_.size());
  if (named != by_domain_.end()) {
    domain_number = named->second;
  } else if (domains_.size() == kMostDomains) {
    return Fault("there are more than 4,096 domains; '" + std::string(domain) +
                 "' is one too many (is it the name of a problem?)");
  }
  const auto [place, added] =
      by_id_.try_emplace(std::string(id), static_cast<uint32_t>(rows_.size()));
  if (!added) return Fault("there are two problems '" + std::string(id) + "'");
  if (named == by_domain_.end()) {
    by_domain_.emplace(domain, domain_number);
    domains_.emplace_back(domain);
  }
  rows_.push_back({place->first, domain_number, measured});
  return {};
}

std::optional<uint32_t> ProblemTable::Find(std::string_view id) const {
  const auto found = by_id_.find(id);
  if (found == by_id_.end()) return std::nullopt;
  return found->second;
}

std::optional<uint32_t> ProblemTable::FindDomain(std::string_view domain) const {
  const auto found = by_domain_.find(domain);
  if (found == by_domain_.end()) return std::nullopt;
  return found->second;
}

}  // namespace assay::curriculum
