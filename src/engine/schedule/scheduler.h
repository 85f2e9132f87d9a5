// Scheduler: which submission gets the next free slot. Policy only: it knows ids, priorities and
// how much each submission has running; it owns no thread, no clock and no work.
//
// The rules, in order:
//  1. A submission with ordinary work goes before any speculative work: speculation only fills
//     slots that would be idle.
//  2. train before eval before batch. So that a steady stream of higher work never starves a lower
//     class, eval is owed 1/16 and batch 1/64 of the slot time that higher classes use while it
//     waits; once a class has saved up the usual duration of one of its tasks, it gets the next
//     slot out of turn. Shares are of slot time, not of dispatches: long batch tasks would
//     otherwise take far more than their share.
//  3. Within a class at most kOpenPerSlot submissions per slot are open (started, not finished)
//     while others wait; round-robin over thousands would finish all of them late and let the
//     total timeouts of all run out. One dispatch in kFreshEvery still goes to a waiting
//     submission, so a short one never waits for a window full of long ones.
//  4. Among the eligible: fewest running tasks first, then least recently served (admission counts
//     as service), so a submission of 200 tests doesn't hold up one of a single test.
//  5. Of the started ones, and for a while that its owner bounds, a slot stays with the one it has
//     just served, for whose next run it may have a process.
// A slot never stays idle while any submission has work.
//
// Every operation costs O(log n). Not thread-safe: the owner's mutex guards it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "base/clock.h"
#include "model/submission.h"

namespace assay {

using JobId = uint64_t;

enum class Runnable {
  kNone,         // nothing to start now
  kSpeculative,  // work whose result an earlier test may make superfluous
  kOrdinary,
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
  };

  explicit Scheduler(int slots);

  void Add(JobId job, Priority priority);
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

 private:
  static constexpr int kClasses = 3;

  struct Entry {
    Priority priority = Priority::kTrain;
    Runnable runnable = Runnable::kNone;
    bool open = false;
    int64_t running = 0;
    uint64_t last_served = 0;
  };
  using Key = std::tuple<int64_t, uint64_t, JobId>;  // running, last_served, id
  struct Class {
    std::set<Key> open;         // started, with ordinary work
    std::set<Key> fresh;        // never started, with ordinary work
    std::set<Key> speculative;  // with speculative work only
    int64_t active = 0;         // open submissions with something running or runnable
    int64_t starts_since_fresh = 0;
    Nanoseconds owed{0};
    Nanoseconds usual_task = kAssumedTask;

    bool HasOrdinary() const { return !open.empty() || !fresh.empty(); }
  };

  // Every change of an entry happens between Detach and Attach, which keep the sets in step.
  void Detach(JobId job, const Entry& entry);
  void Attach(JobId job, const Entry& entry);
  std::set<Key>* SetOf(const Entry& entry);
  Entry& At(JobId job);
  JobId ChooseIn(const Class& group) const;
  bool MayStay(JobId job, Priority priority) const;

  const int64_t window_;
  uint64_t tick_ = 0;
  std::map<JobId, Entry> entries_;
  std::array<Class, kClasses> classes_;
};

}  // namespace assay
