#include "history/record_json.h"

#include "model/names.h"

namespace assay {
namespace {

void TextOrNull(std::string_view key, const std::string& text, JsonWriter* json) {
  json->Key(key);
  if (text.empty()) {
    json->Null();
  } else {
    json->Bytes(text);
  }
}

// All but its time, which an event has at its head.
void WriteRest(const VerdictRecord& record, JsonWriter* json) {
  TextOrNull("node", record.node, json);
  TextOrNull("run", record.run, json);
  json->Key("step");
  if (record.step) {
    json->Int(*record.step);
  } else {
    json->Null();
  }
  TextOrNull("group", record.group, json);
  TextOrNull("sample", record.sample, json);
  TextOrNull("tenant", record.tenant, json);
  TextOrNull("problem", record.problem, json);
  TextOrNull("language", record.language, json);
  TextOrNull("route", record.route, json);
  json->Key("verdict").String(ToString(record.verdict)).Key("cause").String(ToString(record.cause));
  json->Key("reason").Bytes(record.reason).Key("message").Bytes(record.message);
  json->Key("score");
  if (record.score) {
    json->Double(*record.score);
  } else {
    json->Null();
  }
  json->Key("masked").Bool(record.masked());
  json->Key("tests").BeginObject().Key("total").Int(record.tests_total);
  json->Key("passed").Int(record.tests_passed).Key("first_failed");
  if (record.first_failed >= 0) {
    json->Int(record.first_failed);
  } else {
    json->Null();
  }
  json->EndObject();
  json->Key("cpu_ms").Double(record.cpu_ms).Key("cpu_limit_ms").Double(record.cpu_limit_ms);
  json->Key("memory_mb").Double(record.memory_mb).Key("wait_ms").Double(record.wait_ms);
  json->Key("total_ms").Double(record.total_ms).Key("cached").Bool(record.cached);
  json->Key("marks").BeginArray();
  for (const auto& [mark, name] : kMarkNames.rows) {
    if (record.marks.Has(mark)) json->String(name);
  }
  json->EndArray().Key("code_sha256").String(record.code_sha256);
}

}  // namespace

void WriteRecordMembers(const VerdictRecord& record, JsonWriter* json) {
  json->Key("id").Int(record.id).Key("time").Double(record.time);
  WriteRest(record, json);
}

void WriteFindingMembers(const Finding& finding, JsonWriter* json) {
  json->Key("kind").String(kFindingKindNames.NameOf(finding.kind));
  json->Key("severity").String(kSeverityNames.NameOf(finding.severity));
  json->Key("subject").BeginObject();
  json->Key(kSubjectKindNames.NameOf(finding.subject_kind)).Bytes(finding.subject).EndObject();
  json->Key("text").Bytes(finding.text).Key("count").Int(finding.count);
  json->Key("since").Double(finding.since).Key("evidence").BeginArray();
  for (const int64_t id : finding.evidence) json->Int(id);
  json->EndArray();
}

std::string VerdictEvent(const VerdictRecord& record) {
  JsonWriter json(1024);
  json.BeginObject().Key("type").String("verdict");
  WriteRecordMembers(record, &json);
  return json.EndObject().Take();
}

std::string FindingEvent(const Finding& finding, double time) {
  JsonWriter json(512);
  json.BeginObject().Key("type").String("finding").Key("time").Double(time);
  WriteFindingMembers(finding, &json);
  return json.EndObject().Take();
}

std::string DrainEvent(bool draining, const std::string& reason, double time) {
  JsonWriter json;
  json.BeginObject().Key("type").String("drain").Key("time").Double(time);
  json.Key("draining").Bool(draining).Key("reason").Bytes(reason);
  return json.EndObject().Take();
}

}  // namespace assay
