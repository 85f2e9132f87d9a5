#include "lab/curate/run/dropped_row.h"

#include "text/excerpt.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::curate {
namespace {

constexpr size_t kTextBytes = 240;

}  // namespace

DroppedRow MakeDroppedRow(const Row& row, const std::string& step, const Drop& drop) {
  DroppedRow dropped;
  dropped.number = row.number;
  dropped.step = step;
  dropped.shown.row = row.file_row;
  dropped.shown.file = row.file;
  dropped.shown.id = row.id;
  dropped.shown.reason = drop.reason;
  dropped.shown.evidence = drop.evidence;
  dropped.shown.text = row.text.empty() ? "" : Excerpt(row.text, kTextBytes);
  return dropped;
}

std::string ToJson(const DroppedRow& dropped, const std::string& details) {
  JsonWriter json;
  json.BeginObject().Key("row").Int(dropped.number);
  json.Key("file").Bytes(dropped.shown.file).Key("file_row").Int(dropped.shown.row);
  json.Key("id").Bytes(dropped.shown.id).Key("step").Bytes(dropped.step);
  json.Key("reason").Bytes(dropped.shown.reason).Key("evidence").Bytes(dropped.shown.evidence);
  json.Key("text").Bytes(dropped.shown.text);
  if (!details.empty()) json.Key("details").Raw(details);
  return json.EndObject().Take();
}

std::optional<DroppedRow> ParseDroppedRow(std::string_view text) {
  JsonError fault;
  const auto document = JsonDocument::Parse(text, &fault);
  if (!document || !document->root().Find("step").Is(JsonType::kString)) return std::nullopt;
  const JsonValue root = document->root();
  DroppedRow dropped;
  dropped.number = static_cast<int64_t>(NumberAt(root, "row"));
  dropped.step = TextAt(root, "step");
  dropped.shown.row = static_cast<int64_t>(NumberAt(root, "file_row"));
  dropped.shown.file = TextAt(root, "file");
  dropped.shown.id = TextAt(root, "id");
  dropped.shown.reason = TextAt(root, "reason");
  dropped.shown.evidence = TextAt(root, "evidence");
  dropped.shown.text = TextAt(root, "text");
  return dropped;
}

}  // namespace assay::curate
