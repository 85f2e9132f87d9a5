#include "node/node_row.h"

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/whole_file.h"
#include "text/json_reader.h"

namespace assay {
namespace {

// A peer's texts are shown to people: bounded, whatever it says.
constexpr size_t kMostText = 300;

std::string TextOf(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.Find(key);
  if (!value.Is(JsonType::kString)) return "";
  std::string text = value.String();
  if (text.size() > kMostText) text.resize(kMostText);
  return ReplaceInvalidUtf8(text);
}

double NumberOf(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.Find(key);
  if (!value.Is(JsonType::kNumber)) return 0;
  const double number = value.Double();
  return std::isfinite(number) && std::fabs(number) < 1e18 ? number : 0;
}

int64_t WholeOf(const JsonValue& object, std::string_view key) {
  return static_cast<int64_t>(NumberOf(object, key));
}

bool BoolOf(const JsonValue& object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kBool) && value.Bool();
}

}  // namespace

void WriteNodeRow(const NodeRow& row, JsonWriter* json) {
  json->BeginObject().Key("node").Bytes(row.node).Key("url").Bytes(row.url);
  json->Key("self").Bool(row.self).Key("version").Bytes(row.version).Key("tier").Bytes(row.tier);
  json->Key("ready").Bool(row.ready).Key("draining").Bool(row.draining);
  json->Key("reason").Bytes(row.reason).Key("slots").Int(row.slots);
  json->Key("slots_free").Int(row.slots_free).Key("running").Int(row.running);
  json->Key("queued").Int(row.queued).Key("wait_ms").Int(row.wait_ms);
  json->Key("sandboxes").BeginObject().Key("warm").Int(row.sandboxes_warm);
  json->Key("running").Int(row.sandboxes_running);
  json->Key("draining").Int(row.sandboxes_draining);
  json->Key("at_most").Int(row.sandboxes_at_most).EndObject();
  json->Key("memory_free_bytes").Int(row.memory_free_bytes);
  json->Key("uptime_s").Double(row.uptime_s).Key("error");
  if (row.error.empty()) {
    json->Null();
  } else {
    json->Bytes(row.error);
  }
  json->EndObject();
}

void WriteNodeMembers(const NodeRow& row, JsonWriter* json) {
  json->Key("node").Bytes(row.node).Key("instance").Bytes(row.instance);
  json->Key("ready").Bool(row.ready).Key("reason").Bytes(row.reason);
  json->Key("slots_free").Int(row.slots_free).Key("running").Int(row.running);
  json->Key("queue").Int(row.queued).Key("wait_ms").Int(row.wait_ms);
  json->Key("memory_free_bytes").Int(row.memory_free_bytes);
  json->Key("uptime_s").Double(row.uptime_s);
}

NodeRow ReadNodeRow(std::string_view info) {
  NodeRow row;
  JsonError error;
  const auto document = JsonDocument::Parse(info, &error);
  if (!document || TextOf(document->root(), "name") != "assay") {
    row.error = "it answers, but not as an Assay does";
    return row;
  }
  const JsonValue root = document->root();
  row.node = TextOf(root, "node");
  row.instance = TextOf(root, "instance");
  row.version = TextOf(root, "version");
  row.tier = TextOf(root, "tier");
  row.ready = BoolOf(root, "ready");
  row.draining = BoolOf(root, "draining");
  row.reason = TextOf(root, "reason");
  row.slots = WholeOf(root, "slots");
  row.slots_free = WholeOf(root, "slots_free");
  row.running = WholeOf(root, "running");
  row.queued = WholeOf(root, "queue");
  row.wait_ms = WholeOf(root, "wait_ms");
  const JsonValue sandboxes = root.Find("sandboxes");
  row.sandboxes_warm = WholeOf(sandboxes, "warm");
  row.sandboxes_running = WholeOf(sandboxes, "running");
  row.sandboxes_draining = WholeOf(sandboxes, "draining");
  row.sandboxes_at_most = WholeOf(sandboxes, "at_most");
  row.memory_free_bytes = WholeOf(root, "memory_free_bytes");
  row.uptime_s = NumberOf(root, "uptime_s");
  return row;
}

int64_t MemoryFreeBytes() {
  const Result<std::string> text = ReadFile("/proc/meminfo", "node.memory");
  constexpr std::string_view kName = "MemAvailable:";
  const size_t at = text.ok() ? text->find(kName) : std::string::npos;
  if (at == std::string::npos) return 0;
  const size_t begin = text->find_first_not_of(' ', at + kName.size());
  if (begin == std::string::npos) return 0;
  int64_t kib = 0;
  std::from_chars(text->data() + begin, text->data() + text->size(), kib);
  return kib << 10;
}

}  // namespace assay
