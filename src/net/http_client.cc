#include "net/http_client.h"

#include <curl/curl.h>
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <mutex>

#include "base/text.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

Error Unavailable(std::string message) {
  return Error{ErrorCode::kUnavailable, "http.client", 0, std::move(message)};
}

// Once for the process; the first call must not race with another one.
CURLcode InitCurl() {
  static std::once_flag once;
  static CURLcode code = CURLE_OK;
  std::call_once(once, [] { code = ::curl_global_init(CURL_GLOBAL_DEFAULT); });
  return code;
}

struct ListFreer {
  void operator()(curl_slist* list) const { ::curl_slist_free_all(list); }
};

// What libcurl's callbacks fill.
struct Received {
  HttpResponse response;
  int64_t max_bytes = 0;
  bool too_long = false;
  CURL* handle = nullptr;
  const std::function<bool(std::string_view piece)>* sink = nullptr;  // null: none
  bool enough = false;                                                // says the sink
};

// What is sent piece by piece.
struct Sent {
  const std::function<Result<std::string>()>* source = nullptr;
  std::string piece;
  size_t at = 0;
  bool ended = false;
  std::optional<Error> error;
};

size_t OnSend(char* out, size_t size, size_t count, void* from) {
  auto* sent = static_cast<Sent*>(from);
  if (sent->at == sent->piece.size() && !sent->ended) {
    auto next = (*sent->source)();
    if (!next.ok()) {
      sent->error = next.error();
      return CURL_READFUNC_ABORT;
    }
    sent->piece = std::move(next).value();
    sent->at = 0;
    sent->ended = sent->piece.empty();
  }
  const size_t bytes = std::min(size * count, sent->piece.size() - sent->at);
  std::copy_n(sent->piece.data() + sent->at, bytes, out);
  sent->at += bytes;
  return bytes;
}

size_t OnBody(char* data, size_t size, size_t count, void* out) {
  auto* received = static_cast<Received*>(out);
  const size_t bytes = size * count;
  if (received->sink != nullptr) {
    long status = 0;
    ::curl_easy_getinfo(received->handle, CURLINFO_RESPONSE_CODE, &status);
    if (status >= 200 && status < 300) {
      received->enough = !(*received->sink)({data, bytes});
      return received->enough ? 0 : bytes;
    }
  }
  const size_t total = received->response.body.size() + bytes;
  if (received->max_bytes > 0 && total > static_cast<size_t>(received->max_bytes)) {
    received->too_long = true;
    return 0;  // ends the transfer
  }
  received->response.body.append(data, bytes);
  return bytes;
}

size_t OnHeader(char* data, size_t size, size_t count, void* out) {
  HttpResponse& response = static_cast<Received*>(out)->response;
  const std::string_view line(data, size * count);
  const size_t colon = line.find(':');
  if (StartsWith(line, "HTTP/")) {
    response.headers.clear();  // those before were an interim answer's
  } else if (colon != line.npos) {
    response.headers.emplace_back(AsciiLower(line.substr(0, colon)),
                                  TrimAsciiSpace(line.substr(colon + 1)));
    if (response.headers.back().first == "content-type") {
      response.content_type = response.headers.back().second;
    }
  }
  return line.size();
}

// Asked by libcurl about once a second while nothing arrives; anything but 0 ends the transfer.
int OnProgress(void* cancel, curl_off_t, curl_off_t, curl_off_t, curl_off_t) {
  return static_cast<const CancelToken*>(cancel)->cancelled() ? 1 : 0;
}

HttpFailure FailureOf(CURLcode code) {
  switch (code) {
    case CURLE_OK: return HttpFailure::kNone;
    case CURLE_COULDNT_RESOLVE_HOST:
    case CURLE_COULDNT_RESOLVE_PROXY: return HttpFailure::kName;
    case CURLE_COULDNT_CONNECT: return HttpFailure::kConnect;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_CONNECT_ERROR: return HttpFailure::kTls;
    case CURLE_GOT_NOTHING:
    case CURLE_SEND_ERROR:
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR: return HttpFailure::kBrokenOff;
    case CURLE_OPERATION_TIMEDOUT: return HttpFailure::kDeadline;
    case CURLE_ABORTED_BY_CALLBACK: return HttpFailure::kCancelled;
    default: return HttpFailure::kOther;
  }
}

milliseconds Left(SteadyTime deadline) {
  return std::chrono::duration_cast<milliseconds>(deadline - std::chrono::steady_clock::now());
}

long Milliseconds(milliseconds duration) {
  return static_cast<long>(std::clamp<int64_t>(duration.count(), 1, 1'000'000'000));
}

// In words for the person who named the server. `details` is libcurl's own sentence, or empty.
std::string WhyNot(CURL* handle, CURLcode code, const std::string& url, std::string_view details) {
  const auto parsed = ParseHttpUrl(url);
  const auto local = ParseUnixUrl(url);
  const std::string host = parsed ? parsed->host : url;
  const std::string place = local    ? "unix:" + local->path
                            : parsed ? parsed->host + ":" + parsed->port
                                     : url;
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return fmt::format("the name {} is not found", host);
    case CURLE_COULDNT_CONNECT: {
      long system_error = 0;
      ::curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &system_error);
      return fmt::format(
          "no server answers at {}: {}", place,
          system_error == 0 ? details : std::strerror(static_cast<int>(system_error)));
    }
    case CURLE_PEER_FAILED_VERIFICATION:
      return fmt::format("the certificate of {} is not trusted: {}", place, details);
    case CURLE_SSL_CACERT_BADFILE:
      return fmt::format("the file of trusted certificates is no use: {}", details);
    case CURLE_SSL_CONNECT_ERROR: return fmt::format("no TLS with {}: {}", place, details);
    case CURLE_GOT_NOTHING: return "the server closed the connection without an answer";
    case CURLE_SEND_ERROR: return fmt::format("the server closed the connection: {}", details);
    case CURLE_PARTIAL_FILE:
    case CURLE_RECV_ERROR: return fmt::format("the answer breaks off: {}", details);
    case CURLE_ABORTED_BY_CALLBACK: return "the call was given up";
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_WEIRD_SERVER_REPLY:
      return fmt::format("what answers at {} is not an HTTP server: {}", place, details);
    default: return std::string(details);
  }
}

std::string PartOf(CURLU* url, CURLUPart part, unsigned flags = 0) {
  char* text = nullptr;
  if (::curl_url_get(url, part, &text, flags) != CURLUE_OK) return {};
  std::string copy(text);
  ::curl_free(text);
  return copy;
}

}  // namespace

HttpClient::~HttpClient() {
  for (void* handle : idle_) ::curl_easy_cleanup(handle);
}

void* HttpClient::TakeHandle() {
  MutexLock lock(mutex_);
  if (idle_.empty()) return ::curl_easy_init();
  void* handle = idle_.back();
  idle_.pop_back();
  ::curl_easy_reset(handle);  // keeps the connection
  return handle;
}

Result<HttpResponse> HttpClient::Send(const HttpCall& call, HttpFailure* failure) {
  HttpFailure ignored;
  if (failure == nullptr) failure = &ignored;
  if (call.deadline && Left(*call.deadline).count() <= 0) {
    *failure = HttpFailure::kDeadline;
    return Unavailable("the deadline has passed");
  }
  *failure = HttpFailure::kOther;
  if (const CURLcode code = InitCurl(); code != CURLE_OK) {
    return Unavailable(::curl_easy_strerror(code));
  }
  CURL* handle = TakeHandle();
  if (handle == nullptr) return Unavailable("out of memory");

  Received received;
  received.max_bytes = options_.max_answer_bytes;
  received.handle = handle;
  if (call.sink) received.sink = &call.sink;
  received.response.content_type.clear();
  char details[CURL_ERROR_SIZE] = "";
  // Without "Expect:" curl asks for permission to send what is longer than a megabyte, and waits.
  std::unique_ptr<curl_slist, ListFreer> headers(::curl_slist_append(nullptr, "Expect:"));
  for (const auto& [name, value] : call.headers) {
    ::curl_slist_append(headers.get(), (name + ": " + value).c_str());
  }
  const auto local = ParseUnixUrl(call.url);
  if (local) {
    ::curl_easy_setopt(handle, CURLOPT_UNIX_SOCKET_PATH, local->path.c_str());
    // A name for the Host header only; a proxy has no way there.
    ::curl_easy_setopt(handle, CURLOPT_URL, ("http://localhost" + local->target).c_str());
    ::curl_easy_setopt(handle, CURLOPT_PROXY, "");
  } else {
    ::curl_easy_setopt(handle, CURLOPT_URL, call.url.c_str());
  }
  ::curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
  ::curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
  ::curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers.get());
  Sent sent;
  if (call.source) {
    sent.source = &call.source;
    ::curl_easy_setopt(handle, CURLOPT_UPLOAD, 1L);
    ::curl_easy_setopt(handle, CURLOPT_READFUNCTION, &OnSend);
    ::curl_easy_setopt(handle, CURLOPT_READDATA, &sent);
    ::curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, call.method.c_str());
  } else if (call.method != "GET") {
    ::curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE_LARGE,
                       static_cast<curl_off_t>(call.body.size()));
    ::curl_easy_setopt(handle, CURLOPT_POSTFIELDS, call.body.empty() ? "" : call.body.data());
    ::curl_easy_setopt(handle, CURLOPT_CUSTOMREQUEST, call.method.c_str());
  }
  ::curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &OnBody);
  ::curl_easy_setopt(handle, CURLOPT_WRITEDATA, &received);
  ::curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, &OnHeader);
  ::curl_easy_setopt(handle, CURLOPT_HEADERDATA, &received);
  ::curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, details);
  ::curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT_MS, Milliseconds(options_.connect_timeout));
  // A long judgement is silence on the wire: only probes tell it from a server that has vanished.
  ::curl_easy_setopt(handle, CURLOPT_TCP_KEEPALIVE, 1L);
  if (!options_.environment_proxies) ::curl_easy_setopt(handle, CURLOPT_PROXY, "");
  if (!options_.ca_file.empty()) {
    ::curl_easy_setopt(handle, CURLOPT_CAINFO, options_.ca_file.c_str());
    ::curl_easy_setopt(handle, CURLOPT_CAPATH, nullptr);  // only these, and not the system's, too
  }
  if (call.cancel != nullptr) {
    ::curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    ::curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, &OnProgress);
    ::curl_easy_setopt(handle, CURLOPT_XFERINFODATA, call.cancel);
  }
  if (call.deadline) {
    ::curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, Milliseconds(Left(*call.deadline)));
  }

  const CURLcode code = ::curl_easy_perform(handle);
  long status = 0;
  ::curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  std::string why;
  if (received.too_long) {
    why = fmt::format("the answer is longer than {} bytes", received.max_bytes);
  } else if (code != CURLE_OK) {
    why = WhyNot(handle, code, call.url, details[0] != '\0' ? details : ::curl_easy_strerror(code));
  }
  // The buffer is gone once this returns.
  ::curl_easy_setopt(handle, CURLOPT_ERRORBUFFER, nullptr);
  {
    MutexLock lock(mutex_);
    idle_.push_back(handle);
  }
  *failure = received.too_long ? HttpFailure::kTooLong : FailureOf(code);
  if (sent.error) return *sent.error;
  if (received.enough) {
    *failure = HttpFailure::kCancelled;
    return Unavailable("the call was given up");
  }
  if (code != CURLE_OK) return Unavailable(std::move(why));
  received.response.status = static_cast<int>(status);
  return std::move(received.response);
}

std::optional<HttpUrl> ParseHttpUrl(const std::string& url) {
  const std::unique_ptr<CURLU, void (*)(CURLU*)> handle(::curl_url(), &::curl_url_cleanup);
  if (::curl_url_set(handle.get(), CURLUPART_URL, url.c_str(), CURLU_NON_SUPPORT_SCHEME) !=
      CURLUE_OK) {
    return std::nullopt;
  }
  HttpUrl parts;
  parts.scheme = PartOf(handle.get(), CURLUPART_SCHEME);
  parts.host = PartOf(handle.get(), CURLUPART_HOST);
  parts.port = PartOf(handle.get(), CURLUPART_PORT, CURLU_DEFAULT_PORT);
  parts.path = PartOf(handle.get(), CURLUPART_PATH);
  parts.bare = PartOf(handle.get(), CURLUPART_USER).empty() &&
               PartOf(handle.get(), CURLUPART_QUERY).empty() &&
               PartOf(handle.get(), CURLUPART_FRAGMENT).empty();
  if ((parts.scheme != "http" && parts.scheme != "https") || parts.host.empty()) {
    return std::nullopt;
  }
  return parts;
}

std::optional<UnixUrl> ParseUnixUrl(std::string_view url) {
  constexpr std::string_view kScheme = "unix:";
  if (!StartsWith(url, kScheme)) return std::nullopt;
  url.remove_prefix(kScheme.size());
  const size_t colon = std::min(url.find(':'), url.size());
  UnixUrl parts{std::string(url.substr(0, colon)), std::string(url.substr(colon))};
  if (!parts.target.empty()) parts.target.erase(0, 1);
  if (parts.path.empty() || (!parts.target.empty() && parts.target.front() != '/')) {
    return std::nullopt;
  }
  return parts;
}

}  // namespace assay
