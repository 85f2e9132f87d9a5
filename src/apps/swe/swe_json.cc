#include "apps/swe/swe_json.h"

#include <map>

#include "text/json_writer.h"

namespace assay {
namespace {

void WriteShare(const char* key, size_t passed, size_t listed, JsonWriter* json) {
  json->Key(key).BeginObject().Key("passed").Int(static_cast<int64_t>(passed));
  json->Key("listed").Int(static_cast<int64_t>(listed)).EndObject();
}

}  // namespace

std::string ReportJson(const swe::TestReport& report) {
  std::map<std::string_view, int64_t> counts;
  for (const swe::TestRecord& record : report.records) {
    ++counts[swe::kTestOutcomeNames.NameOf(record.outcome)];
  }
  JsonWriter json;
  json.BeginObject().Key("complete").Bool(report.complete());
  json.Key("fault").String(swe::kReportFaultNames.NameOf(report.fault));
  json.Key("problem").Bytes(report.problem).Key("tests").BeginObject();
  for (const auto& [outcome, count] : counts) json.Key(outcome).Int(count);
  json.EndObject().Key("records").BeginArray();
  for (const swe::TestRecord& record : report.records) {
    json.BeginObject().Key("name").Bytes(record.name);
    json.Key("outcome").String(swe::kTestOutcomeNames.NameOf(record.outcome)).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

std::string GradingJson(const swe::TestLists& lists, const swe::Grading& grading) {
  JsonWriter json;
  json.BeginObject().Key("verdict").String(swe::kSweVerdictNames.NameOf(grading.verdict));
  json.Key("wants_control").Bool(grading.wants_control);
  WriteShare("fail_to_pass", grading.fail_to_pass_passed, lists.fail_to_pass.size(), &json);
  WriteShare("pass_to_pass", grading.pass_to_pass_passed, lists.pass_to_pass.size(), &json);
  json.Key("reasons").BeginArray();
  for (const swe::Reason& reason : grading.reasons) {
    json.BeginObject().Key("kind").String(swe::kReasonKindNames.NameOf(reason.kind));
    if (!reason.test.empty()) json.Key("test").Bytes(reason.test);
    json.Key("message").Bytes(reason.message).EndObject();
  }
  return json.EndArray().EndObject().Take();
}

}  // namespace assay
