#include "data/packages/package_yaml.h"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <sstream>

namespace assay {
namespace {

// A name, or every name of a map of languages to names: the first will do.
std::string NameIn(const YAML::Node& node) {
  if (node.IsScalar()) return node.Scalar();
  if (node.IsMap() && node.size() > 0 && node.begin()->second.IsScalar()) {
    return node.begin()->second.Scalar();
  }
  return {};
}

// "custom interactive" and ["interactive", "multi-pass"] are the same list of words.
std::vector<std::string> Words(const YAML::Node& node) {
  if (!node) return {};
  if (node.IsScalar()) return SplitWords(node.Scalar());
  std::vector<std::string> words;
  if (node.IsSequence()) {
    for (const YAML::Node& item : node) words.push_back(item.as<std::string>());
  }
  return words;
}

void ReadNumber(const YAML::Node& map, const char* key, double* value) {
  if (map[key]) *value = map[key].as<double>();
}

void ReadLimits(const YAML::Node& map, ProblemPackage* package) {
  PackageLimits& limits = package->limits;
  if (!map.IsMap()) return;
  ReadNumber(map, "time_multiplier", &limits.time_multiplier);
  ReadNumber(map, "time_safety_margin", &limits.time_safety_margin);
  if (const YAML::Node multipliers = map["time_multipliers"]; multipliers && multipliers.IsMap()) {
    ReadNumber(multipliers, "ac_to_time_limit", &limits.time_multiplier);
    ReadNumber(multipliers, "time_limit_to_tle", &limits.time_safety_margin);
  }
  ReadNumber(map, "time_resolution", &limits.time_resolution_s);
  if (!(limits.time_resolution_s > 0)) {
    throw YAML::Exception(map["time_resolution"].Mark(), "time_resolution must be above 0");
  }
  if (map["time_limit"]) limits.time_limit_s = map["time_limit"].as<double>();
  if (map["memory"]) limits.memory_mb = map["memory"].as<int64_t>();
  if (map["output"]) limits.output_mb = std::max(limits.output_mb, map["output"].as<int64_t>());
  if (map["validation_passes"]) package->passes = map["validation_passes"].as<int>();
}

}  // namespace

std::vector<std::string> SplitWords(const std::string& text) {
  std::istringstream stream(text);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return words;
}

Status ReadProblemYaml(const std::string& text, ProblemPackage* package) {
  // yaml-cpp reports by exception; none leaves this function.
  try {
    const YAML::Node root = YAML::Load(text);
    if (root.IsNull()) return {};
    if (!root.IsMap()) {
      return Error{ErrorCode::kInvalidArgument, "package", 0, "must be a map"};
    }
    if (root["name"]) package->name = NameIn(root["name"]);
    // The 2023 format's defaults are others.
    const std::string version =
        root["problem_format_version"] ? root["problem_format_version"].as<std::string>() : "";
    if (!version.empty() && version.rfind("legacy", 0) != 0) {
      package->format = PackageFormat::k2023;
      package->limits.time_multiplier = 2;
      package->limits.time_safety_margin = 1.5;
    }
    bool several = false;
    for (const char* key : {"type", "validation"}) {
      for (const std::string& word : Words(root[key])) {
        package->scoring |= word == "scoring" || word == "score";
        package->interactive |= word == "interactive";
        several |= word == "multi-pass";
      }
    }
    if (root["limits"]) ReadLimits(root["limits"], package);
    if (!several) {
      package->passes = 1;
    } else if (package->passes == 1) {
      package->passes = 2;
    }
    for (const char* key : {"validator_flags", "output_validator_args"}) {
      if (root[key] && !root[key].IsNull()) package->validator_flags = Words(root[key]);
    }
    return {};
  } catch (const YAML::Exception& error) {
    return Error{ErrorCode::kInvalidArgument, "package", 0,
                 fmt::format("line {}: {}", error.mark.line + 1, error.msg)};
  }
}

}  // namespace assay
