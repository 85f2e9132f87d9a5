// FakeJudge: a judge of which a test says what it thinks of each program. Thread-safe as far as the
// test's function is.
#pragma once

#include <functional>
#include <string>

#include "base/check.h"
#include "service/judge.h"
#include "text/json_member.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::audit {

class FakeJudge final : public service::Judge {
 public:
  // Gets the problem and the code; returns a result of POST /v1/verify as JSON.
  using Opinion = std::function<std::string(const std::string& problem, const std::string& code)>;
  explicit FakeJudge(Opinion opinion) : opinion_(std::move(opinion)) {}

  std::optional<int> slots() const override { return 2; }
  int requests = 0;
  int refuse = 0;  // so many requests are answered with 429

 protected:
  Result<service::Answer> Ask(const char*, const std::string&, std::string body) override {
    ++requests;
    if (refuse > 0) {
      --refuse;
      return service::Answer{429, 0, "{}"};
    }
    JsonError error;
    const auto document = JsonDocument::Parse(body, &error);
    ASSAY_CHECK(document.has_value());
    const std::string problem(document->root().Find("problems").Find("p").raw());
    JsonWriter json;
    json.BeginObject().Key("results").BeginArray();
    for (const JsonValue each : document->root().Find("submissions").Items()) {
      json.Raw(opinion_(problem, TextAt(each, "code")));
    }
    return service::Answer{200, 0, json.EndArray().EndObject().Take()};
  }

 private:
  const Opinion opinion_;
};

// A result with this verdict and no tests.
inline std::string ResultOf(const std::string& verdict, const std::string& reason = "",
                            const std::string& message = "") {
  const std::string cause = verdict == "IE"   ? "infrastructure"
                            : verdict == "JE" ? "problem"
                                              : "candidate";
  JsonWriter json;
  json.BeginObject().Key("verdict").String(verdict).Key("cause").String(cause);
  json.Key("reason").String(reason).Key("message").String(message);
  return json.Key("tests").BeginArray().EndArray().EndObject().Take();
}

}  // namespace assay::audit
