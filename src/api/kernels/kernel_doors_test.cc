// Every door to kernels, on sandboxes whose boxes are processes of this machine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "api/kernels/execute_route.h"
#include "api/kernels/observation_route.h"
#include "base/text.h"
#include "sessions/host_box_test_util.h"
#include "text/json_member.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr RouteAccess kAccess[] = {
    {"DELETE", "/contexts/{id}", Role::kUser, true},
    {"DELETE", "/sessions/{id}", Role::kUser},
    {"DELETE", "/v1/kernels/{id}", Role::kUser},
    {"GET", "/contexts", Role::kUser, true},
    {"GET", "/sessions", Role::kUser},
    {"GET", "/v1/kernels", Role::kUser},
    {"GET", "/v1/kernels/{id}", Role::kUser},
    {"POST", "/contexts", Role::kUser, true},
    {"POST", "/contexts/{id}/restart", Role::kUser, true},
    {"POST", "/execute", Role::kUser, true},
    {"POST", "/get_observation", Role::kUser},
    {"POST", "/run_jupyter", Role::kUser},
    {"POST", "/v1/kernels", Role::kUser},
    {"POST", "/v1/kernels/{id}/execute", Role::kUser},
    {"POST", "/v1/kernels/{id}/interrupt", Role::kUser},
    {"POST", "/v1/kernels/{id}/restart", Role::kUser},
};

// An answer, once it is whole.
class Answer final : public HttpReply {
 public:
  void Send(HttpResponse sent) override {
    MutexLock lock(mutex_);
    response_ = std::move(sent);
    whole_ = true;
    changed_.NotifyAll();
  }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    response_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    response_.body += piece;
    changed_.NotifyAll();
  }
  void End() override {
    MutexLock lock(mutex_);
    whole_ = true;
    changed_.NotifyAll();
  }
  void OnDisconnect(std::function<void()> callback) override {
    MutexLock lock(mutex_);
    disconnect_ = std::move(callback);
  }
  HttpResponse Wait() {
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    MutexLock lock(mutex_);
    while (!whole_ && changed_.WaitUntil(mutex_, deadline)) {
    }
    EXPECT_TRUE(whole_) << "no answer";
    return response_;
  }
  void WaitFor(const std::string& text) {
    const SteadyTime deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    MutexLock lock(mutex_);
    while (response_.body.find(text) == std::string::npos && changed_.WaitUntil(mutex_, deadline)) {
    }
  }
  void Leave() {
    std::function<void()> left;
    {
      MutexLock lock(mutex_);
      left = std::move(disconnect_);
    }
    if (left) left();
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_;
  bool whole_ = false;
  std::function<void()> disconnect_;
};

class KernelDoors : public ::testing::Test {
 protected:
  using Headers = std::vector<std::pair<std::string, std::string>>;

  KernelDoors() {
    RegisterKernelDoors(router_, deps_);
    router_.SetAccess(kAccess);
  }

  std::shared_ptr<Answer> Begin(std::string method, std::string path, std::string body = "",
                                Headers headers = {}, const std::string& tenant = "t",
                                const std::string& box_token = "") {
    auto request = std::make_shared<HttpRequest>();
    request->method = std::move(method);
    const size_t mark = std::min(path.find('?'), path.size());
    request->path = path.substr(0, mark);
    if (mark < path.size()) request->query = path.substr(mark + 1);
    request->body = std::move(body);
    request->headers = std::move(headers);
    request->headers.emplace_back("x-assay-tenant", tenant);
    request->caller = std::make_shared<const Caller>(Caller{"me", Role::kUser, tenant, box_token});
    auto answer = std::make_shared<Answer>();
    router_.Handle(request, answer);
    return answer;
  }
  HttpResponse Ask(std::string method, std::string path, std::string body = "",
                   Headers headers = {}, const std::string& tenant = "t") {
    return Begin(std::move(method), std::move(path), std::move(body), std::move(headers), tenant)
        ->Wait();
  }
  static std::string Field(const std::string& json, std::string_view name) {
    JsonError error;
    const auto document = JsonDocument::Parse(json, &error);
    return document ? TextAt(document->root(), name) : "";
  }
  SandboxPtr MakeSandbox() {
    Mutex mutex;
    CondVar changed;
    SandboxPtr made;
    sandboxes_->Create("t", {}, [&](Result<SandboxPtr> sandbox) {
      MutexLock lock(mutex);
      made = *sandbox;
      changed.NotifyAll();
    });
    MutexLock lock(mutex);
    while (made == nullptr) changed.Wait(mutex);
    return made;
  }

  RealClock clock_;
  HostBoxes boxes_;
  const std::unique_ptr<Sandboxes> sandboxes_ = MakeSandboxes(boxes_, {}, clock_);
  Kernels kernels_{*sandboxes_, clock_};
  const KernelDeps deps_{&kernels_, ""};
  Router router_;
};

TEST_F(KernelDoors, NativeKernelsAreMadeUsedAndEnded) {
  const auto made = Ask("POST", "/v1/kernels", R"({"name":"a"})");
  ASSERT_EQ(made.status, 201) << made.body;
  const std::string id = Field(made.body, "id");
  EXPECT_EQ(Ask("POST", "/v1/kernels", R"({"name":"a"})").status, 200);
  const std::string path = "/v1/kernels/" + id;

  const auto cell = Ask("POST", path + "/execute", R"({"code":"x = 20\nprint('hi')\nx + 1"})");
  EXPECT_EQ(cell.status, 200);
  EXPECT_EQ(Field(cell.body, "status"), "ok");
  EXPECT_EQ(Field(cell.body, "stdout"), "hi\n");
  EXPECT_THAT(cell.body, HasSubstr(R"({"event":"result","data":{"text/plain": "21"}})"));
  const auto error = Ask("POST", path + "/execute", R"({"code":"x / 0"})");
  EXPECT_EQ(Field(error.body, "status"), "error");
  EXPECT_THAT(error.body, HasSubstr("Cell In[2], line 1"));
  const auto stream = Ask("POST", path + "/execute", R"({"code":"print(x)\nx","stream":true})");
  // print(…) writes its line end by itself: it may come in a piece of its own.
  EXPECT_THAT(stream.body, ::testing::StartsWith(R"({"event":"stdout","text":"20)"));
  EXPECT_THAT(stream.body, HasSubstr(R"({"event":"end","status":"ok")"));
  const auto late =
      Ask("POST", path + "/execute", R"({"code":"while True: pass","timeout_s":0.3})");
  EXPECT_EQ(Field(late.body, "status"), "timeout");

  EXPECT_EQ(Ask("POST", path + "/restart").status, 200);
  EXPECT_THAT(Ask("POST", path + "/execute", R"({"code":"x"})").body, HasSubstr("NameError"));
  EXPECT_EQ(Ask("POST", path + "/interrupt").status, 200);
  EXPECT_THAT(Ask("GET", "/v1/kernels").body, HasSubstr(id));
  EXPECT_EQ(Ask("GET", path).status, 200);
  EXPECT_EQ(Ask("POST", path + "/execute", R"({"cod":"x"})").status, 422);
  // Of another tenant there is nothing.
  EXPECT_EQ(Ask("GET", path, "", {}, "u").status, 404);
  EXPECT_EQ(Ask("POST", path + "/execute", R"({"code":"x"})", {}, "u").status, 404);
  EXPECT_THAT(Ask("GET", "/v1/kernels", "", {}, "u").body, Not(HasSubstr(id)));
  EXPECT_EQ(Ask("DELETE", path, "", {}, "u").status, 404);
  EXPECT_EQ(Ask("DELETE", path).status, 200);
  EXPECT_EQ(Ask("GET", path).status, 404);
}

TEST_F(KernelDoors, ANativeKernelMayLiveInASandboxThatIsThere) {
  const SandboxPtr sandbox = MakeSandbox();
  const std::string body = R"({"name":"a","sandbox":")" + sandbox->id() + "\"}";
  const auto made = Ask("POST", "/v1/kernels", body);
  ASSERT_EQ(made.status, 201) << made.body;
  EXPECT_EQ(Field(made.body, "sandbox"), sandbox->id());
  EXPECT_EQ(Field(Ask("POST", "/v1/kernels", body).body, "id"), Field(made.body, "id"));
  // Its name is one of the sandbox's.
  const auto own = Ask("POST", "/v1/kernels", R"({"name":"a"})");
  EXPECT_NE(Field(own.body, "id"), Field(made.body, "id"));
  const std::string path = "/v1/kernels/" + Field(made.body, "id");
  EXPECT_EQ(Field(Ask("GET", path).body, "name"), "a");
  const std::string listed = Ask("GET", "/v1/kernels?sandbox=" + sandbox->id()).body;
  EXPECT_THAT(listed, HasSubstr(Field(made.body, "id")));
  EXPECT_THAT(listed, Not(HasSubstr(Field(own.body, "id"))));
  EXPECT_THAT(Ask("POST", "/v1/kernels", R"({"idle_s":60,)" + body.substr(1)).body,
              HasSubstr(R"("field":"idle_s")"));
  EXPECT_EQ(Ask("POST", "/v1/kernels", body, {}, "u").status, 404);

  EXPECT_EQ(Ask("DELETE", path).status, 200);
  EXPECT_NE(sandbox->Info().state, SandboxState::kEnded);
  sandbox->End(SandboxEnd::kDeleted);
  EXPECT_EQ(Ask("POST", "/v1/kernels", body).status, 404);
}

TEST_F(KernelDoors, TheCellOfAClientThatLeftIsInterrupted) {
  const std::string path = "/v1/kernels/" + Field(Ask("POST", "/v1/kernels", "{}").body, "id");
  const auto answer =
      Begin("POST", path + "/execute",
            R"({"code":"import time\nprint('on')\ntime.sleep(60)\n","stream":true})");
  answer->WaitFor("on");
  answer->Leave();
  EXPECT_THAT(answer->Wait().body, HasSubstr(R"("status":"interrupted")"));
}

TEST_F(KernelDoors, SessionsAreMadeByTheirFirstCell) {
  const Headers session = {{"x-session-id", "s1"}};
  const auto first =
      Ask("POST", "/execute", R"({"generated_code":"x = 3\nx","timeout":20,"language":"ipython"})",
          session);
  EXPECT_EQ(
      first.body,
      R"({"process_status":"completed","stdout":"3\n","stderr":"","new_session_created":true})");
  const auto second =
      Ask("POST", "/execute", R"({"generated_code":"x + 1","timeout":20})", session);
  EXPECT_THAT(second.body, HasSubstr(R"("stdout":"4\n","stderr":"","new_session_created":false)"));
  const auto raised = Ask("POST", "/execute", R"({"generated_code":"1/0","timeout":20})", session);
  EXPECT_EQ(Field(raised.body, "process_status"), "error");
  EXPECT_THAT(Field(raised.body, "stdout"), HasSubstr("ZeroDivisionError: division by zero"));
  const auto cut = Ask(
      "POST", "/execute",
      R"({"generated_code":"print('é' * 30)\n","timeout":20,"max_output_characters":10})", session);
  EXPECT_EQ(Field(cut.body, "stdout"), "éééééééééé<output cut>");
  const auto late =
      Ask("POST", "/execute", R"({"generated_code":"import time\ntime.sleep(60)\n","timeout":0.5})",
          session);
  EXPECT_EQ(Field(late.body, "process_status"), "timeout");
  EXPECT_EQ(Field(late.body, "stderr"), "Execution timed out after 0.5 seconds\n");
  const auto died = Ask("POST", "/execute",
                        R"({"generated_code":"import os\nos._exit(1)\n","timeout":20})", session);
  EXPECT_EQ(Field(died.body, "process_status"), "error");
  EXPECT_THAT(died.body, HasSubstr(R"("new_session_created":true)"));
  // Also on the next call.
  const auto after = Ask("POST", "/execute", R"({"generated_code":"1","timeout":20})", session);
  EXPECT_THAT(after.body, HasSubstr(R"("new_session_created":true)"));

  EXPECT_EQ(Ask("POST", "/execute", R"({"generated_code":"1","timeout":20})").status, 400);
  EXPECT_THAT(Ask("GET", "/sessions").body, HasSubstr(R"({"sessions":{"s1":{"backend":"ipython")"));
  EXPECT_EQ(Ask("GET", "/sessions", "", {}, "u").body, R"({"sessions":{},"backend":"ipython"})");
  EXPECT_EQ(Ask("DELETE", "/sessions/s1", "", {}, "u").status, 404);
  EXPECT_EQ(Ask("DELETE", "/sessions/s1").status, 200);
  EXPECT_EQ(Ask("DELETE", "/sessions/s1").status, 404);
}

TEST_F(KernelDoors, ContextsOfACodeInterpreter) {
  const SandboxPtr sandbox = MakeSandbox();
  const Headers box = {{"e2b-sandbox-id", sandbox->id()}, {"e2b-sandbox-port", "49999"}};
  const auto first = Ask("POST", "/execute",
                         R"({"code":"print('out')\nx = 1\nx","context_id":null,"language":null,)"
                         R"("env_vars":null})",
                         box);
  // print() writes the line's end apart, and where much else runs it comes apart, too.
  EXPECT_THAT(first.body, HasSubstr(R"({"type":"stdout","text":"out)"));
  EXPECT_THAT(first.body, HasSubstr(R"({"type":"result","is_main_result":true,"text":"1"})"));
  EXPECT_THAT(first.body, HasSubstr(R"({"type":"number_of_executions","execution_count":1})"));
  EXPECT_THAT(first.body, HasSubstr(R"({"type":"end_of_execution"})"));
  EXPECT_THAT(Ask("POST", "/execute", R"({"code":"x + 1"})", box).body, HasSubstr(R"("text":"2")"));
  EXPECT_THAT(
      Ask("POST", "/execute", R"({"code":"import os\nos.environ['A']","env_vars":{"A":"b"}})", box)
          .body,
      HasSubstr(R"("text":"'b'")"));

  const auto context = Ask("POST", "/contexts", R"({"cwd":"/tmp"})", box);
  EXPECT_EQ(Field(context.body, "cwd"), "/tmp");
  const std::string id = Field(context.body, "id");
  EXPECT_THAT(Ask("POST", "/execute", R"({"code":"x","context_id":")" + id + "\"}", box).body,
              HasSubstr(R"({"type":"error","name":"NameError")"));
  EXPECT_THAT(Ask("GET", "/contexts", "", box).body, HasSubstr(id));
  EXPECT_EQ(Ask("POST", "/contexts/" + id + "/restart", "", box).status, 200);
  EXPECT_EQ(Ask("DELETE", "/contexts/" + id, "", box).status, 200);
  EXPECT_EQ(Ask("DELETE", "/contexts/" + id, "", box).status, 404);

  EXPECT_EQ(
      Ask("POST", "/execute", R"({"code":"1","context_id":"default","language":"python"})", box)
          .status,
      400);
  EXPECT_EQ(Ask("POST", "/execute", R"({"code":"1","language":"r"})", box).status, 400);
  EXPECT_EQ(Ask("POST", "/execute", R"({"code":"1"})").status, 400);
  EXPECT_EQ(Ask("POST", "/execute", R"({})", box).status, 422);
  // Other tenants, and tokens of other sandboxes, find no sandbox.
  EXPECT_EQ(Ask("POST", "/execute", R"({"code":"1"})", box, "u").status, 502);
  EXPECT_EQ(Begin("POST", "/execute", R"({"code":"1"})", box, "t", "other")->Wait().status, 502);
  EXPECT_EQ(Begin("GET", "/contexts", "", {}, "t", sandbox->id())->Wait().status, 200);
  // The host's name says which sandbox, too, and another's isn't taken for the token's.
  const Headers host = {{"host", "49999-" + sandbox->id() + ".sandbox.test"}};
  EXPECT_EQ(Ask("GET", "/contexts", "", host).status, 200);
  EXPECT_EQ(Begin("GET", "/contexts", "", host, "t", "other")->Wait().status, 502);
  EXPECT_EQ(Ask("GET", "/contexts", "", {{"host", "49999-other.sandbox.test"}}).status, 502);
  const auto died = Ask("POST", "/execute", R"({"code":"import os\nos._exit(1)\n"})", box);
  EXPECT_THAT(died.body, HasSubstr(R"("name":"KernelDied")"));
  EXPECT_THAT(died.body, HasSubstr("unexpected_end_of_execution"));
}

TEST_F(KernelDoors, ObservationsOfTrajectories) {
  const auto first = Ask("POST", "/get_observation",
                         R"({"trajectory_ids":["a","b","c"],"actions":[)"
                         R"("<python>x = 2\nprint(x)</python>","no code","```python\n1/0\n```"],)"
                         R"("finish":[false,false,false],"is_last_step":[false,false,false]})");
  EXPECT_THAT(first.body,
              HasSubstr(R"({"obs":"\n<output>\n2\n</output>\n","metrics":)"
                        R"({"code_success":true,"code_lines":2},"timeout":false},"",)"));
  EXPECT_THAT(first.body, HasSubstr(R"("dones":[false,false,false],"valids":[true,false,true])"));
  EXPECT_THAT(first.body, HasSubstr("ZeroDivisionError"));
  const auto second = Ask("POST", "/get_observation",
                          R"({"trajectory_ids":["a"],"actions":["<python>x</python>"]})");
  EXPECT_THAT(second.body, HasSubstr(R"(\n<output>\n2\n</output>\n)"));
  const auto finish = Ask("POST", "/get_observation",
                          R"({"trajectory_ids":["a"],"actions":["done"],"finish":[true]})");
  EXPECT_EQ(finish.body, R"({"observations":[""],"dones":[true],"valids":[true]})");
  const auto gone = Ask("POST", "/get_observation",
                        R"({"trajectory_ids":["a"],"actions":["<python>x</python>"]})");
  EXPECT_THAT(gone.body, HasSubstr("NameError"));
  EXPECT_EQ(Ask("POST", "/get_observation", R"({"trajectory_ids":["a"],"actions":[]})").status,
            422);
  boxes_.FailNext({ErrorCode::kResource, "boxes", 0, "no room"});
  EXPECT_EQ(Ask("POST", "/get_observation",
                R"({"trajectory_ids":["new"],"actions":["<python>x</python>"]})")
                .status,
            503);
}

TEST(ObservationText, TakesCodeFromTheMarksOfAnAction) {
  EXPECT_EQ(CodeOfAction("a <python> 1 </python> b <python>2</python>"), "1\n2");
  EXPECT_EQ(CodeOfAction("```python\n1\n```"), "1");
  EXPECT_EQ(CodeOfAction(R"(<tool_call>{"name":"python","arguments":{"code":"3"}}</tool_call>)"),
            "3");
  EXPECT_EQ(CodeOfAction(R"(<tool_call>{"name":"search","arguments":{}}</tool_call>)"),
            std::nullopt);
  EXPECT_EQ(CodeOfAction("<python>never ends"), std::nullopt);
  EXPECT_EQ(ObservationText("```python\n1\n```", "x"), "\n```output\nx\n```\n");
  EXPECT_EQ(ObservationText("```python\n1\n```\n```output", "x"), "\nx\n```\n");
  EXPECT_EQ(ObservationText("<tool_call>{}</tool_call>", "x"), "x");
}

TEST_F(KernelDoors, CellsOfANotebookAreNeverLost) {
  const auto all = Ask("POST", "/run_jupyter",
                       R"({"cells":["x = 1\nprint('a')\n","1/0","x","open('f.txt').read()\n"],)"
                       R"("files":{"f.txt":")" +
                           Base64Encode("hello") + R"("},"fetch_files":["f.txt","none.txt"]})");
  EXPECT_EQ(Field(all.body, "status"), "Success") << all.body;
  EXPECT_THAT(all.body, HasSubstr(R"({"stdout":"a\n","stderr":"","display":[],"error":[]})"));
  EXPECT_THAT(all.body, HasSubstr(R"("ename":"ZeroDivisionError","evalue":"division by zero")"));
  EXPECT_THAT(all.body, HasSubstr(R"("display":[{"text/plain": "1"}])"));
  EXPECT_THAT(all.body, HasSubstr(R"({"text/plain": "'hello'"})"));
  EXPECT_THAT(all.body, HasSubstr(R"("files":{"f.txt":")" + Base64Encode("hello") + "\"}"));

  // On a busy host a kernel alone may take seconds to begin.
  HttpResponse late;
  for (const char* timeout : {"1.5", "6", "24"}) {
    late = Ask("POST", "/run_jupyter",
               R"({"cells":["print('kept')\n","import time\nprint('half')\ntime.sleep(60)\n","3"],)"
               R"("total_timeout":)" +
                   std::string(timeout) + "}");
    if (late.body.find("2 of 3 cells ran") != std::string::npos) break;
  }
  EXPECT_EQ(Field(late.body, "status"), "Failed");
  EXPECT_THAT(late.body, HasSubstr(R"("stdout":"kept\n")"));
  EXPECT_THAT(late.body, HasSubstr(R"("stdout":"half\n")"));
  EXPECT_THAT(late.body, HasSubstr("2 of 3 cells ran"));

  const auto each =
      Ask("POST", "/run_jupyter", R"({"cells":["while True: pass","'after'"],"cell_timeout":0.3})");
  EXPECT_EQ(Field(each.body, "status"), "Success");
  EXPECT_THAT(each.body, HasSubstr("KeyboardInterrupt"));
  EXPECT_THAT(each.body, HasSubstr("'after'"));
  EXPECT_EQ(Ask("POST", "/run_jupyter", R"({"cells":["1"],"kernel":"ir"})").status, 422);
}

TEST_F(KernelDoors, AFileThatCantBeReadIsNotOneThatIsntThere) {
  boxes_.KillFileWorkers(true);
  const auto all = Ask("POST", "/run_jupyter", R"({"cells":["1"],"fetch_files":["f.txt"]})");
  EXPECT_EQ(Field(all.body, "status"), "SandboxError") << all.body;
  EXPECT_THAT(all.body, HasSubstr("f.txt"));
}

TEST(KernelDoorsWithoutSandboxes, SayWhatIsMissing) {
  const KernelDeps deps;
  Router router;
  RegisterKernelDoors(router, deps);
  router.SetAccess(kAccess);
  auto request = std::make_shared<HttpRequest>();
  request->method = "POST";
  request->path = "/run_jupyter";
  request->body = R"({"cells":["1"]})";
  const auto answer = std::make_shared<Answer>();
  router.Handle(request, answer);
  EXPECT_EQ(answer->Wait().status, 501);
  EXPECT_THAT(answer->Wait().body, HasSubstr("with --sandboxes"));
}

}  // namespace
}  // namespace assay
