#include "apps/env/difficulty/difficulty_verb.h"

#include <cstdio>
#include <filesystem>

#include "apps/setup/judges.h"
#include "base/files/same_file.h"
#include "env/difficulty/difficulty.h"
#include "lab/eval/report/items_file.h"
#include "lab/eval/report/records.h"
#include "rollout/folder/durable_file.h"

namespace assay {
namespace {

constexpr char kRolloutsFile[] = "rollouts.jsonl";  // of `assay env run`

// The samples of a folder of `assay eval run`, by the rules under which they passed there.
Status ReadEvaluation(const std::string& folder, env::DifficultyTable* table) {
  ASSAY_ASSIGN_OR_RETURN(const auto opened, rollout::RunFolder::OpenToRead(folder));
  ASSAY_ASSIGN_OR_RETURN(const eval::RunRecords run, eval::ReadRun(*opened));
  for (const eval::ProfileOutcomes& profile : run.profiles) {
    if (profile.profile != eval::GradeProfile::kAssay) continue;
    for (const eval::Outcome& outcome : profile.outcomes) {
      std::optional<bool> passed;
      if (outcome.state == eval::SampleState::kPassed) passed = true;
      if (outcome.state == eval::SampleState::kFailed) passed = false;
      table->Add("", run.items[outcome.item].id, passed);
    }
    return {};
  }
  return Error{ErrorCode::kInvalidArgument, "env", 0,
               folder + " has no verdicts of the profile assay"};
}

bool IsThere(const std::string& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

int Fail(const Error& error) {
  return TellError("env difficulty", error);
}

}  // namespace

void EnvDifficultyVerb::AddTo(CommandLine* command) {
  command
      ->Option("run", run_,
               "the folder of `assay env run` or `assay eval run`, or a file of JSON lines with "
               "the task, or its id, and the reward of each sample")
      .Required();
  command->Option("--out", out_, "file to write [difficulty.jsonl in the folder]");
  command->Option("--pass-at", pass_at_,
                  "the least reward that passes, of rollouts; an evaluation has its own [1]");
}

int EnvDifficultyVerb::Run(const Options&) const {
  std::error_code ignored;
  const bool is_folder = std::filesystem::is_directory(run_, ignored);
  if (!is_folder && out_.empty()) {
    return Fail(InvalidField("env", "--out", "is required where the run is a file"));
  }
  const Status kept = RefuseOverwriting(out_, {is_folder ? run_ + "/" + kRolloutsFile : run_});
  if (!kept.ok()) return Fail(InvalidField("env", "--out", kept.error().message));
  env::DifficultyTable table;
  Status read;
  if (!is_folder) {
    read = env::ReadRollouts(run_, pass_at_, &table);
  } else if (IsThere(run_ + "/" + kRolloutsFile)) {
    read = env::ReadRollouts(run_ + "/" + kRolloutsFile, pass_at_, &table);
  } else {
    read = ReadEvaluation(run_, &table);
  }
  if (!read.ok()) return Fail(read.error());
  std::string lines;
  int64_t never = 0;
  int64_t always = 0;
  int64_t unknown = 0;
  const auto tasks = table.Tasks();
  for (const env::TaskDifficulty& task : tasks) {
    lines += env::ToJson(task) + "\n";
    if (task.samples == 0) {
      ++unknown;
    } else if (task.passes == 0) {
      ++never;
    } else if (task.passes == task.samples) {
      ++always;
    }
  }
  const std::string path = out_.empty() ? run_ + "/" + env::kDifficultyFile : out_;
  const Status written = rollout::WriteDurably(path, lines);
  if (!written.ok()) return Fail(written.error());
  std::printf("%zu tasks: %lld never solved, %lld always, %lld without a verdict\n%s\n",
              tasks.size(), static_cast<long long>(never), static_cast<long long>(always),
              static_cast<long long>(unknown), path.c_str());
  return 0;
}

}  // namespace assay
