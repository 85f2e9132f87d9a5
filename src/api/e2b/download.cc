#include "api/e2b/download.h"

#include <atomic>
#include <memory>
#include <utility>

#include "runner/steady_file.h"

namespace assay {
namespace {

constexpr int64_t kPiece = 4 << 20;
constexpr size_t kMostUnsent = 1 << 20;
constexpr std::chrono::milliseconds kLookAgain{20};
constexpr std::chrono::seconds kPieceDeadline{60};

class Download : public std::enable_shared_from_this<Download> {
 public:
  Download(SandboxPtr sandbox, LateTimers timers, std::string path, HttpReplyPtr reply,
           std::function<void(const Error&)> failed)
      : sandbox_(std::move(sandbox)),
        timers_(std::move(timers)),
        file_(std::move(path)),
        reply_(std::move(reply)),
        failed_(std::move(failed)) {}

  void Start() {
    reply_->OnDisconnect([weak = weak_from_this()] {
      if (const auto self = weak.lock()) self->left_ = true;
    });
    Next();
  }

 private:
  void Next() {
    sandbox_->WithFiles([self = shared_from_this()](const Result<LiveFiles*>& files) {
      if (files.ok()) return self->SendPiece(**files);
      self->Fail(files.error());
    });
  }

  // Once the answer has begun it can only break off, by dropping the reply.
  void Fail(const Error& error) {
    if (at_ == 0) failed_(error);
  }

  void SendPiece(LiveFiles& files) {
    if (at_ == 0) {
      const auto there = file_.Look(files, Deadline());
      if (!there.ok()) return Fail(there.error());
    }
    std::string piece;
    const auto whole = files.Read(
        file_.path(), {at_, kPiece},
        [&piece](std::string_view bytes) {
          piece.append(bytes);
          return true;
        },
        Deadline());
    if (!whole.ok()) return Fail(whole.error());
    HttpResponse head;
    head.content_type = "application/octet-stream";
    const bool first = at_ == 0;
    const auto read = static_cast<int64_t>(piece.size());
    if (first && read >= *whole) {
      head.body = std::move(piece);
      return reply_->Send(std::move(head));
    }
    const auto still = file_.Look(files, Deadline());
    if (!still.ok()) return Fail(still.error());
    at_ += read;
    if (first) reply_->Begin(std::move(head));
    reply_->Write(std::move(piece));
    if (at_ >= *whole && read > 0) return reply_->End();
    if (read > 0) WaitForClient();
  }

  static SteadyTime Deadline() { return std::chrono::steady_clock::now() + kPieceDeadline; }

  void WaitForClient() {
    if (left_ || sandbox_->Info().state == SandboxState::kEnded) return;
    if (reply_->unsent() <= kMostUnsent) return Next();
    timers_.After(kLookAgain, [self = shared_from_this()] { self->WaitForClient(); });
  }

  const SandboxPtr sandbox_;
  const LateTimers timers_;
  SteadyFile file_;  // of the job under way
  const HttpReplyPtr reply_;
  const std::function<void(const Error&)> failed_;
  std::atomic<bool> left_{false};
  int64_t at_ = 0;  // of the job under way, one at a time
};

}  // namespace

void SendSandboxFile(const SandboxPtr& sandbox, LateTimers timers, std::string path,
                     const HttpReplyPtr& reply, std::function<void(const Error&)> failed) {
  std::make_shared<Download>(sandbox, std::move(timers), std::move(path), reply, std::move(failed))
      ->Start();
}

}  // namespace assay
