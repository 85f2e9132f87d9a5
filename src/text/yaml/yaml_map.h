// YamlMap: typed keys of one map of a YAML file. The first fault is kept, with file, line, the
// whole key and what it must be; a key that nobody asked for is a fault, too.
//
// Not thread-safe.
#pragma once

#include <yaml-cpp/yaml.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"

namespace assay {

class YamlMap {
 public:
  // `node` must be a map or null, which is an empty one. `path` is what comes before its keys.
  YamlMap(const YAML::Node& node, std::string path, std::string file);

  // Each leaves `to` as it is where there is no such key.
  void Text(const std::string& key, std::string* to);
  // One text or a list of them.
  void Texts(const std::string& key, std::vector<std::string>* to);
  void Flag(const std::string& key, bool* to);
  void Whole(const std::string& key, int64_t* to, int64_t lowest,
             int64_t highest = std::numeric_limits<int64_t>::max());
  void Whole(const std::string& key, std::optional<int64_t>* to, int64_t lowest);
  void Wholes(const std::string& key, std::vector<int>* to, int lowest, int highest);
  void Real(const std::string& key, double* to, double lowest, double highest);
  void Real(const std::string& key, std::optional<double>* to, double lowest, double highest);
  template <typename Enum, size_t kSize>
  void Choice(const std::string& key, const EnumNames<Enum, kSize>& names, Enum* to) {
    std::string text;
    Text(key, &text);
    if (text.empty()) return;
    if (const auto value = names.Find(text)) {
      *to = *value;
    } else {
      Fault(key, "must be " + names.Choices() + ", not '" + text + "'");
    }
  }
  // Of a key that the caller reads; nothing: it isn't there.
  std::optional<YAML::Node> Find(const std::string& key);
  bool Has(const std::string& key) const;

  void Fault(const std::string& key, const std::string& what);
  // The first fault, unknown keys last. Call when all keys were asked for.
  Status Finish();

 private:
  void FaultAt(const YAML::Node& at, const std::string& key, const std::string& what);

  const YAML::Node node_;
  const std::string path_;
  const std::string file_;
  std::set<std::string> asked_;
  std::optional<Error> fault_;
};

// "recipe.yaml:7: steps[1]: must be …".
Error YamlFault(const std::string& file, const YAML::Node& at, const std::string& path,
                const std::string& what);

}  // namespace assay
