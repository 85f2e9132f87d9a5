#include "api/sessions/exec_routes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "api/sessions/sandbox_api_fixture.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "base/text.h"
#include "net/raw_socket_test_util.h"
#include "sessions/sessions_test_util.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ExecRoutes : public SandboxApi {
 protected:
  using SandboxApi::SandboxApi;
  size_t Running(const std::string& sandbox) {
    size_t running = 0;
    const JsonBody body(Ask("GET", sandbox + "/processes").body);
    for (const JsonValue& process : body["processes"].Items()) {
      running += process.Find("running").Bool() ? 1 : 0;
    }
    return running;
  }
  // All lines of a stream.
  std::vector<JsonBody> Stream(const std::string& sandbox, std::string_view body) {
    const HttpResponse streamed =
        Ask("POST", sandbox + "/exec", body, {{"accept", "application/x-ndjson"}});
    EXPECT_EQ(streamed.content_type, "application/x-ndjson") << streamed.body;
    return Lines(streamed.body);
  }
  static std::vector<JsonBody> Lines(std::string_view text) {
    std::vector<JsonBody> lines;
    while (!text.empty()) {
      const size_t end = text.find('\n');
      lines.emplace_back(std::string(text.substr(0, end)));
      text.remove_prefix(end == text.npos ? text.size() : end + 1);
    }
    return lines;
  }
  // The request as it goes over the wire, for clients that leave.
  static std::string Request(const std::string& sandbox, const std::string& body) {
    return "POST " + sandbox +
           "/exec HTTP/1.1\r\nHost: x\r\nContent-Length: " + std::to_string(body.size()) +
           "\r\n\r\n" + body;
  }
};

TEST_F(ExecRoutes, AnswersWithWhatTheProgramDid) {
  const std::string path = Make(R"({"env":{"WHO":"box"}})");
  const JsonBody ran = Run(path, R"({"command":"read x; echo $WHO $x; echo oops >&2; exit 3",)"
                                 R"("stdin":"hello\n","env":{"MORE":"1"}})");
  EXPECT_EQ(ran["stdout"].String(), "box hello\n");
  EXPECT_EQ(ran["stderr"].String(), "oops\n");
  EXPECT_EQ(ran["exit_code"].raw(), "3");
  EXPECT_TRUE(ran["signal"].IsNull());
  EXPECT_EQ(ran["timed_out"].raw(), "false");
  EXPECT_EQ(ran["truncated"].raw(), "false");
  const JsonBody plain = Run(path, R"({"argv":["/bin/sh","-c","kill -9 $$"]})");
  EXPECT_TRUE(plain["exit_code"].IsNull());
  EXPECT_EQ(plain["signal"].String(), "SIGKILL");
}

TEST_F(ExecRoutes, KeepsBytesAndBounds) {
  const std::string path = Make();
  const JsonBody bytes = Run(path, R"({"command":"printf 'a\\377'"})");
  EXPECT_EQ(bytes["stdout"].String(), "a\xEF\xBF\xBD");
  EXPECT_EQ(Base64Decode(bytes["stdout_base64"].String()), "a\xFF");
  const JsonBody cut = Run(path, R"({"command":"seq 1000","output_bytes":5})");
  EXPECT_EQ(cut["stdout"].String(), "1\n2\n3");
  EXPECT_EQ(cut["truncated"].raw(), "true");
  const JsonBody given = Run(path, R"({"command":"od -An -tx1","stdin_base64":"AP8="})");
  EXPECT_EQ(given["stdout"].String(), " 00 ff\n");
}

TEST_F(ExecRoutes, ASandboxThatIsFullIsNotOurFailure) {
  const std::string path = Make(R"({"memory_mb":64})");
  EXPECT_EQ(JsonBody(Ask("GET", path).body)["limits"].Find("disk_mb").raw(), "32");
  const SandboxPtr sandbox = sandboxes_->List("default", {})[0];
  const auto told = [&](int sys_errno) {
    return StartFaultOf({ErrorCode::kInvalidArgument, "sandbox.clone", sys_errno, "full"},
                        *sandbox);
  };
  for (const auto& [sys_errno, field] : {std::pair(ENOMEM, "memory_mb"), {EAGAIN, "processes"}}) {
    const SandboxFault fault = told(sys_errno);
    EXPECT_EQ(fault.status, 507);
    EXPECT_EQ(fault.code, "resource_exhausted");
    EXPECT_EQ(fault.field, field);
    EXPECT_EQ(fault.message, "full");
  }
}

class ExecInLittleMemory : public ExecRoutes {
 protected:
  ExecInLittleMemory() : ExecRoutes(Little()) {}
  static SandboxPolicy Little() {
    SandboxPolicy policy;
    policy.max_held_bytes = 4 << 20;
    return policy;
  }
};

TEST_F(ExecInLittleMemory, KeepsWhatThereIsRoomFor) {
  const std::string path = Make();
  const auto kept = [&] {
    const JsonBody ran =
        Run(path, R"({"command":"head -c 3000000 /dev/zero | tr '\\0' x","output_bytes":9000000})");
    EXPECT_EQ(ran["exit_code"].raw(), "0");
    EXPECT_EQ(ran["truncated"].raw(), "true");
    EXPECT_LE(ran["stdout"].String().size(), 1U << 20);
    return ran["stdout"].String().size();
  };
  EXPECT_GT(kept(), 900'000U);
  // An answer's room is given back when its connection has sent it, a little after it is here.
  EXPECT_TRUE(Becomes([&] { return kept() > 900'000U; }));
}

TEST_F(ExecInLittleMemory, AnswersThatGrowAreCutToo) {
  // Six bytes each in JSON.
  const JsonBody ran =
      Run(Make(), R"({"command":"head -c 500000 /dev/zero","output_bytes":9000000})");
  EXPECT_EQ(ran["exit_code"].raw(), "0");
  EXPECT_EQ(ran["truncated"].raw(), "true");
  EXPECT_EQ(ran["stdout"].String(), "");
}

TEST_F(ExecRoutes, ATimeoutEndsIt) {
  const JsonBody ran = Run(Make(), R"({"command":"echo begun; sleep 100","timeout_s":5})");
  EXPECT_EQ(ran["timed_out"].raw(), "true");
  EXPECT_EQ(ran["stdout"].String(), "begun\n");
}

TEST_F(ExecRoutes, FaultyRequestsAreNamed) {
  const std::string path = Make();
  for (const auto& [body, field] : std::vector<std::pair<std::string, std::string>>{
           {"{}", "command"},
           {R"({"command":"a","argv":["b"]})", "command"},
           {R"({"argv":[]})", "argv"},
           {R"({"command":"a\u0000b"})", "command"},
           {R"({"command":"a","cwd":"/"})", "cwd"},
           {R"({"command":"a","timeout_s":0})", "timeout_s"},
           {R"({"command":"a","terminal":{"rows":0}})", "terminal.rows"},
           {R"({"command":"a","output_bytes":-1})", "output_bytes"},
           {R"({"command":"a","stdin":"x","stdin_base64":"eA=="})", "stdin_base64"},
           {R"({"command":"a","stdin_base64":"!!"})", "stdin_base64"},
           {R"({"command":"a","ends_with_client":false})", "ends_with_client"}}) {
    const HttpResponse refused = Post(path + "/exec", body);
    EXPECT_EQ(refused.status, 422) << body;
    EXPECT_THAT(refused.body, HasSubstr("\"field\":\"" + field + "\"")) << body;
  }
  EXPECT_EQ(Post("/v1/sandboxes/sb-none/exec", R"({"command":"true"})").status, 404);
}

TEST_F(ExecRoutes, WhatCantStartHasNoExitCode) {
  const std::string path = Make();
  for (const char* body : {R"({"argv":["/no/such/program"]})",
                           R"({"command":"true","directory":"/no/such/folder"})"}) {
    for (const char* accept : {"application/json", "application/x-ndjson"}) {
      const HttpResponse refused = Ask("POST", path + "/exec", body, {{"accept", accept}});
      EXPECT_EQ(refused.status, 422) << refused.body;
      EXPECT_THAT(refused.body, HasSubstr("\"cannot_start\""));
    }
  }
}

TEST_F(ExecRoutes, ADirectoryThatIsNotThereIsNamedWithTheReason) {
  const HttpResponse refused =
      Post(Make() + "/exec", R"({"command":"true","directory":"/no/such/folder"})");
  EXPECT_THAT(refused.body, HasSubstr("/no/such/folder: No such file or directory"));
  EXPECT_THAT(refused.body, HasSubstr(R"("field":"directory")"));
}

TEST_F(ExecRoutes, AnEndBeforeItsInputIsTold) {
  const std::string path = Make();
  const HttpResponse none = Post(path + "/exec", R"({"argv":["/no/such/program"],"stdin":"x"})");
  EXPECT_EQ(none.status, 422) << none.body;
  for (int i = 0; i < 20; ++i) {
    const JsonBody ran = Run(path, R"({"argv":["/bin/false"],"stdin":"x"})");
    EXPECT_EQ(ran["exit_code"].raw(), "1");
  }
}

TEST_F(ExecRoutes, StreamsEventsInOrder) {
  const auto lines = Stream(Make(), R"({"command":"echo out; sleep 0.1; echo err >&2; sleep 0.1; )"
                                    R"(printf '\\377'; exit 4"})");
  ASSERT_GE(lines.size(), 5u);
  EXPECT_EQ(lines[0]["event"].String(), "start");
  EXPECT_TRUE(lines[0]["pid"].Is(JsonType::kNumber));
  EXPECT_EQ(lines[1]["event"].String(), "stdout");
  EXPECT_EQ(lines[1]["text"].String(), "out\n");
  EXPECT_EQ(lines[2]["event"].String(), "stderr");
  EXPECT_EQ(lines[3]["base64"].String(), "/w==");
  EXPECT_EQ(lines.back()["event"].String(), "end");
  EXPECT_EQ(lines.back()["exit_code"].raw(), "4");
}

TEST_F(ExecRoutes, ProcessesAreTalkedTo) {
  const std::string path = Make();
  const HttpResponse started =
      Post(path + "/exec",
           R"({"command":"cat; echo done","open_stdin":true,"detached":true,"tag":"t"})");
  ASSERT_EQ(started.status, 201) << started.body;
  const std::string process =
      path + "/processes/" + std::string(JsonBody(started.body)["pid"].raw());
  std::string followed;
  std::thread follower([&] { followed = Ask("GET", process + "/stream").body; });
  // The follower's stream has begun once its listener holds the process: what is said before that
  // would be lost.
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(Post(process + "/input", R"({"text":"hello\n"})").status, 200);
  EXPECT_EQ(Post(process + "/input", R"({"base64":"AA==","close":true})").status, 200);
  follower.join();
  EXPECT_THAT(followed, HasSubstr("hello"));
  EXPECT_THAT(followed, HasSubstr("done"));
  EXPECT_THAT(followed, HasSubstr(R"("event":"end","exit_code":0)"));
  const HttpResponse late = Post(process + "/input", R"({"text":"x"})");
  EXPECT_EQ(late.status, 409) << late.body;
  EXPECT_THAT(late.body, HasSubstr(R"("code":"ended","message":"the process has ended")"));
  EXPECT_EQ(Post(path + "/processes/99999/input", R"({"text":"x"})").status, 404);
  EXPECT_EQ(Post(path + "/processes/x/input", R"({"text":"x"})").status, 404);
}

TEST_F(ExecRoutes, SignalsByNameAndNumber) {
  const std::string path = Make();
  for (const char* signal : {R"("SIGTERM")", R"("TERM")", "15"}) {
    const HttpResponse started =
        Post(path + "/exec", R"({"argv":["sleep","100"],"detached":true})");
    const std::string process =
        path + "/processes/" + std::string(JsonBody(started.body)["pid"].raw());
    EXPECT_EQ(Post(process + "/signal", R"({"signal":"SIGNONE"})").status, 422);
    EXPECT_EQ(Post(process + "/signal", std::string(R"({"signal":)") + signal + "}").status, 200);
    EXPECT_THAT(Ask("GET", process + "/stream").body, HasSubstr(R"("signal":"SIGTERM")"));
  }
}

TEST_F(ExecRoutes, ATerminalHasItsSize) {
  const std::string path = Make();
  const auto lines =
      Stream(path, R"({"command":"stty size","terminal":{"rows":33,"columns":101}})");
  std::string shown;
  for (const JsonBody& line : lines) {
    if (line["event"].String() == "terminal") shown += line["text"].String();
  }
  EXPECT_EQ(shown, "33 101\r\n");
}

TEST_F(ExecRoutes, AClientThatLeavesEndsIt) {
  const std::string path = Make();
  for (const std::string& body : {std::string(R"({"command":"sleep 100"})"),
                                  std::string(R"({"command":"sleep 100","stream":true})")}) {
    RawSocket socket = RawSocket::ConnectTo(server_.port());
    socket.Send(Request(path, body));
    EXPECT_TRUE(Becomes([&] { return Running(path) == 1; }));
    socket.Close();
    EXPECT_TRUE(Becomes([&] { return Running(path) == 0; })) << body;
  }
  RawSocket socket = RawSocket::ConnectTo(server_.port());
  socket.Send(Request(path, R"({"command":"sleep 100","stream":true,"ends_with_client":false})"));
  socket.ReadUntil("\"start\"");
  socket.Close();
  std::this_thread::sleep_for(std::chrono::milliseconds(300));
  EXPECT_EQ(Running(path), 1u);
}

TEST_F(ExecRoutes, ASlowReaderMakesTheProgramWait) {
  const std::string path = Make();
  RawSocket socket = RawSocket::ConnectTo(server_.port());
  socket.Send(Request(path, R"({"command":"head -c 100000000 /dev/zero | tr '\\0' a; echo > done",)"
                            R"("stream":true})"));
  EXPECT_THAT(socket.ReadUntil("\"start\""), StartsWith("HTTP/1.1 200"));
  std::this_thread::sleep_for(std::chrono::seconds(1));
  EXPECT_EQ(Ask("GET", path + "/files?path=done").status, 404) << "it didn't wait";
  const std::string rest = socket.ReadUntil(R"("event":"end")");
  EXPECT_GT(rest.size(), 100'000'000u);
  EXPECT_EQ(Ask("GET", path + "/files?path=done").status, 200);
}

TEST_F(ExecRoutes, AKeyStartsOneProcess) {
  const std::string path = Make();
  const std::string body =
      R"({"command":"read x; echo $x >> log; sleep 0.5","stdin":"a\n","key":"k"})";
  std::vector<std::thread> threads;
  std::atomic<int> repeated{0};
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const JsonBody ran = Run(path, body);
      EXPECT_EQ(ran["exit_code"].raw(), "0");
      if (ran["repeated"].Bool()) ++repeated;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(repeated, 3);
  EXPECT_EQ(Run(path, R"({"command":"cat log"})")["stdout"].String(), "a\n");
  EXPECT_EQ(Post(path + "/exec", R"({"command":"other","key":"k"})").status, 409);
}

}  // namespace
}  // namespace assay
