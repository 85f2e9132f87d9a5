// SingleFlight: of those who want the same thing at the same time one gets it for all.
//
// The first to join a flight leads it: it does the work and lands the flight, with or without
// something to share. The others wait, which here means that they are remembered and named when the
// flight lands; what a waiter is (a job's number, a callback) and what becomes of it is the owner's
// business, and so is what is remembered afterwards. A flight has no thread and no lock: an owner
// whose waiters are jobs has a mutex of its own, and one whose callers block can't be served by the
// same code without giving them a thread each.
//
// Not thread-safe: the owner's mutex guards it.
#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/check.h"

namespace assay {

template <typename Waiter>
class SingleFlight {
 public:
  // Whether the caller leads: then it must call Land. Otherwise `waiter` waits.
  [[nodiscard]] bool Join(const std::string& key, Waiter waiter) {
    const auto [flight, lead] = flights_.try_emplace(key);
    if (!lead) flight->second.push_back(std::move(waiter));
    return lead;
  }

  bool HasWaiters(const std::string& key) const {
    const auto flight = flights_.find(key);
    return flight != flights_.end() && !flight->second.empty();
  }

  // The flight is over. Returns those who waited, in the order of their coming; they are nobody's
  // now. REQUIRES: somebody leads it.
  std::vector<Waiter> Land(const std::string& key) {
    const auto flight = flights_.find(key);
    ASSAY_CHECK(flight != flights_.end());
    std::vector<Waiter> waiters = std::move(flight->second);
    flights_.erase(flight);
    return waiters;
  }

 private:
  std::unordered_map<std::string, std::vector<Waiter>> flights_;
};

}  // namespace assay
