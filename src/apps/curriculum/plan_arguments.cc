#include "apps/curriculum/plan_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <utility>

#include "apps/cli/nearest.h"
#include "base/whole_file.h"

namespace assay {
namespace {

constexpr int64_t kMostPlanBytes = 1 << 20;

}  // namespace

Result<curriculum::Plan> LoadPlan(const std::string& named) {
  if (const curriculum::Preset* preset = curriculum::FindPreset(named)) {
    return curriculum::ParsePlan(std::string(preset->yaml), named);
  }
  if (!std::filesystem::exists(named)) {
    std::vector<std::string> names;
    for (const curriculum::Preset& preset : curriculum::Presets()) names.emplace_back(preset.name);
    const std::string near = NearestName(named, names);
    return Error{
        ErrorCode::kInvalidArgument, "curriculum", 0,
        fmt::format("there is no file '{}', and no preset of that name{}; presets are {}", named,
                    near.empty() ? "" : " (did you mean " + near + "?)", fmt::join(names, ", "))};
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(named, "curriculum", kMostPlanBytes));
  return curriculum::ParsePlan(text, named);
}

void FieldArguments::AddTo(CommandLine* command) {
  command->Option("--id", id_, "field with a problem's name [id, problem_id, task_id, …]")
      .OnceEach();
  command->Option("--domain", domain_, "field with its domain [domain, task_type, ability]")
      .OnceEach();
  command
      ->Option("--solved", solved_,
               "field with how many rollouts solved it [curated.difficulty.solved, solved]")
      .OnceEach();
  command->Option("--of", of_, "field with of how many [curated.difficulty.attempts, of]")
      .OnceEach();
}

curriculum::ProblemFields FieldArguments::Fields() const {
  curriculum::ProblemFields fields;
  for (const auto& [given, field] :
       {std::pair(&id_, &fields.id), std::pair(&domain_, &fields.domain),
        std::pair(&solved_, &fields.solved), std::pair(&of_, &fields.of)}) {
    if (!given->empty()) *field = *given;
  }
  return fields;
}

}  // namespace assay
