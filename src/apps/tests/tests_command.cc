#include "apps/tests/tests_command.h"

#include <cstdio>

#include "apps/setup/version.h"
#include "lab/grow/run/run_growth.h"

namespace assay {
namespace {

constexpr int kExitRefused = 1;

}  // namespace

TestsCommand::TestsCommand()
    : run_({"tests grow",
            "files of rows, folders of them, or problem packages, as `assay audit` takes "
            "them: problems with "
            "programs that are said to be right",
            "folder for grown.jsonl, growth.jsonl, report.json and report.html; made when it "
            "isn't there. The same command goes on with a run that was broken off",
            "what is grown", "problems worked on at once [what the slots can use]"}) {}

void TestsCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  CommandLine* const verb = command->Verb(
      "grow", "add tests that faulty programs fail, of new inputs that references agree on");
  // Options of the program (--slots) may stand behind the subcommand, too.
  verb->PassesOn();
  run_.AddFirst(verb);
  verb->Option("--pool", options_.pool, "inputs that are tried, of each problem [1000]");
  verb->Option("--most", options_.most, "tests that a problem gets at most [40]");
  verb->Option("--edges", options_.edges,
               "of them, that no known faulty program fails: of kinds of inputs that have no "
               "test else [24]");
  verb->Option("--mutants", options_.mutants,
               "variants with one fault of a reference of each problem, in Python, C++ or C [60]");
  verb->Option("--held-out", options_.held_out,
               "share of the variants that tests aren't chosen by, but measured [0.3]");
  verb->Option("--references", options_.references, "that are asked for an answer at most [5]");
  verb->Option("--margin", options_.margin,
               "votes by which an answer has to lead that not all references give [3]");
  verb->Flag("--no-single", no_single_, "an answer of the only reference is none");
  verb->Flag("--no-beyond", no_beyond_,
             "no inputs that are unlike the given ones in sign, emptiness or order; else they "
             "count where all references agree, three or two with the problem's own, or where "
             "that asks about such inputs itself");
  verb->Flag("--stress", options_.stress,
             "search the smallest inputs on which two accepted programs differ");
  verb->Option("--seed", seed_, "which inputs and variants are drawn [0]");
  run_.AddLast(verb);
}

std::string TestsCommand::Fault() const {
  if (const std::string fault = run_.Fault(); !fault.empty()) return fault;
  if (options_.pool < 1 || options_.pool > 10000) return "--pool: must be from 1 to 10000";
  if (options_.most < 1 || options_.most > 1000) return "--most: must be from 1 to 1000";
  if (options_.edges > 1000) return "--edges: must be from 0 to 1000";
  if (options_.mutants > 10000) return "--mutants: must be from 0 to 10000";
  if (!(options_.held_out >= 0 && options_.held_out <= 1)) return "--held-out: must be from 0 to 1";
  if (options_.references < 1 || options_.references > 100) {
    return "--references: must be from 1 to 100";
  }
  if (options_.margin < 1 || options_.margin > 100) return "--margin: must be from 1 to 100";
  if (seed_ < 0) return "--seed: must not be negative";
  return "";
}

int TestsCommand::Run(const Options& options) const {
  if (const std::string fault = Fault(); !fault.empty()) return run_.Complain(kExitUsage, fault);
  const auto rows = run_.Survey();
  if (!rows.ok()) return run_.Complain(kExitUsage, rows.error().message);
  grow::GrowthPlan plan;
  plan.rows = *rows;
  plan.format = run_.format();
  plan.options = options_;
  plan.options.seed = static_cast<uint64_t>(seed_);
  plan.options.single = !no_single_;
  plan.options.beyond = !no_beyond_;
  const grow::ReportHead head{BuildName(), ManifestOf(plan, BuildName()), run_.JudgeName()};
  const auto folder = grow::OpenFolder(run_.out(), head.manifest, plan.rows.files);
  if (!folder.ok()) return run_.Complain(kExitUsage, "--out: " + folder.error().message);
  const auto grow_rows = [&](const RowRun::Work& work) {
    return RunGrowth(plan, folder->get(), work.judge, work.threads, work.stop,
                     [&](int64_t done) { work.tell(done, ""); });
  };
  if (const auto ended = run_.Run(options, **folder, plan.rows.rows, grow_rows)) return *ended;
  const auto summary = grow::WriteOutputs(head, **folder);
  if (!summary.ok()) return run_.Complain(kExitUsage, "--out: " + summary.error().message);
  std::fputs(ReportText(*summary).c_str(), stdout);
  std::fflush(stdout);
  if (summary->not_judged > 0) return kExitNoVerdict;
  return summary->refused > 0 ? kExitRefused : 0;
}

}  // namespace assay
