#include "service/judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "base/mutex.h"
#include "net/http_server.h"
#include "service/local_judge.h"
#include "service/remote_judge.h"

namespace assay::service {
namespace {

using ::testing::HasSubstr;

// Routes that answer from a thread of their own with what they were asked; the third question finds
// the queue full.
class EchoRoutes {
 public:
  EchoRoutes() {
    for (const auto& [method, path] : {std::pair("POST", "/v1/verify"),
                                       {"POST", "/v1/math/verify"},
                                       {"POST", "/v1/score"},
                                       {"POST", "/common_evaluate_batch"},
                                       {"PUT", "/v1/problems/{sha256}"},
                                       {"GET", "/v1/info"}}) {
      router.Add(method, path,
                 [this](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
                   threads_.emplace_back([request, reply] { Reply(*request, *reply); });
                 });
    }
  }
  ~EchoRoutes() {
    for (std::thread& thread : threads_) thread.join();
  }

  Router router;

 private:
  static void Reply(const HttpRequest& request, HttpReply& reply) {
    if (request.body == "whose?") {
      return reply.Send({200, "text/plain", {}, std::string(request.Header("authorization"))});
    }
    if (request.body == "too much") {
      return reply.Send({429, "application/json", {{"retry-after", "7"}}, "{}"});
    }
    reply.Begin({});
    reply.Write(request.method + " " + request.path);
    reply.Write(" " + request.body);
    reply.End();
  }

  std::vector<std::thread> threads_;
};

void AskEverything(Judge& judge) {
  EXPECT_EQ(judge.Verify("a")->body, "POST /v1/verify a");
  EXPECT_EQ(judge.VerifyMath("b")->body, "POST /v1/math/verify b");
  EXPECT_EQ(judge.Score("s")->body, "POST /v1/score s");
  EXPECT_EQ(judge.EvaluateBatch("c")->body, "POST /common_evaluate_batch c");
  EXPECT_EQ(judge.PutProblem("123", "d")->body, "PUT /v1/problems/123 d");
  EXPECT_EQ(judge.Info()->body, "GET /v1/info ");
  const auto full = judge.Verify("too much");
  ASSERT_TRUE(full.ok());
  EXPECT_EQ(full->status, 429);
  EXPECT_EQ(full->retry_after_s, 7);
}

TEST(Judge, InThisProcessAsksItsRoutes) {
  EchoRoutes routes;
  LocalJudge judge(routes.router, 3);
  EXPECT_EQ(judge.slots(), 3);
  AskEverything(judge);
}

TEST(Judge, AServerGivesTheSameAnswers) {
  EchoRoutes routes;
  HttpServer server({.host = "127.0.0.1", .port = 0, .io_threads = 1},
                    [&](auto request, auto reply) {
                      routes.router.Handle(std::move(request), std::move(reply));
                    });
  ASSERT_TRUE(server.Start().ok());
  const auto url = ServerAddress("http://localhost:" + std::to_string(server.port()) + "/", "");
  ASSERT_TRUE(url.ok());
  const auto judge = MakeRemoteJudge({.url = *url});
  EXPECT_EQ(judge->slots(), std::nullopt);
  AskEverything(*judge);
  EXPECT_EQ(judge->Verify("whose?")->body, "");
  EXPECT_EQ(MakeRemoteJudge({.url = *url, .token = "abc"})->Verify("whose?")->body, "Bearer abc");
}

// A route that repeats its query and a header, and one that never answers and tells when its client
// has gone.
class AnyRoutes {
 public:
  AnyRoutes() {
    router.Add("POST", "/rm", [](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
      reply->Send({200,
                   "text/plain",
                   {},
                   request->query + " " + std::string(request->Header("x-assay-step"))});
    });
    router.Add("POST", "/silent", [this](std::shared_ptr<const HttpRequest>, HttpReplyPtr reply) {
      reply->OnDisconnect([this] { gone.Cancel(); });
      MutexLock lock(mutex_);
      kept_.push_back(std::move(reply));
    });
  }

  Router router;
  CancelToken gone;

 private:
  Mutex mutex_;
  std::vector<HttpReplyPtr> kept_ ASSAY_GUARDED_BY(mutex_);
};

void AskAnything(Judge& judge, const CancelToken& gone) {
  Question question;
  question.method = "POST";
  question.target = "/rm?score=share";
  question.headers = {{"x-assay-step", "7"}};
  EXPECT_EQ(judge.Send(question)->body, "score=share 7");

  question.target = "/silent";
  question.deadline = std::chrono::steady_clock::now() + std::chrono::milliseconds(20);
  EXPECT_FALSE(judge.Send(question).ok());
  // The server hears of it from the connection's end.
  const SteadyTime patience = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!gone.cancelled() && std::chrono::steady_clock::now() < patience) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  EXPECT_TRUE(gone.cancelled());

  CancelToken cancel;
  question.deadline.reset();
  question.cancel = &cancel;
  std::thread giving_up([&] { cancel.Cancel(); });
  EXPECT_FALSE(judge.Send(question).ok());
  giving_up.join();
}

TEST(Judge, AnyQuestionEndsWhenItIsGivenUp) {
  AnyRoutes routes;
  LocalJudge judge(routes.router, 1);
  AskAnything(judge, routes.gone);
}

TEST(RemoteJudge, AnyQuestionEndsWhenItIsGivenUp) {
  AnyRoutes routes;
  HttpServer server({.host = "127.0.0.1", .port = 0, .io_threads = 1},
                    [&](auto request, auto reply) {
                      routes.router.Handle(std::move(request), std::move(reply));
                    });
  ASSERT_TRUE(server.Start().ok());
  const auto judge = MakeRemoteJudge({.url = "http://127.0.0.1:" + std::to_string(server.port())});
  AskAnything(*judge, routes.gone);
  server.Stop(std::chrono::steady_clock::now());
}

TEST(ServerAddress, ChecksTheUrl) {
  for (const char* url : {"http://127.0.0.1:8080", "http://localhost", "http://[::1]:80/",
                          "http://node-3.example:1/", "https://a", "https://a:8443/"}) {
    EXPECT_TRUE(ServerAddress(url, "").ok()) << url;
  }
  for (const char* url :
       {"", "ftp://a", "a:80", "http://", "http://:80", "http://a:b", "http://a/b", "http://a?b"}) {
    const auto address = ServerAddress(url, "");
    ASSERT_FALSE(address.ok()) << url;
    EXPECT_THAT(address.error().message, HasSubstr("--url"));
  }
}

TEST(ServerAddress, NamesAUnixSocket) {
  EXPECT_EQ(*ServerAddress("unix:/run/assay.sock", ""), "unix:/run/assay.sock:");
  EXPECT_THAT(ServerAddress("unix:/run/assay.sock", "/dev/null").error().message,
              HasSubstr("--cacert"));
  for (const std::string& url :
       {std::string("unix:"), std::string("unix:/a:/v1"), "unix:/" + std::string(107, 'a')}) {
    const auto address = ServerAddress(url, "");
    ASSERT_FALSE(address.ok()) << url;
    EXPECT_THAT(address.error().message, HasSubstr("--url"));
  }
}

TEST(ServerAddress, ChecksTheFileOfAuthorities) {
  EXPECT_THAT(ServerAddress("http://a", "/dev/null").error().message, HasSubstr("https://"));
  EXPECT_THAT(ServerAddress("https://a", "/no/such/file").error().message,
              HasSubstr("/no/such/file: No such file"));
}

TEST(RemoteJudge, SaysWhenNobodyAnswers) {
  const auto answer = MakeRemoteJudge({.url = "http://127.0.0.1:1"})->Verify("{}");
  ASSERT_FALSE(answer.ok());
  EXPECT_EQ(answer.error().code, ErrorCode::kUnavailable);
  EXPECT_THAT(answer.error().message, HasSubstr("no server answers at 127.0.0.1:1"));
}

}  // namespace
}  // namespace assay::service
