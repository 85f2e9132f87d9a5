#include "telemetry/traces/otlp_json.h"

#include <charconv>

#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr int kStatusError = 2;
constexpr size_t kSpanBytes = 768;  // about

void WriteValue(const SpanValue& value, JsonWriter* json) {
  json->Key("value").BeginObject();
  if (const auto* text = std::get_if<std::string>(&value)) {
    json->Key("stringValue").Bytes(*text);
  } else if (const auto* whole = std::get_if<int64_t>(&value)) {
    json->Key("intValue").String(std::to_string(*whole));
  } else if (const auto* number = std::get_if<double>(&value)) {
    json->Key("doubleValue").Double(*number);
  } else {
    json->Key("boolValue").Bool(std::get<bool>(value));
  }
  json->EndObject();
}

void WriteAttribute(std::string_view key, const SpanValue& value, JsonWriter* json) {
  json->BeginObject().Key("key").String(key);
  WriteValue(value, json);
  json->EndObject();
}

void WriteSpan(const Span& span, JsonWriter* json) {
  json->BeginObject().Key("traceId").String(span.trace_id).Key("spanId").String(span.span_id);
  if (!span.parent_id.empty()) json->Key("parentSpanId").String(span.parent_id);
  if (!span.trace_state.empty()) json->Key("traceState").Bytes(span.trace_state);
  json->Key("name").Bytes(span.name).Key("kind").Int(static_cast<int>(span.kind));
  json->Key("startTimeUnixNano").String(std::to_string(span.start_ns));
  json->Key("endTimeUnixNano").String(std::to_string(span.end_ns));
  json->Key("attributes").BeginArray();
  for (const auto& [key, value] : span.attributes) WriteAttribute(key, value, json);
  json->EndArray().Key("status").BeginObject();
  if (span.failed) json->Key("code").Int(kStatusError);
  json->EndObject().EndObject();
}

}  // namespace

std::string OtlpTraces(std::span<const Span> spans,
                       std::span<const std::pair<std::string, std::string>> resource,
                       std::string_view version) {
  JsonWriter json(1024 + spans.size() * kSpanBytes);
  json.BeginObject().Key("resourceSpans").BeginArray().BeginObject();
  json.Key("resource").BeginObject().Key("attributes").BeginArray();
  for (const auto& [name, value] : resource) WriteAttribute(name, value, &json);
  json.EndArray().EndObject().Key("scopeSpans").BeginArray().BeginObject();
  json.Key("scope").BeginObject().Key("name").String("assay");
  json.Key("version").String(version).EndObject().Key("spans").BeginArray();
  for (const Span& span : spans) WriteSpan(span, &json);
  json.EndArray().EndObject().EndArray().EndObject().EndArray().EndObject();
  return json.Take();
}

int64_t RejectedSpans(std::string_view answer) {
  JsonError error;
  const auto document = JsonDocument::Parse(answer, &error);
  if (!document || !document->root().Is(JsonType::kObject)) return 0;
  const JsonValue partial = document->root().Find("partialSuccess");
  if (!partial || !partial.Is(JsonType::kObject)) return 0;
  const JsonValue count = partial.Find("rejectedSpans");
  if (!count) return 0;
  std::string_view text = count.raw();  // a string by the standard, a number by some
  if (count.Is(JsonType::kString) && text.size() >= 2) text = text.substr(1, text.size() - 2);
  int64_t rejected = 0;
  const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), rejected);
  return fault == std::errc() && end == text.data() + text.size() && rejected > 0 ? rejected : 0;
}

}  // namespace assay
