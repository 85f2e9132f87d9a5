// RunPlan: what a run asks, sample by sample, with the keys under which answers are kept. Pure.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "lab/eval/model/benchmark.h"
#include "lab/eval/run/selection.h"
#include "rollout/folder/manifest.h"
#include "rollout/generate/request.h"

namespace assay::eval {

rollout::Prompt PromptFor(const EvalItem& item);

// What a run is a run of; `sampling` is JSON.
struct ManifestParts {
  const BenchmarkInfo& info;
  const LoadedBenchmark& benchmark;
  const Selection& selection;
  Protocol protocol = Protocol::kChat;
  std::string window = {};
  std::string model = {}, endpoint = {}, sampling = "{}";
  int64_t samples = 1;
  std::vector<GradeProfile> profiles = {};
  rollout::ManifestLeftOut left_out = {};
  std::vector<std::pair<std::string, std::string>> toolchains = {};
  std::string assay_version = {};
};
rollout::Manifest MakeManifest(const ManifestParts& parts);

}  // namespace assay::eval
