#include "lab/fit/report/fit_json.h"

#include "text/json_writer.h"

namespace assay::fit {
namespace {

void Write(const Range& range, JsonWriter* json) {
  json->BeginArray().Double(range.low).Double(range.high).EndArray();
}

void Write(const char* name, const Estimate& estimate, bool quoted, JsonWriter* json) {
  json->Key(name).BeginObject().Key("value");
  if (quoted) {
    json->Double(estimate.value);
  } else {
    json->Null();
  }
  json->Key("given").Bool(estimate.held);
  if (!estimate.held) {
    json->Key("profile");
    Write(estimate.profile, json);
    json->Key("open")
        .BeginArray()
        .Bool(estimate.profile.open_low)
        .Bool(estimate.profile.open_high)
        .EndArray();
  }
  if (estimate.drawn) {
    json->Key("bootstrap");
    Write(*estimate.drawn, json);
  }
  json->EndObject();
}

void Write(const Law& law, JsonWriter* json) {
  json->BeginObject().Key("A").Double(law.a).Key("B").Double(law.b);
  json->Key("C_mid").Double(law.c_mid).Key("R0").Double(law.r0).EndObject();
}

void WriteTexts(const std::vector<std::string>& texts, JsonWriter* json) {
  json->BeginArray();
  for (const std::string& text : texts) json->Bytes(text);
  json->EndArray();
}

const char* NameOf(Identified identified) {
  switch (identified) {
    case Identified::kNo: return "no";
    case Identified::kBarely: return "barely";
    case Identified::kYes: return "yes";
  }
  return "";
}

void Write(const Forecast& forecast, JsonWriter* json) {
  json->BeginObject().Key("compute").Double(forecast.compute).Key("reward").Double(forecast.reward);
  if (forecast.curve) {
    json->Key("curve");
    Write(*forecast.curve, json);
  }
  if (forecast.evaluation) {
    json->Key("evaluation");
    Write(*forecast.evaluation, json);
  }
  json->EndObject();
}

void Write(const Study& study, JsonWriter* json) {
  const bool quoted = study.a.held || study.identified != Identified::kNo;
  json->BeginObject();
  Write("A", study.a, quoted, json);
  Write("B", study.b, true, json);
  Write("C_mid", study.c_mid, true, json);
  Write("R0", study.r0, true, json);
  json->Key("identified").String(NameOf(study.identified));
  json->Key("reach").Double(study.reach);
  json->Key("points").Int(static_cast<int64_t>(study.points));
  json->Key("from").Double(study.least_compute).Key("to").Double(study.most_compute);
  json->Key("ssr").Double(study.fit.ssr).Key("residual_sd").Double(study.residual_sd);
  json->Key("r_squared")
      .Double(study.r_squared)
      .Key("autocorrelation")
      .Double(study.autocorrelation);
  if (study.a_with_r0) json->Key("correlation_of_A_with_R0").Double(*study.a_with_r0);
  json->Key("forecasts").BeginArray();
  for (const Forecast& forecast : study.forecasts) Write(forecast, json);
  json->EndArray().Key("windows").BeginArray();
  for (const WindowFit& window : study.windows) {
    json->BeginObject()
        .Key("from")
        .Double(window.from)
        .Key("points")
        .Int(static_cast<int64_t>(window.points));
    json->Key("law");
    Write(window.law, json);
    json->EndObject();
  }
  json->EndArray();
  if (study.hold_out) {
    const HoldOut& out = *study.hold_out;
    json->Key("hold_out").BeginObject().Key("until").Double(out.until);
    json->Key("fitted")
        .Int(static_cast<int64_t>(out.fitted))
        .Key("foretold")
        .Int(static_cast<int64_t>(out.foretold));
    json->Key("law");
    Write(out.law, json);
    json->Key("mean_error").Double(out.mean_error).Key("worst_error").Double(out.worst_error);
    json->Key("end_error").Double(out.end_error).EndObject();
  }
  json->Key("power_law")
      .BeginObject()
      .Key("A")
      .Double(study.power_law.a)
      .Key("D")
      .Double(study.power_law.d);
  json->Key("B").Double(study.power_law.b).Key("ssr").Double(study.power_law.ssr).EndObject();
  if (study.on_grid) {
    json->Key("on_grid");
    Write(study.on_grid->law, json);
  }
  json->Key("warnings");
  WriteTexts(study.warnings, json);
  json->EndObject();
}

void Write(const char* name, const Recovery& recovery, JsonWriter* json) {
  json->Key(name)
      .BeginObject()
      .Key("mean_error")
      .Double(recovery.mean_error)
      .Key("sd")
      .Double(recovery.sd);
  json->Key("error_95")
      .Double(recovery.error_95)
      .Key("profile_covers")
      .Double(recovery.profile_covers);
  if (recovery.drawn_covers) json->Key("bootstrap_covers").Double(*recovery.drawn_covers);
  json->EndObject();
}

}  // namespace

std::string StudyJson(const Study& study) {
  JsonWriter json;
  Write(study, &json);
  return json.Take();
}

std::string ComparisonJson(const RunComparison& comparison) {
  JsonWriter json;
  json.BeginObject().Key("runs").BeginArray();
  for (size_t i = 0; i < comparison.names.size(); ++i) {
    json.BeginObject().Key("name").Bytes(comparison.names[i]).Key("fit");
    Write(comparison.studies[i], &json);
    if (comparison.shared_a) {
      json.Key("with_shared_A");
      Write(comparison.refits[i], &json);
    }
    json.EndObject();
  }
  json.EndArray().Key("shared_A");
  if (comparison.shared_a) {
    json.Double(*comparison.shared_a);
  } else {
    json.Null();
  }
  json.Key("pairs").BeginArray();
  for (const RunPair& pair : comparison.pairs) {
    json.BeginObject().Key("first").Bytes(comparison.names[pair.first]);
    json.Key("second").Bytes(comparison.names[pair.second]);
    json.Key("comparable").Bool(pair.comparable);
    json.Key("A_difference");
    if (pair.comparable) {
      json.Double(pair.a_difference);
    } else {
      json.Null();
    }
    json.Key("same_asymptote").Bool(pair.same_asymptote).Key("crossings").BeginArray();
    for (const double crossing : pair.crossings) json.Double(crossing);
    json.EndArray().EndObject();
  }
  json.EndArray().Key("warnings");
  WriteTexts(comparison.warnings, &json);
  return json.EndObject().Take();
}

std::string RecoveryJson(const Simulation& simulation, const RecoveryStudy& recovery) {
  JsonWriter json;
  json.BeginObject().Key("law");
  Write(simulation.law, &json);
  json.Key("from")
      .Double(simulation.from)
      .Key("to")
      .Double(simulation.to)
      .Key("every")
      .Double(simulation.every);
  json.Key("noise").Double(simulation.noise).Key("runs").Int(recovery.runs);
  json.Key("refused").Int(recovery.refused).Key("not_identified").Int(recovery.not_quoted);
  Write("A", recovery.a, &json);
  Write("B_relative", recovery.b, &json);
  Write("C_mid_relative", recovery.c_mid, &json);
  return json.EndObject().Take();
}

}  // namespace assay::fit
