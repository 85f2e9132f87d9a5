#include "lab/rl/orchestra/flow/flow.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace assay::orchestra {
namespace {

void Remove(std::deque<int64_t>* list, int64_t one) {
  list->erase(std::remove(list->begin(), list->end(), one), list->end());
}

}  // namespace

Flow::Flow(FlowOptions options, const FlowStart& start)
    : options_(std::move(options)), version_(start.version), next_step_(start.next_step) {
  ASSAY_CHECK(!options_.slots.empty() && options_.batch_groups > 0 && options_.most_updating > 0);
  ASSAY_CHECK(options_.most_waiting_batches > 0 && options_.most_tries > 0);
  for (const int slots : options_.slots) {
    ASSAY_CHECK(slots > 0);
    servers_.emplace_back().slots = slots;
    // Nobody knows what a server has that others have used before.
    servers_.back().version = start.next_step == 1 && start.version == 0 ? 0 : -1;
  }
  counts_.waiting_batches = start.waiting_batches;
  for (const FinishedGroup& finished : start.ready) {
    Group& group = groups_[finished.group];
    group.spec = {finished.group, static_cast<int>(finished.samples.size()), false};
    group.begun = group.reported = true;
    group.first_version = start.version;
    for (const FlowSample& sample : finished.samples) {
      group.samples.push_back({SampleState::kDone, sample.rollout, 0, sample.first_version,
                               sample.last_version, 0, sample.reward});
      if (sample.reward) group.first_version = std::min(group.first_version, sample.first_version);
      next_rollout_ = std::max(next_rollout_, sample.rollout + 1);
    }
    ready_.push_back(finished.group);
  }
}

Flow::Orders Flow::Begin() {
  Orders orders;
  dry_ = false;
  SweepOld(&orders);
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::AddGroups(const std::vector<GroupSpec>& groups) {
  Orders orders;
  int64_t asked = 0;
  for (const GroupSpec& spec : groups) {
    ASSAY_CHECK(spec.rollouts > 0 && !groups_.contains(spec.group));
    Group& group = groups_[spec.group];
    group.spec = spec;
    group.samples.resize(static_cast<size_t>(spec.rollouts));
    group.to_send = group.left = spec.rollouts;
    if (spec.evaluation) {
      unbegun_.push_front(spec.group);
    } else {
      unbegun_.push_back(spec.group);
      group_size_ = spec.rollouts;
      ++asked;
    }
  }
  // An evaluation alone answers nothing that was asked.
  if (asked > 0 || groups.empty()) {
    dry_ = asked < asked_for_;
    asked_for_ = 0;
  }
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::EndOfGroups() {
  Orders orders;
  over_ = true;
  Pump(&orders);
  return orders;
}

bool Flow::WeightsTooOld() const {
  return options_.staleness == Staleness::kAge &&
         next_step_ - 1 - version_ > options_.most_off_policy;
}

bool Flow::TooOld(const Group& group) const {
  return options_.staleness == Staleness::kAge && group.begun && !group.spec.evaluation &&
         next_step_ - 1 - group.first_version > options_.most_off_policy;
}

int64_t Flow::GroupsWanted() const {
  if (over_ || dry_ || asked_for_ > 0) return 0;
  // The trainer is behind: what is begun goes on, nothing else begins.
  if (static_cast<int64_t>(ready_.size()) >= options_.batch_groups) return 0;
  int64_t room = static_cast<int64_t>(servers_.size()) * group_size_;
  for (const Server& server : servers_) {
    if (server.up) room += server.slots - static_cast<int64_t>(server.under_way.size());
  }
  for (const auto& [number, group] : groups_) room -= group.to_send;
  return room <= 0 ? 0 : (room + group_size_ - 1) / group_size_;
}

Flow::Group* Flow::NextGroupOf(size_t server) {
  std::deque<int64_t>& own = servers_[server].groups;
  while (!own.empty()) {
    const auto found = groups_.find(own.front());
    if (found != groups_.end() && found->second.to_send > 0) return &found->second;
    own.pop_front();
  }
  if (unbegun_.empty()) return nullptr;
  Group& group = groups_.at(unbegun_.front());
  unbegun_.pop_front();
  group.server = server;
  own.push_back(group.spec.group);
  return &group;
}

void Flow::SendFrom(size_t number, Orders* orders) {
  Server& server = servers_[number];
  if (!server.up || server.taking || server.version != version_ || WeightsTooOld()) return;
  while (static_cast<int>(server.under_way.size()) < server.slots) {
    Group* const group = NextGroupOf(number);
    if (group == nullptr) return;
    const auto sample =
        std::find_if(group->samples.begin(), group->samples.end(),
                     [](const Sample& one) { return one.state == SampleState::kToSend; });
    sample->state = SampleState::kUnderWay;
    sample->rollout = next_rollout_++;
    sample->first_version = sample->last_version = server.version;
    sample->policies = 1;
    --group->to_send;
    if (!group->begun) group->first_version = server.version;
    group->begun = true;
    const int index = static_cast<int>(sample - group->samples.begin());
    rollouts_[sample->rollout] = {group->spec.group, index};
    server.under_way.insert(sample->rollout);
    orders->push_back(SendRollout{sample->rollout, group->spec.group, index, number});
  }
}

void Flow::UpdateServers(Orders* orders) {
  size_t updating = 0;
  for (const Server& server : servers_) updating += server.taking ? 1 : 0;
  for (size_t number = 0; number < servers_.size() && updating < options_.most_updating; ++number) {
    Server& server = servers_[number];
    if (!server.up || server.taking || server.version == version_) continue;
    // What another policy would make too old need not wait for it.
    const std::set<int64_t> before = server.under_way;
    for (const int64_t rollout : before) {
      const Place place = rollouts_.at(rollout);
      Group& group = groups_.at(place.group);
      if (options_.staleness != Staleness::kPolicies || group.spec.evaluation ||
          group.samples[static_cast<size_t>(place.sample)].policies < options_.most_off_policy) {
        continue;
      }
      orders->push_back(CancelRollout{rollout, number});
      ++counts_.too_old;
      TakeFromServer(rollout);
      Redo(&group, place.sample, orders);
    }
    server.taking = version_;
    ++updating;
    orders->push_back(UpdateServer{number, version_});
  }
}

void Flow::Pump(Orders* orders) {
  UpdateServers(orders);
  FillBatches(orders);
  // Who begins is another one each time, so that groups go round.
  for (size_t i = 0; i < servers_.size(); ++i) {
    SendFrom((next_server_ + i) % servers_.size(), orders);
  }
  next_server_ = (next_server_ + 1) % servers_.size();
  if (const int64_t wanted = GroupsWanted(); wanted > 0) {
    asked_for_ = wanted;
    orders->push_back(AskForGroups{wanted});
  }
}

void Flow::TakeFromServer(int64_t rollout) {
  const Place place = rollouts_.at(rollout);
  servers_[groups_.at(place.group).server.value()].under_way.erase(rollout);
}

void Flow::Redo(Group* group, int index, Orders* orders) {
  Sample& sample = group->samples[static_cast<size_t>(index)];
  rollouts_.erase(sample.rollout);
  if (++sample.tries >= options_.most_tries) return EndSample(group, index, std::nullopt, orders);
  sample.state = SampleState::kToSend;
  if (++group->to_send > 1) return;
  if (servers_[group->server.value()].up) {
    servers_[*group->server].groups.push_front(group->spec.group);
  } else {
    group->server.reset();
    unbegun_.push_front(group->spec.group);
  }
}

void Flow::EndSample(Group* group, int index, std::optional<double> reward, Orders* orders) {
  Sample& sample = group->samples[static_cast<size_t>(index)];
  sample.state = SampleState::kDone;
  sample.reward = reward;
  if (!reward) ++counts_.masked;
  if (--group->left > 0) return;
  if (group->spec.evaluation) {
    ++counts_.evaluated;
    orders->push_back(ReportEvaluation{Finished(*group)});
    groups_.erase(group->spec.group);
    return;
  }
  group->reported = true;
  orders->push_back(ReportGroup{Finished(*group)});
}

Flow::Orders Flow::OnRollout(int64_t rollout) {
  Orders orders;
  const auto found = rollouts_.find(rollout);
  if (found == rollouts_.end()) return orders;
  Sample& sample =
      groups_.at(found->second.group).samples[static_cast<size_t>(found->second.sample)];
  if (sample.state != SampleState::kUnderWay) return orders;
  TakeFromServer(rollout);
  sample.state = SampleState::kJudging;
  orders.push_back(JudgeRollout{rollout});
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnRolloutFailed(int64_t rollout) {
  Orders orders;
  const auto found = rollouts_.find(rollout);
  if (found == rollouts_.end()) return orders;
  const Place place = found->second;
  Group& group = groups_.at(place.group);
  if (group.samples[static_cast<size_t>(place.sample)].state != SampleState::kUnderWay)
    return orders;
  ++counts_.failed;
  TakeFromServer(rollout);
  Redo(&group, place.sample, &orders);
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnReward(int64_t rollout, std::optional<double> reward) {
  Orders orders;
  const auto found = rollouts_.find(rollout);
  if (found == rollouts_.end()) return orders;
  const Place place = found->second;
  Group& group = groups_.at(place.group);
  if (group.samples[static_cast<size_t>(place.sample)].state != SampleState::kJudging)
    return orders;
  rollouts_.erase(found);
  EndSample(&group, place.sample, reward, &orders);
  return orders;
}

Flow::Orders Flow::TakeGroup(int64_t number) {
  Orders orders;
  const auto found = groups_.find(number);
  // It may have grown too old while the curriculum was asked.
  if (found == groups_.end()) return {ForgetGroup{number}};
  ASSAY_CHECK(found->second.reported);
  ready_.push_back(number);
  dry_ = false;
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::DropGroup(int64_t number) {
  Orders orders;
  const auto found = groups_.find(number);
  if (found == groups_.end()) return orders;
  ASSAY_CHECK(found->second.reported);
  ++counts_.dropped;
  groups_.erase(found);
  dry_ = false;
  Pump(&orders);
  return orders;
}

void Flow::GiveUp(int64_t number, Orders* orders) {
  Group& group = groups_.at(number);
  for (const Sample& sample : group.samples) {
    if (sample.state == SampleState::kUnderWay) {
      orders->push_back(CancelRollout{sample.rollout, group.server.value()});
      TakeFromServer(sample.rollout);
    }
    if (sample.state != SampleState::kToSend) ++counts_.too_old;
    rollouts_.erase(sample.rollout);
  }
  Remove(&ready_, number);
  Remove(&unbegun_, number);
  // One that was reported isn't the curriculum's to take back.
  if (group.reported) {
    ++counts_.dropped;
    orders->push_back(ForgetGroup{number});
  } else {
    ++counts_.returned;
    dry_ = false;
    orders->push_back(ReturnGroup{number});
  }
  groups_.erase(number);
}

void Flow::SweepOld(Orders* orders) {
  std::vector<int64_t> old;
  for (const auto& [number, group] : groups_) {
    if (TooOld(group)) old.push_back(number);
  }
  for (const int64_t number : old) GiveUp(number, orders);
}

bool Flow::BatchIsFull() const {
  const auto ready = static_cast<int64_t>(ready_.size());
  if (over_ && ready > 0 && ready_.size() == groups_.size()) return true;
  return ready >= options_.batch_groups;
}

void Flow::FillBatches(Orders* orders) {
  while (BatchIsFull() && counts_.waiting_batches < options_.most_waiting_batches) {
    EmitBatch batch{next_step_++, version_, {}};
    while (!ready_.empty() && static_cast<int64_t>(batch.groups.size()) < options_.batch_groups) {
      const auto found = groups_.find(ready_.front());
      ready_.pop_front();
      batch.groups.push_back(Finished(found->second));
      groups_.erase(found);
    }
    ++counts_.batches;
    ++counts_.waiting_batches;
    orders->push_back(std::move(batch));
    SweepOld(orders);
  }
}

FinishedGroup Flow::Finished(const Group& group) {
  FinishedGroup finished{group.spec.group, {}};
  for (const Sample& one : group.samples) {
    finished.samples.push_back({one.rollout, one.reward, one.first_version, one.last_version});
  }
  return finished;
}

Flow::Orders Flow::OnWeights(int64_t version) {
  Orders orders;
  if (version <= version_) return orders;
  version_ = version;
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnServerUpdated(size_t number) {
  Orders orders;
  Server& server = servers_.at(number);
  if (!server.taking) return orders;
  server.version = *std::exchange(server.taking, std::nullopt);
  for (const int64_t rollout : server.under_way) {
    const Place place = rollouts_.at(rollout);
    Sample& sample = groups_.at(place.group).samples[static_cast<size_t>(place.sample)];
    sample.last_version = server.version;
    ++sample.policies;
  }
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnServerDown(size_t number) {
  Orders orders;
  Server& server = servers_.at(number);
  if (!server.up) return orders;
  server.up = false;
  server.taking.reset();
  // Whatever it has when it comes back, it gets the newest weights first.
  server.version = -1;
  const std::set<int64_t> lost = std::exchange(server.under_way, {});
  for (const int64_t rollout : lost) {
    const Place place = rollouts_.at(rollout);
    ++counts_.failed;
    Redo(&groups_.at(place.group), place.sample, &orders);
  }
  for (const int64_t waiting : std::exchange(server.groups, {})) {
    const auto found = groups_.find(waiting);
    if (found == groups_.end() || found->second.to_send == 0 || !found->second.server) continue;
    found->second.server.reset();
    unbegun_.push_front(waiting);
  }
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnServerUp(size_t number) {
  Orders orders;
  if (servers_.at(number).up) return orders;
  servers_[number].up = true;
  Pump(&orders);
  return orders;
}

Flow::Orders Flow::OnBatchTaken() {
  Orders orders;
  if (counts_.waiting_batches == 0) return orders;
  --counts_.waiting_batches;
  Pump(&orders);
  return orders;
}

std::vector<int64_t> Flow::OpenGroups() const {
  std::vector<int64_t> open;
  for (const auto& [number, group] : groups_) {
    if (!group.reported && !group.spec.evaluation) open.push_back(number);
  }
  return open;
}

FlowCounts Flow::counts() const {
  FlowCounts counts = counts_;
  counts.open_groups = static_cast<int64_t>(groups_.size());
  counts.waiting_groups = static_cast<int64_t>(ready_.size());
  counts.waiting_for_weights = WeightsTooOld() && !done();
  for (const Server& server : servers_) {
    counts.under_way += static_cast<int64_t>(server.under_way.size());
  }
  counts.judging = static_cast<int64_t>(rollouts_.size()) - counts.under_way;
  return counts;
}

}  // namespace assay::orchestra
