#include "apps/eval/grade_verb.h"

#include <algorithm>

#include "lab/eval/run/evaluation.h"
#include "lab/eval/run/plan.h"

namespace assay {

void EvalGradeVerb::AddTo(CommandLine* command) {
  judging_.AddTo(command);
}

int EvalGradeVerb::Run(const Options& options) const {
  constexpr char kVerb[] = "grade";
  const auto fail = [&](const Error& error) { return ComplainEval(kVerb, error); };
  auto loaded = judging_.benchmark.Load();
  if (!loaded.ok()) return fail(loaded.error());
  const auto profiles = judging_.benchmark.Profiles(*loaded);
  if (!profiles.ok()) return fail(profiles.error());
  rollout::Manifest manifest;
  {
    const auto before = rollout::RunFolder::OpenToRead(judging_.folder);
    if (!before.ok()) return fail(before.error());
    manifest = (*before)->manifest();
  }
  const auto judge = MakeEvalJudge(options, judging_.server, *loaded);
  if (!judge.ok()) return fail(judge.error());
  const auto fitness = LeaveOutUnjudgeable(kVerb, *profiles, **judge, &*loaded);
  if (!fitness.ok()) return fail(fitness.error());
  eval::ManifestParts parts{loaded->benchmark->info, *loaded->rows, loaded->selection};
  parts.protocol = loaded->protocol;
  parts.window = loaded->window;
  parts.model = manifest.model;
  parts.endpoint = manifest.endpoint;
  parts.sampling = manifest.sampling;
  parts.samples = manifest.samples;
  parts.profiles = *profiles;
  parts.left_out = fitness->left_out;
  parts.toolchains = fitness->toolchains;
  parts.assay_version = ASSAY_VERSION;
  const auto folder = rollout::RunFolder::Open(judging_.folder, eval::MakeManifest(parts),
                                               rollout::RunFolder::Start::kJudgeAgain);
  if (!folder.ok()) return fail(folder.error());
  eval::Evaluation run{*loaded->rows, loaded->selection};
  run.samples = manifest.samples;
  run.grading.profiles = *profiles;
  run.grading.threads = judging_.parallel > 0 ? judging_.parallel : RequestsUnderWay(**judge);
  run.folder = folder->get();
  run.judge = judge->get();
  const size_t answers =
      loaded->selection.part.size() * static_cast<size_t>(std::max<int64_t>(manifest.samples, 1));
  return JudgeRun(kVerb, std::move(run), answers * profiles->size());
}

}  // namespace assay
