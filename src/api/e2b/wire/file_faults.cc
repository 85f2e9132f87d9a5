#include "api/e2b/wire/file_faults.h"

#include <cerrno>

#include "api/e2b/wire/answers.h"

namespace assay {
namespace {

struct Meaning {
  int sys_errno;
  int status;
  ConnectCode code;
};
// Of the box's answers; others are the caller's fault. Files are memory, so a box that is full of
// them has none for the process that would write more. The last three are what HasBrokenOff says:
// the box's programs stopped or killed what works on its files.
constexpr Meaning kMeanings[] = {
    {ENOENT, 404, ConnectCode::kNotFound},
    {EEXIST, 409, ConnectCode::kAlreadyExists},
    {EACCES, 403, ConnectCode::kPermissionDenied},
    {EPERM, 403, ConnectCode::kPermissionDenied},
    {EROFS, 403, ConnectCode::kPermissionDenied},
    {ENOSPC, 507, ConnectCode::kResourceExhausted},
    {EDQUOT, 507, ConnectCode::kResourceExhausted},
    {ENOMEM, 507, ConnectCode::kResourceExhausted},
    {EOVERFLOW, 400, ConnectCode::kOutOfRange},
    {EFBIG, 413, ConnectCode::kOutOfRange},
    {EPIPE, 503, ConnectCode::kUnavailable},
    {EPROTO, 503, ConnectCode::kUnavailable},
    {ETIMEDOUT, 504, ConnectCode::kDeadlineExceeded},
};

}  // namespace

FileFault FaultOfFile(const Error& error, const Sandbox& sandbox, std::string_view path) {
  const SandboxInfo info = sandbox.Info();
  if (info.state == SandboxState::kEnded) {
    return {502, ConnectCode::kUnavailable,
            "The sandbox '" + info.id + "' was not found: it has ended (" +
                std::string(kSandboxEndNames.NameOf(info.end)) + ")"};
  }
  const std::string message = std::string(path) + ": " + error.ToString();
  switch (error.code) {
    case ErrorCode::kInvalidArgument:
      for (const Meaning& meaning : kMeanings) {
        if (meaning.sys_errno == error.sys_errno) return {meaning.status, meaning.code, message};
      }
      return {400, ConnectCode::kInvalidArgument, message};
    case ErrorCode::kResource: return {429, ConnectCode::kResourceExhausted, message};
    case ErrorCode::kUnavailable: return {503, ConnectCode::kUnavailable, message};
    case ErrorCode::kUnsupported: return {501, ConnectCode::kUnimplemented, message};
    default: return {500, ConnectCode::kInternal, message};
  }
}

void SendFileFault(const HttpReplyPtr& reply, const FileFault& fault) {
  SendE2bError(reply, fault.status, fault.message);
}

std::string AbsolutePath(std::string_view path) {
  if (!path.empty() && path[0] == '/') return std::string(path);
  if (path == "~") return kLiveHome;
  if (path.substr(0, 2) == "~/") path.remove_prefix(2);
  if (path.empty() || path == ".") return kLiveHome;
  return std::string(kLiveHome) + "/" + std::string(path);
}

std::string NameOf(std::string_view path) {
  while (path.size() > 1 && path.back() == '/') path.remove_suffix(1);
  const size_t slash = path.rfind('/');
  return std::string(slash == path.npos || path.size() == 1 ? path : path.substr(slash + 1));
}

std::string PermissionsOf(const FileInfo& info) {
  constexpr std::string_view kLetters = "rwxrwxrwx";
  std::string text(1, info.kind == FileKind::kDirectory ? 'd'
                      : info.kind == FileKind::kLink    ? 'L'
                                                        : '-');
  for (size_t i = 0; i < kLetters.size(); ++i) {
    const bool set = (info.mode >> (kLetters.size() - 1 - i)) & 1;
    text += set ? kLetters[i] : '-';
  }
  return text;
}

}  // namespace assay
