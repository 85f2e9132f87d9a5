#include "lab/rl/curriculum/log/call.h"

#include <cmath>
#include <optional>

#include "text/json_writer.h"

namespace assay::curriculum {
namespace {

constexpr size_t kMostKeyBytes = 200;

// A whole number that a member of a list is.
std::optional<int64_t> WholeNumber(JsonValue value) {
  constexpr double kLargest = 9007199254740992;  // 2^53
  if (!value.Is(JsonType::kNumber)) return std::nullopt;
  const double number = value.Double();
  if (std::trunc(number) != number || !(std::abs(number) <= kLargest)) return std::nullopt;
  return static_cast<int64_t>(number);
}

GroupResult ReadResult(JsonValue value, const FieldPath& path, FieldErrors* errors) {
  FieldReader reader(value, path, errors);
  GroupResult result;
  result.group = reader.Int("group", Presence::kRequired).value_or(0);
  result.truncated = reader.Int("truncated", Presence::kOptionalOrNull).value_or(0);
  const JsonValue rewards = reader.Array("rewards", Presence::kRequired);
  if (!rewards) return result;
  for (const JsonValue reward : rewards.Items()) {
    if (reward.IsNull()) {
      result.rewards.emplace_back();
    } else if (reward.Is(JsonType::kNumber)) {
      result.rewards.emplace_back(reward.Double());
    } else if (reward.Is(JsonType::kBool)) {
      result.rewards.emplace_back(reward.Bool() ? 1 : 0);
    } else {
      errors->Add(path / "rewards" / (result.rewards.size()), "number_type",
                  "Input should be a number, true, false or null");
      return result;
    }
  }
  return result;
}

Measure ReadMeasure(JsonValue value, const FieldPath& path, FieldErrors* errors) {
  FieldReader reader(value, path, errors);
  Measure measure;
  measure.problem = reader.String("id", Presence::kRequired).value_or("");
  measure.solved = reader.Int("solved", Presence::kRequired).value_or(0);
  measure.of = reader.Int("of", Presence::kRequired).value_or(0);
  return measure;
}

template <typename One>
std::vector<One> ReadList(FieldReader* reader, const char* name, FieldErrors* errors,
                          One (*read)(JsonValue, const FieldPath&, FieldErrors*)) {
  std::vector<One> list;
  const JsonValue array = reader->Array(name, Presence::kRequired);
  if (!array) return list;
  for (const JsonValue item : array.Items()) {
    const FieldPath path = reader->Path(name) / list.size();
    if (!item.Is(JsonType::kObject)) {
      errors->Add(path, "object_type", "Input should be an object");
      return list;
    }
    list.push_back(read(item, path, errors));
  }
  if (list.empty()) reader->Fault(name, "too_short", "must not be empty");
  return list;
}

Ask ReadAsk(FieldReader* reader) {
  Ask ask;
  ask.step = reader->Int("step", Presence::kOptionalOrNull);
  ask.groups = reader->Int("groups", Presence::kOptionalOrNull);
  return ask;
}

GroupsBack ReadGroupsBack(FieldReader* reader, FieldErrors* errors) {
  GroupsBack back;
  const JsonValue array = reader->Array("groups", Presence::kRequired);
  if (!array) return back;
  for (const JsonValue item : array.Items()) {
    const auto number = WholeNumber(item);
    if (!number) {
      errors->Add(reader->Path("groups") / back.groups.size(), "int_type",
                  "Input should be the number of a group");
      return back;
    }
    back.groups.push_back(*number);
  }
  if (back.groups.empty()) reader->Fault("groups", "too_short", "must not be empty");
  return back;
}

void Write(const Ask& ask, JsonWriter* json) {
  if (ask.step) json->Key("step").Int(*ask.step);
  if (ask.groups) json->Key("groups").Int(*ask.groups);
}

void Write(const std::vector<GroupResult>& results, JsonWriter* json) {
  json->Key("groups").BeginArray();
  for (const GroupResult& result : results) {
    json->BeginObject().Key("group").Int(result.group).Key("rewards").BeginArray();
    for (const auto& reward : result.rewards) reward ? json->Double(*reward) : json->Null();
    json->EndArray();
    if (result.truncated != 0) json->Key("truncated").Int(result.truncated);
    json->EndObject();
  }
  json->EndArray();
}

void Write(const GroupsBack& back, JsonWriter* json) {
  json->Key("groups").BeginArray();
  for (const int64_t group : back.groups) json->Int(group);
  json->EndArray();
}

void Write(const std::vector<Measure>& measures, JsonWriter* json) {
  json->Key("problems").BeginArray();
  for (const Measure& measure : measures) {
    json->BeginObject().Key("id").String(measure.problem).Key("solved").Int(measure.solved);
    json->Key("of").Int(measure.of).EndObject();
  }
  json->EndArray();
}

void Write(const StageEnd& end, JsonWriter* json) {
  if (!end.stage.empty()) json->Key("stage").String(end.stage);
}

struct Applier {
  Curriculum* curriculum;

  template <typename Value>
  static Result<Answer> Answered(Result<Value> result) {
    if (!result.ok()) return result.error();
    return Answer(std::move(result).value());
  }
  static Result<Answer> Answered(const Status& status) {
    if (!status.ok()) return status.error();
    return Answer();
  }

  Result<Answer> operator()(const Ask& ask) const { return Answered(curriculum->Next(ask)); }
  Result<Answer> operator()(const std::vector<GroupResult>& results) const {
    return Answered(curriculum->Report(results));
  }
  Result<Answer> operator()(const GroupsBack& back) const {
    return Answered(curriculum->Return(back.groups));
  }
  Result<Answer> operator()(const std::vector<Measure>& measures) const {
    return Answered(curriculum->MeasureAgain(measures));
  }
  Result<Answer> operator()(const StageEnd& end) const {
    return Answered(curriculum->Advance(end.stage));
  }
};

}  // namespace

Call ReadCall(CallKind kind, JsonValue body, FieldErrors* errors) {
  FieldReader reader(body, {}, errors);
  Call call;
  call.key = reader.String("key", Presence::kOptionalOrNull).value_or("");
  if (call.key.size() > kMostKeyBytes) {
    reader.Fault("key", "too_long", "must have 200 bytes at most");
  }
  switch (kind) {
    case CallKind::kNext: call.what = ReadAsk(&reader); break;
    case CallKind::kReport: call.what = ReadList(&reader, "groups", errors, ReadResult); break;
    case CallKind::kReturn: call.what = ReadGroupsBack(&reader, errors); break;
    case CallKind::kMeasure: call.what = ReadList(&reader, "problems", errors, ReadMeasure); break;
    case CallKind::kAdvance:
      call.what = StageEnd{reader.String("stage", Presence::kOptionalOrNull).value_or("")};
      break;
  }
  return call;
}

std::string WriteCall(const Call& call) {
  JsonWriter json;
  json.BeginObject();
  std::visit([&json](const auto& what) { Write(what, &json); }, call.what);
  if (!call.key.empty()) json.Key("key").String(call.key);
  json.EndObject();
  return json.Take();
}

Result<Answer> Apply(const Call& call, Curriculum* curriculum) {
  return std::visit(Applier{curriculum}, call.what);
}

}  // namespace assay::curriculum
