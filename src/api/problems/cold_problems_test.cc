// Problems that only the disk has: whoever names one waits for it, nobody else does. A pipe in a
// problem's place is a disk that doesn't answer: opening it blocks until somebody writes.
#include <arpa/inet.h>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/stat.h>

#include <filesystem>
#include <thread>

#include "api/testing.h"
#include "base/fd.h"
#include "base/io_thread.h"
#include "base/text.h"
#include "net/http_server.h"
#include "store/hidden_folder.h"

namespace assay {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr char kSmallProblem[] = R"({"tests":[{"expected":"3","input":"1 2"}]})";

std::string ColdNaming(const std::string& name) {
  return R"({"language":"python","code":"x","problem":{"sha256":")" + name + R"("}})";
}

// One request on a connection of its own.
class Exchange {
 public:
  Exchange(int port, const std::string& method, const std::string& path, const std::string& body)
      : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    const timeval patience{30, 0};
    ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(fd_.get(), reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    const std::string text = method + " " + path + " HTTP/1.1\r\nhost: h\r\nconnection: close\r\n" +
                             "content-length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
    EXPECT_EQ(::send(fd_.get(), text.data(), text.size(), MSG_NOSIGNAL),
              static_cast<ssize_t>(text.size()));
  }

  std::string Answer() {
    std::string answer;
    char buffer[4096];
    for (ssize_t got; (got = ::recv(fd_.get(), buffer, sizeof buffer, 0)) > 0;) {
      answer.append(buffer, static_cast<size_t>(got));
    }
    return answer;
  }
  bool Answered() const {
    char byte;
    return ::recv(fd_.get(), &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
  }

 private:
  UniqueFd fd_;
};

class ColdProblems : public ::testing::Test {
 protected:
  ColdProblems() {
    std::string pattern = ::testing::TempDir() + "assay-cold-XXXXXX";
    directory_ = ::mkdtemp(pattern.data());
    disk_ = DiskStore::Open({directory_, 1 << 20, 1 << 20}).value();
  }
  ~ColdProblems() override { std::filesystem::remove_all(directory_); }

  ApiOptions Options() {
    ApiOptions options;
    options.problem_disk = disk_.get();
    return options;
  }
  std::string PathOf(const std::string& name) const {
    return HiddenFolder(directory_).value() + "/" + name;
  }
  // A name whose file can't be opened until Release.
  std::string MakeStuck(char digit) {
    const std::string name(64, digit);
    EXPECT_EQ(::mkfifo(PathOf(name).c_str(), 0600), 0);
    return name;
  }
  // The returned descriptor lets all in, now and later.
  UniqueFd Release(const std::string& name) {
    return UniqueFd(::open(PathOf(name).c_str(), O_RDWR | O_CLOEXEC));
  }

  static SubmissionResult Accepted(const Submission&) {
    SubmissionResult result;
    result.verdict = Verdict::kAccepted;
    result.cause = Cause::kCandidate;
    return result;
  }

  std::string directory_;
  std::unique_ptr<DiskStore> disk_;
};

TEST_F(ColdProblems, StallNobodyElse) {
  ApiFixture api(Options());
  api.sink.answer = Accepted;
  const std::string warm = Sha256Hex(kSmallProblem);
  api.Call("PUT", "/v1/problems/" + warm, kSmallProblem);
  api.service.FlushProblems();
  const std::string stuck[] = {MakeStuck('a'), MakeStuck('b'), MakeStuck('c')};

  HttpServerOptions options;
  options.port = 0;
  options.io_threads = 2;
  HttpServer server(options, [&](std::shared_ptr<const HttpRequest> request, HttpReplyPtr reply) {
    api.router.Handle(std::move(request), std::move(reply));
  });
  ASSERT_TRUE(server.Start().ok());
  const int64_t before = api.router.received_bytes();
  std::vector<std::unique_ptr<Exchange>> cold;
  int64_t bytes = 0;
  for (int i = 0; i < 9; ++i) {
    const std::string body = ColdNaming(stuck[i % 3]);
    bytes += static_cast<int64_t>(body.size());
    cold.push_back(std::make_unique<Exchange>(server.port(), "POST", "/v1/verify", body));
  }
  // All of them are with their handler, more than there are I/O threads.
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(2);
  while (api.router.received_bytes() < before + bytes) {
    ASSERT_LT(std::chrono::steady_clock::now(), deadline) << "a cold problem holds an I/O thread";
    std::this_thread::yield();
  }

  EXPECT_THAT(Exchange(server.port(), "GET", "/readyz", "").Answer(), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(Exchange(server.port(), "POST", "/v1/verify", ColdNaming(warm)).Answer(),
              HasSubstr(R"("verdict":"AC")"));
  EXPECT_THAT(
      Exchange(server.port(), "POST", "/v1/verify",
               std::string(R"({"language":"python","code":"x","problem":)") + kSmallProblem + "}")
          .Answer(),
      HasSubstr(R"("verdict":"AC")"));
  for (const auto& one : cold) EXPECT_FALSE(one->Answered());

  std::vector<UniqueFd> released;
  for (const std::string& name : stuck) released.push_back(Release(name));
  for (const auto& one : cold) {
    EXPECT_THAT(one->Answer(), HasSubstr(R"("code":"unknown_problem")"));  // a pipe is no problem
  }
  server.Stop(std::chrono::steady_clock::now() + std::chrono::seconds(10));
}

TEST_F(ColdProblems, AreFoundOnceAndThenNeedNoOtherThread) {
  const std::string name = Sha256Hex(kSmallProblem);
  ASSERT_TRUE(disk_->Put(name, kSmallProblem).ok());
  ApiFixture api(Options());
  api.sink.answer = Accepted;
  const ScopedIoThread here;
  const auto cold = api.Post("/v1/verify", ColdNaming(name));
  const auto head = api.Call("HEAD", "/v1/problems/" + std::string(64, 'd'));
  const auto bundle =
      api.Post("/v1/verify", R"({"bundle":true,"submissions":[)" + ColdNaming(name) + "]}");
  api.service.FlushProblems();
  EXPECT_EQ(cold->response.status, 200);
  EXPECT_EQ(head->response.status, 404);
  EXPECT_THAT(bundle->response.body, HasSubstr(kSmallProblem));
  EXPECT_EQ(api.Post("/v1/verify", ColdNaming(name))->ends, 1);
  EXPECT_EQ(api.Call("HEAD", "/v1/problems/" + name)->ends, 1);
}

TEST_F(ColdProblems, TooManyOfThemAreRefusedAsOverload) {
  ApiOptions options = Options();
  options.max_waiting_bytes = 1;
  ApiFixture api(options);
  const std::string name = MakeStuck('e');
  const auto first = api.Post("/v1/verify", ColdNaming(name));
  const auto second = api.Post("/v1/verify", ColdNaming(name));
  EXPECT_EQ(first->ends, 0);
  EXPECT_EQ(second->response.status, 429);
  EXPECT_THAT(second->response.body, HasSubstr(R"("code":"overloaded")"));
  const UniqueFd released = Release(name);
  api.service.FlushProblems();
  EXPECT_EQ(first->response.status, 404);
}

}  // namespace
}  // namespace assay
