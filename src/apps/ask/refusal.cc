#include "apps/ask/refusal.h"

#include <fmt/format.h>

#include "base/text.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay {

std::string RefusalText(std::string_view body) {
  constexpr size_t kMostBytes = 500;
  JsonError ignored;
  const auto document = JsonDocument::Parse(body, &ignored);
  const JsonValue error = document ? document->root().Find("error") : JsonValue();
  const std::string message = TextAt(error, "message");
  if (message.empty()) return std::string(TrimAsciiSpace(body).substr(0, kMostBytes));
  const std::string field = TextAt(error, "field");
  return field.empty() ? message : fmt::format("{}: {}", field, message);
}

}  // namespace assay
