#include "apps/score/score_rows.h"

#include "data/rows/rows.h"
#include "text/json_reader.h"

namespace assay {
namespace {

// Completions of one prompt, as the API tells them; empty: of no group.
std::string GroupOf(JsonValue row) {
  const JsonValue origin = row.Find("origin");
  if (!origin.Is(JsonType::kObject) || !origin.Find("group")) return "";
  std::string key;
  for (const char* name : {"group", "run", "step", "tenant"}) {
    const JsonValue part = origin.Find(name);
    key += (part ? std::string(part.raw()) : "") + "\n";
  }
  return key;
}

}  // namespace

Result<ScoreSummary> ScoreRows(const ScoreWork& work) {
  ScoreItems::Means means;
  means.members = work.rubric.members;
  means.judge = work.judge;
  means.on_result = [&work](std::string_view result) {
    return work.out->Write(std::string(result));
  };
  means.go_on = [&work](const ScoreSummary& summary) { return work.go_on(summary); };
  means.items_in_request = work.rows_in_request;
  ScoreItems items(std::move(means));
  const auto on_row = [&](std::string_view row) -> Status {
    JsonError error;
    const auto document = JsonDocument::Parse(row, &error);
    if (!document) return Error{ErrorCode::kInvalidArgument, "score", 0, error.message};
    return items.Add(row, work.rubric.compares ? GroupOf(document->root()) : "");
  };
  ASSAY_RETURN_IF_ERROR(ForEachRowOf(work.files, on_row));
  ASSAY_RETURN_IF_ERROR(items.Send());
  ASSAY_RETURN_IF_ERROR(work.out->Finish());
  return items.summary();
}

}  // namespace assay
