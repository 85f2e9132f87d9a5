#include "lab/curate/report/report.h"
#include "text/json_writer.h"

namespace assay::curate {
namespace {

void WriteStep(const StepReport& step, JsonWriter* json) {
  json->BeginObject().Key("name").Bytes(step.name).Key("kind").Bytes(step.kind);
  json->Key("in").Int(step.in).Key("out").Int(step.out()).Key("dropped").Int(step.dropped);
  json->Key("reasons").BeginObject();
  for (const auto& [reason, count] : step.reasons) json->Key(reason).Int(count);
  json->EndObject();
  if (!step.notes.empty()) json->Key("notes").Raw(step.notes);
  json->Key("examples").BeginArray();
  for (const Example& example : step.examples) {
    json->BeginObject().Key("row").Int(example.row).Key("file").Bytes(example.file);
    json->Key("id").Bytes(example.id).Key("reason").Bytes(example.reason);
    json->Key("evidence").Bytes(example.evidence).Key("text").Bytes(example.text).EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

std::string ReportJson(const RunReport& report) {
  JsonWriter json;
  json.BeginObject().Key("recipe").BeginObject();
  json.Key("name").Bytes(report.recipe).Key("about").Bytes(report.about);
  json.Key("sha256").String(report.recipe_sha256).EndObject();
  json.Key("assay_version").String(report.assay_version);
  json.Key("seed").Int(static_cast<int64_t>(report.seed));
  json.Key("inputs").BeginArray();
  for (const FileIdentity& file : report.inputs) {
    json.BeginObject().Key("name").Bytes(file.name).Key("sha256").String(file.sha256);
    json.Key("rows").Int(file.rows).EndObject();
  }
  json.EndArray();
  json.Key("rows").Int(report.rows).Key("kept").Int(report.kept);
  json.Key("steps").BeginArray();
  for (const StepReport& step : report.steps) WriteStep(step, &json);
  json.EndArray();
  json.Key("run").BeginObject().Key("started").String(report.started);
  json.Key("finished").String(report.finished).Key("seconds").Double(report.seconds);
  json.Key("starts").Int(report.starts).EndObject();
  return json.EndObject().Take() + "\n";
}

}  // namespace assay::curate
