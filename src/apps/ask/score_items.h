// ScoreItems: items of POST /v1/score, as many of them in one request as keep a server busy, and
// its results in their order. Where completions of a group are compared, those of one stay in one
// request.
//
// Blocks; used by one thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"
#include "service/judge.h"
#include "text/json_reader.h"

namespace assay {

struct ScoreSummary {
  int64_t scored = 0;
  double sum = 0;  // of their scores
  // Of items without a score: "cause: reason" by how often.
  std::map<std::string, int64_t> masked;
  std::string first_fault;  // of a faulty item, in words; empty: none is

  int64_t items() const;
};

// For people, a line of figures and one for each reason.
std::string SummaryText(const ScoreSummary& summary);

class ScoreItems {
 public:
  static constexpr size_t kMostInRequest = 65'536;  // of the API

  struct Means {
    std::string members;  // of each request beside its items, JSON without braces
    service::Judge* judge = nullptr;
    std::function<Status(std::string_view result)> on_result;  // JSON; in the order of the items
    // After each request. False ends it there, with kCancelled.
    std::function<bool(const ScoreSummary&)> go_on;
    size_t items_in_request = 2048;
  };
  explicit ScoreItems(Means means) : means_(std::move(means)) {}

  // `group`: of completions that are compared with each other; empty: it is compared with none.
  // kInvalidArgument: the group has members in a request that is gone, or too many; or what the
  // server refuses. kUnavailable: there was no answer.
  Status Add(std::string_view item, const std::string& group);
  // Asks about what waits. Call it after the last item.
  Status Send();

  const ScoreSummary& summary() const { return summary_; }

 private:
  Status Take(const std::string& body, size_t asked);
  void Count(JsonValue result);

  const Means means_;
  ScoreSummary summary_;
  std::string waiting_;
  size_t count_ = 0;
  std::set<std::string> groups_;       // of those that wait
  std::set<std::string> gone_groups_;  // of those that don't any more
};

}  // namespace assay
