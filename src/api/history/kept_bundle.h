// Verdict bundles of what the history remembers, without anybody having asked for one in time: what
// they take of a submission is kept with its record, and the problem comes from the problem store,
// where one that came inside a request is saved for that.
//
// Kept where that is small: a submission that brought files, whose problem came in another form
// than the native one or is large, or with very many tests has none; nor has one on a server that
// scales time limits, since bundles keep limits as they were asked for.
//
// Pure functions but for the problem store; thread-safe.
#pragma once

#include <optional>
#include <string>

#include "api/native/bundle_planner.h"
#include "history/store/verdict_store.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

// For VerdictDetail::bundle; empty: none.
std::string KeepForBundle(const BundleParts& parts, const Submission& submission,
                          const SubmissionResult& result);
// Nothing when nothing was kept or the problem isn't in the store. May wait for the disk.
std::optional<std::string> BundleOfKept(const BundleParts& parts, const StoredVerdict& verdict);

}  // namespace assay
