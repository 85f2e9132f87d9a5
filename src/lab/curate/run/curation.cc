// A map: what identifies a run; Run, with its beginning, the pass over the rows, what was dropped
// before, and the end.

#include "lab/curate/run/curation.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <optional>
#include <utility>

#include "base/fd.h"
#include "base/text.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "lab/curate/run/checkpoint.h"
#include "lab/curate/run/dropped_row.h"
#include "lab/curate/run/mixing.h"
#include "lab/curate/run/out_file.h"
#include "lab/curate/run/tally.h"
#include "lab/curate/steps/make_step.h"
#include "rollout/folder/durable_file.h"
#include "text/utc_time.h"

namespace assay::curate {
namespace {

constexpr const char* kStage = "curate";
// What a run makes beside its checkpoint and lock.
constexpr const char* kFiles[] = {"kept.jsonl",  "dropped.jsonl", "passed.jsonl", "recipe.yaml",
                                  "report.json", "report.md",     "report.html"};

Error Invalid(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, message};
}

// Name, size and time of change of each file: a hash would cost a pass of its own.
Status WriteFileStates(const std::vector<std::string>& paths, JsonWriter* json) {
  json->BeginArray();
  for (const std::string& path : paths) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return SystemError(kStage, errno, path);
    json->BeginObject().Key("name").Bytes(path.substr(path.rfind('/') + 1));
    json->Key("bytes").Int(status.st_size);
    json->Key("changed_ns").Int(status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec);
    json->EndObject();
  }
  json->EndArray();
  return {};
}

std::vector<std::string> OthersFiles(const Recipe& recipe) {
  std::vector<std::string> paths;
  for (const Step& step : recipe.steps) {
    if (const auto* grams = std::get_if<DecontaminateStep>(&step.settings)) {
      paths.insert(paths.end(), grams->benchmarks.begin(), grams->benchmarks.end());
    }
    if (const auto* address = std::get_if<AddressStep>(&step.settings)) {
      paths.insert(paths.end(), address->against.begin(), address->against.end());
    }
  }
  return paths;
}

Result<std::string> IdentityOf(const Recipe& recipe, const std::vector<std::string>& inputs,
                               const CurationOptions& options) {
  JsonWriter json;
  json.BeginObject().Key("assay_version").String(options.assay_version);
  json.Key("recipe_sha256").String(Sha256Hex(recipe.source));
  json.Key("seed").Int(static_cast<int64_t>(recipe.seed));
  json.Key("steps").BeginArray();
  for (const Step& step : recipe.steps) json.Bytes(step.name);
  json.EndArray().Key("inputs");
  ASSAY_RETURN_IF_ERROR(WriteFileStates(inputs, &json));
  json.Key("others");
  const std::vector<std::string> named = OthersFiles(recipe);
  std::vector<std::string> others;
  if (!named.empty()) {
    ASSAY_ASSIGN_OR_RETURN(others, FindDataFiles(named));
  }
  ASSAY_RETURN_IF_ERROR(WriteFileStates(others, &json));
  return json.EndObject().Take();
}

// "recipe_sha256, inputs": the members that differ.
std::string Differences(const std::string& before, const std::string& now) {
  JsonError fault;
  const auto old_document = JsonDocument::Parse(before, &fault);
  const auto new_document = JsonDocument::Parse(now, &fault);
  std::string names;
  for (const auto& member : new_document->root().Members()) {
    const JsonValue old = old_document ? old_document->root().Find(member.key) : JsonValue();
    if (old && old.raw() == member.value.raw()) continue;
    names += (names.empty() ? "" : ", ") + member.key;
  }
  return names;
}

// The lines of dropped.jsonl up to a checkpoint, in step with the rows that are read again.
class EarlierDrops {
 public:
  EarlierDrops(const std::string& path, int64_t bytes)
      : file_(path, std::ios::binary), left_(bytes) {
    Advance();
  }

  // The line about this row; nullopt: it passed. REQUIRES: asked in the order of the rows.
  std::optional<DroppedRow> Take(int64_t row) {
    if (!next_ || next_->number != row) return std::nullopt;
    std::optional<DroppedRow> taken = std::move(next_);
    Advance();
    return taken;
  }

 private:
  void Advance() {
    next_.reset();
    std::string line;
    if (left_ <= 0 || !std::getline(file_, line)) return;
    left_ -= static_cast<int64_t>(line.size()) + 1;
    next_ = ParseDroppedRow(line);
  }

  std::ifstream file_;
  int64_t left_;
  std::optional<DroppedRow> next_;
};

class Run {
 public:
  Run(const Recipe& recipe, const CurationOptions& options)
      : recipe_(recipe),
        options_(options),
        tally_(recipe),
        mixes_(std::holds_alternative<MixStep>(recipe.steps.back().settings)) {}

  Result<RunReport> Go() {
    ASSAY_RETURN_IF_ERROR(Begin());
    if (checkpoint_.done) {
      return Invalid(options_.folder +
                     " holds this run already, and it is done; see report.md there");
    }
    ASSAY_RETURN_IF_ERROR(MakeSteps());
    ASSAY_RETURN_IF_ERROR(ReadRows());
    ASSAY_RETURN_IF_ERROR(SetCheckpoint(row_));
    return End();
  }

 private:
  std::string At(const char* name) const { return options_.folder + "/" + name; }

  Status Begin() {
    started_at_ = std::chrono::steady_clock::now();
    std::error_code fault;
    std::filesystem::create_directories(options_.folder, fault);
    if (fault) return SystemError(kStage, fault.value(), options_.folder + " can't be made");
    ASSAY_ASSIGN_OR_RETURN(lock_, rollout::LockFolder(options_.folder));
    ASSAY_ASSIGN_OR_RETURN(inputs_, FindDataFiles(options_.inputs));
    ASSAY_ASSIGN_OR_RETURN(const std::string identity, IdentityOf(recipe_, inputs_, options_));
    ASSAY_ASSIGN_OR_RETURN(const auto earlier, ReadCheckpoint(At("checkpoint.json")));
    // One that failed before its first checkpoint has nothing to lose.
    if (earlier && (earlier->rows > 0 || earlier->done)) {
      checkpoint_ = *earlier;
      if (checkpoint_.identity != identity) {
        return Invalid(options_.folder +
                       " holds another run: " + Differences(checkpoint_.identity, identity) +
                       " differ; take another folder, or remove this one");
      }
      if (checkpoint_.done) return {};
    } else {
      if (!earlier) ASSAY_RETURN_IF_ERROR(RefuseStrangeFiles());
      checkpoint_.identity = identity;
      checkpoint_.started = UtcTime(std::chrono::system_clock::now(), 0);
    }
    ++checkpoint_.starts;
    // First, so that the others are known to be this run's.
    ASSAY_RETURN_IF_ERROR(WriteCheckpoint(At("checkpoint.json"), checkpoint_));
    ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(At("recipe.yaml"), recipe_.source));
    ASSAY_ASSIGN_OR_RETURN(OutFile passed,
                           OutFile::Open(At("passed.jsonl"), checkpoint_.passed_bytes));
    passed_ = std::make_unique<OutFile>(std::move(passed));
    ASSAY_ASSIGN_OR_RETURN(OutFile dropped,
                           OutFile::Open(At("dropped.jsonl"), checkpoint_.dropped_bytes));
    dropped_ = std::make_unique<OutFile>(std::move(dropped));
    checkpoint_before_ = checkpoint_.rows;
    earlier_ = std::make_unique<EarlierDrops>(At("dropped.jsonl"), checkpoint_.dropped_bytes);
    return {};
  }

  // Whatever has the name of one of our files, an input perhaps, or the recipe, would be lost.
  Status RefuseStrangeFiles() const {
    for (const char* name : kFiles) {
      if (!std::filesystem::exists(At(name))) continue;
      return Invalid(options_.folder + " has a " + name +
                     " of something else; take another folder");
    }
    return {};
  }

  Status MakeSteps() {
    for (const Step& step : recipe_.steps) {
      if (std::holds_alternative<MixStep>(step.settings)) continue;
      ASSAY_ASSIGN_OR_RETURN(auto made, MakeRowStep(step, {options_.folder, recipe_.seed}));
      steps_.push_back(std::move(made));
    }
    return {};
  }

  Status ReadRows() {
    for (const std::string& path : inputs_) {
      const std::string name = path.substr(path.rfind('/') + 1);
      int64_t file_row = 0;
      FileIdentity identity;
      ASSAY_RETURN_IF_ERROR(ForEachRow(
          path, [&](std::string_view json) { return TakeRow(json, name, ++file_row); }, &identity));
      identities_.push_back(std::move(identity));
    }
    return row_ > 0 ? Status() : NoRows(inputs_);
  }

  Status TakeRow(std::string_view json, const std::string& file, int64_t file_row) {
    JsonError fault;
    const auto document = JsonDocument::Parse(json, &fault);
    if (!document) return Invalid(fault.message);
    Row row;
    row.root = document->root();
    row.number = ++row_;
    row.file = file;
    row.file_row = file_row;
    FillIn(recipe_, &row);
    const bool again = row.number <= checkpoint_before_;
    ASSAY_RETURN_IF_ERROR(again ? TakeAgain(row) : Decide(&row, json));
    const bool stop = options_.go_on && !options_.go_on({row_, kept_, again});
    if (!again && (stop || row_ - checkpoint_.rows >= options_.rows_per_checkpoint)) {
      ASSAY_RETURN_IF_ERROR(SetCheckpoint(row_));
    }
    if (stop) return Error{ErrorCode::kCancelled, kStage, 0, "stopped"};
    return {};
  }

  // A row that an earlier process decided about.
  Status TakeAgain(const Row& row) {
    const std::optional<DroppedRow> dropped = earlier_->Take(row.number);
    size_t passed_steps = steps_.size();
    if (dropped) {
      const auto step = std::find_if(recipe_.steps.begin(), recipe_.steps.end(),
                                     [&](const Step& one) { return one.name == dropped->step; });
      if (step == recipe_.steps.end()) return Invalid(At("dropped.jsonl") + " was changed");
      passed_steps = static_cast<size_t>(step - recipe_.steps.begin());
      tally_.AddDropped(passed_steps, dropped->shown);
    } else {
      Passed();
    }
    for (size_t i = 0; i < passed_steps; ++i) ASSAY_RETURN_IF_ERROR(steps_[i]->Remember(row));
    return {};
  }

  Status Decide(Row* row, std::string_view json) {
    if (row->text.empty() && !FieldOf(row->root, recipe_.text).Is(JsonType::kString)) {
      return Invalid(row->Where() + " has no text; name its field by text: in the recipe");
    }
    for (size_t i = 0; i < steps_.size(); ++i) {
      ASSAY_ASSIGN_OR_RETURN(const std::optional<Drop> drop, steps_[i]->Look(row));
      if (drop) return WriteDropped(*row, i, *drop);
    }
    Passed();
    // Values stand as they were written, and JSON may go on in the next line between them.
    std::string line(json);
    for (const char end : {'\n', '\r'}) {
      for (size_t at = 0; (at = line.find(end, at)) != std::string::npos; ++at) line[at] = ' ';
    }
    if (!row->notes.empty()) {
      line.erase(line.rfind('}'));
      line += std::string(row->root.Count() > 0 ? "," : "") + "\"curated\":{" + row->notes + "}}";
    }
    if (!mixes_) return passed_->AppendLine(line);
    return passed_->AppendLine(PassedLine({row->number, row->file, row->file_row, line}));
  }

  void Passed() {
    ++kept_;
    if (!mixes_) tally_.AddPassed();
  }

  Status WriteDropped(const Row& row, size_t step, const Drop& drop) {
    const std::string line =
        ToJson(MakeDroppedRow(row, recipe_.steps[step].name, drop), drop.details);
    // As it would be read again, so that a report is the same either way.
    tally_.AddDropped(step, ParseDroppedRow(line)->shown);
    return dropped_->AppendLine(line);
  }

  Status SetCheckpoint(int64_t rows) {
    if (rows < checkpoint_.rows) return {};  // nothing new was decided
    ASSAY_RETURN_IF_ERROR(passed_->Sync());
    ASSAY_RETURN_IF_ERROR(dropped_->Sync());
    checkpoint_.rows = rows;
    checkpoint_.passed_bytes = passed_->bytes();
    checkpoint_.dropped_bytes = dropped_->bytes();
    return WriteCheckpoint(At("checkpoint.json"), checkpoint_);
  }

  Status WriteMix() {
    ASSAY_ASSIGN_OR_RETURN(OutFile kept, OutFile::Open(At("kept.jsonl.new"), 0));
    const size_t mix = recipe_.steps.size() - 1;
    int64_t count = 0;
    ASSAY_RETURN_IF_ERROR(Mix(
        At("passed.jsonl"), recipe_, recipe_.steps[mix],
        [&](std::string_view json) {
          ++count;
          tally_.AddPassed();
          return kept.AppendLine(json);
        },
        [&](const Row& row, const Drop& drop) { return WriteDropped(row, mix, drop); }));
    ASSAY_RETURN_IF_ERROR(kept.Sync());
    ASSAY_RETURN_IF_ERROR(dropped_->Sync());
    kept_ = count;
    return {};
  }

  // Whatever it is killed in, another start comes here again: the checkpoint stays that of the last
  // row until all is there.
  Result<RunReport> End() {
    if (mixes_) ASSAY_RETURN_IF_ERROR(WriteMix());
    const std::string from = At(mixes_ ? "kept.jsonl.new" : "passed.jsonl");
    std::error_code fault;
    if (!mixes_) {
      // The same file under both names, until nobody needs the first.
      std::filesystem::remove(At("kept.jsonl"), fault);
      std::filesystem::create_hard_link(from, At("kept.jsonl"), fault);
      if (fault) std::filesystem::copy_file(from, At("kept.jsonl"), fault);
    } else {
      std::filesystem::rename(from, At("kept.jsonl"), fault);
    }
    if (fault) return SystemError(kStage, fault.value(), At("kept.jsonl") + " can't be written");
    const RunReport report = MakeReport();
    ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(At("report.md"), ReportMarkdown(report)));
    ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(At("report.html"), ReportHtml(report)));
    ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(At("report.json"), ReportJson(report)));
    checkpoint_.done = true;
    ASSAY_RETURN_IF_ERROR(WriteCheckpoint(At("checkpoint.json"), checkpoint_));
    std::filesystem::remove(At("passed.jsonl"), fault);
    return report;
  }

  RunReport MakeReport() {
    RunReport report;
    report.recipe = recipe_.name;
    report.about = recipe_.about;
    report.recipe_sha256 = Sha256Hex(recipe_.source);
    report.assay_version = options_.assay_version;
    report.seed = recipe_.seed;
    report.inputs = identities_;
    report.rows = row_;
    report.kept = kept_;
    report.steps = tally_.steps();
    for (size_t i = 0; i < steps_.size(); ++i) {
      JsonWriter json;
      json.BeginObject();
      steps_[i]->WriteNotes(&json);
      report.steps[i].notes = json.EndObject().Take();
    }
    report.started = checkpoint_.started;
    report.finished = UtcTime(std::chrono::system_clock::now(), 0);
    report.seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - started_at_).count();
    report.starts = checkpoint_.starts;
    return report;
  }

  const Recipe& recipe_;
  const CurationOptions& options_;
  Tally tally_;
  const bool mixes_;
  std::chrono::steady_clock::time_point started_at_;
  UniqueFd lock_;
  std::vector<std::string> inputs_;
  std::vector<FileIdentity> identities_;
  Checkpoint checkpoint_;
  int64_t checkpoint_before_ = 0;  // rows that an earlier process decided about
  std::unique_ptr<OutFile> passed_;
  std::unique_ptr<OutFile> dropped_;
  std::unique_ptr<EarlierDrops> earlier_;
  std::vector<std::unique_ptr<RowStep>> steps_;
  int64_t row_ = 0;
  int64_t kept_ = 0;
};

}  // namespace

Result<RunReport> Curate(const Recipe& recipe, const CurationOptions& options) {
  ASSAY_RETURN_IF_ERROR(CheckComplete(recipe));
  return Run(recipe, options).Go();
}

}  // namespace assay::curate
