#include "rollout/folder/manifest.h"

#include <algorithm>
#include <iterator>

#include "base/work/fingerprint.h"
#include "text/canonical_json.h"
#include "text/field_reader.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::rollout {
namespace {

using Kind = ManifestDifference::Kind;

constexpr int64_t kFormat = 1;
constexpr size_t kMaxShown = 200;

Error Invalid(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "rollout.manifest", 0, "manifest.json: " + message};
}

void Files(JsonWriter* json, const std::vector<ManifestFile>& files) {
  json->BeginArray();
  for (const ManifestFile& file : files) {
    json->BeginObject().Key("name").Bytes(file.name).Key("sha256").Bytes(file.sha256);
    json->Key("rows").Int(file.rows).EndObject();
  }
  json->EndArray();
}

void Strings(JsonWriter* json, const std::vector<std::string>& strings) {
  json->BeginArray();
  for (const std::string& text : strings) json->Bytes(text);
  json->EndArray();
}

void LeftOut(JsonWriter* json, const ManifestLeftOut& left_out) {
  json->BeginObject().Key("items").Int(left_out.items).Key("reasons").BeginArray();
  for (const ManifestLeftOut::Reason& reason : left_out.reasons) {
    json->BeginObject().Key("what").Bytes(reason.what).Key("why").Bytes(reason.why);
    json->Key("items").Int(reason.items).EndObject();
  }
  json->EndArray().EndObject();
}

// The fields that decide whether two runs are the same, as JSON; `samples` is compared by itself.
struct Field {
  std::string_view name;
  Kind kind;
  void (*write)(const Manifest& manifest, JsonWriter* json);
};

constexpr Field kFields[] = {
    {"benchmark", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) { json->Bytes(m.benchmark); }},
    {"title", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Bytes(m.title); }},
    {"protocol", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) { json->Bytes(m.protocol); }},
    {"window", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Bytes(m.window); }},
    {"items", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Int(m.items); }},
    {"ids_sha", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Bytes(m.ids_sha); }},
    {"left_out", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) { LeftOut(json, m.left_out); }},
    {"data", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { Files(json, m.data); }},
    {"prompts_sha", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) { json->Bytes(m.prompts_sha); }},
    {"model", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Bytes(m.model); }},
    {"endpoint", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) { json->Bytes(m.endpoint); }},
    {"sampling", Kind::kAsking, [](const Manifest& m, JsonWriter* json) { json->Raw(m.sampling); }},
    {"shard", Kind::kAsking,
     [](const Manifest& m, JsonWriter* json) {
       json->BeginObject().Key("index").Int(m.shard.index);
       json->Key("count").Int(m.shard.count).EndObject();
     }},
    {"profiles", Kind::kJudging,
     [](const Manifest& m, JsonWriter* json) { Strings(json, m.profiles); }},
    {"rules", Kind::kJudging, [](const Manifest& m, JsonWriter* json) { json->Bytes(m.rules); }},
    {"limits", Kind::kJudging, [](const Manifest& m, JsonWriter* json) { json->Raw(m.limits); }},
    {"toolchains", Kind::kJudging,
     [](const Manifest& m, JsonWriter* json) {
       json->BeginObject();
       for (const auto& [language, version] : m.toolchains) json->Key(language).Bytes(version);
       json->EndObject();
     }},
    {"assay_version", Kind::kJudging,
     [](const Manifest& m, JsonWriter* json) { json->Bytes(m.assay_version); }},
};

// Objects that others wrote may have their members in any order.
std::string Canonical(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  return document ? CanonicalJson(document->root()) : json;
}

std::string Shown(std::string text) {
  if (text.size() <= kMaxShown) return text;
  text.resize(kMaxShown);
  return text + "…";
}

std::string RawObject(FieldReader& fields, std::string_view name) {
  const JsonValue value = fields.Object(name, Presence::kRequired);
  return value ? std::string(value.raw()) : "{}";
}

int64_t Count(FieldReader fields, std::string_view name) {
  return fields.Int(name, Presence::kRequired).value_or(0);
}

ManifestLeftOut ReadLeftOut(FieldReader fields, FieldErrors* errors) {
  ManifestLeftOut left_out;
  left_out.items = Count(fields, "items");
  const JsonValue list = fields.Array("reasons", Presence::kRequired);
  if (!list) return left_out;
  const std::vector<JsonValue> reasons = list.Items();
  for (size_t i = 0; i < reasons.size(); ++i) {
    FieldReader reason(reasons[i], fields.Path("reasons") / i, errors);
    left_out.reasons.push_back({.what = reason.Text("what", Presence::kRequired).value_or(""),
                                .why = reason.Text("why", Presence::kRequired).value_or(""),
                                .items = Count(reason, "items")});
  }
  return left_out;
}

}  // namespace

std::string IdsSha(const std::vector<std::string>& ids) {
  PartWriter parts;
  for (const std::string& id : ids) parts.Add(id);
  return parts.Fingerprint();
}

std::string ToJson(const Manifest& manifest) {
  JsonWriter json;
  json.BeginObject().Key("format").Int(kFormat);
  for (const Field& field : kFields) {
    json.Key(field.name);
    field.write(manifest, &json);
    if (field.name == "sampling") json.Key("samples").Int(manifest.samples);
  }
  return json.EndObject().Take();
}

Result<Manifest> ParseManifest(std::string_view text) {
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document) return Invalid(error.message);
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  const auto word = [&](std::string_view name) {
    return fields.Text(name, Presence::kRequired).value_or("");
  };
  const int64_t format = Count(fields, "format");
  if (errors.empty() && format != kFormat) {
    return Invalid("format " + std::to_string(format) + " was written by a newer program");
  }
  Manifest manifest;
  manifest.benchmark = word("benchmark");
  manifest.title = word("title");
  manifest.protocol = word("protocol");
  manifest.window = word("window");
  manifest.items = Count(fields, "items");
  manifest.ids_sha = word("ids_sha");
  // Folders that older programs wrote have no such field.
  if (const JsonValue left_out = fields.Object("left_out", Presence::kOptional)) {
    manifest.left_out =
        ReadLeftOut(FieldReader(left_out, fields.Path("left_out"), &errors), &errors);
  }
  if (const JsonValue data = fields.Array("data", Presence::kRequired)) {
    const std::vector<JsonValue> files = data.Items();
    for (size_t i = 0; i < files.size(); ++i) {
      FieldReader file(files[i], fields.Path("data") / i, &errors);
      manifest.data.push_back({.name = file.Text("name", Presence::kRequired).value_or(""),
                               .sha256 = file.Text("sha256", Presence::kRequired).value_or(""),
                               .rows = Count(file, "rows")});
    }
  }
  manifest.prompts_sha = word("prompts_sha");
  manifest.model = word("model");
  manifest.endpoint = word("endpoint");
  manifest.sampling = RawObject(fields, "sampling");
  manifest.samples = Count(fields, "samples");
  const FieldReader shard(fields.Object("shard", Presence::kRequired), fields.Path("shard"),
                          &errors);
  manifest.shard = {Count(shard, "index"), Count(shard, "count")};
  manifest.profiles = fields.Strings("profiles", Presence::kRequired);
  manifest.rules = word("rules");
  manifest.limits = RawObject(fields, "limits");
  if (const JsonValue tools = fields.Object("toolchains", Presence::kRequired)) {
    for (const JsonValue::Member& member : tools.Members()) {
      if (!member.value.Is(JsonType::kString)) {
        return Invalid("toolchains." + member.key + ": must be a string");
      }
      manifest.toolchains.emplace_back(member.key, member.value.String());
    }
  }
  manifest.assay_version = word("assay_version");
  if (!errors.empty()) {
    const FieldError& first = errors.errors().front();
    return Invalid(ToString(first.path) + ": " + first.message);
  }
  return manifest;
}

std::vector<ManifestDifference> Differences(const Manifest& before, const Manifest& after) {
  std::vector<ManifestDifference> found;
  for (const Field& field : kFields) {
    JsonWriter one, other;
    field.write(before, &one);
    field.write(after, &other);
    if (Canonical(one.text()) == Canonical(other.text())) continue;
    found.push_back({.field = std::string(field.name),
                     .kind = field.kind,
                     .before = Shown(one.Take()),
                     .after = Shown(other.Take())});
  }
  if (after.samples < before.samples) {
    found.push_back({.field = "samples",
                     .kind = Kind::kAsking,
                     .before = std::to_string(before.samples),
                     .after = std::to_string(after.samples)});
  }
  return found;
}

std::string Describe(const ManifestLeftOut& left_out) {
  if (left_out.items == 0) return "";
  std::string text = std::to_string(left_out.items) +
                     (left_out.items == 1 ? " item is" : " items are") +
                     " left out and in no score: ";
  for (size_t i = 0; i < left_out.reasons.size(); ++i) {
    const ManifestLeftOut::Reason& reason = left_out.reasons[i];
    if (i > 0) text += "; ";
    text += std::to_string(reason.items) + " for " + reason.what + " (" + reason.why + ")";
  }
  return text;
}

std::string Describe(const std::vector<ManifestDifference>& differences) {
  std::string text;
  for (const ManifestDifference& difference : differences) {
    if (!text.empty()) text += "; ";
    text += difference.field + " was " + difference.before + " and is now " + difference.after;
  }
  return text;
}

}  // namespace assay::rollout
