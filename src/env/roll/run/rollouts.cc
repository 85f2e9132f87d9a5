// One start of a run: what is left to do, the slots' two callbacks, scoring, and the watch over
// sandboxes. Figures are in figures.cc.
#include "env/roll/run/rollouts.h"

#include <algorithm>
#include <chrono>
#include <deque>
#include <memory>
#include <thread>
#include <utility>

#include "env/roll/run/group_desk.h"
#include "env/roll/run/slot_clock.h"
#include "env/roll/tools/sandbox.h"
#include "rollout/generate/surroundings.h"

namespace assay::env {
namespace {

using rollout::Ask;
using rollout::GenerationRecord;

constexpr std::chrono::milliseconds kBetweenLooks{200};
constexpr std::chrono::seconds kBetweenSandboxLooks{5};

bool IsOurs(const std::optional<Mask>& mask) {
  return mask && mask->cause == kInfrastructure;
}

class Start {
 public:
  explicit Start(const RollJob& job)
      : job_(job),
        desk_(job.group),
        pool_(job.score, job.score_threads),
        surrounding_{job.judge, [this](const std::string& item) { return pool_.Score(item); },
                     job.folder->run(), job.stop} {}

  Result<RollEnd> Run() {
    if (HasTools()) {
      // Of a start that was killed. Where that fails they end by themselves, later.
      [[maybe_unused]] const Status ended =
          EndSandboxes(job_.judge, kSandboxLabel, job_.folder->run());
    }
    ASSAY_RETURN_IF_ERROR(FindOpen());
    rollout::GeneratorOptions options = job_.asking;
    options.total = static_cast<int64_t>(open_.size());
    options.max_in_flight =
        std::max(1, std::min(options.max_in_flight, static_cast<int>(open_.size())));
    clock_ = std::make_unique<SlotClock>(options.max_in_flight, Now());
    generator_ = std::make_unique<rollout::Generator>(options, job_.transport, &surroundings_);
    RollEnd end;
    Status scored;
    {
      std::atomic<bool> over{false};
      std::thread watch([&] { Watch(&over); });
      end.asking = generator_->RunInTurns(
          [this] { return Begin(); },
          [this](const GenerationRecord& record) { return OnAnswer(record); });
      scored = pool_.Finish();
      over = true;
      watch.join();
    }
    // Those of rollouts that the end of the run has left in their middle.
    {
      MutexLock lock(mutex_);
      live_.clear();
    }
    if (!scored.ok()) return scored.error();
    end.done = Progress();
    return end;
  }

 private:
  struct Open {
    size_t task = 0;  // of the plan
    int64_t sample = 0;
  };
  struct Live {
    Open place;
    std::unique_ptr<Conversation> conversation;
    std::string sandbox;  // its id, while the model is asked
  };

  static SteadyTime Now() { return std::chrono::steady_clock::now(); }
  const PlannedTask& TaskOf(size_t index) const { return job_.plan->tasks[index]; }
  const PlanPart& PartOf(size_t index) const { return (*job_.parts)[TaskOf(index).part]; }
  std::string IdOf(const Open& place) const {
    return RolloutId(PartOf(place.task).stage.manifest.name, TaskOf(place.task).task.id,
                     place.sample);
  }

  bool HasTools() const {
    return std::any_of(job_.parts->begin(), job_.parts->end(), [](const PlanPart& part) {
      return !part.stage.manifest.rollout.tools.empty();
    });
  }

  // What an earlier start has left: rollouts to make, and those that are only to be scored.
  Status FindOpen() {
    for (size_t task = 0; task < job_.plan->tasks.size(); ++task) {
      std::vector<std::pair<Open, RolloutLine>> there;
      bool changes = false;
      for (int64_t sample = 0; sample < job_.group; ++sample) {
        const Open place{task, sample};
        ASSAY_ASSIGN_OR_RETURN(auto line, job_.folder->Find(IdOf(place)));
        const bool again = line && line->has_reward && IsOurs(line->mask);
        if (!line || (again && line->failed)) {
          open_.push_back(place);
          changes = true;
          continue;
        }
        changes = changes || !line->has_reward || again;
        there.emplace_back(place, *std::move(line));
      }
      for (auto& [place, line] : there) {
        const bool whole = line.has_reward && !IsOurs(line.mask);
        // A group is scored as a whole.
        if (whole && !(PartOf(task).compares && changes)) {
          Count(line.reward);
        } else {
          ASSAY_RETURN_IF_ERROR(Finish(place, line));
        }
      }
    }
    return {};
  }

  std::optional<Ask> Begin() {
    if (open_.empty()) {
      clock_->NoMoreWork(Now());
      return std::nullopt;
    }
    const Open place = open_.front();
    open_.pop_front();
    clock_->Take(Now());
    auto live = std::make_unique<Live>();
    live->place = place;
    live->conversation = std::make_unique<Conversation>(
        PartOf(place.task).stage, TaskOf(place.task).task, place.sample, surrounding_);
    Ask ask = live->conversation->First();
    MutexLock lock(mutex_);
    live_[ask.key] = std::move(live);
    return ask;
  }

  Result<std::optional<Ask>> OnAnswer(const GenerationRecord& record) {
    Live* live = nullptr;
    {
      MutexLock lock(mutex_);
      live = live_.at(record.key).get();
      live->sandbox.clear();
    }
    ASSAY_ASSIGN_OR_RETURN(std::optional<Ask> further, live->conversation->Next(record));
    if (further) {
      MutexLock lock(mutex_);
      live->sandbox = live->conversation->sandbox_id();
      return further;
    }
    clock_->Leave(Now());
    std::unique_ptr<Live> over;
    {
      MutexLock lock(mutex_);
      auto node = live_.extract(record.key);
      over = std::move(node.mapped());
    }
    ASSAY_RETURN_IF_ERROR(Keep(*over));
    return std::optional<Ask>();
  }

  Status Keep(const Live& live) {
    const Rollout& rollout = live.conversation->rollout();
    const std::string line = ToJson(rollout);
    if (rollout.mask) {
      // Nothing is left to do for it, unless its group waits.
      if (!PartOf(live.place.task).compares) return KeepMasked(rollout.id, line, *rollout.mask);
    } else {
      ASSAY_RETURN_IF_ERROR(job_.folder->AppendFinished(rollout.id, line));
    }
    const std::string& result = live.conversation->result();
    if (!result.empty()) return KeepScored({{rollout.id, line, ""}}, {result});
    ASSAY_ASSIGN_OR_RETURN(const RolloutLine parsed, ParseRolloutLine(line));
    return Finish(live.place, parsed);
  }

  // Hands on what is over to be scored.
  Status Finish(const Open& place, const RolloutLine& line) {
    const PlanPart& part = PartOf(place.task);
    const Task& task = TaskOf(place.task).task;
    const std::string group = part.compares ? part.stage.manifest.name + "/" + task.id : "";
    FinishedRollout rollout{line.id, line.unscored, ""};
    if (!line.failed) {
      rollout.item =
          ScoredItem(task, part.stage.manifest.name, line.response, line.completion_tokens, group);
    }
    std::vector<FinishedRollout> together;
    if (part.compares) {
      together = desk_.Put(place.task, std::move(rollout));
    } else {
      together.push_back(std::move(rollout));
    }
    return Score(std::move(together), group);
  }

  Status Score(std::vector<FinishedRollout> rollouts, const std::string& group) {
    ScorePool::Job job;
    auto scored = std::make_shared<std::vector<FinishedRollout>>();
    for (FinishedRollout& rollout : rollouts) {
      if (rollout.item.empty()) {
        ASSAY_ASSIGN_OR_RETURN(const RolloutLine line, ParseRolloutLine(rollout.unscored));
        ASSAY_RETURN_IF_ERROR(KeepMasked(rollout.id, rollout.unscored, line.mask.value_or(Mask())));
        continue;
      }
      job.items.push_back({std::move(rollout.item), group});
      scored->push_back(std::move(rollout));
    }
    if (scored->empty()) return {};
    job.done = [this, scored](const std::vector<std::string>& results) {
      return KeepScored(*scored, results);
    };
    return pool_.Add(std::move(job));
  }

  Status KeepScored(const std::vector<FinishedRollout>& rollouts,
                    const std::vector<std::string>& results) {
    std::vector<std::pair<std::string, std::string>> lines;
    for (size_t i = 0; i < rollouts.size(); ++i) {
      ASSAY_ASSIGN_OR_RETURN(std::string line, WithReward(rollouts[i].unscored, results[i]));
      lines.emplace_back(rollouts[i].id, std::move(line));
    }
    ASSAY_RETURN_IF_ERROR(job_.folder->AppendScored(lines));
    for (const auto& [id, line] : lines) Count(job_.folder->FindScored(id)->reward);
    return {};
  }

  Status KeepMasked(const std::string& id, const std::string& line, const Mask& mask) {
    ASSAY_RETURN_IF_ERROR(job_.folder->AppendScored({{id, WithMask(line, mask)}}));
    Count(std::nullopt);
    return {};
  }

  void Count(std::optional<double> reward) {
    MutexLock lock(mutex_);
    ++(reward ? scored_ : masked_);
    reward_sum_ += reward.value_or(0);
  }

  RollProgress Progress() {
    RollProgress progress;
    progress.rollouts = static_cast<int64_t>(job_.plan->tasks.size()) * job_.group;
    progress.asking = generator_->progress();
    progress.slots_busy = clock_->busy();
    progress.slots_asking = clock_->asking();
    MutexLock lock(mutex_);
    progress.scored = scored_;
    progress.masked = masked_;
    progress.reward_sum = reward_sum_;
    return progress;
  }

  void Watch(const std::atomic<bool>* over) {
    SteadyTime looked = Now();
    while (!over->load()) {
      std::this_thread::sleep_for(kBetweenLooks);
      if (job_.stop != nullptr && job_.stop->load()) {
        generator_->StopDrawing();
        clock_->NoMoreWork(Now());
      }
      clock_->Look(Now(), generator_->progress().in_flight);
      if (job_.on_progress) job_.on_progress(Progress());
      if (Now() - looked < kBetweenSandboxLooks) continue;
      looked = Now();
      GiveUpWithoutSandbox();
    }
  }

  // A rollout whose sandbox ends while the model is asked needs no answer any more.
  void GiveUpWithoutSandbox() {
    {
      MutexLock lock(mutex_);
      const bool any = std::any_of(live_.begin(), live_.end(), [](const auto& entry) {
        return !entry.second->sandbox.empty();
      });
      if (!any) return;
    }
    const auto ended = EndedSandboxes(job_.judge, kSandboxLabel, job_.folder->run());
    if (!ended.ok()) return;
    MutexLock lock(mutex_);
    for (const auto& [id, live] : live_) {
      if (live->sandbox.empty()) continue;
      if (std::find(ended->begin(), ended->end(), live->sandbox) == ended->end()) continue;
      live->conversation->GiveUp();
    }
  }

  const RollJob& job_;
  rollout::RealSurroundings surroundings_;
  GroupDesk desk_;
  std::deque<Open> open_;  // the generator draws one at a time
  std::unique_ptr<SlotClock> clock_;
  std::unique_ptr<rollout::Generator> generator_;

  Mutex mutex_;
  std::map<std::string, std::unique_ptr<Live>> live_ ASSAY_GUARDED_BY(mutex_);
  int64_t scored_ ASSAY_GUARDED_BY(mutex_) = 0;
  int64_t masked_ ASSAY_GUARDED_BY(mutex_) = 0;
  double reward_sum_ ASSAY_GUARDED_BY(mutex_) = 0;

  // Its threads end first, for they use all that is above.
  ScorePool pool_;
  const Surrounding surrounding_;
};

}  // namespace

Result<RollEnd> RunRollouts(const RollJob& job) {
  return Start(job).Run();
}

}  // namespace assay::env
