#include "engine/schedule/scheduler.h"

#include <algorithm>
#include <cmath>

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
  Lane& lane = LaneOf(entry);
  switch (entry.runnable) {
    case Runnable::kNone: return nullptr;
    case Runnable::kSpeculative: return &lane.speculative;
    case Runnable::kOrdinary: return entry.open ? &lane.open : &lane.fresh;
  }
  ASSAY_CHECK(false);
}

void Scheduler::Detach(JobId job, const Entry& entry) {
  if (auto* set = SetOf(entry)) set->erase({entry.running, entry.last_served, job});
  const bool active = entry.open && (entry.running > 0 || entry.runnable != Runnable::kNone);
  if (active) --LaneOf(entry).active;
}

void Scheduler::Attach(JobId job, const Entry& entry) {
  if (auto* set = SetOf(entry)) set->insert({entry.running, entry.last_served, job});
  const bool active = entry.open && (entry.running > 0 || entry.runnable != Runnable::kNone);
  if (active) ++LaneOf(entry).active;
}

void Scheduler::Refresh(Tenant* tenant, size_t place) {
  Lane& lane = tenant->lanes[place];
  Runnable ready = Runnable::kNone;
  if (tenant->MayRun()) {
    if (!lane.open.empty() || !lane.fresh.empty()) {
      ready = Runnable::kOrdinary;
    } else if (!lane.speculative.empty()) {
      ready = Runnable::kSpeculative;
    }
  }
  classes_[place].tenants.SetReady(&lane, ready);
}

void Scheduler::RefreshAll(Tenant* tenant) {
  for (size_t place = 0; place < kClasses; ++place) Refresh(tenant, place);
}

Scheduler::Tenant& Scheduler::TenantNamed(const std::string& name) {
  const auto [place, added] = tenants_.try_emplace(name);
  Tenant& tenant = place->second;
  if (added) {
    tenant.name = name;
    const uint64_t order = ++tick_;
    for (size_t i = 0; i < kClasses; ++i) {
      tenant.lanes[i].order = order;
      tenant.lanes[i].usual_task = classes_[i].usual_task;
    }
  }
  if (tenant.remembered) {
    remembered_.erase(*tenant.remembered);
    tenant.remembered.reset();
  }
  return tenant;
}

void Scheduler::SetShare(Tenant* tenant, const TenantShare& share) {
  ASSAY_CHECK(share.weight > 0);
  for (size_t i = 0; i < kClasses; ++i) {
    Lane& lane = tenant->lanes[i];
    if (lane.jobs > 0) classes_[i].weights += share.weight - lane.weight;
    lane.weight = share.weight;
  }
  const bool other_bound = share.max_running != tenant->share.max_running;
  tenant->share = share;
  if (other_bound) RefreshAll(tenant);
}

void Scheduler::Retire(Tenant* tenant) {
  bool ahead = false;
  for (size_t i = 0; i < kClasses; ++i) ahead |= classes_[i].tenants.IsAhead(tenant->lanes[i]);
  if (!ahead) {
    tenants_.erase(std::string(tenant->name));
    return;
  }
  tenant->remembered = remembered_.insert(remembered_.end(), tenant);
  if (remembered_.size() <= kMostRemembered) return;
  const std::string longest = remembered_.front()->name;
  remembered_.pop_front();
  tenants_.erase(longest);
}

void Scheduler::Add(JobId job, Priority priority, const std::string& name,
                    const TenantShare& share) {
  Entry entry;
  entry.priority = priority;
  entry.tenant = &TenantNamed(name);
  entry.last_served = ++tick_;
  SetShare(entry.tenant, share);
  ++entry.tenant->jobs;
  Lane& lane = LaneOf(entry);
  if (lane.jobs++ == 0) ClassOf(entry).weights += lane.weight;
  const bool added = entries_.emplace(job, entry).second;
  ASSAY_CHECK(added);
}

void Scheduler::Remove(JobId job) {
  const Entry entry = At(job);
  ASSAY_CHECK(entry.running == 0);
  Detach(job, entry);
  entries_.erase(job);
  Refresh(entry.tenant, static_cast<size_t>(entry.priority));
  Lane& lane = LaneOf(entry);
  if (--lane.jobs == 0) ClassOf(entry).weights -= lane.weight;
  if (--entry.tenant->jobs == 0) Retire(entry.tenant);
}

void Scheduler::SetRunnable(JobId job, Runnable runnable) {
  Entry& entry = At(job);
  if (entry.runnable == runnable) return;
  Detach(job, entry);
  entry.runnable = runnable;
  Attach(job, entry);
  Refresh(entry.tenant, static_cast<size_t>(entry.priority));
}

// REQUIRES: group.HasOrdinary().
JobId Scheduler::ChooseIn(const Class& group) const {
  const auto id = [](const std::set<Key>& set) { return std::get<2>(*set.begin()); };
  const auto& lane = static_cast<const Lane&>(*group.tenants.First(Runnable::kOrdinary));
  if (lane.open.empty()) return id(lane.fresh);
  if (lane.fresh.empty()) return id(lane.open);
  if (lane.starts_since_fresh + 1 >= kFreshEvery) return id(lane.fresh);
  // Alone, a tenant has the whole window; at least one is open of each.
  const double part = static_cast<double>(window_) * lane.weight / group.weights;
  if (lane.active >= std::max<int64_t>(1, std::llround(part))) return id(lane.open);
  return *lane.open.begin() < *lane.fresh.begin() ? id(lane.open) : id(lane.fresh);
}

bool Scheduler::MayStay(JobId job, Priority priority) const {
  const auto found = entries_.find(job);
  return found != entries_.end() && found->second.priority == priority && found->second.open &&
         found->second.runnable == Runnable::kOrdinary && found->second.tenant->MayRun();
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
    const FairQueue::Flow* first = classes_[i].tenants.First(Runnable::kSpeculative);
    if (first == nullptr) continue;
    const JobId job = std::get<2>(*static_cast<const Lane*>(first)->speculative.begin());
    return Choice{job, static_cast<Priority>(i), false};
  }
  return std::nullopt;
}

void Scheduler::CountRunning(const Entry& entry, int change) {
  Tenant* tenant = entry.tenant;
  const bool before = tenant->MayRun();
  tenant->running += change;
  if (tenant->MayRun() != before) return RefreshAll(tenant);
  Refresh(tenant, static_cast<size_t>(entry.priority));
}

Scheduler::Dispatch Scheduler::Start(const Choice& choice) {
  Entry& entry = At(choice.job);
  Class& group = ClassOf(entry);
  Lane& lane = LaneOf(entry);
  Detach(choice.job, entry);
  if (entry.open) {
    ++lane.starts_since_fresh;
  } else {
    lane.starts_since_fresh = 0;
  }
  entry.open = true;
  ++entry.running;
  entry.last_served = ++tick_;
  Attach(choice.job, entry);

  Dispatch dispatch{choice.job, entry.priority, std::nullopt};
  dispatch.tenant_charged = group.tenants.Start(&lane);
  CountRunning(entry, 1);
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
  group.tenants.End(&LaneOf(entry), dispatch.tenant_charged, duration);
  CountRunning(entry, -1);

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
