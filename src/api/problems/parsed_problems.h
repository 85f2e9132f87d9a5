// ParsedProblems: problems that came inside requests, by the text they were decoded from. Clients
// that know no other way send the same test data for every rollout; it is then hashed, not decoded
// again, and all submissions share one copy in memory.
//
// Thread-safe.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/lru_cache.h"
#include "base/mutex.h"
#include "model/problem.h"

namespace assay {

// A function call's arguments and value as they were sent, for the answer.
struct CallCase {
  std::string input_json;
  std::string output_json;
};

struct ParsedProblem {
  ProblemPtr problem;
  std::shared_ptr<const std::vector<CallCase>> calls;  // may be null
};

class ParsedProblems {
 public:
  // Returns nullopt when the text has faults, which are then the caller's to report.
  using Decode = std::function<std::optional<ParsedProblem>()>;

  explicit ParsedProblems(int64_t max_bytes) : cache_(max_bytes) {}

  // What `key` was decoded to, or else what `decode` makes now. `text_bytes`: of the text. Large
  // texts are decoded one at a time, so that of equal ones arriving together only one is.
  std::optional<ParsedProblem> Get(const std::string& key, size_t text_bytes, const Decode& decode)
      ASSAY_EXCLUDES(mutex_);

  // Problems decoded from requests, those for the problem store included.
  void CountDecoded() { ++decoded_; }
  int64_t decoded() const { return decoded_; }
  int64_t reused() const { return reused_; }
  int64_t bytes() const ASSAY_EXCLUDES(mutex_);

 private:
  std::optional<ParsedProblem> Find(const std::string& key) ASSAY_EXCLUDES(mutex_);
  std::optional<ParsedProblem> DecodeAndKeep(const std::string& key, const Decode& decode)
      ASSAY_EXCLUDES(mutex_);

  Mutex decoding_;
  mutable Mutex mutex_;
  LruCache<ParsedProblem> cache_ ASSAY_GUARDED_BY(mutex_);
  std::atomic<int64_t> decoded_{0};
  std::atomic<int64_t> reused_{0};
};

// A key for the parts of a request that decide what it is decoded to. Different lists of parts have
// different keys.
std::string ParsedKey(std::initializer_list<std::string_view> parts);

}  // namespace assay
