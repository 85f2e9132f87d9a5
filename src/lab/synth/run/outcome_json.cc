// An outcome as one line of checkers.jsonl.

#include "base/text.h"
#include "lab/synth/run/synthesis.h"
#include "text/json_writer.h"

namespace assay::synth {
namespace {

std::string_view NameOf(Hint hint) {
  switch (hint) {
    case Hint::kAnyAnswer: return "any_answer";
    case Hint::kAnyOrder: return "any_order";
    case Hint::kTolerance: return "tolerance";
    case Hint::kAnyCase: return "any_case";
  }
  return "";
}

void WriteJudge(const Judge& judge, JsonWriter* json) {
  json->BeginObject();
  if (!judge.comparison.empty()) json->Key("comparison").Raw(judge.comparison);
  if (!judge.checker.empty()) json->Key("checker").Raw(judge.checker);
  json->EndObject();
}

void WriteCost(const Outcome& outcome, const rollout::BudgetLimits& prices, JsonWriter* json) {
  rollout::Spending spent;
  for (const Attempt& attempt : outcome.attempts) {
    spent.requests += !attempt.generation.empty();
    spent.prompt_tokens += attempt.usage.prompt.value_or(0);
    spent.completion_tokens += attempt.usage.completion.value_or(0);
  }
  json->Key("asked").BeginObject().Key("answers").Int(spent.requests);
  json->Key("prompt_tokens").Int(spent.prompt_tokens);
  json->Key("completion_tokens").Int(spent.completion_tokens).Key("cost");
  if (prices.prompt_price || prices.completion_price) {
    json->Double(rollout::Budget(prices).CostOf(spent));
  } else {
    json->Null();
  }
  json->EndObject();
}

}  // namespace

void WriteClassification(const SynthProblem& problem, const Classification& classification,
                         JsonWriter* json) {
  json->BeginObject().Key("special_judging").String(ToString(classification.kind));
  json->Key("confidence").Double(classification.confidence).Key("tolerance");
  classification.tolerance ? json->Double(*classification.tolerance) : json->Null();
  json->Key("any_order").Bool(classification.any_order);
  json->Key("any_case").Bool(classification.any_case);
  json->Key("compared_outputs").Int(static_cast<int64_t>(classification.compared));
  json->Key("passages").BeginArray();
  for (const Passage& passage : classification.passages) {
    json->BeginObject().Key("hint").String(NameOf(passage.hint)).Key("text").Bytes(passage.text);
    json->Key("weight").Double(passage.weight).EndObject();
  }
  json->EndArray().Key("disagreements").BeginArray();
  for (const DisagreeingOutput& output : classification.disagreements) {
    json->BeginObject().Key("test").Bytes(problem.tests[output.test].id);
    json->Key("solution").Bytes(output.solution);
    json->Key("difference").String(ToString(output.how.difference));
    json->Key("error").Double(output.how.error).EndObject();
  }
  json->EndArray().Key("comparisons").BeginArray();
  for (const Judge& judge : Configure(classification)) json->Raw(judge.comparison);
  json->EndArray().EndObject();
}

std::string OutcomeJson(const SynthProblem& problem, const Outcome& outcome,
                        const rollout::BudgetLimits& prices) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(outcome.problem).Key("ending");
  json.String(ToString(outcome.ending)).Key("why").Bytes(outcome.why).Key("judge");
  const bool kept = outcome.ending != Ending::kNone && outcome.ending != Ending::kUnfinished;
  if (kept) {
    WriteJudge(outcome.attempts.back().judge, &json);
    json.Key("name").Bytes(outcome.attempts.back().judge.name);
    json.Key("proof").Raw(outcome.attempts.back().proof);
    json.Key("model").Bytes(outcome.attempts.back().model);
    json.Key("prompt");
    outcome.prompt.empty() ? json.Null() : json.Raw(outcome.prompt);
  } else {
    json.Null();
  }
  json.Key("classification");
  WriteClassification(problem, outcome.classification, &json);
  WriteCost(outcome, prices, &json);
  json.Key("attempts").BeginArray();
  for (const Attempt& attempt : outcome.attempts) {
    json.BeginObject().Key("name").Bytes(attempt.judge.name).Key("passed").Bool(attempt.passed);
    json.Key("generation").String(attempt.generation);
    json.Key("judge_sha256")
        .String(Sha256Hex(attempt.judge.comparison + "\n" + attempt.judge.checker));
    if (!attempt.passed) json.Key("proof").Raw(attempt.proof);
    json.EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

}  // namespace assay::synth
