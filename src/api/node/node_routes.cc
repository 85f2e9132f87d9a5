#include "api/node/node_routes.h"

#include <algorithm>
#include <charconv>

#include "api/shared/responses.h"
#include "base/enum_names.h"
#include "base/text.h"
#include "net/form/query.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr ErrorStyle kStyle = ErrorStyle::kNative;
constexpr size_t kMostReason = 200;
constexpr int64_t kLines = 200;
constexpr int64_t kMostLines = 2'000;

constexpr auto kLevelNames = MakeEnumNames<LogLevel>({{LogLevel::kTrace, "trace"},
                                                      {LogLevel::kDebug, "debug"},
                                                      {LogLevel::kInfo, "info"},
                                                      {LogLevel::kWarn, "warn"},
                                                      {LogLevel::kError, "error"}});
static_assert(kLevelNames.IsWholeUpTo(LogLevel::kError));

void SendState(const NodeState& node, const HttpReplyPtr& reply) {
  const auto draining = node.draining();
  JsonWriter json;
  json.BeginObject().Key("node").Bytes(node.name()).Key("draining").Bool(draining.has_value());
  json.Key("reason").Bytes(draining.value_or(std::string()));
  SendJson(reply, 200, json.EndObject().Take());
}

void SendEnding(const HttpReplyPtr& reply) {
  SendError(reply, kStyle, 409, "ending", "the server is shutting down; nothing changes that");
}

void Drain(const NodeDeps& deps, const HttpRequest& request, const HttpReplyPtr& reply) {
  std::string reason;
  if (!request.body.empty()) {
    const auto document = ParseBody(request, reply, kStyle);
    if (!document) return;
    FieldErrors errors;
    FieldReader reader(document->root(), {}, &errors);
    reason = reader.String("reason", Presence::kOptional).value_or(std::string());
    if (reason.size() > kMostReason) {
      reader.Fault("reason", "string_too_long",
                   "Input should be at most " + std::to_string(kMostReason) + " bytes");
    }
    if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  }
  if (!deps.node.Drain(ReplaceInvalidUtf8(reason))) return SendEnding(reply);
  SendState(deps.node, reply);
}

void Undrain(const NodeDeps& deps, const HttpReplyPtr& reply) {
  if (!deps.node.Undrain()) return SendEnding(reply);
  SendState(deps.node, reply);
}

void Config(const NodeDeps& deps, const HttpReplyPtr& reply) {
  JsonWriter json;
  json.BeginObject().Key("node").Bytes(deps.node.name()).Key("options").BeginArray();
  for (const ConfigRow& row : deps.config ? deps.config() : std::vector<ConfigRow>()) {
    json.BeginObject().Key("name").Bytes(row.name).Key("value").Bytes(row.value);
    json.Key("source").String(row.source).Key("reload").Bool(row.reload).Key("pending");
    if (row.pending.empty()) {
      json.Null();
    } else {
      json.Bytes(row.pending);
    }
    json.EndObject();
  }
  SendJson(reply, 200, json.EndArray().EndObject().Take());
}

// This node first, with the address that its peers' list has for it.
std::string NodesJson(NodeRow self, const std::vector<NodeRow>& peers) {
  self.self = true;
  const auto is_self = [&self](const NodeRow& row) {
    return row.error.empty() && row.instance == self.instance;
  };
  const auto found = std::find_if(peers.begin(), peers.end(), is_self);
  if (found != peers.end()) self.url = found->url;
  JsonWriter json;
  json.BeginObject().Key("nodes").BeginArray();
  WriteNodeRow(self, &json);
  for (const NodeRow& row : peers) {
    if (!is_self(row)) WriteNodeRow(row, &json);
  }
  return json.EndArray().EndObject().Take();
}

void Nodes(const NodeDeps& deps, const HttpReplyPtr& reply) {
  if (deps.peers == nullptr) return SendJson(reply, 200, NodesJson(deps.self(), {}));
  const bool asked = deps.peers->Ask([&deps, reply](const std::vector<NodeRow>& peers) {
    SendJson(reply, 200, NodesJson(deps.self(), peers));
  });
  if (!asked) SendOverloaded(reply, kStyle, 1, "too many wait for what the peers say");
}

// A whole number of the query within its bounds; `fallback` where there is none, or a faulty one.
int64_t Number(const Query& query, std::string_view name, int64_t fallback, int64_t lowest,
               int64_t highest, FieldErrors* errors) {
  const auto value = query.Find(name);
  if (!value) return fallback;
  int64_t number = 0;
  const auto [end, failed] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (failed == std::errc() && end == value->data() + value->size() && number >= lowest &&
      number <= highest) {
    return number;
  }
  errors->Add(FieldPath() / name, "int_parsing",
              "Input should be a whole number from " + std::to_string(lowest) + " to " +
                  std::to_string(highest));
  return fallback;
}

void Logs(const NodeDeps& deps, const HttpRequest& request, const HttpReplyPtr& reply) {
  const Query query(request.query);
  FieldErrors errors;
  const int64_t after = Number(query, "after", 0, 0, INT64_MAX, &errors);
  const int64_t limit = Number(query, "limit", kLines, 1, kMostLines, &errors);
  LogLevel level = LogLevel::kTrace;
  if (const auto value = query.Find("level")) {
    const auto named = kLevelNames.Find(*value);
    if (!named) {
      errors.Add(FieldPath() / "level", "literal_error",
                 "Input should be " + kLevelNames.Choices());
    }
    level = named.value_or(level);
  }
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  std::vector<LogLine> lines;
  if (deps.logs != nullptr) lines = deps.logs->Lines(after, level, static_cast<size_t>(limit));
  JsonWriter json;
  json.BeginObject().Key("lines").BeginArray();
  for (const LogLine& line : lines) {
    json.BeginObject().Key("time").Double(line.time);
    json.Key("level").String(kLevelNames.NameOf(line.level)).Key("message").Bytes(line.message);
    json.Key("request");
    if (line.request.empty()) {
      json.Null();
    } else {
      json.Bytes(line.request);
    }
    json.EndObject();
  }
  // Who has all there is goes on behind lines of other levels, too.
  const int64_t newest = deps.logs == nullptr ? 0 : deps.logs->last();
  const bool whole = static_cast<int64_t>(lines.size()) < limit;
  json.EndArray().Key("next").Int(whole || lines.empty() ? newest : lines.back().number);
  SendJson(reply, 200, json.EndObject().Take());
}

}  // namespace

void RegisterNodeRoutes(Router& router, const NodeDeps& deps) {
  router.Add("POST", "/v1/admin/drain",
             [&deps](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
               Drain(deps, *request, reply);
             });
  router.Add(
      "POST", "/v1/admin/undrain",
      [&deps](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) { Undrain(deps, reply); });
  router.Add(
      "GET", "/v1/admin/config",
      [&deps](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) { Config(deps, reply); });
  router.Add("GET", "/v1/nodes", [&deps](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
    Nodes(deps, reply);
  });
  router.Add("GET", "/v1/logs",
             [&deps](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
               Logs(deps, *request, reply);
             });
}

}  // namespace assay
