#include "lab/eval/run/plan.h"

#include "base/work/fingerprint.h"
#include "lab/eval/run/grade_pool.h"
#include "lab/eval/run/self_check.h"

namespace assay::eval {

rollout::Prompt PromptFor(const EvalItem& item) {
  rollout::Prompt prompt;
  prompt.route =
      item.prompt.protocol == Protocol::kChat ? CompletionsRoute::kChat : CompletionsRoute::kText;
  for (const ChatMessage& message : item.prompt.messages) {
    prompt.messages.push_back({message.role, message.content});
  }
  prompt.text = item.prompt.text;
  prompt.stop = item.prompt.stop;
  return prompt;
}

rollout::Manifest MakeManifest(const ManifestParts& parts) {
  rollout::Manifest manifest;
  manifest.benchmark = parts.info.name;
  manifest.title = parts.info.title;
  manifest.protocol = parts.protocol == Protocol::kChat ? "chat" : "completion";
  manifest.window = parts.window;
  std::vector<std::string> ids;
  PartWriter prompts;
  for (const size_t index : parts.selection.whole) {
    const EvalItem& item = parts.benchmark.items()[index];
    ids.push_back(item.id);
    prompts.Add(rollout::PromptJson(PromptFor(item)));
  }
  manifest.items = static_cast<int64_t>(ids.size());
  manifest.ids_sha = rollout::IdsSha(ids);
  manifest.prompts_sha = prompts.Fingerprint();
  for (const DataFile& file : parts.benchmark.files()) {
    manifest.data.push_back({file.name, file.sha256, file.rows});
  }
  manifest.model = parts.model;
  manifest.endpoint = parts.endpoint;
  manifest.sampling = parts.sampling;
  manifest.samples = parts.samples;
  manifest.shard = {parts.selection.shard, parts.selection.shards};
  for (const GradeProfile profile : parts.profiles) {
    manifest.profiles.emplace_back(ProfileName(profile));
  }
  manifest.rules = RulesVersion();
  manifest.left_out = parts.left_out;
  manifest.toolchains = parts.toolchains;
  manifest.assay_version = parts.assay_version;
  return manifest;
}

}  // namespace assay::eval
