// The queries of the history's routes: whose verdicts a caller may see, and parameters with their
// faults. Pure but for the reply; thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "net/form/query.h"
#include "net/http.h"
#include "text/field_reader.h"

namespace assay {

class HistoryQuery {
 public:
  explicit HistoryQuery(const HttpRequest& http) : query_(http.query) {}

  // Absent or empty: nothing, which isn't a fault.
  std::optional<std::string> Text(std::string_view name) const;
  std::optional<int64_t> Int(std::string_view name, int64_t lowest, int64_t highest);
  std::optional<double> Number(std::string_view name, double lowest, double highest);
  template <typename Enum, size_t kSize>
  std::optional<Enum> Choice(std::string_view name, const EnumNames<Enum, kSize>& names) {
    const auto text = Text(name);
    if (!text) return std::nullopt;
    const auto value = names.Find(*text);
    if (!value) errors_.Add({std::string(name)}, "literal_error", "must be " + names.Choices());
    return value;
  }
  void Fault(std::string_view name, std::string message) {
    errors_.Add({std::string(name)}, "value_error", std::move(message));
  }

  // Answers 422 and returns true when a parameter is faulty.
  bool Refused(const HttpReplyPtr& reply) const;

 private:
  const Query query_;
  FieldErrors errors_;
};

// Whose verdicts a request sees: of one tenant, or of all (empty). An admin, and anybody on a
// server that asks nobody, sees all and may name a tenant; others see their own. Nothing: it named
// another one's, and that is answered.
std::optional<std::string> SeenTenant(const HttpRequest& http, const HistoryQuery& query,
                                      const HttpReplyPtr& reply);
// The same where there is one record: whether its tenant is seen.
bool Sees(const HttpRequest& http, const std::string& tenant);

}  // namespace assay
