// Answers that exist already, in a file: what `--generations` reads. A row has the item's id
// ("item", "task_id", "problem_id", "question_id", "id"), maybe "sample", and the answer:
//
//   "content", "response", "output_list"   a model's answer; the program is taken out of it
//   "solution", "code_list"                a whole program, taken as it is (EvalPlus,
//   LiveCodeBench) "completion", "generation"             goes on where the prompt ends; with the
//   chat protocol an
//                                          answer
//
// A list is several samples; of several columns the one that needs less done to it counts. Thoughts
// are split off a model's answer as they are when an endpoint gives it. A row with an "error", as a
// run folder has them, is no answer: the sample is absent, and never empty. Blocks on the disk.
//
// What a run wants and the file lacks is an error that names the items, unless the user allows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "rollout/folder/records.h"

namespace assay::eval {

struct GivenAnswers {
  // In the order of the file, without keys. Samples of an item are numbered as they come, or as
  // their rows say.
  std::vector<rollout::GenerationRecord> records;
  // Samples of each item: one more than the highest number, so that one that is missing between
  // others is seen.
  std::unordered_map<std::string, int64_t> by_item;
  std::string sha256;   // of the file
  size_t unknown = 0;   // rows of items that aren't asked for
  size_t failed = 0;    // rows that say why there is no answer
  int64_t samples = 0;  // of the item that has most
};

// kInvalidArgument names the row that has no id, no answer or another row's number, or says that
// nothing is left.
Result<GivenAnswers> ReadGivenAnswers(const std::string& path,
                                      const std::unordered_set<std::string>& wanted);

struct GivenRule {
  std::optional<int64_t> samples;  // of each item; none: as many as it has, but one at least
  bool allow_fewer = false;
};
// Leaves what a run of `items` (their ids) takes by the rule. Returns what is missing all the same,
// a sentence for people; empty: nothing. kInvalidArgument: items have fewer answers, and the rule
// doesn't allow it.
Result<std::string> ApplyRule(const std::vector<std::string>& items, const GivenRule& rule,
                              GivenAnswers* given);

}  // namespace assay::eval
