#include "api/score/score_result.h"

#include "api/shared/origin_json.h"
#include "api/shared/responses.h"
#include "text/json_writer.h"

namespace assay {
namespace {

void WriteNumber(std::string_view name, const std::optional<double>& number, JsonWriter* json) {
  json->Key(name);
  if (number) {
    json->Double(*number);
  } else {
    json->Null();
  }
}

void WriteMask(const ScoreMask& mask, JsonWriter* json) {
  json->Key("cause").String(mask.cause).Key("reason").String(mask.reason);
  json->Key("message").Bytes(mask.message);
}

void WriteFunction(const RewardFunction& function, const FunctionValue& value, JsonWriter* json) {
  json->BeginObject().Key("name").Bytes(function.name);
  json->Key("kind").String(kFunctionKindNames.NameOf(function.kind));
  json->Key("weight").Double(function.weight);
  WriteNumber("value", value.value, json);
  json->Key("masked").Bool(!value.value);
  if (!value.value) WriteMask(value.mask, json);
  if (!value.detail.empty()) json->Key("detail").Raw(value.detail);
  json->EndObject();
}

}  // namespace

std::string RenderScore(const ScoreItem& item, size_t index, const Rubric& rubric,
                        const ItemScore& score) {
  JsonWriter json(1024);
  json.BeginObject().Key("id").Bytes(item.id).Key("index").Int(static_cast<int64_t>(index));
  json.Key("rubric").Bytes(item.faults.empty() ? rubric.name : "");
  WriteNumber("score", score.mask ? std::nullopt : score.total.score, &json);
  json.Key("masked").Bool(score.mask.has_value()).Key("mask");
  if (score.mask) {
    json.BeginObject().Key("function");
    score.masked_by.empty() ? json.Null() : json.Bytes(score.masked_by);
    WriteMask(*score.mask, &json);
    json.EndObject();
  } else {
    json.Null();
  }
  json.Key("functions").BeginArray();
  for (size_t i = 0; i < score.functions.size(); ++i) {
    WriteFunction(rubric.functions[i], score.functions[i], &json);
  }
  json.EndArray();
  if (!score.mask && score.total.scale != 1) json.Key("weight_scale").Double(score.total.scale);
  if (rubric.advantage && item.faults.empty()) {
    WriteNumber("advantage", score.advantage, &json);
    const scoring::GroupMoments moments = score.group.value_or(scoring::GroupMoments{});
    json.Key("group").BeginObject().Key("items").Int(static_cast<int64_t>(score.group_items));
    json.Key("scored").Int(static_cast<int64_t>(moments.size)).Key("mean").Double(moments.mean);
    json.Key("std").Double(moments.std).EndObject();
  }
  WriteOrigin(item.origin, &json);
  if (!item.faults.empty()) {
    json.Key("errors").BeginArray();
    for (const FieldError& fault : item.faults.errors()) WriteFieldError(fault, &json);
    json.EndArray();
  }
  return json.EndObject().Take();
}

}  // namespace assay
