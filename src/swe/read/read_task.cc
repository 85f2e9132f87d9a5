#include "swe/read/read_task.h"

#include <algorithm>
#include <initializer_list>
#include <utility>

#include "base/text.h"
#include "swe/patch/diff.h"
#include "swe/rows/task.h"

namespace assay::swe {
namespace {

constexpr auto kOptional = Presence::kOptionalOrNull;
// Where images of the public sets have their trees.
constexpr char kUsualPath[] = "/testbed";
constexpr char kR2eFolder[] = "r2e_tests/";

void RefuseOthers(JsonValue object, const FieldPath& path,
                  std::initializer_list<std::string_view> names, FieldErrors* errors) {
  if (!object) return;
  for (const auto& member : object.Members()) {
    if (std::find(names.begin(), names.end(), member.key) != names.end()) continue;
    errors->Add(path / member.key, "extra_forbidden", "There is no such field");
  }
}

std::string Frameworks() {
  std::string names;
  for (const LogParser& parser : LogParsers()) {
    names.append(names.empty() ? "" : ", ").append(parser.name);
  }
  return names;
}

class TaskReader {
 public:
  TaskReader(JsonValue object, const FieldPath& path, FieldErrors* errors)
      : path_(path), errors_(*errors), top_(object, path, errors) {}

  TaskSource Read() {
    const JsonValue row = top_.Object("row", kOptional);
    if (row) TakeRow(row);
    ReadTask(top_.Object("task", row ? kOptional : Presence::kRequired));
    ReadRepository(top_.Object("repository", kOptional));
    ReadLimits(top_.Object("limits", kOptional));
    return std::move(source_);
  }

 private:
  void TakeRow(JsonValue row) {
    auto read = ReadSweRow(row, FormatOf(row));
    if (!read.ok()) {
      errors_.Add(path_ / "row", "value_error", read.error().message);
      return;
    }
    SweTask& from = *read;
    RunTask& task = source_.task;
    task.tests = std::move(from.tests);
    task.test_patch = std::move(from.test_patch);
    if (from.patch_sense == PatchSense::kBreaks) {
      task.fault_patch = std::move(from.patch);
    } else if (!from.patch.empty()) {
      task.reference = std::move(from.patch);
    }
    for (TestFile& file : from.test_files) {
      task.test_files.push_back({kR2eFolder + file.name, std::move(file.content)});
    }
    if (from.image.empty()) return;
    source_.repository.image = std::move(from.image);
    source_.repository.path = kUsualPath;
  }

  void ReadTask(JsonValue json) {
    const FieldPath path = path_ / "task";
    RefuseOthers(json, path,
                 {"framework", "setup", "command", "report", "fail_to_pass", "pass_to_pass",
                  "names", "expected_failure_passes", "skipped_is_maintained", "fault_patch",
                  "decoys", "test_patch", "test_files", "reference", "controls", "default_controls",
                  "runner_files", "tests_written", "env"},
                 &errors_);
    FieldReader fields(json, path, &errors_);
    RunTask& task = source_.task;
    if (const auto name = fields.String("framework", Presence::kRequired)) {
      task.parser = FindLogParser(*name);
      if (task.parser == nullptr) {
        fields.Fault("framework", "literal_error", "Input should be one of " + Frameworks());
      }
    }
    const auto text = [&](const char* name, std::string* out) {
      if (auto given = fields.String(name, kOptional)) *out = *std::move(given);
    };
    text("setup", &task.setup);
    task.command = fields.String("command", Presence::kRequired).value_or("");
    text("report", &task.report);
    text("fault_patch", &task.fault_patch);
    text("test_patch", &task.test_patch);
    if (auto reference = fields.String("reference", kOptional)) task.reference = *reference;
    CheckReport(&fields);
    ReadLists(json, &fields);
    ReadFiles(&fields);
    ReadControls("controls", &fields, &task.controls);
    ReadControls("decoys", &fields, &task.decoys);
    const auto flag = [&](const char* name, bool* out) {
      if (const auto given = fields.Bool(name, kOptional)) *out = *given;
    };
    flag("default_controls", &task.default_controls);
    if (const auto policy = fields.Choice("runner_files", kRunnerFilesNames, kOptional)) {
      task.runner_files = *policy;
    }
    if (const auto when = fields.Choice("tests_written", kTestsWrittenNames, kOptional)) {
      task.tests_written = *when;
    }
    if (const JsonValue env = fields.Object("env", kOptional)) {
      for (const auto& [name, value] : env.Members()) {
        if (auto given = ReadString(value, fields.Path("env") / name, &errors_)) {
          task.env[name] = *std::move(given);
        }
      }
    }
  }

  void CheckReport(FieldReader* fields) {
    const RunTask& task = source_.task;
    if (task.parser == nullptr) return;
    const bool of_file = task.parser->source == ReportSource::kFile;
    if (of_file && task.report.empty()) {
      fields->Fault("report", "missing", "The framework writes a file: say which");
    } else if (!of_file && !task.report.empty()) {
      fields->Fault("report", "value_error", "Of this framework the log is read");
    } else if (of_file && !IsSafePath(task.report)) {
      fields->Fault("report", "value_error", "Input should be a path within the repository");
    }
  }

  void ReadLists(JsonValue json, FieldReader* fields) {
    TestLists& tests = source_.task.tests;
    const auto list = [&](const char* name, std::vector<std::string>* out) {
      const JsonValue given = json ? json.Find(name) : JsonValue();
      if (!given || given.IsNull()) return;
      *out = fields->Strings(name, kOptional);
      if (out->size() > TaskBounds::kTests) {
        fields->Fault(name, "too_long", "Names too many tests");
      }
    };
    list("fail_to_pass", &tests.fail_to_pass);
    list("pass_to_pass", &tests.pass_to_pass);
    if (const auto style = fields->Choice("names", kNameStyleNames, kOptional)) {
      tests.names = *style;
    }
    const auto flag = [&](const char* name, bool* out) {
      if (const auto given = fields->Bool(name, kOptional)) *out = *given;
    };
    flag("expected_failure_passes", &tests.expected_failure_passes);
    flag("skipped_is_maintained", &tests.skipped_is_maintained);
  }

  // Whether it stays in the tree, wherever the secret stands.
  bool IsFine(const std::string& file, const FieldPath& path) {
    if (IsSafePath(file)) return true;
    errors_.Add(path, "value_error", "Input should be a path within the repository");
    return false;
  }

  void ReadFiles(FieldReader* fields) {
    const JsonValue files = fields->Object("test_files", kOptional);
    if (!files) return;
    std::vector<PlacedFile>& placed = source_.task.test_files;
    placed.clear();
    for (const auto& [name, content] : files.Members()) {
      const FieldPath path = fields->Path("test_files") / name;
      auto text = ReadString(content, path, &errors_);
      if (placed.size() == TaskBounds::kFiles) {
        return errors_.Add(path, "too_long", "There are too many files");
      }
      if (text && IsFine(name, path)) placed.push_back({name, *std::move(text)});
    }
  }

  void ReadControls(const char* name, FieldReader* fields, std::vector<ControlFile>* out) {
    const JsonValue list = fields->Array(name, kOptional);
    if (!list) return;
    for (const JsonValue each : list.Items()) {
      const size_t index = out->size();
      const FieldPath path = fields->Path(name) / index;
      if (index == TaskBounds::kFiles) {
        return errors_.Add(path, "too_long", "There are too many files");
      }
      ControlFile control;
      if (!each.Is(JsonType::kObject)) {
        errors_.Add(path, "dict_type", "Input should be a valid dictionary");
      }
      RefuseOthers(each.Is(JsonType::kObject) ? each : JsonValue(), path,
                   {"path", "content", "tests"}, &errors_);
      FieldReader control_fields(each, path, &errors_);
      control.file.path = control_fields.String("path", Presence::kRequired).value_or("x");
      control.file.content = control_fields.String("content", Presence::kRequired).value_or("");
      control.tests = control_fields.Strings("tests", Presence::kRequired);
      IsFine(control.file.path, path / "path");
      out->push_back(std::move(control));
    }
  }

  void ReadRepository(JsonValue json) {
    Repository& repository = source_.repository;
    if (auto image = top_.String("image", kOptional)) {
      repository.image = *std::move(image);
      repository.path = kUsualPath;
    }
    const FieldPath path = path_ / "repository";
    RefuseOthers(json, path, {"archive", "path"}, &errors_);
    FieldReader fields(json, path, &errors_);
    if (const auto archive = fields.String("archive", kOptional)) {
      auto bytes = Base64Decode(*archive);
      if (bytes) {
        repository.archive = Blob::FromString(*std::move(bytes));
      } else {
        fields.Fault("archive", "value_error", "Input should be valid base64");
      }
    }
    if (auto given = fields.String("path", kOptional)) {
      repository.path = *std::move(given);
      std::string_view below = repository.path;
      if (!below.empty() && below.front() == '/') below.remove_prefix(1);
      if (!IsSafePath(below)) {
        fields.Fault("path", "value_error", "Input should be the path of a folder, without '..'");
      }
    }
    if (repository.archive == nullptr && repository.image.empty()) {
      errors_.Add(path / "archive", "missing", "Without an image the repository comes with this");
    }
  }

  void ReadLimits(JsonValue json) {
    const FieldPath path = path_ / "limits";
    RefuseOthers(
        json, path,
        {"setup_time_s", "time_s", "cpus", "memory_mb", "disk_mb", "processes", "log_bytes"},
        &errors_);
    FieldReader fields(json, path, &errors_);
    RunLimits& limits = source_.limits;
    const auto time = [&](const char* name, Nanoseconds* out) {
      const auto seconds = fields.Number(name, kOptional);
      if (!seconds) return;
      if (!(*seconds > 0) || *seconds > TaskBounds::kLongestS) {
        fields.Fault(name, "value_error", "Input should be more than 0 and at most 43200 seconds");
      }
      *out = FromSeconds(*seconds);
    };
    time("setup_time_s", &limits.setup_time);
    time("time_s", &limits.time);
    limits.cpus = fields.Number("cpus", kOptional);
    const auto amount = [&](const char* name, int64_t unit, int64_t most) {
      std::optional<int64_t> value = fields.Int(name, kOptional);
      if (value && (*value <= 0 || *value > most)) {
        fields.Fault(name, "value_error", "Input should be between 1 and " + std::to_string(most));
        value.reset();
      }
      if (value) *value *= unit;
      return value;
    };
    constexpr int64_t kMebibyte = 1 << 20, kMostMebibytes = 1 << 24, kMostProcesses = 1 << 22;
    limits.memory_bytes = amount("memory_mb", kMebibyte, kMostMebibytes);
    limits.disk_bytes = amount("disk_mb", kMebibyte, kMostMebibytes);
    limits.processes = amount("processes", 1, kMostProcesses);
    if (const auto bytes = amount("log_bytes", 1, TaskBounds::kLogBytes)) limits.log_bytes = *bytes;
  }

  const FieldPath path_;
  FieldErrors& errors_;
  FieldReader top_;
  TaskSource source_;
};

}  // namespace

TaskSource ReadTaskSource(JsonValue object, const FieldPath& path, FieldErrors* errors) {
  return TaskReader(object, path, errors).Read();
}

}  // namespace assay::swe
