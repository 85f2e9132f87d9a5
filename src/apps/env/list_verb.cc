#include "apps/env/list_verb.h"

#include <cstdio>

#include "apps/cli/terminal.h"
#include "apps/setup/judges.h"
#include "env/registry/registry.h"

namespace assay {
namespace {

constexpr size_t kShownBytes = 70;

std::string SignerOf(const env::IndexEntry& entry, const std::vector<env::PublicKey>& keys) {
  env::PublicKey by;
  switch (env::TrustOf(entry, keys, &by)) {
    case env::Trust::kSigned: return by.whose.empty() ? by.Id() : OneLineOf(by.whose, 30);
    case env::Trust::kUnsigned: return "nobody";
    case env::Trust::kUnknownKey: return entry.key_id + " (not listed)";
    case env::Trust::kForged: return "forged";
  }
  return "";
}

}  // namespace

void EnvListVerb::AddTo(CommandLine* command) {
  command->Option("--registry", registry_, "list what this folder or URL has");
  keys_.AddTo(command);
  store_.AddTo(command);
  command->Flag("--json", json_, "all that is known of each, as JSON");
}

int EnvListVerb::Run(const Options&) const {
  return registry_.empty() ? ListStore() : ListRegistry();
}

int EnvListVerb::ListStore() const {
  const auto all = env::Store(store_.Folder()).List();
  if (!all.ok()) return FailEnv("list", all.error());
  if (json_) {
    JsonWriter json;
    json.BeginArray();
    for (const env::Installed& one : *all) {
      json.BeginObject().Key("name").String(one.pack.name);
      json.Key("version").String(one.pack.version.ToString());
      json.Key("sha256").String(one.pack.sha256).Key("key").String(one.key_id);
      json.Key("source").Bytes(one.source).Key("installed").String(one.installed);
      json.Key("path").Bytes(one.path).EndObject();
    }
    std::printf("%s\n", json.EndArray().text().c_str());
    return 0;
  }
  TextTable table({{"name"}, {"version"}, {"hash"}, {"signed by"}, {"installed"}});
  for (const env::Installed& one : *all) {
    table.AddRow({{one.pack.name},
                  {one.pack.version.ToString()},
                  {one.pack.ShortHash()},
                  {one.key_id.empty() ? "-" : one.key_id},
                  {OneLineOf(one.installed, kShownBytes)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

int EnvListVerb::ListRegistry() const {
  const auto keys = keys_.Read();
  if (!keys.ok()) return FailEnv("list", keys.error(), kExitUsage);
  const auto registry = env::Registry::Open(registry_);
  if (!registry.ok()) return FailEnv("list", registry.error(), kExitUsage);
  const auto index = (*registry)->ReadIndex();
  if (!index.ok()) {
    return FailEnv("list", index.error(), index.error().IsOfTheirs() ? kExitUsage : kExitEnvFailed);
  }
  if (json_) {
    std::fputs(env::IndexJson(*index).c_str(), stdout);
    return 0;
  }
  TextTable table({{"name"}, {"version"}, {"hash"}, {"signed by"}, {"created"}, {"what is new"}});
  for (const env::IndexEntry& entry : index->entries) {
    table.AddRow({{entry.pack.name},
                  {entry.pack.version.ToString()},
                  {entry.pack.ShortHash()},
                  {SignerOf(entry, *keys)},
                  {entry.created},
                  {OneLineOf(entry.changelog, kShownBytes)}});
  }
  std::fputs(table.Render(WantsColour(stdout)).c_str(), stdout);
  return 0;
}

}  // namespace assay
