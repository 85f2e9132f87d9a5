// Difference: one thing on which two replies don't agree, why, and what is the likely cause. And
// the finding of it, for one item of a reply.
//
// Pure; any thread. Codes are stable: reports are counted by them.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/enum_names.h"
#include "shadow/compare/reply_view.h"

namespace assay::shadow {

enum class DifferenceKind {
  kPeerOutage,      // it has no verdict where we have one
  kPeerRefuses,     // it answers 4xx where we have a verdict
  kPeerAccepts,     // what we reject
  kPeerRejects,     // what we accept
  kTestsDiffer,     // the same in all, but not test by test
  kRewardDiffers,   // neither accepted by one alone, but other numbers
  kTimeLimit,       // a run that only one of the two ended
  kCompileDiffers,  // a program that compiles for only one of the two
  kExitCodeDiffers,
  kOutputDiffers,
  kFilesDiffer,
  kItemsDiffer,  // the reply has not as many results as ours
};
inline constexpr auto kDifferenceKindNames = MakeEnumNames<DifferenceKind>({
    {DifferenceKind::kPeerOutage, "peer_outage"},
    {DifferenceKind::kPeerRefuses, "peer_refuses"},
    {DifferenceKind::kPeerAccepts, "peer_accepts"},
    {DifferenceKind::kPeerRejects, "peer_rejects"},
    {DifferenceKind::kTestsDiffer, "tests_differ"},
    {DifferenceKind::kRewardDiffers, "reward_differs"},
    {DifferenceKind::kTimeLimit, "time_limit"},
    {DifferenceKind::kCompileDiffers, "compile_differs"},
    {DifferenceKind::kExitCodeDiffers, "exit_code_differs"},
    {DifferenceKind::kOutputDiffers, "output_differs"},
    {DifferenceKind::kFilesDiffer, "files_differ"},
    {DifferenceKind::kItemsDiffer, "items_differ"},
});
static_assert(kDifferenceKindNames.IsWholeUpTo(DifferenceKind::kItemsDiffer));

enum class LikelyCause {
  kUnknown,
  kOutage,         // its environment failed: clients count a zero that nobody earned
  kPeerTimeLimit,  // its clock ended a program that ends here
  kOurTimeLimit,   // ours ended a program that ends there
  kMissingTest,    // it has no result for a test that decides
  kCase,           // the outputs differ in upper and lower case alone
  kWhiteSpace,     // in white space alone
  kNumbers,        // in how numbers are written, or by little
  kOutputCut,      // the peer's output is the beginning of ours
  kExitCode,
  kOutput,
};
inline constexpr auto kLikelyCauseNames = MakeEnumNames<LikelyCause>({
    {LikelyCause::kUnknown, "unknown"},
    {LikelyCause::kOutage, "outage"},
    {LikelyCause::kPeerTimeLimit, "peer_time_limit"},
    {LikelyCause::kOurTimeLimit, "our_time_limit"},
    {LikelyCause::kMissingTest, "missing_test"},
    {LikelyCause::kCase, "case"},
    {LikelyCause::kWhiteSpace, "white_space"},
    {LikelyCause::kNumbers, "numbers"},
    {LikelyCause::kOutputCut, "output_cut"},
    {LikelyCause::kExitCode, "exit_code"},
    {LikelyCause::kOutput, "output"},
});
static_assert(kLikelyCauseNames.IsWholeUpTo(LikelyCause::kOutput));

struct Difference {
  DifferenceKind kind = DifferenceKind::kItemsDiffer;
  LikelyCause cause = LikelyCause::kUnknown;
  std::string where = {};  // "item 3, test 2"; empty: the reply as a whole
  std::string why = {};    // a sentence for people
  std::string peer = {};   // what each side said, in a few words
  std::string ours = {};
  std::optional<size_t> item = {};  // of a batch, from 0; nothing: the reply as a whole
};

// The first difference of an item; nothing when both say the same. Where an item has a verdict of
// its own, its tests are compared only with `every_test`: without it a sandbox may end at the first
// failure, and lists what it happened to have by then. REQUIRES: ours is no outage.
std::optional<Difference> FindDifference(const ItemView& peer, const ItemView& ours,
                                         bool every_test);

// In which way two outputs differ. REQUIRES: they do.
LikelyCause HowOutputsDiffer(const std::string& peer, const std::string& ours);

}  // namespace assay::shadow
