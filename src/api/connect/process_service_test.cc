#include "api/connect/process_service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/connect/connect_frames.h"
#include "api/connect/execution_stream.h"
#include "api/connect/fake_sandbox_test_util.h"
#include "api/waited_reply_test_util.h"
#include "base/text.h"

namespace assay {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kPrime[] = "application/connect+proto";
constexpr char kE2b[] = "application/connect+json";

class TestClock final : public Clock {
 public:
  SteadyTime Now() const override { return now; }
  SteadyTime now = std::chrono::steady_clock::now();
};

class ProcessServiceTest : public ::testing::Test {
 protected:
  ProcessServiceTest() {
    service_.Register(router_,
                      {"/x/{id}/process.Process", [this](const ConnectCall& call) {
                         if (call.parameters[0] == "box") return FoundSandbox{box_};
                         return FoundSandbox{nullptr, {ConnectCode::kNotFound, "no such sandbox"}};
                       }});
  }
  // What nobody ended ends with its sandbox: whoever listens to a process holds it as it holds
  // them.
  ~ProcessServiceTest() override {
    for (const auto& process : box_->started) {
      if (!process->ended()) process->End(Error{ErrorCode::kCancelled, "fake", 0, "deleted"});
    }
  }

  using Headers = std::vector<std::pair<std::string, std::string>>;
  std::shared_ptr<WaitedReply> Call(const std::string& method, const std::string& type,
                                    const std::string& body, Headers headers = {},
                                    const std::string& id = "box") {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->path = "/x/" + id + "/process.Process/" + method;
    request->headers = std::move(headers);
    request->headers.emplace_back("content-type", type);
    request->body = StartsWith(type, "application/connect") ? ConnectFrame(0, body) : body;
    auto reply = std::make_shared<WaitedReply>();
    router_.Handle(request, reply);
    return reply;
  }
  std::shared_ptr<WaitedReply> Json(const std::string& method, const std::string& body) {
    auto reply = Call(method, "application/json", body);
    reply->Wait();
    return reply;
  }
  // The messages of a stream, each with its flag.
  static std::vector<std::string> Messages(WaitedReply& reply) {
    std::string body;
    for (const std::string& piece : reply.pieces) body += piece;
    std::vector<std::string> messages;
    const auto frames = ReadConnectFrames(body);
    EXPECT_TRUE(frames.ok());
    for (const auto& frame : *frames) {
      messages.push_back((frame.flag == kConnectEnd ? "end " : "") + std::string(frame.message));
    }
    return messages;
  }
  FakeExecution& Process(size_t index = 0) { return *box_->started.at(index); }

  RealClock clock_;
  std::shared_ptr<FakeSandbox> box_ = std::make_shared<FakeSandbox>("box");
  Timers timers_{clock_};
  ProcessService service_{timers_, clock_};
  Router router_;
};

TEST_F(ProcessServiceTest, TellsOfAProcessFromStartToEnd) {
  const auto reply = Call("Start", kE2b,
                          R"({"process":{"cmd":"/bin/bash","args":["-l"],"envs":{"A":"1"},)"
                          R"("cwd":"/tmp"},"tag":"t","stdin":false})",
                          {{"connect-timeout-ms", "1500"}});
  const auto known = Process().request();
  const ExecutionRequest& asked = *known;
  EXPECT_THAT(asked.process.argv, ElementsAre("/bin/bash", "-l"));
  EXPECT_EQ(asked.process.env.at("A"), "1");
  EXPECT_EQ(asked.process.directory, "/tmp");
  EXPECT_FALSE(asked.process.input);
  EXPECT_EQ(asked.tag, "t");
  EXPECT_EQ(asked.timeout, std::chrono::milliseconds(1500));
  Process().Say(OutputStream::kStdout, "hi");
  Process().Say(OutputStream::kStderr, "\xff");
  Process().End(ExecutionEnd{{3}});
  reply->Wait();
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_EQ(reply->response.content_type, kE2b);
  EXPECT_THAT(
      Messages(*reply),
      ElementsAre(R"({"event":{"start":{"pid":100}}})", R"({"event":{"data":{"stdout":"aGk="}}})",
                  R"({"event":{"data":{"stderr":"/w=="}}})",
                  R"({"event":{"end":{"exitCode":3,"exited":true,)"
                  R"("status":"exit status 3","error":"exit status 3"}}})",
                  "end {}"));
}

TEST_F(ProcessServiceTest, SpeaksProtobufByPrimesNumbers) {
  const auto reply = Call("Start", kPrime, "\x0a\x0a\x0a\x04/x/y\x2a\x02me"s);
  reply->Wait();  // its user is none of the sandbox's
  EXPECT_THAT(Messages(*reply)[0], HasSubstr("invalid_argument"));
  const auto other = Call("Start", kPrime, "\x0a\x06\x0a\x04/x/y\x20\x01\x2a\x02id"s);
  EXPECT_EQ(Process().request()->key, "id");
  EXPECT_TRUE(Process().request()->process.input);
  Process().Say(OutputStream::kTerminal, "p");
  Process().End(ExecutionEnd{{0, 9}});
  other->Wait();
  EXPECT_THAT(Messages(*other),
              ElementsAre("\x0a\x04\x0a\x02\x08\x64"s, "\x0a\x05\x12\x03\x1a\x01p"s,
                          HasSubstr("\x08\x01\x1a\x0e"
                                    "signal: killed"),
                          "end {}"));
}

TEST_F(ProcessServiceTest, AnEndThatNobodyKnowsIsAnError) {
  const auto timed_out = Call("Start", kE2b, R"({"process":{"cmd":"a"}})");
  ExecutionEnd late{{0, 9}};
  late.timed_out = true;
  Process(0).End(late);
  timed_out->Wait();
  EXPECT_THAT(Messages(*timed_out).back(),
              HasSubstr(R"(end {"error":{"code":"deadline_exceeded")"));

  const process::Event::End full = ProcessEndOf({0, 9, true});
  EXPECT_EQ(full.status(), "signal: killed");
  EXPECT_EQ(full.error(), "signal: killed: the sandbox's memory limit was reached");

  const auto lost = Call("Start", kE2b, R"({"process":{"cmd":"a"}})");
  Process(1).End(Error{ErrorCode::kUnavailable, "agent", 0, "gone"});
  lost->Wait();
  EXPECT_THAT(Messages(*lost).back(), HasSubstr(R"("code":"unavailable")"));

  const auto ended = Call("Start", kE2b, R"({"process":{"cmd":"a"}})");
  box_->End(SandboxEnd::kDeleted);
  Process(2).End(Error{ErrorCode::kUnavailable, "agent", 0, "gone"});
  ended->Wait();
  EXPECT_THAT(Messages(*ended).back(), HasSubstr(R"("code":"not_found")"));

  const auto stopped = Call("Start", kE2b, R"({"process":{"cmd":"a"}})");
  box_->End(SandboxEnd::kShutdown);
  Process(3).End(Error{ErrorCode::kUnavailable, "agent", 0, "gone"});
  stopped->Wait();
  EXPECT_THAT(Messages(*stopped).back(), HasSubstr(R"("code":"unavailable")"));
}

TEST_F(ProcessServiceTest, RefusalsAreTheLastFrame) {
  const auto nowhere = Call("Start", kE2b, R"({"process":{"cmd":"a"}})", {}, "other");
  nowhere->Wait();
  EXPECT_EQ(nowhere->response.status, 200);
  EXPECT_THAT(Messages(*nowhere),
              ElementsAre(R"(end {"error":{"code":"not_found","message":"no such sandbox"}})"));
  box_->refuse = Error{ErrorCode::kInvalidArgument, "s", EEXIST, "another process has this key"};
  const auto other = Call("Start", kE2b, R"({"process":{"cmd":"a"}})");
  other->Wait();
  EXPECT_THAT(Messages(*other).back(), HasSubstr("failed_precondition"));
  const auto type = Call("Start", "application/json", R"({"process":{"cmd":"a"}})");
  type->Wait();
  EXPECT_EQ(type->response.status, 415);
}

TEST_F(ProcessServiceTest, ConnectTellsWhatIsRetained) {
  const auto first = Call("Start", kPrime, "\x0a\x06\x0a\x04/x/y\x2a\x02id"s);
  const auto again = Call("Connect", kE2b, R"({"process":{"sessionUuid":"id"}})");
  EXPECT_EQ(Process().listeners.size(), 2u);
  again->on_disconnect();  // the client leaves: the process goes on
  EXPECT_EQ(Process().listeners.size(), 1u);
  Process().End(ExecutionEnd{{0}});
  first->Wait();
  const auto late = Call("Connect", kE2b, R"({"process":{"sessionUuid":"id"}})");
  late->Wait();
  EXPECT_THAT(Messages(*late), ElementsAre(R"({"event":{"start":{"pid":100}}})",
                                           HasSubstr("exit status 0"), "end {}"));
  const auto unknown = Call("Connect", kE2b, R"({"process":{"pid":7}})");
  unknown->Wait();
  EXPECT_THAT(Messages(*unknown).back(), HasSubstr("not_found"));
}

TEST_F(ProcessServiceTest, InputAndSignalsAreAppliedOnce) {
  Call("Start", kE2b, R"({"process":{"cmd":"cat"}})");
  const std::string input = R"({"process":{"pid":100},"input":{"stdin":"YQ=="},"inputUuid":"u"})";
  EXPECT_EQ(Json("SendInput", input)->response.body, "{}");
  EXPECT_EQ(Json("SendInput", input)->response.status, 200);
  EXPECT_EQ(Process().written, "a");
  const std::string signal =
      R"({"process":{"pid":100},"signal":"SIGNAL_SIGKILL","signalUuid":"u"})";
  EXPECT_EQ(Json("SendSignal", signal)->response.status, 200);
  Process().End(ExecutionEnd{{0, 9}});
  // A repetition whose first answer was lost is well, though the process has ended by it.
  EXPECT_EQ(Json("SendSignal", signal)->response.status, 200);
  EXPECT_THAT(Process().signals, ElementsAre(9));
  EXPECT_EQ(Json("SendSignal", R"({"process":{"pid":100},"signal":9})")->response.status, 404);
}

TEST_F(ProcessServiceTest, InputWaitsForRoom) {
  Call("Start", kE2b, R"({"process":{"cmd":"cat"}})");
  Process().full = 1;
  const auto reply = Call("SendInput", "application/json",
                          R"({"process":{"pid":100},"input":{"stdin":"YQ=="},"inputUuid":"u"})");
  reply->Wait();
  EXPECT_EQ(reply->response.status, 200);
  EXPECT_EQ(Process().written, "a");
}

TEST_F(ProcessServiceTest, MoreInputThanTheQueueTakesIsRefusedAtOnce) {
  Call("Start", kE2b, R"({"process":{"cmd":"cat"}})");
  const auto refused =
      Json("SendInput", R"({"process":{"pid":100},"input":{"stdin":")" +
                            Base64Encode(std::string(kMaxQueuedInput + 1, 'a')) + "\"}}");
  EXPECT_EQ(refused->response.status, 400);
  EXPECT_THAT(refused->response.body, HasSubstr("at most 4194304"));
  EXPECT_EQ(Process().written, "");
}

TEST_F(ProcessServiceTest, OtherMethodsOfATerminal) {
  Call("Start", kE2b, R"({"process":{"cmd":"sh"},"pty":{"size":{"cols":9,"rows":5}},"tag":"t"})");
  EXPECT_TRUE(Process().request()->process.terminal);
  EXPECT_EQ(Process().request()->process.columns, 9);
  EXPECT_EQ(Json("Update", R"({"process":{"tag":"t"},"pty":{"size":{"cols":7,"rows":8}}})")
                ->response.status,
            200);
  EXPECT_EQ(Process().size, std::pair(8, 7));
  Json("SendInput", R"({"process":{"tag":"t"},"input":{"pty":"YQ=="}})");
  EXPECT_EQ(Process().written, "a");
  Json("CloseStdin", R"({"process":{"tag":"t"}})");
  EXPECT_TRUE(Process().closed);
  EXPECT_THAT(Json("List", "{}")->response.body,
              HasSubstr(R"({"processes":[{"config":{"cmd":"sh"},"pid":100,"tag":"t"}]})"));
  Process().End(ExecutionEnd{{0}});
  EXPECT_EQ(Json("List", "{}")->response.body, "{}");
}

TEST_F(ProcessServiceTest, KeepsQuietStreamsAlive) {
  const auto reply =
      Call("Start", kE2b, R"({"process":{"cmd":"a"}})", {{"keepalive-ping-interval", "1"}});
  reply->WaitForPieces(2);
  EXPECT_THAT(reply->Piece(1), HasSubstr("keepalive"));
  Process().End(ExecutionEnd{{0}});
  reply->Wait();
}

TEST(OnceWindow, ForgetsAfterItsTimeAndBeyondItsBound) {
  TestClock clock;
  OnceWindow window(clock, 2);
  int done = 0;
  const auto work = [&]() -> Status {
    ++done;
    return {};
  };
  for (const char* key : {"a", "a", "b", "a"}) ASSERT_TRUE(window.Do("s", key, work).ok());
  EXPECT_EQ(done, 2);
  ASSERT_TRUE(window.Do("other", "b", work).ok());
  EXPECT_EQ(done, 3);
  ASSERT_TRUE(window.Do("s", "b", work).ok());  // the third one made "a" forgotten
  EXPECT_EQ(done, 3);
  clock.now += OnceWindow::kWindow + std::chrono::seconds(1);
  ASSERT_TRUE(window.Do("s", "b", work).ok());
  EXPECT_EQ(done, 4);
  EXPECT_FALSE(window.Do("s", "f", [] { return Status(SystemError("s", EIO, "x")); }).ok());
  ASSERT_TRUE(window.Do("s", "f", work).ok());
  EXPECT_EQ(done, 5);
  EXPECT_FALSE(window.Do("s", std::string(129, 'k'), work).ok());
}

}  // namespace
}  // namespace assay
