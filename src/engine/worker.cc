#include "engine/worker.h"

#include <algorithm>
#include <utility>
#include <variant>

namespace assay {

WorkerThreads::WorkerThreads(const EngineOptions& options, EngineCore& core, Runner& runner,
                             const LanguageTable& languages, const Clock& clock,
                             EngineObserver* observer)
    : options_(options),
      core_(core),
      runner_(runner),
      observer_(observer),
      compile_disk_(
          options.compile_disk == nullptr
              ? nullptr
              : std::make_unique<CompileDisk>(*options.compile_disk, options.toolchain_identities)),
      executor_(options, runner, languages, clock, observer, compile_disk_.get()) {
  const int workers = std::max(1, runner.slots());
  threads_.reserve(static_cast<size_t>(workers) + 1);
  for (int i = 0; i < workers; ++i) threads_.emplace_back([this] { Work(); });
  threads_.emplace_back([this] { Time(); });
}

WorkerThreads::~WorkerThreads() {
  for (std::thread& thread : threads_) thread.join();
}

void WorkerThreads::AddStats(EngineStats* stats) const {
  executor_.AddStats(stats);
  if (compile_disk_) stats->compile_disk_hits = compile_disk_->hits();
}

void WorkerThreads::Work() {
  EngineCore::Stay stay;
  while (true) {
    auto next = core_.NextForWorker(&stay);
    if (auto* assignment = std::get_if<EngineCore::Assignment>(&next)) {
      TaskOutcome outcome = executor_.Execute(assignment->job->plan(), assignment->task);
      core_.Complete(std::move(*assignment), std::move(outcome));
    } else if (auto* finished = std::get_if<EngineCore::Finished>(&next)) {
      Deliver(std::move(*finished));
    } else {
      return;
    }
  }
}

void WorkerThreads::Time() {
  while (auto finished = core_.NextForTimer()) Deliver(std::move(*finished));
}

void WorkerThreads::Deliver(EngineCore::Finished finished) {
  {
    // Whatever the callback holds is gone before Delivered lets Drain return.
    const EngineCore::Finished owned = std::move(finished);
    const Submission& submission = owned.job->plan().submission;
    SubmissionResult result = owned.shared ? *owned.shared : owned.job->TakeResult(owned.at);
    if (const auto found = options_.toolchains.find(submission.language);
        found != options_.toolchains.end()) {
      result.toolchain = found->second;
    }
    result.tier = runner_.tier();
    if (owned.shared) {
      result.cached = true;
      result.queue_time = owned.at - owned.job->admitted();
      result.total_time = Nanoseconds{0};
    }
    if (!owned.flight.empty()) core_.Settle(owned.flight, result);
    if (observer_ != nullptr) observer_->OnSubmission(submission, result);
    owned.done(std::move(result));
  }
  core_.Delivered();
}

}  // namespace assay
