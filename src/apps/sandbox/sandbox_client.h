// SandboxClient: the sandbox routes of a running server, for the verbs of `assay sandbox`.
//
// Thread-safe: a stream and what is said to it go over connections of their own.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/result.h"
#include "net/http_client.h"
#include "service/remote_judge.h"
#include "text/json_reader.h"

namespace assay {

// An answer of JSON that is kept with its text.
class Answer {
 public:
  // An Error when it is none.
  static Result<Answer> Of(std::string text);

  JsonValue root() const { return document_->root(); }
  const std::string& text() const { return *text_; }
  // A member that is a text; empty where there is none.
  std::string Text(std::string_view name) const;

 private:
  Answer() = default;
  std::unique_ptr<const std::string> text_;
  std::optional<JsonDocument> document_;
};

// A member of an object that is a text or a number, as people read it; empty where it is null or
// isn't there.
std::string TextOf(JsonValue object, std::string_view name);

class SandboxClient {
 public:
  static constexpr Nanoseconds kPatience = std::chrono::minutes(6);

  explicit SandboxClient(service::RemoteServer server)
      : server_(std::move(server)), http_({.ca_file = server_.ca_file}) {}

  // `target`: behind /v1/sandboxes, "/sb-1/exec". Whatever isn't 2xx is an Error: kInvalidArgument,
  // the request is at fault; kResource, there is no room now; kUnavailable, all others.
  // An answer may take `patience`; `cancel`, unless null, ends the wait.
  Result<Answer> Ask(std::string method, const std::string& target, std::string_view body = "",
                     Nanoseconds patience = kPatience, const CancelToken* cancel = nullptr) const;
  // The same with bytes that come or go in pieces.
  Result<HttpResponse> Transfer(HttpCall call, const std::string& target) const;
  // As text, 404 apart: whether it is there.
  Result<std::optional<Answer>> Look(const std::string& target) const;

 private:
  const service::RemoteServer server_;
  mutable HttpClient http_;
};

// "/sb-1", whatever was typed.
std::string SandboxPath(std::string_view id);

// "?path=…" of a file in a sandbox.
std::string PathQuery(std::string_view path);

}  // namespace assay
