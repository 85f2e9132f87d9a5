#include "apps/eval/dry_run_verb.h"

#include <fmt/format.h>

#include "lab/eval/run/run_cost.h"
#include "text/json_writer.h"

namespace assay {
namespace {

void PrintPrompt(const eval::EvalItem& item) {
  std::string text = fmt::format("==== {} ({})\n", item.id, ProtocolName(item.prompt.protocol));
  if (item.prompt.protocol == eval::Protocol::kCompletion) {
    text += item.prompt.text + "\n";
  }
  for (const eval::ChatMessage& message : item.prompt.messages) {
    text += fmt::format("---- {}\n{}\n", message.role, message.content);
  }
  if (!item.prompt.stop.empty()) {
    JsonWriter stop;
    stop.BeginArray();
    for (const std::string& word : item.prompt.stop) stop.Bytes(word);
    text += fmt::format("---- stop {}\n", stop.EndArray().Take());
  }
  std::fputs(text.c_str(), stdout);
}

std::string Json(const eval::RunCost& estimate, size_t items) {
  JsonWriter json;
  json.BeginObject().Key("items").Int(static_cast<int64_t>(items));
  json.Key("requests").Int(estimate.requests).Key("prompt_bytes").Int(estimate.prompt_bytes);
  json.Key("prompt_tokens_estimate").Int(estimate.prompt_tokens);
  json.Key("answer_tokens_at_most");
  estimate.most_answer_tokens ? json.Int(*estimate.most_answer_tokens) : json.Null();
  json.Key("cost_at_most");
  estimate.most_cost ? json.Double(*estimate.most_cost) : json.Null();
  return json.EndObject().Take() + "\n";
}

}  // namespace

void EvalDryRunVerb::AddTo(CommandLine* command) {
  benchmark_.AddTo(command);
  command->Option("--samples", samples_, "answers to each item [the benchmark's]");
  command->Option("--max-tokens", max_tokens_, "of an answer [the benchmark's]");
  command->Option("--input-price", input_price_, "for a million tokens of prompts");
  command->Option("--output-price", output_price_, "for a million tokens of answers");
  command->Option("--show", show_, "prompts to show [1]");
  command->Flag("--json", json_, "the figures as JSON, and no prompts");
}

int EvalDryRunVerb::Run(const Options& /*options*/) const {
  const auto loaded = benchmark_.Load();
  if (!loaded.ok()) return ComplainEval("dry-run", loaded.error());
  const eval::DefaultSampling& sampling = loaded->benchmark->info.sampling;
  eval::EstimateOptions options;
  options.samples = samples_.value_or(sampling.samples);
  if (max_tokens_) {
    options.max_tokens = *max_tokens_;
  } else if (sampling.max_tokens) {
    options.max_tokens = *sampling.max_tokens;
  }
  options.input_price = input_price_;
  options.output_price = output_price_;
  if (options.samples < 1 || options.max_tokens.value_or(1) < 1) {
    return ComplainEval("dry-run", InvalidField("eval", "--samples",
                                                "and --max-tokens must be 1 "
                                                "or more"));
  }
  const std::vector<size_t>& part = loaded->selection.part;
  const eval::RunCost estimate = eval::EstimateRun(loaded->rows->items(), part, options);
  if (json_) {
    std::fputs(Json(estimate, part.size()).c_str(), stdout);
    return 0;
  }
  for (size_t i = 0; i < part.size() && static_cast<int64_t>(i) < show_; ++i) {
    PrintPrompt(loaded->rows->items()[part[i]]);
  }
  std::string text = fmt::format(
      "{} items x {} samples = {} requests; prompts have {} bytes, at most about {} tokens "
      "(3 bytes a token; no tokenizer is asked)\n",
      part.size(), options.samples, estimate.requests, estimate.prompt_bytes,
      estimate.prompt_tokens);
  if (estimate.most_answer_tokens) {
    text += fmt::format("answers: at most {} tokens of {} each\n", *estimate.most_answer_tokens,
                        *options.max_tokens);
  } else {
    text += "answers: as long as the endpoint allows; name --max-tokens for a bound\n";
  }
  if (estimate.most_cost) {
    text += fmt::format("cost: at most {:.2f}\n", *estimate.most_cost);
  } else {
    text += "cost: name --input-price, --output-price and --max-tokens for a bound\n";
  }
  for (const eval::LeftOut& left : loaded->rows->RowsLeftOut()) {
    text += fmt::format("left out: {} rows for {}: {}\n", left.items, left.what, left.why);
  }
  text +=
      "a run leaves out, too, what its judge has no toolchain or library for; nobody was asked\n";
  std::fputs(text.c_str(), stdout);
  return 0;
}

}  // namespace assay
