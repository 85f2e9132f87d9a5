#include "apps/rows/row_run.h"

#include <fmt/format.h>

#include <cstdio>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "data/convert/convert.h"
#include "data/convert/formats.h"
#include "lab/problems/source/problem_rows.h"

namespace assay {

void RowRun::AddFirst(CommandLine* command) {
  command->Option("files", files_, words_.files);
  command->Option("--out", out_, words_.out);
  command->Option("--format", format_,
                  "what the rows are, as `assay convert --formats` lists it [each is "
                  "recognised]");
  server_.AddTo(command);
  command->Option("--limit", limit_, "only the first so many rows; 0: all [0]");
}

void RowRun::AddLast(CommandLine* command) {
  command->Option("--parallel", parallel_, words_.parallel);
}

std::string RowRun::Fault() const {
  if (files_.empty()) return "name a file of rows (see --help)";
  if (out_.empty()) return "--out: name the folder for " + words_.out_for + " (see --help)";
  if (!format_.empty() && FindRowFormat(format_) == nullptr) {
    return "--format: there is no format '" + format_ + "'; there are " + RowFormatNames();
  }
  if (limit_ < 0) return "--limit: must not be negative";
  if (parallel_ < 0) return "--parallel: must not be negative";
  return "";
}

std::string RowRun::JudgeName() const {
  return server_.url.empty() ? "this process" : ShownUrl(server_.url);
}

Result<lab::RowFiles> RowRun::Survey() const {
  lab::RowFiles rows;
  rows.limit = limit_;
  ASSAY_ASSIGN_OR_RETURN(rows.files, lab::FindProblemSources(files_));
  ASSAY_RETURN_IF_ERROR(lab::Survey(&rows));
  return rows;
}

int RowRun::Complain(int exit_code, const std::string& message) const {
  std::fprintf(stderr, "assay %s: %s\n", words_.command.c_str(), message.c_str());
  return exit_code;
}

std::optional<int> RowRun::Run(const Options& options, const lab::RecordFolder& folder,
                               int64_t rows, const std::function<Status(const Work&)>& work) const {
  if (folder.done() >= rows) return std::nullopt;
  Options judging = options;
  judging.verdict_cache_mb = 0;  // each run has to be one
  const auto judge = MakeJudge(judging, server_, PrecompiledHeaderUse::kMakeMeanwhile);
  if (!judge.ok()) {
    return Complain(ExitCodeOf(judge.error()),
                    judge.error().ToString() + " (see `assay doctor`, or name a server by --url)");
  }
  std::atomic<bool> stop{false};
  const Interrupt interrupt;
  ProgressBar bar(stderr, static_cast<size_t>(rows));
  const auto tell = [&](int64_t done, const std::string& note) {
    if (interrupt.Raised()) stop = true;
    bar.Update(static_cast<size_t>(done), note);
  };
  const int threads = parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge);
  const Status worked = work({judge->get(), threads, &stop, tell});
  bar.Clear();
  if (!worked.ok()) return Complain(kExitNoVerdict, worked.error().message);
  if (!stop) return std::nullopt;
  return Complain(kExitInterrupted, fmt::format("interrupted; {} of {} problems are done, and "
                                                "the same command goes on",
                                                folder.done(), rows));
}

}  // namespace assay
