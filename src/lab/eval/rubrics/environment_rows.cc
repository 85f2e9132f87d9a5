#include "lab/eval/rubrics/environment_rows.h"

#include <memory>
#include <utility>

#include "env/model/task.h"
#include "lab/eval/rubrics/scored_rows.h"
#include "lab/eval/shared/rows.h"
#include "lab/shared/rubric/rubric_file.h"

namespace assay::eval {
namespace {

// Of the item that is made of a row and of how its score is read: a part of every verdict's key.
constexpr std::string_view kRules = "environment-1";

Error Refused(const std::string& what) {
  return InvalidField("eval.options", "--env", what);
}

Status CheckOneTurn(const env::Manifest& manifest) {
  std::string has;
  if (manifest.rollout.limits.turns > 1)
    has = std::to_string(manifest.rollout.limits.turns) + " turns";
  if (!manifest.rollout.tools.empty()) has = "tools";
  if (!manifest.python.empty()) has = "rollouts of its own Python";
  if (has.empty()) return {};
  return Refused(manifest.name + " has " + has +
                 ", and here a model is asked once: `assay env run` makes its rollouts");
}

class LoadedEnvironmentRows : public ScoredRows {
 public:
  explicit LoadedEnvironmentRows(const BenchmarkOptions& options) : ScoredRows(options) {}

  Status Load(const std::string& wanted) {
    if (options_.environment.empty()) return Refused("is required: the environment");
    ASSAY_ASSIGN_OR_RETURN(manifest_, env::ReadManifest(options_.environment));
    ASSAY_RETURN_IF_ERROR(CheckOneTurn(manifest_));
    ASSAY_RETURN_IF_ERROR(CheckRubric());
    const bool evaluation =
        options_.rows == "evaluation" || (options_.rows.empty() && manifest_.evaluation);
    if (evaluation && !manifest_.evaluation) {
      return InvalidField("eval.options", "--rows", manifest_.name + " has no evaluation rows");
    }
    const env::TaskFile& tasks = evaluation ? *manifest_.evaluation : manifest_.tasks;
    BenchmarkOptions file = options_;
    file.data = {options_.environment + "/" + tasks.file};
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(file, wanted, on_row, &read_));
    if (read_.files.size() != 1 || read_.files[0].sha256 != tasks.sha256) {
      return Refused("'" + tasks.file +
                     "' is not the file that environment.yaml has the hash of; `assay env check` "
                     "says more");
    }
    return CheckRows(options_, "the environment has no rows");
  }

  std::optional<int64_t> ResponseTokens() const override {
    return manifest_.rollout.limits.response_tokens;
  }

 private:
  Status CheckRubric() {
    JsonError error;
    const auto rubric = JsonDocument::Parse(manifest_.rubric, &error);
    if (!rubric) return Refused("rubric: " + error.message);
    if (lab::ComparesGroup(rubric->root())) {
      return Refused("the rubric of " + manifest_.name +
                     " compares the responses of a group, and here samples are judged one by one: "
                     "`assay env run` and `assay env score` see all of it");
    }
    rubric_members_ = R"("rubrics":{"rubric":)" + manifest_.rubric + "}";
    runs_tests_ = manifest_.runs_tests;
    return {};
  }

  Status Read(const Row& row) {
    env::Task task = env::ReadTask(manifest_, row.object());
    if (!task.faults.empty()) {
      return row.Fault(task.faults[0].field + ": " + task.faults[0].what);
    }
    EvalItem item;
    item.id = std::move(task.id);
    if (!manifest_.system_prompt.empty()) {
      item.prompt.messages.push_back({"system", manifest_.system_prompt});
    }
    item.prompt.messages.push_back({"user", std::move(task.user_prompt)});
    JsonError error;
    const auto json = JsonDocument::Parse(task.item, &error);
    const JsonValue language = json ? json->root().Find("language") : JsonValue();
    if (language.Is(JsonType::kString)) item.language = language.String();
    item.difficulty = row.Text({"difficulty"});
    item.topic = row.Text({"topic"});
    ScoredRow scored;
    scored.members = task.item.substr(1, task.item.size() - 2) + ",";
    scored.reference = row.Text({"reference"});
    item.problem_sha = ShaOf(kRules, scored);
    return Add(row, std::move(item), std::move(scored));
  }

  env::Manifest manifest_;
};

}  // namespace

Benchmark EnvironmentRows() {
  Benchmark benchmark;
  benchmark.info.name = "environment";
  benchmark.info.title = "Rows of an environment";
  benchmark.info.wanted = "nothing: --env names a folder, a pack or an installed environment";
  benchmark.info.protocols = {Protocol::kChat};
  benchmark.info.profiles = {GradeProfile::kAssay};
  benchmark.info.takes_environment = true;
  benchmark.load =
      [wanted = benchmark.info.wanted](
          const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
    auto loaded = std::make_unique<LoadedEnvironmentRows>(options);
    ASSAY_RETURN_IF_ERROR(loaded->Load(wanted));
    return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
  };
  return benchmark;
}

}  // namespace assay::eval
