#include "engine/engine.h"

#include <algorithm>
#include <utility>

#include "engine/cache/verdict_cache.h"
#include "engine/core.h"
#include "engine/time_scale.h"
#include "engine/worker.h"
#include "judging/plan/plan.h"

namespace assay {

struct Engine::Impl {
  Impl(EngineOptions engine_options, Runner& runner, const LanguageTable& language_table,
       const Clock& clock, EngineObserver* observer)
      : options(std::move(engine_options)),
        tier(runner.tier()),
        languages(language_table),
        core(std::make_shared<EngineCore>(options, std::max(1, runner.slots()), clock)),
        threads(options, *core, runner, languages, clock, observer) {}

  // What of this server a verdict depends on.
  std::string ConditionsOf(const std::string& language) const {
    const auto version = options.toolchains.find(language);
    const auto identity = options.toolchain_identities.find(language);
    return tier + "\n" + (version == options.toolchains.end() ? "" : version->second) + "\n" +
           (identity == options.toolchain_identities.end() ? "" : identity->second);
  }

  const EngineOptions options;
  const std::string tier;
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
  ScaleTimes(&plan.submission, impl_->options.time_multiplier);
  std::string key;
  if (impl_->options.verdict_cache_bytes > 0) {
    key = VerdictKey(plan.submission, impl_->ConditionsOf(plan.submission.language));
  }
  return impl_->core->Submit(std::move(plan), std::move(done), key);
}

bool Engine::Drain(SteadyTime deadline) {
  return impl_->core->Drain(deadline);
}

EngineStats Engine::stats() const {
  EngineStats stats = impl_->core->stats();
  impl_->threads.AddStats(&stats);
  return stats;
}

std::vector<TenantUsage> Engine::Tenants() const {
  return impl_->core->Tenants();
}

int Engine::RetryAfterSeconds(const std::string& tenant) const {
  return impl_->core->RetryAfterSeconds(tenant);
}

}  // namespace assay
