#include "lab/rl/orchestra/run/conductor.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <thread>
#include <utility>

#include "base/dice/mix.h"
#include "base/log.h"
#include "text/json_writer.h"

namespace assay::orchestra {
namespace {

constexpr int64_t kNoBound = std::numeric_limits<int64_t>::max();
constexpr auto kBetweenLooks = std::chrono::milliseconds(200);
constexpr auto kBetweenProbes = std::chrono::seconds(2);
// Numbers of groups that are no curriculum's.
constexpr int64_t kEvaluations = int64_t{1} << 60;

FlowOptions FlowOptionsOf(const ConductorOptions& options, size_t servers) {
  FlowOptions flow;
  flow.slots.assign(servers, options.slots);
  flow.batch_groups = options.batch_groups;
  flow.most_off_policy = options.most_off_policy;
  flow.staleness = options.staleness;
  flow.most_waiting_batches = options.most_waiting_batches;
  return flow;
}

curriculum::GroupResult ResultOf(const GroupRecord& record) {
  curriculum::GroupResult result;
  result.group = record.group;
  for (const RolloutRecord& rollout : record.rollouts) {
    result.rewards.push_back(rollout.reward);
    if (rollout.text.truncated) ++result.truncated;
  }
  return result;
}

FinishedGroup FinishedOf(const GroupRecord& record) {
  FinishedGroup finished{record.group, {}};
  for (const RolloutRecord& rollout : record.rollouts) {
    finished.samples.push_back(
        {rollout.rollout, rollout.reward, rollout.first_version, rollout.last_version});
  }
  return finished;
}

}  // namespace

Conductor::Conductor(ConductorOptions options, curriculum::Desk* desk,
                     const std::vector<Task>* tasks, const std::vector<Task>* evaluations,
                     std::vector<std::unique_ptr<InferenceServer>> servers, service::Judge* judge)
    : options_(std::move(options)),
      desk_(desk),
      tasks_(tasks),
      evaluations_(evaluations),
      servers_(std::move(servers)),
      judge_(judge),
      up_(servers_.size(), true) {
  const int servers_count = static_cast<int>(servers_.size());
  disk_.emplace(kNoBound, 1);
  control_.emplace(kNoBound, servers_count);
  judging_.emplace(kNoBound, options_.judging);
  // What is cancelled holds its thread for up to a second more.
  asking_.emplace(kNoBound,
                  servers_count * options_.slots + servers_count * options_.slots / 4 + 4);
}

Conductor::~Conductor() {
  Stop();
  // Their jobs post events that nobody takes any more.
  asking_.reset();
  judging_.reset();
  control_.reset();
  disk_.reset();
}

Result<std::unique_ptr<Conductor>> Conductor::Create(
    ConductorOptions options, const std::string& folder, curriculum::Desk* desk,
    const std::vector<Task>* tasks, const std::vector<Task>* evaluations,
    std::vector<std::unique_ptr<InferenceServer>> servers, service::Judge* judge) {
  std::unique_ptr<Conductor> conductor(
      new Conductor(std::move(options), desk, tasks, evaluations, std::move(servers), judge));
  ASSAY_RETURN_IF_ERROR(conductor->Load(folder));
  return conductor;
}

Status Conductor::Load(const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(journal_, RunJournal::Open(folder));
  const RunState& found = journal_->found();
  FlowStart start;
  start.next_step = found.steps + 1;
  start.version = found.weights.version;
  start.waiting_batches = std::max<int64_t>(0, found.steps - found.taken);
  weights_ = found.weights;
  written_ = found.steps;
  taken_ = found.taken;
  std::set<int64_t> finished(found.undecided.begin(), found.undecided.end());
  std::vector<int64_t> lost;
  for (const int64_t group : desk_->UnderWay()) {
    if (!finished.contains(group)) lost.push_back(group);
  }
  if (!lost.empty()) {
    const auto returned = desk_->Do({curriculum::GroupsBack{lost}, ""});
    if (!returned.ok()) return returned.error();
  }
  for (const int64_t group : found.ready) {
    ASSAY_ASSIGN_OR_RETURN(GroupRecord record, journal_->ReadGroupOf(group));
    start.ready.push_back(FinishedOf(record));
    ready_[group] = std::move(record);
  }
  // What the curriculum may not have heard of is told before anything else.
  for (const int64_t group : found.undecided) {
    ASSAY_ASSIGN_OR_RETURN(GroupRecord record, journal_->ReadGroupOf(group));
    const auto done = desk_->Do(
        {std::vector<curriculum::GroupResult>{ResultOf(record)}, "group-" + std::to_string(group)});
    if (!done.ok()) return done.error();
    const bool train = std::get<curriculum::Reported>(done->answer).groups[0].train;
    ASSAY_RETURN_IF_ERROR(journal_->Decide(group, train));
    if (!train) continue;
    start.ready.push_back(FinishedOf(record));
    ready_[group] = std::move(record);
  }
  curriculum_step_ = desk_->Summarise().step;
  flow_.emplace(FlowOptionsOf(options_, servers_.size()), start);
  MutexLock lock(mutex_);
  newest_ = weights_;
  counts_.slots = static_cast<int64_t>(servers_.size()) * options_.slots;
  counts_.servers_up = up_;
  counts_.step = written_;
  counts_.taken = taken_;
  counts_.version = weights_.version;
  return {};
}

void Conductor::Post(Event event) {
  MutexLock lock(mutex_);
  events_.push_back(std::move(event));
  changed_.NotifyAll();
}

void Conductor::Fail(const Error& error) {
  MutexLock lock(mutex_);
  if (!failure_) failure_ = error;
  changed_.NotifyAll();
}

void Conductor::Stop() {
  stop_ = true;
  ending_.Cancel();
  MutexLock lock(mutex_);
  changed_.NotifyAll();
}

std::optional<Conductor::Event> Conductor::Take() {
  MutexLock lock(mutex_);
  if (events_.empty() && !failure_ && !stop_) {
    changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
  }
  if (events_.empty()) return std::nullopt;
  Event event = std::move(events_.front());
  events_.pop_front();
  return event;
}

Status Conductor::Run() {
  Carry(flow_->Begin());
  while (!stop_) {
    if (const auto event = Take()) Carry((*event)());
    LookAround();
    MutexLock lock(mutex_);
    if (failure_) break;
  }
  for (const auto& [rollout, flight] : flights_) flight->cancel.Cancel();
  std::deque<Parked> parked;
  std::optional<Error> failure;
  {
    MutexLock lock(mutex_);
    parked.swap(parked_);
    failure = failure_;
  }
  for (const Parked& one : parked) one.on_batch({});
  if (failure) return *failure;
  return {};
}

void Conductor::LookAround() {
  const auto now = std::chrono::steady_clock::now();
  const bool done = flow_->done() && written_ == flow_->next_step() - 1;
  const bool stalled = flow_->counts().waiting_for_weights;
  if (stalled && !stalled_) {
    spdlog::warn("step {} waits for weights: those of version {} are more than {} steps behind",
                 flow_->next_step(), flow_->version(), options_.most_off_policy);
  }
  stalled_ = stalled;
  std::vector<std::pair<OnBatch, BatchAnswer>> answers;
  int64_t given = 0;
  {
    MutexLock lock(mutex_);
    counts_.flow = flow_->counts();
    counts_.step = written_;
    counts_.taken = taken_;
    counts_.version = flow_->version();
    counts_.servers_up = up_;
    counts_.done = done;
    std::erase_if(parked_, [&](Parked& one) {
      BatchAnswer answer;
      if (one.step <= written_) {
        answer.path = journal_->BatchPath(one.step);
        given = std::max(given, one.step);
      } else if (done) {
        answer.done = true;
      } else if (now < one.deadline) {
        return false;
      }
      answers.emplace_back(std::move(one.on_batch), std::move(answer));
      return true;
    });
  }
  for (const auto& [on_batch, answer] : answers) on_batch(answer);
  Carry(TakenUpTo(given));
}

void Conductor::Carry(const Flow::Orders& orders) {
  for (const Order& order : orders) {
    std::visit([this](const auto& one) { Carry(one); }, order);
  }
}

RolloutAsk Conductor::AskOf(const GroupState& group, int64_t rollout) const {
  RolloutAsk ask;
  ask.model = options_.model;
  ask.messages = group.task->messages;
  ask.temperature = group.asked.temperature;
  ask.max_tokens = group.asked.response_tokens;
  ask.token_ids = options_.token_ids;
  ask.extra_body = options_.extra_body;
  if (options_.interruption && !group.evaluation) {
    const auto& window = *options_.interruption;
    const auto width = static_cast<uint64_t>(window.to_tokens - window.from_tokens + 1);
    const uint64_t chance = Mix(static_cast<uint64_t>(rollout) * kGoldenStep);
    ask.interrupt_at = window.from_tokens + static_cast<int64_t>(chance % width);
    ask.phrase = window.phrase;
  }
  return ask;
}

void Conductor::Carry(const SendRollout& order) {
  const GroupState& group = groups_.at(order.group);
  auto flight = std::make_shared<Flight>();
  flight->server = order.server;
  flight->group = order.group;
  flights_[order.rollout] = flight;
  asking_->Submit(0, [this, flight, rollout = order.rollout, ask = AskOf(group, order.rollout)] {
    const SteadyTime deadline = std::chrono::steady_clock::now() + options_.rollout_timeout;
    auto answer = std::make_shared<Result<RolloutText>>(
        servers_[flight->server]->Ask(ask, deadline, flight->cancel));
    Post([this, rollout, answer] { return OnAnswer(rollout, std::move(*answer)); });
  });
}

Flow::Orders Conductor::OnAnswer(int64_t rollout, Result<RolloutText> answer) {
  const auto found = flights_.find(rollout);
  if (found == flights_.end()) return {};  // cancelled, or its server is gone
  const std::shared_ptr<Flight> flight = found->second;
  flights_.erase(found);
  if (!answer.ok()) {
    spdlog::warn("a rollout of {} failed: {}", servers_[flight->server]->url(),
                 answer.error().message);
    if (answer.error().code != ErrorCode::kUnavailable) return flow_->OnRolloutFailed(rollout);
    Flow::Orders orders = flow_->OnRolloutFailed(rollout);
    // Whoever sends to it now fails at once.
    Carry(orders);
    return ServerDown(flight->server, answer.error().message);
  }
  RolloutRecord& record = groups_.at(flight->group).rollouts[rollout];
  record.rollout = rollout;
  record.text = std::move(*answer);
  group_of_[rollout] = flight->group;
  {
    MutexLock lock(mutex_);
    ++counts_.rollouts;
    counts_.tokens += record.text.tokens;
    counts_.truncated += record.text.truncated ? 1 : 0;
    counts_.interrupted += record.text.interrupted ? 1 : 0;
  }
  return flow_->OnRollout(rollout);
}

void Conductor::Carry(const CancelRollout& order) {
  const auto found = flights_.find(order.rollout);
  if (found == flights_.end()) return;
  found->second->cancel.Cancel();
  flights_.erase(found);
}

void Conductor::Carry(const JudgeRollout& order) {
  const int64_t number = group_of_.at(order.rollout);
  const GroupState& group = groups_.at(number);
  judging_->Submit(0, [this, rollout = order.rollout, number, task = group.task,
                       text = group.rollouts.at(order.rollout).text.text] {
    if (stop_) return;
    auto grade = std::make_shared<Grade>(GradeRollout(*task, text, *judge_, &stop_));
    Post([this, rollout, number, grade] { return OnGrade(rollout, number, *grade); });
  });
}

Flow::Orders Conductor::OnGrade(int64_t rollout, int64_t number, const Grade& grade) {
  group_of_.erase(rollout);
  const auto group = groups_.find(number);
  if (group == groups_.end()) return {};  // too old meanwhile
  RolloutRecord& record = group->second.rollouts.at(rollout);
  record.reward = grade.reward;
  record.verdict = grade.verdict;
  if (!grade.reward) {
    spdlog::warn("no verdict about a rollout of {}: {}", group->second.task->id, grade.why);
  } else if (!group->second.evaluation) {
    MutexLock lock(mutex_);
    ++counts_.rewarded;
    counts_.reward_sum += *grade.reward;
  }
  return flow_->OnReward(rollout, grade.reward);
}

void Conductor::Carry(const UpdateServer& order) {
  if (order.version == 0) {
    // Nobody has given any weights yet.
    return Post([this, server = order.server] { return flow_->OnServerUpdated(server); });
  }
  control_->Submit(0, [this, server = order.server, weights = weights_] {
    const Status updated = servers_[server]->Update(weights, ending_);
    Post([this, server, updated]() -> Flow::Orders {
      if (updated.ok()) return flow_->OnServerUpdated(server);
      return ServerDown(server, "it doesn't take weights: " + updated.error().message);
    });
  });
}

Flow::Orders Conductor::ServerDown(size_t server, const std::string& why) {
  if (!up_[server]) return {};
  up_[server] = false;
  spdlog::warn("{} is down: {}", servers_[server]->url(), why);
  for (auto flight = flights_.begin(); flight != flights_.end();) {
    if (flight->second->server == server) {
      flight->second->cancel.Cancel();
      flight = flights_.erase(flight);
    } else {
      ++flight;
    }
  }
  Probe(server);
  return flow_->OnServerDown(server);
}

void Conductor::Probe(size_t server) {
  control_->Submit(0, [this, server] {
    while (!stop_ && !servers_[server]->Answers(ending_)) {
      const auto until = std::chrono::steady_clock::now() + kBetweenProbes;
      while (!stop_ && std::chrono::steady_clock::now() < until) {
        std::this_thread::sleep_for(kBetweenLooks);
      }
    }
    Post([this, server] {
      up_[server] = true;
      spdlog::info("{} answers again", servers_[server]->url());
      return flow_->OnServerUp(server);
    });
  });
}

void Conductor::Carry(const AskForGroups& order) {
  // A process before may have asked for a step further, whose batch it didn't get to write.
  curriculum_step_ = std::max(curriculum_step_, flow_->next_step());
  const curriculum::Ask ask{.step = curriculum_step_, .groups = order.count};
  disk_->Submit(0, [this, ask] {
    auto done = desk_->Do({ask, ""});
    if (!done.ok()) return Fail(done.error());
    auto batch = std::make_shared<curriculum::Batch>(std::get<curriculum::Batch>(done->answer));
    Post([this, batch] { return OnBatchOfGroups(*batch); });
  });
}

Flow::Orders Conductor::OnBatchOfGroups(const curriculum::Batch& batch) {
  std::vector<GroupSpec> specs;
  for (const curriculum::AskedGroup& asked : batch.groups) {
    GroupState& group = groups_[asked.group];
    group.asked = asked;
    group.task = &(*tasks_)[asked.problem];
    specs.push_back({asked.group, asked.rollouts, false});
  }
  Flow::Orders orders = flow_->AddGroups(specs);
  if (batch.done) {
    for (Order& order : flow_->EndOfGroups()) orders.push_back(std::move(order));
  }
  return orders;
}

GroupRecord Conductor::RecordOf(const FinishedGroup& finished) {
  auto group = groups_.extract(finished.group);
  GroupState& state = group.mapped();
  GroupRecord record;
  record.group = finished.group;
  record.id = state.task->id;
  record.row = state.asked.problem;
  if (!state.evaluation) {
    record.id = desk_->problems().Id(state.asked.problem);
    record.domain = desk_->problems().domains()[desk_->problems().DomainOf(state.asked.problem)];
  }
  record.messages = state.task->messages;
  record.temperature = state.asked.temperature;
  record.response_tokens = state.asked.response_tokens;
  for (const FlowSample& sample : finished.samples) {
    RolloutRecord rollout;
    rollout.rollout = sample.rollout;
    // One that was masked after its last try has no text.
    const auto found = state.rollouts.find(sample.rollout);
    if (found != state.rollouts.end()) rollout = std::move(found->second);
    rollout.reward = sample.reward;
    rollout.first_version = sample.first_version;
    rollout.last_version = sample.last_version;
    record.rollouts.push_back(std::move(rollout));
  }
  return record;
}

void Conductor::Carry(const ReportGroup& order) {
  auto record = std::make_shared<const GroupRecord>(RecordOf(order.finished));
  ready_[record->group] = *record;
  disk_->Submit(0, [this, record] {
    // On the disk before the curriculum hears of it: what it counts is never lost.
    if (const Status added = journal_->AddGroup(*record); !added.ok()) return Fail(added.error());
    const auto done = desk_->Do({std::vector<curriculum::GroupResult>{ResultOf(*record)},
                                 "group-" + std::to_string(record->group)});
    if (!done.ok()) return Fail(done.error());
    const bool train = std::get<curriculum::Reported>(done->answer).groups[0].train;
    const Status decided = journal_->Decide(record->group, train);
    if (!decided.ok()) return Fail(decided.error());
    Post([this, group = record->group, train] { return OnDecided(group, train); });
  });
}

Flow::Orders Conductor::OnDecided(int64_t group, bool train) {
  if (train) return flow_->TakeGroup(group);
  ready_.erase(group);
  return flow_->DropGroup(group);
}

void Conductor::Carry(const ForgetGroup& order) {
  ready_.erase(order.group);
}

void Conductor::Carry(const ReturnGroup& order) {
  groups_.erase(order.group);
  disk_->Submit(0, [this, group = order.group] {
    const auto done = desk_->Do({curriculum::GroupsBack{{group}}, ""});
    if (!done.ok()) Fail(done.error());
  });
}

void Conductor::Carry(const ReportEvaluation& order) {
  const GroupRecord record = RecordOf(order.finished);
  JsonWriter json;
  json.BeginObject().Key("step").Int(evaluation_step_).Key("id").Bytes(record.id);
  json.Key("rewards").BeginArray();
  for (const RolloutRecord& rollout : record.rollouts) {
    rollout.reward ? json.Double(*rollout.reward) : json.Null();
    if (!rollout.reward) continue;
    evaluation_sum_ += *rollout.reward;
    ++evaluation_count_;
  }
  json.EndArray().Key("versions").BeginArray();
  for (const RolloutRecord& rollout : record.rollouts) json.Int(rollout.last_version);
  json.EndArray().EndObject();
  disk_->Submit(0, [this, line = json.Take()] {
    if (const Status added = journal_->AddEvaluation(line); !added.ok()) Fail(added.error());
  });
  if (--evaluations_left_ > 0 || evaluation_count_ == 0) return;
  const double mean = evaluation_sum_ / static_cast<double>(evaluation_count_);
  spdlog::info("evaluation of step {}: {:.4f} of {} rollouts", evaluation_step_, mean,
               evaluation_count_);
  MutexLock lock(mutex_);
  counts_.evaluation = mean;
}

void Conductor::BeginEvaluation(int64_t step) {
  // One at a time: a slow one is not overtaken by the next.
  if (evaluations_->empty() || evaluations_left_ > 0) return;
  evaluation_step_ = step;
  evaluation_sum_ = 0;
  evaluation_count_ = 0;
  evaluations_left_ = static_cast<int64_t>(evaluations_->size());
  std::vector<GroupSpec> specs;
  for (size_t i = 0; i < evaluations_->size(); ++i) {
    GroupState& group = groups_[kEvaluations + next_evaluation_];
    group.task = &(*evaluations_)[i];
    group.evaluation = true;
    group.asked.problem = static_cast<uint32_t>(i);
    group.asked.temperature = options_.evaluate_temperature;
    group.asked.response_tokens = static_cast<int>(options_.evaluate_tokens);
    specs.push_back({kEvaluations + next_evaluation_++, options_.evaluate_rollouts, true});
  }
  Post([this, specs] { return flow_->AddGroups(specs); });
}

void Conductor::Carry(const EmitBatch& order) {
  auto lines = std::make_shared<std::string>();
  std::vector<int64_t> groups;
  for (const FinishedGroup& group : order.groups) {
    *lines += BatchLines(ready_.at(group.group), order.step, options_.shape);
    groups.push_back(group.group);
    ready_.erase(group.group);
  }
  disk_->Submit(0, [this, lines, groups, step = order.step] {
    const Status added = journal_->AddBatch(step, groups, *lines);
    if (!added.ok()) return Fail(added.error());
    Post([this, step]() -> Flow::Orders {
      written_ = step;
      return {};
    });
  });
  if (options_.evaluate_every > 0 && order.step % options_.evaluate_every == 0) {
    BeginEvaluation(order.step);
  }
}

Flow::Orders Conductor::TakenUpTo(int64_t step) {
  Flow::Orders orders;
  const int64_t taken = std::min(step, written_);
  if (taken <= taken_) return orders;
  disk_->Submit(0, [this, taken] {
    if (const Status set = journal_->SetTaken(taken); !set.ok()) Fail(set.error());
  });
  for (; taken_ < taken; ++taken_) {
    for (Order& order : flow_->OnBatchTaken()) orders.push_back(std::move(order));
  }
  return orders;
}

void Conductor::AskForBatch(int64_t step, SteadyTime deadline, OnBatch on_batch) {
  Post([this, step, deadline, on_batch = std::move(on_batch)]() -> Flow::Orders {
    Flow::Orders orders = TakenUpTo(step - 1);
    MutexLock lock(mutex_);
    parked_.push_back({step, deadline, on_batch});
    return orders;
  });
}

Status Conductor::NewWeights(const Weights& weights) {
  {
    MutexLock lock(mutex_);
    // Sent again, for its answer was lost.
    if (weights == newest_) return {};
    if (weights.version <= newest_.version) {
      return InvalidField("orchestra", "version",
                          fmt::format("must be above {}, the newest one", newest_.version));
    }
    newest_ = weights;
  }
  disk_->Submit(0, [this, weights] {
    if (const Status set = journal_->SetWeights(weights); !set.ok()) return Fail(set.error());
    Post([this, weights] {
      weights_ = weights;
      return flow_->OnWeights(weights.version);
    });
  });
  return {};
}

ConductorCounts Conductor::counts() const {
  MutexLock lock(mutex_);
  return counts_;
}

}  // namespace assay::orchestra
