// A map: the options; what a run is made of (sampling, key, manifest); the self-check before it;
// Judge, which both subcommands end in: progress, interrupts, the report.

#include "apps/eval/run_verb.h"

#include <fmt/format.h>

#include <atomic>
#include <cstdlib>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/eval/report/make_report.h"
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
  std::unordered_map<std::string, int64_t> counts;
  if (given != nullptr) {
    for (const rollout::GenerationRecord& record : given->records) ++counts[record.item];
  }
  for (const size_t index : loaded.selection.part) {
    eval::ItemRow row;
    row.item = loaded.rows->items()[index];
    if (given != nullptr) row.samples = counts[row.item.id];
    rows.push_back(std::move(row));
  }
  return eval::ItemsJsonl(rows);
}

std::string ProgressText(const eval::EvaluationProgress& progress) {
  const eval::GradeCounts& judged = progress.judged;
  std::string text = fmt::format("{} passed, {} failed", judged.passed, judged.failed);
  if (judged.masked > 0) text += fmt::format(", {} masked", judged.masked);
  if (judged.errored + static_cast<size_t>(progress.asking.failed) > 0) {
    text +=
        fmt::format(", {} errored", judged.errored + static_cast<size_t>(progress.asking.failed));
  }
  if (progress.asking.total > 0) {
    text += fmt::format("; asked {}/{}, {:.1f}/s", progress.asking.answered, progress.asking.total,
                        progress.asking.per_second);
    if (progress.asking.left) text += ", " + HumanDuration(*progress.asking.left) + " left";
    if (progress.asking.waiting_for_quota) text += ", waiting for quota";
  }
  return text;
}

// Runs what is set up in `run`, and ends with the report.
int Judge(const std::string& verb, eval::Evaluation run, size_t verdicts) {
  const Interrupt interrupt;
  std::atomic<bool> stop{false};
  run.stop = &stop;
  run.grading.stop = &stop;
  Result<eval::EvaluationEnd> end = eval::EvaluationEnd{};
  {
    ProgressBar bar(stderr, verdicts);
    run.on_progress = [&](const eval::EvaluationProgress& progress) {
      if (interrupt.Raised()) stop = true;
      const eval::GradeCounts& judged = progress.judged;
      bar.Update(std::min(verdicts, judged.passed + judged.failed + judged.masked + judged.errored),
                 ProgressText(progress));
    };
    end = eval::RunEvaluation(run);
  }
  if (!end.ok()) return ComplainEval(verb, end.error());
  const int reported = MakeReport({.folder = run.folder->path()});
  if (interrupt.Raised()) return kExitInterrupted;
  if (end->asking.reason == rollout::EndReason::kDone) return reported;
  std::fputs(fmt::format("assay eval {}: ended early: {}; the same command goes on\n", verb,
                         end->asking.message)
                 .c_str(),
             stderr);
  return kExitNoVerdict;
}

}  // namespace

void JudgingArguments::AddTo(CLI::App* command) {
  benchmark.AddTo(command);
  server.AddTo(command);
  command->add_option("--out", folder, "the run's folder; made when it isn't there")->required();
  command->add_option("--parallel", parallel, "answers judged at once [as many as keep it busy]");
}

void EvalRunVerb::AddTo(CLI::App* command) {
  judging_.AddTo(command);
  command->add_option("--endpoint", endpoint_, "an OpenAI-compatible server: http://host:port/v1");
  command->add_option("--model", model_, "as the server names it");
  command->add_option("--endpoint-label", label_,
                      "what the run calls the endpoint, wherever it listens [\"endpoint\"]");
  command->add_option("--key-file", key_file_,
                      fmt::format("file with the key [the variable {}]", kKeyVariable));
  command->add_option("--endpoint-cacert", endpoint_ca_, "authorities for an https endpoint");
  command->add_option("--generations", generations_,
                      "instead: a file of answers that exist already");
  command->add_option("--samples", samples_, "answers to each item [the benchmark's]");
  command->add_option("--temperature", temperature_, "[the benchmark's]");
  command->add_option("--top-p", top_p_, "[the benchmark's]");
  command->add_option("--max-tokens", max_tokens_, "of an answer [the benchmark's]");
  command->add_flag("--max-completion-tokens", completion_tokens_,
                    "send --max-tokens under the newer name");
  command->add_option("--seed", seed_, "of the first sample; the others have the next ones");
  command
      ->add_option("--stop", stop_, "where an answer ends, beside the benchmark's; once for each")
      ->allow_extra_args(false);
  command->add_option("--extra-body", extra_body_, "JSON object for every request: top_k …");
  command->add_option("--thinking", thinking_,
                      "auto, expected or none: whether text before </think> is thoughts [auto]");
  command->add_option("--max-in-flight", max_in_flight_, "requests at once, at most [32]");
  command->add_option("--on-quota", on_quota_, "stop or wait when the endpoint wants money [stop]");
  command->add_option("--max-requests", most_requests_, "that this start may send");
  command->add_option("--max-total-tokens", most_tokens_, "of prompts and answers");
  command->add_option("--max-cost", most_cost_, "with --input-price and --output-price");
  command->add_option("--input-price", input_price_, "for a million tokens of prompts");
  command->add_option("--output-price", output_price_, "for a million tokens of answers");
  command->add_flag("--no-self-check", no_self_check_, "ask without judging known samples first");
}

Result<rollout::Sampling> EvalRunVerb::SamplingOf(const BenchmarkArguments::Loaded& loaded) const {
  const eval::DefaultSampling& usual = loaded.benchmark->info.sampling;
  rollout::Sampling sampling;
  sampling.model = model_;
  sampling.temperature = temperature_ ? temperature_ : usual.temperature;
  sampling.top_p = top_p_ ? top_p_ : usual.top_p;
  sampling.max_tokens = max_tokens_;
  if (!max_tokens_ && usual.max_tokens) sampling.max_tokens = *usual.max_tokens;
  if (completion_tokens_) {
    sampling.token_limit_name = rollout::TokenLimitName::kMaxCompletionTokens;
  }
  sampling.seed = seed_;
  sampling.stop = stop_;
  sampling.extra_body = extra_body_;
  ASSAY_RETURN_IF_ERROR(rollout::CheckSampling(sampling));
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
  if (thinking_ != "auto" && thinking_ != "expected" && thinking_ != "none") {
    return fail(Faulty("--thinking", "must be auto, expected or none"));
  }
  if (on_quota_ != "stop" && on_quota_ != "wait") {
    return fail(Faulty("--on-quota", "must be stop or wait"));
  }
  if (max_in_flight_ < 1 || max_in_flight_ > 4096) {
    return fail(Faulty("--max-in-flight", "must be from 1 to 4096"));
  }
  const auto loaded = judging_.benchmark.Load();
  if (!loaded.ok()) return fail(loaded.error());
  const auto profiles = judging_.benchmark.Profiles();
  if (!profiles.ok()) return fail(profiles.error());
  const auto sampling = SamplingOf(*loaded);
  if (!sampling.ok()) return fail(sampling.error());

  int64_t samples = samples_.value_or(loaded->benchmark->info.sampling.samples);
  if (samples < 1) return fail(Faulty("--samples", "must be 1 or more"));
  std::optional<eval::GivenAnswers> given;
  if (!generations_.empty()) {
    std::unordered_set<std::string> wanted;
    for (const size_t index : loaded->selection.part) {
      wanted.insert(loaded->rows->items()[index].id);
    }
    auto read = eval::ReadGivenAnswers(generations_, wanted);
    if (!read.ok()) return fail(read.error());
    given = *std::move(read);
    samples = given->samples;
  }
  const auto judge = MakeJudge(options, judging_.server, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return fail(judge.error());
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
  const auto info = (*judge)->Info();
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
  if (info.ok()) parts.toolchains = eval::ToolchainsOf(info->body);
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
    return Judge(kVerb, std::move(run), answers * profiles->size());
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
  asking.options.budget = {most_requests_, most_tokens_, most_cost_, input_price_, output_price_};
  if (const Status budget = rollout::CheckBudget(asking.options.budget); !budget.ok()) {
    return fail(budget.error());
  }
  asking.options.on_warning = [](const std::string& text) {
    std::fputs(("assay eval run: " + text + "\n").c_str(), stderr);
  };
  asking.transport = [&client](const std::string& body, SteadyTime deadline,
                               const CancelToken& cancel, HttpFailure* failure) {
    return (*client)->Send(body, deadline, &cancel, failure);
  };
  run.asking = &asking;
  return Judge(kVerb, std::move(run), answers * profiles->size());
}

void EvalGradeVerb::AddTo(CLI::App* command) {
  judging_.AddTo(command);
}

int EvalGradeVerb::Run(const Options& options) const {
  constexpr char kVerb[] = "grade";
  const auto fail = [&](const Error& error) { return ComplainEval(kVerb, error); };
  const auto loaded = judging_.benchmark.Load();
  if (!loaded.ok()) return fail(loaded.error());
  const auto profiles = judging_.benchmark.Profiles();
  if (!profiles.ok()) return fail(profiles.error());
  rollout::Manifest manifest;
  {
    const auto before = rollout::RunFolder::OpenToRead(judging_.folder);
    if (!before.ok()) return fail(before.error());
    manifest = (*before)->manifest();
  }
  const auto judge = MakeJudge(options, judging_.server, PrecompiledHeaderUse::kMakeFirst);
  if (!judge.ok()) return fail(judge.error());
  const auto info = (*judge)->Info();
  eval::ManifestParts parts{loaded->benchmark->info, *loaded->rows, loaded->selection};
  parts.protocol = loaded->protocol;
  parts.window = loaded->window;
  parts.model = manifest.model;
  parts.endpoint = manifest.endpoint;
  parts.sampling = manifest.sampling;
  parts.samples = manifest.samples;
  parts.profiles = *profiles;
  if (info.ok()) parts.toolchains = eval::ToolchainsOf(info->body);
  parts.assay_version = ASSAY_VERSION;
  const auto folder = rollout::RunFolder::Open(judging_.folder, eval::MakeManifest(parts),
                                               rollout::RunFolder::Start::kJudgeAgain);
  if (!folder.ok()) return fail(folder.error());
  eval::Evaluation run{*loaded->rows, loaded->selection};
  run.samples = manifest.samples;
  run.grading.profiles = *profiles;
  run.grading.threads = judging_.parallel > 0 ? judging_.parallel : RequestsUnderWay(**judge);
  run.folder = folder->get();
  run.judge = judge->get();
  const size_t answers =
      loaded->selection.part.size() * static_cast<size_t>(std::max<int64_t>(manifest.samples, 1));
  return Judge(kVerb, std::move(run), answers * profiles->size());
}

}  // namespace assay
