#include "api/sessions/file_routes.h"

#include <charconv>
#include <memory>
#include <utility>

#include "api/sessions/file_download.h"
#include "api/sessions/wire/field_rules.h"
#include "api/sessions/wire/sandbox_answer.h"
#include "api/shared/responses.h"
#include "net/form/query.h"

namespace assay {
namespace {

constexpr auto kStyle = ErrorStyle::kNative;
constexpr std::chrono::seconds kDeadline{60};
constexpr std::chrono::seconds kUploadDeadline{300};
constexpr size_t kPiece = 256 << 10;
constexpr int64_t kDeepest = 64;

using Request = std::shared_ptr<const HttpRequest>;

SteadyTime After(std::chrono::seconds time) {
  return std::chrono::steady_clock::now() + time;
}

// What the query says of a file; faults are answered.
struct FileAsked {
  SandboxPtr sandbox;  // null: answered
  Query query;
  std::string path;
};

FileAsked ReadAsked(const SandboxDeps& deps, const HttpRequest& http, const std::string& id,
                    const HttpReplyPtr& reply) {
  FileAsked asked{FindSandbox(deps, http, id, reply), Query(http.query), {}};
  if (!asked.sandbox) return asked;
  asked.path = asked.query.Get("path");
  if (const std::string_view fault = FaultOfPath(asked.path); !fault.empty()) {
    FieldErrors errors;
    errors.Add(FieldPath{} / "path", "value_error", "the query's ?path=… " + std::string(fault));
    SendInvalid(reply, kStyle, errors);
    asked.sandbox = nullptr;
  }
  return asked;
}

// A whole number of the query within bounds.
int64_t ReadCount(const Query& query, const char* name, int base, int64_t least, int64_t most,
                  int64_t usual, FieldErrors* errors) {
  const auto text = query.Find(name);
  if (!text) return usual;
  int64_t number = 0;
  const auto [end, ec] = std::from_chars(text->data(), text->data() + text->size(), number, base);
  if (ec == std::errc() && end == text->data() + text->size() && number >= least &&
      number <= most) {
    return number;
  }
  errors->Add(FieldPath{} / name, "value_error", "is no such number: " + *text);
  return usual;
}

// Does the work on a thread that may block. `work` answers unless it returns an error.
template <typename Work>
void WithFiles(const SandboxPtr& sandbox, const HttpReplyPtr& reply, Work work) {
  sandbox->WithFiles([sandbox, reply, work = std::move(work)](const Result<LiveFiles*>& files) {
    const Status done = files.ok() ? work(**files) : Status(files.error());
    if (!done.ok()) SendFault(reply, done.error(), sandbox.get(), files.ok() ? "path" : "");
  });
}

// The pieces of a body that is kept meanwhile.
ByteSource PiecesOf(const Request& http) {
  return [http, at = size_t{0}]() mutable -> Result<std::string> {
    std::string piece = http->body.substr(std::min(at, http->body.size()), kPiece);
    at += piece.size();
    return piece;
  };
}

void SendFileInfo(const HttpReplyPtr& reply, int status, const FileInfo& info) {
  JsonWriter json;
  WriteFile(info, &json);
  SendJson(reply, status, json.Take());
}

void Get(const SandboxDeps& deps, const Request& http, const FileAsked& asked,
         const HttpReplyPtr& reply) {
  FieldErrors errors;
  const AskedRange range = ReadRange(asked.query, http->Header("range"), &errors);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  SendFile(asked.sandbox, deps.timers.timers(), asked.path, range, http->method == "HEAD", reply);
}

void Put(const SandboxDeps&, const Request& http, const FileAsked& asked,
         const HttpReplyPtr& reply) {
  FieldErrors errors;
  const auto mode =
      static_cast<uint32_t>(ReadCount(asked.query, "mode", 8, 0, 07777, 0644, &errors));
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  WithFiles(
      asked.sandbox, reply, [http, path = asked.path, mode, reply](LiveFiles& files) -> Status {
        ASSAY_ASSIGN_OR_RETURN(const FileInfo info,
                               files.Write(path, mode, PiecesOf(http), After(kUploadDeadline)));
        SendFileInfo(reply, 200, info);
        return {};
      });
}

void Delete(const SandboxDeps&, const Request&, const FileAsked& asked, const HttpReplyPtr& reply) {
  WithFiles(asked.sandbox, reply, [path = asked.path, reply](LiveFiles& files) -> Status {
    ASSAY_RETURN_IF_ERROR(files.Remove(path, After(kDeadline)));
    JsonWriter json;
    json.BeginObject().Key("removed").Bytes(path).EndObject();
    SendJson(reply, 200, json.Take());
    return {};
  });
}

void Stat(const SandboxDeps&, const Request&, const FileAsked& asked, const HttpReplyPtr& reply) {
  WithFiles(asked.sandbox, reply, [path = asked.path, reply](LiveFiles& files) -> Status {
    ASSAY_ASSIGN_OR_RETURN(const FileInfo info, files.Stat(path, After(kDeadline)));
    SendFileInfo(reply, 200, info);
    return {};
  });
}

void List(const SandboxDeps&, const Request&, const FileAsked& asked, const HttpReplyPtr& reply) {
  FieldErrors errors;
  const auto depth = static_cast<int>(ReadCount(asked.query, "depth", 10, 1, kDeepest, 1, &errors));
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  WithFiles(asked.sandbox, reply, [path = asked.path, depth, reply](LiveFiles& files) -> Status {
    ASSAY_ASSIGN_OR_RETURN(const std::vector<FileInfo> entries,
                           files.List(path, depth, After(kDeadline)));
    JsonWriter json(entries.size() * 160);
    json.BeginObject().Key("entries").BeginArray();
    for (const FileInfo& entry : entries) WriteFile(entry, &json);
    SendJson(reply, 200, json.EndArray().EndObject().Take());
    return {};
  });
}

void Pack(const SandboxDeps& deps, const Request&, const FileAsked& asked,
          const HttpReplyPtr& reply) {
  SendArchive(asked.sandbox, deps.timers.timers(), asked.path, reply);
}

void Unpack(const SandboxDeps&, const Request& http, const FileAsked& asked,
            const HttpReplyPtr& reply) {
  WithFiles(asked.sandbox, reply, [http, path = asked.path, reply](LiveFiles& files) -> Status {
    ASSAY_RETURN_IF_ERROR(files.Unpack(path, PiecesOf(http), After(kUploadDeadline)));
    ASSAY_ASSIGN_OR_RETURN(const FileInfo info, files.Stat(path, After(kDeadline)));
    SendFileInfo(reply, 200, info);
    return {};
  });
}

// ---- those with a body of JSON ----

void MakeDirectory(const SandboxPtr& sandbox, JsonValue root, const HttpReplyPtr& reply) {
  FieldErrors errors;
  FieldReader fields(root, {}, &errors);
  RefuseUnknownFields(root, {}, {"path"}, &errors);
  const auto path = ReadPath(fields, "path", Presence::kRequired);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  WithFiles(sandbox, reply, [path = *path, reply](LiveFiles& files) -> Status {
    ASSAY_ASSIGN_OR_RETURN(const bool made, files.MakeDirectory(path, After(kDeadline)));
    ASSAY_ASSIGN_OR_RETURN(const FileInfo info, files.Stat(path, After(kDeadline)));
    SendFileInfo(reply, made ? 201 : 200, info);
    return {};
  });
}

void Move(const SandboxPtr& sandbox, JsonValue root, const HttpReplyPtr& reply) {
  FieldErrors errors;
  FieldReader fields(root, {}, &errors);
  RefuseUnknownFields(root, {}, {"from", "to"}, &errors);
  const auto from = ReadPath(fields, "from", Presence::kRequired);
  const auto to = ReadPath(fields, "to", Presence::kRequired);
  if (!errors.empty()) return SendInvalid(reply, kStyle, errors);
  WithFiles(sandbox, reply, [from = *from, to = *to, reply](LiveFiles& files) -> Status {
    ASSAY_RETURN_IF_ERROR(files.Move(from, to, After(kDeadline)));
    ASSAY_ASSIGN_OR_RETURN(const FileInfo info, files.Stat(to, After(kDeadline)));
    SendFileInfo(reply, 200, info);
    return {};
  });
}

}  // namespace

void RegisterFileRoutes(Router& router, const SandboxDeps& deps) {
  using Parameters = std::vector<std::string>;
  const auto add = [&](const char* method, const char* last, auto handler) {
    router.Add(method, std::string("/v1/sandboxes/{id}/") + last,
               [&deps, handler](const Request& http, const Parameters& parameters,
                                const HttpReplyPtr& reply) {
                 const FileAsked asked = ReadAsked(deps, *http, parameters[0], reply);
                 if (asked.sandbox) handler(deps, http, asked, reply);
               });
  };
  add("GET", "files", Get);
  add("PUT", "files", Put);
  add("DELETE", "files", Delete);
  add("GET", "files/info", Stat);
  add("GET", "files/list", List);
  add("GET", "archive", Pack);
  add("PUT", "archive", Unpack);
  const auto add_json = [&](const char* last, auto handler) {
    router.Add("POST", std::string("/v1/sandboxes/{id}/files/") + last,
               [&deps, handler](const Request& http, const Parameters& parameters,
                                const HttpReplyPtr& reply) {
                 const SandboxPtr sandbox = FindSandbox(deps, *http, parameters[0], reply);
                 if (!sandbox) return;
                 const auto document = ParseBody(*http, reply, kStyle);
                 if (document) handler(sandbox, document->root(), reply);
               });
  };
  add_json("directory", MakeDirectory);
  add_json("move", Move);
}

}  // namespace assay
