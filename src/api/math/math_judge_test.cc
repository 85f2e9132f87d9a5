#include "api/math/math_judge.h"

#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <atomic>
#include <future>

#include "base/fd.h"
#include "base/text.h"
#include "llm/chat_client.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using ::testing::HasSubstr;

constexpr auto kNever = [] { return false; };

std::string Completion(std::string_view word) {
  return R"({"id":"x","choices":[{"message":{"role":"assistant","content":")" + std::string(word) +
         R"("}}]})";
}

Opinion AskAndWait(MathJudge& judge, std::string_view gold, std::string_view answer) {
  std::promise<Opinion> promise;
  judge.Ask(gold, answer, nullptr, kNever, [&](Opinion opinion) { promise.set_value(opinion); });
  return promise.get_future().get();
}

SteadyTime In(std::chrono::milliseconds time) {
  return std::chrono::steady_clock::now() + time;
}

// A server on the loopback interface that gives each request the same answer and keeps them.
class FakeServer {
 public:
  explicit FakeServer(std::string answer) : answer_(std::move(answer)) {
    listener_ = UniqueFd(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::bind(listener_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(::listen(listener_.get(), 16), 0);
    socklen_t size = sizeof address;
    ::getsockname(listener_.get(), reinterpret_cast<sockaddr*>(&address), &size);
    url_ = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port));
    thread_ = std::thread([this] { Serve(); });
  }
  ~FakeServer() {
    ::shutdown(listener_.get(), SHUT_RDWR);
    thread_.join();
  }

  const std::string& url() const { return url_; }
  // Call when no request is under way.
  std::vector<std::string> requests() const { return requests_; }

 private:
  void Serve() {
    while (true) {
      const UniqueFd client(::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC));
      if (!client) return;
      std::string request;
      char buffer[4096];
      while (!Complete(request)) {
        const ssize_t count = ::recv(client.get(), buffer, sizeof buffer, 0);
        if (count <= 0) break;
        request.append(buffer, static_cast<size_t>(count));
      }
      requests_.push_back(request);
      [[maybe_unused]] const auto sent =
          ::send(client.get(), answer_.data(), answer_.size(), MSG_NOSIGNAL);
    }
  }
  static bool Complete(const std::string& request) {
    const size_t end = request.find("\r\n\r\n");
    const size_t length = AsciiLower(request).find("content-length:");
    if (end == request.npos || length == request.npos) return false;
    return request.size() >= end + 4 + std::stoul(request.substr(length + 15));
  }

  const std::string answer_;
  UniqueFd listener_;
  std::string url_;
  std::vector<std::string> requests_;
  std::thread thread_;
};

std::string Http(std::string_view status, const std::string& body) {
  return "HTTP/1.1 " + std::string(status) +
         "\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(ParseOpinion, TheLastWordDecides) {
  EXPECT_EQ(ParseOpinion("CORRECT"), Opinion::kCorrect);
  EXPECT_EQ(ParseOpinion("Incorrect.\n"), Opinion::kIncorrect);
  EXPECT_EQ(ParseOpinion("<think>it is incorrect, or is it</think>\n**correct**"),
            Opinion::kCorrect);
  EXPECT_EQ(ParseOpinion("The candidate is correct"), Opinion::kCorrect);
  EXPECT_EQ(ParseOpinion("The candidate is not correct"), Opinion::kUnavailable);
  EXPECT_EQ(ParseOpinion("It isn't correct"), Opinion::kUnavailable);
  EXPECT_EQ(ParseOpinion("correct or incorrect, who knows"), Opinion::kUnavailable);
  EXPECT_EQ(ParseOpinion("uncorrect"), Opinion::kUnavailable);
  EXPECT_EQ(ParseOpinion(""), Opinion::kUnavailable);
}

TEST(MathJudge, QuotesBothTextsInTheTemplate) {
  std::string sent;
  MathJudge judge(
      {.model = "m", .prompt = "{x} {gold} | {answer} {"},
      [&](const std::string& body, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        sent = body;
        return Completion("CORRECT");
      });
  EXPECT_EQ(AskAndWait(judge, "\"{answer}\"", "a\n{gold}"), Opinion::kCorrect);
  JsonError error;
  const auto document = JsonDocument::Parse(sent, &error);
  ASSERT_TRUE(document) << sent;
  EXPECT_EQ(document->root().Find("model").String(), "m");
  const auto messages = document->root().Find("messages").Items();
  ASSERT_EQ(messages.size(), 1u);
  EXPECT_EQ(messages[0].Find("content").String(), R"({x} "\"{answer}\"" | "a\n{gold}" {)");
  EXPECT_TRUE(IsJudgePrompt(DefaultJudgePrompt()));
  EXPECT_FALSE(IsJudgePrompt("{gold}"));
}

TEST(MathJudge, RemembersAnswersButNoFailures) {
  int calls = 0;
  bool fail = true;
  MathJudge judge(
      {.model = "m", .prompt = "", .concurrency = 1, .cached_answers = 2},
      [&](const std::string&, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        ++calls;
        if (fail) return Error{ErrorCode::kUnavailable, "test", 0, "down"};
        return Completion("INCORRECT");
      });
  EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kUnavailable);
  fail = false;
  EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kIncorrect);
  EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kIncorrect);
  EXPECT_EQ(calls, 2);
  EXPECT_EQ(AskAndWait(judge, "12", ""), Opinion::kIncorrect);  // not the same pair
  EXPECT_EQ(calls, 3);
  AskAndWait(judge, "1", "2");
  AskAndWait(judge, "1", "3");  // forgets the pair asked longest ago, ("12", "")
  EXPECT_EQ(calls, 4);
  AskAndWait(judge, "1", "2");
  EXPECT_EQ(calls, 4);
  AskAndWait(judge, "12", "");
  EXPECT_EQ(calls, 5);
}

TEST(MathJudge, SendsAQuestionOnceHoweverManyWaitForIt) {
  std::promise<void> go;
  std::shared_future<void> gone = go.get_future().share();
  std::atomic<int> calls{0};
  std::atomic<int> answers{0};
  {
    MathJudge judge(
        {.model = "m", .prompt = "", .concurrency = 4},
        [&](const std::string&, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
          ++calls;
          gone.wait();
          return Completion("CORRECT");
        });
    std::vector<std::promise<Opinion>> promises(20);
    for (auto& promise : promises) {
      judge.Ask("1", "2", nullptr, kNever, [&](Opinion opinion) {
        ++answers;
        promise.set_value(opinion);
      });
    }
    go.set_value();
    for (auto& promise : promises) EXPECT_EQ(promise.get_future().get(), Opinion::kCorrect);
  }
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(answers, 20);
}

TEST(MathJudge, ThreadsBoundWhatIsUnderWay) {
  std::atomic<int> now{0};
  std::atomic<int> most{0};
  MathJudge judge(
      {.model = "m", .prompt = "", .concurrency = 3},
      [&](const std::string&, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        const int count = ++now;
        for (int seen = most; seen < count && !most.compare_exchange_weak(seen, count);) {
        }
        std::this_thread::yield();
        --now;
        return Completion("CORRECT");
      });
  std::vector<std::promise<void>> promises(200);
  for (size_t i = 0; i < promises.size(); ++i) {
    judge.Ask("1", std::to_string(i), nullptr, kNever,
              [&, i](Opinion) { promises[i].set_value(); });
  }
  for (auto& promise : promises) promise.get_future().get();
  EXPECT_LE(most, 3);
}

TEST(MathJudge, WhatNobodyWaitsForAndWhatIsTooLongIsNotSent) {
  std::atomic<int> calls{0};
  MathJudge judge(
      {.model = "m", .prompt = ""},
      [&](const std::string&, SteadyTime, const RequestTracePtr&) -> Result<std::string> {
        ++calls;
        return Completion("CORRECT");
      });
  std::promise<Opinion> promise;
  judge.Ask(
      "1", "2", nullptr, [] { return true; }, [&](Opinion opinion) { promise.set_value(opinion); });
  EXPECT_EQ(promise.get_future().get(), Opinion::kUnavailable);
  EXPECT_EQ(AskAndWait(judge, "1", std::string(MathJudge::kMaxTextBytes + 1, '2')),
            Opinion::kUnavailable);
  EXPECT_EQ(calls, 0);
}

TEST(MathJudge, OddAnswersAreNoOpinion) {
  std::string body;
  MathJudge judge({.model = "m", .prompt = ""},
                  [&](const std::string&, SteadyTime,
                      const RequestTracePtr&) -> Result<std::string> { return body; });
  for (const char* odd : {"", "[]", "{", R"({"choices":[]})", R"({"choices":7})",
                          R"({"choices":[{"message":{"content":null}}]})",
                          R"({"choices":[{"message":{"content":"perhaps"}}]})"}) {
    body = odd;
    EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kUnavailable) << odd;
  }
}

TEST(MathJudge, ItsEndAnswersOpenQuestions) {
  std::vector<Opinion> opinions;
  std::mutex mutex;
  {
    MathJudge judge(
        {.model = "m", .prompt = "", .concurrency = 1, .deadline = std::chrono::milliseconds(50)},
        [](const std::string&, SteadyTime deadline, const RequestTracePtr&) -> Result<std::string> {
          std::this_thread::sleep_until(deadline);
          return Error{ErrorCode::kUnavailable, "test", 0, "late"};
        });
    for (int i = 0; i < 10; ++i) {
      judge.Ask("1", std::to_string(i), nullptr, kNever, [&](Opinion opinion) {
        std::lock_guard lock(mutex);
        opinions.push_back(opinion);
      });
    }
  }
  EXPECT_EQ(opinions, std::vector<Opinion>(10, Opinion::kUnavailable));
}

TEST(ChatClient, FindsTheCompletionsOfAServer) {
  for (const char* url : {"http://h:1", "http://h:1/", "http://h:1/v1", "http://h:1/v1/",
                          "http://h:1/v1/chat/completions"}) {
    EXPECT_EQ(CompletionsUrl(url), "http://h:1/v1/chat/completions");
  }
  EXPECT_EQ(CompletionsUrl("https://h/api/v1"), "https://h/api/v1/chat/completions");
  for (const char* url : {"http://h:1", "http://h:1/v1", "http://h:1/v1/chat/completions",
                          "http://h:1/v1/completions"}) {
    EXPECT_EQ(CompletionsUrl(url, CompletionsRoute::kText), "http://h:1/v1/completions");
  }
  for (const char* url : {"", "h:1", "file:///etc/passwd", "http://"}) {
    EXPECT_FALSE(ChatClient::Create({.url = url}).ok()) << url;
  }
  EXPECT_FALSE(ChatClient::Create({.url = "http://h", .key = "a\r\nb: c"}).ok());
}

TEST(ChatClient, PostsToALocalServer) {
  FakeServer server(Http("200 OK", Completion("INCORRECT")));
  auto client = ChatClient::Create({.url = server.url() + "/v1", .key = "sesame\n"});
  ASSERT_TRUE(client.ok());
  MathJudge judge({.model = "m", .prompt = "", .concurrency = 1},
                  [&](const std::string& body, SteadyTime deadline, const RequestTracePtr& trace) {
                    return client.value()->Post(body, deadline, trace);
                  });
  EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kIncorrect);
  EXPECT_EQ(AskAndWait(judge, "1", "3"), Opinion::kIncorrect);
  ASSERT_EQ(server.requests().size(), 2u);
  const std::string request = server.requests()[0];
  EXPECT_TRUE(StartsWith(request, "POST /v1/chat/completions HTTP/1.1\r\n")) << request;
  EXPECT_THAT(request, HasSubstr("Authorization: Bearer sesame\r\n"));
  EXPECT_THAT(request, HasSubstr(R"("model":"m")"));
}

TEST(ChatClient, FailuresAreErrors) {
  {
    FakeServer server(Http("503 Busy", "{}"));
    const auto client = ChatClient::Create({.url = server.url()});
    ASSERT_TRUE(client.ok());
    const auto answer = (*client)->Post("{}", In(std::chrono::seconds(30)), nullptr);
    ASSERT_FALSE(answer.ok());
    EXPECT_THAT(answer.error().message, HasSubstr("503"));
    EXPECT_FALSE((*client)->Post("{}", In(std::chrono::milliseconds(-1)), nullptr).ok());
  }
  {
    FakeServer server(Http("302 Found\r\nLocation: http://127.0.0.1:1/", "{}"));
    const auto client = ChatClient::Create({.url = server.url()});
    EXPECT_FALSE((*client)->Post("{}", In(std::chrono::seconds(30)), nullptr).ok());
    EXPECT_EQ(server.requests().size(), 1u);
  }
  {
    FakeServer server(Http("200 OK", std::string(ChatClientOptions().max_answer_bytes + 1, ' ')));
    const auto client = ChatClient::Create({.url = server.url()});
    EXPECT_FALSE((*client)->Post("{}", In(std::chrono::seconds(30)), nullptr).ok());
  }
  // Nobody listens: a bound port that was closed again.
  std::string url;
  { url = FakeServer("").url(); }
  const auto client = ChatClient::Create({.url = url});
  EXPECT_FALSE((*client)->Post("{}", In(std::chrono::seconds(30)), nullptr).ok());
}

TEST(ChatClient, ASilentServerCostsTheDeadline) {
  // Listens, and never accepts.
  const UniqueFd listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  ASSERT_EQ(::bind(listener.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(::listen(listener.get(), 1), 0);
  socklen_t size = sizeof address;
  ::getsockname(listener.get(), reinterpret_cast<sockaddr*>(&address), &size);
  auto client =
      ChatClient::Create({.url = "http://127.0.0.1:" + std::to_string(ntohs(address.sin_port))});
  ASSERT_TRUE(client.ok());
  MathJudge judge({.model = "m", .prompt = "", .deadline = std::chrono::milliseconds(100)},
                  [&](const std::string& body, SteadyTime deadline, const RequestTracePtr& trace) {
                    return client.value()->Post(body, deadline, trace);
                  });
  EXPECT_EQ(AskAndWait(judge, "1", "2"), Opinion::kUnavailable);
}

}  // namespace
}  // namespace assay
