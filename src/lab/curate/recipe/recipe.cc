// A map: a reader for the settings of each kind of step, the table of kinds, the whole recipe, and
// what the command line changes of it.

#include "lab/curate/recipe/recipe.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "lab/curate/records/dates.h"
#include "text/yaml/yaml_map.h"

namespace assay::curate {
namespace {

using Settings = decltype(Step::settings);

Error Fault(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "curate.recipe", 0, message};
}

Settings ReadAnswers(YamlMap* map) {
  AnswerStep step;
  map->Whole("most_characters", &step.bounds.most_characters, 1);
  map->Whole("most_words", &step.bounds.most_words, 0);
  return step;
}

Settings ReadBrief(YamlMap* map) {
  BriefStep step;
  map->Whole("fewest_words", &step.fewest_words, 1);
  return step;
}

Settings ReadDecontaminate(YamlMap* map) {
  DecontaminateStep step;
  map->Wholes("ngrams", &step.grams.sizes_words, 1, kMostGramWords);
  std::set<int> sizes(step.grams.sizes_words.begin(), step.grams.sizes_words.end());
  step.grams.sizes_words.assign(sizes.begin(), sizes.end());
  std::vector<std::string> forms;
  map->Texts("match", &forms);
  if (map->Has("match")) step.grams.forms.clear();
  for (const std::string& name : forms) {
    const auto form = kWordFormNames.Find(name);
    if (!form) {
      map->Fault("match", "must be " + kWordFormNames.Choices() + " or both, not '" + name + "'");
      return step;
    }
    if (std::find(step.grams.forms.begin(), step.grams.forms.end(), *form) ==
        step.grams.forms.end()) {
      step.grams.forms.push_back(*form);
    }
  }
  if (step.grams.forms.empty()) map->Fault("match", "must not be empty");
  map->Texts("benchmarks", &step.benchmarks);
  map->Texts("text", &step.text);
  map->Whole("memory_mib", &step.memory_mib, 1, 1 << 20);
  return step;
}

Settings ReadDuplicates(YamlMap* map) {
  DuplicateStep step;
  map->Flag("near", &step.options.near);
  map->Real("jaccard", &step.options.jaccard, 0.3, 1);
  int64_t words = step.options.shingle_words;
  map->Whole("shingle_words", &words, 1, kMostGramWords);
  step.options.shingle_words = static_cast<int>(words);
  int64_t memory_mib = step.options.most_memory_bytes >> 20;
  map->Whole("memory_mib", &memory_mib, 1, 1 << 20);
  step.options.most_memory_bytes = memory_mib << 20;
  return step;
}

Settings ReadAddress(YamlMap* map) {
  AddressStep step;
  map->Texts("field", &step.field);
  map->Texts("against", &step.against);
  map->Texts("their_field", &step.their_field);
  map->Flag("once", &step.once);
  map->Choice("missing", kMissingNames, &step.missing);
  return step;
}

// Bounds that cross keep nothing, and nobody means that.
template <typename Number>
void InOrder(const std::string& low_key, std::optional<Number> low, const std::string& high_key,
             std::optional<Number> high, YamlMap* map) {
  if (low && high && *low > *high) map->Fault(low_key, "must not be above " + high_key);
}

void ReadDay(const std::string& key, std::optional<int64_t>* to, YamlMap* map) {
  std::string text;
  map->Text(key, &text);
  if (text.empty()) return;
  *to = ParseDay(text);
  if (!*to) map->Fault(key, "must be a day such as 2024-08-01, not '" + text + "'");
}

Settings ReadReleased(YamlMap* map) {
  ReleasedStep step;
  map->Texts("field", &step.field);
  ReadDay("no_earlier_than", &step.no_earlier_than_day, map);
  ReadDay("no_later_than", &step.no_later_than_day, map);
  if (!step.no_earlier_than_day && !step.no_later_than_day) {
    map->Fault("no_later_than", "is missing; give it or no_earlier_than a day such as 2024-08-01");
  }
  InOrder("no_earlier_than", step.no_earlier_than_day, "no_later_than", step.no_later_than_day,
          map);
  map->Choice("missing", kMissingNames, &step.missing);
  return step;
}

Settings ReadVerifiable(YamlMap* map) {
  VerifiableStep step;
  map->Texts("attempts", &step.attempts);
  map->Whole("most_attempts", &step.most_attempts, 1);
  map->Choice("missing", kMissingNames, &step.missing);
  return step;
}

Settings ReadLength(YamlMap* map) {
  LengthStep step;
  map->Texts("field", &step.field);
  map->Choice("of", kLengthOfNames, &step.of);
  map->Real("fewest_tokens", &step.bounds.fewest_tokens, 0, INFINITY);
  map->Real("most_tokens", &step.bounds.most_tokens, 0, INFINITY);
  InOrder<double>("fewest_tokens", step.bounds.fewest_tokens, "most_tokens",
                  step.bounds.most_tokens, map);
  map->Real("thin_below_tokens", &step.bounds.thin_below_tokens, 0, INFINITY);
  map->Real("thin_share", &step.bounds.thin_share, 0, 1);
  if (map->Has("thin_below_tokens") != map->Has("thin_share")) {
    map->Fault(map->Has("thin_share") ? "thin_below_tokens" : "thin_share",
               "is missing; it goes with the other one of thin_below_tokens and thin_share");
  }
  map->Choice("missing", kMissingNames, &step.missing);
  return step;
}

Settings ReadDifficulty(YamlMap* map) {
  DifficultyStep step;
  map->Texts("attempts", &step.attempts);
  map->Texts("solved", &step.solved);
  map->Texts("rate", &step.rate);
  if (const auto of = map->Find("of"); of && of->IsScalar()) {
    int64_t each = 0;
    if (of->Scalar().find_first_not_of("0123456789") == std::string::npos) {
      map->Whole("of", &each, 1);
      step.of_each = each;
    }
  }
  if (!step.of_each) map->Texts("of", &step.of);
  const bool counted = !step.solved.empty() || !step.rate.empty();
  if (counted && step.of.empty() && !step.of_each) {
    map->Fault("of", "is missing; give the number of attempts, or the field that has it");
  }
  if (!counted && map->Has("of")) map->Fault("of", "goes with solved or rate");
  if (!step.solved.empty() && !step.rate.empty()) {
    map->Fault("rate", "can't be given with solved");
  }
  map->Whole("fewest_attempts", &step.bounds.fewest_attempts, 1);
  map->Whole("fewest_solved", &step.bounds.fewest_solved, 0);
  map->Whole("most_solved", &step.bounds.most_solved, 0);
  map->Real("lowest_rate", &step.bounds.lowest_rate, 0, 1);
  map->Real("highest_rate", &step.bounds.highest_rate, 0, 1);
  InOrder("fewest_solved", step.bounds.fewest_solved, "most_solved", step.bounds.most_solved, map);
  InOrder("lowest_rate", step.bounds.lowest_rate, "highest_rate", step.bounds.highest_rate, map);
  map->Choice("basis", kRateBasisNames, &step.bounds.basis);
  map->Flag("annotate", &step.annotate);
  map->Choice("missing", kMissingNames, &step.missing);
  return step;
}

Settings ReadMix(YamlMap* map) {
  MixStep step;
  map->Texts("by", &step.by);
  map->Whole("total", &step.goals.total, 0);
  map->Whole("most_of_each", &step.goals.most_of_each, 0);
  if (const auto shares = map->Find("shares")) {
    if (!shares->IsMap()) {
      map->Fault("shares", "must be a map from values of `by` to numbers, such as {math: 2}");
      return step;
    }
    for (const auto& entry : *shares) {
      const std::string group = entry.first.Scalar();
      double share = 0;
      if (!entry.second.IsScalar() || !YAML::convert<double>::decode(entry.second, share) ||
          !(share > 0 && share < INFINITY)) {
        map->Fault("shares", "'" + group + "' must have a number above 0");
        return step;
      }
      step.goals.shares[group] = share;
    }
    if (step.by.empty()) map->Fault("by", "is missing; name the field whose values have shares");
  }
  if (!step.goals.total && !step.goals.most_of_each && step.goals.shares.empty()) {
    map->Fault("total", "is missing; a mix needs total, most_of_each or shares");
  }
  return step;
}

using ReadSettings = std::function<Settings(YamlMap*)>;

const std::map<std::string, ReadSettings>& Kinds() {
  static const std::map<std::string, ReadSettings> kinds = [] {
    std::map<std::string, ReadSettings> all = {
        {"answers", ReadAnswers},
        {"brief", ReadBrief},
        {"decontaminate", ReadDecontaminate},
        {"duplicates", ReadDuplicates},
        {"source_url", ReadAddress},
        {"released", ReadReleased},
        {"verifiable", ReadVerifiable},
        {"response_length", ReadLength},
        {"difficulty", ReadDifficulty},
        {"mix", ReadMix},
    };
    for (const auto& row : kTextRuleNames.rows) {
      all[std::string(row.name)] = [rule = row.value](YamlMap*) { return RuleStep{rule}; };
    }
    return all;
  }();
  return kinds;
}

std::string KindNames() {
  std::vector<std::string> names;
  for (const auto& [name, read] : Kinds()) names.push_back(name);
  return fmt::format("{}", fmt::join(names, ", "));
}

// One step: its kind alone, or a map from its kind to its settings.
Result<Step> ReadStep(const YAML::Node& node, const std::string& path, const std::string& file) {
  Step step;
  YAML::Node settings;
  if (node.IsScalar()) {
    step.kind = node.Scalar();
  } else if (node.IsMap() && node.size() == 1 && node.begin()->first.IsScalar()) {
    step.kind = node.begin()->first.Scalar();
    settings = node.begin()->second;
  } else {
    return YamlFault(file, node, path,
                     "must be the kind of a step, or the kind and its settings, as in "
                     "'- brief: {fewest_words: 5}'");
  }
  const auto kind = Kinds().find(step.kind);
  if (kind == Kinds().end()) {
    return YamlFault(file, node, path,
                     "there is no step '" + step.kind + "'; there are " + KindNames());
  }
  YamlMap map(settings, path + "." + step.kind, file);
  step.name = step.kind;
  map.Text("name", &step.name);
  step.settings = kind->second(&map);
  ASSAY_RETURN_IF_ERROR(map.Finish());
  return step;
}

Status ReadSteps(const YAML::Node& list, const std::string& file, std::vector<Step>* steps) {
  if (!list.IsSequence() || list.size() == 0) {
    return YamlFault(file, list, "steps", "must be a list of steps; there are " + KindNames());
  }
  for (size_t i = 0; i < list.size(); ++i) {
    const std::string path = fmt::format("steps[{}]", i);
    ASSAY_ASSIGN_OR_RETURN(Step step, ReadStep(list[i], path, file));
    if (std::any_of(steps->begin(), steps->end(),
                    [&](const Step& other) { return other.name == step.name; })) {
      return YamlFault(
          file, list[i], path,
          "there is another step '" + step.name + "'; give this one a name: of its own");
    }
    if (step.kind == "mix" && i + 1 != list.size()) {
      return YamlFault(file, list[i], path, "a mix must be the last step");
    }
    steps->push_back(std::move(step));
  }
  return {};
}

Result<Recipe> ReadRecipe(const YAML::Node& root, const std::string& file) {
  if (!root.IsMap()) return YamlFault(file, root, "the recipe", "must be a map with steps in it");
  Recipe recipe;
  YamlMap map(root, "", file);
  map.Text("name", &recipe.name);
  map.Text("about", &recipe.about);
  int64_t seed = static_cast<int64_t>(recipe.seed);
  map.Whole("seed", &seed, 0);
  recipe.seed = static_cast<uint64_t>(seed);
  map.Texts("id", &recipe.id);
  map.Texts("text", &recipe.text);
  map.Texts("answer", &recipe.answer);
  const auto steps = map.Find("steps");
  if (!steps) map.Fault("steps", "is missing; it is the list of steps; there are " + KindNames());
  ASSAY_RETURN_IF_ERROR(map.Finish());
  ASSAY_RETURN_IF_ERROR(ReadSteps(*steps, file, &recipe.steps));
  return recipe;
}

}  // namespace

Result<Recipe> ParseRecipe(const std::string& yaml, const std::string& file) {
  try {
    ASSAY_ASSIGN_OR_RETURN(Recipe recipe, ReadRecipe(YAML::Load(yaml), file));
    if (recipe.name.empty()) recipe.name = file.substr(file.rfind('/') + 1);
    recipe.source = yaml;
    return recipe;
  } catch (const YAML::Exception& error) {
    return Fault(fmt::format("{}:{}: {}", file, error.mark.line + 1, error.msg));
  }
}

Status AddBenchmarks(const std::vector<std::string>& files, Recipe* recipe) {
  if (files.empty()) return {};
  bool added = false;
  for (Step& step : recipe->steps) {
    auto* const settings = std::get_if<DecontaminateStep>(&step.settings);
    if (settings == nullptr) continue;
    settings->benchmarks.insert(settings->benchmarks.end(), files.begin(), files.end());
    added = true;
  }
  if (added) return {};
  return Fault("--benchmark: the recipe " + recipe->name + " has no decontaminate step");
}

Status SkipSteps(const std::vector<std::string>& names, Recipe* recipe) {
  for (const std::string& name : names) {
    const auto step = std::find_if(recipe->steps.begin(), recipe->steps.end(),
                                   [&](const Step& one) { return one.name == name; });
    if (step == recipe->steps.end()) {
      std::vector<std::string> known;
      for (const Step& one : recipe->steps) known.push_back(one.name);
      return Fault(fmt::format("--skip: the recipe {} has no step '{}'; there are {}", recipe->name,
                               name, fmt::join(known, ", ")));
    }
    recipe->steps.erase(step);
  }
  return {};
}

Status CheckComplete(const Recipe& recipe) {
  if (recipe.steps.empty()) return Fault("the recipe " + recipe.name + " has no step left");
  for (const Step& step : recipe.steps) {
    const auto* const settings = std::get_if<DecontaminateStep>(&step.settings);
    if (settings == nullptr || !settings->benchmarks.empty()) continue;
    return Fault(step.name +
                 ".benchmarks: names no file; give --benchmark FILE, or leave the step "
                 "out by --skip " +
                 step.name);
  }
  return {};
}

}  // namespace assay::curate
