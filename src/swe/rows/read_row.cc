#include <optional>
#include <utility>

#include "base/text.h"
#include "swe/rows/task.h"
#include "text/field_reader.h"

namespace assay::swe {
namespace {

constexpr char kStage[] = "swe.row";
constexpr size_t kMaxTests = 1 << 18;

// JSON that stands in a string of the row.
Result<JsonDocument> ParseInner(const std::string& text, const char* field) {
  JsonError error;
  auto document = JsonDocument::Parse(text, &error);
  if (!document) return InvalidField(kStage, field, "is no JSON: " + error.message);
  return std::move(*document);
}

Result<std::vector<std::string>> NamesIn(JsonValue list, const char* field) {
  if (!list.Is(JsonType::kArray)) {
    return InvalidField(kStage, field, "must be a list of names, or one as JSON in a string");
  }
  const auto items = list.Items();
  if (items.size() > kMaxTests) return InvalidField(kStage, field, "names too many tests");
  std::vector<std::string> names;
  names.reserve(items.size());
  for (const JsonValue item : items) {
    if (!item.Is(JsonType::kString)) return InvalidField(kStage, field, "holds what is no name");
    names.push_back(item.String());
  }
  return names;
}

// A list, or a string that holds one.
Result<std::vector<std::string>> ReadNames(JsonValue row, const char* field) {
  const JsonValue value = row.Find(field);
  if (!value) return InvalidField(kStage, field, "is missing");
  if (!value.Is(JsonType::kString)) return NamesIn(value, field);
  const std::string text = value.String();
  ASSAY_ASSIGN_OR_RETURN(const JsonDocument inner, ParseInner(text, field));
  return NamesIn(inner.root(), field);
}

// "3 is no commit" is found here and not by git in a sandbox.
Status CheckCommit(const std::string& commit, const char* field) {
  constexpr size_t kShortest = 7;
  constexpr size_t kLongest = 64;
  if (commit.size() >= kShortest && commit.size() <= kLongest &&
      commit.find_first_not_of("0123456789abcdef") == std::string::npos) {
    return {};
  }
  return InvalidField(kStage, field, "is no commit");
}

class Reader {
 public:
  explicit Reader(JsonValue row) : row_(row), fields_(row, {}, &errors_) {}

  Result<SweTask> Read(RowFormat format) {
    if (!row_.Is(JsonType::kObject)) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0, "a row must be an object"};
    }
    task_.format = format;
    task_.problem = Optional("problem_statement");
    task_.hints = Optional("hints_text");
    const Status read = format == RowFormat::kR2eGym ? ReadR2e() : ReadBench();
    if (!errors_.empty()) {
      const FieldError& first = errors_.errors().front();
      return InvalidField(kStage, ToString(first.path), first.message);
    }
    if (!read.ok()) return read.error();
    if (task_.tests.fail_to_pass.empty() && task_.tests.pass_to_pass.empty()) {
      return InvalidField(kStage,
                          format == RowFormat::kR2eGym ? "expected_output_json" : "FAIL_TO_PASS",
                          "names no test");
    }
    return std::move(task_);
  }

 private:
  std::string Required(std::string_view name) {
    const std::string text = fields_.String(name, Presence::kRequired).value_or("");
    if (text.empty()) fields_.Fault(name, "missing", "must not be empty");
    return text;
  }
  std::string Optional(std::string_view name) {
    return fields_.String(name, Presence::kOptionalOrNull).value_or("");
  }

  Status ReadBench() {
    const bool smith = task_.format == RowFormat::kSweSmith;
    task_.id = Required("instance_id");
    task_.repository = Required("repo");
    task_.patch = Required("patch");
    task_.patch_sense = smith ? PatchSense::kBreaks : PatchSense::kSolves;
    task_.image = smith ? Required("image_name") : Optional("image_name");
    task_.base_commit = smith ? Optional("base_commit") : Required("base_commit");
    task_.test_patch = smith ? Optional("test_patch") : Required("test_patch");
    task_.environment_commit = Optional("environment_setup_commit");
    task_.version = Optional("version");
    if (!errors_.empty()) return {};
    if (!task_.base_commit.empty()) {
      ASSAY_RETURN_IF_ERROR(CheckCommit(task_.base_commit, "base_commit"));
    }
    ASSAY_ASSIGN_OR_RETURN(task_.tests.fail_to_pass, ReadNames(row_, "FAIL_TO_PASS"));
    ASSAY_ASSIGN_OR_RETURN(task_.tests.pass_to_pass, ReadNames(row_, "PASS_TO_PASS"));
    task_.tests.names = NameStyle::kSweBench;
    task_.tests.expected_failure_passes = true;
    task_.tests.skipped_is_maintained = true;
    return {};
  }

  Status ReadR2e() {
    task_.repository = Required("repo_name");
    task_.image = Required("docker_image");
    task_.reference_commit = Required("commit_hash");
    const std::string expected = Required("expected_output_json");
    const std::string commit = Optional("parsed_commit_content");
    const std::string execution = Optional("execution_result_content");
    if (!errors_.empty()) return {};
    ASSAY_RETURN_IF_ERROR(CheckCommit(task_.reference_commit, "commit_hash"));
    task_.id = task_.repository + "__" + task_.reference_commit;
    if (!commit.empty()) ASSAY_RETURN_IF_ERROR(ReadBase(commit));
    if (!execution.empty()) ASSAY_RETURN_IF_ERROR(ReadTestFiles(execution));
    return ReadExpected(expected);
  }

  Status ReadBase(const std::string& commit) {
    ASSAY_ASSIGN_OR_RETURN(const JsonDocument inner, ParseInner(commit, "parsed_commit_content"));
    const JsonValue old = inner.root().Find("old_commit_hash");
    if (!old.Is(JsonType::kString)) return {};
    task_.base_commit = old.String();
    // The solution's parent may be written as "hash^".
    std::string_view commit_part = task_.base_commit;
    if (!commit_part.empty() && commit_part.back() == '^') commit_part.remove_suffix(1);
    return CheckCommit(std::string(commit_part), "parsed_commit_content");
  }

  Status ReadTestFiles(const std::string& execution) {
    constexpr char kField[] = "execution_result_content";
    ASSAY_ASSIGN_OR_RETURN(const JsonDocument inner, ParseInner(execution, kField));
    const JsonValue names = inner.root().Find("test_file_names");
    const JsonValue codes = inner.root().Find("test_file_codes");
    if (!names && !codes) return {};
    ASSAY_ASSIGN_OR_RETURN(const auto name_list, NamesIn(names, kField));
    ASSAY_ASSIGN_OR_RETURN(auto code_list, NamesIn(codes, kField));
    if (name_list.size() != code_list.size()) {
      return InvalidField(kStage, kField, "has not one name for each test file");
    }
    for (size_t i = 0; i < name_list.size(); ++i) {
      const std::string& name = name_list[i];
      if (name.empty() || name.find('/') != std::string::npos || name == "." || name == "..") {
        return InvalidField(kStage, kField, "names a test file that is no plain name");
      }
      task_.test_files.push_back({name, std::move(code_list[i])});
    }
    return {};
  }

  Status ReadExpected(const std::string& expected) {
    constexpr char kField[] = "expected_output_json";
    ASSAY_ASSIGN_OR_RETURN(const JsonDocument inner, ParseInner(expected, kField));
    if (!inner.root().Is(JsonType::kObject)) {
      return InvalidField(kStage, kField, "must be an object of outcomes");
    }
    for (const auto& [name, outcome] : inner.root().Members()) {
      if (!outcome.Is(JsonType::kString)) {
        return InvalidField(kStage, kField, "holds what is no outcome");
      }
      if (outcome.String() == "PASSED") task_.tests.pass_to_pass.push_back(name);
    }
    task_.tests.names = NameStyle::kR2e;
    return {};
  }

  const JsonValue row_;
  FieldErrors errors_;
  FieldReader fields_;
  SweTask task_;
};

}  // namespace

RowFormat FormatOf(JsonValue row) {
  if (row.Find("expected_output_json")) return RowFormat::kR2eGym;
  const JsonValue repo = row.Find("repo");
  const bool smith = repo.Is(JsonType::kString) && StartsWith(repo.String(), "swesmith/");
  return smith ? RowFormat::kSweSmith : RowFormat::kSweBench;
}

Result<SweTask> ReadSweRow(JsonValue row, RowFormat format) {
  return Reader(row).Read(format);
}

}  // namespace assay::swe
