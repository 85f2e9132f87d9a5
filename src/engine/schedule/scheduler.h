// Scheduler: which submission gets the next free slot. Policy only: it knows ids, priorities,
// tenants and how much each submission has running; it owns no thread, no clock and no work.
//
// The rules, in order:
//  1. A submission with ordinary work goes before any speculative work: speculation only fills
//     slots that would be idle.
//  2. train before eval before batch. So that a steady stream of higher work never starves a lower
//     class, eval is owed 1/16 and batch 1/64 of the slot time that higher classes use while it
//     waits; once a class has saved up the usual duration of one of its tasks, it gets the next
//     slot out of turn. Shares are of slot time, not of dispatches: long batch tasks would
//     otherwise take far more than their share.
//  3. Within a class tenants share the slot time by weight (fair_queue.h): whatever their tasks
//     take, however many submissions they have. What one doesn't use the others get, and nobody
//     saves up while idle. A tenant never has more tasks running than it may, of all classes; what
//     waits for that holds up nobody else.
//  4. Of a tenant's submissions in a class at most kOpenPerSlot per slot of its share are open
//     (started, not finished) while others wait; round-robin over thousands would finish all of
//     them late and let the total timeouts of all run out. One dispatch in kFreshEvery still goes
//     to a waiting submission, so a short one never waits for a window full of long ones.
//  5. Among the eligible: fewest running tasks first, then least recently served (admission counts
//     as service), so a submission of 200 tests doesn't hold up one of a single test.
//  6. Of the started ones, and for a while that its owner bounds, a slot stays with the one it has
//     just served, for whose next run it may have a process. Its tenant is charged as ever.
// A slot never stays idle while any submission has work that its tenant may run.
//
// Every operation costs O(log n). Not thread-safe: the owner's mutex guards it.
#pragma once

#include <array>
#include <cstdint>
#include <list>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "base/clock.h"
#include "engine/schedule/fair_queue.h"
#include "model/submission.h"

namespace assay {

using JobId = uint64_t;

// What the operator gives a tenant of the slots.
struct TenantShare {
  double weight = 1;        // above 0
  int64_t max_running = 0;  // tasks at once; 0: as many as there are slots
};

class Scheduler {
 public:
  static constexpr int kOpenPerSlot = 2;
  static constexpr int kFreshEvery = 16;
  static constexpr std::array<double, 3> kOwedShare = {0, 1.0 / 16, 1.0 / 64};
  // Assumed duration of a class's tasks before any was seen.
  static constexpr Nanoseconds kAssumedTask{std::chrono::seconds(1)};

  struct Choice {
    JobId job = 0;
    Priority priority = Priority::kTrain;
    bool out_of_turn = false;
  };
  // A started task, to be given back to End.
  struct Dispatch {
    JobId job = 0;
    Priority priority = Priority::kTrain;
    std::optional<Nanoseconds> charged;  // of the class's savings, when out of turn
    Nanoseconds tenant_charged{0};       // of its tenant's share
  };

  explicit Scheduler(int slots);

  void Add(JobId job, Priority priority) { Add(job, priority, {}, {}); }
  // `share` holds from now on for all that the tenant has.
  void Add(JobId job, Priority priority, const std::string& tenant, const TenantShare& share);
  // REQUIRES: nothing of the job is running.
  void Remove(JobId job);
  void SetRunnable(JobId job, Runnable runnable);

  // Whose task to start next; nullopt when nothing is runnable. Changes nothing. `stay`: with whom
  // a slot would like to stay; `fresh_may_wait`: even before one that has not begun.
  std::optional<Choice> Choose(std::optional<JobId> stay = std::nullopt,
                               bool fresh_may_wait = false) const;
  Dispatch Start(const Choice& choice);
  void End(const Dispatch& dispatch, Nanoseconds duration);

  bool HasWork() const { return Choose().has_value(); }
  // Those it remembers anything of: all with submissions, and a bounded number of others.
  size_t tenants() const { return tenants_.size(); }

 private:
  static constexpr int kClasses = 3;
  // Tenants without submissions that are remembered for having had more than others just then.
  static constexpr size_t kMostRemembered = 1024;

  using Key = std::tuple<int64_t, uint64_t, JobId>;  // running, last_served, id
  // What a tenant has in a class.
  struct Lane : FairQueue::Flow {
    std::set<Key> open;         // started, with ordinary work
    std::set<Key> fresh;        // never started, with ordinary work
    std::set<Key> speculative;  // with speculative work only
    int64_t jobs = 0;
    int64_t active = 0;  // open submissions with something running or runnable
    int64_t starts_since_fresh = 0;
  };
  struct Tenant {
    std::string name;
    TenantShare share;
    int64_t jobs = 0;
    int64_t running = 0;
    std::array<Lane, kClasses> lanes;
    // In remembered_, while it has no jobs.
    std::optional<std::list<Tenant*>::iterator> remembered;

    bool MayRun() const { return share.max_running == 0 || running < share.max_running; }
  };
  struct Entry {
    Priority priority = Priority::kTrain;
    Tenant* tenant = nullptr;
    Runnable runnable = Runnable::kNone;
    bool open = false;
    int64_t running = 0;
    uint64_t last_served = 0;
  };
  struct Class {
    FairQueue tenants;
    double weights = 0;  // of the tenants with jobs, together
    Nanoseconds owed{0};
    Nanoseconds usual_task = kAssumedTask;

    bool HasOrdinary() const { return tenants.First(Runnable::kOrdinary) != nullptr; }
  };

  Class& ClassOf(const Entry& entry) { return classes_[static_cast<size_t>(entry.priority)]; }
  static Lane& LaneOf(const Entry& entry) {
    return entry.tenant->lanes[static_cast<size_t>(entry.priority)];
  }
  // Every change of an entry happens between Detach and Attach, which keep the sets in step.
  void Detach(JobId job, const Entry& entry);
  void Attach(JobId job, const Entry& entry);
  static std::set<Key>* SetOf(const Entry& entry);
  Entry& At(JobId job);
  Tenant& TenantNamed(const std::string& name);
  void SetShare(Tenant* tenant, const TenantShare& share);
  // Of a tenant whose last job has gone.
  void Retire(Tenant* tenant);
  // What the queue of the class knows of the lane, or of all the tenant's lanes.
  void Refresh(Tenant* tenant, size_t place);
  void RefreshAll(Tenant* tenant);
  void CountRunning(const Entry& entry, int change);
  JobId ChooseIn(const Class& group) const;
  bool MayStay(JobId job, Priority priority) const;

  const int64_t window_;
  uint64_t tick_ = 0;
  std::map<std::string, Tenant> tenants_;
  std::list<Tenant*> remembered_;  // the longest first
  std::map<JobId, Entry> entries_;
  std::array<Class, kClasses> classes_;
};

}  // namespace assay
