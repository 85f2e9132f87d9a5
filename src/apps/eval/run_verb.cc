#include "apps/eval/run_verb.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "apps/endpoint/endpoint_arguments.h"
#include "apps/eval/self_check_verb.h"
#include "apps/setup/input_file.h"
#include "base/text.h"
#include "lab/eval/report/items_file.h"
#include "lab/eval/run/evaluation.h"
#include "lab/eval/run/plan.h"
#include "llm/chat_client.h"

namespace assay {
namespace {

// Items whose gold is judged before a model is asked.
constexpr size_t kSelfCheckItems = 8;
constexpr int64_t kMostAnswerBytes = 64 << 20;
constexpr char kKeyVariable[] = "ASSAY_EVAL_KEY";

Error Faulty(const char* option, const std::string& what) {
  return InvalidField("eval.options", option, what);
}

std::string Items(const BenchmarkArguments::Loaded& loaded, const eval::GivenAnswers* given) {
  std::vector<eval::ItemRow> rows;
  for (const size_t index : loaded.selection.part) {
    eval::ItemRow row;
    row.item = loaded.rows->items()[index];
    if (given != nullptr) {
      const auto found = given->by_item.find(row.item.id);
      row.samples = found == given->by_item.end() ? 0 : found->second;
    }
    rows.push_back(std::move(row));
  }
  return eval::ItemsJsonl(rows);
}

void Tell(const std::string& text) {
  std::fputs(("assay eval run: " + text + "\n").c_str(), stderr);
}

// The answers of a file that the run takes, by the rule.
Result<eval::GivenAnswers> Given(const std::string& path, const eval::GivenRule& rule,
                                 const BenchmarkArguments::Loaded& loaded) {
  std::vector<std::string> ids;
  for (const size_t index : loaded.selection.part) ids.push_back(loaded.rows->items()[index].id);
  ASSAY_ASSIGN_OR_RETURN(eval::GivenAnswers given,
                         eval::ReadGivenAnswers(path, {ids.begin(), ids.end()}));
  ASSAY_ASSIGN_OR_RETURN(const std::string missing, eval::ApplyRule(ids, rule, &given));
  if (!missing.empty()) Tell(missing);
  if (given.unknown > 0) {
    Tell(fmt::format("{} rows of {} are about items that this run doesn't have", given.unknown,
                     path));
  }
  return given;
}

}  // namespace

void EvalRunVerb::AddTo(CommandLine* command) {
  judging_.AddTo(command);
  command->Option("--endpoint", endpoint_, "an OpenAI-compatible server: http://host:port/v1");
  command->Option("--model", model_, "as the server names it");
  command->Option("--endpoint-label", label_,
                  "what the run calls the endpoint, wherever it listens [\"endpoint\"]");
  command->Option("--key-file", key_file_,
                  fmt::format("file with the key [the variable {}]", kKeyVariable));
  command->Option("--endpoint-cacert", endpoint_ca_, "authorities for an https endpoint");
  command->Option("--generations", generations_, "instead: a file of answers that exist already");
  command->Option("--samples", samples_,
                  "answers to each item [the benchmark's; of a file, all there are]");
  command->Flag("--allow-fewer", allow_fewer_,
                "with --generations: count the answers there are, though items lack some");
  command->Option("--temperature", temperature_, "[the benchmark's]");
  command->Option("--top-p", top_p_, "[the benchmark's]");
  command->Option("--max-tokens", max_tokens_, "of an answer [the benchmark's]");
  command->Flag("--max-completion-tokens", completion_tokens_,
                "send --max-tokens under the newer name");
  command->Option("--seed", seed_, "of the first sample; the others have the next ones");
  command->Option("--stop", stop_, "where an answer ends, beside the benchmark's; once for each")
      .OnceEach();
  command->Option("--extra-body", extra_body_, "JSON object for every request: top_k …");
  command->Option("--thinking", thinking_,
                  "auto, expected or none: whether text before </think> is thoughts [auto]");
  command->Option("--max-in-flight", max_in_flight_, "requests at once, at most [32]");
  command->Option("--on-quota", on_quota_, "stop or wait when the endpoint wants money [stop]");
  AddBudget(command, &budget_);
  command->Flag("--no-self-check", no_self_check_, "ask without judging known samples first");
}

Result<rollout::Sampling> EvalRunVerb::SamplingOf(const BenchmarkArguments::Loaded& loaded) const {
  const eval::DefaultSampling& usual = loaded.benchmark->info.sampling;
  rollout::Sampling sampling;
  sampling.model = model_;
  sampling.temperature = temperature_ ? temperature_ : usual.temperature;
  sampling.top_p = top_p_ ? top_p_ : usual.top_p;
  sampling.max_tokens = max_tokens_;
  if (!max_tokens_ && usual.max_tokens) sampling.max_tokens = *usual.max_tokens;
  if (!max_tokens_ && loaded.rows->ResponseTokens()) {
    sampling.max_tokens = loaded.rows->ResponseTokens();
  }
  if (completion_tokens_) {
    sampling.token_limit_name = rollout::TokenLimitName::kMaxCompletionTokens;
  }
  sampling.seed = seed_;
  sampling.stop = stop_;
  sampling.extra_body = extra_body_;
  // Of answers from a file nobody is asked.
  if (generations_.empty()) ASSAY_RETURN_IF_ERROR(rollout::CheckSampling(sampling));
  return sampling;
}

Result<std::string> EvalRunVerb::Key() const {
  if (key_file_.empty()) {
    const char* const key = std::getenv(kKeyVariable);
    return std::string(key == nullptr ? "" : key);
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadTextFile(key_file_));
  return std::string(TrimAsciiSpace(text));
}

int EvalRunVerb::Run(const Options& options) const {
  constexpr char kVerb[] = "run";
  const auto fail = [&](const Error& error) { return ComplainEval(kVerb, error); };
  if (endpoint_.empty() == generations_.empty()) {
    return fail(Faulty("--endpoint", "give either --endpoint and --model, or --generations"));
  }
  if (!endpoint_.empty() && model_.empty()) return fail(Faulty("--model", "is required"));
  if (allow_fewer_ && generations_.empty()) {
    return fail(Faulty("--allow-fewer", "is about the answers of --generations"));
  }
  if (thinking_ != "auto" && thinking_ != "expected" && thinking_ != "none") {
    return fail(Faulty("--thinking", "must be auto, expected or none"));
  }
  if (on_quota_ != "stop" && on_quota_ != "wait") {
    return fail(Faulty("--on-quota", "must be stop or wait"));
  }
  if (max_in_flight_ < 1 || max_in_flight_ > 4096) {
    return fail(Faulty("--max-in-flight", "must be from 1 to 4096"));
  }
  auto loaded = judging_.benchmark.Load();
  if (!loaded.ok()) return fail(loaded.error());
  const auto profiles = judging_.benchmark.Profiles(*loaded);
  if (!profiles.ok()) return fail(profiles.error());
  const auto sampling = SamplingOf(*loaded);
  if (!sampling.ok()) return fail(sampling.error());
  int64_t samples = samples_.value_or(loaded->benchmark->info.sampling.samples);
  if (samples < 1) return fail(Faulty("--samples", "must be 1 or more"));
  const auto judge = MakeEvalJudge(options, judging_.server, *loaded);
  if (!judge.ok()) return fail(judge.error());
  const auto fitness = LeaveOutUnjudgeable(kVerb, *profiles, **judge, &*loaded);
  if (!fitness.ok()) return fail(fitness.error());
  std::optional<eval::GivenAnswers> given;
  if (!generations_.empty()) {
    auto read = Given(generations_, {samples_, allow_fewer_}, *loaded);
    if (!read.ok()) return fail(read.error());
    given = *std::move(read);
    samples = given->samples;
    if (judging_.benchmark.ProtocolIsAssumed(*loaded)) {
      std::fprintf(stderr,
                   "assay eval run: the answers are read as those of the %s protocol; --protocol "
                   "says otherwise (completions go on where the prompt ends)\n",
                   std::string(ProtocolName(loaded->protocol)).c_str());
    }
  }
  const int parallel = judging_.parallel > 0 ? judging_.parallel : RequestsUnderWay(**judge);
  if (!no_self_check_) {
    eval::SelfCheckOptions check;
    check.items = loaded->selection.part;
    check.profiles = *profiles;
    check.most_items = kSelfCheckItems;
    check.parallel = parallel;
    const eval::SelfCheckReport report = eval::SelfCheck(*loaded->rows, check, **judge);
    if (!report.misses.empty() || !report.errored.empty()) {
      PrintSelfCheck(report, stderr);
      return fail(Error{ErrorCode::kUnsupported, "eval.self_check", 0,
                        "known samples are not judged as they should be, so nobody is asked; "
                        "--no-self-check goes on all the same"});
    }
  }
  eval::ManifestParts parts{loaded->benchmark->info, *loaded->rows, loaded->selection};
  parts.protocol = loaded->protocol;
  parts.window = loaded->window;
  parts.model = model_;
  parts.endpoint = given ? "given" : label_.empty() ? "endpoint" : label_;
  rollout::Prompt nothing;
  parts.sampling = given ? "{\"generations\":\"" + given->sha256 + "\"}"
                         : rollout::ParametersJson(nothing, *sampling);
  parts.samples = samples;
  parts.profiles = *profiles;
  parts.left_out = fitness->left_out;
  parts.toolchains = fitness->toolchains;
  parts.assay_version = ASSAY_VERSION;
  const auto folder = rollout::RunFolder::Open(judging_.folder, eval::MakeManifest(parts));
  if (!folder.ok()) return fail(folder.error());
  const Status written =
      (*folder)->WriteFile(eval::kItemsFile, Items(*loaded, given ? &*given : nullptr));
  if (!written.ok()) return fail(written.error());

  eval::Evaluation run{*loaded->rows, loaded->selection};
  run.samples = samples;
  run.grading.profiles = *profiles;
  run.grading.threads = parallel;
  run.folder = folder->get();
  run.judge = judge->get();
  const size_t answers =
      given ? given->records.size() : loaded->selection.part.size() * static_cast<size_t>(samples);
  if (given) {
    run.given = &*given;
    return JudgeRun(kVerb, std::move(run), answers * profiles->size());
  }
  const auto key = Key();
  if (!key.ok()) return fail(key.error());
  ChatClientOptions client_options;
  client_options.url = endpoint_;
  client_options.key = *key;
  client_options.route =
      loaded->protocol == eval::Protocol::kChat ? CompletionsRoute::kChat : CompletionsRoute::kText;
  client_options.max_answer_bytes = kMostAnswerBytes;
  client_options.ca_file = endpoint_ca_;
  const auto client = ChatClient::Create(std::move(client_options));
  if (!client.ok()) return fail(client.error());
  eval::Asking asking;
  asking.sampling = *sampling;
  asking.endpoint = parts.endpoint;
  asking.thinking = thinking_ == "auto"       ? rollout::Thinking::kAuto
                    : thinking_ == "expected" ? rollout::Thinking::kExpected
                                              : rollout::Thinking::kNone;
  asking.options.model = model_;
  asking.options.max_in_flight = max_in_flight_;
  asking.options.on_quota = on_quota_ == "wait" ? rollout::OnQuota::kWait : rollout::OnQuota::kStop;
  asking.options.budget = budget_;
  if (const Status budget = rollout::CheckBudget(asking.options.budget); !budget.ok()) {
    return fail(budget.error());
  }
  asking.options.on_warning = Tell;
  asking.transport = [&client](const std::string& body, SteadyTime deadline,
                               const CancelToken& cancel, HttpFailure* failure) {
    return (*client)->Send(body, deadline, nullptr, &cancel, failure);
  };
  run.asking = &asking;
  return JudgeRun(kVerb, std::move(run), answers * profiles->size());
}

}  // namespace assay
