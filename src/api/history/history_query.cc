#include "api/history/history_query.h"

#include <charconv>
#include <cmath>

#include "api/shared/responses.h"

namespace assay {
namespace {

std::string Bounds(double lowest, double highest) {
  JsonWriter low, high;
  low.Double(lowest);
  high.Double(highest);
  return "from " + low.text() + " to " + high.text();
}

}  // namespace

std::optional<std::string> HistoryQuery::Text(std::string_view name) const {
  auto text = query_.Find(name);
  if (!text || text->empty()) return std::nullopt;
  return text;
}

std::optional<int64_t> HistoryQuery::Int(std::string_view name, int64_t lowest, int64_t highest) {
  const auto text = Text(name);
  if (!text) return std::nullopt;
  int64_t value = 0;
  const char* end = text->data() + text->size();
  const auto [at, error] = std::from_chars(text->data(), end, value);
  if (error == std::errc{} && at == end && value >= lowest && value <= highest) return value;
  Fault(name,
        "must be a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
  return std::nullopt;
}

std::optional<double> HistoryQuery::Number(std::string_view name, double lowest, double highest) {
  const auto text = Text(name);
  if (!text) return std::nullopt;
  double value = 0;
  const char* end = text->data() + text->size();
  const auto [at, error] = std::from_chars(text->data(), end, value);
  if (error == std::errc{} && at == end && value >= lowest && value <= highest) return value;
  Fault(name, "must be a number " + Bounds(lowest, highest));
  return std::nullopt;
}

bool HistoryQuery::Refused(const HttpReplyPtr& reply) const {
  if (errors_.empty()) return false;
  SendInvalid(reply, ErrorStyle::kNative, errors_);
  return true;
}

std::optional<std::string> SeenTenant(const HttpRequest& http, const HistoryQuery& query,
                                      const HttpReplyPtr& reply) {
  const std::string named = query.Text("tenant").value_or("");
  if (http.caller == nullptr || http.caller->role == Role::kAdmin) return named;
  if (named.empty() || named == http.caller->tenant) return http.caller->tenant;
  SendError(reply, ErrorStyle::kNative, 403, "forbidden",
            "the token '" + http.caller->name + "' sees the tenant '" + http.caller->tenant +
                "' only: name that one, or leave it out",
            "tenant");
  return std::nullopt;
}

bool Sees(const HttpRequest& http, const std::string& tenant) {
  if (http.caller == nullptr || http.caller->role == Role::kAdmin) return true;
  return http.caller->tenant == tenant;
}

}  // namespace assay
