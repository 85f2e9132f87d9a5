#include "apps/curate/curate_command.h"

#include <fmt/format.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "apps/cli/failure.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/nearest.h"
#include "apps/cli/terminal.h"
#include "apps/setup/version.h"
#include "base/whole_file.h"
#include "lab/curate/recipe/recipe.h"
#include "lab/curate/run/curation.h"

namespace assay {
namespace {

constexpr int kExitUsage = 2;
constexpr auto kBetweenLooks = std::chrono::milliseconds(250);
constexpr int64_t kMostRecipeBytes = 1 << 20;
// The clock is looked at once in so many rows.
constexpr int64_t kRowsBetweenLooks = 256;

int Fail(const std::string& message, int exit_code = kExitUsage) {
  std::fprintf(stderr, "assay curate: %s\n", message.c_str());
  return exit_code;
}

// One line on a terminal that says how far it is; nothing elsewhere.
class StatusLine {
 public:
  StatusLine() : active_(IsTerminal(stderr)) {}
  ~StatusLine() {
    if (shown_) std::fputs("\r\033[K", stderr);
  }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void Show(const curate::Progress& progress) {
    if (!active_ || progress.rows % kRowsBetweenLooks != 0) return;
    const auto now = std::chrono::steady_clock::now();
    if (now - shown_at_ < kBetweenLooks) return;
    shown_at_ = now;
    shown_ = true;
    const std::string line = fmt::format("\r\033[K{} rows {}, {} passed", progress.rows,
                                         progress.again ? "read again" : "read", progress.kept);
    std::fputs(line.c_str(), stderr);
  }

 private:
  const bool active_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point shown_at_{};
};

// A preset's name, or a file.
Result<curate::Recipe> LoadRecipe(const std::string& named) {
  if (const curate::Preset* preset = curate::FindPreset(named)) {
    return curate::ParseRecipe(std::string(preset->yaml), named);
  }
  if (!std::filesystem::exists(named)) {
    std::vector<std::string> names;
    std::string all;
    for (const curate::Preset& preset : curate::Presets()) {
      names.emplace_back(preset.name);
      all += (all.empty() ? "" : ", ") + names.back();
    }
    const std::string near = NearestName(named, names);
    return Error{
        ErrorCode::kInvalidArgument, "curate", 0,
        fmt::format("--recipe: there is no file '{}', and no preset of that name{}; presets "
                    "are {}",
                    named, near.empty() ? "" : " (did you mean " + near + "?)", all)};
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(named, "--recipe", kMostRecipeBytes));
  return curate::ParseRecipe(text, named);
}

void PrintReport(const curate::RunReport& report, const std::string& folder) {
  TextTable table({{"step"},
                   {"in", TextTable::Align::kRight},
                   {"dropped", TextTable::Align::kRight},
                   {"out", TextTable::Align::kRight}});
  for (const curate::StepReport& step : report.steps) {
    table.AddRow({{step.name},
                  {std::to_string(step.in)},
                  {std::to_string(step.dropped)},
                  {std::to_string(step.out())}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  std::printf("%lld of %lld rows kept: %s/kept.jsonl; why the others went: %s/report.html\n",
              static_cast<long long>(report.kept), static_cast<long long>(report.rows),
              folder.c_str(), folder.c_str());
}

}  // namespace

void CurateCommand::AddTo(CommandLine* command) {
  command->Option("files", files_,
                  "files of rows, or folders of them: JSONL, JSON or Parquet, also in gzip or "
                  "Zstandard");
  command->Option("--recipe", recipe_, "a recipe (YAML), or the name of a preset");
  command->Option("--out", out_,
                  "folder for kept.jsonl, dropped.jsonl and the reports; a run that was "
                  "stopped or killed goes on there");
  command
      ->Option("--benchmark", benchmarks_,
               "file or folder of rows that must not be trained on, for each decontaminate step; "
               "may be repeated")
      .OnceEach();
  command->Option("--skip", skip_, "leave this step of the recipe out; may be repeated").OnceEach();
  command->Option("--seed", seed_, "for all draws [the recipe's, or 42]").Between(0, INT64_MAX);
  command->Option("--checkpoint-rows", checkpoint_rows_,
                  "rows after which a killed run need not decide again [20000]");
  command->Flag("--presets", presets_, "list the presets");
  command->Flag("--print-recipe", print_recipe_,
                "print the recipe's YAML, to begin one's own with");
}

int CurateCommand::ListPresets() const {
  TextTable table({{"preset"}, {"what it makes"}});
  for (const curate::Preset& preset : curate::Presets()) {
    table.AddRow({{std::string(preset.name)}, {std::string(preset.about)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int CurateCommand::Run(const Options& /*options*/) const {
  if (presets_) return ListPresets();
  if (recipe_.empty()) return Fail("--recipe: name a file or a preset (see --presets)");
  auto recipe = LoadRecipe(recipe_);
  if (!recipe.ok()) return Fail(recipe.error().ToSentence());
  if (print_recipe_) {
    std::fputs(recipe->source.c_str(), stdout);
    return 0;
  }
  if (files_.empty()) return Fail("name a file of rows (see --help)");
  if (out_.empty()) return Fail("--out: name a folder for what is made");
  if (checkpoint_rows_ < 1) return Fail("--checkpoint-rows: must be at least 1");
  if (seed_) recipe->seed = static_cast<uint64_t>(*seed_);
  for (const Status& status :
       {curate::AddBenchmarks(benchmarks_, &*recipe), curate::SkipSteps(skip_, &*recipe)}) {
    if (!status.ok()) return Fail(status.error().ToSentence());
  }
  const Interrupt interrupt;
  StatusLine line;
  curate::CurationOptions options;
  options.inputs = files_;
  options.folder = out_;
  options.rows_per_checkpoint = checkpoint_rows_;
  options.assay_version = BuildName();
  options.go_on = [&](const curate::Progress& progress) {
    line.Show(progress);
    return !interrupt.Raised();
  };
  const auto report = curate::Curate(*recipe, options);
  if (!report.ok()) {
    const Error& error = report.error();
    if (error.code == ErrorCode::kCancelled) {
      return Fail("stopped; the same command goes on from here", kExitInterrupted);
    }
    return TellFailure("curate", error);
  }
  PrintReport(*report, out_);
  return 0;
}

}  // namespace assay
