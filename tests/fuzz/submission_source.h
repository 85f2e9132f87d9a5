// SubmissionSource: random submissions in every mode and language, their programs mutated from this
// repository's own (sandboxees, tamper corpus, examples). Most are well-formed enough to be
// admitted; some have odd files, names, limits and flags. Not thread-safe.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dice.h"
#include "model/submission.h"

namespace assay {

class SubmissionSource {
 public:
  // `repository`: the folder with tests/ and examples/.
  explicit SubmissionSource(const std::string& repository);

  // The same for the same seed.
  Submission Make(uint64_t seed) const;
  size_t programs() const { return programs_; }

 private:
  std::string Code(const std::string& language, Dice* dice) const;
  std::shared_ptr<Problem> MakeProblem(ProblemMode mode, Dice* dice) const;

  std::map<std::string, std::vector<std::string>> by_language_;
  size_t programs_ = 0;
};

}  // namespace assay
