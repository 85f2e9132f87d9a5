#include "lab/synth/run/synthesis.h"

#include "base/enum_names.h"
#include "base/text.h"

namespace assay::synth {
namespace {

constexpr auto kEndingNames = MakeEnumNames<Ending>({
    {Ending::kGiven, "given"},
    {Ending::kConfigured, "configured"},
    {Ending::kGenerated, "generated"},
    {Ending::kNone, "none"},
    {Ending::kUnfinished, "unfinished"},
});
static_assert(kEndingNames.IsWholeUpTo(Ending::kUnfinished));

class Synthesis {
 public:
  Synthesis(const SynthProblem& problem, const SynthesisOptions& options, service::Judge& judge,
            Asker* asker, const std::atomic<bool>* stop)
      : problem_(problem), options_(options), judge_(judge), asker_(asker), stop_(stop) {
    outcome_.problem = problem.id;
  }

  Outcome Run() {
    const Result<std::vector<SolutionRun>> runs = RunSolutions(problem_, judge_, stop_);
    if (!runs.ok()) return Unfinished(runs.error().ToString());
    outcome_.classification = Classify(problem_, AcceptedOutputs(*runs));
    plan_ = PlanTrials(problem_, *runs, outcome_.classification, options_.trials);
    if (!options_.ask_anyway) {
      // Who wrote a checker knows of answers that no known solution may give.
      if (problem_.given && problem_.given->IsProgram()) {
        if (Try(*problem_.given)) return End(Ending::kGiven, "");
        if (!outcome_.why.empty()) return std::move(outcome_);
      }
      for (const Judge& ours : Configure(outcome_.classification)) {
        if (Try(ours)) return End(Ending::kConfigured, "");
        if (!outcome_.why.empty()) return std::move(outcome_);
      }
    }
    if (asker_ == nullptr) {
      return End(Ending::kNone, "no comparison passes the proof, and no model may be asked");
    }
    return AskForChecker();
  }

 private:
  Outcome End(Ending ending, std::string why) {
    outcome_.ending = ending;
    outcome_.why = std::move(why);
    return std::move(outcome_);
  }
  Outcome Unfinished(std::string why) { return End(Ending::kUnfinished, std::move(why)); }

  // Whether it passed. When there is no telling, `why` of the outcome says so.
  bool Try(Judge candidate) {
    const Result<Proof> proof = ProveJudge(problem_, plan_, candidate, judge_, stop_);
    if (!proof.ok() || !proof->undecided.empty()) {
      outcome_.why =
          candidate.name + ": " + (proof.ok() ? proof->undecided : proof.error().ToString());
      return false;
    }
    Attempt attempt;
    attempt.judge = std::move(candidate);
    attempt.proof = ProofJson(problem_, *proof);
    attempt.passed = proof->passed;
    feedback_ = Feedback(problem_, *proof);
    outcome_.attempts.push_back(std::move(attempt));
    return proof->passed;
  }

  Outcome AskForChecker() {
    const rollout::Prompt first = FirstPrompt(problem_, outcome_.classification, options_.form);
    rollout::Prompt prompt = first;
    for (int64_t attempt = 0; attempt < options_.attempts; ++attempt) {
      const auto answer = asker_->Ask(problem_.id, attempt, prompt);
      if (!answer.ok()) return Unfinished(answer.error().ToString());
      const std::optional<Judge> candidate =
          CheckerIn(answer->content, options_.form, "model:" + std::to_string(attempt + 1));
      if (!candidate) {
        feedback_ = "- There was no fenced block with a program in the answer.\n";
      } else {
        const bool passed = Try(*candidate);
        if (!outcome_.why.empty()) return std::move(outcome_);
        Attempt& tried = outcome_.attempts.back();
        tried.generation = answer->key;
        tried.usage = answer->usage;
        tried.model = answer->model;
        if (passed) {
          outcome_.prompt = rollout::PromptJson(prompt);
          return End(Ending::kGenerated, "");
        }
      }
      prompt = NextPrompt(first, answer->content, feedback_);
    }
    return End(Ending::kNone, "none of the model's " + std::to_string(options_.attempts) +
                                  " checkers passes the proof");
  }

  const SynthProblem& problem_;
  const SynthesisOptions& options_;
  service::Judge& judge_;
  Asker* const asker_;
  const std::atomic<bool>* const stop_;
  TrialPlan plan_;
  std::string feedback_;
  Outcome outcome_;
};

}  // namespace

std::string_view ToString(Ending ending) {
  return kEndingNames.NameOf(ending);
}

Outcome SynthesizeJudge(const SynthProblem& problem, const SynthesisOptions& options,
                        service::Judge& judge, Asker* asker, const std::atomic<bool>* stop) {
  return Synthesis(problem, options, judge, asker, stop).Run();
}

}  // namespace assay::synth
