#include "apps/audit/audit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <memory>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/setup/version.h"
#include "data/convert/convert.h"
#include "data/convert/formats.h"
#include "lab/audit/run/run_audit.h"
#include "lab/audit/run/write_outputs.h"
#include "lab/problems/source/problem_rows.h"

namespace assay {
namespace {

constexpr int kExitFound = 1;

int Complain(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay audit: %s\n", message.c_str());
  return exit_code;
}

std::string ProgressText(const audit::AuditProgress& progress) {
  std::string text = fmt::format("{} to mend, {} to drop", progress.mend, progress.drop);
  if (progress.not_judged > 0) text += fmt::format(", {} not judged", progress.not_judged);
  return text;
}

bool AnyFound(const audit::AuditSummary& summary) {
  return summary.refused > 0 ||
         std::any_of(summary.by_advice.begin(), summary.by_advice.end(), [](const auto& each) {
           return each.first != audit::Advice::kKeep && each.second > 0;
         });
}

}  // namespace

void AuditCommand::AddTo(CommandLine* command) {
  command->Option("files", files_,
                  "files of rows, or folders of them: JSONL, JSON or Parquet, also in gzip or "
                  "Zstandard; of any format of `assay convert --formats`, or problems of ours "
                  "with \"solutions\": a list of {\"language\", \"code\", \"label\": "
                  "\"correct\" or \"wrong\"}; or problem packages");
  command->Option("--out", out_,
                  "folder for findings.jsonl, mended.jsonl, report.json and report.html; made "
                  "when it isn't there. The same command goes on with an audit that was broken "
                  "off");
  command->Option("--format", format_,
                  "what the rows are, as `assay convert --formats` lists it [each is "
                  "recognised]");
  server_.AddTo(command);
  command->Option("--limit", limit_, "only the first so many rows; 0: all [0]");
  command->Option("--repeats", repeats_,
                  "runs of a reference that tell whether it is flaky; 1: nobody looks [3]");
  command->Option("--mutants", mutants_,
                  "variants with one fault of a reference of each problem, in Python, C++ or "
                  "C, by which test strength is measured; 0: none [20]");
  command->Option("--seed", seed_, "which variants are taken [0]");
  command->Option("--weak-below", weak_below_,
                  "tests are weak when the share of variants that they reject is surely below "
                  "this [0.5]");
  command->Option("--parallel", parallel_, "problems audited at once [what the slots can use]");
}

std::string AuditCommand::Fault() const {
  if (files_.empty()) return "name a file of rows (see --help)";
  if (out_.empty()) return "--out: name the folder for what is found (see --help)";
  if (!format_.empty() && FindRowFormat(format_) == nullptr) {
    return "--format: there is no format '" + format_ + "'; there are " + RowFormatNames();
  }
  if (limit_ < 0) return "--limit: must not be negative";
  if (repeats_ < 1 || repeats_ > 100) return "--repeats: must be from 1 to 100";
  if (mutants_ < 0 || mutants_ > 10000) return "--mutants: must be from 0 to 10000";
  if (seed_ < 0) return "--seed: must not be negative";
  if (!(weak_below_ >= 0 && weak_below_ <= 1)) return "--weak-below: must be from 0 to 1";
  if (parallel_ < 0) return "--parallel: must not be negative";
  return "";
}

int AuditCommand::Run(const Options& options) const {
  if (const std::string fault = Fault(); !fault.empty()) return Complain(kExitUsage, fault);
  audit::AuditPlan plan;
  plan.format = format_;
  plan.rows.limit = limit_;
  plan.options = {repeats_, static_cast<size_t>(mutants_), static_cast<uint64_t>(seed_),
                  weak_below_};
  const auto files = lab::FindProblemSources(files_);
  if (!files.ok()) return Complain(kExitUsage, files.error().message);
  plan.rows.files = *files;
  if (const Status read = Survey(&plan.rows); !read.ok()) {
    return Complain(kExitUsage, read.error().message);
  }
  const audit::ReportHead head{BuildName(), ManifestOf(plan, BuildName()),
                               server_.url.empty() ? "this process" : ShownUrl(server_.url)};
  const auto folder = audit::AuditFolder::Open(out_, head.manifest);
  if (!folder.ok()) return Complain(kExitUsage, "--out: " + folder.error().message);
  std::atomic<bool> stop{false};
  if ((*folder)->done() < plan.rows.rows) {
    Options judging = options;
    judging.verdict_cache_mb = 0;  // each run has to be one
    const auto judge = MakeJudge(judging, server_, PrecompiledHeaderUse::kMakeMeanwhile);
    if (!judge.ok()) {
      return Complain(
          ExitCodeOf(judge.error()),
          judge.error().ToString() + " (see `assay doctor`, or name a server by --url)");
    }
    const Interrupt interrupt;
    ProgressBar bar(stderr, static_cast<size_t>(plan.rows.rows));
    const Status run = RunAudit(
        plan, folder->get(), judge->get(), parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge),
        &stop, [&](const audit::AuditProgress& progress) {
          if (interrupt.Raised()) stop = true;
          bar.Update(static_cast<size_t>(progress.done), ProgressText(progress));
        });
    bar.Clear();
    if (!run.ok()) return Complain(kExitNoVerdict, run.error().message);
  }
  if (stop) {
    return Complain(kExitInterrupted, fmt::format("interrupted; {} of {} problems are done, and "
                                                  "the same command goes on",
                                                  (*folder)->done(), plan.rows.rows));
  }
  const auto summary = WriteOutputs(head, **folder);
  if (!summary.ok()) return Complain(kExitUsage, "--out: " + summary.error().message);
  std::fputs(ReportText(*summary).c_str(), stdout);
  std::fflush(stdout);
  if (summary->not_judged > 0) return kExitNoVerdict;
  return AnyFound(*summary) ? kExitFound : 0;
}

}  // namespace assay
