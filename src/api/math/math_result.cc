#include "api/math/math_result.h"

#include "api/shared/origin_json.h"
#include "text/json_writer.h"
#include "text/utf8.h"

namespace assay {
namespace {

void WriteExtraction(const MathItem& item, const math::ResponseResult& result, JsonWriter* json) {
  json->Key("extraction");
  if (result.extract_rule == math::ExtractRule::kNone) {
    json->Null();
    return;
  }
  const std::string_view response = item.response;
  // In characters, which is what a client that holds a string can cut by.
  const auto characters = [&](size_t from, size_t bytes) {
    return static_cast<int64_t>(CountUtf8Characters(response.substr(from, bytes)));
  };
  const int64_t begin = characters(0, result.offset);
  const int64_t length = characters(result.offset, result.length);
  json->BeginObject().Key("rule").String(math::ExtractRuleName(result.extract_rule));
  json->Key("span").BeginArray().Int(begin).Int(begin + length).EndArray();
  json->Key("text").Bytes(result.answer).EndObject();
}

}  // namespace

std::string RenderMathResult(const MathItem& item, size_t index, const MathAnswer& answer,
                             std::string_view model) {
  const math::ResponseResult& result = answer.result;
  JsonWriter json(512);
  json.BeginObject().Key("id").Bytes(item.id).Key("index").Int(static_cast<int64_t>(index));
  json.Key("verdict").String(math::OutcomeName(answer.outcome())).Key("score");
  if (const auto score = MathScore(answer)) {
    json.Double(*score);
  } else {
    json.Null();
  }
  json.Key("reason").String(
      ToString(answer.overruled ? math::Reason::kSecondOpinion : result.reason));
  json.Key("rule").Bytes(result.rule);
  WriteExtraction(item, result, &json);
  json.Key("gold_normal").Bytes(result.gold_normal);
  json.Key("answer_normal").Bytes(result.answer_normal);
  if (answer.opinion) {
    json.Key("second_opinion").BeginObject().Key("verdict").String(ToString(*answer.opinion));
    json.Key("model").Bytes(model);
    json.Key("rules_verdict").String(math::OutcomeName(result.outcome));
    json.Key("rules_reason").String(ToString(result.reason)).EndObject();
  }
  WriteOrigin(item.origin, &json);
  return json.EndObject().Take();
}

}  // namespace assay
