#include "lab/curate/steps/row_step.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace assay::curate {

std::optional<Drop> DropFor(const Objection& objection) {
  if (!objection) return std::nullopt;
  return Drop{objection->reason, objection->evidence, ""};
}

Result<std::optional<Drop>> OnMissing(Missing missing, const Row& row, const std::string& step,
                                      const std::string& what, const Fields& fields) {
  if (missing == Missing::kKeep) return std::optional<Drop>();
  if (missing == Missing::kDrop) return std::optional<Drop>(Drop{"no " + what, "", ""});
  return Error{ErrorCode::kInvalidArgument, "curate.row", 0,
               fmt::format("{} has no {} that the step {} can read (looked for in {}); name the "
                           "field in the recipe, say {}.missing: keep or drop, or --skip {}",
                           row.Where(), what, step, fmt::join(fields, ", "), step, step)};
}

}  // namespace assay::curate
