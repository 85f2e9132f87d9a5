#include "apps/audit/audit_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>

#include "apps/setup/version.h"
#include "lab/audit/run/run_audit.h"
#include "lab/audit/run/write_outputs.h"

namespace assay {
namespace {

constexpr int kExitFound = 1;

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

AuditCommand::AuditCommand()
    : run_({"audit",
            "files of rows, or folders of them: JSONL, JSON or Parquet, also in gzip or "
            "Zstandard; of any format of `assay convert --formats`, or problems of ours "
            "with \"solutions\": a list of {\"language\", \"code\", \"label\": "
            "\"correct\" or \"wrong\"}; or problem packages",
            "folder for findings.jsonl, mended.jsonl, report.json and report.html; made "
            "when it isn't there. The same command goes on with an audit that was broken "
            "off",
            "what is found", "problems audited at once [what the slots can use]"}) {}

void AuditCommand::AddTo(CommandLine* command) {
  run_.AddFirst(command);
  command->Option("--repeats", repeats_,
                  "runs of a reference that tell whether it is flaky; 1: nobody looks [3]");
  command->Option("--mutants", mutants_,
                  "variants with one fault of a reference of each problem, in Python, C++ or "
                  "C, by which test strength is measured; 0: none [20]");
  command->Option("--seed", seed_, "which variants are taken [0]");
  command->Option("--weak-below", weak_below_,
                  "tests are weak when the share of variants that they reject is surely below "
                  "this [0.5]");
  run_.AddLast(command);
}

std::string AuditCommand::Fault() const {
  if (const std::string fault = run_.Fault(); !fault.empty()) return fault;
  if (repeats_ < 1 || repeats_ > 100) return "--repeats: must be from 1 to 100";
  if (mutants_ < 0 || mutants_ > 10000) return "--mutants: must be from 0 to 10000";
  if (seed_ < 0) return "--seed: must not be negative";
  if (!(weak_below_ >= 0 && weak_below_ <= 1)) return "--weak-below: must be from 0 to 1";
  return "";
}

int AuditCommand::Run(const Options& options) const {
  if (const std::string fault = Fault(); !fault.empty()) return run_.Complain(kExitUsage, fault);
  const auto rows = run_.Survey();
  if (!rows.ok()) return run_.Complain(kExitUsage, rows.error().message);
  audit::AuditPlan plan;
  plan.rows = *rows;
  plan.format = run_.format();
  plan.options = {repeats_, static_cast<size_t>(mutants_), static_cast<uint64_t>(seed_),
                  weak_below_};
  const audit::ReportHead head{BuildName(), ManifestOf(plan, BuildName()), run_.JudgeName()};
  const auto folder = audit::AuditFolder::Open(run_.out(), head.manifest, plan.rows.files);
  if (!folder.ok()) return run_.Complain(kExitUsage, "--out: " + folder.error().message);
  const auto audit_rows = [&](const RowRun::Work& work) {
    return RunAudit(plan, folder->get(), work.judge, work.threads, work.stop,
                    [&](const audit::AuditProgress& progress) {
                      work.tell(progress.done, ProgressText(progress));
                    });
  };
  if (const auto ended = run_.Run(options, *(*folder)->records(), plan.rows.rows, audit_rows)) {
    return *ended;
  }
  const auto summary = WriteOutputs(head, **folder);
  if (!summary.ok()) return run_.Complain(kExitUsage, "--out: " + summary.error().message);
  std::fputs(ReportText(*summary).c_str(), stdout);
  std::fflush(stdout);
  if (summary->not_judged > 0) return kExitNoVerdict;
  return AnyFound(*summary) ? kExitFound : 0;
}

}  // namespace assay
