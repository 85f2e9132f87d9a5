// The line by which a node tells HAProxy's agent check how it is. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace assay {

enum class AgentWeight {
  kFree,   // by the slots that are free
  kSlots,  // always the whole, for consistent hashing, where each change of a weight moves problems
};

struct AgentFacts {
  int64_t slots = 1;
  int64_t slots_free = 0;
  int64_t max_connections = 0;        // for HAProxy to send at a time
  std::optional<std::string> broken;  // why nothing can run
  bool draining = false;
  AgentWeight weight = AgentWeight::kFree;
};

// "up ready 75% maxconn:8\n", "drain\n", or "down#reason\n".
//
// The weight is a share of the one in HAProxy's own file, which says how large the node is: HAProxy
// 2.6 takes no other form from an agent ("weight:7" changes nothing). It is the share of slots that
// are free, and never less than a tenth: what is said is up to a check's interval old, and a node
// that was full then is to get some of what comes now.
std::string AgentLine(const AgentFacts& facts);

}  // namespace assay
