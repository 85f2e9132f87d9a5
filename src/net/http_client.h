// HttpClient: requests to HTTP and HTTPS servers, on ports and Unix sockets, by libcurl. The one
// client of the program: the chat client of a judge model and the commands that ask a running
// server are built on it.
//
// Connections are kept and reused, one for each thread that is sending at the time. Redirects are
// not followed and nothing is tried twice: who asks decides what a failure means. A server's
// certificate is always checked.
//
// Thread-safe.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/cancel.h"
#include "base/clock.h"
#include "base/mutex.h"
#include "base/result.h"
#include "net/http.h"

namespace assay {

struct HttpClientOptions {
  // PEM file with the authorities that may vouch for an https server; empty: the system's.
  std::string ca_file;
  // Whether the proxies that the environment names (https_proxy…) are used.
  bool environment_proxies = false;
  std::chrono::milliseconds connect_timeout{30'000};
  int64_t max_answer_bytes = 0;  // a longer answer is an error; 0: no bound
};

struct HttpCall {
  std::string method = "POST";
  // http or https, or "unix:PATH:/target" for plain HTTP on a Unix socket, where no colon is in
  // PATH.
  std::string url;
  std::vector<std::pair<std::string, std::string>> headers;
  std::string_view body;               // sent unless the method is GET
  std::optional<SteadyTime> deadline;  // of the whole answer; none: as long as it takes
  // Ends the call within about a second; null: nobody does.
  const CancelToken* cancel = nullptr;
  // Instead of `body`: the next piece of one whose length isn't known; empty: no more; an Error
  // gives the call up and is its result. It goes out in chunks.
  std::function<Result<std::string>()> source = nullptr;
  // Takes the body of an answer with a status from 200 to 299 as it comes, instead of keeping it;
  // false: enough, which ends the call as cancelled. max_answer_bytes doesn't bound it.
  std::function<bool(std::string_view piece)> sink = nullptr;
};

// Why there is no answer, for who decides whether another try may have one.
enum class HttpFailure {
  kNone,
  kName,       // no such host
  kConnect,    // nobody takes the connection
  kTls,        // no secure one, or the certificate isn't trusted
  kBrokenOff,  // the connection ended before the answer did
  kDeadline,
  kTooLong,  // more than max_answer_bytes
  kCancelled,
  kOther,
};

class HttpClient {
 public:
  explicit HttpClient(HttpClientOptions options) : options_(std::move(options)) {}
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  // Blocks until the whole answer is there, in the call's sink or in the response; whatever its
  // status, it is a response. kUnavailable says why there is none: a name not found, a connection
  // refused or broken off, a certificate that isn't trusted, a deadline. `failure`, unless null,
  // says the same for programs.
  Result<HttpResponse> Send(const HttpCall& call, HttpFailure* failure = nullptr);

 private:
  void* TakeHandle();

  const HttpClientOptions options_;
  Mutex mutex_;
  std::vector<void*> idle_ ASSAY_GUARDED_BY(mutex_);  // curl handles with their connections
};

// The parts of an absolute http or https URL.
struct HttpUrl {
  std::string scheme;  // "http" or "https"
  std::string host;    // IPv6 addresses in brackets
  std::string port;
  std::string path;   // at least "/"
  bool bare = false;  // nothing but the above: no user, query or fragment
};
std::optional<HttpUrl> ParseHttpUrl(const std::string& url);

// The parts of HttpCall's "unix:PATH:/target"; nothing: it is none.
struct UnixUrl {
  std::string path;
  std::string target;  // begins with '/'; empty: "unix:PATH" alone was given
};
std::optional<UnixUrl> ParseUnixUrl(std::string_view url);

}  // namespace assay
