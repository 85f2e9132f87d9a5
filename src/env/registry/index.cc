#include "env/registry/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "env/model/names.h"
#include "text/field_reader.h"

namespace assay::env {
namespace {

constexpr auto kRequired = Presence::kRequired;
constexpr auto kOptional = Presence::kOptionalOrNull;
constexpr size_t kMostEntries = 100'000;
constexpr size_t kMostChangelogBytes = 16 << 10;
constexpr int64_t kFormat = 1;

enum class Archive { kTarZstd, kTarGzip };
constexpr auto kArchiveNames =
    MakeEnumNames<Archive>({{Archive::kTarZstd, "tar.zst"}, {Archive::kTarGzip, "tar.gz"}});

Error Refused(const FieldErrors& errors) {
  const FieldError& first = errors.errors().front();
  return Error{ErrorCode::kInvalidArgument, "env.registry", 0,
               ToString(first.path) + (first.path.empty() ? "" : ": ") + first.message};
}

bool IsHex(std::string_view text, size_t digits) {
  return text.size() == digits && text.find_first_not_of("0123456789abcdef") == text.npos;
}

// Printable ASCII, for it is shown and signed.
bool IsMoment(std::string_view text) {
  return !text.empty() && text.size() <= 40 &&
         text.find_first_not_of("0123456789-:.TZ") == text.npos;
}

IndexEntry ReadEntry(JsonValue json, const FieldPath& path, FieldErrors* errors) {
  IndexEntry entry;
  if (!json.Is(JsonType::kObject)) {
    errors->Add(path, "dict_type", "Input should be a valid dictionary");
    return entry;
  }
  FieldReader fields(json, path, errors);
  const auto refuse = [&](const char* name, std::string_view rule) {
    fields.Fault(name, "value_error", std::string(rule));
  };
  entry.pack.name = fields.String("name", kRequired).value_or("");
  if (!IsEnvironmentName(entry.pack.name)) refuse("name", kNameRule);
  const auto version = Version::Parse(fields.String("version", kRequired).value_or(""));
  version ? entry.pack.version = *version, void() : refuse("version", kVersionRule);
  entry.pack.sha256 = fields.String("sha256", kRequired).value_or("");
  if (!IsHex(entry.pack.sha256, 64)) refuse("sha256", "Input should be 64 hexadecimal digits");
  entry.pack.bytes = fields.Int("bytes", kRequired).value_or(0);
  if (entry.pack.bytes < 0) refuse("bytes", "Input must not be negative");
  const auto archive = fields.Choice("archive", kArchiveNames, kOptional);
  entry.form = archive == Archive::kTarGzip ? ArchiveForm::kTarGzip : ArchiveForm::kTarZstd;
  entry.created = fields.String("created", kRequired).value_or("");
  if (!IsMoment(entry.created)) refuse("created", "Input should be as in 2026-11-27T21:00:00Z");
  entry.changelog = fields.String("changelog", kOptional).value_or("");
  if (entry.changelog.size() > kMostChangelogBytes) refuse("changelog", "Input is too long");
  entry.key_id = fields.String("key", kOptional).value_or("");
  if (!entry.key_id.empty() && !IsHex(entry.key_id, 16)) {
    refuse("key", "Input should be 16 hexadecimal digits");
  }
  const std::string signature = fields.String("signature", kOptional).value_or("");
  const auto bytes = Base64Decode(signature);
  if (!bytes || (!signature.empty() && bytes->size() != 64)) {
    refuse("signature", "Input should be 64 bytes in base64");
  } else {
    entry.signature = *bytes;
  }
  return entry;
}

void WriteEntry(const IndexEntry& entry, JsonWriter* json) {
  json->BeginObject();
  json->Key("name").String(entry.pack.name).Key("version").String(entry.pack.version.ToString());
  json->Key("sha256").String(entry.pack.sha256).Key("bytes").Int(entry.pack.bytes);
  json->Key("archive").String(kArchiveNames.NameOf(
      entry.form == ArchiveForm::kTarGzip ? Archive::kTarGzip : Archive::kTarZstd));
  json->Key("created").String(entry.created).Key("changelog").Bytes(entry.changelog);
  if (!entry.signature.empty()) {
    json->Key("signature").String(Base64Encode(entry.signature)).Key("key").String(entry.key_id);
  }
  json->EndObject();
}

Result<JsonDocument> Parsed(const std::string& text) {
  JsonError fault;
  auto document = JsonDocument::Parse(text, &fault);
  if (document) return std::move(*document);
  return Error{ErrorCode::kInvalidArgument, "env.registry", 0, "is no JSON: " + fault.message};
}

}  // namespace

std::string SignedText(const IndexEntry& entry) {
  return fmt::format(
      "assay environment 1\nname: {}\nversion: {}\nsha256: {}\nbytes: {}\ncreated: {}\n"
      "changelog: {}\n",
      entry.pack.name, entry.pack.version.ToString(), entry.pack.sha256, entry.pack.bytes,
      entry.created, Sha256Hex(entry.changelog));
}

void SignEntry(const PrivateKey& key, IndexEntry* entry) {
  entry->signature = key.Sign(SignedText(*entry));
  entry->key_id = key.Public().Id();
}

const IndexEntry* Index::Find(const Wanted& wanted) const {
  const IndexEntry* best = nullptr;
  for (const IndexEntry& entry : entries) {
    if (entry.pack.name != wanted.name || !wanted.Accepts(entry.pack.version)) continue;
    if (best == nullptr || best->pack.version < entry.pack.version) best = &entry;
  }
  return best;
}

void Index::Sort() {
  std::sort(entries.begin(), entries.end(), [](const IndexEntry& a, const IndexEntry& b) {
    if (a.pack.name != b.pack.name) return a.pack.name < b.pack.name;
    return b.pack.version < a.pack.version;
  });
}

Result<Index> ParseIndex(const std::string& text) {
  ASSAY_ASSIGN_OR_RETURN(const JsonDocument document, Parsed(text));
  FieldErrors errors;
  FieldReader fields(document.root(), {}, &errors);
  if (fields.Int("format", kRequired).value_or(0) != kFormat && errors.empty()) {
    fields.Fault("format", "value_error", "Input should be 1; a newer program may read this");
  }
  const JsonValue list = fields.Array("environments", kRequired);
  if (!errors.empty()) return Refused(errors);
  const std::vector<JsonValue> items = list.Items();
  if (items.size() > kMostEntries) fields.Fault("environments", "too_long", "are too many");
  Index index;
  std::set<std::pair<std::string, std::string>> seen;
  for (size_t i = 0; i < items.size() && errors.empty(); ++i) {
    const FieldPath path = FieldPath{} / "environments" / i;
    index.entries.push_back(ReadEntry(items[i], path, &errors));
    const PackFacts& pack = index.entries.back().pack;
    if (!seen.emplace(pack.name, pack.version.ToString()).second) {
      errors.Add(path, "value_error", pack.name + " " + pack.version.ToString() + " stands twice");
    }
  }
  if (!errors.empty()) return Refused(errors);
  index.Sort();
  return index;
}

std::string IndexJson(const Index& index) {
  JsonWriter json;
  json.BeginObject().Key("format").Int(kFormat).Key("environments").BeginArray();
  for (const IndexEntry& entry : index.entries) WriteEntry(entry, &json);
  return json.EndArray().EndObject().Take() + "\n";
}

Result<IndexEntry> ParseEntry(const std::string& text) {
  ASSAY_ASSIGN_OR_RETURN(const JsonDocument document, Parsed(text));
  FieldErrors errors;
  IndexEntry entry = ReadEntry(document.root(), {}, &errors);
  if (!errors.empty()) return Refused(errors);
  return entry;
}

std::string EntryJson(const IndexEntry& entry) {
  JsonWriter json;
  WriteEntry(entry, &json);
  return json.Take() + "\n";
}

Trust TrustOf(const IndexEntry& entry, const std::vector<PublicKey>& keys, PublicKey* by) {
  if (entry.signature.empty()) return Trust::kUnsigned;
  const std::string text = SignedText(entry);
  Trust trust = Trust::kUnknownKey;
  for (const PublicKey& key : keys) {
    // An id is what a key is looked up by; what counts is the whole key.
    if (key.Id() != entry.key_id) continue;
    if (by != nullptr) *by = key;
    if (IsSignedBy(key, text, entry.signature)) return Trust::kSigned;
    trust = Trust::kForged;
  }
  return trust;
}

}  // namespace assay::env
