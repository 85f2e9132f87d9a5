#include "text/yaml/yaml_json.h"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <sstream>
#include <string_view>
#include <utility>

#include "base/text.h"
#include "text/number.h"
#include "text/yaml/yaml_map.h"

namespace assay {
namespace {

constexpr char kStage[] = "yaml";

Error Fault(const std::string& file, const YAML::Mark& mark, const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               fmt::format("{}:{}: {}", file, mark.line + 1, what)};
}

bool OneOf(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

size_t DigitsFrom(std::string_view text, size_t at) {
  const size_t end = text.find_first_not_of("0123456789", at);
  return (end == text.npos ? text.size() : end) - at;
}

// [-+]? (\. [0-9]+ | [0-9]+ (\. [0-9]*)?) ([eE] [-+]? [0-9]+)?
bool IsNumber(std::string_view text) {
  size_t at = !text.empty() && (text[0] == '-' || text[0] == '+') ? 1 : 0;
  const size_t whole = DigitsFrom(text, at);
  at += whole;
  size_t fraction = 0;
  if (at < text.size() && text[at] == '.') {
    fraction = DigitsFrom(text, ++at);
    at += fraction;
  }
  if (whole + fraction == 0) return false;
  if (at == text.size()) return true;
  if (text[at] != 'e' && text[at] != 'E') return false;
  ++at;
  if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
  const size_t exponent = DigitsFrom(text, at);
  return exponent > 0 && at + exponent == text.size();
}

// As JSON writes it: no '+', no zeros before, digits on both sides of the point.
std::string JsonNumber(std::string_view text) {
  std::string out;
  if (text[0] == '-') out = "-";
  if (text[0] == '-' || text[0] == '+') text.remove_prefix(1);
  const size_t whole = DigitsFrom(text, 0);
  const size_t zeros = std::min(text.find_first_not_of('0'), whole);
  const std::string_view digits = text.substr(zeros, whole - zeros);
  out += digits.empty() ? "0" : std::string(digits);
  text.remove_prefix(whole);
  if (!text.empty() && text[0] == '.') {
    const size_t fraction = DigitsFrom(text, 1);
    out += "." + (fraction == 0 ? "0" : std::string(text.substr(1, fraction)));
    text.remove_prefix(1 + fraction);
  }
  return out + std::string(text);
}

// Sees to it that there is one document: the library's own LoadAll, of some texts that are none,
// makes one empty document after the other without an end, for it never gets past a place.
class OneDocument : public YAML::EventHandler {
 public:
  void OnDocumentStart(const YAML::Mark& mark) override {
    if (++documents_ > 1) throw YAML::ParserException(mark, "is a second document");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark&, YAML::anchor_t) override {}
  void OnAlias(const YAML::Mark&, YAML::anchor_t) override {}
  void OnScalar(const YAML::Mark&, const std::string&, YAML::anchor_t,
                const std::string&) override {}
  void OnSequenceStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                       YAML::EmitterStyle::value) override {}
  void OnSequenceEnd() override {}
  void OnMapStart(const YAML::Mark&, const std::string&, YAML::anchor_t,
                  YAML::EmitterStyle::value) override {}
  void OnMapEnd() override {}

 private:
  int documents_ = 0;
};

class Converter {
 public:
  explicit Converter(std::string file) : file_(std::move(file)) {}

  Status Value(const YAML::Node& node, int depth) {
    if (depth > YamlBounds::kDepth) {
      return Fault(file_, node.Mark(),
                   fmt::format("is nested deeper than {} levels", YamlBounds::kDepth));
    }
    if (++values_ > YamlBounds::kValues || json_.text().size() > YamlBounds::kJsonBytes) {
      return Fault(file_, node.Mark(), "is too large: tasks belong into files of their own");
    }
    switch (node.Type()) {
      case YAML::NodeType::Map: return Map(node, depth);
      case YAML::NodeType::Sequence:
        json_.BeginArray();
        for (const YAML::Node& each : node) ASSAY_RETURN_IF_ERROR(Value(each, depth + 1));
        json_.EndArray();
        return {};
      case YAML::NodeType::Scalar: return Scalar(node);
      default: json_.Null(); return {};
    }
  }

  std::string Take() { return json_.Take(); }

 private:
  Status Map(const YAML::Node& node, int depth) {
    std::set<std::string> keys;
    json_.BeginObject();
    for (const auto& entry : node) {
      const YAML::Node& key = entry.first;
      if (!key.IsScalar()) return Fault(file_, key.Mark(), "a key must be a text");
      if (!IsValidUtf8(key.Scalar())) return Fault(file_, key.Mark(), "a key is not UTF-8");
      if (!keys.insert(key.Scalar()).second) {
        return Fault(file_, key.Mark(), "'" + key.Scalar() + "' stands here twice");
      }
      json_.Key(key.Scalar());
      ASSAY_RETURN_IF_ERROR(Value(entry.second, depth + 1));
    }
    json_.EndObject();
    return {};
  }

  Status Scalar(const YAML::Node& node) {
    const std::string& text = node.Scalar();
    const std::string& tag = node.Tag();
    if (!IsValidUtf8(text)) return Fault(file_, node.Mark(), "is not UTF-8");
    if (tag == "!" || tag == "tag:yaml.org,2002:str") {  // quoted, or said to be a text
      json_.String(text);
    } else if (!tag.empty() && tag != "?") {
      return Fault(file_, node.Mark(), "tags such as '" + tag + "' are not read");
    } else if (OneOf(text, {"", "~", "null", "Null", "NULL"})) {
      json_.Null();
    } else if (OneOf(text, {"true", "True", "TRUE"})) {
      json_.Bool(true);
    } else if (OneOf(text, {"false", "False", "FALSE"})) {
      json_.Bool(false);
    } else if (IsNumber(text)) {
      json_.Raw(JsonNumber(text));
    } else {
      json_.String(text);
    }
    return {};
  }

  const std::string file_;
  JsonWriter json_;
  size_t values_ = 0;
};

int LineBelow(const YAML::Node& node, const YAML::Mark& mark, const FieldPath& path, size_t at) {
  if (at < path.size()) {
    if (const auto* const name = std::get_if<std::string>(&path[at]); name && node.IsMap()) {
      for (const auto& entry : node) {
        if (entry.first.Scalar() != *name) continue;
        return LineBelow(entry.second, entry.first.Mark(), path, at + 1);
      }
    }
    if (const auto* const index = std::get_if<size_t>(&path[at]);
        index && node.IsSequence() && *index < node.size()) {
      const YAML::Node item = node[*index];
      return LineBelow(item, item.Mark(), path, at + 1);
    }
  }
  return std::max(mark.line, 0) + 1;
}

}  // namespace

Result<YamlDocument> YamlDocument::Parse(const std::string& yaml, const std::string& file) {
  try {
    std::istringstream text(yaml);
    YAML::Parser parser(text);
    OneDocument documents;
    while (parser.HandleNextDocument(documents)) {
    }
    const YAML::Node root = YAML::Load(yaml);
    Converter converter(file);
    ASSAY_RETURN_IF_ERROR(converter.Value(root, 0));
    return YamlDocument(root, converter.Take());
  } catch (const YAML::Exception& error) {
    return Fault(file, error.mark, error.msg);
  }
}

int YamlDocument::LineOf(const FieldPath& path) const {
  return LineBelow(root_, root_.Mark(), path, 0);
}

}  // namespace assay
