#include "lab/shared/rubric/rubric_file.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/files/named_file.h"
#include "base/whole_file.h"
#include "text/json_reader.h"
#include "text/json_writer.h"
#include "text/yaml/yaml_json.h"

namespace assay::lab {
namespace {

constexpr int64_t kMostBytes = 64 << 20;  // problems may stand in it
constexpr std::string_view kHead[] = {"rubrics", "routes", "problems", "deadline_s"};
constexpr std::string_view kOfGroups[] = {"pass_rate", "best_of", "duplicates"};

template <size_t kSize>
bool IsOneOf(std::string_view word, const std::string_view (&words)[kSize]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Whether `is` holds for the kind of a function. Of what is no rubric: no.
template <typename Is>
bool AnyFunction(JsonValue rubric, Is is) {
  const JsonValue list = rubric.Find("functions");
  if (!list.Is(JsonType::kArray)) return false;
  const std::vector<JsonValue> functions = list.Items();
  return std::any_of(functions.begin(), functions.end(), [&](JsonValue function) {
    const JsonValue kind = function.Find("kind");
    return kind.Is(JsonType::kString) && is(kind.String());
  });
}

}  // namespace

bool ComparesGroup(JsonValue rubric) {
  if (rubric.Find("advantage").Is(JsonType::kObject)) return true;
  return AnyFunction(rubric, [](std::string_view kind) { return IsOneOf(kind, kOfGroups); });
}

bool RunsTests(JsonValue rubric) {
  return AnyFunction(rubric, [](std::string_view kind) { return kind == "swe"; });
}

Result<RubricFile> ReadRubricFile(const std::string& path) {
  const auto text = ReadFile(path, "score", kMostBytes);
  if (!text.ok()) {
    return NamedFileError("score", text.error().sys_errno, text.error().message);
  }
  ASSAY_ASSIGN_OR_RETURN(const YamlDocument yaml, YamlDocument::Parse(*text, path));
  const std::string& json = yaml.json();
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  const auto fault = [&path](const std::string& what) {
    return Error{ErrorCode::kInvalidArgument, "score", 0, path + ": " + what};
  };
  if (!document) return fault(error.message);
  const JsonValue root = document->root();
  RubricFile file;
  if (root.Find("functions")) {
    JsonWriter rubric;
    rubric.BeginObject().Key("rubric").Raw(json).EndObject();
    file.members = "\"rubrics\":" + rubric.Take();
    file.compares = ComparesGroup(root);
    file.runs_tests = RunsTests(root);
    return file;
  }
  const JsonValue rubrics = root.Find("rubrics");
  if (!rubrics.Is(JsonType::kObject)) {
    return fault("has neither \"functions\", as a rubric has, nor \"rubrics\", an object of them");
  }
  for (const auto& [key, value] : root.Members()) {
    if (!IsOneOf(key, kHead)) {
      return fault("\"" + std::string(key) +
                   "\": no such member here; there are rubrics, routes, problems and deadline_s");
    }
    JsonWriter name;
    name.Bytes(key);
    file.members +=
        (file.members.empty() ? "" : ",") + name.Take() + ":" + std::string(value.raw());
  }
  for (const auto& [name, rubric] : rubrics.Members()) {
    file.compares |= ComparesGroup(rubric);
    file.runs_tests |= RunsTests(rubric);
  }
  return file;
}

}  // namespace assay::lab
