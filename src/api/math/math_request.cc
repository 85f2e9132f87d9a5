#include "api/math/math_request.h"

#include <utility>
#include <vector>

#include "api/shared/origin_json.h"
#include "api/shared/responses.h"

namespace assay {
namespace {

using math::ExtractOptions;
using math::VerifyOptions;

constexpr auto kOptional = Presence::kOptionalOrNull;

constexpr auto kDecimalNames = MakeEnumNames<VerifyOptions::DecimalPolicy>({
    {VerifyOptions::DecimalPolicy::kExact, "exact"},
    {VerifyOptions::DecimalPolicy::kGoldRounded, "gold_rounded"},
    {VerifyOptions::DecimalPolicy::kSignificantDigits, "significant_digits"},
});
constexpr auto kThinkNames = MakeEnumNames<ExtractOptions::Think>({
    {ExtractOptions::Think::kOff, "off"},
    {ExtractOptions::Think::kOptional, "optional"},
    {ExtractOptions::Think::kRequired, "required"},
});
constexpr auto kSecondOpinionNames = MakeEnumNames<SecondOpinion>({
    {SecondOpinion::kOff, "off"},
    {SecondOpinion::kReport, "report"},
    {SecondOpinion::kApply, "apply"},
});

// Leaves the value alone when the field is absent or faulty.
template <typename Enum, size_t kSize>
void ReadChoice(FieldReader* fields, std::string_view field, const EnumNames<Enum, kSize>& names,
                Enum* value) {
  if (const auto choice = fields->Choice(field, names, kOptional)) *value = *choice;
}

struct Switch {
  std::string_view name;
  bool VerifyOptions::*field;
};
constexpr Switch kSwitches[] = {
    {"ignore_units", &VerifyOptions::ignore_units},
    {"check_units", &VerifyOptions::check_units},
    {"percent_bare_number", &VerifyOptions::percent_bare_number},
    {"bare_list_is_set", &VerifyOptions::bare_list_is_set},
    {"vector_is_tuple", &VerifyOptions::vector_is_tuple},
    {"unwrap_assignment", &VerifyOptions::unwrap_assignment},
    {"relation_is_interval", &VerifyOptions::relation_is_interval},
    {"real_roots", &VerifyOptions::real_roots},
    {"ignore_text_case", &VerifyOptions::ignore_text_case},
};

bool IsOption(std::string_view name) {
  for (const char* other :
       {"decimals", "min_significant_digits", "relative_tolerance", "think", "second_opinion"}) {
    if (name == other) return true;
  }
  for (const Switch& option : kSwitches) {
    if (name == option.name) return true;
  }
  return false;
}

void DecodeOptions(JsonValue json, const FieldPath& path, FieldErrors* errors,
                   math::MathProfile* profile, SecondOpinion* second_opinion) {
  FieldReader fields(json, path, errors);
  // A misspelt option would quietly judge by another policy.
  for (const auto& member : json.Members()) {
    if (!IsOption(member.key)) errors->Add(path / member.key, "extra_forbidden", "No such option");
  }
  VerifyOptions& verify = profile->verify;
  ReadChoice(&fields, "decimals", kDecimalNames, &verify.decimals);
  ReadChoice(&fields, "think", kThinkNames, &profile->extract.think);
  ReadChoice(&fields, "second_opinion", kSecondOpinionNames, second_opinion);
  if (const auto digits = fields.Int("min_significant_digits", kOptional)) {
    if (*digits < 1 || *digits > 1000) {
      fields.Fault("min_significant_digits", "value_error", "Input should be from 1 to 1000");
    } else {
      verify.min_significant_digits = static_cast<int>(*digits);
    }
  }
  if (const auto tolerance = fields.Number("relative_tolerance", kOptional)) {
    if (*tolerance < 0 || *tolerance > 1) {
      fields.Fault("relative_tolerance", "value_error", "Input should be from 0 to 1");
    } else {
      verify.relative_tolerance = *tolerance;
    }
  }
  for (const Switch& option : kSwitches) {
    if (const auto value = fields.Bool(option.name, kOptional)) verify.*option.field = *value;
  }
}

using ReadWords = std::optional<std::string>(JsonValue, const FieldPath&, FieldErrors*);

// Words, or a number as it is written: data sets have both.
std::string ReadField(JsonValue object, std::string_view name, const FieldPath& path,
                      ReadWords* read_words, FieldErrors* errors) {
  const JsonValue value = object.Find(name);
  if (!value) {
    errors->Add(path / name, "missing", "Field required");
    return "";
  }
  if (value.Is(JsonType::kNumber)) return std::string(value.raw());
  return read_words(value, path / name, errors).value_or("");
}

}  // namespace

std::optional<SecondOpinion> ParseSecondOpinion(std::string_view name) {
  return kSecondOpinionNames.Find(name);
}

void DecodeMathRules(JsonValue object, const FieldPath& path, FieldErrors* errors,
                     math::MathProfile* profile, SecondOpinion* second_opinion) {
  FieldReader fields(object, path, errors);
  if (const auto name = fields.String("profile", kOptional)) {
    if (const math::MathProfile* named = math::FindProfile(*name)) {
      *profile = *named;
    } else {
      std::vector<std::string_view> names;
      for (const math::MathProfile& known : math::Profiles()) names.push_back(known.name);
      fields.Fault("profile", "literal_error", "Input should be " + QuotedChoices(names));
    }
  }
  if (const JsonValue options = fields.Object("options", kOptional)) {
    DecodeOptions(options, path / "options", errors, profile, second_opinion);
  }
}

MathItem DecodeMathItem(JsonValue json, size_t index, const FieldPath& path,
                        std::string_view response_field, FieldErrors* errors) {
  MathItem item;
  if (!json.Is(JsonType::kObject)) {
    errors->Add(path, "dict_type", "Input should be a valid dictionary");
    return item;
  }
  const JsonValue id = json.Find("id");
  if (!id || id.IsNull()) {
    item.id = std::to_string(index);
  } else if (id.Is(JsonType::kNumber)) {
    item.id = id.raw();
  } else {
    item.id = ReadString(id, path / "id", errors).value_or("");
  }
  item.gold = ReadField(json, "gold", path, &ReadString, errors);
  if (item.gold.size() > MathBounds::kGoldBytes) {
    errors->Add(path / "gold", "string_too_long",
                "Input should have at most " + std::to_string(MathBounds::kGoldBytes) + " bytes");
  }
  // Whatever the candidate wrote is an answer to judge: no response has its batch refused.
  item.response = ReadField(json, response_field, path, &ReadText, errors);
  if (item.response.size() > MathBounds::kResponseBytes) {
    item.response_too_long = true;
    item.response = {};
  }
  FieldReader fields(json, path, errors);
  item.origin = ParseOrigin(fields.Object("origin", kOptional), path / "origin", errors);
  return item;
}

MathRequest DecodeMath(JsonValue body, SecondOpinion default_opinion, FieldErrors* errors) {
  MathRequest request;
  FieldReader fields(body, {}, errors);
  request.stream = fields.Bool("stream", kOptional).value_or(false);
  request.work.second_opinion = default_opinion;
  DecodeMathRules(body, {}, errors, &request.work.profile, &request.work.second_opinion);
  const JsonValue list = fields.Array("items", Presence::kRequired);
  if (!list) return request;
  const std::vector<JsonValue> items = list.Items();
  if (items.empty() || items.size() > MathBounds::kItems) {
    fields.Fault("items", items.empty() ? "too_short" : "too_long",
                 "List should have from 1 to " + std::to_string(MathBounds::kItems) + " items");
    return request;
  }
  request.work.items.reserve(items.size());
  for (size_t i = 0; i < items.size(); ++i) {
    request.work.items.push_back(
        DecodeMathItem(items[i], i, FieldPath{} / "items" / i, "response", errors));
  }
  return request;
}

}  // namespace assay
