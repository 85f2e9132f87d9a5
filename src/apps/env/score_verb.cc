#include "apps/env/score_verb.h"

#include <cstdio>
#include <optional>
#include <unordered_map>

#include "apps/ask/score_items.h"
#include "data/rows/rows.h"
#include "env/model/task.h"

namespace assay {
namespace {

Error Refused(std::string what) {
  return Error{ErrorCode::kInvalidArgument, "env", 0, std::move(what)};
}

// Items of POST /v1/score without their responses, by id.
using Items = std::unordered_map<std::string, std::string>;

Result<Items> ReadItems(const std::string& folder, const env::Manifest& manifest,
                        const env::TaskFile& tasks) {
  Items items;
  FileIdentity identity;
  const auto on_row = [&](std::string_view text) -> Status {
    JsonError fault;
    const auto row = JsonDocument::Parse(text, &fault);
    if (!row) return Refused(fault.message);
    env::Task task = env::ReadTask(manifest, row->root());
    if (!task.faults.empty()) {
      return Refused(task.faults[0].field + ": " + task.faults[0].what);
    }
    items.emplace(std::move(task.id), std::move(task.item));
    return {};
  };
  ASSAY_RETURN_IF_ERROR(ForEachRow(folder + "/" + tasks.file, on_row, &identity));
  if (identity.sha256 != tasks.sha256) {
    return Refused("'" + tasks.file +
                   "' is not the file that environment.yaml has the hash of; "
                   "`assay env check` says more");
  }
  return items;
}

struct ScoredLine {
  std::string task;  // its id
  std::string json;  // the item
};

// The item with what a line of responses says.
Result<ScoredLine> ItemOf(std::string_view line, const Items& items, bool grouped) {
  JsonError fault;
  const auto json = JsonDocument::Parse(line, &fault);
  if (!json) return Refused(fault.message);
  const JsonValue id = json->root().Find("id");
  const JsonValue response = json->root().Find("response");
  if (!response.Is(JsonType::kString) || !(id.Is(JsonType::kString) || id.Is(JsonType::kNumber))) {
    return Refused("must have the id of a task and a response, a text");
  }
  const std::string name = id.Is(JsonType::kString) ? id.String() : std::string(id.raw());
  const auto item = items.find(name);
  if (item == items.end()) return Refused("there is no task with the id '" + name + "'");
  std::string text = item->second.substr(0, item->second.size() - 1);
  text += ",\"response\":" + std::string(response.raw());
  if (const JsonValue tokens = json->root().Find("response_tokens")) {
    text += ",\"response_tokens\":" + std::string(tokens.raw());
  }
  if (const JsonValue origin = json->root().Find("origin")) {
    text += ",\"origin\":" + std::string(origin.raw());
  } else if (grouped) {
    // The responses to one task are its group.
    JsonWriter group;
    group.BeginObject().Key("group").String(name).EndObject();
    text += ",\"origin\":" + group.Take();
  }
  return ScoredLine{name, text + "}"};
}

}  // namespace

void EnvScoreVerb::AddTo(CommandLine* command) {
  command
      ->Option("what", named_,
               "a folder, the file of a pack, or NAME or NAME@VERSION of what is installed")
      .Required();
  command
      ->Option("responses", responses_,
               "JSON lines with the id of a task and a response; origin and response_tokens are "
               "passed on")
      .Required();
  command->Option("--rows", use_, "whose responses they are: tasks or evaluation [tasks]")
      .OneOf({"tasks", "evaluation"});
  store_.AddTo(command);
  server_.AddTo(command);
}

int EnvScoreVerb::Run(const Options& options) const {
  const auto opened = OpenEnvironment(named_, store_.Folder());
  if (!opened.ok()) return FailEnv("score", opened.error(), kExitUsage);
  const auto manifest = env::ReadManifest(opened->folder);
  if (!manifest.ok()) return FailEnv("score", manifest.error());
  if (use_ == "evaluation" && !manifest->evaluation) {
    return FailEnv("score", Refused(manifest->name + " has no evaluation tasks"));
  }
  const auto grouped = ComparesGroup(opened->folder, *manifest);
  if (!grouped.ok()) return FailEnv("score", grouped.error());
  const auto items = ReadItems(opened->folder, *manifest,
                               use_ == "tasks" ? manifest->tasks : *manifest->evaluation);
  if (!items.ok()) return FailEnv("score", items.error());
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeMeanwhile, {},
                               manifest->runs_tests ? SandboxUse::kWanted : SandboxUse::kNone);
  if (!judge.ok()) return FailEnv("score", judge.error(), ExitCodeOf(judge.error()));
  ScoreItems::Means means;
  means.members = R"("rubrics":{"rubric":)" + manifest->rubric + "}";
  means.judge = judge->get();
  means.on_result = [](std::string_view result) -> Status {
    std::printf("%s\n", std::string(result).c_str());
    return {};
  };
  means.go_on = [](const ScoreSummary&) { return true; };
  // Responses to one task may stand anywhere.
  if (*grouped) means.items_in_request = ScoreItems::kMostInRequest;
  ScoreItems scoring(std::move(means));
  bool any = false;
  Status done = ForEachRow(responses_, [&](std::string_view line) -> Status {
    any = true;
    ASSAY_ASSIGN_OR_RETURN(const ScoredLine item, ItemOf(line, *items, *grouped));
    return scoring.Add(item.json, *grouped ? item.task : "");
  });
  if (done.ok() && !any) done = NoRows({responses_});
  if (done.ok()) done = scoring.Send();
  if (!done.ok()) return FailEnv("score", done.error());
  std::fputs(SummaryText(scoring.summary()).c_str(), stderr);
  return scoring.summary().masked.empty() ? 0 : kExitNoVerdict;
}

}  // namespace assay
