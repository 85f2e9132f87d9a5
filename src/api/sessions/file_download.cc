#include "api/sessions/file_download.h"

#include <atomic>
#include <memory>
#include <utility>

#include "api/sessions/wire/sandbox_answer.h"
#include "runner/steady_file.h"
#include "sessions/file_archive.h"

namespace assay {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

constexpr int64_t kPiece = 4 << 20;
constexpr size_t kMostUnsent = 1 << 20;
constexpr milliseconds kLookAgain{20};
constexpr seconds kPieceDeadline{60};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

// Piece by piece, each a job of its own for the sandbox's files. Gives up by dropping the reply,
// which ends the connection: the client sees that it isn't all.
class Download : public std::enable_shared_from_this<Download> {
 public:
  Download(SandboxPtr sandbox, LateTimers timers, HttpReplyPtr reply)
      : sandbox_(std::move(sandbox)), timers_(std::move(timers)), reply_(std::move(reply)) {}
  virtual ~Download() = default;
  Download(const Download&) = delete;
  Download& operator=(const Download&) = delete;

 protected:
  // Sends a piece and waits for the client, or ends.
  virtual void Next(LiveFiles& files) = 0;

  void Watch() {
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->left_ = true;
    });
  }
  // What takes no byte for long is cut off by the HTTP server, which is heard as leaving.
  void WaitForClient() {
    if (left_ || sandbox_->Info().state == SandboxState::kEnded) return;
    if (reply_->unsent() > kMostUnsent) {
      return timers_.After(kLookAgain, [self = shared_from_this()] { self->WaitForClient(); });
    }
    sandbox_->WithFiles([self = shared_from_this()](const Result<LiveFiles*>& files) {
      if (files.ok()) self->Next(**files);
    });
  }

  const SandboxPtr sandbox_;
  const LateTimers timers_;
  const HttpReplyPtr reply_;
  std::atomic<bool> left_{false};
};

class FileDownload final : public Download {
 public:
  FileDownload(SandboxPtr sandbox, LateTimers timers, std::string path, const AskedRange& asked,
               bool head_only, HttpReplyPtr reply)
      : Download(std::move(sandbox), std::move(timers), std::move(reply)),
        file_(std::move(path)),
        asked_(asked),
        head_only_(head_only) {}

  void Start() {
    Watch();
    sandbox_->WithFiles([this, self = shared_from_this()](const Result<LiveFiles*>& files) {
      if (!files.ok()) return SendFault(reply_, files.error(), sandbox_.get());
      First(**files);
    });
  }

 private:
  void First(LiveFiles& files) {
    const auto info = file_.Look(files, Now() + kPieceDeadline);
    if (!info.ok()) return SendFault(reply_, info.error(), sandbox_.get(), "path");
    if (info->kind == FileKind::kDirectory) {
      return SendFault(reply_,
                       {409, "is_a_directory",
                        file_.path() + " is a folder: ask for files/list or archive", "path"});
    }
    const FilePart part = PartOf(asked_.range, info->bytes);
    HttpResponse head;
    head.content_type = "application/octet-stream";
    head.headers = {{"accept-ranges", "bytes"}, {"cache-control", "no-store"}};
    if (!asked_.whole) {
      const std::string whole = "/" + std::to_string(info->bytes);
      if (part.size() == 0 && asked_.must_overlap) {
        head.status = 416;
        head.headers.emplace_back("content-range", "bytes *" + whole);
        return reply_->Send(std::move(head));
      }
      head.status = 206;
      head.headers.emplace_back("content-range", part.size() == 0
                                                     ? "bytes *" + whole
                                                     : "bytes " + std::to_string(part.begin) + "-" +
                                                           std::to_string(part.end - 1) + whole);
    }
    if (head_only_) {
      head.headers.emplace_back("x-assay-file-bytes", std::to_string(info->bytes));
      return reply_->Send(std::move(head));
    }
    at_ = part.begin;
    end_ = part.end;
    if (part.size() <= kPiece) {
      const Status read = Read(files, part.size(), [&head](std::string_view piece) {
        head.body.append(piece);
        return true;
      });
      if (!read.ok()) return SendFault(reply_, read.error(), sandbox_.get(), "path");
      return reply_->Send(std::move(head));
    }
    reply_->Begin(std::move(head));
    Next(files);
  }

  void Next(LiveFiles& files) override {
    const int64_t before = at_;
    std::string part;
    const Status read = Read(files, kPiece, [&](std::string_view piece) {
      part.append(piece);
      return !left_;
    });
    if (!read.ok() || left_ || at_ == before) return;
    if (!file_.Look(files, Now() + kPieceDeadline).ok()) return;
    reply_->Write(std::move(part));
    if (at_ >= end_) return reply_->End();
    WaitForClient();
  }

  Status Read(LiveFiles& files, int64_t most, const ByteSink& sink) {
    const FileRange range{at_, std::min(most, end_ - at_)};
    if (range.bytes == 0) return {};
    const auto read = files.Read(
        file_.path(), range,
        [&](std::string_view piece) {
          at_ += static_cast<int64_t>(piece.size());
          return sink(piece);
        },
        Now() + kPieceDeadline);
    return read.ok() ? Status() : Status(read.error());
  }

  SteadyFile file_;  // of the job under way
  const AskedRange asked_;
  const bool head_only_;
  // Of the job under way, one at a time.
  int64_t at_ = 0;
  int64_t end_ = 0;
};

class ArchiveDownload final : public Download {
 public:
  using Download::Download;

  void Start(std::string path) {
    Watch();
    sandbox_->Pack(std::move(path),
                   [this, self = shared_from_this()](const Result<Sandbox::Packed>& packed) {
                     if (!packed.ok()) {
                       return SendFault(reply_, packed.error(), sandbox_.get(), "path");
                     }
                     archive_ = *packed;
                     Begin();
                   });
  }

 private:
  void Begin() {
    HttpResponse head;
    head.content_type = "application/x-tar";
    head.headers = {{"cache-control", "no-store"}};
    reply_->Begin(std::move(head));
    SendPiece();
  }

  void Next(LiveFiles&) override { SendPiece(); }

  void SendPiece() {
    auto piece = archive_->Read(at_, kPiece);
    if (!piece.ok() || left_) return;
    at_ += static_cast<int64_t>(piece->size());
    if (!piece->empty()) reply_->Write(*std::move(piece));
    if (at_ >= archive_->bytes()) return reply_->End();
    WaitForClient();
  }

  // Of the job under way, one at a time.
  Sandbox::Packed archive_;
  int64_t at_ = 0;
};

}  // namespace

void SendFile(const SandboxPtr& sandbox, LateTimers timers, std::string path,
              const AskedRange& asked, bool head_only, const HttpReplyPtr& reply) {
  std::make_shared<FileDownload>(sandbox, std::move(timers), std::move(path), asked, head_only,
                                 reply)
      ->Start();
}

void SendArchive(const SandboxPtr& sandbox, LateTimers timers, std::string path,
                 const HttpReplyPtr& reply) {
  std::make_shared<ArchiveDownload>(sandbox, std::move(timers), reply)->Start(std::move(path));
}

}  // namespace assay
