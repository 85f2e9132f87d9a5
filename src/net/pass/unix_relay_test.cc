// Requests that another process answers, here one on a Unix socket of its own thread.
#include "net/pass/unix_relay.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <future>

#include "net/http_server.h"
#include "net/raw_socket_test_util.h"

namespace assay {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

std::string PathFor(const char* name) {
  return ::testing::TempDir() + "/relay_" + name + std::to_string(::getpid());
}

// What the client's side has seen.
class Client final : public HttpReply {
 public:
  void Send(HttpResponse response) override {
    status_ = response.status;
    headers_ = std::move(response.headers);
    body_ = std::move(response.body);
    end_.set_value(true);
  }
  void Begin(HttpResponse head) override {
    status_ = head.status;
    begun_ = true;
  }
  void Write(std::string piece) override { body_ += piece; }
  void End() override { end_.set_value(true); }
  void OnDisconnect(std::function<void()>) override {}
  ~Client() override {
    if (dropped_ != nullptr) dropped_->set_value();
  }

  void Wait() { end_.get_future().wait(); }
  int status_ = 0;
  HeaderList headers_;
  std::string body_;
  bool begun_ = false;
  std::promise<void>* dropped_ = nullptr;

 private:
  std::promise<bool> end_;
};

class UnixRelayTest : public ::testing::Test {
 protected:
  void Serve(HttpHandler handler) {
    HttpServerOptions options;
    options.host.clear();
    options.unix_path = path_;
    options.unix_mode = 0600;
    server_ = std::make_unique<HttpServer>(options, std::move(handler));
    ASSERT_TRUE(server_->Start().ok());
  }
  std::shared_ptr<Client> Pass(std::shared_ptr<HttpRequest> request,
                               std::function<void(UnixRelay::NoAnswer)> otherwise = nullptr) {
    auto client = std::make_shared<Client>();
    relay_.Pass({std::move(request), {{"x-more", "1"}}, "x-mo", client, std::move(otherwise)});
    return client;
  }
  static std::shared_ptr<HttpRequest> Get(std::string path) {
    auto request = std::make_shared<HttpRequest>();
    request->method = "GET";
    request->path = std::move(path);
    return request;
  }
  UnixRelay::NoAnswer WhyNot(std::shared_ptr<HttpRequest> request) {
    std::promise<UnixRelay::NoAnswer> why;
    const auto client =
        Pass(std::move(request), [&](UnixRelay::NoAnswer said) { why.set_value(said); });
    return why.get_future().get();
  }

  const std::string path_ = PathFor("socket");
  std::unique_ptr<HttpServer> server_;
  UnixRelay relay_{path_};
};

TEST_F(UnixRelayTest, PassesAllOfARequestAndAllOfItsAnswer) {
  Serve([](const std::shared_ptr<const HttpRequest>& request, const HttpReplyPtr& reply) {
    HttpResponse response;
    response.status = 201;
    response.body = request->method + " " + request->path + "?" + request->query;
    for (const char* name : {"x-own", "x-gone", "x-more", "x-mode"}) {
      response.body += " " + std::string(request->Header(name));
    }
    response.body += " " + std::to_string(request->body.size());
    reply->Send(std::move(response));
  });
  auto request = Get("/a b/ü%/c");
  request->method = "PUT";
  request->query = "q=%2F";
  request->headers = {{"x-own", "2"},          {"connection", "x-gone"}, {"x-gone", "3"},
                      {"content-length", "1"}, {"x-more", "4"},          {"x-mode", "5"}};
  request->body = std::string(3 << 20, 'x');
  const auto client = Pass(request);
  client->Wait();
  EXPECT_EQ(client->status_, 201);
  EXPECT_EQ(client->body_, "PUT /a b/ü%/c?q=%2F 2  1  3145728");
}

// The server that has the client's connection says its own.
TEST_F(UnixRelayTest, TheOtherSidesNameIsNotPassedOn) {
  Serve([](const std::shared_ptr<const HttpRequest>&, const HttpReplyPtr& reply) {
    HttpResponse response;
    response.headers = {{"x-kept", "1"}};
    reply->Send(std::move(response));
  });
  const auto client = Pass(Get("/a"));
  client->Wait();
  std::vector<std::string> names;
  for (const auto& [name, value] : client->headers_) names.push_back(name);
  EXPECT_THAT(names, AllOf(Contains("x-kept"), Not(Contains("server"))));
}

TEST_F(UnixRelayTest, AStreamComesPieceByPiece) {
  std::promise<HttpReplyPtr> asked;
  Serve([&](const auto&, const HttpReplyPtr& reply) { asked.set_value(reply); });
  const auto client = Pass(Get("/stream"));
  const HttpReplyPtr reply = asked.get_future().get();
  reply->Begin({});
  reply->Write("one ");
  reply->Write("two");
  reply->End();
  client->Wait();
  EXPECT_TRUE(client->begun_);
  EXPECT_EQ(client->body_, "one two");
}

TEST_F(UnixRelayTest, SaysWhyThereIsNoAnswer) {
  EXPECT_EQ(WhyNot(Get("/")), UnixRelay::NoAnswer::kGone);
  EXPECT_TRUE(relay_.IsGone());
  Serve([](const auto& request, const HttpReplyPtr& reply) {
    if (request->path == "/drop") return;
    HttpResponse response;
    response.status = 421;
    reply->Send(std::move(response));
  });
  EXPECT_FALSE(relay_.IsGone());
  EXPECT_EQ(WhyNot(Get("/other")), UnixRelay::NoAnswer::kMisdirected);
}

TEST_F(UnixRelayTest, AnAnswerThatBreaksOffIsNoWholeOne) {
  std::promise<HttpReplyPtr> asked;
  Serve([&](const auto&, const HttpReplyPtr& reply) { asked.set_value(reply); });
  std::promise<void> dropped;
  {
    const auto client = Pass(Get("/stream"));
    client->dropped_ = &dropped;
  }
  HttpReplyPtr reply = asked.get_future().get();
  reply->Begin({});
  reply->Write("half");
  reply.reset();  // as if its process died
  dropped.get_future().wait();
}

TEST_F(UnixRelayTest, WhatIsUnderWayEndsWhenTheOtherSideIsGivenUp) {
  std::promise<HttpReplyPtr> asked;
  Serve([&](const auto&, const HttpReplyPtr& reply) { asked.set_value(reply); });
  std::promise<UnixRelay::NoAnswer> why;
  const auto client = Pass(Get("/silent"), [&](UnixRelay::NoAnswer said) { why.set_value(said); });
  const HttpReplyPtr reply = asked.get_future().get();
  relay_.GiveUp();
  EXPECT_EQ(why.get_future().get(), UnixRelay::NoAnswer::kBroken);
}

}  // namespace
}  // namespace assay
