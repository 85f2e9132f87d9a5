#include "lab/rl/curriculum/log/answer_json.h"

#include "text/json_writer.h"

namespace assay::curriculum {
namespace {

struct AnswerWriter {
  const Plan& plan;
  const ProblemTable& problems;
  JsonWriter* json;

  void operator()(const std::monostate&) const {}

  void operator()(const Batch& batch) const {
    json->Key("step").Int(batch.step).Key("stage").Bytes(plan.stages[batch.stage].name);
    json->Key("done").Bool(batch.done).Key("waiting").Bool(batch.waiting);
    json->Key("groups").BeginArray();
    for (const AskedGroup& group : batch.groups) {
      json->BeginObject().Key("group").Int(group.group);
      json->Key("id").Bytes(problems.Id(group.problem)).Key("row").Int(group.problem);
      json->Key("domain").Bytes(problems.domains()[problems.DomainOf(group.problem)]);
      json->Key("epoch").Int(group.epoch).Key("rollouts").Int(group.rollouts);
      json->Key("temperature").Double(group.temperature);
      json->Key("response_tokens").Int(group.response_tokens).EndObject();
    }
    json->EndArray();
  }

  void operator()(const Reported& reported) const {
    json->Key("groups").BeginArray();
    for (const Taken& taken : reported.groups) {
      json->BeginObject().Key("group").Int(taken.group);
      json->Key("outcome").String(kOutcomeNames.NameOf(taken.outcome));
      json->Key("train").Bool(taken.train).Key("retired").Bool(taken.retired).EndObject();
    }
    json->EndArray().Key("steps").BeginArray();
    for (const StepState& step : reported.steps) {
      json->BeginObject().Key("step").Int(step.step).Key("wanted").Int(step.wanted);
      json->Key("trained").Int(step.trained).Key("under_way").Int(step.under_way);
      json->Key("missing").Int(step.missing).EndObject();
    }
    json->EndArray();
  }
};

}  // namespace

std::string DoneJson(const Done& done, const Plan& plan, const ProblemTable& problems) {
  JsonWriter json;
  json.BeginObject().Key("place").Int(done.place);
  std::visit(AnswerWriter{plan, problems, &json}, done.answer);
  return json.EndObject().Take();
}

std::string SummaryJson(const Summary& summary, int64_t place, const Plan& plan,
                        const ProblemTable& problems) {
  JsonWriter json;
  json.BeginObject().Key("plan").Bytes(plan.name).Key("seed").Int(static_cast<int64_t>(plan.seed));
  json.Key("problems").Int(problems.size()).Key("place").Int(place);
  json.Key("stage").Bytes(plan.stages[summary.stage].name).Key("done").Bool(summary.done);
  json.Key("step").Int(summary.step).Key("stage_step").Int(summary.stage_step);
  json.Key("groups").BeginObject().Key("given").Int(summary.given);
  json.Key("under_way").Int(summary.under_way).Key("returned").Int(summary.returned);
  for (const auto& row : kOutcomeNames.rows) {
    json.Key(row.name).Int(summary.outcomes[static_cast<size_t>(row.value)]);
  }
  json.Key("trained").Int(summary.trained).EndObject();
  json.Key("rollouts").Int(summary.rollouts).Key("solved").Int(summary.solved);
  json.Key("retired").Int(summary.retired).Key("unmeasured").Int(summary.unmeasured);
  json.Key("truncated");
  summary.truncated ? json.Double(*summary.truncated) : json.Null();
  json.Key("pools").BeginObject();
  for (const auto& row : kPoolNames.rows) {
    json.Key(row.name).Int(summary.pools[static_cast<size_t>(row.value)]);
  }
  json.EndObject().Key("domains").BeginArray();
  for (const DomainSummary& domain : summary.domains) {
    json.BeginObject().Key("domain");
    domain.domain.empty() ? json.Null() : json.Bytes(domain.domain);
    json.Key("problems").Int(domain.problems).Key("given").Int(domain.given);
    json.Key("epoch").Int(domain.epoch).EndObject();
  }
  json.EndArray().Key("stages").BeginArray();
  for (const Stage& stage : plan.stages) json.Bytes(stage.name);
  return json.EndArray().EndObject().Take();
}

}  // namespace assay::curriculum
