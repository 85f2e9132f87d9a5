// RunRecords: what a run folder says, put in order: items by their ids, samples by their numbers,
// profiles as they are listed in kGradeProfiles. Everything that is reported, compared or exported
// is made of this; the order of the rows in the folder is gone here, and with it the history of the
// run, but for `run_info`.
//
// Plain values; ReadRun is thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/item.h"
#include "lab/eval/model/outcome.h"
#include "rollout/folder/run_folder.h"

namespace assay::eval {

// Each sample of each item once, by item and sample number. One that has no verdict is kErrored,
// with the reason "generation:<kind>", "not asked" or "not judged".
struct ProfileOutcomes {
  GradeProfile profile = GradeProfile::kAssay;
  std::vector<Outcome> outcomes;
};

// Over the answers whose endpoint counted.
struct TokenTotals {
  int64_t answers = 0;
  int64_t prompt = 0;
  int64_t completion = 0;
  int64_t reasoning = 0;
};

struct RunRecords {
  rollout::Manifest manifest;
  std::vector<EvalItem> items;
  std::vector<int64_t> samples;  // asked for, of each item
  std::vector<ProfileOutcomes> profiles;
  std::map<std::string, int64_t> models;  // who says to have answered -> answers
  TokenTotals tokens;
  // A JSON object of what may differ between two runs with equal results: retries, damage, times.
  std::string run_info = "{}";
};

// "official", "assay".
std::string_view NameOf(GradeProfile profile);
std::optional<GradeProfile> ProfileOfName(std::string_view name);
// "passed", "failed", "masked", "errored".
std::string_view NameOf(SampleState state);

// The rows of items.jsonl, sorted by id. kInvalidArgument: the folder has no readable one.
Result<RunRecords> ReadRun(const rollout::RunFolder& folder);

// The verdicts of one profile by (item id, sample), as ReadRun chooses them: those by the rules
// that the manifest names, of problems as `items` has them. A folder that was begun by other rules
// keeps its older rows, but one number never mixes two rules. Where there are several for one
// sample, those that judged go before those that failed to.
using VerdictsBySample = std::map<std::pair<std::string, int64_t>, rollout::VerdictRecord>;
VerdictsBySample VerdictsOf(const rollout::RunFolder& folder, const std::vector<EvalItem>& items,
                            GradeProfile profile);

}  // namespace assay::eval
