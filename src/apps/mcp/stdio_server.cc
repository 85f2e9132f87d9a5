#include "apps/mcp/stdio_server.h"

#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <thread>
#include <utility>

#include "api/mcp/http_reply_sink.h"
#include "base/text.h"

namespace assay {
namespace {

constexpr size_t kReadBytes = 64 << 10;

class LineSink final : public McpSink {
 public:
  explicit LineSink(std::shared_ptr<LineWriter> writer) : writer_(std::move(writer)) {}
  void Notify(std::string message) override { writer_->Write(std::move(message)); }
  void Finish(McpReply reply) override {
    if (!reply.message.empty()) writer_->Write(std::move(reply.message));
  }

 private:
  const std::shared_ptr<LineWriter> writer_;
};

// The one line that answers a batch.
class BatchLine final : public HttpReply {
 public:
  explicit BatchLine(std::shared_ptr<LineWriter> writer) : writer_(std::move(writer)) {}
  void Send(HttpResponse response) override { writer_->Write(std::move(response.body)); }
  // Batches are answered as a whole.
  void Begin(HttpResponse) override {}
  void Write(std::string) override {}
  void End() override {}
  void OnDisconnect(std::function<void()>) override {}

 private:
  const std::shared_ptr<LineWriter> writer_;
};

}  // namespace

StdioServer::StdioServer(const McpHandler& handler, int in, int out, StdioBounds bounds)
    : in_(in),
      bounds_(bounds),
      writer_(std::make_shared<LineWriter>(out)),
      conversation_(std::make_shared<McpConversation>(handler)) {}

void StdioServer::Run() {
  while (ReadMore()) TakeLines();
  if (!received_.empty() && !skipping_) Take(received_);
  WaitForCalls();
  conversation_->CancelAll();
  writer_->Flush(std::chrono::steady_clock::now() + std::chrono::seconds(1));
}

bool StdioServer::ReadMore() {
  while (true) {
    pollfd ready[] = {{in_, POLLIN, 0}, {writer_->gone().fd(), POLLIN, 0}};
    if (::poll(ready, 2, -1) < 0 && errno != EINTR) return false;
    if (writer_->gone().cancelled()) return false;
    if (ready[0].revents == 0) continue;
    const size_t before = received_.size();
    received_.resize(before + kReadBytes);
    const ssize_t count = ::read(in_, received_.data() + before, kReadBytes);
    received_.resize(before + static_cast<size_t>(count > 0 ? count : 0));
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return count > 0;
  }
}

void StdioServer::TakeLines() {
  size_t begin = 0;
  size_t from = searched_;
  for (size_t end; (end = received_.find('\n', from)) != received_.npos; from = begin = end + 1) {
    if (!std::exchange(skipping_, false)) {
      Take(std::string_view(received_).substr(begin, end - begin));
    }
  }
  received_.erase(0, begin);
  searched_ = received_.size();
  if (received_.size() <= bounds_.line_bytes) return;
  received_.clear();
  searched_ = 0;
  if (std::exchange(skipping_, true)) return;
  writer_->Write(RpcError(
      "null", {rpc_code::kInvalidRequest,
               "the line is longer than " + std::to_string(bounds_.line_bytes) + " bytes"}));
}

void StdioServer::Take(std::string_view line) {
  line = TrimAsciiSpace(line);
  if (line.empty()) return;
  JsonError error;
  const auto document = JsonDocument::Parse(line, &error);
  if (!document) {
    return writer_->Write(
        RpcError("null", {rpc_code::kParseError, "the line is no JSON: " + error.message +
                                                     " at byte " + std::to_string(error.offset)}));
  }
  const RpcInput input = ReadRpc(document->root());
  if (const std::string why = conversation_->WhyNotTogether(input); !why.empty()) {
    return writer_->Write(RpcError("null", {rpc_code::kInvalidRequest, why}));
  }
  if (!input.batch) {
    conversation_->Take(input,
                        [this](const std::string&) { return std::make_shared<LineSink>(writer_); });
    return;
  }
  const auto sinks = std::make_shared<HttpReplySink>(
      std::make_shared<BatchLine>(writer_), McpReplyForm{.batch = true}, AnswersDue(input));
  conversation_->Take(input, [&sinks](const std::string& id) { return sinks->ForMessage(id); });
}

void StdioServer::WaitForCalls() {
  const SteadyTime deadline = std::chrono::steady_clock::now() + bounds_.drain;
  while (conversation_->calls_under_way() > 0 && !writer_->gone().cancelled() &&
         std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace assay
