// The shapes of answers and refusals, shared by the routes. Pure but for the reply they answer;
// thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "api/shared/refusal.h"
#include "net/http.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay {

// Which of the two error shapes a route speaks.
enum class ErrorStyle {
  kCompatible,  // {"detail": …}
  kNative,      // {"error": {"code": …, "message": …, "field": …}}
};

void SendJson(const HttpReplyPtr& reply, int status, std::string body);
void SendError(const HttpReplyPtr& reply, ErrorStyle style, int status, std::string_view code,
               std::string_view message, std::string_view field = "");
// Refusals in the route's shape. Faulty fields: 422 with each of them. Invalid: 400 on compatible
// routes, 422 with its field on native ones. An unknown problem: 404. Overload: 504 on compatible
// routes, because their clients retry nothing else; else 429.
void SendRefusal(const HttpReplyPtr& reply, ErrorStyle style, const Refusal& refusal);
// A faulty field in the native shape: code, message and field.
void WriteFieldError(const FieldError& error, JsonWriter* json);
// 422 with every faulty field.
void SendInvalid(const HttpReplyPtr& reply, ErrorStyle style, const FieldErrors& errors);
void SendOverloaded(const HttpReplyPtr& reply, ErrorStyle style, int retry_after_seconds,
                    std::string_view message);

// The JSON object of a request. Answers and returns nullopt when the body is none.
std::optional<JsonDocument> ParseBody(const HttpRequest& request, const HttpReplyPtr& reply,
                                      ErrorStyle style);

}  // namespace assay
