#include "lab/audit/model/finding.h"

#include <algorithm>

#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::audit {
namespace {

struct Kind {
  FindingKind kind;
  Advice advice;
  std::string_view about;
};

constexpr Kind kKinds[] = {
    {FindingKind::kProblemRefused, Advice::kDrop, "the judge doesn't take the problem"},
    {FindingKind::kReferenceFails, Advice::kDrop, "what is said to be right fails"},
    {FindingKind::kReferencesDisagree, Advice::kDrop,
     "of what is said to be right some passes and some fails"},
    {FindingKind::kWrongPasses, Advice::kMend, "what is said to be wrong passes"},
    {FindingKind::kFlaky, Advice::kDrop,
     "the same program passes at one time and fails at another"},
    {FindingKind::kCheckerNondeterministic, Advice::kDrop,
     "the checker decides now one way, now another on the same output"},
    {FindingKind::kCheckerFails, Advice::kDrop, "the checker or the tests themselves fail"},
    {FindingKind::kContradictingTests, Advice::kDrop,
     "tests with the same input expect different outputs"},
    {FindingKind::kDuplicateTests, Advice::kMend, "tests are there more than once"},
    {FindingKind::kTrivialTests, Advice::kDrop, "a program that does nothing of use passes"},
    {FindingKind::kWeakTests, Advice::kMend, "most variants of a reference with a fault pass"},
    {FindingKind::kLimitsTight, Advice::kMend,
     "a reference needs most of its time or memory, or more"},
    {FindingKind::kLimitsLoose, Advice::kMend, "the time limit is far from what a reference needs"},
    {FindingKind::kOrderDependent, Advice::kMend, "the tests pass in one order only"},
    {FindingKind::kPackageMissing, Advice::kMend, "a reference needs a package that isn't there"},
    {FindingKind::kSeveralAnswers, Advice::kMend,
     "several answers are right, and outputs are compared with one"},
    {FindingKind::kComparisonTooStrict, Advice::kMend,
     "references fail by what doesn't matter in an output"},
    {FindingKind::kNoReference, Advice::kKeep, "there is no program that is said to be right"},
    {FindingKind::kNotRun, Advice::kKeep, "solutions are outputs alone, which nobody can run"},
};

const Kind& Of(FindingKind kind) {
  return *std::find_if(std::begin(kKinds), std::end(kKinds),
                       [&](const Kind& each) { return each.kind == kind; });
}

void WriteTexts(std::string_view key, const std::vector<std::string>& texts, JsonWriter* json) {
  if (texts.empty()) return;
  json->Key(key).BeginArray();
  for (const std::string& text : texts) json->Bytes(text);
  json->EndArray();
}

std::vector<std::string> TextsAt(JsonValue object, std::string_view key) {
  std::vector<std::string> texts;
  const JsonValue list = object.Find(key);
  if (!list.Is(JsonType::kArray)) return texts;
  for (const JsonValue item : list.Items()) {
    if (item.Is(JsonType::kString)) texts.push_back(item.String());
  }
  return texts;
}

int64_t IntAt(JsonValue object, std::string_view key) {
  return static_cast<int64_t>(NumberAt(object, key));
}

bool BoolAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kBool) && value.Bool();
}

void WriteStrength(const TestStrength& strength, JsonWriter* json) {
  json->Key("test_strength").BeginObject().Key("solution").Bytes(strength.solution);
  json->Key("share").Double(strength.share());
  json->Key("low").Double(strength.low).Key("high").Double(strength.high);
  json->Key("killed").Int(strength.killed).Key("survived").Int(strength.survived);
  json->Key("not_compiled").Int(strength.not_compiled).Key("survivors").BeginArray();
  for (const Survivor& each : strength.survivors) {
    json->BeginObject().Key("operator").String(each.operator_name).Key("line").Int(each.line);
    json->Key("before").Bytes(each.before).Key("after").Bytes(each.after).EndObject();
  }
  json->EndArray().EndObject();
}

TestStrength ReadStrength(JsonValue object) {
  TestStrength strength;
  strength.solution = TextAt(object, "solution");
  strength.killed = IntAt(object, "killed");
  strength.survived = IntAt(object, "survived");
  strength.not_compiled = IntAt(object, "not_compiled");
  strength.low = NumberAt(object, "low");
  strength.high = NumberAt(object, "high");
  const JsonValue survivors = object.Find("survivors");
  if (!survivors.Is(JsonType::kArray)) return strength;
  for (const JsonValue each : survivors.Items()) {
    strength.survivors.push_back({TextAt(each, "operator"), static_cast<int>(IntAt(each, "line")),
                                  TextAt(each, "before"), TextAt(each, "after")});
  }
  return strength;
}

}  // namespace

std::string_view AboutFinding(FindingKind kind) {
  return Of(kind).about;
}

Advice UsualAdvice(FindingKind kind) {
  return Of(kind).advice;
}

Finding MakeFinding(FindingKind kind, std::string message) {
  return {kind, UsualAdvice(kind), std::move(message)};
}

Advice ProblemAudit::advice() const {
  Advice worst = Advice::kKeep;
  for (const Finding& finding : findings) worst = std::max(worst, finding.advice);
  return worst;
}

std::string ToJson(const ProblemAudit& audit, bool with_row) {
  JsonWriter json;
  json.BeginObject().Key("id").Bytes(audit.id).Key("file").Bytes(audit.file);
  json.Key("row").Int(audit.row).Key("index").Int(audit.index);
  if (!audit.refused.empty()) json.Key("refused").Bytes(audit.refused);
  if (audit.math) json.Key("math").Bool(true);
  const bool problem = audit.refused.empty() && !audit.math;
  json.Key("verdict").String(problem      ? kAdviceNames.NameOf(audit.advice())
                             : audit.math ? "math"
                                          : "refused");
  json.Key("findings").BeginArray();
  for (const Finding& finding : audit.findings) {
    json.BeginObject().Key("kind").String(kFindingNames.NameOf(finding.kind));
    json.Key("advice").String(kAdviceNames.NameOf(finding.advice));
    json.Key("message").Bytes(finding.message);
    WriteTexts("solutions", finding.solutions, &json);
    WriteTexts("tests", finding.tests, &json);
    json.Key("mended").Bool(finding.mended).EndObject();
  }
  json.EndArray();
  json.Key("correct").Int(audit.correct).Key("correct_passed").Int(audit.correct_passed);
  json.Key("wrong").Int(audit.wrong).Key("wrong_passed").Int(audit.wrong_passed);
  if (audit.strength) WriteStrength(*audit.strength, &json);
  WriteTexts("not_judged", audit.not_judged, &json);
  json.Key("seconds").Double(audit.seconds);
  if (with_row && !audit.mended_row.empty()) json.Key("mended_row").Bytes(audit.mended_row);
  return json.EndObject().Take();
}

Result<ProblemAudit> ParseAudit(std::string_view json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Is(JsonType::kObject)) {
    return Error{ErrorCode::kInvalidArgument, "audit.record", 0, "a record is no JSON object"};
  }
  const JsonValue root = document->root();
  ProblemAudit audit;
  audit.id = TextAt(root, "id");
  audit.file = TextAt(root, "file");
  audit.row = IntAt(root, "row");
  audit.index = IntAt(root, "index");
  audit.refused = TextAt(root, "refused");
  audit.math = BoolAt(root, "math");
  audit.correct = IntAt(root, "correct");
  audit.correct_passed = IntAt(root, "correct_passed");
  audit.wrong = IntAt(root, "wrong");
  audit.wrong_passed = IntAt(root, "wrong_passed");
  audit.not_judged = TextsAt(root, "not_judged");
  audit.mended_row = TextAt(root, "mended_row");
  audit.seconds = NumberAt(root, "seconds");
  if (const JsonValue strength = root.Find("test_strength"))
    audit.strength = ReadStrength(strength);
  const JsonValue findings = root.Find("findings");
  if (!findings.Is(JsonType::kArray)) return InvalidField("audit.record", "findings", "is missing");
  for (const JsonValue each : findings.Items()) {
    const auto kind = kFindingNames.Find(TextAt(each, "kind"));
    const auto advice = kAdviceNames.Find(TextAt(each, "advice"));
    if (!kind || !advice) return InvalidField("audit.record", "findings", "has an unknown kind");
    audit.findings.push_back({*kind, *advice, TextAt(each, "message"), TextsAt(each, "solutions"),
                              TextsAt(each, "tests"), BoolAt(each, "mended")});
  }
  return audit;
}

}  // namespace assay::audit
