// Asker: has programs judged by the tests of a problem, many in one request. A judge that is full
// or gone is asked again, and so is what our side failed to judge; what there is no verdict on
// after that is an outcome that says so, never one about the program.
//
// Thread-safe; blocks until there are answers, or the stop is raised.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "base/result.h"
#include "lab/audit/model/outcome.h"
#include "lab/problems/model/problem.h"
#include "lab/shared/asking/ask_patiently.h"
#include "service/judge.h"

namespace assay::audit {

struct Ask {
  std::string language;
  std::string code;
  bool all_tests = false;                         // every test, not only up to the first failure
  bool with_output = false;                       // outcomes have stdout
  std::map<std::string, std::string> files = {};  // beside it, by path
  std::string compile_flags = {};                 // JSON list; empty: the problem's
};
Ask AskAbout(const lab::Solution& solution, bool all_tests = false, bool with_output = false);

struct AskOptions {
  std::string problem;              // JSON; empty: the audited one
  std::string limits;               // the same
  int64_t output_bytes = 16 << 10;  // of each test's stdout that are given
};

struct AskPatience {
  lab::JudgePatience judge = {};
  int failed_runs = 3;  // tries of a program that our side failed to judge
};

class Asker {
 public:
  // Both outlive it. `stop` may be null.
  Asker(service::Judge* judge, const std::atomic<bool>* stop, const AskPatience& patience = {})
      : judge_(judge), stop_(stop), patience_(patience) {}

  // Outcomes in the order of the asks. No verdict comes from a cache: each is a run of its own.
  std::vector<RunOutcome> Judge(const lab::LabelledProblem& problem, const std::vector<Ask>& asks,
                                const AskOptions& options = {}) const;
  bool stopped() const { return stop_ != nullptr && stop_->load(); }

 private:
  std::vector<RunOutcome> JudgeChunk(const lab::LabelledProblem& problem,
                                     const std::vector<Ask>& asks, const AskOptions& options) const;
  Result<service::Answer> Send(const std::string& body) const;

  service::Judge* const judge_;
  const std::atomic<bool>* const stop_;
  const AskPatience patience_;
};

}  // namespace assay::audit
