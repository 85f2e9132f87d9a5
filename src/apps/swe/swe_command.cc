#include "apps/swe/swe_command.h"

#include <cstdio>
#include <map>

#include "apps/cli/terminal.h"
#include "apps/setup/input_file.h"
#include "data/rows/rows.h"
#include "swe/grade/verdict.h"
#include "swe/json/grading_json.h"
#include "swe/logs/registry.h"
#include "swe/rows/task.h"

namespace assay {
namespace {

int Fail(const std::string& message) {
  std::fprintf(stderr, "assay swe: %s\n", message.c_str());
  return kExitUsage;
}

std::string FrameworkNames() {
  std::string names;
  for (const swe::LogParser& parser : swe::LogParsers()) {
    names += (names.empty() ? "" : ", ") + std::string(parser.name);
  }
  return names;
}

Result<swe::TestReport> ReadReport(const std::string& framework, const std::string& path) {
  const swe::LogParser* const parser = swe::FindLogParser(framework);
  if (parser == nullptr) {
    return InvalidField("swe", "framework",
                        "there is no '" + framework + "'; there are " + FrameworkNames());
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string log, ReadWholeFile(path));
  return swe::ParseTestLog(*parser, log);
}

// The row of that id, or the only one.
Result<swe::SweTask> ReadTask(const std::string& path, const std::string& id) {
  std::optional<swe::SweTask> found;
  int64_t rows = 0;
  const auto on_row = [&](std::string_view text) -> Status {
    ++rows;
    JsonError error;
    const auto document = JsonDocument::Parse(text, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, "swe", 0, error.message};
    const JsonValue row = document->root();
    ASSAY_ASSIGN_OR_RETURN(swe::SweTask task, swe::ReadSweRow(row, swe::FormatOf(row)));
    if (id.empty() || task.id == id) found = std::move(task);
    return Status();
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf({path}, on_row));
  if (!found) return InvalidField("swe", "--id", "no row has it");
  if (id.empty() && rows > 1) return InvalidField("swe", "--id", "say which of the rows it is");
  return *std::move(found);
}

std::optional<int> Narrowed(const std::optional<int64_t>& value) {
  return value ? std::optional<int>(static_cast<int>(*value)) : std::nullopt;
}

}  // namespace

void SweCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  frameworks_verb_ =
      command->Verb("frameworks", "list the test frameworks whose logs or reports are read");
  read_verb_ = command->Verb("read",
                             "say what became of each test, and whether that can be "
                             "believed");
  grade_verb_ = command->Verb("grade", "say whether a patch resolved its task");
  for (CommandLine* const verb : {read_verb_, grade_verb_}) {
    verb->Option("framework", framework_, "as `assay swe frameworks` names it").Required();
    verb->Option("log", log_, "the log or report of the run; - is stdin").Required();
    verb->Flag("--json", json_, "as JSON (as when stdout is no terminal)");
  }
  grade_verb_
      ->Option("--task", task_,
               "file with the row of SWE-bench, SWE-smith or R2E-Gym: JSONL, JSON or Parquet")
      .Required();
  grade_verb_->Option("--id", id_, "which row of it, where it has several");
  grade_verb_->Option("--exit-code", exit_code_, "of the framework, where it is known")
      .Between(0, 255);
  grade_verb_->Option("--control", control_,
                      "log of the same run with the reference patch, which tells a broken "
                      "environment from a wrong patch");
  grade_verb_->Option("--control-exit-code", control_exit_code_, "of that run").Between(0, 255);
  run_verb_ = command->Verb("run", "run a task's tests on a patch, in a sandbox, and grade it");
  run_.AddTo(run_verb_);
}

int SweCommand::Run(const Options& options) const {
  if (run_verb_->Given()) return run_.Run(options);
  if (frameworks_verb_->Given()) return ListFrameworks();
  return read_verb_->Given() ? Read() : Grade();
}

int SweCommand::ListFrameworks() const {
  TextTable table({{"framework"}, {"read is"}, {"asked for by"}});
  for (const swe::LogParser& parser : swe::LogParsers()) {
    const bool log = parser.source == swe::ReportSource::kLog;
    table.AddRow({{std::string(parser.name)},
                  {log ? "the log" : "the report file"},
                  {std::string(parser.command)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int SweCommand::Read() const {
  const auto report = ReadReport(framework_, log_);
  if (!report.ok()) return Fail(report.error().message);
  if (json_ || !IsTerminal(stdout)) {
    std::printf("%s\n", swe::ReportJson(*report).c_str());
  } else {
    TextTable table({{"test"}, {"outcome"}});
    for (const swe::TestRecord& record : report->records) {
      const bool passed = record.outcome == swe::TestOutcome::kPassed;
      table.AddRow({{record.name},
                    {std::string(swe::kTestOutcomeNames.NameOf(record.outcome)),
                     passed ? Colour::kGreen : Colour::kRed}});
    }
    std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
    if (!report->complete()) std::printf("not to be believed: %s\n", report->problem.c_str());
  }
  return report->complete() ? 0 : 1;
}

int SweCommand::Grade() const {
  const auto task = ReadTask(task_, id_);
  if (!task.ok()) return Fail(task.error().message);
  const auto report = ReadReport(framework_, log_);
  if (!report.ok()) return Fail(report.error().message);
  swe::Attempt attempt{*report, {}};
  attempt.facts.exit_code = Narrowed(exit_code_);
  std::optional<swe::Attempt> control;
  if (!control_.empty()) {
    const auto of_control = ReadReport(framework_, control_);
    if (!of_control.ok()) return Fail(of_control.error().message);
    control = swe::Attempt{*of_control, {}};
    control->facts.exit_code = Narrowed(control_exit_code_);
  }
  const swe::Grading grading = swe::Grade(task->tests, attempt, control ? &*control : nullptr);
  if (json_ || !IsTerminal(stdout)) {
    std::printf("%s\n", swe::GradingJson(task->tests, grading).c_str());
  } else {
    std::printf("%s\n", std::string(swe::kSweVerdictNames.NameOf(grading.verdict)).c_str());
    for (const swe::Reason& reason : grading.reasons) {
      std::printf("  %s\n", reason.message.c_str());
    }
    if (grading.wants_control)
      std::puts("  a run of the reference patch would settle it: --control");
  }
  if (grading.verdict == swe::SweVerdict::kInfrastructure || grading.wants_control) {
    return kExitNoVerdict;
  }
  return grading.verdict == swe::SweVerdict::kResolved ? 0 : 1;
}

}  // namespace assay
