#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "engine/core.h"
#include "engine/job_plan.h"
#include "engine/worker.h"

namespace assay {

struct Engine::Impl {
  Impl(EngineOptions engine_options, Runner& runner, const LanguageTable& language_table,
       const Clock& clock, EngineObserver* observer)
      : options(std::move(engine_options)),
        languages(language_table),
        core(std::make_shared<EngineCore>(options, std::max(1, runner.slots()), clock)),
        threads(options, *core, runner, languages, clock, observer) {}

  const EngineOptions options;
  const LanguageTable& languages;
  const std::shared_ptr<EngineCore> core;  // tickets hold weak references
  WorkerThreads threads;
};

Engine::Engine(EngineOptions options, Runner& runner, const LanguageTable& languages,
               const Clock& clock, EngineObserver* observer)
    : impl_(std::make_unique<Impl>(std::move(options), runner, languages, clock, observer)) {}

Engine::~Engine() {
  impl_->core->Shutdown();
}

Result<TicketPtr> Engine::Submit(Submission submission, Done done) {
  ASSAY_ASSIGN_OR_RETURN(JobPlan plan, MakeJobPlan(std::move(submission), impl_->languages));
  return impl_->core->Submit(std::move(plan), std::move(done));
}

bool Engine::Drain(SteadyTime deadline) {
  return impl_->core->Drain(deadline);
}

EngineStats Engine::stats() const {
  return impl_->core->stats();
}

int Engine::RetryAfterSeconds() const {
  return impl_->core->RetryAfterSeconds();
}

}  // namespace assay
