#include "apps/checker/checker_command.h"

#include <cstdio>
#include <memory>

#include "apps/checker/problem_run.h"
#include "apps/endpoint/endpoint_arguments.h"
#include "apps/setup/input_file.h"
#include "base/text.h"
#include "llm/chat_client.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr char kKeyVariable[] = "ASSAY_CHECKER_KEY";
constexpr int64_t kMostAnswerBytes = 16 << 20;

Error Faulty(const char* option, const std::string& what) {
  return InvalidField("checker.options", option, what);
}

int Fail(const Error& error) {
  FailChecker(error.message);
  return ExitCodeOf(error);
}

}  // namespace

void CheckerCommand::AddProblems(CommandLine* verb) {
  verb->Option("problems", paths_,
               "files of native problems with solutions beside them, folders of such files, "
               "or problem packages")
      .Required();
  verb->Option("--parallel", parallel_, "problems worked on at once [2]");
  server_.AddTo(verb);
}

void CheckerCommand::AddTrials(CommandLine* verb) {
  verb->Option("--mutated-tests", mutated_tests_,
               "tests whose reference outputs are mutated, shortest first [12]");
  verb->Option("--mutation-seed", mutation_seed_, "chooses the places of mutations [1]");
}

void CheckerCommand::AddModel(CommandLine* verb) {
  verb->Option("--form", form_, "what is asked for: testlib (C++), scalebox or icpc (Python)");
  verb->Option("--attempts", attempts_, "checkers asked for at most, for a problem [4]");
  verb->Flag("--ask-anyway", ask_anyway_, "ask also where a comparison might do");
  verb->Option("--endpoint", endpoint_, "an OpenAI-compatible server: http://host:port/v1");
  verb->Option("--model", model_, "as the server names it");
  verb->Option("--endpoint-label", label_,
               "what the run calls the endpoint, wherever it listens [\"endpoint\"]");
  verb->Option("--key-file", key_file_,
               std::string("file with the key [the variable ") + kKeyVariable + "]");
  verb->Option("--endpoint-cacert", endpoint_ca_, "authorities for an https endpoint");
  verb->Option("--replay", replay_,
               "folder of a run whose answers are taken before the model is asked");
  verb->Option("--temperature", temperature_, "[the endpoint's]");
  verb->Option("--top-p", top_p_, "[the endpoint's]");
  verb->Option("--max-tokens", max_tokens_, "of an answer [the endpoint's]");
  verb->Flag("--max-completion-tokens", completion_tokens_,
             "send --max-tokens under the newer name");
  verb->Option("--seed", seed_, "of the first attempt; the others have the next ones");
  verb->Option("--extra-body", extra_body_, "JSON object for every request: top_k …");
  verb->Option("--thinking", thinking_,
               "auto, expected or none: whether text before </think> is thoughts [auto]");
  AddBudget(verb, &budget_);
}

void CheckerCommand::AddTo(CommandLine* command) {
  command->NeedsVerb();
  classify_ = command->Verb("classify", "which special judging problems need, and why");
  prove_ = command->Verb("prove", "try checkers on outputs known to be right or wrong");
  synth_ = command->Verb("synth",
                         "configure a comparison, or have a model write a checker, and prove it");
  for (CommandLine* verb : {classify_, prove_, synth_}) {
    // Options of the program (--slots) may stand behind the subcommand, too.
    verb->PassesOn();
    AddProblems(verb);
  }
  for (CommandLine* verb : {classify_, prove_}) {
    verb->Option("--out", out_, "where the results go, a JSON object a line [stdout]");
  }
  AddTrials(prove_);
  prove_->Option("--checker", checker_, "file with a checker, in place of the problems' own");
  prove_->Option("--checker-kind", checker_kind_, "testlib, scalebox, icpc or cms [by its source]")
      .OneOf({"testlib", "scalebox", "icpc", "cms"});
  prove_->Option("--checker-language", checker_language_, "[by its source]");
  AddTrials(synth_);
  synth_->Option("--out", out_, "folder of the run; the same command goes on there").Required();
  AddModel(synth_);
}

int CheckerCommand::RunProve(const CheckerRun& run, service::Judge& judge) const {
  std::string checker;
  if (!checker_.empty()) {
    const Result<std::string> source = ReadTextFile(checker_);
    if (!source.ok()) return Fail(source.error());
    JsonWriter json;
    json.BeginObject().Key("source").String(*source);
    if (!checker_kind_.empty()) json.Key("kind").Bytes(checker_kind_);
    if (!checker_language_.empty()) json.Key("language").Bytes(checker_language_);
    checker = json.EndObject().Take();
  }
  return ProveCheckers(run, checker, judge);
}

Result<SynthRun> CheckerCommand::SynthArguments(CheckerRun run) const {
  SynthRun synth;
  synth.run = std::move(run);
  const auto form = synth::kCheckerFormNames.Find(form_);
  if (!form) return Faulty("--form", "must be " + synth::kCheckerFormNames.Choices());
  if (attempts_ < 1 || attempts_ > 100) return Faulty("--attempts", "must be from 1 to 100");
  if (thinking_ != "auto" && thinking_ != "expected" && thinking_ != "none") {
    return Faulty("--thinking", "must be auto, expected or none");
  }
  synth.synthesis.form = *form;
  synth.synthesis.attempts = attempts_;
  synth.synthesis.ask_anyway = ask_anyway_;
  synth.synthesis.trials = synth.run.trials;
  rollout::Sampling& sampling = synth.asking.sampling;
  sampling.model = model_;
  sampling.temperature = temperature_;
  sampling.top_p = top_p_;
  sampling.max_tokens = max_tokens_;
  if (completion_tokens_) {
    sampling.token_limit_name = rollout::TokenLimitName::kMaxCompletionTokens;
  }
  sampling.seed = seed_;
  sampling.extra_body = extra_body_;
  // Without a model only comparisons are tried.
  if (!model_.empty()) ASSAY_RETURN_IF_ERROR(rollout::CheckSampling(sampling));
  if (!label_.empty()) synth.asking.endpoint = label_;
  synth.asking.thinking = thinking_ == "auto"       ? rollout::Thinking::kAuto
                          : thinking_ == "expected" ? rollout::Thinking::kExpected
                                                    : rollout::Thinking::kNone;
  synth.asking.generator.model = model_;
  synth.asking.generator.budget = budget_;
  ASSAY_RETURN_IF_ERROR(rollout::CheckBudget(synth.asking.generator.budget));
  synth.asking.generator.on_warning = [](const std::string& text) {
    std::fprintf(stderr, "assay checker synth: %s\n", text.c_str());
  };
  synth.replay = replay_;
  return synth;
}

int CheckerCommand::RunSynth(CheckerRun run, service::Judge& judge) const {
  const bool asks = !endpoint_.empty() || !replay_.empty();
  if (asks && model_.empty()) return Fail(Faulty("--model", "is required"));
  auto synth = SynthArguments(std::move(run));
  if (!synth.ok()) return Fail(synth.error());
  std::unique_ptr<ChatClient> client;
  if (!endpoint_.empty()) {
    ChatClientOptions client_options;
    client_options.url = endpoint_;
    client_options.max_answer_bytes = kMostAnswerBytes;
    client_options.ca_file = endpoint_ca_;
    const Result<std::string> key = EndpointKey(key_file_, kKeyVariable);
    if (!key.ok()) return Fail(key.error());
    client_options.key = *key;
    auto made = ChatClient::Create(std::move(client_options));
    if (!made.ok()) return Fail(made.error());
    client = std::move(made).value();
    synth->transport = [&client](const std::string& body, SteadyTime deadline,
                                 const CancelToken& cancel, HttpFailure* failure) {
      return client->Send(body, deadline, nullptr, &cancel, failure);
    };
  }
  return SynthesizeCheckers(*synth, judge);
}

int CheckerCommand::Run(const Options& options) const {
  if (parallel_ < 0 || parallel_ > 256) return Fail(Faulty("--parallel", "must be from 1 to 256"));
  CheckerRun run;
  run.paths = paths_;
  run.checker_file = checker_;
  run.out = out_;
  if (parallel_ > 0) run.parallel = parallel_;
  run.trials.seed = mutation_seed_;
  run.trials.mutated_tests = mutated_tests_;
  const auto judge = MakeJudge(options, server_, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return Fail(judge.error());
  if (classify_->Given()) return ClassifyProblems(run, **judge);
  if (prove_->Given()) return RunProve(run, **judge);
  return RunSynth(std::move(run), **judge);
}

}  // namespace assay
