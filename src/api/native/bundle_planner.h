// BundlePlanner: decides for the submissions of one request what their bundles hold (bundle.h).
//
// A problem is embedded when its text is small, or when the request wants it so. A larger one that
// came inside the request goes into the problem store instead, as if it had been sent by PUT, so
// that the hash in the bundle means something; when the store can't take it now, it is embedded.
//
// Plan may wait for the disk where MayWait says so. Not thread-safe: belongs to one request, whose
// JSON outlives it.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "api/native/bundle.h"
#include "api/problems/problem_source.h"
#include "api/shared/languages.h"
#include "base/work/executor.h"
#include "store/tenant_problems.h"

namespace assay {

// What bundles are made of beside the request.
struct BundleParts {
  const ApiLanguages& languages;
  ProblemStore& problems;
  Executor& writer;   // stores problems; ends before the store
  std::string build;  // what judges: version and commit
  std::string tier;
  double time_multiplier = 1;
};

class BundlePlanner {
 public:
  static constexpr size_t kSmallProblemBytes = 64 << 10;

  // `problems`: of the request's tenant.
  BundlePlanner(const BundleParts& parts, TenantProblems problems)
      : parts_(parts), problems_(std::move(problems)) {}

  // Whether planning for a problem may read its text from the disk.
  static bool MayWait(const ProblemSource& problem, std::optional<bool> embed,
                      const TenantProblems& store) {
    return !problem.name.empty() && embed != false && store.has_disk();
  }
  // The submission's own problem is what `problem` was found to be. `embed`: what the request
  // wants, or nothing. Null when the problem was named by its hash and its text, to be embedded,
  // has left the store since.
  std::shared_ptr<const BundleSource> Plan(const Submission& submission,
                                           const ProblemSource& problem, std::optional<bool> embed);

 private:
  struct Text {
    std::string sha256;
    std::shared_ptr<const std::string> embedded;  // null: by hash only
  };
  std::optional<Text> TextOf(const Submission& submission, const ProblemSource& problem,
                             std::optional<bool> embed);
  std::string Environment(const Submission& submission) const;

  const BundleParts& parts_;
  const TenantProblems problems_;
  // By where the problem stands in the request and what is wanted: a group shares its problem.
  std::map<std::pair<const char*, std::optional<bool>>, Text> texts_;
};

}  // namespace assay
