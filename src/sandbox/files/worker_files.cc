#include "sandbox/files/worker_files.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "sandbox/files/file_protocol.h"
#include "sandbox/files/file_stream.h"

namespace assay {
namespace {

// One call: its worker, and what the worker's frames mean to it.
class Call {
 public:
  Call(FileStream stream, const FileWorkers* workers)
      : stream_(std::move(stream)), workers_(workers) {}

  // The payload of kDone. Frames of the other kinds go to `take`; false: that's enough, which gives
  // an empty payload.
  Result<std::string> Answer(const std::function<Result<bool>(const FileMessage&)>& take) {
    for (;;) {
      auto message = stream_.Receive();
      if (!message.ok()) return Broken(message.error());
      if (message->type == FileFrame::kDone) return std::move(message->payload);
      if (message->type == FileFrame::kFailed) return DecodeFault(message->payload);
      ASSAY_ASSIGN_OR_RETURN(const bool more, take(*message));
      if (!more) return std::string();
    }
  }
  Result<std::string> Answer() {
    return Answer([](const FileMessage&) -> Result<bool> { return Unexpected(); });
  }

  // Sends all there is. An Error is the source's, or the deadline's; when the worker has broken
  // off, its answer says why.
  Status Upload(const ByteSource& source) {
    for (;;) {
      ASSAY_ASSIGN_OR_RETURN(const std::string bytes, source());
      std::string_view rest = bytes;
      do {
        const Status sent = stream_.Send(rest.empty() ? FileFrame::kEnd : FileFrame::kPiece,
                                         rest.substr(0, kMaxFilePayload));
        if (!sent.ok()) return sent.error().sys_errno == EPIPE ? Status() : Broken(sent.error());
        rest.remove_prefix(std::min(rest.size(), kMaxFilePayload));
      } while (!rest.empty());
      if (bytes.empty()) return {};
    }
  }

  static Error Unexpected() { return FileFault(EPROTO, "the box's file worker answered nonsense"); }

 private:
  Error Broken(const Error& error) const {
    if (workers_->ended && workers_->ended()) {
      return Error{ErrorCode::kUnavailable, "files", 0, "the box has ended"};
    }
    switch (error.sys_errno) {
      case EPIPE:
        return FileFault(EPIPE,
                         "the box ended its file worker: a program in it did, or its memory limit");
      case ETIMEDOUT: return FileFault(ETIMEDOUT, error.message);
      default: return Unexpected();
    }
  }

  FileStream stream_;
  const FileWorkers* const workers_;
};

class WorkerFiles final : public LiveFiles {
 public:
  WorkerFiles(FileWorkers workers, std::string home)
      : workers_(std::move(workers)), home_(std::move(home)) {}

  Result<FileInfo> Stat(const std::string& path, SteadyTime deadline) override {
    ASSAY_ASSIGN_OR_RETURN(Call call, Open({.op = FileOp::kStat, .path = path}, deadline));
    return Info(call.Answer(), path);
  }

  Result<std::vector<FileInfo>> List(const std::string& path, int depth,
                                     SteadyTime deadline) override {
    if (depth < 1) return FileFault(EINVAL, "the depth of a list is at least 1");
    FileRequest request{.op = FileOp::kList, .path = path, .depth = std::min(depth, 4096)};
    ASSAY_ASSIGN_OR_RETURN(Call call, Open(std::move(request), deadline));
    std::vector<FileInfo> entries;
    int64_t bytes = 0;
    const auto take = [&](const FileMessage& message) -> Result<bool> {
      if (message.type != FileFrame::kEntries) return Call::Unexpected();
      bytes += static_cast<int64_t>(message.payload.size() + kFileHeader);
      if (bytes > kMaxListBytes) return FileFault(EOVERFLOW, "the list is too long");
      ASSAY_RETURN_IF_ERROR(DecodeEntries(message.payload, &entries));
      if (entries.size() > static_cast<size_t>(kMaxListedFiles)) {
        return FileFault(EOVERFLOW, "more than 100000 files");
      }
      return true;
    };
    ASSAY_ASSIGN_OR_RETURN(const std::string done, call.Answer(take));
    if (!done.empty()) return Call::Unexpected();
    std::string above = Absolute(path);
    if (above != "/") above += '/';
    for (FileInfo& entry : entries) entry.path.insert(0, above);
    std::sort(entries.begin(), entries.end(),
              [](const FileInfo& a, const FileInfo& b) { return a.path < b.path; });
    return entries;
  }

  Result<bool> MakeDirectory(const std::string& path, SteadyTime deadline) override {
    ASSAY_ASSIGN_OR_RETURN(Call call, Open({.op = FileOp::kMakeDirectory, .path = path}, deadline));
    ASSAY_ASSIGN_OR_RETURN(const std::string done, call.Answer());
    ASSAY_ASSIGN_OR_RETURN(const int64_t made, DecodeNumber(done));
    return made != 0;
  }

  Status Move(const std::string& from, const std::string& to, SteadyTime deadline) override {
    FileRequest request{.op = FileOp::kMove, .path = from, .target = to};
    ASSAY_ASSIGN_OR_RETURN(Call call, Open(std::move(request), deadline));
    return Done(call.Answer());
  }

  Status Remove(const std::string& path, SteadyTime deadline) override {
    ASSAY_ASSIGN_OR_RETURN(Call call, Open({.op = FileOp::kRemove, .path = path}, deadline));
    return Done(call.Answer());
  }

  Result<int64_t> Read(const std::string& path, FileRange range, const ByteSink& sink,
                       SteadyTime deadline) override {
    FileRequest request{.op = FileOp::kRead, .path = path, .range = range};
    ASSAY_ASSIGN_OR_RETURN(Call call, Open(std::move(request), deadline));
    int64_t size = -1;
    bool enough = false;
    const auto take = [&](const FileMessage& message) -> Result<bool> {
      if (message.type == FileFrame::kSize && size < 0) {
        ASSAY_ASSIGN_OR_RETURN(size, DecodeNumber(message.payload));
        return true;
      }
      if (message.type != FileFrame::kPiece || size < 0) return Call::Unexpected();
      if (range.bytes >= 0) {
        if (static_cast<int64_t>(message.payload.size()) > range.bytes) return Call::Unexpected();
        range.bytes -= static_cast<int64_t>(message.payload.size());
      }
      enough = !sink(message.payload);
      return !enough;
    };
    ASSAY_ASSIGN_OR_RETURN(const std::string done, call.Answer(take));
    if (enough) return size;
    return DecodeNumber(done);
  }

  Result<FileInfo> Write(const std::string& path, uint32_t mode, const ByteSource& source,
                         SteadyTime deadline) override {
    FileRequest request{.op = FileOp::kWrite, .path = path, .mode = mode & 0777};
    ASSAY_ASSIGN_OR_RETURN(Call call, Open(std::move(request), deadline));
    ASSAY_RETURN_IF_ERROR(call.Upload(source));
    return Info(call.Answer(), path);
  }

  Status Pack(const std::string& path, const ByteSink& sink, SteadyTime deadline) override {
    return PackBy(FileOp::kPack, path, sink, deadline);
  }

  Status PackOwn(const ByteSink& sink, SteadyTime deadline) override {
    return PackBy(FileOp::kPackOwn, "/", sink, deadline);
  }

  Status Unpack(const std::string& path, const ByteSource& source, SteadyTime deadline) override {
    ASSAY_ASSIGN_OR_RETURN(Call call, Open({.op = FileOp::kUnpack, .path = path}, deadline));
    ASSAY_RETURN_IF_ERROR(call.Upload(source));
    return Done(call.Answer());
  }

 private:
  Status PackBy(FileOp op, const std::string& path, const ByteSink& sink, SteadyTime deadline) {
    ASSAY_ASSIGN_OR_RETURN(Call call, Open({.op = op, .path = path}, deadline));
    const auto take = [&](const FileMessage& message) -> Result<bool> {
      if (message.type != FileFrame::kPiece) return Call::Unexpected();
      return sink(message.payload);
    };
    return Done(call.Answer(take));
  }

  // Without slashes at its end.
  std::string Absolute(const std::string& path) const {
    std::string absolute = path.front() == '/' ? path : home_ + "/" + path;
    while (absolute.size() > 1 && absolute.back() == '/') absolute.pop_back();
    return absolute;
  }

  Result<Call> Open(FileRequest request, SteadyTime deadline) {
    for (std::string* path : {&request.path, &request.target}) {
      if (path == &request.target && request.op != FileOp::kMove) continue;
      if (path->empty()) return FileFault(ENOENT, "an empty path");
      *path = Absolute(*path);
      if (path->size() >= PATH_MAX) return FileFault(ENAMETOOLONG, "the path is too long");
      if (!IsUsablePath(*path)) return FileFault(EINVAL, "the path has a NUL character");
    }
    const auto left = std::chrono::ceil<std::chrono::seconds>(
        deadline - std::chrono::steady_clock::now() + std::chrono::seconds(1));
    request.seconds = static_cast<int>(std::clamp<int64_t>(left.count(), 1, 1 << 30));
    ASSAY_ASSIGN_OR_RETURN(UniqueFd socket, workers_.open(request.Encode(), deadline));
    return Call(FileStream(std::move(socket), deadline), &workers_);
  }

  Result<FileInfo> Info(const Result<std::string>& done, const std::string& path) const {
    if (!done.ok()) return done.error();
    ASSAY_ASSIGN_OR_RETURN(FileInfo info, DecodeFileInfo(*done));
    info.path = Absolute(path);
    return info;
  }
  static Status Done(const Result<std::string>& done) {
    if (!done.ok()) return done.error();
    return done->empty() ? Status() : Call::Unexpected();
  }

  const FileWorkers workers_;
  const std::string home_;
};

}  // namespace

std::unique_ptr<LiveFiles> MakeWorkerFiles(FileWorkers workers, std::string home) {
  return std::make_unique<WorkerFiles>(std::move(workers), std::move(home));
}

}  // namespace assay
