#include "engine/schedule/fair_queue.h"

#include <algorithm>

namespace assay {

std::set<FairQueue::Key>* FairQueue::SetOf(Runnable ready) {
  switch (ready) {
    case Runnable::kNone: return nullptr;
    case Runnable::kSpeculative: return &speculative_;
    case Runnable::kOrdinary: return &ordinary_;
  }
  return nullptr;
}

void FairQueue::SetReady(Flow* flow, Runnable ready) {
  if (flow->ready == ready) return;
  if (auto* set = SetOf(flow->ready)) set->erase(KeyOf(flow));
  // One who speculates gets only what nobody else wants, which is no claim for later.
  if (ready == Runnable::kOrdinary || flow->ready == Runnable::kNone) {
    flow->time = std::max(flow->time, now_);
  }
  flow->ready = ready;
  if (auto* set = SetOf(ready)) set->insert(KeyOf(flow));
}

FairQueue::Flow* FairQueue::First(Runnable ready) const {
  const auto& set = ready == Runnable::kOrdinary ? ordinary_ : speculative_;
  return set.empty() ? nullptr : std::get<Flow*>(*set.begin());
}

void FairQueue::Charge(Flow* flow, Nanoseconds time) {
  auto* set = SetOf(flow->ready);
  if (set != nullptr) set->erase(KeyOf(flow));
  flow->time += ToSeconds(time) / flow->weight;
  if (set != nullptr) set->insert(KeyOf(flow));
}

Nanoseconds FairQueue::Start(Flow* flow) {
  const Flow* first = First(Runnable::kOrdinary);
  if (first == nullptr) first = flow;
  now_ = std::max(now_, first->time);
  const Nanoseconds charged = flow->usual_task;
  Charge(flow, charged);
  return charged;
}

void FairQueue::End(Flow* flow, Nanoseconds charged, Nanoseconds duration) {
  Charge(flow, duration - charged);
  flow->usual_task += (duration - flow->usual_task) / 8;
}

}  // namespace assay
