// Flow: which rollout is made where and when, between a curriculum, inference servers that a
// trainer keeps giving new weights, a verifier, and that trainer. It only decides: it has no clock,
// no thread and no connection; what happens comes as a call, what is to be done goes out as orders.
//
// INTELLECT-3, 2.1.3 and 2.1.4: a constant number of rollouts is under way; a free slot is filled
// at once; new weights go to servers in the middle of rollouts; groups go round-robin to servers,
// each to one (where its prompt is cached); and what is too old is thrown away.
//
// A version is the number of steps that weights have seen: the batch of step s is trained with
// version s - 1.
//
// Every group ends once: in a batch, in an evaluation, dropped, or returned. One thread's.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "lab/rl/orchestra/flow/orders.h"

namespace assay::orchestra {

// When a rollout is too old.
enum class Staleness {
  // More policies than that have written it (INTELLECT-3, 2.1.3). That sample is made anew.
  kPolicies,
  // The batch that it would be in is trained with a version that many ahead of the one that the
  // group was begun with, whether it is still being made or waits (prime-rl, 2026). The group is
  // given up as a whole.
  kAge,
};

struct FlowOptions {
  std::vector<int> slots;    // of each server: rollouts it makes at a time
  int64_t batch_groups = 8;  // of a step
  int64_t most_off_policy = 8;
  Staleness staleness = Staleness::kAge;
  // Batches that may wait for the trainer before no new group is begun.
  int64_t most_waiting_batches = 1;
  // Servers that may take weights at the same time; the others go on.
  size_t most_updating = SIZE_MAX;
  // Of one sample, before it is masked.
  int most_tries = 3;
};

// Where a run goes on that was stopped: servers then get the version before they are asked.
struct FlowStart {
  int64_t next_step = 1;
  int64_t version = 0;
  int64_t waiting_batches = 0;
  std::vector<FinishedGroup> ready;  // for the next batches
};

struct FlowCounts {
  int64_t under_way = 0;  // rollouts at servers
  int64_t judging = 0;
  int64_t open_groups = 0;     // begun, and not ended
  int64_t waiting_groups = 0;  // of these, for a batch to be full
  int64_t waiting_batches = 0;
  int64_t batches = 0;
  int64_t returned = 0;
  int64_t dropped = 0;
  int64_t evaluated = 0;
  int64_t too_old = 0;  // rollouts that were thrown away
  int64_t failed = 0;   // tries that broke
  int64_t masked = 0;   // samples
  // Nothing is begun until newer weights come: whatever these make would be too old.
  bool waiting_for_weights = false;
};

class Flow {
 public:
  using Orders = std::vector<Order>;

  // REQUIRES: slots isn't empty, all of its numbers are above 0; so are the bounds.
  explicit Flow(FlowOptions options, const FlowStart& start = {});

  // At the beginning, and to ask a curriculum again that had none.
  Orders Begin();
  // What AskForGroups asked for; fewer: there are no more until some are reported or returned.
  // Evaluations may come at any time.
  Orders AddGroups(const std::vector<GroupSpec>& groups);
  // No more come, ever: the last batch may have fewer.
  Orders EndOfGroups();
  // Of rollouts and groups that are no more, as those that were cancelled, nothing is changed.
  Orders OnRollout(int64_t rollout);
  Orders OnRolloutFailed(int64_t rollout);
  Orders OnReward(int64_t rollout, std::optional<double> reward);
  // The curriculum's answer to ReportGroup.
  Orders TakeGroup(int64_t group);
  Orders DropGroup(int64_t group);
  // The trainer's newest version; it grows.
  Orders OnWeights(int64_t version);
  Orders OnServerUpdated(size_t server);
  // Whether it answers. What it was doing is done elsewhere, and it gets the newest weights before
  // anything else when it is back.
  Orders OnServerDown(size_t server);
  Orders OnServerUp(size_t server);
  // The trainer has taken the oldest batch that waited.
  Orders OnBatchTaken();
  // All that has begun and isn't in a batch, for the curriculum, when the run ends or goes on from
  // somewhere else.
  std::vector<int64_t> OpenGroups() const;

  FlowCounts counts() const;
  int64_t version() const { return version_; }
  // That the next batch has.
  int64_t next_step() const { return next_step_; }
  // No group comes any more, and all have come to their end.
  bool done() const { return over_ && groups_.empty(); }

 private:
  enum class SampleState { kToSend, kUnderWay, kJudging, kDone };
  struct Sample {
    SampleState state = SampleState::kToSend;
    int64_t rollout = 0;
    int tries = 0;
    int64_t first_version = 0;
    int64_t last_version = 0;
    int64_t policies = 0;
    std::optional<double> reward;
  };
  struct Group {
    GroupSpec spec;
    std::optional<size_t> server;  // nothing: none has taken it yet
    std::vector<Sample> samples;
    int to_send = 0;  // of the samples
    int left = 0;     // that aren't done
    int64_t first_version = 0;
    bool begun = false;     // a rollout of it was sent
    bool reported = false;  // all samples are done, and the curriculum knows
  };
  struct Server {
    int slots = 0;
    std::set<int64_t> under_way;  // rollouts
    int64_t version = 0;
    std::optional<int64_t> taking;  // the version that it is being updated to
    bool up = true;
    std::deque<int64_t> groups;  // that it has taken and that have samples to send
  };
  struct Place {
    int64_t group = 0;
    int sample = 0;
  };

  bool TooOld(const Group& group) const;
  // Whether what is begun now would be.
  bool WeightsTooOld() const;
  // Groups to ask for, so that every free slot has a sample, and each server a group to go on with.
  int64_t GroupsWanted() const;
  // Sends, updates, fills batches and asks for groups, as far as there is anything to do.
  void Pump(Orders* orders);
  void UpdateServers(Orders* orders);
  void SendFrom(size_t server, Orders* orders);
  // The next group with a sample to send there; null: there is none.
  Group* NextGroupOf(size_t server);
  // The sample is made anew, or masked where it was tried often enough.
  void Redo(Group* group, int sample, Orders* orders);
  void EndSample(Group* group, int sample, std::optional<double> reward, Orders* orders);
  void TakeFromServer(int64_t rollout);
  void GiveUp(int64_t group, Orders* orders);
  void SweepOld(Orders* orders);
  bool BatchIsFull() const;
  void FillBatches(Orders* orders);
  static FinishedGroup Finished(const Group& group);

  const FlowOptions options_;
  std::vector<Server> servers_;
  size_t next_server_ = 0;  // that a new group is offered to first
  int64_t version_ = 0;
  int64_t next_rollout_ = 1;
  int64_t next_step_ = 1;
  int64_t asked_for_ = 0;   // groups that were asked for and haven't come
  bool dry_ = false;        // the curriculum had fewer than it was asked for
  bool over_ = false;       // no more come
  int64_t group_size_ = 1;  // rollouts of the last group
  std::map<int64_t, Group> groups_;
  std::map<int64_t, Place> rollouts_;  // under way or judged
  std::deque<int64_t> unbegun_;        // groups that no server has taken
  std::deque<int64_t> ready_;          // groups for the next batches
  FlowCounts counts_;
};

}  // namespace assay::orchestra
