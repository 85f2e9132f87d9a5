#include "api/prime/expose_routes.h"

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "api/prime/answers.h"
#include "api/shared/caller_tenant.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "text/field_reader.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kCompatible;
constexpr size_t kMostNameBytes = 256;

using RequestPtr = std::shared_ptr<const HttpRequest>;
using Parameters = std::vector<std::string>;

struct Call {
  const PrimeDesk& desk;
  Exposures& exposures;
  const HttpRequest& http;
  const Parameters& parameters;
  const HttpReplyPtr& reply;
};

// "https://node:8080/exposed/KEY/" and what is told of it beside.
void Write(const Exposure& exposure, const std::string& origin, JsonWriter* json) {
  json->BeginObject().Key("exposure_id").String(exposure.id);
  json->Key("sandbox_id").String(exposure.sandbox).Key("port").Int(exposure.port);
  json->Key("name");
  if (exposure.name.empty()) {
    json->Null();
  } else {
    json->Bytes(exposure.name);
  }
  json->Key("url").String(origin + Exposures::PathOf(exposure) + "/");
  // Clients require the field; there are no plain connections to a sandbox.
  json->Key("tls_socket").String("").Key("protocol").String("HTTP");
  json->Key("external_port").Null().Key("external_endpoint").Null();
  json->Key("created_at").String(PrimeTime(exposure.created)).EndObject();
}

void SendAll(const Call& call, const std::vector<Exposure>& all) {
  const auto origin = PrimeDesk::OriginFor(call.http);
  if (!origin.ok()) return SendPrimeFailure(call.reply, origin.error());
  JsonWriter json;
  json.BeginObject().Key("exposures").BeginArray();
  for (const Exposure& exposure : all) Write(exposure, *origin, &json);
  SendJson(call.reply, 200, json.EndArray().EndObject().Take());
}

void Expose(const Call& call) {
  const auto found = call.desk.Find(call.http, call.parameters[0]);
  if (!found) return SendPrimeUnknown(call.reply, call.parameters[0]);
  const auto body = ParseBody(call.http, call.reply, kStyle);
  if (!body) return;
  FieldErrors errors;
  FieldReader reader(body->root(), {}, &errors);
  const auto port = reader.Int("port", Presence::kRequired);
  if (port && (*port < 1 || *port > 65535)) {
    reader.Fault("port", "value_error", "must be from 1 to 65535");
  }
  auto name = reader.String("name", Presence::kOptionalOrNull);
  if (name && name->size() > kMostNameBytes) {
    reader.Fault("name", "too_long", "must be at most 256 bytes");
  }
  const auto protocol = reader.String("protocol", Presence::kOptionalOrNull);
  if (protocol && AsciiLower(*protocol) != "http") {
    reader.Fault("protocol", "value_error", "must be HTTP: no plain connections get in");
  }
  if (!errors.empty()) return SendInvalid(call.reply, kStyle, errors);
  const auto origin = PrimeDesk::OriginFor(call.http);
  if (!origin.ok()) return SendPrimeFailure(call.reply, origin.error());
  if (found->info.state == SandboxState::kEnded) {
    return SendPrimeError(call.reply, 409, "the sandbox has ended");
  }
  const auto made =
      call.exposures.Add(found->info, static_cast<int>(*port), name.value_or(std::string()));
  // Asking again changes nothing.
  if (!made.ok()) return SendPrimeError(call.reply, 422, made.error().message);
  JsonWriter json;
  Write(*made, *origin, &json);
  SendJson(call.reply, 200, json.Take());
}

void ListOfOne(const Call& call) {
  const auto found = call.desk.Find(call.http, call.parameters[0]);
  if (!found) return SendPrimeUnknown(call.reply, call.parameters[0]);
  SendAll(call, call.exposures.Of(TenantOf(call.http), found->info.id));
}

void ListAll(const Call& call) {
  SendAll(call, call.exposures.Of(TenantOf(call.http), ""));
}

void Unexpose(const Call& call) {
  const auto found = call.desk.Find(call.http, call.parameters[0]);
  if (!found) return SendPrimeUnknown(call.reply, call.parameters[0]);
  if (!call.exposures.Remove(TenantOf(call.http), found->info.id, call.parameters[1])) {
    return SendPrimeError(call.reply, 404, "there is no such exposed port");
  }
  SendJson(call.reply, 200, "{}");
}

}  // namespace

void RegisterPrimeExposeRoutes(Router& router, const PrimeDeskPtr& desk, Exposures* exposures) {
  const auto add = [&](const char* method, const char* path, void (*handler)(const Call&)) {
    router.Add(method, path,
               [desk, exposures, handler](RequestPtr http, const Parameters& parameters,
                                          HttpReplyPtr reply) {
                 if (desk == nullptr || exposures == nullptr) return SendNoSandboxes(reply);
                 handler({*desk, *exposures, *http, parameters, reply});
               });
  };
  add("POST", "/api/v1/sandbox/{id}/expose", Expose);
  add("GET", "/api/v1/sandbox/{id}/expose", ListOfOne);
  add("GET", "/api/v1/sandbox/expose/all", ListAll);
  add("DELETE", "/api/v1/sandbox/{id}/expose/{exposure_id}", Unexpose);
}

}  // namespace assay
