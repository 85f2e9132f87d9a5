#include "api/e2b/wire/create_request.h"

#include <algorithm>

#include "api/e2b/wire/answers.h"

namespace assay {
namespace {

// All there is.
constexpr std::string_view kAll[] = {"0.0.0.0/0", "::/0"};

// A field that asks for something that isn't there.
void RefuseUnless(bool nothing, FieldReader& fields, std::string_view name, std::string message) {
  if (!nothing) fields.Fault(name, "unsupported", std::move(message));
}

bool IsNothing(JsonValue value) {
  return !value || value.IsNull() || (value.Is(JsonType::kBool) && !value.Bool()) ||
         ((value.Is(JsonType::kArray) || value.Is(JsonType::kObject)) && value.Count() == 0);
}

std::map<std::string, std::string> ReadTexts(FieldReader& fields, std::string_view name,
                                             FieldErrors* errors) {
  std::map<std::string, std::string> texts;
  const JsonValue object = fields.Object(name, Presence::kOptionalOrNull);
  if (!object) return texts;
  for (const auto& [key, value] : object.Members()) {
    const auto text = ReadString(value, fields.Path(name) / key, errors);
    if (text) texts[key] = *text;
  }
  return texts;
}

bool NamesAll(const std::vector<std::string>& hosts) {
  return std::any_of(hosts.begin(), hosts.end(), [](const std::string& host) {
    return std::find(std::begin(kAll), std::end(kAll), host) != std::end(kAll);
  });
}

void RefuseWhatIsNotThere(FieldReader& fields, JsonValue root) {
  RefuseUnless(IsNothing(root.Find("autoPause")), fields, "autoPause",
               "a sandbox ends with its timeout here and isn't paused: pause it before, or give it "
               "a longer one");
  RefuseUnless(IsNothing(root.Find("mcp")), fields, "mcp", "there is no MCP gateway here");
  RefuseUnless(IsNothing(root.Find("iam")), fields, "iam", "there are no workload identities here");
  RefuseUnless(IsNothing(root.Find("volumeMounts")), fields, "volumeMounts",
               "there are no volumes here");
}

}  // namespace

std::optional<Nanoseconds> ReadE2bTimeout(FieldReader& fields, std::string_view name) {
  const auto seconds = fields.Int(name, Presence::kOptionalOrNull);
  if (!seconds) return std::nullopt;
  if (*seconds < 0) {
    fields.Fault(name, "greater_than_equal", "must be 0 or more seconds");
    return std::nullopt;
  }
  return FromSeconds(static_cast<double>(*seconds));
}

EgressPolicy ReadE2bNetwork(JsonValue network, const FieldPath& path, bool allowed,
                            const SandboxPolicy& policy, FieldErrors* errors) {
  EgressPolicy egress;
  if (allowed && policy.egress) egress.kind = EgressPolicy::Kind::kDeny;  // nothing
  if (!network || network.IsNull()) return egress;
  FieldReader fields(network, path, errors);
  for (const std::string_view name : {"rules", "egressProxy", "maskRequestHost", "httpsPorts"}) {
    RefuseUnless(IsNothing(network.Find(name)), fields, name, "isn't supported here");
  }
  const std::vector<std::string> allow = fields.Strings("allowOut", Presence::kOptionalOrNull);
  const std::vector<std::string> deny = fields.Strings("denyOut", Presence::kOptionalOrNull);
  if (!allow.empty() && !policy.egress) {
    fields.Fault("allowOut", "unsupported",
                 "sandboxes of this server have no way out: its operator allows none");
    return egress;
  }
  if (!allow.empty() && !NamesAll(allow)) {
    // What is allowed goes before what is denied, so that the two together need all denied.
    if (!allowed || NamesAll(deny)) return {EgressPolicy::Kind::kAllow, allow};
    if (deny.empty()) return egress;  // all is allowed anyway
    fields.Fault("denyOut", "unsupported",
                 "some hosts and allowOut together aren't supported: deny 0.0.0.0/0 and allow "
                 "hosts, or deny hosts only");
    return egress;
  }
  if (NamesAll(deny) && allow.empty()) return {};
  if (!deny.empty() && egress.kind == EgressPolicy::Kind::kDeny && allow.empty()) {
    egress.hosts = deny;
  }
  if (NamesAll(allow)) egress = {EgressPolicy::Kind::kDeny, {}};
  return egress;
}

SandboxRequest ParseE2bCreate(const HttpRequest& http, JsonValue root, const SandboxPolicy& policy,
                              FieldErrors* errors) {
  SandboxRequest request;
  FieldReader fields(root, {}, errors);
  const std::string name = fields.String("templateID", Presence::kRequired).value_or("");
  if (name != kBaseTemplate && name != kInterpreterTemplate) request.box.image = name;
  request.box.limits = UsualLimits(policy.max_limits);
  request.lifetime = ReadE2bTimeout(fields).value_or(kE2bTimeout);
  // E2B's sandboxes live for their time, used or not.
  request.idle = policy.max_lifetime;
  request.labels = ReadTexts(fields, "metadata", errors);
  request.env = {{"E2B_SANDBOX", "true"},
                 {"E2B_TEMPLATE_ID", name.empty() ? std::string(kBaseTemplate) : name}};
  for (auto& [key, value] : ReadTexts(fields, "envVars", errors)) request.env[key] = value;
  RefuseWhatIsNotThere(fields, root);
  const JsonValue resume = fields.Object("autoResume", Presence::kOptionalOrNull);
  if (resume && FieldReader(resume, fields.Path("autoResume"), errors)
                    .Bool("enabled", Presence::kOptional)
                    .value_or(false)) {
    request.labels[kAutoResumeLabel] = "true";
  }
  const bool internet =
      fields.Bool("allow_internet_access", Presence::kOptionalOrNull).value_or(true);
  request.egress = ReadE2bNetwork(fields.Object("network", Presence::kOptionalOrNull),
                                  fields.Path("network"), internet, policy, errors);
  request.idempotency_key = http.Header("idempotency-key");
  return request;
}

}  // namespace assay
