#include "lab/rl/curriculum/plan/plan.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <cmath>
#include <utility>

#include "text/number.h"
#include "text/yaml/scalar.h"
#include "text/yaml/yaml_map.h"

namespace assay::curriculum {
namespace {

constexpr int kMostRollouts = 4096;
constexpr int kMostTokens = 1 << 24;
constexpr double kHottest = 10;

// "0.375" or "6/16".
std::optional<double> RateIn(std::string_view text) {
  const size_t slash = text.find('/');
  std::optional<double> rate;
  if (slash == std::string_view::npos) {
    rate = NumberIn<double>(text);
  } else {
    const auto solved = NumberIn<int64_t>(text.substr(0, slash));
    const auto of = NumberIn<int64_t>(text.substr(slash + 1));
    if (solved && of && *of > 0) rate = static_cast<double>(*solved) / static_cast<double>(*of);
  }
  if (!rate || !(*rate >= 0 && *rate <= 1)) return std::nullopt;
  return rate;
}

// Leaves `to` as it is where there is no such key.
template <typename Rate>
void ReadRate(const std::string& key, YamlMap* map, Rate* to) {
  const auto value = map->Find(key);
  if (!value) return;
  const auto rate = value->IsScalar() ? RateIn(value->Scalar()) : std::nullopt;
  if (!rate) return map->Fault(key, MustBe("a share such as 0.375 or 6/16", *value));
  *to = *rate;
}

// One number or a list of them, one for each epoch.
template <typename Value>
void ReadByEpoch(const std::string& key, Value lowest, Value highest, YamlMap* map,
                 ByEpoch<Value>* to) {
  const auto value = map->Find(key);
  if (!value) return;
  std::vector<YAML::Node> nodes;
  if (value->IsSequence()) {
    for (const YAML::Node& one : *value) nodes.push_back(one);
  } else {
    nodes.push_back(*value);
  }
  std::vector<Value> values;
  for (const YAML::Node& one : nodes) {
    const auto number = NumberOf<Value>(one);
    if (!number || !(*number >= lowest && *number <= highest)) {
      return map->Fault(
          key,
          MustBe(fmt::format("a number from {} to {}, or a list of them by epoch", lowest, highest),
                 one));
    }
    values.push_back(*number);
  }
  if (values.empty()) return map->Fault(key, "must not be empty");
  *to = ByEpoch<Value>(std::move(values));
}

Status ReadSolvedShare(const YAML::Node& node, const std::string& path, const std::string& file,
                       RateBounds* to) {
  YamlMap map(node, path, file);
  ReadRate("from", &map, &to->lowest);
  ReadRate("to", &map, &to->highest);
  if (to->lowest > to->highest) map.Fault("from", "must not be above `to`");
  return map.Finish();
}

Status ReadPools(const YAML::Node& node, const std::string& path, const std::string& file,
                 PoolRules* to) {
  YamlMap map(node, path, file);
  map.Choice("by", kPoolByNames, &to->by);
  ReadRate("hard_to", &map, &to->hard_to);
  ReadRate("normal_to", &map, &to->normal_to);
  if (to->hard_to > to->normal_to) map.Fault("hard_to", "must not be above `normal_to`");
  double sum = 0;
  for (const auto& row : kPoolNames.rows) {
    double& number = to->numbers[static_cast<size_t>(row.value)];
    map.Real(std::string(row.name), &number, 0, 1e9);
    sum += number;
  }
  if (sum <= 0) map.Fault("normal", "is 0 as all others; nothing would ever be drawn");
  return map.Finish();
}

Status ReadRetire(const YAML::Node& node, const std::string& path, const std::string& file,
                  Stage* stage) {
  YamlMap map(node, path, file);
  ReadRate("from", &map, &stage->retire_from);
  if (!map.Has("from")) map.Fault("from", "is missing; give it a share such as 0.9");
  map.Choice("over", kRateOverNames, &stage->retire_over);
  return map.Finish();
}

void ReadWeights(YamlMap* map, Stage* stage) {
  const auto weights = map->Find("domain_weights");
  if (!weights) return;
  stage->domain_weights.clear();
  if (!weights->IsMap()) {
    return map->Fault("domain_weights",
                      "must be a map from domains to numbers, such as {math: 2, code: 1}");
  }
  for (const auto& entry : *weights) {
    const auto number = NumberOf<double>(entry.second);
    if (!number || !(*number > 0 && *number < INFINITY)) {
      return map->Fault("domain_weights",
                        "'" + entry.first.Scalar() + "' must have a number above 0");
    }
    stage->domain_weights[entry.first.Scalar()] = *number;
  }
}

// The keys that a stage may have, and the plan for all of its stages.
Status ReadSettings(const std::string& path, const std::string& file, YamlMap* map, Stage* stage) {
  const std::string before = path.empty() ? "" : path + ".";
  // Faults in maps of their own come back at once: they have their own lines.
  const auto inside = [&](const std::string& key, const auto& read) -> Status {
    const auto node = map->Find(key);
    return node ? read(*node, before + key) : Status();
  };
  map->Texts("domains", &stage->domains);
  ASSAY_RETURN_IF_ERROR(inside("solved_share", [&](const YAML::Node& node, const std::string& at) {
    return ReadSolvedShare(node, at, file, &stage->measured);
  }));
  map->Choice("unmeasured", kUnmeasuredNames, &stage->unmeasured);
  map->Whole("groups", &stage->groups, 1, 1 << 20);
  ReadByEpoch<int>("rollouts", 1, kMostRollouts, map, &stage->rollouts);
  ReadByEpoch<double>("temperature", 0, kHottest, map, &stage->temperature);
  ReadByEpoch<int>("response_tokens", 1, kMostTokens, map, &stage->response_tokens);
  map->Choice("draw", kDrawNames, &stage->draw);
  ASSAY_RETURN_IF_ERROR(inside("pools", [&](const YAML::Node& node, const std::string& at) {
    return ReadPools(node, at, file, &stage->pools);
  }));
  map->Flag("one_domain", &stage->one_domain);
  ReadWeights(map, stage);
  map->Real("solved_from", &stage->solved_from, -INFINITY, INFINITY);
  map->Choice("uniform", kUniformNames, &stage->uniform);
  ASSAY_RETURN_IF_ERROR(inside("retire", [&](const YAML::Node& node, const std::string& at) {
    return ReadRetire(node, at, file, stage);
  }));
  ReadRate("leave_out_from", map, &stage->leave_out_from);
  map->Whole("steps", &stage->steps, 1);
  map->Whole("epochs", &stage->epochs, 1);
  return {};
}

// What the keys of a stage mean together.
void CheckTogether(const Stage& stage, YamlMap* map) {
  if (!stage.domain_weights.empty() && !stage.one_domain) {
    map->Fault("domain_weights", "goes with one_domain: true");
  }
  if (stage.draw == Draw::kPools && stage.leave_out_from) {
    map->Fault("leave_out_from",
               "goes with draw: shuffled; with pools give `easy` the number 0 instead");
  }
  for (const auto& [domain, weight] : stage.domain_weights) {
    if (!stage.domains.empty() &&
        std::find(stage.domains.begin(), stage.domains.end(), domain) == stage.domains.end()) {
      map->Fault("domain_weights", "'" + domain + "' isn't one of the domains of this stage");
    }
  }
}

Result<Plan> ReadPlan(const YAML::Node& root, const std::string& file) {
  if (!root.IsMap()) return YamlFault(file, root, "the plan", "must be a map with stages in it");
  Plan plan;
  YamlMap map(root, "", file);
  map.Text("name", &plan.name);
  if (!map.Has("name")) map.Fault("name", "is missing; give the plan a name");
  map.Text("about", &plan.about);
  int64_t seed = 42;
  map.Whole("seed", &seed, 0);
  plan.seed = static_cast<uint64_t>(seed);
  Stage common;
  ASSAY_RETURN_IF_ERROR(ReadSettings("", file, &map, &common));
  const auto stages = map.Find("stages");
  ASSAY_RETURN_IF_ERROR(map.Finish());
  if (!stages || !stages->IsSequence() || stages->size() == 0) {
    return YamlFault(file, stages ? *stages : root, "stages",
                     "must be a list of stages, such as [{name: first, epochs: 1}]");
  }
  for (size_t i = 0; i < stages->size(); ++i) {
    const std::string path = fmt::format("stages[{}]", i);
    Stage stage = common;
    YamlMap one((*stages)[i], path, file);
    one.Text("name", &stage.name);
    if (!one.Has("name")) one.Fault("name", "is missing; give the stage a name");
    ASSAY_RETURN_IF_ERROR(ReadSettings(path, file, &one, &stage));
    CheckTogether(stage, &one);
    for (const Stage& other : plan.stages) {
      if (other.name == stage.name) one.Fault("name", "'" + stage.name + "' is there twice");
    }
    ASSAY_RETURN_IF_ERROR(one.Finish());
    plan.stages.push_back(std::move(stage));
  }
  return plan;
}

}  // namespace

Result<Plan> ParsePlan(const std::string& yaml, const std::string& file) {
  try {
    ASSAY_ASSIGN_OR_RETURN(Plan plan, ReadPlan(YAML::Load(yaml), file));
    plan.source = yaml;
    return plan;
  } catch (const YAML::Exception& error) {
    return Error{ErrorCode::kInvalidArgument, "curriculum.plan", 0,
                 fmt::format("{}:{}: {}", file, error.mark.line + 1, error.msg)};
  }
}

}  // namespace assay::curriculum
