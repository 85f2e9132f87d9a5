#include "api/update/passed_request.h"

#include "base/text.h"
#include "net/caller.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr const char* kBy = "x-assay-passed-by";
constexpr const char* kPeer = "x-assay-passed-peer";
constexpr const char* kCaller = "x-assay-passed-caller";
constexpr const char* kUnjudged = "x-assay-passed-unjudged";
constexpr std::string_view kNewer = "newer";
constexpr std::string_view kOlder = "older";

std::string CallerText(const Caller& caller) {
  JsonWriter json;
  json.BeginObject().Key("name").Bytes(caller.name);
  json.Key("role").String(kRoleNames.NameOf(caller.role)).Key("tenant").Bytes(caller.tenant);
  json.Key("sandbox").Bytes(caller.sandbox).Key("expires");
  caller.expires ? json.Int(*caller.expires) : json.Null();
  return json.EndObject().Take();
}

std::shared_ptr<const Caller> CallerOf(std::string_view text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return nullptr;
  const JsonValue root = document->root();
  const auto role = kRoleNames.Find(TextAt(root, "role"));
  if (!role) return nullptr;
  Caller caller{TextAt(root, "name"), *role, TextAt(root, "tenant"), TextAt(root, "sandbox")};
  if (const JsonValue expires = root.Find("expires"); expires.Is(JsonType::kNumber)) {
    caller.expires = static_cast<int64_t>(expires.Double());
  }
  return std::make_shared<const Caller>(std::move(caller));
}

}  // namespace

HeaderList StampOf(const HttpRequest& request, HttpRequest::Passed by) {
  HeaderList stamp = {{kBy, std::string(by == HttpRequest::Passed::kByNewer ? kNewer : kOlder)},
                      {kPeer, request.peer}};
  if (request.unjudged) stamp.emplace_back(kUnjudged, "1");
  if (request.caller != nullptr) stamp.emplace_back(kCaller, CallerText(*request.caller));
  return stamp;
}

bool TakeStamp(HttpRequest* request, std::string* peer) {
  const std::string by(request->Header(kBy));
  const std::string caller(request->Header(kCaller));
  *peer = request->Header(kPeer);
  request->unjudged = !request->Header(kUnjudged).empty();
  std::erase_if(request->headers,
                [](const auto& header) { return StartsWith(header.first, kStampPrefix); });
  if (by != kNewer && by != kOlder) return false;
  request->passed = by == kNewer ? HttpRequest::Passed::kByNewer : HttpRequest::Passed::kByOlder;
  request->peer = *peer;
  request->peer_uid.reset();  // that of the other process
  if (caller.empty()) return true;
  request->caller = CallerOf(caller);
  return request->caller != nullptr;
}

}  // namespace assay
