#include "apps/tests/tests_command.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdio>
#include <memory>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/setup/version.h"
#include "data/convert/convert.h"
#include "data/convert/formats.h"
#include "lab/grow/run/run_growth.h"
#include "lab/problems/source/problem_rows.h"

namespace assay {
namespace {

constexpr int kExitRefused = 1;

int Complain(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay tests grow: %s\n", message.c_str());
  return exit_code;
}

}  // namespace

void TestsCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  CommandLine* const verb = command->Verb(
      "grow", "add tests that faulty programs fail, of new inputs that references agree on");
  // Options of the program (--slots) may stand behind the subcommand, too.
  verb->PassesOn();
  verb->Option("files", files_,
               "files of rows, folders of them, or problem packages, as `assay audit` takes "
               "them: problems with "
               "programs that are said to be right");
  verb->Option("--out", out_,
               "folder for grown.jsonl, growth.jsonl, report.json and report.html; made when it "
               "isn't there. The same command goes on with a run that was broken off");
  verb->Option("--format", format_,
               "what the rows are, as `assay convert --formats` lists it [each is recognised]");
  server_.AddTo(verb);
  verb->Option("--limit", limit_, "only the first so many rows; 0: all [0]");
  verb->Option("--pool", options_.pool, "inputs that are tried, of each problem [400]");
  verb->Option("--most", options_.most, "tests that a problem gets at most [30]");
  verb->Option("--edges", options_.edges,
               "of them, that no known faulty program fails: of kinds of inputs that have no "
               "test else [8]");
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
             "are tried where three references agree");
  verb->Flag("--stress", options_.stress,
             "search the smallest inputs on which two accepted programs differ");
  verb->Option("--seed", seed_, "which inputs and variants are drawn [0]");
  verb->Option("--parallel", parallel_, "problems worked on at once [what the slots can use]");
}

std::string TestsCommand::Fault() const {
  if (files_.empty()) return "name a file of rows (see --help)";
  if (out_.empty()) return "--out: name the folder for what is grown (see --help)";
  if (!format_.empty() && FindRowFormat(format_) == nullptr) {
    return "--format: there is no format '" + format_ + "'; there are " + RowFormatNames();
  }
  if (limit_ < 0) return "--limit: must not be negative";
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
  if (parallel_ < 0) return "--parallel: must not be negative";
  return "";
}

int TestsCommand::Run(const Options& options) const {
  if (const std::string fault = Fault(); !fault.empty()) return Complain(kExitUsage, fault);
  grow::GrowthPlan plan;
  plan.format = format_;
  plan.rows.limit = limit_;
  plan.options = options_;
  plan.options.seed = static_cast<uint64_t>(seed_);
  plan.options.single = !no_single_;
  plan.options.beyond = !no_beyond_;
  const auto files = lab::FindProblemSources(files_);
  if (!files.ok()) return Complain(kExitUsage, files.error().message);
  plan.rows.files = *files;
  if (const Status read = Survey(&plan.rows); !read.ok()) {
    return Complain(kExitUsage, read.error().message);
  }
  const grow::ReportHead head{BuildName(), ManifestOf(plan, BuildName()),
                              server_.url.empty() ? "this process" : ShownUrl(server_.url)};
  const auto folder = grow::OpenFolder(out_, head.manifest);
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
    const Status run =
        RunGrowth(plan, folder->get(), judge->get(),
                  parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge), &stop, [&](int64_t done) {
                    if (interrupt.Raised()) stop = true;
                    bar.Update(static_cast<size_t>(done), "");
                  });
    bar.Clear();
    if (!run.ok()) return Complain(kExitNoVerdict, run.error().message);
  }
  if (stop) {
    return Complain(kExitInterrupted,
                    fmt::format("interrupted; {} of {} problems are done, and the "
                                "same command goes on",
                                (*folder)->done(), plan.rows.rows));
  }
  const auto summary = grow::WriteOutputs(head, **folder);
  if (!summary.ok()) return Complain(kExitUsage, "--out: " + summary.error().message);
  std::fputs(ReportText(*summary).c_str(), stdout);
  std::fflush(stdout);
  if (summary->not_judged > 0) return kExitNoVerdict;
  return summary->refused > 0 ? kExitRefused : 0;
}

}  // namespace assay
