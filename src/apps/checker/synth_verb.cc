// `assay checker synth`: a run folder that goes on after kill -9.

#include <cstdio>

#include "apps/checker/problem_run.h"
#include "apps/cli/interrupt.h"
#include "apps/setup/version.h"
#include "base/files/same_file.h"
#include "base/text.h"
#include "lab/synth/run/outcome_book.h"
#include "rollout/generate/request.h"

namespace assay {
namespace {

constexpr char kOutcomes[] = "outcomes.jsonl";
constexpr char kResults[] = "checkers.jsonl";

rollout::Manifest ManifestOf(const SynthRun& run) {
  rollout::Manifest manifest;
  manifest.benchmark = "checker-synth";
  manifest.title = "checkers, " + std::string(synth::kCheckerFormNames.NameOf(run.synthesis.form));
  manifest.protocol = "chat";
  manifest.prompts_sha = Sha256Hex(synth::PromptText(run.synthesis.form));
  manifest.model = run.asking.sampling.model;
  manifest.endpoint = run.asking.endpoint;
  manifest.sampling = rollout::ParametersJson({}, run.asking.sampling);
  manifest.assay_version = ASSAY_VERSION;
  return manifest;
}

// The finished problems in the order in which they came.
std::string Results(const std::vector<std::string>& keys, const synth::OutcomeBook& book) {
  std::string text;
  for (const std::string& key : keys) {
    if (const auto outcome = book.Find(key)) text += *outcome + "\n";
  }
  return text;
}

}  // namespace

int SynthesizeCheckers(const SynthRun& run, service::Judge& judge) {
  std::unique_ptr<rollout::RunFolder> recorded;
  if (!run.replay.empty()) {
    auto opened = rollout::RunFolder::OpenToRead(run.replay);
    if (!opened.ok()) return FailChecker("--replay: " + opened.error().message);
    recorded = std::move(opened).value();
  }
  const Status unread = RefuseOverwriting(
      run.run.out, {"manifest.json", "generations.jsonl", kOutcomes, kResults}, FilesRead(run.run));
  if (!unread.ok()) return FailChecker("--out: " + unread.error().message);
  const auto folder = rollout::RunFolder::Open(run.run.out, ManifestOf(run));
  if (!folder.ok()) return FailChecker(folder.error().message);
  const auto book = synth::OutcomeBook::Open(run.run.out + "/" + kOutcomes);
  if (!book.ok()) return FailChecker(book.error().message);
  std::atomic<bool> stop{false};
  synth::Asker asker(run.asking, folder->get(), recorded.get(), run.transport, &stop);
  const bool may_ask = run.transport || recorded;
  CheckerProgress progress("synth");
  Mutex mutex;
  std::map<size_t, std::string> keys;
  Status kept;
  const auto end = RunOnProblems(run.run, &stop, [&](size_t index, const auto& problem) {
    const std::string key = synth::OutcomeKey(problem, run.synthesis);
    {
      MutexLock lock(mutex);
      keys[index] = key;
    }
    if ((*book)->Has(key)) return progress.Count("done before");
    const synth::Outcome outcome =
        SynthesizeJudge(problem, run.synthesis, judge, may_ask ? &asker : nullptr, &stop);
    if (stop && outcome.ending == synth::Ending::kUnfinished) return;
    if (outcome.ending == synth::Ending::kUnfinished) {
      std::fprintf(stderr, "%s: %s\n", problem.id.c_str(), outcome.why.c_str());
    } else {
      const Status added =
          (*book)->Add(key, OutcomeJson(problem, outcome, run.asking.generator.budget));
      if (!added.ok()) {
        MutexLock lock(mutex);
        kept = added;
        stop = true;
        return;
      }
    }
    progress.Count(std::string(ToString(outcome.ending)));
  });
  if (!end.ok()) return FailChecker(end.error().message);
  if (!kept.ok()) return FailChecker(kept.error().message);
  std::vector<std::string> ordered;
  for (const auto& [index, key] : keys) ordered.push_back(key);
  const std::string results = Results(ordered, **book);
  const Status written = (*folder)->WriteFile(kResults, results);
  if (!written.ok()) return FailChecker(written.error().message);
  std::fprintf(stderr, "assay checker synth: %s; %s/%s\n", progress.Text().c_str(),
               run.run.out.c_str(), kResults);
  if (end->interrupted) return kExitInterrupted;
  if (progress.Of("unfinished") > 0) return kCheckerUndecided;
  const bool none = results.find(R"("ending":"none")") != results.npos;
  return none || end->counts.refused > 0 ? kCheckerSome : 0;
}

}  // namespace assay
