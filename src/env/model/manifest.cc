#include "env/model/manifest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cerrno>
#include <set>

#include "base/whole_file.h"
#include "env/model/names.h"
#include "lab/shared/rubric/rubric_file.h"
#include "text/canonical_json.h"

namespace assay::env {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;
constexpr int64_t kMostManifestBytes = 4 << 20;
constexpr size_t kMostFiles = 256;

// The fields of environment.yaml, read one after the other.
class ManifestReader {
 public:
  ManifestReader(JsonValue root, FieldErrors* errors)
      : root_(root), errors_(errors), fields_(root, {}, errors) {}

  Manifest Read() {
    RefuseOthers(
        root_, {},
        {"name",       "version", "about",  "changes", "license",       "kind",      "tasks",
         "evaluation", "fields",  "item",   "prompt",  "answer_format", "rubric",    "limits",
         "image",      "tools",   "python", "files",   "sandbox",       "follow_up", "response"},
        errors_);
    ReadIdentity();
    if (const auto tasks = ReadTasks("tasks", kRequired)) manifest_.tasks = *tasks;
    manifest_.evaluation = ReadTasks("evaluation", kOptional);
    ReadFields();
    if (const JsonValue item = fields_.Object("item", kOptional)) {
      RefuseOthers(item, FieldPath{} / "item", ItemFields(), errors_);
      if (item.Find("id"))
        fields_.Fault("item", "value_error", "Leave 'id' out: each row has its own");
      manifest_.item = CanonicalJson(item);
    }
    ReadPrompts();
    if (const auto format = fields_.Choice("answer_format", kAnswerFormatNames, kOptional)) {
      manifest_.answer_format = *format;
    }
    if (const JsonValue rubric = fields_.Object("rubric", kRequired)) {
      manifest_.rubric = rubric.raw();
      manifest_.runs_tests = lab::RunsTests(rubric);
    }
    manifest_.rollout = ReadRolloutRules(root_, errors_);
    ReadBelongings();
    return std::move(manifest_);
  }

 private:
  void ReadIdentity() {
    manifest_.name = fields_.String("name", kRequired).value_or("");
    if (!manifest_.name.empty() && !IsEnvironmentName(manifest_.name)) {
      fields_.Fault("name", "value_error", "'" + manifest_.name + "' " + std::string(kNameRule));
    }
    const JsonValue given = root_.Find("version");
    if (given.Is(JsonType::kNumber)) {
      fields_.Fault("version", "value_error", std::string(kVersionRule));
    } else if (const auto version = fields_.String("version", kRequired)) {
      if (const auto parsed = Version::Parse(*version)) {
        manifest_.version = *parsed;
      } else {
        fields_.Fault("version", "value_error", "'" + *version + "' " + std::string(kVersionRule));
      }
    }
    manifest_.about = ReadText(&fields_, "about", 4 << 10);
    manifest_.changes = ReadText(&fields_, "changes", 16 << 10);
    manifest_.license = ReadText(&fields_, "license", 256);
    if (const auto kind = fields_.Choice("kind", kKindNames, kOptional)) manifest_.kind = *kind;
  }

  std::optional<TaskFile> ReadTasks(const char* name, Presence presence) {
    const JsonValue json = fields_.Object(name, presence);
    if (!json) return std::nullopt;
    const FieldPath path = FieldPath{} / name;
    RefuseOthers(json, path, {"file", "sha256"}, errors_);
    FieldReader fields(json, path, errors_);
    TaskFile tasks;
    tasks.file = fields.String("file", kRequired).value_or("");
    CheckFile(tasks.file, path / "file");
    tasks.sha256 = fields.String("sha256", kRequired).value_or("");
    const bool hex = tasks.sha256.size() == 64 &&
                     tasks.sha256.find_first_not_of("0123456789abcdef") == std::string::npos;
    if (!hex && json.Find("sha256").Is(JsonType::kString)) {
      fields.Fault("sha256", "value_error",
                   "Input should be 64 hexadecimal digits; `assay env check --write-hashes` writes "
                   "those of the file");
    }
    return tasks;
  }

  void CheckFile(const std::string& file, const FieldPath& path) {
    if (file.empty()) return;
    if (!IsFilePath(file)) {
      errors_->Add(path, "value_error", "'" + file + "' " + std::string(kFileRule));
    } else if (file == kManifestFile || file == kManifestJsonFile) {
      errors_->Add(path, "value_error", "'" + file + "' is the manifest's own name");
    }
  }

  void ReadFields() {
    const JsonValue json = fields_.Object("fields", kOptional);
    if (!json) return;
    const FieldPath path = FieldPath{} / "fields";
    RefuseOthers(json, path, ItemFields(), errors_);
    for (const auto& member : json.Members()) {
      const auto row = ReadString(member.value, path / member.key, errors_);
      if (row && row->empty()) {
        errors_->Add(path / member.key, "value_error", "Name the field of a row, as in 'answer'");
      }
      if (row) manifest_.fields[member.key] = *row;
    }
  }

  void ReadPrompts() {
    const JsonValue json = fields_.Object("prompt", kRequired);
    if (!json) return;
    const FieldPath path = FieldPath{} / "prompt";
    RefuseOthers(json, path, {"system", "user"}, errors_);
    FieldReader fields(json, path, errors_);
    manifest_.system_prompt = ReadText(&fields, "system", 1 << 20);
    manifest_.user_prompt = fields.String("user", kRequired).value_or("");
  }

  void ReadBelongings() {
    manifest_.python = fields_.String("python", kOptional).value_or("");
    CheckFile(manifest_.python, FieldPath{} / "python");
    if (!manifest_.python.empty() && !manifest_.python.ends_with(".py")) {
      fields_.Fault("python", "value_error", "Input should be a file whose name ends with .py");
    }
    manifest_.files = fields_.Strings("files", kOptional);
    if (manifest_.files.size() > kMostFiles) {
      fields_.Fault("files", "too_long", fmt::format("List should have at most {}", kMostFiles));
    }
    for (size_t i = 0; i < manifest_.files.size(); ++i) {
      CheckFile(manifest_.files[i], FieldPath{} / "files" / i);
    }
  }

  const JsonValue root_;
  FieldErrors* const errors_;
  FieldReader fields_;
  Manifest manifest_;
};

}  // namespace

std::vector<std::string> Manifest::Files() const {
  std::set<std::string> all(files.begin(), files.end());
  all.insert(tasks.file);
  if (evaluation) all.insert(evaluation->file);
  if (!python.empty()) all.insert(python);
  std::vector<std::string> list{std::string(kManifestFile)};
  list.insert(list.end(), all.begin(), all.end());
  return list;
}

const std::vector<std::string_view>& ItemFields() {
  static const std::vector<std::string_view> names = {
      "id",         "gold", "problem",       "language",        "limits", "compile_limits",
      "extraction", "stop", "compile_flags", "total_timeout_s", "files",  "puzzle",
      "swe"};
  return names;
}

Fault FaultAt(const YamlDocument& document, const FieldPath& path, const std::string& what) {
  return {fmt::format("{}:{}: {}", kManifestFile, document.LineOf(path), ToString(path)), what};
}

ManifestReading ParseManifest(const std::string& yaml) {
  ManifestReading reading;
  auto document = YamlDocument::Parse(yaml, std::string(kManifestFile));
  if (!document.ok()) {
    const std::string& message = document.error().message;
    const size_t end = std::min(message.find(": "), message.size());
    reading.faults.push_back(
        {message.substr(0, end), message.substr(std::min(end + 2, message.size()))});
    return reading;
  }
  reading.document.emplace(std::move(*document));
  JsonError fault;
  const auto json = JsonDocument::Parse(reading.document->json(), &fault);
  if (!json || !json->root().Is(JsonType::kObject)) {
    reading.faults.push_back({std::string(kManifestFile) + ":1",
                              "must be a map with name, version, tasks, prompt and rubric"});
    return reading;
  }
  FieldErrors errors;
  Manifest manifest = ManifestReader(json->root(), &errors).Read();
  manifest.json = reading.document->json();
  for (const FieldError& error : errors.errors()) {
    reading.faults.push_back(FaultAt(*reading.document, error.path, error.message));
  }
  if (errors.empty()) reading.manifest = std::move(manifest);
  return reading;
}

Result<std::string> ReadManifestText(const std::string& folder) {
  auto text = ReadFile(folder + "/" + std::string(kManifestFile), "env", kMostManifestBytes);
  if (text.ok() || text.error().sys_errno != ENOENT) return text;
  return Error{ErrorCode::kInvalidArgument, "env", ENOENT,
               fmt::format("{} is no environment: it has no {} (`assay env new NAME` makes one)",
                           folder, kManifestFile)};
}

Result<Manifest> ReadManifest(const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadManifestText(folder));
  ManifestReading reading = ParseManifest(text);
  if (reading.manifest) return std::move(*reading.manifest);
  std::string all;
  for (const Fault& fault : reading.faults) {
    all += (all.empty() ? "" : "\n") + fault.ToString();
  }
  return Error{ErrorCode::kInvalidArgument, "env", 0, all};
}

}  // namespace assay::env
