// Finding: something that an operator should look at before trusting the rewards: what, where, how
// sure, and the verdicts that show it. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/enum_names.h"

namespace assay {

enum class FindingKind {
  kProblemAllFail,
  kProblemAllPass,
  kCheckerCrashes,
  kNearLimit,
  kVerdictFlips,
  kRewardConcentrated,
  kInfrastructureShare,
  kGroupsWithoutVariance,
  kPassWithoutReading,
  kConstantOutput,
  kSpecialCasedInputs,
  kEarlyExit,
  kRewardJump,
};
inline constexpr auto kFindingKindNames =
    MakeEnumNames<FindingKind>({{FindingKind::kProblemAllFail, "problem_all_fail"},
                                {FindingKind::kProblemAllPass, "problem_all_pass"},
                                {FindingKind::kCheckerCrashes, "checker_crashes"},
                                {FindingKind::kNearLimit, "near_limit"},
                                {FindingKind::kVerdictFlips, "verdict_flips"},
                                {FindingKind::kRewardConcentrated, "reward_concentrated"},
                                {FindingKind::kInfrastructureShare, "infrastructure_share"},
                                {FindingKind::kGroupsWithoutVariance, "groups_without_variance"},
                                {FindingKind::kPassWithoutReading, "pass_without_reading"},
                                {FindingKind::kConstantOutput, "constant_output"},
                                {FindingKind::kSpecialCasedInputs, "special_cased_inputs"},
                                {FindingKind::kEarlyExit, "early_exit"},
                                {FindingKind::kRewardJump, "reward_jump"}});
static_assert(kFindingKindNames.IsWholeUpTo(FindingKind::kRewardJump));

enum class Severity { kNote, kWarning, kSerious };
inline constexpr auto kSeverityNames = MakeEnumNames<Severity>(
    {{Severity::kNote, "note"}, {Severity::kWarning, "warning"}, {Severity::kSerious, "serious"}});
static_assert(kSeverityNames.IsWholeUpTo(Severity::kSerious));

enum class SubjectKind { kProblem, kRun, kNode };
inline constexpr auto kSubjectKindNames = MakeEnumNames<SubjectKind>(
    {{SubjectKind::kProblem, "problem"}, {SubjectKind::kRun, "run"}, {SubjectKind::kNode, "node"}});
static_assert(kSubjectKindNames.IsWholeUpTo(SubjectKind::kNode));

struct Finding {
  FindingKind kind{};
  Severity severity = Severity::kWarning;
  SubjectKind subject_kind = SubjectKind::kProblem;
  std::string subject;
  std::string text;               // one or two sentences with the figures
  int64_t count = 0;              // of verdicts that show it
  double since = 0;               // Unix seconds of the first of them
  std::vector<int64_t> evidence;  // ids of some of them, the newest last
};

}  // namespace assay
