#include "api/shared/responses.h"

#include "base/text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

// Bodies are JSON when they say so, or say nothing: what FastAPI does. A form is what curl calls
// any data unless told otherwise, so that says nothing either. (Web pages may send forms to other
// sites without being asked; net/site_guard.h refuses those.)
bool IsJsonContentType(std::string_view type) {
  type = TrimAsciiSpace(type.substr(0, type.find(';')));
  if (type.empty()) return true;
  const std::string lower = AsciiLower(type);
  if (lower == "application/json" || lower == "application/x-www-form-urlencoded") return true;
  return StartsWith(lower, "application/") && lower.size() > 5 &&
         lower.compare(lower.size() - 5, 5, "+json") == 0;
}

void WriteDetail(const FieldError& error, JsonWriter* json) {
  json->BeginObject().Key("loc").BeginArray().String("body");
  for (const auto& part : error.path) {
    if (const auto* index = std::get_if<size_t>(&part)) {
      json->Int(static_cast<int64_t>(*index));
    } else {
      json->Bytes(std::get<std::string>(part));
    }
  }
  json->EndArray().Key("msg").Bytes(error.message).Key("type").String(error.type);
  json->Key("input").Raw(error.input.empty() ? "null" : error.input).EndObject();
}

}  // namespace

void WriteFieldError(const FieldError& error, JsonWriter* json) {
  json->BeginObject().Key("code").String(error.type).Key("message").Bytes(error.message);
  json->Key("field").Bytes(ToString(error.path)).EndObject();
}

void SendJson(const HttpReplyPtr& reply, int status, std::string body) {
  HttpResponse response;
  response.status = status;
  response.body = std::move(body);
  reply->Send(std::move(response));
}

void SendError(const HttpReplyPtr& reply, ErrorStyle style, int status, std::string_view code,
               std::string_view message, std::string_view field) {
  JsonWriter json;
  json.BeginObject();
  if (style == ErrorStyle::kCompatible) {
    json.Key("detail").Bytes(message);
  } else {
    json.Key("error").BeginObject().Key("code").String(code).Key("message").Bytes(message);
    if (!field.empty()) json.Key("field").Bytes(field);
    json.EndObject();
  }
  SendJson(reply, status, json.EndObject().Take());
}

void SendInvalid(const HttpReplyPtr& reply, ErrorStyle style, const FieldErrors& errors) {
  JsonWriter json;
  json.BeginObject();
  if (style == ErrorStyle::kCompatible) {
    json.Key("detail").BeginArray();
    for (const FieldError& error : errors.errors()) WriteDetail(error, &json);
    json.EndArray();
  } else {
    json.Key("error");
    WriteFieldError(errors.errors().front(), &json);
    json.Key("errors").BeginArray();
    for (const FieldError& error : errors.errors()) WriteFieldError(error, &json);
    json.EndArray();
  }
  SendJson(reply, 422, json.EndObject().Take());
}

void SendOverloaded(const HttpReplyPtr& reply, ErrorStyle style, int retry_after_seconds,
                    std::string_view message) {
  HttpResponse response;
  response.status = style == ErrorStyle::kCompatible ? 504 : 429;
  response.headers = {{"retry-after", std::to_string(retry_after_seconds)}};
  JsonWriter json;
  json.BeginObject();
  if (style == ErrorStyle::kCompatible) {
    json.Key("detail").Bytes(message);
  } else {
    json.Key("error").BeginObject().Key("code").String("overloaded");
    json.Key("message").Bytes(message).EndObject();
  }
  response.body = json.EndObject().Take();
  reply->Send(std::move(response));
}

void SendRefusal(const HttpReplyPtr& reply, ErrorStyle style, const Refusal& refusal) {
  switch (refusal.kind) {
    case Refusal::Kind::kFields: return SendInvalid(reply, style, refusal.fields);
    case Refusal::Kind::kInvalid: {
      if (style == ErrorStyle::kCompatible) {
        return SendError(reply, style, 400, "invalid", refusal.message);
      }
      FieldErrors errors;
      errors.Add(FieldPath{} / refusal.field, "value_error", refusal.message);
      return SendInvalid(reply, style, errors);
    }
    case Refusal::Kind::kUnknownProblem:
      return SendError(reply, style, 404, "unknown_problem", refusal.message, refusal.field);
    case Refusal::Kind::kOverloaded:
      return SendOverloaded(reply, style, refusal.retry_after_seconds, refusal.message);
  }
}

std::optional<JsonDocument> ParseBody(const HttpRequest& request, const HttpReplyPtr& reply,
                                      ErrorStyle style) {
  FieldErrors errors;
  if (!IsJsonContentType(request.Header("content-type"))) {
    errors.Add(
        {}, "dict_type",
        "Input should be a valid dictionary: the content type is not application/json but '" +
            std::string(request.Header("content-type")) + "'");
    SendInvalid(reply, style, errors);
    return std::nullopt;
  }
  if (request.body.empty()) {
    errors.Add({}, "missing", "Field required: the request has no body");
    SendInvalid(reply, style, errors);
    return std::nullopt;
  }
  JsonError error;
  auto document = JsonDocument::Parse(request.body, &error);
  if (!document) {
    const std::string where = error.message + " at byte " + std::to_string(error.offset);
    if (error.too_large) {
      SendError(reply, style, 413, "too_large", "the JSON body has " + where);
      return std::nullopt;
    }
    if (style == ErrorStyle::kNative) {
      SendError(reply, style, 400, "json_invalid", "JSON decode error: " + where);
      return std::nullopt;
    }
    errors.Add(FieldPath{} / error.offset, "json_invalid", "JSON decode error: " + where);
    SendInvalid(reply, style, errors);
    return std::nullopt;
  }
  if (!document->root().Is(JsonType::kObject)) {
    errors.Add({}, "dict_type", "Input should be a valid dictionary");
    errors.EchoInputs(document->root());
    SendInvalid(reply, style, errors);
    return std::nullopt;
  }
  return document;
}

}  // namespace assay
