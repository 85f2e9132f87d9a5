#include "text/yaml/yaml_map.h"

#include <fmt/format.h>

#include <cmath>

#include "text/yaml/scalar.h"

namespace assay {
namespace {

std::string WholeRange(int64_t lowest, int64_t highest) {
  if (highest == std::numeric_limits<int64_t>::max()) {
    return fmt::format("a whole number from {} on", lowest);
  }
  return fmt::format("a whole number from {} to {}", lowest, highest);
}

}  // namespace

Error YamlFault(const std::string& file, const YAML::Node& at, const std::string& path,
                const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "yaml", 0,
               fmt::format("{}:{}: {}: {}", file, at.Mark().line + 1, path, what)};
}

YamlMap::YamlMap(const YAML::Node& node, std::string path, std::string file)
    : node_(node), path_(std::move(path)), file_(std::move(file)) {
  if (!node_.IsMap() && !node_.IsNull()) fault_ = YamlFault(file_, node_, path_, "must be a map");
}

void YamlMap::FaultAt(const YAML::Node& at, const std::string& key, const std::string& what) {
  if (fault_) return;
  fault_ = YamlFault(file_, at, path_.empty() ? key : path_ + "." + key, what);
}

void YamlMap::Fault(const std::string& key, const std::string& what) {
  FaultAt(Has(key) ? node_[key] : node_, key, what);
}

bool YamlMap::Has(const std::string& key) const {
  return node_.IsMap() && node_[key].IsDefined();
}

std::optional<YAML::Node> YamlMap::Find(const std::string& key) {
  asked_.insert(key);
  if (!Has(key) || node_[key].IsNull()) return std::nullopt;
  return node_[key];
}

void YamlMap::Text(const std::string& key, std::string* to) {
  const auto value = Find(key);
  if (!value) return;
  if (!value->IsScalar()) return FaultAt(*value, key, MustBe("a text", *value));
  *to = value->Scalar();
}

void YamlMap::Texts(const std::string& key, std::vector<std::string>* to) {
  const auto value = Find(key);
  if (!value) return;
  std::vector<std::string> texts;
  if (value->IsScalar()) {
    texts.push_back(value->Scalar());
  } else if (value->IsSequence()) {
    for (const YAML::Node& one : *value) {
      if (!one.IsScalar()) return FaultAt(one, key, "must be a text or a list of texts");
      texts.push_back(one.Scalar());
    }
  } else {
    return FaultAt(*value, key, "must be a text or a list of texts");
  }
  *to = std::move(texts);
}

void YamlMap::Flag(const std::string& key, bool* to) {
  const auto value = Find(key);
  if (!value) return;
  if (!value->IsScalar() || !YAML::convert<bool>::decode(*value, *to)) {
    FaultAt(*value, key, MustBe("true or false", *value));
  }
}

void YamlMap::Whole(const std::string& key, int64_t* to, int64_t lowest, int64_t highest) {
  const auto value = Find(key);
  if (!value) return;
  const auto number = NumberOf<int64_t>(*value);
  if (!number || *number < lowest || *number > highest) {
    return FaultAt(*value, key, MustBe(WholeRange(lowest, highest), *value));
  }
  *to = *number;
}

void YamlMap::Whole(const std::string& key, std::optional<int64_t>* to, int64_t lowest) {
  if (!Find(key)) return;
  int64_t number = 0;
  Whole(key, &number, lowest);
  *to = number;
}

void YamlMap::Wholes(const std::string& key, std::vector<int>* to, int lowest, int highest) {
  const auto value = Find(key);
  if (!value) return;
  std::vector<YAML::Node> nodes;
  if (value->IsSequence()) {
    for (const YAML::Node& one : *value) nodes.push_back(one);
  } else {
    nodes.push_back(*value);
  }
  std::vector<int> numbers;
  for (const YAML::Node& one : nodes) {
    const auto number = NumberOf<int>(one);
    if (!number || *number < lowest || *number > highest) {
      return FaultAt(one, key, MustBe(WholeRange(lowest, highest) + ", or a list of them", one));
    }
    numbers.push_back(*number);
  }
  if (numbers.empty()) return FaultAt(*value, key, "must not be empty");
  *to = std::move(numbers);
}

void YamlMap::Real(const std::string& key, double* to, double lowest, double highest) {
  const auto value = Find(key);
  if (!value) return;
  const auto number = NumberOf<double>(*value);
  if (!number || !(*number >= lowest && *number <= highest)) {
    const std::string wanted = std::isinf(highest)
                                   ? fmt::format("a number from {} on", lowest)
                                   : fmt::format("a number from {} to {}", lowest, highest);
    return FaultAt(*value, key, MustBe(wanted, *value));
  }
  *to = *number;
}

void YamlMap::Real(const std::string& key, std::optional<double>* to, double lowest,
                   double highest) {
  if (!Find(key)) return;
  double number = 0;
  Real(key, &number, lowest, highest);
  *to = number;
}

Status YamlMap::Finish() {
  if (!fault_ && node_.IsMap()) {
    for (const auto& entry : node_) {
      const std::string key = entry.first.Scalar();
      if (asked_.contains(key)) continue;
      std::string known;
      for (const std::string& one : asked_) known += (known.empty() ? "" : ", ") + one;
      FaultAt(entry.first, key, "unknown key; there are " + known);
      break;
    }
  }
  if (fault_) return *fault_;
  return {};
}

}  // namespace assay
