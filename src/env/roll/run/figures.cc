#include <utility>

#include "env/roll/run/rollouts.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

void WriteFigures(const RollFigures& figures, JsonWriter* json) {
  json->Key("rollouts").Int(figures.rollouts).Key("scored").Int(figures.scored);
  json->Key("mean_reward");
  if (figures.scored > 0) {
    json->Double(figures.reward_sum / static_cast<double>(figures.scored));
  } else {
    json->Null();
  }
  json->Key("masked").BeginObject();
  for (const auto& [why, count] : figures.masked) json->Key(why).Int(count);
  json->EndObject();
}

void WriteShare(std::string_view name, const std::optional<double>& share, JsonWriter* json) {
  json->Key(name);
  if (share) {
    json->Double(*share);
  } else {
    json->Null();
  }
}

}  // namespace

std::map<std::string, RollFigures> FiguresOf(const RollJob& job) {
  std::map<std::string, RollFigures> figures;
  for (const PlannedTask& planned : job.plan->tasks) {
    const std::string& name = (*job.parts)[planned.part].stage.manifest.name;
    for (int64_t sample = 0; sample < job.group; ++sample) {
      const auto scored = job.folder->FindScored(RolloutId(name, planned.task.id, sample));
      for (const std::string& whose : {std::string(), name}) {
        RollFigures& of = figures[whose];
        ++of.rollouts;
        if (!scored) continue;
        if (scored->reward) {
          ++of.scored;
          of.reward_sum += *scored->reward;
        } else {
          const Mask mask = scored->mask.value_or(Mask{"unknown", "unknown", ""});
          ++of.masked[mask.cause + ": " + mask.reason];
        }
      }
    }
  }
  return figures;
}

std::string SummaryJson(const RollJob& job, const RollEnd& end) {
  JsonWriter json;
  json.BeginObject();
  const std::map<std::string, RollFigures> all = FiguresOf(job);
  WriteFigures(all.at(""), &json);
  json.Key("environments").BeginObject();
  for (const auto& [name, figures] : all) {
    if (name.empty()) continue;
    json.Key(name).BeginObject();
    WriteFigures(figures, &json);
    json.EndObject();
  }
  // Of this start alone.
  json.EndObject().Key("start").BeginObject();
  const rollout::Progress& asking = end.done.asking;
  json.Key("made").Int(asking.answered + asking.failed).Key("retries").Int(asking.retries);
  json.Key("requests").Int(asking.spent.requests);
  json.Key("prompt_tokens").Int(asking.spent.prompt_tokens);
  json.Key("completion_tokens").Int(asking.spent.completion_tokens);
  json.Key("cost").Double(asking.cost);
  WriteShare("slots_busy", end.done.slots_busy, &json);
  WriteShare("slots_asking", end.done.slots_asking, &json);
  return json.EndObject().EndObject().Take();
}

}  // namespace assay::env
