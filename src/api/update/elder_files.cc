#include "api/update/elder_files.h"

#include <cerrno>

#include "api/e2b/wire/rfc3339.h"
#include "net/form/query.h"
#include "text/json_member.h"

namespace assay {
namespace {

constexpr const char* kStage = "sandbox.files";

// As the box itself would have said it (api/sessions/wire/sandbox_answer.cc).
Error ErrorOf(const HttpResponse& response) {
  JsonError fault;
  const auto document = JsonDocument::Parse(response.body, &fault);
  const JsonValue error = document ? document->root().Find("error") : JsonValue();
  const std::string code = TextAt(error, "code");
  Error made{ErrorCode::kUnavailable, kStage, 0, TextAt(error, "message")};
  const auto of_box = [&](int number) {
    made.code = ErrorCode::kInvalidArgument;
    made.sys_errno = number;
  };
  if (code == "no_such_file") of_box(ENOENT);
  if (code == "is_a_directory") of_box(EISDIR);
  if (code == "not_permitted") of_box(EACCES);
  if (code == "value_error") of_box(EINVAL);
  if (code == "overloaded") made.code = ErrorCode::kResource;
  if (code == "deadline") made.sys_errno = ETIMEDOUT;
  return made;
}

FileKind KindOf(const std::string& name) {
  if (name == "file") return FileKind::kFile;
  if (name == "directory") return FileKind::kDirectory;
  return name == "link" ? FileKind::kLink : FileKind::kOther;
}

}  // namespace

Error ElderFiles::NotHere() {
  return {ErrorCode::kUnsupported, kStage, 0, "files of the earlier process are only read here"};
}

Result<HttpResponse> ElderFiles::Get(const std::string& what, const std::string& path,
                                     HeaderList headers, SteadyTime deadline) {
  auto answer = ask_(what, "path=" + PercentEncode(path), std::move(headers), deadline);
  if (!answer) {
    return Error{ErrorCode::kUnavailable, kStage, ETIMEDOUT,
                 "the process that keeps the sandbox did not answer in time"};
  }
  if (answer->status != 200 && answer->status != 206) return ErrorOf(*answer);
  return *std::move(answer);
}

Result<FileInfo> ElderFiles::Stat(const std::string& path, SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(const HttpResponse answer, Get("files/info", path, {}, deadline));
  JsonError fault;
  const auto document = JsonDocument::Parse(answer.body, &fault);
  if (!document) return NotHere();
  const JsonValue root = document->root();
  FileInfo info;
  info.path = TextAt(root, "path");
  info.kind = KindOf(TextAt(root, "kind"));
  info.bytes = static_cast<int64_t>(NumberAt(root, "bytes"));
  info.link_target = TextAt(root, "link_target");
  if (const auto modified = ParseRfc3339(TextAt(root, "modified_at"))) {
    info.modified_ns = std::chrono::nanoseconds(modified->time_since_epoch()).count();
  }
  return info;
}

Result<int64_t> ElderFiles::Read(const std::string& path, FileRange range, const ByteSink& sink,
                                 SteadyTime deadline) {
  if (range.offset < 0 || range.bytes < 0) return NotHere();
  if (range.bytes == 0) return range.offset;
  const std::string wanted = "bytes=" + std::to_string(range.offset) + "-" +
                             std::to_string(range.offset + range.bytes - 1);
  ASSAY_ASSIGN_OR_RETURN(const HttpResponse answer,
                         Get("files", path, {{"range", wanted}}, deadline));
  sink(answer.body);
  return range.offset + static_cast<int64_t>(answer.body.size());
}

}  // namespace assay
