// service::Judge: who judges, for everything that only wants verdicts: the routes inside this
// process (local_judge.h) or a running server (remote_judge.h). Requests and answers are those of
// the HTTP API, so that a command gives the same answer whichever it asks, and never meets the
// engine.
//
// Thread-safe: every method may be called from several threads at once, and blocks until the whole
// answer is there.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"

namespace assay::service {

struct Answer {
  int status = 0;         // as HTTP has it: 200; 4xx: refused, `body` says why; 429: full
  int retry_after_s = 1;  // how long to wait when full
  std::string body;       // JSON
};

// A question to any route.
struct Question {
  std::string method;
  std::string target;                                        // path, and query behind '?'
  std::vector<std::pair<std::string, std::string>> headers;  // names in lower case
  std::string body;
  std::optional<SteadyTime> deadline;  // of the whole answer; none: as long as it takes
  const CancelToken* cancel =
      nullptr;  // ends the question within about a second; null: nobody does
};

class Judge {
 public:
  virtual ~Judge() = default;

  // An Error means that there was no answer (connection refused, broken off); a refusal is one.
  // The requests are the bodies of the routes.
  Result<Answer> Verify(std::string request);         // POST /v1/verify
  Result<Answer> VerifyMath(std::string request);     // POST /v1/math/verify
  Result<Answer> Score(std::string request);          // POST /v1/score
  Result<Answer> EvaluateBatch(std::string request);  // POST /common_evaluate_batch
  // Makes a problem known under the hash of its canonical form, which `sha256` names.
  Result<Answer> PutProblem(std::string_view sha256, std::string problem);
  Result<Answer> Info();  // GET /v1/info
  // Anything else. What is given up, by the deadline or by who asks, is cancelled where it runs,
  // and an Error here.
  virtual Result<Answer> Send(const Question& question);

  // How many runs it does at once; nullopt: that isn't known here.
  virtual std::optional<int> slots() const = 0;

 protected:
  // The same without headers and end.
  virtual Result<Answer> Ask(const char* method, const std::string& path, std::string body) = 0;
};

}  // namespace assay::service
