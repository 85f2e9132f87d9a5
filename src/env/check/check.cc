#include "env/check/check.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/whole_file.h"
#include "data/rows/rows.h"
#include "env/check/score_check.h"
#include "env/model/names.h"
#include "env/model/task.h"
#include "rollout/folder/durable_file.h"

namespace assay::env {
namespace {

constexpr int64_t kMostScriptBytes = 16 << 20;

class Check {
 public:
  explicit Check(std::string folder) : folder_(std::move(folder)) {}

  Result<CheckReport> Run() {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadManifestText(folder_));
    ManifestReading reading = ParseManifest(text);
    for (Fault& fault : reading.faults) Add(std::move(fault));
    if (!reading.manifest) return std::move(report_);
    report_.manifest = std::move(reading.manifest);
    const Manifest& manifest = *report_.manifest;
    std::vector<Fault> faults;
    rubric_ = checker_.CheckRubric(manifest, *reading.document, &faults);
    for (Fault& fault : faults) Add(std::move(fault));
    CheckManifest(*reading.document);
    CheckFiles(*reading.document);
    ASSAY_RETURN_IF_ERROR(CheckTasks("tasks", manifest.tasks, *reading.document));
    if (manifest.evaluation) {
      ASSAY_RETURN_IF_ERROR(CheckTasks("evaluation", *manifest.evaluation, *reading.document));
    }
    return std::move(report_);
  }

 private:
  void Add(Fault fault) {
    ++report_.fault_count;
    if (report_.faults.size() < CheckReport::kMostFaults)
      report_.faults.push_back(std::move(fault));
  }
  void Note(Fault note) {
    ++report_.note_count;
    if (report_.notes.size() < CheckReport::kMostFaults) report_.notes.push_back(std::move(note));
  }

  // What each field alone doesn't show.
  void CheckManifest(const YamlDocument& document) {
    const Manifest& manifest = *report_.manifest;
    for (const std::string& name : Placeholders(manifest.system_prompt)) {
      Note(FaultAt(document, FieldPath{} / "prompt" / "system",
                   "{" + name + "} stays as it is: only prompt.user takes fields of a row"));
    }
    if (Placeholders(manifest.user_prompt).empty()) {
      Add(FaultAt(document, FieldPath{} / "prompt" / "user",
                  "takes no field of a row, so that all tasks would be the same: write for "
                  "instance {question}"));
    }
    if (!rubric_) return;
    report_.needs_judge = rubric_->Has(FunctionKind::kLlmJudge);
    report_.needs_group = rubric_->NeedsGroup();
    if (report_.needs_group && !manifest.rollout.follow_up.text.empty()) {
      Add(FaultAt(
          document, FieldPath{} / "follow_up",
          "can't follow an answer: the rubric compares the rollouts of a task, so none has a "
          "score before all are there"));
    }
    if (rubric_->Has(FunctionKind::kCode) && manifest.answer_format != AnswerFormat::kCodeBlock) {
      Add(FaultAt(document, FieldPath{} / "answer_format",
                  "must be code_block, since the rubric judges a program"));
    }
    CheckAsked(document);
  }

  // A rubric that rewards another form than the prompt asks for would teach against it.
  void CheckAsked(const YamlDocument& document) {
    static constexpr std::pair<scoring::FormatPart, AnswerFormat> kSame[] = {
        {scoring::FormatPart::kBoxed, AnswerFormat::kBoxed},
        {scoring::FormatPart::kAnswerTag, AnswerFormat::kAnswerTag},
        {scoring::FormatPart::kCodeBlock, AnswerFormat::kCodeBlock},
    };
    for (size_t i = 0; i < rubric_->functions.size(); ++i) {
      const auto* const rule = std::get_if<scoring::FormatRule>(&rubric_->functions[i].rule);
      if (rule == nullptr) continue;
      for (const scoring::FormatPart part : rule->require) {
        for (const auto& [of_rubric, of_answer] : kSame) {
          if (part != of_rubric || report_.manifest->answer_format == of_answer) continue;
          Add(FaultAt(document, FieldPath{} / "rubric" / "functions" / i / "require",
                      fmt::format("asks for {}, and answer_format says {}",
                                  kAnswerFormatNames.NameOf(of_answer),
                                  kAnswerFormatNames.NameOf(report_.manifest->answer_format))));
        }
      }
    }
  }

  // Files that are named but hold no tasks.
  void CheckFiles(const YamlDocument& document) {
    const Manifest& manifest = *report_.manifest;
    const auto there = [&](const std::string& file, const FieldPath& path) {
      struct stat found {};
      const std::string whole = folder_ + "/" + file;
      if (::lstat(whole.c_str(), &found) != 0) {
        Add(FaultAt(document, path, "there is no file '" + file + "' in this folder"));
      } else if (!S_ISREG(found.st_mode)) {
        Add(FaultAt(document, path, "'" + file + "' is no regular file: packs have no links"));
      } else {
        return true;
      }
      return false;
    };
    for (size_t i = 0; i < manifest.files.size(); ++i) {
      there(manifest.files[i], FieldPath{} / "files" / i);
    }
    if (manifest.python.empty() || !there(manifest.python, FieldPath{} / "python")) return;
    const auto script = ReadFile(folder_ + "/" + manifest.python, "env", kMostScriptBytes);
    if (script.ok() && script->find("def load_environment(") == std::string::npos) {
      Add(FaultAt(document, FieldPath{} / "python",
                  "'" + manifest.python + "' defines no load_environment(environment, **options)"));
    }
  }

  Status CheckTasks(const std::string& use, const TaskFile& tasks, const YamlDocument& document) {
    const FieldPath path = FieldPath{} / use;
    const std::string whole = folder_ + "/" + tasks.file;
    struct stat found {};
    if (::lstat(whole.c_str(), &found) != 0 || !S_ISREG(found.st_mode)) {
      Add(FaultAt(document, path / "file",
                  "there is no regular file '" + tasks.file + "' in this folder"));
      return {};
    }
    file_ = tasks.file;
    rows_ = 0;
    FileIdentity identity;
    const Status read = ForEachRow(
        whole,
        [this](std::string_view row) {
          CheckRow(row);
          return Status();
        },
        &identity);
    if (!read.ok()) {
      const Error& error = read.error();
      if (error.code != ErrorCode::kInvalidArgument) return error;
      // Without this machine's folders.
      std::string message = error.message;
      if (message.starts_with(folder_ + "/")) message.erase(0, folder_.size() + 1);
      Add({file_, message});
      return {};
    }
    report_.files.push_back({tasks.file, use, identity.sha256, identity.rows});
    if (identity.sha256 != tasks.sha256) {
      Add(FaultAt(document, path / "sha256",
                  fmt::format("is not the hash of '{}', which is {}; `assay env check "
                              "--write-hashes` writes it",
                              tasks.file, identity.sha256)));
    }
    if (identity.rows == 0) Add({file_, "has no rows"});
    return {};
  }

  void CheckRow(std::string_view text) {
    const std::string where = fmt::format("{}: row {}", file_, ++rows_);
    const auto add = [&](const RowFault& fault) {
      Add({where + (fault.field.empty() ? "" : ": " + fault.field), fault.what});
    };
    JsonError error;
    const auto row = JsonDocument::Parse(text, &error);
    const int64_t before = report_.fault_count;
    if (!row || !row->root().Is(JsonType::kObject)) {
      add({"", row ? "is no object" : error.message});
    } else {
      const Task task = ReadTask(*report_.manifest, row->root());
      for (const RowFault& fault : task.faults) add(fault);
      if (task.faults.empty() && !ids_.insert(task.id).second) {
        add({RowFieldOf(*report_.manifest, "id"), "'" + task.id + "' is another row's, too"});
      }
      if (task.faults.empty() && rubric_) {
        std::vector<RowFault> notes;
        for (const RowFault& fault :
             checker_.CheckItem(*report_.manifest, *rubric_, task, &notes)) {
          add(fault);
        }
        for (const RowFault& note : notes) {
          Note({where + (note.field.empty() ? "" : ": " + note.field), note.what});
        }
      }
    }
    if (report_.fault_count > before) ++report_.faulty_rows;
  }

  const std::string folder_;
  const ScoreCheck checker_;
  std::optional<Rubric> rubric_;
  CheckReport report_;
  std::string file_;  // that is read
  int64_t rows_ = 0;
  std::set<std::string, std::less<>> ids_;  // of both files: a task of one is none of the other's
};

// The line's value behind "sha256:" is replaced; what else stands there stays.
Status ReplaceHash(const YamlDocument& document, const std::string& use, const std::string& hash,
                   std::vector<std::string>* lines) {
  const int number = document.LineOf(FieldPath{} / use / "sha256");
  std::string& line = lines->at(static_cast<size_t>(number) - 1);
  constexpr std::string_view kKey = "sha256";
  const size_t key = line.find(kKey);
  const size_t colon = key == line.npos ? line.npos : line.find(':', key);
  if (colon == line.npos) {
    return Error{ErrorCode::kInvalidArgument, "env", 0,
                 fmt::format("{}:{}: {} has no sha256 on a line: write 'sha256: 0' there",
                             kManifestFile, number, use)};
  }
  const size_t begin = std::min(line.find_first_not_of(" \t", colon + 1), line.size());
  const size_t end = std::min(line.find_first_of(" \t,}#\r", begin), line.size());
  line.replace(colon + 1, end - colon - 1, " \"" + hash + "\"");
  return {};
}

std::vector<std::string> LinesOf(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  return lines;
}

}  // namespace

Result<CheckReport> CheckEnvironment(const std::string& folder) {
  return Check(folder).Run();
}

Status WriteHashes(const std::string& folder) {
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadManifestText(folder));
  ASSAY_ASSIGN_OR_RETURN(const YamlDocument document,
                         YamlDocument::Parse(text, std::string(kManifestFile)));
  JsonError fault;
  const auto json = JsonDocument::Parse(document.json(), &fault);
  std::vector<std::string> lines = LinesOf(text);
  for (const char* const use : {"tasks", "evaluation"}) {
    const JsonValue tasks = json ? json->root().Find(use) : JsonValue();
    const JsonValue file = tasks.Find("file");
    if (!file.Is(JsonType::kString)) continue;
    if (!IsFilePath(file.String())) {
      return Error{ErrorCode::kInvalidArgument, "env", 0,
                   fmt::format("{}.file: '{}' {}", use, file.String(), kFileRule)};
    }
    FileIdentity identity;
    ASSAY_RETURN_IF_ERROR(ForEachRow(
        folder + "/" + file.String(), [](std::string_view) { return Status(); }, &identity));
    ASSAY_RETURN_IF_ERROR(ReplaceHash(document, use, identity.sha256, &lines));
  }
  std::string whole;
  for (size_t i = 0; i < lines.size(); ++i) whole += (i == 0 ? "" : "\n") + lines[i];
  if (whole == text) return {};
  return rollout::WriteDurably(folder + "/" + std::string(kManifestFile), whole);
}

}  // namespace assay::env
