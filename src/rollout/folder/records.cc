#include "rollout/folder/records.h"

#include "base/enum_names.h"
#include "base/work/fingerprint.h"
#include "text/field_reader.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::rollout {
namespace {

inline constexpr auto kFormNames =
    MakeEnumNames<AnswerForm>({{AnswerForm::kAnswer, "answer"},
                               {AnswerForm::kProgram, "program"},
                               {AnswerForm::kContinuation, "continuation"}});
static_assert(kFormNames.IsWholeUpTo(AnswerForm::kContinuation));

enum class StateName { kPassed, kFailed, kMasked, kErrored };
inline constexpr auto kStateNames =
    MakeEnumNames<StateName>({{StateName::kPassed, "passed"},
                              {StateName::kFailed, "failed"},
                              {StateName::kMasked, "masked"},
                              {StateName::kErrored, kErroredState}});
static_assert(kStateNames.IsWholeUpTo(StateName::kErrored));

void Count(JsonWriter* json, std::string_view name, const std::optional<int64_t>& value) {
  if (value) json->Key(name).Int(*value);
}

Error Invalid(const std::string& message) {
  return Error{ErrorCode::kInvalidArgument, "rollout.row", 0, message};
}

Error Invalid(const FieldErrors& errors) {
  const FieldError& first = errors.errors().front();
  return Invalid(ToString(first.path) + ": " + first.message);
}

// Reads the object that a line is with `read`, which gets its fields.
template <typename Record, typename Read>
Result<Record> ParseRow(std::string_view json, const Read& read) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document) return Invalid(error.message);
  if (!document->root().Is(JsonType::kObject)) return Invalid("the line is no JSON object");
  FieldErrors errors;
  FieldReader fields(document->root(), {}, &errors);
  Record record = read(fields, &errors);
  if (!errors.empty()) return Invalid(errors);
  return record;
}

std::string Needed(FieldReader& fields, std::string_view name) {
  return fields.Text(name, Presence::kRequired).value_or("");
}

std::string Given(FieldReader& fields, std::string_view name) {
  return fields.Text(name, Presence::kOptionalOrNull).value_or("");
}

bool Flag(FieldReader& fields, std::string_view name) {
  return fields.Bool(name, Presence::kOptional).value_or(false);
}

}  // namespace

std::string GenerationKey(std::string_view model, std::string_view endpoint,
                          std::string_view prompt, std::string_view parameters, int64_t sample) {
  return PartWriter()
      .Add("generation")
      .Add(model)
      .Add(endpoint)
      .Add(prompt)
      .Add(parameters)
      .Add(sample)
      .Fingerprint();
}

std::string VerdictKey(std::string_view generation, std::string_view problem_sha,
                       std::string_view profile, std::string_view rules) {
  return PartWriter()
      .Add("verdict")
      .Add(generation)
      .Add(problem_sha)
      .Add(profile)
      .Add(rules)
      .Fingerprint();
}

std::string ToJson(const GenerationRecord& record) {
  JsonWriter json(record.content.size() + record.reasoning.size() + 512);
  json.BeginObject();
  json.Key("key").String(record.key).Key("item").Bytes(record.item);
  json.Key("sample").Int(record.sample);
  if (record.form != AnswerForm::kAnswer) json.Key("form").String(kFormNames.NameOf(record.form));
  json.Key("content").Bytes(record.content).Key("reasoning").Bytes(record.reasoning);
  json.Key("truncated").Bool(record.truncated);
  json.Key("finish_reason").Bytes(record.finish_reason);
  json.Key("model").Bytes(record.model).Key("id").Bytes(record.id);
  json.Key("usage").BeginObject();
  Count(&json, "prompt_tokens", record.usage.prompt);
  Count(&json, "completion_tokens", record.usage.completion);
  Count(&json, "reasoning_tokens", record.usage.reasoning);
  json.EndObject().Key("attempts").Int(record.attempts).Key("error");
  if (record.error) {
    json.BeginObject().Key("kind").Bytes(record.error->kind);
    json.Key("message").Bytes(record.error->message).EndObject();
  } else {
    json.Null();
  }
  return json.EndObject().Take();
}

std::string ToJson(const VerdictRecord& record) {
  JsonWriter json(512 + record.message.size() + record.answer.size());
  json.BeginObject();
  json.Key("key").String(record.key).Key("generation").String(record.generation);
  json.Key("item").Bytes(record.item).Key("sample").Int(record.sample);
  json.Key("profile").Bytes(record.profile).Key("state").Bytes(record.state);
  json.Key("reason").Bytes(record.reason).Key("message").Bytes(record.message);
  json.Key("partial");
  if (record.partial) {
    json.Double(*record.partial);
  } else {
    json.Null();
  }
  if (!record.parts.empty()) {
    json.Key("parts").BeginObject();
    for (const auto& [part, word] : record.parts) json.Key(part).Bytes(word);
    json.EndObject();
  }
  json.Key("answer").Bytes(record.answer).Key("rule").Bytes(record.rule);
  json.Key("truncated").Bool(record.truncated).Key("empty").Bool(record.empty);
  json.Key("unextracted").Bool(record.unextracted);
  return json.Key("code_sha").String(record.code_sha).EndObject().Take();
}

Result<GenerationRecord> ParseGeneration(std::string_view json) {
  return ParseRow<GenerationRecord>(json, [](FieldReader& fields, FieldErrors* errors) {
    GenerationRecord record;
    record.key = Needed(fields, "key");
    record.item = Needed(fields, "item");
    record.sample = fields.Int("sample", Presence::kRequired).value_or(0);
    record.form = fields.Choice("form", kFormNames, Presence::kOptional).value_or(record.form);
    record.content = Needed(fields, "content");
    record.reasoning = Given(fields, "reasoning");
    record.truncated = Flag(fields, "truncated");
    record.finish_reason = Given(fields, "finish_reason");
    record.model = Given(fields, "model");
    record.id = Given(fields, "id");
    FieldReader usage(fields.Object("usage", Presence::kOptionalOrNull), fields.Path("usage"),
                      errors);
    record.usage.prompt = usage.Int("prompt_tokens", Presence::kOptionalOrNull);
    record.usage.completion = usage.Int("completion_tokens", Presence::kOptionalOrNull);
    record.usage.reasoning = usage.Int("reasoning_tokens", Presence::kOptionalOrNull);
    record.attempts = fields.Int("attempts", Presence::kOptional).value_or(0);
    if (const JsonValue error = fields.Object("error", Presence::kOptionalOrNull)) {
      FieldReader why(error, fields.Path("error"), errors);
      record.error.emplace();
      record.error->kind = Needed(why, "kind");
      record.error->message = Given(why, "message");
    }
    return record;
  });
}

Result<VerdictRecord> ParseVerdict(std::string_view json) {
  return ParseRow<VerdictRecord>(json, [](FieldReader& fields, FieldErrors*) {
    VerdictRecord record;
    record.key = Needed(fields, "key");
    record.generation = Needed(fields, "generation");
    record.item = Needed(fields, "item");
    record.sample = fields.Int("sample", Presence::kRequired).value_or(0);
    record.profile = Needed(fields, "profile");
    if (const auto state = fields.Choice("state", kStateNames, Presence::kRequired)) {
      record.state = kStateNames.NameOf(*state);
    }
    record.reason = Given(fields, "reason");
    record.message = Given(fields, "message");
    record.partial = fields.Number("partial", Presence::kOptionalOrNull);
    if (const JsonValue parts = fields.Object("parts", Presence::kOptional)) {
      for (const JsonValue::Member& part : parts.Members()) {
        if (part.value.Is(JsonType::kString)) {
          record.parts.emplace_back(part.key, part.value.String());
        }
      }
    }
    record.answer = Given(fields, "answer");
    record.rule = Given(fields, "rule");
    record.truncated = Flag(fields, "truncated");
    record.empty = Flag(fields, "empty");
    record.unextracted = Flag(fields, "unextracted");
    record.code_sha = Given(fields, "code_sha");
    return record;
  });
}

}  // namespace assay::rollout
