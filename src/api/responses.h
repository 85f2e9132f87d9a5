// The shapes of answers and refusals, shared by the routes. Pure but for the reply they answer;
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "net/http.h"
#include "text/field_reader.h"
#include "text/json_reader.h"

namespace assay {

// Which of the two error shapes a route speaks.
enum class ErrorStyle {
  kCompatible,  // {"detail": …}
  kNative,      // {"error": {"code": …, "message": …, "field": …}}
};

void SendJson(const HttpReplyPtr& reply, int status, std::string body);
void SendError(const HttpReplyPtr& reply, ErrorStyle style, int status, std::string_view code,
               std::string_view message, std::string_view field = "");
// 422 with every faulty field.
void SendInvalid(const HttpReplyPtr& reply, ErrorStyle style, const FieldErrors& errors);
// Overload: 504 on compatible routes, because their clients retry nothing else; else 429.
void SendOverloaded(const HttpReplyPtr& reply, ErrorStyle style, int retry_after_seconds,
                    std::string_view message);

// The JSON object of a request. Answers and returns nullopt when the body is none.
std::optional<JsonDocument> ParseBody(const HttpRequest& request, const HttpReplyPtr& reply,
                                      ErrorStyle style);

}  // namespace assay
