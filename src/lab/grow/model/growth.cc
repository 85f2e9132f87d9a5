#include "lab/grow/model/growth.h"

#include <algorithm>

#include "text/json_writer.h"

namespace assay::grow {
namespace {

void WriteTexts(std::string_view key, const std::vector<std::string>& texts, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const std::string& each : texts) json->Bytes(each);
  json->EndArray();
}

void WriteStrength(std::string_view key, const Strength& strength, JsonWriter* json) {
  json->Key(key).BeginObject().Key("all").Int(strength.all);
  json->Key("before").Int(strength.before).Key("after").Int(strength.after).EndObject();
}

void WriteFates(const Fates& fates, JsonWriter* json) {
  json->Key("inputs").BeginObject().Key("tried").Int(fates.tried);
  json->Key("crashed").Int(fates.crashed).Key("late").Int(fates.late);
  json->Key("no_data").Int(fates.no_data);
  json->Key("nondeterministic").Int(fates.nondeterministic);
  json->Key("disagreed").Int(fates.disagreed).Key("too_few_references").Int(fates.too_few);
  json->Key("outside").Int(fates.outside).Key("agreed").Int(fates.agreed).EndObject();
}

void WriteTests(const std::vector<GrownTest>& tests, JsonWriter* json) {
  json->Key("tests").BeginArray();
  for (const GrownTest& test : tests) {
    json->BeginObject().Key("input").Bytes(test.input).Key("expected").Bytes(test.expected);
    json->Key("origin").Bytes(test.origin).Key("beyond").Bool(test.beyond);
    WriteTexts("agreed", test.agreed, json);
    json->Key("kills").Int(test.kills).EndObject();
  }
  json->EndArray();
}

void WriteDifferences(const std::vector<Difference>& differences, JsonWriter* json) {
  json->Key("differences").BeginArray();
  for (const Difference& each : differences) {
    json->BeginObject().Key("first").Bytes(each.first).Key("second").Bytes(each.second);
    json->Key("input").Bytes(each.input).Key("first_answer").Bytes(each.first_answer);
    json->Key("second_answer").Bytes(each.second_answer).Key("origin").Bytes(each.origin);
    json->EndObject();
  }
  json->EndArray();
}

void WriteMutants(const std::vector<MutantFate>& mutants, JsonWriter* json) {
  json->Key("mutants").BeginArray();
  for (const MutantFate& each : mutants) {
    json->BeginObject().Key("held_out").Bool(each.held_out);
    json->Key("killed_before").Bool(each.killed_before).Key("killed_after").Bool(each.killed_after);
    json->Key("code").Bytes(each.code).EndObject();
  }
  json->EndArray();
}

}  // namespace

std::string SourceOf(const std::string& origin) {
  const size_t colon = origin.rfind(": ");
  return colon == origin.npos ? origin.substr(0, origin.find(' ')) : origin.substr(colon + 2);
}

std::string ToJson(const ProblemGrowth& growth) {
  JsonWriter json(growth.grown_row.size() + 4096);
  json.BeginObject().Key("index").Int(growth.index).Key("done").Bool(growth.done());
  json.Key("id").Bytes(growth.id).Key("file").Bytes(growth.file).Key("row").Int(growth.row);
  if (!growth.refused.empty()) json.Key("refused").Bytes(growth.refused);
  if (!growth.skipped.empty()) json.Key("skipped").Bytes(growth.skipped);
  json.Key("given").Int(growth.given);
  WriteTexts("references", growth.references, &json);
  WriteTexts("outvoted", growth.outvoted, &json);
  WriteFates(growth.fates, &json);
  WriteTests(growth.tests, &json);
  json.Key("faulty").BeginObject();
  WriteStrength("chosen_by", growth.chosen_by, &json);
  WriteStrength("held_out", growth.held_out, &json);
  WriteStrength("wrong", growth.wrong, &json);
  json.EndObject();
  WriteDifferences(growth.differences, &json);
  WriteMutants(growth.mutants, &json);
  WriteTexts("not_judged", growth.not_judged, &json);
  if (!growth.grown_row.empty()) json.Key("grown_row").Raw(growth.grown_row);
  json.Key("seconds").Double(growth.seconds);
  std::string line = json.EndObject().Take();
  std::replace(line.begin(), line.end(), '\n', ' ');
  return line;
}

}  // namespace assay::grow
