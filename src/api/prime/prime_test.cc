// Prime's doors on the manager of sandboxes, with processes of this machine for boxes. Bodies are
// as the released clients send them (prime-sandboxes 0.5.1 and 0.2.36).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "api/connect/connect_frames.h"
#include "api/prime/answers.h"
#include "api/prime/control_routes.h"
#include "api/prime/expose_routes.h"
#include "api/prime/gateway.h"
#include "api/prime/image_ref.h"
#include "api/waited_reply_test_util.h"
#include "sessions/host_box_test_util.h"
#include "sessions/sessions_test_util.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using namespace std::string_literals;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class Prime : public ::testing::Test {
 protected:
  explicit Prime(SandboxPolicy policy = Policy())
      : sandboxes_(MakeSandboxes(host_, policy, clock_)) {
    desk_ = std::make_shared<PrimeDesk>(*sandboxes_, &tokens_);
    RegisterPrimeControlRoutes(router_, desk_);
    RegisterPrimeGateway(router_, desk_, late_timers_, processes_);
    RegisterPrimeExposeRoutes(router_, desk_, &exposures_);
  }
  ~Prime() override { sandboxes_.reset(); }

  static SandboxPolicy Policy() {
    SandboxPolicy policy;
    policy.max_sandboxes = 2;
    policy.max_limits.cpus = 8;
    return policy;
  }

  HttpResponse Call(const std::string& method, const std::string& target, std::string body = "",
                    const std::string& type = "application/json",
                    const std::string& tenant = "default") {
    auto request = std::make_shared<HttpRequest>();
    request->method = method;
    const size_t query = target.find('?');
    request->path = target.substr(0, query);
    if (query != target.npos) request->query = target.substr(query + 1);
    request->headers = {{"host", "node:8080"},
                        {"x-forwarded-proto", "https"},
                        {"content-type", type},
                        {"x-assay-tenant", tenant}};
    request->body = std::move(body);
    auto reply = std::make_shared<WaitedReply>();
    router_.Handle(request, reply);
    reply->Wait();
    for (const std::string& piece : reply->pieces) reply->response.body += piece;
    return reply->response;
  }
  std::string Field(const std::string& body, const std::string& name) {
    JsonError error;
    const auto document = JsonDocument::Parse(body, &error);
    if (!document || !document->root().Find(name)) return "";
    const JsonValue value = document->root().Find(name);
    return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
  }
  std::string Create(const std::string& more = "") {
    const HttpResponse made = Call(
        "POST", "/api/v1/sandbox",
        R"({"name":"t","docker_image":"python:3.11-slim","cpu_cores":1.0,"memory_gb":0.5,)"
        R"("disk_size_gb":5.0,"gpu_count":0,"timeout_minutes":60,"labels":["run-1"],"vm":true)" +
            more + "}");
    EXPECT_EQ(made.status, 200) << made.body;
    EXPECT_EQ(Field(made.body, "status"), "RUNNING") << made.body;
    EXPECT_THAT(made.body,
                HasSubstr(R"("gatewayAuth":{"gateway_url":"https://node:8080/gateway")"));
    return Field(made.body, "id");
  }
  static std::string Box(const std::string& id) { return "/gateway/assay/" + id + "/"; }

  const RealClock clock_;
  HostBoxes host_;
  std::unique_ptr<Sandboxes> sandboxes_;
  BoxTokens tokens_{clock_};
  Timers timers_{clock_};
  LateTimersOwner late_timers_{timers_};
  ProcessService processes_{timers_, clock_};
  Router router_;
  Exposures exposures_{*sandboxes_};
  PrimeDeskPtr desk_;
};

TEST_F(Prime, ASandboxRunsWhenCreateAnswersAndItsFirstCommandWorks) {
  const std::string id = Create();
  const std::string body = ConnectFrame(0,
                                        "\x0a\x17\x0a\x09/bin/bash\x12\x02-c\x12\x06"
                                        "echo 1\x20\x00"s);
  const HttpResponse ran = Call("POST", Box(id) + "command_session.CommandSession/Start", body,
                                "application/connect+proto");
  EXPECT_EQ(ran.status, 200);
  EXPECT_THAT(ran.body, HasSubstr("1\n"));
  EXPECT_THAT(ran.body, HasSubstr("exit status 0"));
  EXPECT_THAT(Call("POST", "/api/v1/sandbox/" + id + "/auth").body, HasSubstr("assaybox_"));
}

TEST_F(Prime, PortsGetAddressesForWhoeverHasThem) {
  const std::string id = Create();
  const std::string path = "/api/v1/sandbox/" + id + "/expose";
  const HttpResponse made = Call("POST", path, R"({"port":8000,"name":"web","protocol":"HTTP"})");
  ASSERT_EQ(made.status, 200) << made.body;
  EXPECT_THAT(Field(made.body, "url"), MatchesRegex("https://node:8080/exposed/[0-9a-f]+/"));
  EXPECT_EQ(Field(made.body, "port"), "8000");
  EXPECT_EQ(Field(made.body, "tls_socket"), "");
  const std::string exposure = Field(made.body, "exposure_id");
  EXPECT_THAT(Field(made.body, "url"), Not(HasSubstr(exposure)));
  // A client that lost the answer asks again.
  EXPECT_EQ(Call("POST", path, R"({"port":8000})").body, made.body);

  EXPECT_EQ(Call("GET", path).body, R"({"exposures":[)" + made.body + "]}");
  EXPECT_EQ(Call("GET", "/api/v1/sandbox/expose/all").body, R"({"exposures":[)" + made.body + "]}");
  const std::string json = "application/json";
  EXPECT_EQ(Call("GET", path, "", json, "other").status, 404);
  EXPECT_EQ(Call("GET", "/api/v1/sandbox/expose/all", "", json, "other").body,
            R"({"exposures":[]})");
  EXPECT_EQ(Call("DELETE", path + "/" + exposure, "", json, "other").status, 404);

  for (const char* body : {R"({"port":0})", R"({"port":65536})", R"({"name":"x"})", "{",
                           R"({"port":1,"protocol":"TCP"})"}) {
    const int status = Call("POST", path, body).status;
    EXPECT_TRUE(status == 422 || status == 400) << body << " " << status;
  }
  EXPECT_EQ(Call("DELETE", path + "/" + exposure).status, 200);
  EXPECT_EQ(Call("DELETE", path + "/" + exposure).status, 404);
  EXPECT_EQ(Call("GET", path).body, R"({"exposures":[]})");
}

TEST_F(Prime, FilesGoUpAndDown) {
  const std::string id = Create();
  const HttpResponse up =
      Call("POST", Box(id) + "upload?path=%2Ftmp%2Fa.bin&sandbox_id=" + id,
           "--b\r\nContent-Disposition: form-data; name=\"file\"; "
           "filename=\"a.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n"
           "0123\xff\r\n--b--\r\n",
           "multipart/form-data; boundary=b");
  EXPECT_EQ(up.status, 200) << up.body;
  EXPECT_EQ(Field(up.body, "size"), "5");
  EXPECT_EQ(Call("GET", Box(id) + "download?path=/tmp/a.bin").body, "0123\xff");
  const std::string tail =
      Call("GET", Box(id) + "read-file?path=/tmp/a.bin&offset=-3&length=2").body;
  EXPECT_EQ(tail, R"({"content":"23","size":2,"total_size":5,"offset":2,"truncated":true})");
  EXPECT_EQ(Call("GET", Box(id) + "read-file?path=/tmp/none").status, 404);
  EXPECT_EQ(Call("GET", Box(id) + "download?path=/tmp/none").status, 404);
  EXPECT_EQ(Call("GET", Box(id) + "read-file").status, 422);
  EXPECT_EQ(Call("GET", Box(id) + "read-file?path=/a&offset=x").status, 422);
  EXPECT_EQ(Call("POST", Box(id) + "upload?path=/a", "{}").status, 422);
}

TEST_F(Prime, WhatABoxsProgramsKilledIsNoFaultOfTheRequest) {
  const std::string id = Create();
  const auto up = [&] {
    return Call("POST", Box(id) + "upload?path=/tmp/a",
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n"
                "0\r\n--b--\r\n",
                "multipart/form-data; boundary=b")
        .status;
  };
  EXPECT_EQ(up(), 200);
  host_.KillFileWorkers(true);
  EXPECT_EQ(up(), 503);
  EXPECT_EQ(Call("GET", Box(id) + "download?path=/tmp/a").status, 503);
  EXPECT_EQ(Call("GET", Box(id) + "read-file?path=/tmp/a").status, 503);
  host_.KillFileWorkers(false);
  EXPECT_EQ(Call("GET", Box(id) + "download?path=/tmp/a").body, "0");
}

TEST_F(Prime, TheListOfImagesKeepsNoIoThread) {
  EXPECT_THAT(Call("GET", "/api/v1/images").body, HasSubstr("python:3.11"));
  EXPECT_NE(host_.listed_by(), std::this_thread::get_id());
  Create();
  EXPECT_NE(host_.listed_by(), std::this_thread::get_id());
}

TEST_F(Prime, OlderClientsRunOneCommandOverRest) {
  const std::string id = Create(R"(,"start_command":"tail -f /dev/null")");
  const HttpResponse ran =
      Call("POST", Box(id) + "exec",
           R"({"command":"echo $A; echo no >&2; exit 3","working_dir":null,"env":{"A":"x"},)"
           R"("sandbox_id":"s","timeout":30})");
  EXPECT_EQ(ran.body, R"({"stdout":"x\n","stderr":"no\n","exit_code":3})");
  EXPECT_EQ(Call("POST", Box(id) + "exec", R"({"command":"sleep 9","timeout":1})").status, 408);
  EXPECT_EQ(Call("POST", Box(id) + "exec", R"({"command":"true","user":"root"})").status, 422);
  EXPECT_EQ(Call("POST", Box(id) + "exec", R"({})").status, 422);
}

class PrimeInLittleMemory : public Prime {
 protected:
  PrimeInLittleMemory() : Prime(Little()) {}
  static SandboxPolicy Little() {
    SandboxPolicy policy = Policy();
    policy.max_held_bytes = 4 << 20;
    return policy;
  }
};

TEST_F(PrimeInLittleMemory, ACommandThatSaysTooMuchIsKilledAndNotTriedAgain) {
  const std::string box = Box(Create());
  const HttpResponse much =
      Call("POST", box + "exec", R"({"command":"head -c 3000000 /dev/zero; sleep 100"})");
  EXPECT_EQ(much.status, 413) << much.body;
  EXPECT_THAT(much.body, HasSubstr("room"));
  // Its room is given back, though its answer may come before that.
  EXPECT_TRUE(Becomes([&] {
    return Field(Call("POST", box + "exec", R"({"command":"echo on"})").body, "stdout") == "on\n";
  }));
}

TEST_F(Prime, ACommandEndsWithItsClient) {
  const std::string id = Create();
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = Box(id) + "exec";
  request->headers = {{"content-type", "application/json"}, {"x-assay-tenant", "default"}};
  request->body = R"({"command":"sleep 600"})";
  auto reply = std::make_shared<WaitedReply>();
  router_.Handle(request, reply);
  const SandboxPtr sandbox = sandboxes_->Find("default", id);
  ASSERT_NE(sandbox, nullptr);
  ASSERT_EQ(sandbox->Executions().size(), 1u);
  ASSERT_TRUE(reply->on_disconnect);
  reply->on_disconnect();
  for (int i = 0; i < 6000 && sandbox->Info().running_processes > 0; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(sandbox->Info().running_processes, 0);
  reply->on_disconnect = nullptr;
  EXPECT_EQ(reply.use_count(), 1);
}

TEST_F(Prime, AFileThatChangesMeanwhileBreaksOff) {
  const std::string id = Create();
  const auto put = [&](char with) {
    Call("POST", Box(id) + "upload?path=/tmp/big",
         "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a\"\r\n\r\n" +
             std::string(9 << 20, with) + "\r\n--b--\r\n",
         "multipart/form-data; boundary=b");
  };
  put('a');
  EXPECT_EQ(Call("GET", Box(id) + "download?path=/tmp/big").body, std::string(9 << 20, 'a'));
  auto request = std::make_shared<HttpRequest>();
  request->method = "GET";
  request->path = Box(id) + "download";
  request->query = "path=/tmp/big";
  request->headers = {{"x-assay-tenant", "default"}};
  auto reply = std::make_shared<WaitedReply>();
  reply->SetUnsent(64 << 20);
  router_.Handle(request, reply);
  reply->WaitForPieces(1);
  put('b');
  reply->SetUnsent(0);
  // Whoever answers lets it go, without an end.
  for (int i = 0; i < 6000 && reply.use_count() > 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(reply.use_count(), 1);
  EXPECT_FALSE(reply->ended());
  EXPECT_EQ(reply->pieces.size(), 1u);
}

TEST_F(Prime, AnEndedSandboxIsToldFromAFailure) {
  const std::string id = Create();
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox/" + id + "/error-context").body, "errorType"),
            "null");
  host_.LoseAll();
  for (int i = 0; i < 500 && Field(Call("GET", "/api/v1/sandbox/" + id).body, "status") != "ERROR";
       ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox/" + id + "/error-context").body, "errorType"),
            "SANDBOX_LOST");
  const HttpResponse gone = Call("GET", Box(id) + "download?path=/a");
  EXPECT_EQ(gone.status, 409);
  EXPECT_EQ(Call("POST", Box(id) + "exec", R"({"command":"true"})").status, 409);
  EXPECT_EQ(Field(gone.body, "error"), "sandbox_terminated");
  EXPECT_THAT(Call("POST", Box(id) + "command_session.CommandSession/Start", ConnectFrame(0, "{}"),
                   "application/connect+json")
                  .body,
              HasSubstr("not_found"));
  const HttpResponse never = Call("GET", Box("sb-x") + "download?path=/a");
  EXPECT_EQ(never.status, 502);
  EXPECT_EQ(Field(never.body, "error"), "sandbox_not_found");
}

TEST_F(Prime, LabelsFindAndEndThem) {
  const std::string id = Create();
  const std::string other = Create(R"(,"idempotency_key":"k","labels":["run-2"])");
  EXPECT_EQ(Create(R"(,"idempotency_key":"k","labels":["run-2"])"), other);
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox?labels=run-1").body, "total"), "1");
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox?per_page=1").body, "hasNext"), "true");
  const HttpResponse ended = Call("DELETE", "/api/v1/sandbox", R"({"labels":["run-1"]})");
  EXPECT_THAT(ended.body, HasSubstr(R"("succeeded":[")" + id + R"("],"failed":[])"));
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox/" + id).body, "status"), "TERMINATED");
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox?is_active=true").body, "total"), "1");
  const std::string batch = Call("POST", "/api/v1/sandbox/status:batchGet",
                                 R"({"sandbox_ids":[")" + other + R"(","no"]})")
                                .body;
  EXPECT_THAT(batch, HasSubstr(R"("status":"RUNNING")"));
  EXPECT_THAT(batch, HasSubstr(R"("code":"NOT_FOUND")"));
  EXPECT_EQ(Call("DELETE", "/api/v1/sandbox", "{}").status, 422);
}

TEST_F(Prime, AFullServerAnswers503AndNever429) {
  Create();
  Create();
  EXPECT_EQ(Call("POST", "/api/v1/sandbox", R"({"name":"t","docker_image":"python:3"})").status,
            503);
}

TEST_F(Prime, AnUnknownImageIsASandboxThatFailed) {
  const HttpResponse made =
      Call("POST", "/api/v1/sandbox", R"({"name":"t","docker_image":"nobody/knows:1"})");
  EXPECT_EQ(made.status, 200);
  EXPECT_EQ(Field(made.body, "status"), "ERROR");
  EXPECT_EQ(Field(made.body, "errorType"), "IMAGE_PULL_FAILED");
  EXPECT_THAT(made.body, Not(HasSubstr("gatewayAuth")));
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox/" + Field(made.body, "id")).body, "errorType"),
            "IMAGE_PULL_FAILED");
}

// A thousand of them are kept, so that each must be small; nobody guesses another's name.
TEST_F(Prime, WhatIsKeptOfARequestIsBounded) {
  const std::string image = R"("docker_image":"nobody/knows:1")";
  const std::string word(257, 'x');
  const std::string text(128 << 10, 'x');
  for (const std::string& fields :
       {R"("name":")" + word + "\"," + image, R"("name":"t","docker_image":")" + word + "\"",
        R"("name":"t","team_id":")" + word + "\"," + image,
        R"("name":"t","region":")" + word + "\"," + image,
        R"("name":"t","start_command":")" + text + "\"," + image,
        R"("name":"t","labels":[")" + text + "\"]," + image,
        R"("name":"t","environment_vars":{"A":")" + text + "\"}," + image}) {
    const HttpResponse refused = Call("POST", "/api/v1/sandbox", "{" + fields + "}");
    EXPECT_EQ(refused.status, 422) << fields.substr(0, 40) << refused.body;
  }
  const HttpResponse failed =
      Call("POST", "/api/v1/sandbox",
           R"({"name":"t","environment_vars":{"A":"secret"},"start_command":"run secret",)" +
               image + "}");
  EXPECT_EQ(Field(failed.body, "status"), "ERROR");
  EXPECT_THAT(Field(failed.body, "id"), ::testing::StartsWith("sb-"));
  EXPECT_THAT(failed.body, Not(HasSubstr("secret")));
}

TEST_F(Prime, WhatThisServerHasNotIsRefusedByName) {
  for (const char* field :
       {R"("gpu_count":1)", R"("volumes":[{"name":"v"}])", R"("arch":"m68k")", R"("cpu_cores":0)",
        R"("idle_timeout_minutes":0)", R"("start_command":{"args":[]})",
        R"("network_allowlist":["a"],"network_denylist":["b"])"}) {
    EXPECT_EQ(
        Call("POST", "/api/v1/sandbox", R"({"name":"t","docker_image":"python:3",)"s + field + "}")
            .status,
        422)
        << field;
  }
}

TEST_F(Prime, AnothersSandboxIsNotThere) {
  const std::string id = Create();
  const auto status = [&](const std::string& method, const std::string& path) {
    return Call(method, path, "{}", "application/json", "other").status;
  };
  EXPECT_EQ(status("GET", "/api/v1/sandbox/" + id), 404);
  EXPECT_EQ(status("DELETE", "/api/v1/sandbox/" + id), 404);
  EXPECT_EQ(status("POST", "/api/v1/sandbox/" + id + "/auth"), 404);
  EXPECT_EQ(status("GET", Box(id) + "download?path=/a"), 502);
  EXPECT_EQ(Field(Call("GET", "/api/v1/sandbox/" + id).body, "status"), "RUNNING");
}

TEST_F(Prime, EgressIsToldAsItIs) {
  const std::string id = Create();
  const std::string path = "/api/v1/sandbox/" + id + "/egress-policy";
  const HttpResponse closed = Call("PUT", path, R"({"allowlist":[],"denylist":null})");
  EXPECT_EQ(closed.body, R"({"policy":{"allowlist":[],"denylist":null},"generation":2,)"
                         R"("applied_generation":2,"applied":true})");
  // Its operator allows none.
  EXPECT_EQ(Call("PUT", path, R"({"allowlist":null,"denylist":[]})").status, 422);
  EXPECT_EQ(Call("PUT", path, "{}").status, 422);
}

TEST(PrimeImages, AreMeantByTheNamesThatContainersHave) {
  const std::vector<std::string> images = {"gcc:13", "mine", "team/tools:latest"};
  EXPECT_EQ(ResolveImage("docker.io/library/gcc:13", images), "gcc:13");
  EXPECT_EQ(ResolveImage("mine:latest", images), "mine");
  EXPECT_EQ(ResolveImage("team/tools", images), "team/tools:latest");
  EXPECT_EQ(ResolveImage("python:3.11-slim", images), "");
  EXPECT_EQ(ResolveImage("python:3.12", {"python:3.12"}), "python:3.12");
  for (const char* unknown : {"gcc:12", "python:2.7", "ghcr.io/python:3", "", "mine:1"}) {
    EXPECT_EQ(ResolveImage(unknown, images), std::nullopt) << unknown;
  }
}

TEST(PrimeTime, HasMicroseconds) {
  EXPECT_EQ(PrimeTime(WallTime(std::chrono::microseconds(1'700'000'000'000'120))),
            "2023-11-14T22:13:20.000120Z");
}

}  // namespace
}  // namespace assay
