// Finding: what a rule has against a row. Plain value.
#pragma once

#include <optional>
#include <string>

namespace assay::curate {

struct Finding {
  std::string reason;    // one of a rule's few: what a report counts by
  std::string evidence;  // the piece of the row that shows it; may be empty
};

// Nothing: the row passes.
using Objection = std::optional<Finding>;

}  // namespace assay::curate
