#include "apps/ask/verify_client.h"

#include <fmt/format.h>
#include <netdb.h>
#include <sys/socket.h>

#include <cerrno>
#include <charconv>
#include <cstring>

#include "base/fd.h"
#include "base/mutex.h"
#include "base/text.h"

namespace assay {
namespace {

Error Broken(std::string message) {
  return Error{ErrorCode::kUnavailable, "client", 0, std::move(message)};
}

// Bytes that arrived, taken from the front as they are understood.
class Incoming {
 public:
  explicit Incoming(const std::function<bool(std::string*)>& read) : read_(read) {}

  // The next line without its end, or false when the stream ends first.
  bool Line(std::string* line) {
    size_t end;
    while ((end = buffer_.find("\r\n", start_)) == std::string::npos) {
      if (!read_(&buffer_)) return false;
    }
    line->assign(buffer_, start_, end - start_);
    start_ = end + 2;
    return true;
  }
  bool Append(size_t count, std::string* out) {
    while (buffer_.size() - start_ < count) {
      if (!read_(&buffer_)) return false;
    }
    out->append(buffer_, start_, count);
    start_ += count;
    return true;
  }
  void AppendRest(std::string* out) {
    while (read_(&buffer_)) continue;
    out->append(buffer_, start_);
    start_ = buffer_.size();
  }

 private:
  const std::function<bool(std::string*)>& read_;
  std::string buffer_;
  size_t start_ = 0;
};

bool ReadChunks(Incoming* in, std::string* body) {
  std::string line;
  while (in->Line(&line)) {
    size_t size = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), size, 16);
    if (error != std::errc() || end == line.data()) return false;
    if (size == 0) {
      // Trailer fields, up to the blank line.
      while (in->Line(&line)) {
        if (line.empty()) return true;
      }
      return false;
    }
    if (!in->Append(size, body) || !in->Line(&line)) return false;
  }
  return false;
}

class RemoteClient final : public VerifyClient {
 public:
  RemoteClient(std::string host, std::string port)
      : host_(std::move(host)), port_(std::move(port)) {}

  Result<HttpResponse> Post(const std::string& path, std::string body) override {
    // A connection a request: a submission takes far longer than a handshake, and nothing needs to
    // be known about when the server closes an idle one.
    ASSAY_ASSIGN_OR_RETURN(const UniqueFd socket, Connect());
    const std::string head = fmt::format(
        "POST {} HTTP/1.1\r\nHost: {}:{}\r\nContent-Type: application/json\r\n"
        "Content-Length: {}\r\nConnection: close\r\n\r\n",
        path, host_, port_, body.size());
    // A refused body is answered before it is read: a failed send still has an answer to read.
    const bool sent = SendAll(socket.get(), head) && SendAll(socket.get(), body);
    const std::function<bool(std::string*)> read = [&](std::string* buffer) {
      char piece[64 << 10];
      ssize_t count;
      do {
        count = ::recv(socket.get(), piece, sizeof piece, 0);
      } while (count < 0 && errno == EINTR);
      if (count <= 0) return false;
      buffer->append(piece, static_cast<size_t>(count));
      return true;
    };
    Result<HttpResponse> response = ReadHttpResponse(read);
    if (!response.ok() && !sent) return Broken("the server closed the connection");
    return response;
  }

 private:
  static bool SendAll(int fd, std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(fd, bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count < 0 && errno == EINTR) continue;
      if (count <= 0) return false;
      bytes.remove_prefix(static_cast<size_t>(count));
    }
    return true;
  }

  Result<UniqueFd> Connect() const {
    addrinfo hints{};
    hints.ai_socktype = SOCK_STREAM;
    addrinfo* found = nullptr;
    if (const int error = ::getaddrinfo(host_.c_str(), port_.c_str(), &hints, &found); error != 0) {
      return Broken(fmt::format("{}: {}", host_, ::gai_strerror(error)));
    }
    int last_errno = 0;
    UniqueFd connected;
    for (const addrinfo* at = found; at != nullptr && !connected; at = at->ai_next) {
      UniqueFd fd(::socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol));
      if (fd && ::connect(fd.get(), at->ai_addr, at->ai_addrlen) == 0) {
        connected = std::move(fd);
      } else {
        last_errno = errno;
      }
    }
    ::freeaddrinfo(found);
    if (!connected) {
      Error error = SystemError("client.connect", last_errno,
                                fmt::format("no server answers at {}:{}", host_, port_));
      error.code = ErrorCode::kUnavailable;
      return error;
    }
    return connected;
  }

  const std::string host_;
  const std::string port_;
};

// Collects a handler's answer, whichever way it is given.
class CapturedReply final : public HttpReply {
 public:
  void Send(HttpResponse response) override {
    MutexLock lock(mutex_);
    response_ = std::move(response);
    done_ = true;
    changed_.NotifyAll();
  }
  void Begin(HttpResponse head) override {
    MutexLock lock(mutex_);
    response_ = std::move(head);
  }
  void Write(std::string piece) override {
    MutexLock lock(mutex_);
    response_.body += piece;
  }
  void End() override {
    MutexLock lock(mutex_);
    done_ = true;
    changed_.NotifyAll();
  }
  void OnDisconnect(std::function<void()>) override {}

  HttpResponse Wait() {
    MutexLock lock(mutex_);
    while (!done_) changed_.Wait(mutex_);
    return std::move(response_);
  }

 private:
  Mutex mutex_;
  CondVar changed_;
  HttpResponse response_ ASSAY_GUARDED_BY(mutex_);
  bool done_ ASSAY_GUARDED_BY(mutex_) = false;
};

class LocalClient final : public VerifyClient {
 public:
  explicit LocalClient(const Router& router) : router_(router) {}

  Result<HttpResponse> Post(const std::string& path, std::string body) override {
    auto request = std::make_shared<HttpRequest>();
    request->method = "POST";
    request->path = path;
    request->headers = {{"content-type", "application/json"}};
    request->body = std::move(body);
    auto reply = std::make_shared<CapturedReply>();
    router_.Handle(std::move(request), reply);
    return reply->Wait();
  }

 private:
  const Router& router_;
};

}  // namespace

Result<HttpResponse> ReadHttpResponse(const std::function<bool(std::string*)>& read) {
  Incoming in(read);
  HttpResponse response;
  std::string line;
  int status = 0;
  do {  // interim answers (100 Continue) come before the real one
    if (!in.Line(&line)) return Broken("the server closed the connection without an answer");
    if (line.size() < 12 || !StartsWith(line, "HTTP/1.") ||
        std::from_chars(line.data() + 9, line.data() + 12, status).ec != std::errc()) {
      return Broken("what answers is not an HTTP server");
    }
    response.headers.clear();
    while (true) {
      if (!in.Line(&line)) return Broken("the answer ends within its header");
      if (line.empty()) break;
      const size_t colon = line.find(':');
      if (colon == std::string::npos) return Broken("the answer's header is malformed");
      response.headers.emplace_back(AsciiLower(line.substr(0, colon)),
                                    TrimAsciiSpace(std::string_view(line).substr(colon + 1)));
    }
  } while (status / 100 == 1);
  response.status = status;

  std::string_view length_text;
  bool chunked = false;
  for (const auto& [name, value] : response.headers) {
    if (name == "content-length") length_text = value;
    if (name == "transfer-encoding") chunked = AsciiLower(value) == "chunked";
    if (name == "content-type") response.content_type = value;
  }
  if (chunked) {
    if (!ReadChunks(&in, &response.body)) return Broken("the answer breaks off");
  } else if (!length_text.empty()) {
    size_t length = 0;
    const auto parsed =
        std::from_chars(length_text.data(), length_text.data() + length_text.size(), length);
    if (parsed.ec != std::errc()) return Broken("the answer's length is malformed");
    if (!in.Append(length, &response.body)) return Broken("the answer breaks off");
  } else {
    in.AppendRest(&response.body);
  }
  return response;
}

Result<std::unique_ptr<VerifyClient>> MakeRemoteClient(const std::string& url) {
  const auto bad = [&] {
    return Error{ErrorCode::kInvalidArgument, "client", 0,
                 fmt::format("--url: must be like http://127.0.0.1:8080, not '{}'", url)};
  };
  constexpr std::string_view kScheme = "http://";
  if (!StartsWith(url, kScheme)) return bad();
  std::string_view rest = std::string_view(url).substr(kScheme.size());
  while (!rest.empty() && rest.back() == '/') rest.remove_suffix(1);
  std::string_view host = rest, port = "80";
  // The port's colon comes after the bracket of an IPv6 address.
  const size_t colon = rest.rfind(':');
  if (colon != std::string_view::npos && rest.find(']', colon) == std::string_view::npos) {
    host = rest.substr(0, colon);
    port = rest.substr(colon + 1);
  }
  if (host.size() > 2 && host.front() == '[' && host.back() == ']') {
    host = host.substr(1, host.size() - 2);
  }
  if (host.empty() || host.find('/') != std::string_view::npos || port.empty() ||
      port.find_first_not_of("0123456789") != std::string_view::npos) {
    return bad();
  }
  return std::unique_ptr<VerifyClient>(
      std::make_unique<RemoteClient>(std::string(host), std::string(port)));
}

std::unique_ptr<VerifyClient> MakeLocalClient(const Router& router) {
  return std::make_unique<LocalClient>(router);
}

}  // namespace assay
