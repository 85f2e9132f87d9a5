#include "sandbox/files/file_worker.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "sandbox/files/file_ops.h"
#include "sandbox/files/file_protocol.h"
#include "sandbox/files/file_stream.h"
#include "sandbox/files/file_transfer.h"
#include "sandbox/files/tar_ops.h"
#include "sandbox/wire/sys.h"

namespace assay {
namespace {

constexpr int kSocket = 3;

// The payload of kDone.
Result<std::string> Info(const Result<FileInfo>& info) {
  if (!info.ok()) return info.error();
  return EncodeFileInfo(*info);
}
Result<std::string> Number(const Result<int64_t>& number) {
  if (!number.ok()) return number.error();
  return EncodeNumber(*number);
}
Result<std::string> Nothing(const Status& status) {
  if (!status.ok()) return status.error();
  return std::string();
}

// Entries in as few frames as hold them.
Status SendList(FileStream* stream, const FileRequest& request) {
  WireWriter batch;
  const auto take = [&](const FileInfo& info) -> Status {
    AppendEntry(info, &batch);
    if (batch.bytes().size() < kMaxFilePayload / 2) return {};
    const Status sent = stream->Send(FileFrame::kEntries, batch.bytes());
    batch = WireWriter();
    return sent;
  };
  ASSAY_RETURN_IF_ERROR(ListDirectory(request.path, request.depth, take));
  return stream->Send(FileFrame::kEntries, batch.bytes());
}

Result<std::string> Work(FileStream* stream, const FileRequest& request) {
  switch (request.op) {
    case FileOp::kStat: return Info(StatFile(request.path));
    case FileOp::kList: return Nothing(SendList(stream, request));
    case FileOp::kMakeDirectory: {
      ASSAY_ASSIGN_OR_RETURN(const bool made, MakeWithParents(request.path));
      return EncodeNumber(made ? 1 : 0);
    }
    case FileOp::kMove: return Nothing(MoveFile(request.path, request.target));
    case FileOp::kRemove: return Nothing(RemoveTree(request.path));
    case FileOp::kRead: return Number(SendFile(stream, request.path, request.range));
    case FileOp::kWrite: return Info(ReceiveFile(stream, request.path, request.mode));
    case FileOp::kPack: return Nothing(PackTree(stream, request.path));
    case FileOp::kPackOwn: return Nothing(PackOwn(stream, request.path));
    case FileOp::kUnpack: return Nothing(UnpackTree(stream, request.path));
  }
  return FileFault(EPROTO, "no such work");
}

}  // namespace

int RunFileWorker(std::string_view encoded, UniqueFd socket) {
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  ::signal(SIGPIPE, SIG_IGN);
  ::signal(SIGXFSZ, SIG_IGN);  // a limit on file sizes is an error of the write
  ::signal(SIGALRM, SIG_DFL);
  ::umask(022);
  if (socket.get() != kSocket) {
    if (::dup3(socket.get(), kSocket, O_CLOEXEC) < 0) return 1;
    socket.Reset();
  } else {
    socket.Release();
  }
  CloseFrom(kSocket + 1);

  const auto request = FileRequest::Decode(encoded);
  const int seconds = request.ok() ? std::max(1, request->seconds) : 1;
  ::alarm(static_cast<unsigned>(seconds));
  FileStream stream(UniqueFd(kSocket),
                    std::chrono::steady_clock::now() + std::chrono::seconds(seconds));
  if (!request.ok()) {
    return stream.Send(FileFrame::kFailed, EncodeFault(request.error())).ok() ? 0 : 1;
  }
  const auto answer = Work(&stream, *request);
  const Status sent = answer.ok() ? stream.Send(FileFrame::kDone, *answer)
                                  : stream.Send(FileFrame::kFailed, EncodeFault(answer.error()));
  return sent.ok() ? 0 : 1;
}

}  // namespace assay
