// RowStep: one step of a recipe at work: rows come one after the other, and some are dropped.
//
// Used by one thread.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/result.h"
#include "lab/curate/recipe/recipe.h"
#include "lab/curate/steps/row.h"
#include "text/json_writer.h"

namespace assay::curate {

struct Drop {
  std::string reason;    // one of few: what the report counts by
  std::string evidence;  // for people
  std::string details;   // for programs: a JSON object; empty: there is nothing more to say
};

class RowStep {
 public:
  virtual ~RowStep() = default;
  // Nothing: the row goes on. An Error ends the run.
  virtual Result<std::optional<Drop>> Look(Row* row) = 0;
  // A row that an earlier process let pass here: what later rows are compared with.
  virtual Status Remember(const Row& /*row*/) { return {}; }
  // What the report says of the step: members of a JSON object.
  virtual void WriteNotes(JsonWriter* /*json*/) const {}
};

// Of a row that lacks what the step looks at, such as "attempts".
Result<std::optional<Drop>> OnMissing(Missing missing, const Row& row, const std::string& step,
                                      const std::string& what, const Fields& fields);

std::optional<Drop> DropFor(const Objection& objection);

}  // namespace assay::curate
