// In this order: what goes out; what comes of the other side; what goes to the client; the
// end.
#include "net/pass/answer_pass.h"

#include <algorithm>
#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/fields.hpp>

#include "base/text.h"

namespace assay {

namespace net = boost::asio;
namespace http = boost::beast::http;
using std::chrono::milliseconds;

namespace {

constexpr size_t kRead = 64 << 10;
constexpr size_t kMostUnsent = 1 << 20;
constexpr int kMostInterim = 16;  // "100 Continue" and the like
constexpr milliseconds kLookAgain{20};

}  // namespace

AnswerPass::AnswerPass(net::io_context& loop, Request request, HttpReplyPtr reply, Side side)
    : request_(std::move(request)),
      head_only_(request_.with_body->method == "HEAD"),
      reply_(std::move(reply)),
      side_(std::move(side)),
      socket_(loop),
      patience_(loop),
      again_(loop) {}

void AnswerPass::Start(UniqueFd connection) {
  error_code ec;
  // Whichever family it has: nothing here depends on it.
  socket_.assign(net::generic::stream_protocol(AF_INET, 0), connection.get(), ec);
  if (ec) return Fail(Failure::kConnection, ec.message());
  connection.Release();
  NewParser();
  Expect();
  const std::array<net::const_buffer, 2> all = {net::buffer(request_.head),
                                                net::buffer(request_.with_body->body)};
  // It keeps what it writes. The other side may answer without reading all; one that doesn't answer
  // has its time.
  const auto written = [self = shared_from_this(), body = request_.with_body](error_code, size_t) {
    self->written_ = true;
  };
  net::async_write(socket_, all, written);
  request_.with_body.reset();
  Read();
}

void AnswerPass::Expect() {
  if (!request_.wait) return;
  const int64_t mib = static_cast<int64_t>(request_.with_body->body.size()) >> 20;
  patience_.expires_after(*request_.wait + std::chrono::seconds(mib));
  patience_.async_wait([self = shared_from_this()](error_code ec) {
    if (ec || self->closed_ || (self->begun_ && self->written_)) return;
    self->Fail(Failure::kDeadline, "nothing came in time");
  });
}

// ---- what comes of the other side ----

void AnswerPass::NewParser() {
  parser_.emplace();
  parser_->eager(false);  // the head is looked at before the body
  parser_->header_limit(static_cast<uint32_t>(kMaxHead));
  parser_->body_limit(boost::none);
  parser_->skip(head_only_);
  chunk_left_ = 0;
  parser_->on_chunk_header(on_chunk_);
}

void AnswerPass::Read() {
  const size_t before = inbox_.size();
  inbox_.resize(before + kRead);
  socket_.async_read_some(net::buffer(inbox_.data() + before, kRead),
                          [self = shared_from_this(), before](error_code ec, size_t count) {
                            if (self->closed_) return;
                            self->inbox_.resize(before + count);
                            self->OnRead(ec);
                          });
}

void AnswerPass::OnRead(error_code ec) {
  if (ec && ec != net::error::eof) return Fail(Failure::kLost, ec.message());
  if (!Feed(ec == net::error::eof)) return;
  if (ec && !parser_->is_done()) {
    if (!begun_) {
      return Fail(Failure::kLost, "it closed the connection before the end of its head");
    }
    error_code why;
    parser_->put_eof(why);
    if (why) return Fail(Failure::kLost, why.message());
    // Only the end of the connection ends such a body: that of the other side isn't taken for it.
    if (side_.gone && side_.gone()) return Close();
  }
  PassOn();
}

// False: it has ended.
bool AnswerPass::Feed(bool all_came) {
  error_code ec;
  size_t at = 0;  // once, at the end, what is before it goes: pieces may be tiny and many
  while (at < inbox_.size() && !parser_->is_done()) {
    const std::string_view rest = std::string_view(inbox_).substr(at);
    if (!all_came && MayBeSplitEnd(rest)) break;
    const size_t before = parser_->get().body().bytes.size();
    const size_t used = parser_->put(net::buffer(rest), ec);
    at += used;
    chunk_left_ -= std::min<uint64_t>(chunk_left_, parser_->get().body().bytes.size() - before);
    if (ec == http::error::need_more) {
      ec = {};
      break;
    }
    if (ec) break;
    if (parser_->is_header_done() && !begun_) {
      if (!OnHead()) return false;
    } else if (used == 0) {
      break;
    }
  }
  inbox_.erase(0, at);
  // What a chunk says beside its length is not bounded by Beast.
  if (ec || inbox_.size() > kMaxHead + kRead) {
    Fail(Failure::kBadAnswer, ec ? ec.message() : "it is too long");
    return false;
  }
  return true;
}

// Beast must not see a chunked body's end in pieces. What a chunk still has to bring is never part
// of that, whatever it looks like, and is passed on at once.
bool AnswerPass::MayBeSplitEnd(std::string_view rest) const {
  constexpr size_t kLastChunk = std::string_view("0\r\n\r\n").size();
  return begun_ && parser_->chunked() && chunk_left_ == 0 && rest.size() < kLastChunk &&
         (rest[0] == '\r' || rest[0] == '\n' || rest[0] == '0');
}

// False: it has ended.
bool AnswerPass::OnHead() {
  const auto& message = parser_->get();
  const int status = static_cast<int>(message.result_int());
  if (status >= 100 && status < 200 && status != 101 && ++interim_ <= kMostInterim) {
    NewParser();
    return true;
  }
  HeaderList headers;
  for (const auto& field : message) {
    headers.emplace_back(AsciiLower({field.name_string().data(), field.name_string().size()}),
                         std::string(field.value().data(), field.value().size()));
    const auto& [name, value] = headers.back();
    if (name == "transfer-encoding" && AsciiLower(TrimAsciiSpace(value)) != "chunked") {
      Fail(Failure::kBadAnswer, "Transfer-Encoding: " + value);
      return false;
    }
  }
  std::string why;
  auto head = side_.on_head(status, std::move(headers), &why);
  if (!head) {
    Fail(Failure::kBadAnswer, why);
    return false;
  }
  begun_ = true;
  if (status == 204 || status == 304) {
    reply_->Send(*std::move(head));
    Close();
    return false;
  }
  const auto length = parser_->content_length();
  if (length && static_cast<int64_t>(*length) <= request_.whole_up_to && !head_only_) {
    whole_ = std::move(head);
  } else {
    reply_->Begin(*std::move(head));
    if (side_.on_begun) side_.on_begun();
  }
  return true;
}

// ---- what goes to the client ----

void AnswerPass::PassOn() {
  if (begun_) {
    std::string piece = std::exchange(parser_->get().body().bytes, {});
    if (!piece.empty()) {
      if (side_.on_piece) side_.on_piece();
      if (whole_) {
        whole_->body += piece;
      } else {
        reply_->Write(std::move(piece));
      }
    }
    if (parser_->is_done()) {
      if (whole_) {
        reply_->Send(*std::move(whole_));
      } else {
        reply_->End();
      }
      return Close();
    }
  }
  WaitForClient();
}

// One that takes no byte for long is cut off by the HTTP server, which is heard as leaving.
void AnswerPass::WaitForClient() {
  if (reply_->unsent() <= kMostUnsent) return Read();
  if (side_.gone && side_.gone()) return Close();
  again_.expires_after(kLookAgain);
  again_.async_wait([self = shared_from_this()](error_code ec) {
    if (!ec && !self->closed_) self->WaitForClient();
  });
}

// ---- the end ----

void AnswerPass::Fail(Failure failure, const std::string& why) {
  const auto failed = begun_ && !whole_ ? nullptr : std::move(side_.failed);
  const auto ended = std::exchange(side_.ended, nullptr);
  // The reply is completed by who is told, not dropped here.
  const HttpReplyPtr reply = failed ? reply_ : nullptr;
  Close();
  if (failed) failed(failure, why);
  if (ended) ended();
}

void AnswerPass::Close() {
  if (std::exchange(closed_, true)) return;
  error_code ignored;
  socket_.close(ignored);
  patience_.cancel();
  again_.cancel();
  reply_.reset();
  request_.with_body.reset();
  const auto ended = std::move(side_.ended);
  side_ = {};
  if (ended) ended();
}

}  // namespace assay
