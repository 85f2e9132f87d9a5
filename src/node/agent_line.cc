#include "node/agent_line.h"

#include <algorithm>

namespace assay {
namespace {

constexpr int64_t kLeastPercent = 10;
constexpr size_t kMostReason = 60;

// HAProxy ends the reason at a blank or the end of the line.
std::string ReasonWord(const std::string& reason) {
  std::string word = reason.substr(0, kMostReason);
  std::replace_if(
      word.begin(), word.end(), [](char c) { return c <= ' ' || c > '~'; }, '_');
  return word;
}

}  // namespace

std::string AgentLine(const AgentFacts& facts) {
  if (facts.broken) return "down#" + ReasonWord(*facts.broken) + "\n";
  if (facts.draining) return "drain\n";
  int64_t percent = 100;
  if (facts.weight == AgentWeight::kFree) {
    percent = std::clamp<int64_t>(100 * facts.slots_free / std::max<int64_t>(facts.slots, 1),
                                  kLeastPercent, 100);
  }
  return "up ready " + std::to_string(percent) +
         "% maxconn:" + std::to_string(std::max<int64_t>(facts.max_connections, 1)) + "\n";
}

}  // namespace assay
