#include "api/e2b/filesystem_service.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include "api/connect/connect_routes.h"
#include "api/e2b/connect_door.h"
#include "api/e2b/wire/file_faults.h"
#include "base/text.h"
#include "file_messages.pb.h"

namespace assay {
namespace {

constexpr std::chrono::seconds kDeadline{60};
constexpr uint32_t kDeepest = 64;
const std::string kService = "/filesystem.Filesystem/";

SteadyTime DeadlineOf(const ConnectCall& call) {
  const auto now = std::chrono::steady_clock::now();
  return now + std::min<Nanoseconds>(kDeadline, call.timeout.value_or(kDeadline));
}

filesystem::FileType TypeOf(FileKind kind) {
  switch (kind) {
    case FileKind::kFile: return filesystem::FILE_TYPE_FILE;
    case FileKind::kDirectory: return filesystem::FILE_TYPE_DIRECTORY;
    case FileKind::kLink: return filesystem::FILE_TYPE_SYMLINK;
    case FileKind::kOther: break;
  }
  return filesystem::FILE_TYPE_UNSPECIFIED;
}

// Names of files are any bytes; messages take UTF-8.
void Describe(const FileInfo& info, filesystem::EntryInfo* entry) {
  const std::string path = AbsolutePath(info.path);
  entry->set_name(ReplaceInvalidUtf8(NameOf(path)));
  entry->set_type(TypeOf(info.kind));
  entry->set_path(ReplaceInvalidUtf8(path));
  entry->set_size(info.bytes);
  entry->set_mode(info.mode);
  entry->set_permissions(PermissionsOf(info));
  entry->set_owner(kLiveUser);
  entry->set_group(kLiveUser);
  constexpr int64_t kSecond = 1'000'000'000;
  entry->mutable_modified_time()->set_seconds(info.modified_ns / kSecond);
  entry->mutable_modified_time()->set_nanos(static_cast<int32_t>(info.modified_ns % kSecond));
  if (info.kind == FileKind::kLink) {
    entry->set_symlink_target(ReplaceInvalidUtf8(info.link_target));
  }
}

// Does `work` with the files of the call's sandbox: it answers, or returns what is wrong with
// `path`.
template <typename Work>
void WithFiles(const E2bDeps& deps, const ConnectCall& call, const ConnectAnswer& answer,
               const std::string& path, Work work) {
  FoundSandbox found = FindForConnect(deps, *call.http);
  if (found.sandbox == nullptr) return answer.Fail(found.error);
  if (path.empty()) {
    return answer.Fail({ConnectCode::kInvalidArgument, "path: which file or folder"});
  }
  const SandboxPtr sandbox = std::move(found.sandbox);
  const SteadyTime deadline = DeadlineOf(call);
  sandbox->WithFiles(
      [sandbox, deadline, answer, path, work = std::move(work)](const Result<LiveFiles*>& files) {
        const Status done = files.ok() ? work(**files, deadline) : Status(files.error());
        if (done.ok()) return;
        FileFault fault = FaultOfFile(done.error(), *sandbox, path);
        answer.Fail({fault.code, std::move(fault.message)});
      });
}

Status AnswerEntry(LiveFiles& files, const std::string& path, SteadyTime deadline,
                   const ConnectAnswer& answer) {
  ASSAY_ASSIGN_OR_RETURN(const FileInfo info, files.Stat(path, deadline));
  filesystem::EntryResponse response;
  Describe(info, response.mutable_entry());
  answer.Send(response);
  return {};
}

void Stat(const E2bDeps& deps, const ConnectCall& call, const filesystem::StatRequest& request,
          const ConnectAnswer& answer) {
  const std::string path = AbsolutePath(request.path());
  WithFiles(deps, call, answer, path,
            [path, answer](LiveFiles& files, SteadyTime deadline) -> Status {
              return AnswerEntry(files, path, deadline, answer);
            });
}

void MakeDir(const E2bDeps& deps, const ConnectCall& call,
             const filesystem::MakeDirRequest& request, const ConnectAnswer& answer) {
  const std::string path = AbsolutePath(request.path());
  WithFiles(deps, call, answer, path,
            [path, answer](LiveFiles& files, SteadyTime deadline) -> Status {
              ASSAY_ASSIGN_OR_RETURN(const bool made, files.MakeDirectory(path, deadline));
              if (made) return AnswerEntry(files, path, deadline, answer);
              answer.Fail({ConnectCode::kAlreadyExists, path + ": the folder is there already"});
              return {};
            });
}

void Move(const E2bDeps& deps, const ConnectCall& call, const filesystem::MoveRequest& request,
          const ConnectAnswer& answer) {
  const std::string from = AbsolutePath(request.source());
  const std::string to = AbsolutePath(request.destination());
  WithFiles(deps, call, answer, from,
            [from, to, answer](LiveFiles& files, SteadyTime deadline) -> Status {
              ASSAY_RETURN_IF_ERROR(files.Move(from, to, deadline));
              return AnswerEntry(files, to, deadline, answer);
            });
}

void ListDir(const E2bDeps& deps, const ConnectCall& call,
             const filesystem::ListDirRequest& request, const ConnectAnswer& answer) {
  const std::string path = AbsolutePath(request.path());
  const auto depth = static_cast<int>(std::clamp(request.depth(), 1u, kDeepest));
  WithFiles(deps, call, answer, path,
            [path, depth, answer](LiveFiles& files, SteadyTime deadline) -> Status {
              ASSAY_ASSIGN_OR_RETURN(const std::vector<FileInfo> listed,
                                     files.List(path, depth, deadline));
              filesystem::ListDirResponse response;
              for (const FileInfo& info : listed) Describe(info, response.add_entries());
              answer.Send(response);
              return {};
            });
}

// What isn't there is removed, as envd has it.
void Remove(const E2bDeps& deps, const ConnectCall& call, const filesystem::RemoveRequest& request,
            const ConnectAnswer& answer) {
  const std::string path = AbsolutePath(request.path());
  WithFiles(deps, call, answer, path,
            [path, answer](LiveFiles& files, SteadyTime deadline) -> Status {
              const Status removed = files.Remove(path, deadline);
              if (!removed.ok() && removed.error().sys_errno != ENOENT) return removed;
              answer.Send(filesystem::RemoveResponse());
              return {};
            });
}

template <typename Message>
using Method = void (*)(const E2bDeps&, const ConnectCall&, const Message&, const ConnectAnswer&);

template <typename Message>
void Add(Router& router, const E2bDeps& deps, const std::string& name, Method<Message> method) {
  AddConnectUnary<Message>(
      router, kService + name,
      [deps, method](const ConnectCall& call, const Message& message, const ConnectAnswer& answer) {
        method(deps, call, message, answer);
      });
}

ConnectError NoWatching() {
  return {ConnectCode::kUnimplemented,
          "folders aren't watched here: list them again, or run a program that watches"};
}

}  // namespace

void RegisterE2bFilesystem(Router& router, const E2bDeps& deps) {
  Add<filesystem::StatRequest>(router, deps, "Stat", Stat);
  Add<filesystem::MakeDirRequest>(router, deps, "MakeDir", MakeDir);
  Add<filesystem::MoveRequest>(router, deps, "Move", Move);
  Add<filesystem::ListDirRequest>(router, deps, "ListDir", ListDir);
  Add<filesystem::RemoveRequest>(router, deps, "Remove", Remove);
  for (const char* name : {"CreateWatcher", "GetWatcherEvents", "RemoveWatcher"}) {
    Add<filesystem::WatchRequest>(
        router, deps, name,
        [](const E2bDeps&, const ConnectCall&, const filesystem::WatchRequest&,
           const ConnectAnswer& answer) { answer.Fail(NoWatching()); });
  }
  AddConnectStream<filesystem::WatchRequest>(
      router, kService + "WatchDir",
      [](const ConnectCall&, const filesystem::WatchRequest&, const ConnectStreamPtr& stream) {
        stream->Fail(NoWatching());
      });
}

}  // namespace assay
