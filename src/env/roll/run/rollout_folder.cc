#include "env/roll/run/rollout_folder.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "base/whole_file.h"
#include "rollout/folder/durable_file.h"
#include "text/canonical_json.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::env {
namespace {

using rollout::RowFile;

constexpr char kStage[] = "env.folder";
constexpr char kManifest[] = "manifest.json";
constexpr char kFinished[] = "finished.jsonl";
constexpr char kRollouts[] = "rollouts.jsonl";
constexpr int64_t kMostManifestBytes = 64 << 20;
constexpr size_t kShownBytes = 200;

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, std::move(message)};
}

bool MayDiffer(std::string_view member) {
  return member == "run" || member == "assay_version";
}

std::map<std::string, std::string> MembersOf(JsonValue manifest) {
  std::map<std::string, std::string> members;
  for (const auto& member : manifest.Members()) {
    if (!MayDiffer(member.key)) members[member.key] = CanonicalJson(member.value);
  }
  return members;
}

std::string Shown(const std::map<std::string, std::string>& members, const std::string& name) {
  const auto found = members.find(name);
  if (found == members.end()) return "nothing";
  return found->second.size() <= kShownBytes ? found->second
                                             : found->second.substr(0, kShownBytes) + "…";
}

std::string DifferencesOf(JsonValue before, JsonValue now) {
  const auto was = MembersOf(before);
  const auto is = MembersOf(now);
  std::set<std::string> names;
  for (const auto& [name, value] : was) names.insert(name);
  for (const auto& [name, value] : is) names.insert(name);
  std::string text;
  for (const std::string& name : names) {
    const std::string a = Shown(was, name);
    const std::string b = Shown(is, name);
    if (was.count(name) > 0 && is.count(name) > 0 && was.at(name) == is.at(name)) continue;
    text += fmt::format("{}{} was {} and is now {}", text.empty() ? "" : "; ", name, a, b);
  }
  return text;
}

}  // namespace

Result<std::unique_ptr<RolloutFolder>> RolloutFolder::Open(const std::string& path,
                                                           const std::string& manifest) {
  std::error_code failed;
  std::filesystem::create_directories(path, failed);
  if (failed) return SystemError(kStage, failed.value(), path + " cannot be made");
  std::unique_ptr<RolloutFolder> folder(new RolloutFolder(path));
  ASSAY_ASSIGN_OR_RETURN(folder->lock_, rollout::LockFolder(path));
  ASSAY_RETURN_IF_ERROR(folder->AgreeOnManifest(manifest));
  ASSAY_RETURN_IF_ERROR(folder->Load(In::kFinished));
  ASSAY_RETURN_IF_ERROR(folder->Load(In::kRollouts));
  return folder;
}

Status RolloutFolder::AgreeOnManifest(const std::string& manifest) {
  JsonError error;
  const auto now = JsonDocument::Parse(manifest, &error);
  if (!now || !now->root().Is(JsonType::kObject)) return Invalid("the manifest is no JSON object");
  const std::string name = path_ + "/" + kManifest;
  if (::access(name.c_str(), F_OK) == 0) {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadFile(name, kStage, kMostManifestBytes));
    const auto before = JsonDocument::Parse(text, &error);
    const JsonValue run = before ? before->root().Find("run") : JsonValue();
    if (!run.Is(JsonType::kString)) return Invalid(name + " is no manifest of rollouts");
    run_ = run.String();
    const std::string differences = DifferencesOf(before->root(), now->root());
    if (differences.empty()) return {};
    return Invalid(fmt::format("{} is the folder of another run: {}. Name another folder", path_,
                               differences));
  }
  if (::access((path_ + "/" + kRollouts).c_str(), F_OK) == 0) {
    return Invalid(
        fmt::format("{} has rollouts and no {}: nobody knows of what", path_, kManifest));
  }
  std::error_code ignored;
  const std::string whole = std::filesystem::absolute(path_, ignored).string();
  const auto began = std::chrono::system_clock::now().time_since_epoch().count();
  run_ = Sha256Hex(whole + " " + std::to_string(began) + manifest).substr(0, 16);
  JsonWriter json;
  json.BeginObject().Key("run").String(run_);
  for (const auto& member : now->root().Members()) {
    if (member.key != "run") json.Key(member.key).Raw(member.value.raw());
  }
  return WriteFile(kManifest, json.EndObject().Take() + "\n");
}

// REQUIRES: finished.jsonl before rollouts.jsonl, whose lines are of the same rollouts or newer.
Status RolloutFolder::Load(In in) {
  MutexLock lock(mutex_);
  const auto on_line = [&](RowFile::Place place, std::string_view text) ASSAY_REQUIRES(mutex_) {
    const auto line = ParseRolloutLine(text);
    // What a full disk left; its rollout is made again.
    if (!line.ok() || line->has_reward != (in == In::kRollouts)) return;
    const auto [found, is_new] = places_.try_emplace(line->id);
    if (in == In::kRollouts && !is_new) {
      const bool begun_anew = found->second.in == In::kFinished && line->failed;
      if (begun_anew || found->second.in == In::kRollouts) ++superseded_;
      // It had failed, and is finished by now.
      if (begun_anew) return;
    }
    found->second = {in, place, {line->reward, line->mask}};
  };
  const std::string path = path_ + "/" + (in == In::kFinished ? kFinished : kRollouts);
  ASSAY_ASSIGN_OR_RETURN(auto rows, RowFile::Open(path, RowFile::Use::kAppend, on_line));
  (in == In::kFinished ? finished_ : rollouts_) = std::move(rows);
  return {};
}

Result<std::optional<RolloutLine>> RolloutFolder::Find(const std::string& id) const {
  Place place;
  {
    MutexLock lock(mutex_);
    const auto found = places_.find(id);
    if (found == places_.end()) return std::optional<RolloutLine>();
    place = found->second;
  }
  ASSAY_ASSIGN_OR_RETURN(const std::string text, rows(place.in).Read(place.place));
  ASSAY_ASSIGN_OR_RETURN(RolloutLine line, ParseRolloutLine(text));
  return std::optional<RolloutLine>(std::move(line));
}

Result<std::string> RolloutFolder::ReadLine(const std::string& id) const {
  Place place;
  {
    MutexLock lock(mutex_);
    const auto found = places_.find(id);
    if (found == places_.end()) return Error{ErrorCode::kInternal, kStage, 0, "no rollout " + id};
    place = found->second;
  }
  return rows(place.in).Read(place.place);
}

std::optional<RolloutFolder::Scored> RolloutFolder::FindScored(const std::string& id) const {
  MutexLock lock(mutex_);
  const auto found = places_.find(id);
  if (found == places_.end() || found->second.in != In::kRollouts) return std::nullopt;
  return found->second.scored;
}

Status RolloutFolder::AppendFinished(const std::string& id, const std::string& line) {
  ASSAY_ASSIGN_OR_RETURN(const RowFile::Place place, finished_->Append(line));
  MutexLock lock(mutex_);
  // One that was scored is gone on from only when its score is replaced, in rollouts.jsonl.
  Place& entry = places_[id];
  if (entry.in == In::kRollouts) ++superseded_;
  entry = {In::kFinished, place, {}};
  return {};
}

Status RolloutFolder::AppendScored(const std::vector<std::pair<std::string, std::string>>& lines) {
  std::vector<Place> put;
  for (const auto& [id, text] : lines) {
    ASSAY_ASSIGN_OR_RETURN(const RolloutLine line, ParseRolloutLine(text));
    put.push_back({In::kRollouts, rollouts_->Put(text), {line.reward, line.mask}});
  }
  ASSAY_RETURN_IF_ERROR(rollouts_->Flush());
  MutexLock lock(mutex_);
  for (size_t i = 0; i < lines.size(); ++i) {
    Place& entry = places_[lines[i].first];
    if (entry.in == In::kRollouts) ++superseded_;
    entry = put[i];
  }
  return {};
}

Status RolloutFolder::WriteFile(const std::string& name, std::string_view bytes) const {
  return rollout::WriteDurably(path_ + "/" + name, bytes);
}

Status RolloutFolder::Tidy() {
  MutexLock lock(mutex_);
  const bool all_scored = std::all_of(places_.begin(), places_.end(), [](const auto& entry) {
    return entry.second.in == In::kRollouts;
  });
  if (superseded_ > 0) {
    std::vector<const Place*> kept;
    for (const auto& [id, place] : places_) {
      if (place.in == In::kRollouts) kept.push_back(&place);
    }
    std::sort(kept.begin(), kept.end(),
              [](const Place* a, const Place* b) { return a->place.offset < b->place.offset; });
    ASSAY_ASSIGN_OR_RETURN(const auto file, rollout::DurableFile::Open(path_ + "/" + kRollouts));
    for (const Place* const place : kept) {
      ASSAY_ASSIGN_OR_RETURN(const std::string line, rollouts_->Read(place->place));
      ASSAY_RETURN_IF_ERROR(file->Write(line + "\n"));
    }
    ASSAY_RETURN_IF_ERROR(file->Commit());
  }
  const std::string finished = path_ + "/" + kFinished;
  if (all_scored && ::unlink(finished.c_str()) != 0 && errno != ENOENT) {
    return SystemError(kStage, errno, finished + " cannot be removed");
  }
  return {};
}

}  // namespace assay::env
