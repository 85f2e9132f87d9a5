// SweTask: one software-engineering task, whatever row it came from, and ReadSweRow, which reads
// it.
//
// The rows of three public sets:
// - SWE-bench (github.com/SWE-bench/SWE-bench, swebench/harness/constants; also Lite, Verified and
//   sets in its form): instance_id, repo, base_commit, patch, test_patch, problem_statement,
//   hints_text, version, environment_setup_commit, FAIL_TO_PASS and PASS_TO_PASS, both as lists or
//   as JSON in a string.
// - SWE-smith (github.com/SWE-bench/SWE-smith, docs/getting_started/assets.md and the set's
//   columns): instance_id, repo "swesmith/owner__name.commit", image_name, problem_statement,
//   FAIL_TO_PASS and PASS_TO_PASS. Its patch *makes* the fault; the reference is its reverse.
// - R2E-Gym (github.com/R2E-Gym/R2E-Gym, the columns of its Subset and Lite sets): repo_name,
//   docker_image, commit_hash (of the solution), problem_statement, expected_output_json (outcomes
//   by "TestC.test_m" in the solution), execution_result_content (test_file_names and
//   test_file_codes) and parsed_commit_content (old_commit_hash), all three JSON in strings.
// Values; pure functions, thread-safe.
#pragma once

#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "swe/grade/test_lists.h"
#include "text/json_reader.h"

namespace assay::swe {

enum class RowFormat { kSweBench, kSweSmith, kR2eGym };
inline constexpr auto kRowFormatNames = MakeEnumNames<RowFormat>({
    {RowFormat::kSweBench, "swe_bench"},
    {RowFormat::kSweSmith, "swe_smith"},
    {RowFormat::kR2eGym, "r2e_gym"},
});
static_assert(kRowFormatNames.IsWholeUpTo(RowFormat::kR2eGym));

// What the patch of a task does to the tree that candidates get.
enum class PatchSense {
  kSolves,  // the reference: applied, the tests pass
  kBreaks,  // the fault: candidates get the tree with it, the reference is without
};

struct TestFile {
  std::string name;
  std::string content;
};

struct SweTask {
  RowFormat format = RowFormat::kSweBench;
  std::string id;
  std::string repository;          // "owner/name"
  std::string base_commit;         // empty: the image's own state
  std::string reference_commit;    // R2E-Gym's, which has no patch; empty: see patch
  std::string environment_commit;  // environment_setup_commit; may be empty
  std::string version;             // of the project, chooses SWE-bench's environment; may be empty
  std::string image;               // empty: the row names none
  std::string problem;
  std::string hints;
  std::string patch;
  PatchSense patch_sense = PatchSense::kSolves;
  std::string test_patch;            // SWE-bench's; the others' tests are in the image or below
  std::vector<TestFile> test_files;  // R2E-Gym's, which go below "r2e_tests"
  // Of R2E-Gym, all that pass in the solution are in pass_to_pass: which of them failed before is
  // to be found out by running (swe/grade/stable_tests.h).
  TestLists tests;
};

RowFormat FormatOf(JsonValue row);

// Errors are kInvalidArgument, stage "swe.row", and name the field: "FAIL_TO_PASS: …".
Result<SweTask> ReadSweRow(JsonValue row, RowFormat format);

}  // namespace assay::swe
