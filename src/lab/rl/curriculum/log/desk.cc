#include "lab/rl/curriculum/log/desk.h"

#include <fmt/format.h>

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/io_thread.h"
#include "base/text.h"
#include "base/work/fingerprint.h"
#include "rollout/folder/durable_file.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::curriculum {
namespace {

constexpr char kStage[] = "curriculum";
constexpr char kRewind[] = "rewind";
// Answers kept for who asks again with the same key: as many calls may be on the way at once.
constexpr size_t kKeyed = 256;
// Other rules of drawing, other sequences: raised with every change of them.
constexpr int64_t kRules = 1;

Error Fault(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0, message};
}

// What a folder is of, as its first line says it.
std::string Manifest(const Plan& plan, const ProblemTable& problems) {
  PartWriter rows;
  for (uint32_t i = 0; i < problems.size(); ++i) {
    rows.Add(problems.Id(i)).Add(problems.DomainOf(i));
    rows.Add(problems.MeasuredOf(i).solved).Add(problems.MeasuredOf(i).of);
  }
  JsonWriter json;
  json.BeginObject().Key("curriculum").Bytes(plan.name).Key("rules").Int(kRules);
  json.Key("plan_sha256").String(Sha256Hex(plan.source));
  json.Key("seed").String(std::to_string(plan.seed));
  json.Key("problems").Int(problems.size()).Key("problems_sha256").String(rows.Fingerprint());
  json.EndObject();
  return json.Take();
}

// What of it differs, for a message.
std::string WhatDiffers(JsonValue before, JsonValue now) {
  if (NumberAt(before, "rules") != NumberAt(now, "rules")) return "another version of the program";
  if (TextAt(before, "plan_sha256") != TextAt(now, "plan_sha256")) return "another plan";
  if (TextAt(before, "seed") != TextAt(now, "seed")) {
    return "the seed " + TextAt(before, "seed");
  }
  return fmt::format("other problems ({} of them)", NumberAt(before, "problems"));
}

Status AgreeOn(const std::string& before, const std::string& now, const std::string& folder) {
  if (before == now) return {};
  JsonError error;
  const auto was = JsonDocument::Parse(before, &error);
  const auto is = JsonDocument::Parse(now, &error);
  if (!was || TextAt(was->root(), "plan_sha256").empty()) {
    return Fault(folder + "/journal.jsonl: the first line isn't one of a curriculum");
  }
  return Fault(folder + " is the folder of " + WhatDiffers(was->root(), is->root()) +
               "; name another folder, or go on with what it was begun with");
}

std::string LineOf(const Call& call) {
  JsonWriter json;
  json.BeginObject().Key(kCallKindNames.NameOf(call.kind())).Raw(WriteCall(call)).EndObject();
  return json.Take();
}

struct Line {
  std::optional<int64_t> rewind;
  Call call;
};

Result<Line> ReadLine(std::string_view text) {
  const Error damaged =
      Error{ErrorCode::kInternal, kStage, 0,
            "the journal has a line that isn't one: " + std::string(text.substr(0, 200))};
  JsonError error;
  const auto document = JsonDocument::Parse(text, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return damaged;
  const auto members = document->root().Members();
  if (members.size() != 1) return damaged;
  Line line;
  if (members[0].key == kRewind && members[0].value.Is(JsonType::kNumber)) {
    line.rewind = static_cast<int64_t>(members[0].value.Double());
    return line;
  }
  const auto kind = kCallKindNames.Find(members[0].key);
  if (!kind || !members[0].value.Is(JsonType::kObject)) return damaged;
  FieldErrors errors;
  line.call = ReadCall(*kind, members[0].value, &errors);
  if (!errors.empty()) return damaged;
  return line;
}

}  // namespace

Result<std::unique_ptr<Desk>> Desk::Open(const std::string& folder, const Plan& plan,
                                         std::shared_ptr<const ProblemTable> problems) {
  CheckMayBlock();
  std::error_code failed;
  std::filesystem::create_directories(folder, failed);
  if (failed) return SystemError(kStage, failed.value(), folder + " cannot be made");
  std::unique_ptr<Desk> desk(new Desk(plan, std::move(problems)));
  ASSAY_ASSIGN_OR_RETURN(desk->lock_, rollout::LockFolder(folder));
  ASSAY_RETURN_IF_ERROR(desk->Load(folder));
  return desk;
}

Status Desk::Load(const std::string& folder) {
  const std::string manifest = Manifest(plan_, *problems_);
  std::optional<std::string> first;
  std::optional<Error> damage;
  std::vector<rollout::RowFile::Place> calls;
  const auto on_line = [&](rollout::RowFile::Place place, std::string_view text) {
    if (!first) {
      first = std::string(text);
    } else if (const auto line = ReadLine(text); !line.ok()) {
      if (!damage) damage = line.error();
    } else if (!line->rewind) {
      calls.push_back(place);
    } else if (*line->rewind >= 0 && *line->rewind <= static_cast<int64_t>(calls.size())) {
      calls.resize(static_cast<size_t>(*line->rewind));
    } else if (!damage) {
      damage =
          Error{ErrorCode::kInternal, kStage, 0, "the journal goes back to where it never was"};
    }
  };
  ASSAY_ASSIGN_OR_RETURN(journal_, rollout::RowFile::Open(folder + "/journal.jsonl",
                                                          rollout::RowFile::Use::kAppend, on_line));
  if (first) {
    ASSAY_RETURN_IF_ERROR(AgreeOn(*first, manifest, folder));
    if (damage) return *damage;
  }
  ASSAY_ASSIGN_OR_RETURN(State state, Repeat(calls));
  MutexLock lock(mutex_);
  state_ = std::move(state);
  if (first) return {};
  // Only a plan that can be followed begins a journal.
  ASSAY_RETURN_IF_ERROR(rollout::WriteDurably(folder + "/plan.yaml", plan_.source));
  const auto begun = journal_->Append(manifest);
  if (!begun.ok()) return begun.error();
  return {};
}

Result<Desk::State> Desk::Repeat(const std::vector<rollout::RowFile::Place>& calls) const {
  State state;
  ASSAY_ASSIGN_OR_RETURN(state.curriculum, Curriculum::Make(plan_, problems_));
  for (const rollout::RowFile::Place& place : calls) {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, journal_->Read(place));
    ASSAY_ASSIGN_OR_RETURN(const Line line, ReadLine(text));
    const auto done = Carry(line.call, text, &state);
    if (!done.ok()) {
      return Error{ErrorCode::kInternal, kStage, 0,
                   fmt::format("call {} of the journal can't be repeated: {}",
                               state.calls.size() + 1, done.error().message)};
    }
    state.calls.push_back(place);
  }
  return state;
}

Result<Done> Desk::Carry(const Call& call, std::string_view line, State* state) {
  ASSAY_ASSIGN_OR_RETURN(Answer answer, Apply(call, state->curriculum.get()));
  Done done{static_cast<int64_t>(state->calls.size()) + 1, std::move(answer)};
  if (!call.key.empty()) {
    state->keyed.push_back({call.key, std::string(line), done});
    if (state->keyed.size() > kKeyed) state->keyed.pop_front();
  }
  return done;
}

Result<Done> Desk::DoOnce(const Call& call, const std::string& line) {
  for (const Keyed& keyed : state_.keyed) {
    if (call.key.empty() || keyed.key != call.key) continue;
    if (keyed.line == line) return keyed.done;
    return InvalidField(kStage, "key", "'" + call.key + "' is that of another call");
  }
  ASSAY_ASSIGN_OR_RETURN(Done done, Carry(call, line, &state_));
  state_.calls.push_back(journal_->Put(line));
  return done;
}

Result<Done> Desk::Do(const Call& call) {
  CheckMayBlock();
  const std::string line = LineOf(call);
  std::optional<Result<Done>> done;
  {
    MutexLock lock(mutex_);
    done.emplace(DoOnce(call, line));
  }
  if (done->ok()) ASSAY_RETURN_IF_ERROR(journal_->Flush());
  return *std::move(done);
}

Result<int64_t> Desk::Rewind(int64_t place) {
  CheckMayBlock();
  {
    MutexLock lock(mutex_);
    const auto now = static_cast<int64_t>(state_.calls.size());
    if (place < 0 || place > now) {
      return InvalidField(kStage, "place",
                          fmt::format("must be from 0 to {}, where it is now", now));
    }
    // What will be read again has to be on the disk.
    ASSAY_RETURN_IF_ERROR(journal_->Flush());
    ASSAY_ASSIGN_OR_RETURN(state_, Repeat({state_.calls.begin(),
                                           state_.calls.begin() + static_cast<ptrdiff_t>(place)}));
    journal_->Put(fmt::format("{{\"{}\":{}}}", kRewind, place));
  }
  ASSAY_RETURN_IF_ERROR(journal_->Flush());
  return place;
}

Summary Desk::Summarise() const {
  MutexLock lock(mutex_);
  return state_.curriculum->Summarise();
}

std::vector<int64_t> Desk::UnderWay() const {
  MutexLock lock(mutex_);
  return state_.curriculum->UnderWay();
}

int64_t Desk::place() const {
  MutexLock lock(mutex_);
  return static_cast<int64_t>(state_.calls.size());
}

}  // namespace assay::curriculum
