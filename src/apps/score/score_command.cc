#include "apps/score/score_command.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/interrupt.h"
#include "apps/cli/line_file.h"
#include "apps/cli/terminal.h"
#include "apps/score/score_rows.h"
#include "data/rows/data_files.h"
#include "data/rows/rows.h"
#include "lab/shared/rubric/rubric_file.h"

namespace assay {
namespace {

int Fail(const Error& error) {
  std::fprintf(stderr, "assay score: %s\n", error.message.c_str());
  return ExitCodeOf(error);
}

std::string ProgressText(const ScoreSummary& summary) {
  const int64_t masked = summary.items() - summary.scored;
  return masked == 0 ? "" : fmt::format("{} without a score", masked);
}

Result<int64_t> CountRows(const std::vector<std::string>& files) {
  int64_t rows = 0;
  const auto count = [&rows](std::string_view) {
    ++rows;
    return Status();
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf(files, count));
  return rows;
}

}  // namespace

void ScoreCommand::AddTo(CommandLine* command) {
  command
      ->Option("files", files_,
               "rows, each an item of /v1/score with its \"response\": files or folders of JSONL, "
               "JSON or Parquet, also in gzip or Zstandard")
      .Required();
  command
      ->Option("--rubric", rubric_,
               "file in YAML or JSON: a rubric, or \"rubrics\" and \"routes\" as in a request")
      .Required();
  command->Option("--out", out_, "where the results go, a JSON object a line [stdout]");
  server_.AddTo(command);
}

int ScoreCommand::Run(const Options& options) const {
  auto rubric = lab::ReadRubricFile(rubric_);
  if (!rubric.ok()) return Fail(rubric.error());
  auto inputs = FindDataFiles(files_);
  if (!inputs.ok()) return Fail(inputs.error());
  const auto rows = CountRows(*inputs);
  if (!rows.ok()) return Fail(rows.error());
  inputs->push_back(rubric_);
  auto out = LineFile::Open(out_, *inputs);
  if (!out.ok()) return Fail(out.error());
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeMeanwhile, {},
                               rubric->runs_tests ? SandboxUse::kWanted : SandboxUse::kNone);
  if (!judge.ok()) return Fail(judge.error());
  const Interrupt interrupt;
  ProgressBar bar(stderr, static_cast<size_t>(*rows));
  ScoreWork work;
  work.files = files_;
  work.rubric = *std::move(rubric);
  work.judge = judge->get();
  work.out = &*out;
  work.go_on = [&](const ScoreSummary& summary) {
    bar.Update(static_cast<size_t>(summary.items()), ProgressText(summary));
    return !interrupt.Raised();
  };
  const auto summary = ScoreRows(work);
  bar.Clear();
  if (interrupt.Raised()) return kExitInterrupted;
  if (!summary.ok()) return Fail(summary.error());
  std::fputs(SummaryText(*summary).c_str(), stderr);
  return summary->masked.empty() ? 0 : kExitNoVerdict;
}

}  // namespace assay
