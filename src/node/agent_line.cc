#include "node/agent_line.h"

#include <algorithm>

namespace assay {
namespace {

constexpr int64_t kLeastPercent = 10;
constexpr int64_t kAll = 100;
constexpr size_t kMostReason = 60;

// HAProxy ends the reason at a blank or the end of the line.
std::string ReasonWord(const std::string& reason) {
  std::string word = reason.substr(0, kMostReason);
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
  return word;
}

// HAProxy takes the whole part of this share of a server's weight, and a server whose weight is 0
// gets nothing, not even into its queue. A weight is at least the number of slots.
int64_t LeastPercent(int64_t slots) {
  return std::max(kLeastPercent, (kAll + slots - 1) / slots);
}

}  // namespace

std::string AgentLine(const AgentFacts& facts) {
  if (facts.broken) return "down#" + ReasonWord(*facts.broken) + "\n";
  if (facts.draining) return "drain\n";
  int64_t percent = kAll;
  if (facts.weight == AgentWeight::kFree) {
    const int64_t slots = std::max<int64_t>(facts.slots, 1);
    percent = std::clamp(kAll * facts.slots_free / slots, LeastPercent(slots), kAll);
  }
  return "up ready " + std::to_string(percent) +
         "% maxconn:" + std::to_string(std::max<int64_t>(facts.max_connections, 1)) + "\n";
}

}  // namespace assay
