#include "lab/curate/run/checkpoint.h"

#include <unistd.h>

#include <utility>

#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::curate {

Result<std::optional<Checkpoint>> ReadCheckpoint(const std::string& path) {
  if (::access(path.c_str(), F_OK) != 0) return std::optional<Checkpoint>();
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(path, "curate.checkpoint"));
  JsonError fault;
  const auto document = JsonDocument::Parse(text, &fault);
  if (!document || !document->root().Find("identity").Is(JsonType::kObject)) {
    return Error{ErrorCode::kInvalidArgument, "curate.checkpoint", 0,
                 path + " is no checkpoint of a curation; start in another folder"};
  }
  const JsonValue root = document->root();
  Checkpoint checkpoint;
  checkpoint.identity = std::string(root.Find("identity").raw());
  const auto number = [&](const char* key) { return static_cast<int64_t>(NumberAt(root, key)); };
  checkpoint.rows = number("rows");
  checkpoint.passed_bytes = number("passed_bytes");
  checkpoint.dropped_bytes = number("dropped_bytes");
  checkpoint.starts = number("starts");
  checkpoint.started = TextAt(root, "started");
  const JsonValue done = root.Find("done");
  checkpoint.done = done.Is(JsonType::kBool) && done.Bool();
  return std::optional<Checkpoint>(std::move(checkpoint));
}

Status WriteCheckpoint(const std::string& path, const Checkpoint& checkpoint) {
  JsonWriter json;
  json.BeginObject().Key("rows").Int(checkpoint.rows);
  json.Key("passed_bytes").Int(checkpoint.passed_bytes);
  json.Key("dropped_bytes").Int(checkpoint.dropped_bytes);
  json.Key("starts").Int(checkpoint.starts).Key("started").String(checkpoint.started);
  json.Key("done").Bool(checkpoint.done);
  json.Key("identity").Raw(checkpoint.identity).EndObject();
  return rollout::WriteDurably(path, json.Take() + "\n");
}

}  // namespace assay::curate
