#include "lab/eval/run/plan.h"

#include <algorithm>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "lab/eval/run/grade_pool.h"
#include "lab/eval/run/self_check.h"
#include "text/json_member.h"

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
  manifest.toolchains = parts.toolchains;
  manifest.assay_version = parts.assay_version;
  return manifest;
}

std::vector<std::pair<std::string, std::string>> ToolchainsOf(std::string_view info) {
  std::vector<std::pair<std::string, std::string>> toolchains;
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(info, &error);
  if (!document) return toolchains;
  const JsonValue languages = document->root().Find("languages");
  if (!languages.Is(JsonType::kArray)) return toolchains;
  for (const JsonValue language : languages.Items()) {
    std::string version = TextAt(language, "version");
    if (!version.empty()) toolchains.emplace_back(TextAt(language, "language"), std::move(version));
  }
  std::sort(toolchains.begin(), toolchains.end());
  return toolchains;
}

}  // namespace assay::eval
