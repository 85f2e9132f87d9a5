#include "lab/eval/run/evaluation.h"

#include <chrono>
#include <thread>

#include "base/mutex.h"
#include "lab/eval/run/plan.h"
#include "rollout/generate/surroundings.h"

namespace assay::eval {
namespace {

constexpr std::chrono::milliseconds kBetweenLooks{200};

// Calls `look` every now and then until it is destroyed.
class Watch {
 public:
  explicit Watch(std::function<void()> look) : look_(std::move(look)) {
    thread_ = std::thread([this] {
      while (true) {
        {
          const MutexLock lock(mutex_);
          if (!ended_) changed_.WaitUntil(mutex_, std::chrono::steady_clock::now() + kBetweenLooks);
          if (ended_) return;
        }
        look_();
      }
    });
  }
  ~Watch() {
    {
      const MutexLock lock(mutex_);
      ended_ = true;
      changed_.NotifyAll();
    }
    thread_.join();
  }
  Watch(const Watch&) = delete;

 private:
  const std::function<void()> look_;
  Mutex mutex_;
  CondVar changed_;
  bool ended_ ASSAY_GUARDED_BY(mutex_) = false;
  std::thread thread_;
};

bool Stopped(const Evaluation& run) {
  return run.stop != nullptr && run.stop->load();
}

// Answers that are in the folder, whatever start they are from, and given ones.
Status JudgeWhatIsThere(const Evaluation& run, GradePool* pool) {
  return run.folder->ForEachGeneration([&](const rollout::GenerationRecord& record) -> Status {
    if (!Stopped(run)) pool->Add(record);
    return {};
  });
}

Status KeepGiven(const Evaluation& run) {
  const std::string& sampling = run.folder->manifest().sampling;
  const std::string& model = run.folder->manifest().model;
  for (rollout::GenerationRecord record : run.given->records) {
    // The file's hash is in `sampling`, so another file has other keys.
    record.key = rollout::GenerationKey(model, "given", record.item, sampling, record.sample);
    if (run.folder->StateOfGeneration(record.key) == rollout::RowState::kDone) continue;
    ASSAY_RETURN_IF_ERROR(run.folder->Append(record));
  }
  return {};
}

// The samples without an answer, item by item.
class Questions {
 public:
  explicit Questions(const Evaluation& run) : run_(run) {}

  std::optional<rollout::Ask> Next() {
    while (place_ < run_.selection.part.size()) {
      const EvalItem& item = run_.benchmark.items()[run_.selection.part[place_]];
      const int64_t sample = sample_++;
      if (sample_ >= run_.samples) {
        sample_ = 0;
        ++place_;
      }
      const rollout::Sampling& sampling = run_.asking->sampling;
      const rollout::Prompt prompt = PromptFor(item);
      rollout::Ask ask;
      ask.key =
          rollout::GenerationKey(sampling.model, run_.asking->endpoint, rollout::PromptJson(prompt),
                                 rollout::ParametersJson(prompt, sampling), sample);
      if (run_.folder->StateOfGeneration(ask.key) == rollout::RowState::kDone) continue;
      ask.item = item.id;
      ask.sample = sample;
      ask.body = rollout::RequestBody(prompt, sampling, sample);
      ask.rules.route = prompt.route;
      ask.rules.thinking = run_.asking->thinking;
      ask.rules.stop = rollout::AllStops(prompt, sampling);
      ask.max_tokens = sampling.max_tokens;
      return ask;
    }
    return std::nullopt;
  }

 private:
  const Evaluation& run_;
  size_t place_ = 0;
  int64_t sample_ = 0;
};

int64_t Unanswered(const Evaluation& run) {
  Questions questions(run);
  int64_t count = 0;
  while (questions.Next()) ++count;
  return count;
}

}  // namespace

Result<EvaluationEnd> RunEvaluation(const Evaluation& run) {
  EvaluationEnd end;
  if (run.given != nullptr) ASSAY_RETURN_IF_ERROR(KeepGiven(run));
  GradePool pool(run.benchmark, run.grading, run.folder, run.judge);
  if (run.asking == nullptr) {
    Status read;
    {
      const Watch watch([&] {
        if (run.on_progress) run.on_progress({{}, pool.counts()});
      });
      read = JudgeWhatIsThere(run, &pool);
      const Status finished = pool.Finish();
      if (read.ok()) read = finished;
    }
    end.done.judged = pool.counts();
    if (!read.ok()) return read.error();
    if (Stopped(run)) end.asking.reason = rollout::EndReason::kStopped;
    return end;
  }
  rollout::RealSurroundings surroundings;
  rollout::GeneratorOptions options = run.asking->options;
  options.total = Unanswered(run);
  rollout::Generator generator(options, run.asking->transport, &surroundings);
  Questions questions(run);
  Status kept;
  {
    const Watch watch([&] {
      if (Stopped(run)) generator.Drain();
      if (run.on_progress) run.on_progress({generator.progress(), pool.counts()});
    });
    kept = JudgeWhatIsThere(run, &pool);
    if (kept.ok()) {
      end.asking = generator.Run([&] { return questions.Next(); },
                                 [&](const rollout::GenerationRecord& record) -> Status {
                                   ASSAY_RETURN_IF_ERROR(run.folder->Append(record));
                                   pool.Add(record);
                                   return {};
                                 });
    }
    const Status finished = pool.Finish();
    if (kept.ok()) kept = finished;
  }
  end.done = {generator.progress(), pool.counts()};
  if (!kept.ok()) return kept.error();
  return end;
}

}  // namespace assay::eval
