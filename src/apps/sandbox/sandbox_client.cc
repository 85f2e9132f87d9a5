#include "apps/sandbox/sandbox_client.h"

#include <fmt/format.h>

#include "net/form/query.h"

namespace assay {
namespace {

// What the server says of a refusal, in a line.
std::string Refusal(const HttpResponse& response) {
  JsonError ignored;
  const auto document = JsonDocument::Parse(response.body, &ignored);
  if (!document) return fmt::format("the server answers with status {}", response.status);
  const JsonValue error = document->root().Find("error");
  const std::string message = TextOf(error, "message");
  const std::string field = TextOf(error, "field");
  if (message.empty()) {
    return fmt::format("the server answers with status {}: {}", response.status, response.body);
  }
  return field.empty() ? message : field + ": " + message;
}

Error ErrorOf(const HttpResponse& response) {
  Error error{ErrorCode::kUnavailable, "client", 0, Refusal(response)};
  if (response.status == 429) {
    error.code = ErrorCode::kResource;
  } else if (response.status < 500) {
    error.code = ErrorCode::kInvalidArgument;
  }
  return error;
}

}  // namespace

Result<Answer> Answer::Of(std::string text) {
  Answer answer;
  answer.text_ = std::make_unique<const std::string>(std::move(text));
  JsonError error;
  answer.document_ = JsonDocument::Parse(*answer.text_, &error);
  if (!answer.document_) {
    return Error{ErrorCode::kUnavailable, "client", 0,
                 "the answer is not JSON: " + error.message + "; is that an assay server?"};
  }
  return answer;
}

std::string Answer::Text(std::string_view name) const {
  return TextOf(root(), name);
}

std::string TextOf(JsonValue object, std::string_view name) {
  if (!object.Is(JsonType::kObject)) return {};
  const JsonValue value = object.Find(name);
  if (!value || value.IsNull()) return {};
  return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
}

Result<HttpResponse> SandboxClient::Transfer(HttpCall call, const std::string& target) const {
  call.url = server_.url + "/v1/sandboxes" + target;
  if (!server_.token.empty()) {
    call.headers.emplace_back("Authorization", "Bearer " + server_.token);
  }
  ASSAY_ASSIGN_OR_RETURN(HttpResponse response, http_.Send(call));
  if (response.status < 200 || response.status > 299) return ErrorOf(response);
  return response;
}

Result<Answer> SandboxClient::Ask(std::string method, const std::string& target,
                                  std::string_view body, Nanoseconds patience,
                                  const CancelToken* cancel) const {
  HttpCall call;
  call.method = std::move(method);
  call.headers = {{"Content-Type", "application/json"}};
  call.body = body;
  call.deadline = std::chrono::steady_clock::now() + patience;
  call.cancel = cancel;
  ASSAY_ASSIGN_OR_RETURN(HttpResponse response, Transfer(std::move(call), target));
  return Answer::Of(std::move(response.body));
}

Result<std::optional<Answer>> SandboxClient::Look(const std::string& target) const {
  HttpCall call;
  call.method = "GET";
  call.url = server_.url + "/v1/sandboxes" + target;
  call.deadline = std::chrono::steady_clock::now() + kPatience;
  if (!server_.token.empty()) call.headers = {{"Authorization", "Bearer " + server_.token}};
  ASSAY_ASSIGN_OR_RETURN(HttpResponse response, http_.Send(call));
  if (response.status == 404 && response.body.find("\"no_such_file\"") != std::string::npos) {
    return std::optional<Answer>();
  }
  if (response.status != 200) return ErrorOf(response);
  ASSAY_ASSIGN_OR_RETURN(Answer answer, Answer::Of(std::move(response.body)));
  return std::optional<Answer>(std::move(answer));
}

std::string SandboxPath(std::string_view id) {
  return "/" + PercentEncode(id);
}

std::string PathQuery(std::string_view path) {
  return "?path=" + PercentEncode(path);
}

}  // namespace assay
