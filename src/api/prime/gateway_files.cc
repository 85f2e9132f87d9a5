#include "api/prime/gateway_files.h"

#include <algorithm>
#include <atomic>
#include <charconv>
#include <optional>
#include <string>
#include <utility>

#include "api/prime/answers.h"
#include "api/prime/gateway_call.h"
#include "api/shared/responses.h"
#include "net/form/multipart.h"
#include "net/form/query.h"
#include "runner/steady_file.h"

namespace assay {
namespace {

constexpr std::chrono::seconds kPatience{300};     // of clients for files
constexpr std::chrono::seconds kReadPatience{28};  // of clients for read-file, and a little less
constexpr size_t kPiece = 1 << 20;                 // of an upload
constexpr int64_t kWindow = 4 << 20;               // read of a download at a time
constexpr std::chrono::milliseconds kPause{20};    // until it is seen whether the client took it
constexpr uint32_t kFileMode = 0644;

SteadyTime In(std::chrono::seconds time) {
  return std::chrono::steady_clock::now() + time;
}

// The file that a request is about. Answers and returns nullopt when it names none.
std::optional<std::string> TakePath(const Query& query, const HttpReplyPtr& reply) {
  auto path = query.Find("path");
  if (path && !path->empty()) return path;
  SendPrimeError(reply, 422, "path: the query must name a file");
  return std::nullopt;
}

// A whole number of the query; nullopt: it isn't there. Answers and returns false when it is none.
bool TakeNumber(const Query& query, std::string_view name, std::optional<int64_t>* number,
                const HttpReplyPtr& reply) {
  const auto text = query.Find(name);
  if (!text) return true;
  int64_t value = 0;
  const auto [end, failed] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (failed == std::errc() && end == text->data() + text->size()) {
    *number = value;
    return true;
  }
  SendPrimeError(reply, 422, std::string(name) + ": must be a whole number");
  return false;
}

// One download on its way: a window is read when the one before has nearly gone out.
class Download : public std::enable_shared_from_this<Download> {
 public:
  Download(SandboxPtr sandbox, std::string path, LateTimers timers, HttpReplyPtr reply)
      : sandbox_(std::move(sandbox)),
        file_(std::move(path)),
        timers_(std::move(timers)),
        reply_(std::move(reply)) {}

  void Begin() {
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->gone_ = true;
    });
    Next();
  }

 private:
  void Next() {
    // One that ends breaks off; one that has ended before says so in WithFiles.
    if (gone_ || (begun_ && sandbox_->Info().state == SandboxState::kEnded)) return;
    if (reply_->unsent() > static_cast<size_t>(kWindow)) {
      return timers_.After(kPause, [self = shared_from_this()] { self->Next(); });
    }
    sandbox_->WithFiles(
        [self = shared_from_this()](const Result<LiveFiles*>& files) { self->Read(files); });
  }

  void Read(const Result<LiveFiles*>& files) {
    if (!files.ok()) return Fail(files.error());
    if (!begun_) {
      const auto there = file_.Look(**files, In(kPatience));
      if (!there.ok()) return Fail(there.error());
    }
    std::string window;
    const auto whole = (*files)->Read(
        file_.path(), {offset_, kWindow},
        [&](std::string_view piece) {
          window += piece;
          return true;
        },
        In(kPatience));
    if (!whole.ok()) return Fail(whole.error());
    const bool last = static_cast<int64_t>(window.size()) < kWindow;
    offset_ += static_cast<int64_t>(window.size());
    if (begun_ || !last) {
      const auto still = file_.Look(**files, In(kPatience));
      if (!still.ok()) return Fail(still.error());
    }
    if (!begun_) {
      HttpResponse head;
      head.content_type = "application/octet-stream";
      if (last) {
        head.body = std::move(window);
        return reply_->Send(std::move(head));
      }
      reply_->Begin(std::move(head));
      begun_ = true;
    }
    reply_->Write(std::move(window));
    if (last) return reply_->End();
    Next();
  }

  // What has begun can only be broken off, which the reply's end does.
  void Fail(const Error& error) {
    if (!begun_) SendGatewayFailure(reply_, *sandbox_, error);
  }

  const SandboxPtr sandbox_;
  SteadyFile file_;  // of the job under way
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  int64_t offset_ = 0;
  bool begun_ = false;
  std::atomic<bool> gone_{false};  // the client
};

void SendRead(const HttpReplyPtr& reply, const std::string& content, int64_t total,
              int64_t offset) {
  const auto size = static_cast<int64_t>(content.size());
  JsonWriter json(content.size() + 128);
  json.BeginObject().Key("content").Bytes(content).Key("size").Int(size);
  json.Key("total_size").Int(total).Key("offset").Int(offset);
  SendJson(reply, 200, json.Key("truncated").Bool(size < total).EndObject().Take());
}

}  // namespace

void UploadToSandbox(const SandboxPtr& sandbox, std::shared_ptr<const HttpRequest> http,
                     const HttpReplyPtr& reply) {
  auto path = TakePath(Query(http->query), reply);
  if (!path) return;
  const auto parts = ParseMultipart(http->Header("content-type"), http->body);
  if (!parts) return SendPrimeError(reply, 422, "the body must be multipart/form-data");
  const auto file = std::find_if(parts->begin(), parts->end(),
                                 [](const MultipartPart& part) { return part.name == "file"; });
  if (file == parts->end()) return SendPrimeError(reply, 422, "file: the form has no such file");
  sandbox->WithFiles([sandbox, http = std::move(http), reply, path = *std::move(path),
                      content = file->content](const Result<LiveFiles*>& files) {
    if (!files.ok()) return SendGatewayFailure(reply, *sandbox, files.error());
    std::string_view rest = content;  // of the request, which stays
    const auto written = (*files)->Write(
        path, kFileMode,
        [&]() -> Result<std::string> {
          const std::string piece(rest.substr(0, kPiece));
          rest.remove_prefix(piece.size());
          return piece;
        },
        In(kPatience));
    if (!written.ok()) return SendGatewayFailure(reply, *sandbox, written.error());
    JsonWriter json;
    json.BeginObject().Key("success").Bool(true).Key("path").Bytes(path);
    json.Key("size").Int(written->bytes).Key("timestamp");
    json.String(PrimeTime(std::chrono::system_clock::now())).EndObject();
    SendJson(reply, 200, json.Take());
  });
}

void ReadSandboxFile(const SandboxPtr& sandbox, const HttpRequest& http,
                     const HttpReplyPtr& reply) {
  const Query query(http.query);
  auto path = TakePath(query, reply);
  if (!path) return;
  std::optional<int64_t> offset;
  std::optional<int64_t> length;
  if (!TakeNumber(query, "offset", &offset, reply)) return;
  if (!TakeNumber(query, "length", &length, reply)) return;
  if (length && *length < 0) return SendPrimeError(reply, 422, "length: must not be negative");
  const bool whole = !offset && !length;
  // One byte more shows that a whole file is too large.
  const FileRange range{
      offset.value_or(0),
      whole ? kMaxReadFile + 1 : std::min(length.value_or(kMaxReadFile), kMaxReadFile)};
  sandbox->WithFiles(
      [sandbox, reply, path = *std::move(path), range, whole](const Result<LiveFiles*>& files) {
        if (!files.ok()) return SendGatewayFailure(reply, *sandbox, files.error());
        std::string content;
        const auto total = (*files)->Read(
            path, range,
            [&](std::string_view piece) {
              content += piece;
              return static_cast<int64_t>(content.size()) <= kMaxReadFile;
            },
            In(kReadPatience));
        if (static_cast<int64_t>(content.size()) > kMaxReadFile && whole) {
          return SendPrimeError(reply, 413,
                                "the file is larger than " + std::to_string(kMaxReadFile >> 20) +
                                    " MiB: download it, or read a part with offset and length");
        }
        if (!total.ok()) return SendGatewayFailure(reply, *sandbox, total.error());
        const int64_t begin =
            range.offset < 0 ? std::max<int64_t>(0, *total + range.offset) : range.offset;
        SendRead(reply, content, *total, begin);
      });
}

void DownloadFromSandbox(const SandboxPtr& sandbox, const HttpRequest& http, LateTimers timers,
                         const HttpReplyPtr& reply) {
  auto path = TakePath(Query(http.query), reply);
  if (!path) return;
  std::make_shared<Download>(sandbox, *std::move(path), std::move(timers), reply)->Begin();
}

}  // namespace assay
