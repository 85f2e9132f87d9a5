#include "api/swe/swe_request.h"

#include <algorithm>
#include <array>
#include <utility>

#include "api/shared/origin_json.h"
#include "swe/read/patch_text.h"

namespace assay {
namespace {

constexpr auto kOptional = Presence::kOptionalOrNull;

constexpr std::array<std::string_view, 11> kOfRequest = {
    "mode",          "task",   "row",         "repository",        "image",
    "limits",        "stream", "submissions", "include_log_bytes", "include_tests",
    "include_report"};
constexpr std::array<std::string_view, 4> kOfItem = {"id", "origin", "patch", "response"};

template <size_t kSize>
bool Has(const std::array<std::string_view, kSize>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class SweParser {
 public:
  SweParser(JsonValue body, FieldErrors* errors)
      : body_(body), errors_(*errors), fields_(body, {}, errors) {}

  SweRequest Parse() {
    request_.single = !body_.Find("submissions");
    for (const auto& member : body_.Members()) {
      if (!Has(kOfRequest, member.key) && !(request_.single && Has(kOfItem, member.key))) {
        errors_.Add(FieldPath{} / member.key, "extra_forbidden",
                    "There is no such field with mode swe");
      }
    }
    swe::TaskSource source = swe::ReadTaskSource(body_, {}, &errors_);
    request_.task = std::make_shared<const swe::RunTask>(std::move(source.task));
    request_.repository = std::move(source.repository);
    request_.limits = source.limits;
    request_.stream = fields_.Bool("stream", kOptional).value_or(false);
    request_.include_tests = fields_.Bool("include_tests", kOptional).value_or(false);
    request_.include_report = fields_.Bool("include_report", kOptional).value_or(false);
    request_.include_log_bytes = fields_.Int("include_log_bytes", kOptional).value_or(0);
    if (request_.include_log_bytes < 0 || request_.include_log_bytes > SweBounds::kLogBytes) {
      fields_.Fault("include_log_bytes", "value_error",
                    "Input should be between 0 and " + std::to_string(SweBounds::kLogBytes));
    }
    ParseItems();
    return std::move(request_);
  }

 private:
  void ParseItems() {
    if (request_.single) return ParseItem(body_, {});
    const JsonValue list = fields_.Array("submissions", Presence::kRequired);
    if (!list) return;
    const auto items = list.Items();
    if (items.empty()) {
      fields_.Fault("submissions", "too_short", "List should have at least 1 item");
    }
    if (items.size() > SweBounds::kSubmissions) {
      return fields_.Fault(
          "submissions", "too_long",
          "List should have at most " + std::to_string(SweBounds::kSubmissions) + " items");
    }
    for (size_t i = 0; i < items.size(); ++i) ParseItem(items[i], FieldPath{} / "submissions" / i);
  }

  void ParseItem(JsonValue json, const FieldPath& path) {
    SweItem& item = request_.items.emplace_back();
    if (!json.Is(JsonType::kObject)) {
      return errors_.Add(path, "dict_type", "Input should be a valid dictionary");
    }
    if (!request_.single) {
      for (const auto& member : json.Members()) {
        if (Has(kOfItem, member.key)) continue;
        errors_.Add(path / member.key, "extra_forbidden",
                    "There is no such field; the task is beside the list");
      }
    }
    FieldReader fields(json, path, &errors_);
    item.id = DecodeId(json.Find("id"), path / "id");
    item.origin = ParseOrigin(fields.Object("origin", kOptional), path / "origin", &errors_);
    const JsonValue response = json.Find("response");
    if (!response || response.IsNull()) {
      item.patch = fields.Text("patch", Presence::kRequired).value_or("");
      return;
    }
    if (const JsonValue patch = json.Find("patch"); patch && !patch.IsNull()) {
      return fields.Fault("response", "value_error", "Give either 'patch' or 'response'");
    }
    if (const auto text = fields.Text("response", Presence::kRequired)) {
      item.patch = swe::PatchIn(*text);
    }
  }

  std::string DecodeId(JsonValue id, const FieldPath& path) {
    if (!id || id.IsNull()) return std::to_string(request_.items.size() - 1);
    if (id.Is(JsonType::kNumber)) return std::string(id.raw());
    return ReadString(id, path, &errors_).value_or("");
  }

  const JsonValue body_;
  FieldErrors& errors_;
  FieldReader fields_;
  SweRequest request_;
};

}  // namespace

bool AsksForSwe(JsonValue body) {
  const JsonValue mode = body.Find("mode");
  return mode.Is(JsonType::kString) && mode.String() == "swe";
}

SweRequest ParseSwe(JsonValue body, FieldErrors* errors) {
  return SweParser(body, errors).Parse();
}

}  // namespace assay
