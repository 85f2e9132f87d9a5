#include "engine/schedule/scheduler.h"

#include <algorithm>

#include "base/check.h"

namespace assay {
namespace {

// Savings are capped so that a class which waited long doesn't come back in a burst.
constexpr int kMaxOwedTasks = 2;

Nanoseconds Scaled(Nanoseconds duration, double factor) {
  return Nanoseconds(static_cast<int64_t>(static_cast<double>(duration.count()) * factor));
}

}  // namespace

Scheduler::Scheduler(int slots) : window_(std::max(1, slots) * kOpenPerSlot) {}

Scheduler::Entry& Scheduler::At(JobId job) {
  const auto found = entries_.find(job);
  ASSAY_CHECK(found != entries_.end());
  return found->second;
}

std::set<Scheduler::Key>* Scheduler::SetOf(const Entry& entry) {
  Class& group = classes_[static_cast<size_t>(entry.priority)];
  switch (entry.runnable) {
    case Runnable::kNone: return nullptr;
    case Runnable::kSpeculative: return &group.speculative;
    case Runnable::kOrdinary: return entry.open ? &group.open : &group.fresh;
  }
  ASSAY_CHECK(false);
}

void Scheduler::Detach(JobId job, const Entry& entry) {
  if (auto* set = SetOf(entry)) set->erase({entry.running, entry.last_served, job});
  const bool active = entry.open && (entry.running > 0 || entry.runnable != Runnable::kNone);
  if (active) --classes_[static_cast<size_t>(entry.priority)].active;
}

void Scheduler::Attach(JobId job, const Entry& entry) {
  if (auto* set = SetOf(entry)) set->insert({entry.running, entry.last_served, job});
  const bool active = entry.open && (entry.running > 0 || entry.runnable != Runnable::kNone);
  if (active) ++classes_[static_cast<size_t>(entry.priority)].active;
}

void Scheduler::Add(JobId job, Priority priority) {
  Entry entry;
  entry.priority = priority;
  entry.last_served = ++tick_;
  const bool added = entries_.emplace(job, entry).second;
  ASSAY_CHECK(added);
}

void Scheduler::Remove(JobId job) {
  const Entry& entry = At(job);
  ASSAY_CHECK(entry.running == 0);
  Detach(job, entry);
  entries_.erase(job);
}

void Scheduler::SetRunnable(JobId job, Runnable runnable) {
  Entry& entry = At(job);
  if (entry.runnable == runnable) return;
  Detach(job, entry);
  entry.runnable = runnable;
  Attach(job, entry);
}

JobId Scheduler::ChooseIn(const Class& group) const {
  const auto id = [](const std::set<Key>& set) { return std::get<2>(*set.begin()); };
  if (group.open.empty()) return id(group.fresh);
  if (group.fresh.empty()) return id(group.open);
  if (group.starts_since_fresh + 1 >= kFreshEvery) return id(group.fresh);
  if (group.active >= window_) return id(group.open);
  return *group.open.begin() < *group.fresh.begin() ? id(group.open) : id(group.fresh);
}

bool Scheduler::MayStay(JobId job, Priority priority) const {
  const auto found = entries_.find(job);
  return found != entries_.end() && found->second.priority == priority && found->second.open &&
         found->second.runnable == Runnable::kOrdinary;
}

std::optional<Scheduler::Choice> Scheduler::Choose(std::optional<JobId> stay,
                                                   bool fresh_may_wait) const {
  int top = 0;
  while (top < kClasses && !classes_[top].HasOrdinary()) ++top;
  if (top < kClasses) {
    for (int lower = top + 1; lower < kClasses; ++lower) {
      const Class& group = classes_[lower];
      if (group.HasOrdinary() && group.owed >= group.usual_task) {
        return Choice{ChooseIn(group), static_cast<Priority>(lower), true};
      }
    }
    const auto priority = static_cast<Priority>(top);
    const JobId next = ChooseIn(classes_[top]);
    // One that hasn't begun may be over soon; for those that have, a turn more or less is nothing.
    const bool waits = fresh_may_wait || entries_.at(next).open;
    const bool stays = stay && waits && MayStay(*stay, priority);
    return Choice{stays ? *stay : next, priority, false};
  }
  for (int i = 0; i < kClasses; ++i) {
    if (classes_[i].speculative.empty()) continue;
    return Choice{std::get<2>(*classes_[i].speculative.begin()), static_cast<Priority>(i), false};
  }
  return std::nullopt;
}

Scheduler::Dispatch Scheduler::Start(const Choice& choice) {
  Entry& entry = At(choice.job);
  Class& group = classes_[static_cast<size_t>(entry.priority)];
  Detach(choice.job, entry);
  if (entry.open) {
    ++group.starts_since_fresh;
  } else {
    group.starts_since_fresh = 0;
  }
  entry.open = true;
  ++entry.running;
  entry.last_served = ++tick_;
  Attach(choice.job, entry);

  Dispatch dispatch{choice.job, entry.priority, std::nullopt};
  if (choice.out_of_turn) {
    // Charged at once, so that one saving doesn't start a task on every slot; End corrects it.
    dispatch.charged = group.usual_task;
    group.owed -= group.usual_task;
  }
  return dispatch;
}

void Scheduler::End(const Dispatch& dispatch, Nanoseconds duration) {
  Entry& entry = At(dispatch.job);
  Detach(dispatch.job, entry);
  --entry.running;
  ASSAY_CHECK(entry.running >= 0);
  Attach(dispatch.job, entry);

  const int own = static_cast<int>(dispatch.priority);
  Class& group = classes_[own];
  if (dispatch.charged) group.owed -= duration - *dispatch.charged;
  group.usual_task += (duration - group.usual_task) / 8;
  for (int lower = own + 1; lower < kClasses; ++lower) {
    Class& waiting = classes_[lower];
    if (!waiting.HasOrdinary()) continue;
    waiting.owed = std::min(waiting.owed + Scaled(duration, kOwedShare[lower]),
                            kMaxOwedTasks * waiting.usual_task);
  }
}

}  // namespace assay
