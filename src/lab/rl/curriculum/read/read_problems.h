// The problems of a curriculum from rows of data files: a name, a domain, and how many of how many
// rollouts solved it, as `assay curate` writes it, or under other names.
//
// Blocks on the file system. Thread-safe: calls share nothing.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/rl/curriculum/state/problem_table.h"

namespace assay::curriculum {

// Names of fields, the first that a row has counts; "a.b" is b in a.
struct ProblemFields {
  std::vector<std::string> id = {"id", "problem_id", "task_id", "question_id", "unique_id", "uuid"};
  std::vector<std::string> domain = {"domain", "task_type", "ability"};
  std::vector<std::string> solved = {"curated.difficulty.solved", "solved"};
  std::vector<std::string> of = {"curated.difficulty.attempts", "of"};
};

struct ReadProblems {
  std::shared_ptr<const ProblemTable> problems;
  int64_t measured = 0;  // of them
};

// Rows without a domain are of the domain "all". A row without a name, or with the same as another,
// and one that says how many rollouts solved it but not of how many is kInvalidArgument, with file
// and line; so are no rows at all. Numbers are names, too.
Result<ReadProblems> ReadProblemRows(const std::vector<std::string>& paths,
                                     const ProblemFields& fields);

}  // namespace assay::curriculum
