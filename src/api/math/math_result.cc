#include "api/math/math_result.h"

#include <algorithm>

#include "text/json_writer.h"

namespace assay {
namespace {

// Characters of UTF-8 text, which is what a client that holds a string can cut by.
int64_t CountCharacters(std::string_view utf8) {
  return std::count_if(utf8.begin(), utf8.end(),
                       [](char c) { return (static_cast<unsigned char>(c) & 0xc0) != 0x80; });
}

void WriteExtraction(const MathItem& item, const math::ResponseResult& result, JsonWriter* json) {
  json->Key("extraction");
  if (result.extract_rule == math::ExtractRule::kNone) {
    json->Null();
    return;
  }
  const std::string_view response = item.response;
  const int64_t begin = CountCharacters(response.substr(0, result.offset));
  const int64_t length = CountCharacters(response.substr(result.offset, result.length));
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
  json.Key("reason").Bytes(answer.overruled ? "second_opinion" : result.reason);
  json.Key("rule").Bytes(result.rule);
  WriteExtraction(item, result, &json);
  json.Key("gold_normal").Bytes(result.gold_normal);
  json.Key("answer_normal").Bytes(result.answer_normal);
  if (answer.opinion) {
    json.Key("second_opinion").BeginObject().Key("verdict").String(ToString(*answer.opinion));
    json.Key("model").Bytes(model);
    json.Key("rules_verdict").String(math::OutcomeName(result.outcome));
    json.Key("rules_reason").Bytes(result.reason).EndObject();
  }
  return json.EndObject().Take();
}

}  // namespace assay
