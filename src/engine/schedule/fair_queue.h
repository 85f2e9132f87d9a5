// FairQueue: whose turn it is among flows that share slots by weight, in slot time. Start-time fair
// queueing: each flow has a virtual time, the slot time it has had divided by its weight, and the
// one that is furthest behind goes next. Policy only, as the scheduler that uses it: no thread, no
// clock, no work.
//
// The rules:
//  1. A task is charged when it starts with what the flow's tasks usually take, and corrected when
//     it ends: else a flow of long tasks would take every slot before the first of them is over.
//  2. Who has nothing that could run is passed over, so that no slot waits for anybody's share.
//  3. Whoever comes to have something begins at the virtual time of those being served, or at its
//     own if that is later: nobody saves up while idle, and nobody gets a fresh start by pausing.
//
// So the slot time of two flows that always have work differs from their weights by at most some of
// their own tasks, however long those are.
//
// Every operation costs O(log n) of the flows. Not thread-safe: the owner's mutex guards it.
#pragma once

#include <cstdint>
#include <set>
#include <tuple>

#include "base/clock.h"

namespace assay {

enum class Runnable {
  kNone,         // nothing to start now
  kSpeculative,  // work whose result an earlier test may make superfluous
  kOrdinary,
};

class FairQueue {
 public:
  // One who shares. The owner keeps it where it is, sets `usual_task` and `weight`, and tells the
  // queue before it goes (SetReady to kNone).
  struct Flow {
    uint64_t order = 0;  // among flows at the same time: the earlier first
    double weight = 1;
    Nanoseconds usual_task{0};
    double time = 0;  // virtual: seconds of slot time by weight
    Runnable ready = Runnable::kNone;
  };

  void SetReady(Flow* flow, Runnable ready);
  // Who is next among those ready for that; null: nobody is.
  Flow* First(Runnable ready) const;

  // A task of it starts; returns what it is charged until it ends.
  Nanoseconds Start(Flow* flow);
  void End(Flow* flow, Nanoseconds charged, Nanoseconds duration);

  // Whether the queue must remember it: it has had more than those being served now.
  bool IsAhead(const Flow& flow) const { return flow.time > now_; }

 private:
  using Key = std::tuple<double, uint64_t, Flow*>;

  static Key KeyOf(Flow* flow) { return {flow->time, flow->order, flow}; }
  std::set<Key>* SetOf(Runnable ready);
  void Charge(Flow* flow, Nanoseconds time);

  std::set<Key> ordinary_;
  std::set<Key> speculative_;
  double now_ = 0;  // of the last one served in turn
};

}  // namespace assay
