// Manifest: what environment.yaml says of an environment (docs/environments.md has each field).
//
// Reading it collects every fault, each with file, line, field and what to write instead. The
// rubric is kept as the JSON that POST /v1/score takes: what is right in it, that route's own
// reader decides (env/check). Plain values and pure functions; ReadManifest reads a file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "base/result.h"
#include "env/model/rollout_rules.h"
#include "env/model/version.h"
#include "text/field_reader.h"
#include "text/yaml/yaml_json.h"

namespace assay::env {

// A fault of an environment, for who writes it.
struct Fault {
  std::string where;  // "environment.yaml:7: rubric.functions[0].weight", "tasks.jsonl:3: gold"
  std::string what;

  std::string ToString() const { return where + ": " + what; }
  bool operator==(const Fault&) const = default;
};

// What the tasks are about; for people and for lists.
enum class Kind { kMath, kCode, kScience, kLogic, kSoftware, kOther };
inline constexpr auto kKindNames = MakeEnumNames<Kind>({
    {Kind::kMath, "math"},
    {Kind::kCode, "code"},
    {Kind::kScience, "science"},
    {Kind::kLogic, "logic"},
    {Kind::kSoftware, "software"},
    {Kind::kOther, "other"},
});
static_assert(kKindNames.IsWholeUpTo(Kind::kOther));

// The form in which the prompt asks for the answer.
enum class AnswerFormat { kText, kBoxed, kAnswerTag, kCodeBlock, kJson };
inline constexpr auto kAnswerFormatNames = MakeEnumNames<AnswerFormat>({
    {AnswerFormat::kText, "text"},
    {AnswerFormat::kBoxed, "boxed"},
    {AnswerFormat::kAnswerTag, "answer_tag"},
    {AnswerFormat::kCodeBlock, "code_block"},
    {AnswerFormat::kJson, "json"},
});
static_assert(kAnswerFormatNames.IsWholeUpTo(AnswerFormat::kJson));

struct TaskFile {
  std::string file;
  std::string sha256;  // hex, of its bytes
};

struct Manifest {
  std::string name;
  Version version;
  std::string about;
  std::string changes;  // what is new in this version
  std::string license;
  Kind kind = Kind::kOther;
  TaskFile tasks;
  std::optional<TaskFile> evaluation;  // tasks that nobody trains on
  // Which field of a row each field of an item of POST /v1/score is: {"gold": "answer"}.
  std::map<std::string, std::string> fields;
  std::string item = "{}";  // JSON: fields that each item has where its row has none
  std::string system_prompt;
  std::string user_prompt;
  AnswerFormat answer_format = AnswerFormat::kText;
  std::string rubric;       // JSON, as one of "rubrics" of POST /v1/score
  bool runs_tests = false;  // the rubric does, of patches: whoever judges needs sandboxes
  RolloutRules rollout;
  std::string python;              // file with load_environment; empty: none
  std::vector<std::string> files;  // more that belongs to it

  std::string json;  // all of environment.yaml

  // All of the folder that a pack has, sorted, environment.yaml first among them.
  std::vector<std::string> Files() const;
};

// Fields of an item that a row may have, and that `fields` may name.
const std::vector<std::string_view>& ItemFields();

struct ManifestReading {
  std::optional<Manifest> manifest;      // nothing: with such faults nothing more can be said
  std::optional<YamlDocument> document;  // for the lines of later faults
  std::vector<Fault> faults;
};
ManifestReading ParseManifest(const std::string& yaml);

// Of a folder; the error names all faults.
Result<Manifest> ReadManifest(const std::string& folder);
// The text of environment.yaml, bounded.
Result<std::string> ReadManifestText(const std::string& folder);

// "environment.yaml:7: rubric.functions[0]: …"
Fault FaultAt(const YamlDocument& document, const FieldPath& path, const std::string& what);

}  // namespace assay::env
