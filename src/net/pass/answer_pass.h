// AnswerPass: a request that goes to another HTTP server over a connection of its own, and the
// answer, passed on to whoever asked: the head when it is there, the body piece by piece, no faster
// than the client takes it.
//
// Heads and waiting are bounded, and what isn't HTTP/1.1 to the letter is refused, whoever answers.
// Boost.Asio is part of this header: include it from source files.
//
// Threading: everything on the thread of its loop. Keeps itself until its end.
#pragma once

#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/http/parser.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "net/http.h"
#include "net/pass/pass_headers.h"
#include "net/wire/appended_body.h"

namespace assay {

// What has come since it was last taken away.
struct Pieces {
  bool Append(const char* data, size_t size) {
    bytes.append(data, size);
    return true;
  }
  std::string bytes;
};

class AnswerPass : public std::enable_shared_from_this<AnswerPass> {
 public:
  // A field that grows on its way must still be one that Beast takes: 64 KiB less two.
  static constexpr size_t kMaxHead = 60 << 10;

  enum class Failure {
    kConnection,  // it couldn't be used
    kBadAnswer,   // not one that can be passed on
    kLost,        // it ended before its end
    kDeadline,    // nothing came in time
  };

  // What the user of it knows. Each is let go with the pass.
  struct Side {
    // The head as the client gets it, without a body; nothing, and `why`: it can't have it.
    std::function<std::optional<HttpResponse>(int status, HeaderList headers, std::string* why)>
        on_head;
    std::function<void()> on_begun = nullptr;  // the client has the head
    std::function<void()> on_piece = nullptr;  // of the body, before it is passed on
    // Whether the other side has ended, so that the end of its connection isn't the answer's.
    std::function<bool()> gone = nullptr;
    // Once, where the client has got nothing: the reply is still to be completed. Else the
    // client sees its connection break.
    std::function<void(Failure failure, const std::string& why)> failed;
    std::function<void()> ended = nullptr;  // whatever way, last
  };

  struct Request {
    std::string head;                               // up to and with the blank line
    std::shared_ptr<const HttpRequest> with_body;   // whose body follows it
    std::optional<std::chrono::milliseconds> wait;  // for the head; none: as long as it takes
    // An answer whose length is known and at most this goes to the client in one piece.
    int64_t whole_up_to = 0;
  };

  AnswerPass(boost::asio::io_context& loop, Request request, HttpReplyPtr reply, Side side);

  void Start(UniqueFd connection);
  // Gives up, without a word to `failed`. From any state.
  void Close();
  // The other side is gone, whatever the connection says.
  void Lose(const std::string& why) {
    if (!closed_) Fail(Failure::kLost, why);
  }

 private:
  using Parser = boost::beast::http::response_parser<AppendedBody<Pieces>>;
  using error_code = boost::system::error_code;

  void Expect();
  void NewParser();
  void Read();
  void OnRead(error_code ec);
  bool Feed(bool all_came);
  bool MayBeSplitEnd(std::string_view rest) const;
  bool OnHead();
  void PassOn();
  void WaitForClient();
  void Fail(Failure failure, const std::string& why);

  Request request_;
  const bool head_only_;
  HttpReplyPtr reply_;  // until it has ended
  Side side_;
  boost::asio::generic::stream_protocol::socket socket_;
  boost::asio::steady_timer patience_;
  boost::asio::steady_timer again_;
  std::optional<Parser> parser_;
  uint64_t chunk_left_ = 0;  // of the chunk that has begun
  std::function<void(uint64_t, boost::string_view, error_code&)> on_chunk_ =
      [this](uint64_t size, boost::string_view, error_code&) { chunk_left_ = size; };
  std::string inbox_;
  std::optional<HttpResponse> whole_;  // is kept until all of it is there
  int interim_ = 0;
  bool written_ = false;
  bool begun_ = false;  // the client has the head, or is about to have the whole
  bool closed_ = false;
};

}  // namespace assay
