#include "service/remote_judge.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "net/http_client.h"
#include "service/http_answer.h"

namespace assay::service {
namespace {

constexpr size_t kLongestUnixPath = 107;  // of the kernel's

Error Invalid(std::string message) {
  return Error{ErrorCode::kInvalidArgument, "client", 0, std::move(message)};
}

class RemoteJudge final : public Judge {
 public:
  explicit RemoteJudge(const RemoteServer& server)
      : server_(server), http_({.ca_file = server.ca_file}) {}

  std::optional<int> slots() const override { return std::nullopt; }

  Result<Answer> Send(const Question& question) override {
    HttpCall call;
    call.method = question.method;
    call.url = server_.url + question.target;
    call.headers = question.headers;
    if (!server_.token.empty()) {
      call.headers.emplace_back("Authorization", "Bearer " + server_.token);
    }
    call.body = question.body;
    call.deadline = question.deadline;
    call.cancel = question.cancel;
    ASSAY_ASSIGN_OR_RETURN(HttpResponse response, http_.Send(call));
    return AnswerOf(std::move(response));
  }

 protected:
  Result<Answer> Ask(const char* method, const std::string& path, std::string body) override {
    Question question;
    question.method = method;
    question.target = path;
    question.headers = {{"content-type", "application/json"}};
    question.body = std::move(body);
    return Send(question);
  }

 private:
  const RemoteServer server_;
  HttpClient http_;
};

}  // namespace

Result<std::string> ServerAddress(const std::string& url, const std::string& ca_file) {
  if (const auto local = ParseUnixUrl(url)) {
    if (!local->target.empty() || local->path.size() > kLongestUnixPath) {
      return Invalid("--url: unix:PATH names a socket by a path of at most 107 bytes without ':'");
    }
    if (!ca_file.empty()) return Invalid("--cacert: a server on a Unix socket has no certificate");
    return "unix:" + local->path + ":";
  }
  const auto parsed = ParseHttpUrl(url);
  if (!parsed || !parsed->bare || parsed->path != "/") {
    // The URL isn't quoted: some hold a token.
    return Invalid(
        "--url: must be like http://127.0.0.1:8080, https://host or unix:/run/assay.sock, without "
        "a "
        "path behind the host, or a name; a token goes into --token-file or ASSAY_TOKEN");
  }
  if (!ca_file.empty() && parsed->scheme != "https") {
    return Invalid("--cacert: is for a server at an https:// --url");
  }
  if (!ca_file.empty() && ::access(ca_file.c_str(), R_OK) != 0) {
    return Invalid(fmt::format("--cacert: {}: {}", ca_file, std::strerror(errno)));
  }
  return fmt::format("{}://{}:{}", parsed->scheme, parsed->host, parsed->port);
}

std::unique_ptr<Judge> MakeRemoteJudge(const RemoteServer& server) {
  return std::make_unique<RemoteJudge>(server);
}

}  // namespace assay::service
