#include "api/e2b/file_routes.h"

#include <algorithm>
#include <cerrno>
#include <utility>
#include <vector>

#include "api/connect/connect_frames.h"
#include "api/e2b/control.h"
#include "api/e2b/door.h"
#include "api/e2b/download.h"
#include "api/e2b/wire/answers.h"
#include "api/e2b/wire/file_faults.h"
#include "api/shared/responses.h"
#include "base/text.h"
#include "net/form/multipart.h"
#include "net/form/query.h"

namespace assay {
namespace {

using Request = std::shared_ptr<const HttpRequest>;

constexpr std::chrono::seconds kUploadDeadline{300};
constexpr size_t kPiece = 256 << 10;
// What a compressed upload may grow to: as large as a body may be without.
constexpr size_t kMostUnpacked = 256 << 20;
constexpr uint32_t kMode = 0644;

// The sandbox; answers and returns null when there is none for this caller and user.
SandboxPtr FindOrAnswer(const E2bDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  FoundBox found = FindBox(deps, http);
  if (found.sandbox == nullptr) {
    SendE2bError(reply, found.status, found.message);
  } else if (const std::string fault = FaultOfUser(http); !fault.empty()) {
    SendE2bError(reply, 400, fault);
    return nullptr;
  }
  return found.sandbox;
}

void Download(const E2bDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const SandboxPtr sandbox = FindOrAnswer(deps, *http, reply);
  if (sandbox == nullptr) return;
  const std::string path = Query(http->query).Get("path");
  if (path.empty()) return SendE2bError(reply, 400, "path: which file");
  SendSandboxFile(sandbox, deps.timers->timers(), AbsolutePath(path), reply,
                  [sandbox, path, reply](const Error& error) {
                    SendFileFault(reply, FaultOfFile(error, *sandbox, path));
                  });
}

struct Upload {
  std::string path;
  std::string_view content;
};

// The uploads of a request, with what they point into.
struct Uploads {
  Request http;
  TenantRoom::Share room;  // what that takes
  std::string unpacked;    // of a compressed body
  std::vector<Upload> files;
};
using UploadsPtr = std::shared_ptr<Uploads>;

Error Invalid(std::string message) {
  return {ErrorCode::kInvalidArgument, "e2b.upload", 0, std::move(message)};
}

Result<UploadsPtr> TakeUploads(const Request& http, const Sandbox& sandbox) {
  auto uploads = std::make_shared<Uploads>(Uploads{http, sandbox.Memory(), {}, {}});
  std::string_view body = http->body;
  if (const std::string_view encoding = http->Header("content-encoding");
      !encoding.empty() && encoding != "identity") {
    if (encoding != "gzip") return Invalid("content-encoding: gzip or none");
    // So that what is too large is told from what there is no room for now: one byte more than the
    // most is asked for.
    const auto most =
        static_cast<size_t>(std::min<int64_t>(kMostUnpacked, uploads->room.most() - 1));
    ASSAY_ASSIGN_OR_RETURN(uploads->unpacked, Gunzip(body, most, [&](size_t more) {
                             return uploads->room.Grow(static_cast<int64_t>(more));
                           }));
    body = uploads->unpacked;
  }
  const std::string path = Query(http->query).Get("path");
  const std::string_view type = http->Header("content-type");
  if (StartsWith(AsciiLower(type), "application/octet-stream")) {
    if (path.empty()) return Invalid("path: where the file goes");
    uploads->files.push_back({AbsolutePath(path), body});
    return uploads;
  }
  const auto parts = ParseMultipart(type, body);
  if (!parts) {
    return Invalid("the body must be application/octet-stream or a whole multipart/form-data");
  }
  for (const MultipartPart& part : *parts) {
    const std::string& to = path.empty() ? part.filename.value_or("") : path;
    if (to.empty()) return Invalid("path: where the file goes: the query and the form name none");
    uploads->files.push_back({AbsolutePath(to), part.content});
  }
  if (uploads->files.empty()) return Invalid("the form has no file");
  if (!path.empty() && uploads->files.size() > 1) {
    return Invalid("path: one path, and a form with several files: leave it out");
  }
  return uploads;
}

FileFault FaultOfUpload(const Error& error, const Sandbox& sandbox) {
  if (error.code == ErrorCode::kResource || error.sys_errno == EFBIG) {
    return FaultOfFile(error, sandbox, "content-encoding");
  }
  return {400, ConnectCode::kInvalidArgument, error.message};
}

ByteSource PiecesOf(std::string_view content) {
  return [content]() mutable -> Result<std::string> {
    const std::string piece(content.substr(0, kPiece));
    content.remove_prefix(piece.size());
    return piece;
  };
}

// Each whole or not at all; those before one that fails stay, as clients of E2B have it.
void Write(LiveFiles& files, const Sandbox& sandbox, const Uploads& uploads,
           const HttpReplyPtr& reply) {
  const SteadyTime deadline = std::chrono::steady_clock::now() + kUploadDeadline;
  JsonWriter json;
  json.BeginArray();
  for (const Upload& upload : uploads.files) {
    const auto written = files.Write(upload.path, kMode, PiecesOf(upload.content), deadline);
    if (!written.ok()) {
      return SendFileFault(reply, FaultOfFile(written.error(), sandbox, upload.path));
    }
    json.BeginObject().Key("name").Bytes(NameOf(upload.path)).Key("type").String("file");
    json.Key("path").Bytes(upload.path).EndObject();
  }
  SendJson(reply, 200, json.EndArray().Take());
}

void TakeFiles(const E2bDeps& deps, const Request& http, const HttpReplyPtr& reply) {
  const SandboxPtr sandbox = FindOrAnswer(deps, *http, reply);
  if (sandbox == nullptr) return;
  const auto uploads = TakeUploads(http, *sandbox);
  if (!uploads.ok()) return SendFileFault(reply, FaultOfUpload(uploads.error(), *sandbox));
  sandbox->WithFiles([sandbox, uploads = *uploads, reply](const Result<LiveFiles*>& files) {
    if (!files.ok()) return SendFileFault(reply, FaultOfFile(files.error(), *sandbox, "files"));
    Write(**files, *sandbox, *uploads, reply);
  });
}

// Of the sandbox that the request names, or of the server, as others ask it.
void Health(const E2bDeps& deps, const HttpRequest& http, const HttpReplyPtr& reply) {
  if (!AddressOf(http)) return SendJson(reply, 200, R"({"status":"healthy"})");
  const FoundBox found = FindBox(deps, http);
  if (found.sandbox == nullptr) return SendE2bError(reply, found.status, found.message);
  SendNoContent(reply);
}

}  // namespace

void RegisterE2bFileRoutes(Router& router, const E2bDeps& deps) {
  router.Add("GET", "/files", [deps](const Request& http, const HttpReplyPtr& reply) {
    Download(deps, http, reply);
  });
  router.Add("POST", "/files", [deps](const Request& http, const HttpReplyPtr& reply) {
    TakeFiles(deps, http, reply);
  });
  router.Add("GET", "/health", [deps](const Request& http, const HttpReplyPtr& reply) {
    Health(deps, *http, reply);
  });
}

}  // namespace assay
