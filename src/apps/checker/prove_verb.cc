// `assay checker classify` and `assay checker prove`: a JSON object a problem, in their order.

#include <cstdio>

#include "apps/checker/problem_run.h"
#include "apps/cli/interrupt.h"
#include "apps/cli/line_file.h"
#include "text/json_writer.h"

namespace assay {
namespace {

std::string Begin(const synth::SynthProblem& problem, JsonWriter* json) {
  json->BeginObject().Key("id").Bytes(problem.id);
  return problem.id;
}

// What is said of each problem, and how it ended.
using LineOf = std::function<std::string(const synth::SynthProblem& problem,
                                         const std::atomic<bool>* stop, JsonWriter* json)>;

int RunOnEach(const char* verb, const CheckerRun& run, const LineOf& line_of) {
  auto out = LineFile::Open(run.out, FilesRead(run));
  if (!out.ok()) return FailChecker(out.error().message);
  std::atomic<bool> stop{false};
  std::atomic<bool> lost{false};
  CheckerProgress progress(verb);
  synth::OrderedLines lines([&](const std::string& line) {
    if (out->Write(line).ok()) return;
    lost = true;
    stop = true;
  });
  const Result<ProblemRunEnd> end =
      RunOnProblems(run, &stop, [&](size_t index, const synth::SynthProblem& problem) {
        JsonWriter json;
        Begin(problem, &json);
        progress.Count(line_of(problem, &stop, &json));
        json.EndObject();
        lines.Put(index, json.Take());
      });
  if (!end.ok()) return FailChecker(end.error().message);
  if (lost) return FailChecker("the results can't be written");
  std::fprintf(stderr, "assay checker %s: %s\n", verb, progress.Text().c_str());
  if (end->interrupted) return kExitInterrupted;
  const Status finished = out->Finish();
  if (!finished.ok()) return FailChecker(finished.error().message);
  if (progress.Of("undecided") > 0) return kCheckerUndecided;
  return progress.Of("failed") > 0 || end->counts.refused > 0 ? kCheckerSome : 0;
}

std::string Undecided(const std::string& why, JsonWriter* json) {
  json->Key("undecided").Bytes(why);
  return "undecided";
}

}  // namespace

int ClassifyProblems(const CheckerRun& run, service::Judge& judge) {
  return RunOnEach("classify", run, [&](const auto& problem, const auto* stop, JsonWriter* json) {
    const auto runs = synth::RunSolutions(problem, judge, stop);
    if (!runs.ok()) return Undecided(runs.error().ToString(), json);
    const synth::Classification kind = synth::Classify(problem, synth::AcceptedOutputs(*runs));
    json->Key("classification");
    synth::WriteClassification(problem, kind, json);
    return std::string(ToString(kind.kind));
  });
}

int ProveCheckers(const CheckerRun& run, const std::string& checker, service::Judge& judge) {
  return RunOnEach(
      "prove", run, [&](const auto& problem, const auto* stop, JsonWriter* json) -> std::string {
        synth::Judge candidate{"default", "", ""};
        if (!checker.empty()) {
          candidate = {"given", "", checker};
        } else if (problem.given) {
          candidate = *problem.given;
        }
        const auto runs = synth::RunSolutions(problem, judge, stop);
        if (!runs.ok()) return Undecided(runs.error().ToString(), json);
        const synth::Classification kind = synth::Classify(problem, synth::AcceptedOutputs(*runs));
        const synth::TrialPlan plan = synth::PlanTrials(problem, *runs, kind, run.trials);
        const auto proof = synth::ProveJudge(problem, plan, candidate, judge, stop);
        if (!proof.ok()) return Undecided(proof.error().ToString(), json);
        json->Key("judge").Bytes(candidate.name);
        json->Key("proof").Raw(synth::ProofJson(problem, *proof)).Key("classification");
        synth::WriteClassification(problem, kind, json);
        if (!proof->undecided.empty()) return "undecided";
        return proof->passed ? "passed" : "failed";
      });
}

}  // namespace assay
