// In a simulated world: servers with latencies of a heavy tail that fail and go away, a trainer
// that keeps publishing weights, a verifier and a curriculum that take their time. The clock is a
// queue of events, so a minute takes milliseconds and each run is the same.

#include "lab/rl/orchestra/flow/flow.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <queue>
#include <set>

#include "base/dice/mix.h"

namespace assay::orchestra {
namespace {

struct World {
  int servers = 2;
  int slots = 32;
  int64_t batch_groups = 8;
  Staleness staleness = Staleness::kAge;
  int64_t most_off_policy = 8;
  double fails = 0.01;        // of rollouts
  double outage_every_s = 0;  // of each server; 0: never
  double train_s = 1;
  double taken = 0.7;  // of groups, by the curriculum
  double evaluate_every_s = 0;
  int64_t groups = INT64_MAX;  // that the curriculum has
  uint64_t seed = 1;
};

class Simulation {
 public:
  explicit Simulation(const World& world)
      : world_(world), dice_(world.seed), flow_(OptionsOf(world)), up_(world.servers, true) {}

  void Run(double until_s) {
    Carry(flow_.Begin());
    for (int server = 0; server < world_.servers && world_.outage_every_s > 0; ++server) {
      PlanOutage(static_cast<size_t>(server));
    }
    if (world_.evaluate_every_s > 0) Later(world_.evaluate_every_s, [this] { Evaluate(); });
    while (!events_.empty() && events_.top().at_s <= until_s) {
      const Event event = events_.top();
      events_.pop();
      Measure(event.at_s);
      now_s_ = event.at_s;
      event.happen();
      Check();
    }
  }

  double busy() const { return busy_slot_s_ / up_slot_s_; }
  FlowCounts counts() const { return flow_.counts(); }

  // What each group came to; open ones are in none.
  std::map<int64_t, int> ends;
  std::set<int64_t> forgotten;
  int64_t finished_rollouts = 0;
  int64_t batches = 0;
  std::vector<size_t> batch_sizes;
  int64_t evaluated = 0;
  int64_t oldest = 0;  // versions between a batch and its oldest rollout
  int64_t most_policies = 0;
  int64_t given = 0;

 private:
  struct Event {
    double at_s = 0;
    int64_t order = 0;
    std::function<void()> happen;
    bool operator<(const Event& other) const {
      return std::tie(at_s, order) > std::tie(other.at_s, other.order);
    }
  };

  static FlowOptions OptionsOf(const World& world) {
    FlowOptions options;
    options.slots.assign(static_cast<size_t>(world.servers), world.slots);
    options.batch_groups = world.batch_groups;
    options.staleness = world.staleness;
    options.most_off_policy = world.most_off_policy;
    return options;
  }

  double Uniform() { return (static_cast<double>(dice_.Below(1 << 30)) + 0.5) / (1 << 30); }
  // Log-normal: half take less than a second, one of a hundred more than ten.
  double Latency() {
    return std::exp(std::sqrt(-2 * std::log(Uniform())) * std::cos(6.283185307179586 * Uniform()));
  }
  void Later(double after_s, std::function<void()> happen) {
    events_.push({now_s_ + after_s, next_event_++, std::move(happen)});
  }
  void Measure(double until_s) {
    constexpr double kWarmUpS = 10;
    const double from_s = std::max(now_s_, kWarmUpS);
    if (until_s <= from_s) return;
    const auto up = static_cast<double>(std::count(up_.begin(), up_.end(), true));
    busy_slot_s_ += static_cast<double>(at_servers_.size()) * (until_s - from_s);
    up_slot_s_ += up * world_.slots * (until_s - from_s);
  }
  void Check() {
    constexpr int64_t kEventsBetween = 32;
    if (++events_seen_ % kEventsBetween != 0) return;
    std::map<size_t, int> each;
    for (const auto& [rollout, server] : at_servers_) ++each[server];
    for (const auto& [server, count] : each) ASSERT_LE(count, world_.slots);
    ASSERT_EQ(flow_.counts().under_way, static_cast<int64_t>(at_servers_.size()));
  }
  void PlanOutage(size_t server) {
    Later(world_.outage_every_s * (0.5 + Uniform()), [this, server] {
      up_[server] = false;
      std::erase_if(at_servers_, [&](const auto& one) { return one.second == server; });
      Carry(flow_.OnServerDown(server));
      Later(3, [this, server] {
        up_[server] = true;
        Carry(flow_.OnServerUp(server));
        PlanOutage(server);
      });
    });
  }
  void Evaluate() {
    std::vector<GroupSpec> groups;
    for (int i = 0; i < 4; ++i) groups.push_back({kEvaluation + next_evaluation_++, 4, true});
    Carry(flow_.AddGroups(groups));
    Later(world_.evaluate_every_s, [this] { Evaluate(); });
  }
  void Train() {
    if (training_ || waiting_.empty()) return;
    const EmitBatch batch = waiting_.front();
    waiting_.pop();
    training_ = true;
    Carry(flow_.OnBatchTaken());
    for (const FinishedGroup& group : batch.groups) {
      for (const FlowSample& sample : group.samples) {
        if (!sample.reward) continue;
        oldest = std::max(oldest, batch.step - 1 - sample.first_version);
      }
    }
    Later(world_.train_s, [this, step = batch.step] {
      training_ = false;
      Carry(flow_.OnWeights(step));
      Train();
    });
  }

  void Carry(const Flow::Orders& orders) {
    for (const Order& order : orders) {
      std::visit([this](const auto& one) { Carry(one); }, order);
    }
  }
  void Carry(const SendRollout& send) {
    ASSERT_TRUE(up_[send.server]);
    ASSERT_TRUE(sent_.insert(send.rollout).second);
    at_servers_[send.rollout] = send.server;
    const bool fails = Uniform() < world_.fails;
    Later(Latency(), [this, rollout = send.rollout, fails] {
      if (at_servers_.erase(rollout) == 0) return;  // cancelled, or its server went away
      ++finished_rollouts;
      Carry(fails ? flow_.OnRolloutFailed(rollout) : flow_.OnRollout(rollout));
    });
  }
  void Carry(const CancelRollout& cancel) { ASSERT_EQ(at_servers_.erase(cancel.rollout), 1u); }
  void Carry(const JudgeRollout& judge) {
    Later(0.05 + 0.3 * Uniform(), [this, rollout = judge.rollout] {
      const double reward = Uniform() < 0.5 ? 1 : 0;
      Carry(flow_.OnReward(rollout, Uniform() < 0.01 ? std::nullopt : std::optional(reward)));
    });
  }
  void Carry(const UpdateServer& update) {
    Later(0.2 + 0.2 * Uniform(), [this, server = update.server] {
      if (up_[server]) Carry(flow_.OnServerUpdated(server));
    });
  }
  void Carry(const AskForGroups& ask) {
    Later(0.01, [this, count = ask.count] {
      std::vector<GroupSpec> groups;
      for (int64_t i = 0; i < count && given < world_.groups; ++i)
        groups.push_back({++given, 16, false});
      const bool over = given >= world_.groups;
      Carry(flow_.AddGroups(groups));
      if (over) Carry(flow_.EndOfGroups());
    });
  }
  void Carry(const ReportGroup& report) {
    for (const FlowSample& sample : report.finished.samples) {
      if (sample.reward) {
        most_policies = std::max(most_policies, sample.last_version - sample.first_version + 1);
      }
    }
    Later(0.01, [this, group = report.finished.group] {
      if (Uniform() < world_.taken) return Carry(flow_.TakeGroup(group));
      ++ends[group];
      Carry(flow_.DropGroup(group));
    });
  }
  void Carry(const ReportEvaluation& report) {
    ASSERT_GE(report.finished.group, kEvaluation);
    ++evaluated;
  }
  void Carry(const ReturnGroup& back) { ++ends[back.group]; }
  void Carry(const ForgetGroup& old) { forgotten.insert(old.group); }
  void Carry(const EmitBatch& batch) {
    ++batches;
    ASSERT_EQ(batch.step, batches);
    batch_sizes.push_back(batch.groups.size());
    for (const FinishedGroup& group : batch.groups) ++ends[group.group];
    waiting_.push(batch);
    Later(0, [this] { Train(); });
  }

  static constexpr int64_t kEvaluation = 1'000'000'000;
  const World world_;
  Dice dice_;
  Flow flow_;
  std::vector<bool> up_;
  double now_s_ = 0;
  int64_t next_event_ = 0;
  int64_t events_seen_ = 0;
  int64_t next_evaluation_ = 0;
  std::priority_queue<Event> events_;
  std::map<int64_t, size_t> at_servers_;  // rollouts
  std::set<int64_t> sent_;
  std::queue<EmitBatch> waiting_;
  bool training_ = false;
  double busy_slot_s_ = 0, up_slot_s_ = 0;
};

TEST(Flow, KeepsTheSlotsBusyAndThrowsAwayWhatIsTooOld) {
  for (uint64_t seed = 1; seed <= 2; ++seed) {
    World world;
    world.seed = seed;
    world.servers = 4;
    world.outage_every_s = 40;
    world.evaluate_every_s = 15;
    Simulation simulation(world);
    simulation.Run(180);
    EXPECT_GE(simulation.busy(), 0.95);
    EXPECT_LE(simulation.oldest, 8);
    EXPECT_GT(simulation.batches, 30);
    EXPECT_GE(simulation.evaluated, 11 * 4);
    for (const auto& [group, ends] : simulation.ends) EXPECT_EQ(ends, 1) << group;
    // What hasn't ended is open.
    EXPECT_LE(static_cast<int64_t>(simulation.ends.size()), simulation.given);
    EXPECT_GE(static_cast<int64_t>(simulation.ends.size()) + simulation.counts().open_groups,
              simulation.given);
  }
}

TEST(Flow, OneServerMoreMakesAsManyMore) {
  constexpr double kServerSeconds = 800;
  std::map<int, double> rate;  // rollouts a second
  for (const int servers : {1, 2, 4, 8, 16}) {
    World world;
    world.servers = servers;
    world.batch_groups = 4 * servers;
    Simulation simulation(world);
    simulation.Run(kServerSeconds / servers);
    EXPECT_GE(simulation.busy(), 0.95) << servers;
    rate[servers] = static_cast<double>(simulation.finished_rollouts) * servers / kServerSeconds;
  }
  // As many rollouts were made in each, so that the chance in their lengths is the same: 1 %.
  for (const auto& [servers, per_s] : rate) EXPECT_GE(per_s / (servers * rate[1]), 0.95) << servers;
}

TEST(Flow, StrictBoundsAreKept) {
  for (const int64_t most : {0, 1, 2}) {
    World world;
    world.most_off_policy = most;
    world.batch_groups = 4;
    world.outage_every_s = 20;
    Simulation simulation(world);
    simulation.Run(60);
    EXPECT_LE(simulation.oldest, most);
    EXPECT_GT(simulation.batches, 5) << most;
    for (const auto& [group, ends] : simulation.ends) EXPECT_EQ(ends, 1) << group;
  }
}

TEST(Flow, NoMorePoliciesThanAllowedWriteARollout) {
  for (const int64_t most : {1, 2, 4}) {
    World world;
    world.staleness = Staleness::kPolicies;
    world.most_off_policy = most;
    world.batch_groups = 4;
    world.train_s = 0.5;
    Simulation simulation(world);
    simulation.Run(60);
    EXPECT_LE(simulation.most_policies, most);
    EXPECT_GT(simulation.batches, 10);
    for (const auto& [group, ends] : simulation.ends) EXPECT_EQ(ends, 1) << group;
  }
}

TEST(Flow, ASlowTrainerHoldsBackNewGroups) {
  World world;
  world.train_s = 30;
  world.batch_groups = 4;
  Simulation simulation(world);
  simulation.Run(200);
  // One is trained on, one waits, one is ready; what had begun by then is all that is open.
  EXPECT_LE(simulation.batches, 200 / 30 + 3);
  EXPECT_LE(simulation.counts().open_groups, 64);
  EXPECT_EQ(simulation.counts().under_way, 0);
  EXPECT_LE(simulation.oldest, 8);
}

TEST(Flow, TheLastGroupsComeToTheirEnd) {
  World world;
  world.groups = 101;
  world.outage_every_s = 10;
  Simulation simulation(world);
  simulation.Run(300);
  EXPECT_EQ(simulation.given, 101);
  for (const int64_t group : simulation.forgotten) ++simulation.ends[group];
  EXPECT_EQ(simulation.ends.size(), 101u);
  EXPECT_EQ(simulation.counts().open_groups, 0);
  for (const auto& [group, ends] : simulation.ends) EXPECT_EQ(ends, 1) << group;
  ASSERT_FALSE(simulation.batch_sizes.empty());
  for (size_t i = 0; i + 1 < simulation.batch_sizes.size(); ++i) {
    EXPECT_EQ(simulation.batch_sizes[i], 8u);
  }
}

TEST(Flow, AGroupStaysWithItsServer) {
  FlowOptions options;
  options.slots = {2, 2};
  options.batch_groups = 1;
  Flow flow(options);
  flow.Begin();
  std::map<int64_t, std::set<size_t>> servers;
  std::queue<SendRollout> sent;
  const auto carry = [&](const Flow::Orders& orders) {
    for (const Order& order : orders) {
      if (const auto* send = std::get_if<SendRollout>(&order)) {
        servers[send->group].insert(send->server);
        sent.push(*send);
      }
    }
  };
  carry(flow.AddGroups({{1, 4, false}, {2, 4, false}, {3, 4, false}, {4, 4, false}}));
  while (!sent.empty()) {
    const SendRollout next = sent.front();
    sent.pop();
    carry(flow.OnRollout(next.rollout));
  }
  ASSERT_EQ(servers.size(), 4u);
  for (const auto& [group, of_group] : servers) EXPECT_EQ(of_group.size(), 1u) << group;
}

TEST(Flow, ARunGoesOnWhereAnotherStopped) {
  FlowOptions options;
  options.slots = {4};
  options.batch_groups = 2;
  options.most_off_policy = 2;
  FlowStart start;
  start.next_step = 6;
  start.version = 5;
  start.ready = {{3, {{30, 1.0, 4, 4}}}, {4, {{31, 0.0, 2, 3}}}, {5, {{32, 1.0, 5, 5}}}};
  Flow flow(options, start);
  const Flow::Orders orders = flow.Begin();
  // One is too old for step 6; the others are the batch; the server is given the weights first.
  std::vector<int64_t> batch;
  bool forgot = false, updated = false;
  for (const Order& order : orders) {
    if (const auto* emit = std::get_if<EmitBatch>(&order)) {
      EXPECT_EQ(emit->step, 6);
      for (const FinishedGroup& group : emit->groups) batch.push_back(group.group);
    }
    if (const auto* old = std::get_if<ForgetGroup>(&order)) forgot = old->group == 4;
    if (const auto* update = std::get_if<UpdateServer>(&order)) updated = update->version == 5;
    EXPECT_FALSE(std::holds_alternative<SendRollout>(order));
  }
  EXPECT_EQ(batch, (std::vector<int64_t>{3, 5}));
  EXPECT_TRUE(forgot && updated);
  flow.AddGroups({{9, 1, false}});
  const Flow::Orders sent = flow.OnServerUpdated(0);
  EXPECT_EQ(std::get<SendRollout>(sent.at(0)).rollout, 33);
}

TEST(Flow, WhatIsSaidOfThePastChangesNothing) {
  FlowOptions options;
  options.slots = {4};
  options.batch_groups = 1;
  Flow flow(options);
  flow.Begin();
  const Flow::Orders sent = flow.AddGroups({{1, 1, false}});
  const int64_t rollout = std::get<SendRollout>(sent[0]).rollout;
  EXPECT_FALSE(flow.OnRollout(rollout).empty());
  EXPECT_TRUE(flow.OnRollout(rollout).empty());
  EXPECT_TRUE(flow.OnRolloutFailed(rollout).empty());
  EXPECT_TRUE(flow.OnRollout(99).empty());
  EXPECT_EQ(flow.OnReward(rollout, 1.0).size(), 1u);
  EXPECT_TRUE(flow.OnReward(rollout, 0.0).empty());
  EXPECT_TRUE(flow.OnServerUpdated(0).empty());
  EXPECT_TRUE(flow.OnBatchTaken().empty());
  EXPECT_TRUE(flow.OnWeights(0).empty());
  EXPECT_TRUE(std::holds_alternative<ForgetGroup>(flow.TakeGroup(7).at(0)));
}

}  // namespace
}  // namespace assay::orchestra
