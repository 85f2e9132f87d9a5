#include "text/yaml/yaml_json.h"

#include <yaml-cpp/yaml.h>

#include <cmath>
#include <cstdint>
#include <optional>
#include <set>

#include "text/json_writer.h"
#include "text/number.h"
#include "text/yaml/yaml_map.h"

namespace assay {
namespace {

constexpr int kDeepest = 64;
constexpr int64_t kMostValues = 1'000'000;

bool IsOneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words) {
    if (text == word) return true;
  }
  return false;
}

// Digits with a point and a power of ten, nothing else ("inf", "0x10").
bool LooksNumeric(std::string_view text) {
  if (text.empty()) return false;
  bool digit = false;
  for (const char c : text) {
    const bool is_digit = c >= '0' && c <= '9';
    digit |= is_digit;
    if (!is_digit && c != '+' && c != '-' && c != '.' && c != 'e' && c != 'E') return false;
  }
  return digit;
}

class Converter {
 public:
  explicit Converter(std::string file) : file_(std::move(file)) {}

  Status Convert(const YAML::Node& node, const std::string& path, int depth) {
    if (depth > kDeepest) return YamlFault(file_, node, path, "is too deep");
    if (++values_ > kMostValues) return YamlFault(file_, node, path, "has too many values");
    if (node.IsMap()) return ConvertMap(node, path, depth);
    if (node.IsSequence()) {
      json_.BeginArray();
      size_t index = 0;
      for (const YAML::Node& item : node) {
        const std::string place = path + "[" + std::to_string(index++) + "]";
        if (Status status = Convert(item, place, depth + 1); !status.ok()) return status;
      }
      json_.EndArray();
      return Status();
    }
    if (node.IsScalar()) {
      ConvertScalar(node);
    } else {
      json_.Null();
    }
    return Status();
  }

  std::string Take() { return json_.Take(); }

 private:
  Status ConvertMap(const YAML::Node& node, const std::string& path, int depth) {
    json_.BeginObject();
    std::set<std::string> keys;
    for (const auto& member : node) {
      if (!member.first.IsScalar()) {
        return YamlFault(file_, member.first, path, "has a key that is no text");
      }
      const std::string& key = member.first.Scalar();
      const std::string place = path.empty() ? key : path + "." + key;
      if (!keys.insert(key).second) {
        return YamlFault(file_, member.first, place, "is there twice");
      }
      json_.Key(key);
      if (Status status = Convert(member.second, place, depth + 1); !status.ok()) return status;
    }
    json_.EndObject();
    return Status();
  }

  void ConvertScalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    const bool plain = node.Tag() == "?";  // neither quoted nor tagged
    if (plain && IsOneOf(text, {"null", "Null", "NULL", "~"})) {
      json_.Null();
    } else if (plain && IsOneOf(text, {"true", "True", "TRUE"})) {
      json_.Bool(true);
    } else if (plain && IsOneOf(text, {"false", "False", "FALSE"})) {
      json_.Bool(false);
    } else if (plain && LooksNumeric(text)) {
      ConvertNumber(text);
    } else {
      json_.Bytes(text);
    }
  }

  void ConvertNumber(const std::string& text) {
    if (const auto whole = NumberIn<int64_t>(text)) {
      json_.Int(*whole);
    } else if (const auto real = NumberIn<double>(text); real && std::isfinite(*real)) {
      json_.Double(*real);
    } else {
      json_.Bytes(text);  // "1.2.3", a date
    }
  }

  const std::string file_;
  JsonWriter json_;
  int64_t values_ = 0;
};

}  // namespace

Result<std::string> YamlToJson(const std::string& text, const std::string& file) {
  try {
    const YAML::Node root = YAML::Load(text);
    Converter converter(file);
    if (const Status status = converter.Convert(root, "", 0); !status.ok()) return status.error();
    return converter.Take();
  } catch (const YAML::Exception& fault) {
    return Error{ErrorCode::kInvalidArgument, "yaml", 0,
                 file + ":" + std::to_string(fault.mark.line + 1) + ": is no YAML: " + fault.msg};
  }
}

}  // namespace assay
