#include "lab/grow/run/run_growth.h"

#include <chrono>

#include "base/clock.h"
#include "lab/grow/run/read_row.h"
#include "lab/grow/steps/grow_problem.h"
#include "rollout/folder/durable_file.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::grow {
namespace {

// Whatever makes other tests of the same rows when it changes; part of the manifest.
constexpr int kRules = 2;

std::optional<lab::RecordHead> ReadHead(std::string_view line) {
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  if (!document || !document->root().Find("index").Is(JsonType::kNumber)) return std::nullopt;
  const JsonValue done = document->root().Find("done");
  return lab::RecordHead{static_cast<int64_t>(NumberAt(document->root(), "index")),
                         done.Is(JsonType::kBool) && done.Bool()};
}

// The record without the row and the programs, for those who read it.
std::string WithoutBulk(JsonValue record) {
  JsonWriter json;
  json.BeginObject();
  CopyMembers(record, &json, {"grown_row", "mutants", "done"});
  return json.EndObject().Take();
}

void WriteMutants(JsonValue record, std::string* lines) {
  const JsonValue mutants = record.Find("mutants");
  if (!mutants.Is(JsonType::kArray)) return;
  for (const JsonValue each : mutants.Items()) {
    JsonWriter json;
    json.BeginObject().Key("id").Bytes(TextAt(record, "id"));
    CopyMembers(each, &json);
    *lines += json.EndObject().Take() + "\n";
  }
}

}  // namespace

std::string ManifestOf(const GrowthPlan& plan, const std::string& build) {
  const GrowOptions& options = plan.options;
  JsonWriter json;
  json.BeginObject().Key("kind").String("tests grow").Key("rules").Int(kRules);
  lab::WriteFiles(plan.rows, &json);
  json.Key("format").Bytes(plan.format).Key("pool").Int(static_cast<int64_t>(options.pool));
  json.Key("most").Int(static_cast<int64_t>(options.most));
  json.Key("edges").Int(static_cast<int64_t>(options.edges));
  json.Key("mutants").Int(static_cast<int64_t>(options.mutants));
  json.Key("held_out").Double(options.held_out).Key("margin").Int(options.margin);
  json.Key("references").Int(static_cast<int64_t>(options.references));
  json.Key("single").Bool(options.single).Key("beyond").Bool(options.beyond);
  json.Key("stress").Bool(options.stress).Key("seed").Int(static_cast<int64_t>(options.seed));
  json.Key("build").String(build);
  return json.EndObject().Take();
}

Result<std::unique_ptr<lab::RecordFolder>> OpenFolder(const std::string& path,
                                                      std::string_view manifest,
                                                      const std::vector<std::string>& inputs) {
  const lab::RecordFolder::Kind kind{
      "problems.jsonl",
      "growing of tests",
      ReadHead,
      {"grown.jsonl", "growth.jsonl", "mutants.jsonl", "report.json", "report.html"}};
  return lab::RecordFolder::Open(path, kind, manifest, inputs);
}

Status RunGrowth(const GrowthPlan& plan, lab::RecordFolder* folder, service::Judge* judge,
                 int threads, const std::atomic<bool>* stop, const lab::OnRowDone& on_done) {
  const Asker asker(judge, stop);
  const auto grow_row = [&](const lab::NumberedRow& row) -> std::optional<lab::RowRecord> {
    const SteadyTime begin = std::chrono::steady_clock::now();
    ProblemGrowth growth;
    if (row.text.empty()) {
      growth.id = row.file;
      growth.refused = row.refused;
    } else {
      growth =
          GrowRow(row.text, plan.format, "row " + std::to_string(row.number), plan.options, asker);
    }
    // What is known of it may be half of the truth.
    if (asker.stopped()) return std::nullopt;
    growth.file = row.file;
    growth.row = row.number;
    growth.index = row.index;
    growth.seconds = ToSeconds(std::chrono::steady_clock::now() - begin);
    return lab::RowRecord{growth.done(), ToJson(growth)};
  };
  return lab::RunRows(plan.rows, folder, threads, stop, grow_row, on_done);
}

Result<GrowthSummary> WriteOutputs(const ReportHead& head, const lab::RecordFolder& folder) {
  GrowthSummary summary;
  const auto open = [&](const char* name) {
    return rollout::DurableFile::Open(folder.path() + "/" + name);
  };
  ASSAY_ASSIGN_OR_RETURN(const auto grown, open("grown.jsonl"));
  ASSAY_ASSIGN_OR_RETURN(const auto growth, open("growth.jsonl"));
  ASSAY_ASSIGN_OR_RETURN(const auto mutants, open("mutants.jsonl"));
  const Status written = folder.ForEach([&](std::string_view line) -> Status {
    JsonError error;
    const auto document = JsonDocument::Parse(line, &error);
    if (!document) return Error{ErrorCode::kInternal, "grow.outputs", 0, error.message};
    const JsonValue record = document->root();
    summary.Add(record);
    ASSAY_RETURN_IF_ERROR(growth->Write(WithoutBulk(record) + "\n"));
    std::string lines;
    WriteMutants(record, &lines);
    ASSAY_RETURN_IF_ERROR(mutants->Write(lines));
    const JsonValue row = record.Find("grown_row");
    return row ? grown->Write(std::string(row.raw()) + "\n") : Status();
  });
  if (!written.ok()) return written.error();
  ASSAY_RETURN_IF_ERROR(grown->Commit());
  ASSAY_RETURN_IF_ERROR(growth->Commit());
  ASSAY_RETURN_IF_ERROR(mutants->Commit());
  ASSAY_RETURN_IF_ERROR(
      rollout::WriteDurably(folder.path() + "/report.json", ReportJson(head, summary)));
  ASSAY_RETURN_IF_ERROR(
      rollout::WriteDurably(folder.path() + "/report.html", ReportHtml(head, summary)));
  return summary;
}

}  // namespace assay::grow
