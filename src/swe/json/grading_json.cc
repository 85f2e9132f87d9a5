#include "swe/json/grading_json.h"

#include <algorithm>
#include <map>

namespace assay::swe {
namespace {

void WriteShare(const char* key, size_t passed, size_t listed, JsonWriter* json) {
  json->Key(key).BeginObject().Key("passed").Int(static_cast<int64_t>(passed));
  json->Key("listed").Int(static_cast<int64_t>(listed)).EndObject();
}

std::string_view OutcomeOf(const std::vector<const TestRecord*>& records) {
  if (records.empty()) return kReasonKindNames.NameOf(ReasonKind::kMissing);
  const TestOutcome first = records.front()->outcome;
  const bool same = std::all_of(records.begin(), records.end(),
                                [first](const TestRecord* each) { return each->outcome == first; });
  return same ? kTestOutcomeNames.NameOf(first) : kReasonKindNames.NameOf(ReasonKind::kTwoOutcomes);
}

}  // namespace

std::string ReportJson(const TestReport& report) {
  std::map<std::string_view, int64_t> counts;
  for (const TestRecord& record : report.records) {
    ++counts[kTestOutcomeNames.NameOf(record.outcome)];
  }
  JsonWriter json;
  json.BeginObject().Key("complete").Bool(report.complete());
  json.Key("fault").String(kReportFaultNames.NameOf(report.fault));
  json.Key("problem").Bytes(report.problem).Key("tests").BeginObject();
  for (const auto& [outcome, count] : counts) json.Key(outcome).Int(count);
  json.EndObject().Key("records").BeginArray();
  for (const TestRecord& record : report.records) {
    json.BeginObject().Key("name").Bytes(record.name);
    json.Key("outcome").String(kTestOutcomeNames.NameOf(record.outcome)).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::string GradingJson(const TestLists& lists, const Grading& grading) {
  JsonWriter json;
  json.BeginObject();
  WriteGrading(lists, grading, &json);
  return json.EndObject().Take();
}

void WriteGrading(const TestLists& lists, const Grading& grading, JsonWriter* json) {
  json->Key("verdict").String(kSweVerdictNames.NameOf(grading.verdict));
  json->Key("wants_control").Bool(grading.wants_control);
  WriteShare("fail_to_pass", grading.fail_to_pass_passed, lists.fail_to_pass.size(), json);
  WriteShare("pass_to_pass", grading.pass_to_pass_passed, lists.pass_to_pass.size(), json);
  json->Key("reasons").BeginArray();
  for (const Reason& reason : grading.reasons) {
    json->BeginObject().Key("kind").String(kReasonKindNames.NameOf(reason.kind));
    if (!reason.test.empty()) json->Key("test").Bytes(reason.test);
    json->Key("message").Bytes(reason.message).EndObject();
  }
  json->EndArray();
}

void WriteOutcomes(const TestLists& lists, const TestReport& report, JsonWriter* json) {
  const NameIndex index(report, lists.names);
  json->BeginArray();
  for (const auto& [list, tests] : {std::pair{"fail_to_pass", &lists.fail_to_pass},
                                    std::pair{"pass_to_pass", &lists.pass_to_pass}}) {
    for (const std::string& test : *tests) {
      json->BeginObject().Key("name").Bytes(test).Key("list").String(list);
      json->Key("outcome").String(OutcomeOf(index.Find(test))).EndObject();
    }
  }
  json->EndArray();
}

}  // namespace assay::swe
