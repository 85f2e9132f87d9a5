#include "env/store/store.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>

#include "base/whole_file.h"
#include "env/model/names.h"
#include "rollout/folder/durable_file.h"
#include "text/field_reader.h"
#include "text/json_writer.h"
#include "text/utc_time.h"

namespace assay::env {
namespace {

constexpr char kStage[] = "env.store";
constexpr std::string_view kRecordFile = ".pack.json";
constexpr int64_t kMostRecordBytes = 64 << 10;

std::string RecordJson(const Installed& one) {
  JsonWriter json;
  json.BeginObject().Key("name").String(one.pack.name);
  json.Key("version").String(one.pack.version.ToString());
  json.Key("sha256").String(one.pack.sha256).Key("bytes").Int(one.pack.bytes);
  json.Key("key").String(one.key_id).Key("source").Bytes(one.source);
  return json.Key("installed").String(one.installed).EndObject().Take() + "\n";
}

// Nothing: no record, or none that can be read.
std::optional<Installed> ReadRecord(const std::string& folder) {
  const auto text = ReadFile(folder + "/" + std::string(kRecordFile), kStage, kMostRecordBytes);
  if (!text.ok()) return std::nullopt;
  JsonError fault;
  const auto json = JsonDocument::Parse(*text, &fault);
  if (!json) return std::nullopt;
  FieldErrors errors;
  FieldReader fields(json->root(), {}, &errors);
  const auto read = [&](const char* name) {
    return fields.String(name, Presence::kRequired).value_or("");
  };
  Installed one;
  one.path = folder;
  one.pack.name = read("name");
  const auto version = Version::Parse(read("version"));
  one.pack.sha256 = read("sha256");
  one.pack.bytes = fields.Int("bytes", Presence::kRequired).value_or(0);
  one.key_id = read("key");
  one.source = read("source");
  one.installed = read("installed");
  if (!errors.empty() || !version || !IsEnvironmentName(one.pack.name)) return std::nullopt;
  one.pack.version = *version;
  return one;
}

}  // namespace

Result<std::vector<Installed>> Store::List() const {
  std::vector<Installed> all;
  std::error_code error;
  struct stat found {};
  if (::stat(folder_.c_str(), &found) != 0) return all;
  for (const auto& name : std::filesystem::directory_iterator(folder_, error)) {
    if (!IsEnvironmentName(name.path().filename().string())) continue;
    std::error_code below;
    for (const auto& each : std::filesystem::directory_iterator(name.path(), below)) {
      if (auto one = ReadRecord(each.path().string())) all.push_back(std::move(*one));
    }
  }
  if (error) return SystemError(kStage, error.value(), folder_ + " cannot be read");
  std::sort(all.begin(), all.end(), [](const Installed& a, const Installed& b) {
    if (a.pack.name != b.pack.name) return a.pack.name < b.pack.name;
    if (a.pack.version != b.pack.version) return b.pack.version < a.pack.version;
    return a.pack.sha256 < b.pack.sha256;
  });
  return all;
}

Result<std::optional<Installed>> Store::Find(const Wanted& wanted) const {
  ASSAY_ASSIGN_OR_RETURN(std::vector<Installed> all, List());
  for (Installed& one : all) {
    if (one.pack.name == wanted.name && wanted.Accepts(one.pack.version)) {
      return std::optional<Installed>(std::move(one));
    }
  }
  return std::optional<Installed>();
}

Result<Installed> Store::Add(const std::string& pack_file, Installed facts,
                             const UnpackLimits& limits) {
  const PackFacts& pack = facts.pack;
  ASSAY_ASSIGN_OR_RETURN(const auto staging, Staging::Make(folder_));
  ASSAY_ASSIGN_OR_RETURN(const Manifest manifest, OpenPack(pack_file, staging->path(), limits));
  if (manifest.name != pack.name || manifest.version != pack.version) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 fmt::format("is offered as {} {}, and says in itself that it is {} {}", pack.name,
                             pack.version.ToString(), manifest.name, manifest.version.ToString())};
  }
  facts.installed = UtcTime(std::chrono::system_clock::now(), 0);
  ASSAY_RETURN_IF_ERROR(
      rollout::WriteDurably(staging->path() + "/" + std::string(kRecordFile), RecordJson(facts)));
  const std::string parent = folder_ + "/" + pack.name;
  ASSAY_RETURN_IF_ERROR(MakeFolders(parent));
  facts.path = fmt::format("{}/{}-{}", parent, pack.version.ToString(), pack.ShortHash());
  ASSAY_ASSIGN_OR_RETURN(const bool moved, staging->MoveTo(facts.path));
  if (!moved) {
    auto there = ReadRecord(facts.path);
    if (!there || there->pack.sha256 != pack.sha256) {
      return Error{ErrorCode::kInvalidArgument, kStage, 0,
                   facts.path + " is there, and is something else: remove it first"};
    }
    return std::move(*there);
  }
  return facts;
}

}  // namespace assay::env
