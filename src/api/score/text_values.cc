#include "api/score/text_values.h"

#include <algorithm>

#include "base/check.h"
#include "base/text.h"
#include "logic/response.h"
#include "science/judge.h"
#include "text/json_reader.h"
#include "text/json_writer.h"
#include "text/utf8.h"

namespace assay {
namespace {

// Longer answers are read as JSON by nobody.
constexpr size_t kMostJsonBytes = 1 << 20;

FunctionValue Of(double value, JsonWriter* detail) {
  return {.value = value, .detail = detail->EndObject().Take()};
}

FunctionValue Format(const scoring::FormatRule& rule, std::string_view text) {
  const scoring::FormatResult result = CheckFormat(text, rule);
  JsonWriter detail;
  detail.BeginObject().Key("missing").BeginArray();
  for (const std::string& name : result.missing) detail.Bytes(name);
  detail.EndArray();
  return Of(result.value, &detail);
}

FunctionValue Length(const scoring::LengthRule& rule, std::string_view text,
                     std::optional<double> tokens) {
  const bool in_tokens = rule.unit == scoring::LengthUnit::kTokens;
  ASSAY_CHECK(!in_tokens || tokens);
  const double length = in_tokens ? *tokens : static_cast<double>(CountUtf8Characters(text));
  JsonWriter detail;
  detail.BeginObject().Key("length").Double(length);
  detail.Key("unit").String(scoring::kLengthUnitNames.NameOf(rule.unit));
  return Of(LengthPenalty(length, rule), &detail);
}

FunctionValue Repetition(const scoring::RepetitionRule& rule, std::string_view text) {
  const double share = RepeatedShare(text, rule);
  JsonWriter detail;
  detail.BeginObject().Key("share").Double(share);
  return Of(share == 0 ? 0 : -share, &detail);
}

FunctionValue Regex(const RegexRule& rule, std::string_view text) {
  JsonWriter detail;
  detail.BeginObject();
  if (text.size() > scoring::Pattern::kMostTextBytes) {
    detail.Key("too_long").Bool(true);
    return Of(0, &detail);
  }
  const bool found = rule.match == RegexMatch::kFull ? rule.pattern.MatchesAll(text)
                                                     : rule.pattern.Find(text).has_value();
  detail.Key("found").Bool(found);
  return Of(found != (rule.match == RegexMatch::kAbsent) ? 1 : 0, &detail);
}

// What stands in the last closed block that is marked as JSON, or all of the text.
std::string_view JsonIn(std::string_view text) {
  std::string_view found = text;
  size_t begin = std::string_view::npos;  // of the block that is open
  bool marked = false;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = TrimAsciiSpace(text.substr(at, end - at));
    if (StartsWith(line, "```")) {
      if (begin == std::string_view::npos) {
        begin = std::min(end + 1, text.size());
        marked = AsciiLower(TrimAsciiSpace(line.substr(3))) == "json";
      } else if (line == "```") {
        if (marked) found = text.substr(begin, at - begin);
        begin = std::string_view::npos;
      }
    }
    at = end + 1;
  }
  return TrimAsciiSpace(found);
}

FunctionValue Schema(const SchemaRule& rule, std::string_view text) {
  const std::string_view json = JsonIn(text);
  JsonWriter detail;
  detail.BeginObject();
  JsonError error;
  std::optional<JsonDocument> document;
  if (json.size() <= kMostJsonBytes) document = JsonDocument::Parse(json, &error);
  detail.Key("parsed").Bool(document.has_value());
  if (!document) return Of(0, &detail);
  const auto violation = rule.schema->Check(document->root());
  if (!violation) return Of(1, &detail);
  detail.Key("violation").BeginObject().Key("path").Bytes(violation->path);
  detail.Key("keyword").String(violation->keyword).EndObject();
  return Of(0, &detail);
}

FunctionValue Logic(const ScoreItem& item) {
  ASSAY_CHECK(item.puzzle);
  JsonError error;
  const auto facts = JsonDocument::Parse(item.puzzle->facts, &error);
  ASSAY_CHECK(facts);  // it was part of a document
  const auto judged = logic::Judge(*item.puzzle->kind, facts->root(), item.response);
  if (!judged.ok()) {
    return Masked("problem", "invalid_puzzle", "puzzle.facts." + judged.error().message);
  }
  JsonWriter detail;
  detail.BeginObject().Key("verdict").String(judged->verdict.right ? "correct" : "incorrect");
  detail.Key("reason").String(judged->verdict.reason).Key("answer").Bytes(judged->answer);
  return Of(judged->verdict.right ? 1 : 0, &detail);
}

FunctionValue Science(const ScienceRule& rule, const ScoreItem& item) {
  const science::Judged judged =
      science::Judge(item.gold.value_or(""), item.response, rule.options);
  JsonWriter detail;
  detail.BeginObject().Key("verdict").String(science::kOutcomeNames.NameOf(judged.outcome));
  detail.Key("reason").String(science::kReasonNames.NameOf(judged.reason));
  detail.Key("kind").String(science::kKindNames.NameOf(judged.kind));
  detail.Key("gold").Bytes(judged.gold).Key("answer").Bytes(judged.answer);
  if (judged.outcome != science::Outcome::kUndecided) {
    return Of(judged.outcome == science::Outcome::kCorrect ? 1 : 0, &detail);
  }
  return Masked("problem", "undecided", "rules don't decide whether the answer is the gold's",
                detail.EndObject().Take());
}

}  // namespace

FunctionValue TextValue(const RewardFunction& function, const ScoreItem& item) {
  const std::string_view response = item.response;
  const std::string_view text = PartOf(response, function.part);
  switch (function.kind) {
    case FunctionKind::kFormat:
      return Format(std::get<scoring::FormatRule>(function.rule), response);
    case FunctionKind::kLength:
      return Length(std::get<scoring::LengthRule>(function.rule), text, item.tokens);
    case FunctionKind::kRepetition:
      return Repetition(std::get<scoring::RepetitionRule>(function.rule), text);
    case FunctionKind::kRegex: return Regex(std::get<RegexRule>(function.rule), text);
    case FunctionKind::kJsonSchema: return Schema(std::get<SchemaRule>(function.rule), text);
    case FunctionKind::kLogic: return Logic(item);
    case FunctionKind::kScience: return Science(std::get<ScienceRule>(function.rule), item);
    default: break;
  }
  ASSAY_CHECK(false);
}

}  // namespace assay
