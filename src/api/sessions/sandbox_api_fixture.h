// The sandbox routes over real HTTP, on sandboxes whose boxes are processes of this machine.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/testing.h"
#include "net/http_client.h"
#include "net/http_server.h"
#include "sessions/host_box_test_util.h"
#include "sessions/sandboxes.h"
#include "text/json_reader.h"

namespace assay {

// A body of JSON that is kept with its text.
struct JsonBody {
  explicit JsonBody(std::string given) : text(std::make_unique<std::string>(std::move(given))) {
    JsonError error;
    document = JsonDocument::Parse(*text, &error);
    EXPECT_TRUE(document) << *text;
  }
  JsonValue root() const { return document->root(); }
  JsonValue operator[](std::string_view name) const { return root().Find(name); }

  std::unique_ptr<std::string> text;
  std::optional<JsonDocument> document;
};

class SandboxApi : public ::testing::Test {
 protected:
  explicit SandboxApi(SandboxPolicy policy = {})
      : sandboxes_(MakeSandboxes(boxes_, std::move(policy), clock_)),
        api_(Options(sandboxes_.get())),
        server_(ServerOptions(),
                [this](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
                  api_.router.Handle(std::move(request), std::move(reply));
                }) {
    EXPECT_TRUE(server_.Start().ok());
  }
  ~SandboxApi() override {
    server_.Stop(std::chrono::steady_clock::now() + std::chrono::seconds(10));
  }

  static ApiOptions Options(Sandboxes* sandboxes) {
    ApiOptions options;
    options.sandboxes = sandboxes;
    return options;
  }
  static HttpServerOptions ServerOptions() {
    HttpServerOptions options;
    options.port = 0;
    options.linger_timeout = std::chrono::milliseconds(100);
    return options;
  }

  using Headers = std::vector<std::pair<std::string, std::string>>;

  HttpCall Call(std::string method, const std::string& target, std::string_view body = "",
                Headers headers = {}) const {
    HttpCall call;
    call.method = std::move(method);
    call.url = "http://127.0.0.1:" + std::to_string(server_.port()) + target;
    call.body = body;
    call.headers = std::move(headers);
    call.deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
    return call;
  }
  HttpResponse Ask(std::string method, const std::string& target, std::string_view body = "",
                   Headers headers = {}) {
    auto response = client_.Send(Call(std::move(method), target, body, std::move(headers)));
    EXPECT_TRUE(response.ok()) << target << ": " << response.error().ToString();
    return response.ok() ? std::move(response).value() : HttpResponse();
  }
  HttpResponse Post(const std::string& target, std::string_view body = "") {
    return Ask("POST", target, body, {{"content-type", "application/json"}});
  }
  // The path of a new sandbox.
  std::string Make(std::string_view body = "{}") {
    const HttpResponse made = Post("/v1/sandboxes", body);
    EXPECT_EQ(made.status, 201) << made.body;
    if (made.status != 201) return "/v1/sandboxes/none";
    return "/v1/sandboxes/" + JsonBody(made.body)["id"].String();
  }
  JsonBody Run(const std::string& sandbox, std::string_view body) {
    HttpResponse ran = Post(sandbox + "/exec", body);
    EXPECT_EQ(ran.status, 200) << ran.body;
    return JsonBody(std::move(ran.body));
  }

  const RealClock clock_;
  HostBoxes boxes_;
  const std::unique_ptr<Sandboxes> sandboxes_;
  ApiFixture api_;
  HttpServer server_;
  HttpClient client_{HttpClientOptions{}};
};

}  // namespace assay
