#include "apps/env/score_verb.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <optional>
#include <thread>
#include <unordered_map>

#include "data/rows/rows.h"
#include "env/check/score_check.h"
#include "env/model/task.h"

namespace assay {
namespace {

constexpr size_t kMostItems = 1024;
constexpr size_t kMostItemsTogether = 65'536;  // of a request
constexpr size_t kMostBytes = 64 << 20;
constexpr auto kPatience = std::chrono::minutes(10);

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

// The item with what a line of responses says.
Result<std::string> ItemOf(std::string_view line, const Items& items, bool grouped) {
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
  return text + "}";
}

// Asks again while there is no room.
Result<service::Answer> Ask(const std::string& body, service::Judge& judge) {
  const SteadyTime end = std::chrono::steady_clock::now() + kPatience;
  for (;;) {
    service::Question question;
    question.method = "POST";
    question.target = "/v1/score";
    question.headers = {{"content-type", "application/json"}};
    question.body = body;
    auto answer = judge.Send(question);
    const bool full = answer.ok() && answer->status == 429;
    const auto pause = std::chrono::seconds(answer.ok() ? answer->retry_after_s : 1);
    if (!full || std::chrono::steady_clock::now() + pause > end) return answer;
    std::this_thread::sleep_for(pause);
  }
}

// Requests of so many items, their results as lines on stdout.
class Scoring {
 public:
  Scoring(service::Judge& judge, std::string rubric, bool grouped)
      : judge_(judge), rubric_(std::move(rubric)), grouped_(grouped) {}

  Status Add(const std::string& item) {
    items_ += (count_ == 0 ? "" : ",") + item;
    ++count_;
    // Those of a group must come together, and where they end only the last line tells.
    if (grouped_ && count_ > kMostItemsTogether) {
      return Refused(fmt::format("are more than {}, and the rubric compares them with each other",
                                 kMostItemsTogether));
    }
    if (!grouped_ && (count_ >= kMostItems || items_.size() >= kMostBytes)) return Send();
    return {};
  }

  Status Send() {
    if (count_ == 0) return {};
    const std::string body =
        R"({"rubrics":{"rubric":)" + rubric_ + R"(},"items":[)" + items_ + "]}";
    items_.clear();
    count_ = 0;
    ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, Ask(body, judge_));
    JsonError fault;
    const auto json = JsonDocument::Parse(answer.body, &fault);
    const JsonValue results = json ? json->root().Find("results") : JsonValue();
    if (answer.status != 200 || !results.Is(JsonType::kArray)) {
      return Error{ErrorCode::kInternal, "env", 0,
                   fmt::format("the server answers {}: {}", answer.status, answer.body)};
    }
    for (const JsonValue& result : results.Items()) Take(result);
    return {};
  }

  int64_t scored() const { return scored_; }
  int64_t masked() const { return masked_; }
  double Mean() const { return scored_ == 0 ? 0 : sum_ / static_cast<double>(scored_); }

 private:
  void Take(JsonValue result) {
    const JsonValue score = result.Find("score");
    if (score.Is(JsonType::kNumber)) {
      ++scored_;
      sum_ += score.Double();
    } else {
      ++masked_;
    }
    std::printf("%s\n", std::string(result.raw()).c_str());
  }

  service::Judge& judge_;
  const std::string rubric_;
  const bool grouped_;
  std::string items_;
  size_t count_ = 0;
  int64_t scored_ = 0;
  int64_t masked_ = 0;
  double sum_ = 0;
};

// Whether its responses are compared; what is wrong with it, else.
Result<bool> IsGrouped(const std::string& folder, const env::Manifest& manifest) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, env::ReadManifestText(folder));
  const env::ManifestReading reading = env::ParseManifest(text);
  std::vector<env::Fault> faults;
  const auto rubric = env::ScoreCheck().CheckRubric(manifest, *reading.document, &faults);
  if (!rubric) return Refused(faults.empty() ? "the rubric is faulty" : faults[0].ToString());
  return rubric->NeedsGroup();
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
  const auto grouped = IsGrouped(opened->folder, *manifest);
  if (!grouped.ok()) return FailEnv("score", grouped.error());
  const auto items = ReadItems(opened->folder, *manifest,
                               use_ == "tasks" ? manifest->tasks : *manifest->evaluation);
  if (!items.ok()) return FailEnv("score", items.error());
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeMeanwhile);
  if (!judge.ok()) return FailEnv("score", judge.error(), ExitCodeOf(judge.error()));
  Scoring scoring(**judge, manifest->rubric, *grouped);
  Status done = ForEachRow(responses_, [&](std::string_view line) -> Status {
    ASSAY_ASSIGN_OR_RETURN(const std::string item, ItemOf(line, *items, *grouped));
    return scoring.Add(item);
  });
  if (done.ok()) done = scoring.Send();
  if (!done.ok()) return FailEnv("score", done.error());
  std::fprintf(stderr, "%lld scored, mean %.4f; %lld without a score\n",
               static_cast<long long>(scoring.scored()), scoring.Mean(),
               static_cast<long long>(scoring.masked()));
  return scoring.masked() == 0 ? 0 : kExitNoVerdict;
}

}  // namespace assay
