#include "shadow/relay/http_message.h"

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/error.hpp>
#include <boost/beast/http/fields.hpp>
#include <boost/beast/http/parser.hpp>
#include <limits>
#include <utility>

#include "base/check.h"
#include "net/wire/accounted_body.h"

namespace assay::shadow {
namespace {

namespace net = boost::asio;
namespace http = boost::beast::http;
using boost::system::error_code;

enum class Dropped { kNo, kTooLong, kBudget };

struct WatchedBytes {
  bool Fits(size_t size) const { return size <= static_cast<uint64_t>(most) - kept.bytes.size(); }
  void Drop(Dropped why) {
    dropped = why;
    kept.Drop();
  }

  AccountedBytes kept;
  int64_t most = 0;
  Dropped dropped = Dropped::kNo;
};

// Beast's interface for where a body goes. It never fails: the message must be read to its end.
struct WatchedBody {
  using value_type = WatchedBytes;
  class reader {
   public:
    template <bool is_request, class Fields>
    reader(http::header<is_request, Fields>&, value_type& body) : body_(body) {}
    void init(const boost::optional<std::uint64_t>&, error_code& ec) { ec = {}; }
    template <class Buffers>
    size_t put(const Buffers& buffers, error_code& ec) {
      ec = {};
      size_t total = 0;
      for (auto it = net::buffer_sequence_begin(buffers); it != net::buffer_sequence_end(buffers);
           ++it) {
        const net::const_buffer piece = *it;
        total += piece.size();
        if (body_.dropped != Dropped::kNo) continue;
        if (!body_.Fits(piece.size())) {
          body_.Drop(Dropped::kTooLong);
        } else if (!body_.kept.Append(static_cast<const char*>(piece.data()), piece.size())) {
          body_.Drop(Dropped::kBudget);
        }
      }
      return total;
    }
    void finish(error_code& ec) { ec = {}; }

   private:
    value_type& body_;
  };
};

std::string Size(int64_t bytes) {
  constexpr int64_t kMiB = 1 << 20;
  return bytes % kMiB == 0 ? std::to_string(bytes / kMiB) + " MiB"
                           : std::to_string(bytes) + " bytes";
}

}  // namespace

template <bool is_request>
struct HttpMessage<is_request>::Impl {
  http::parser<is_request, WatchedBody> parser;
  MessageBounds bounds;
  std::string carry;  // the beginning of a chunk's head or of the trailers
};

template <bool is_request>
HttpMessage<is_request>::HttpMessage(const MessageBounds& bounds, bool without_body)
    : impl_(std::make_unique<Impl>()) {
  impl_->bounds = bounds;
  auto& parser = impl_->parser;
  parser.eager(true);
  parser.skip(without_body);
  parser.header_limit(std::numeric_limits<uint32_t>::max());  // HeadCollector's caller bounds it
  parser.body_limit(boost::none);
  parser.get().body().kept.Attach(bounds.budget);
  parser.get().body().most = bounds.body_bytes;
}

template <bool is_request>
HttpMessage<is_request>::~HttpMessage() = default;

template <bool is_request>
MessageStep HttpMessage<is_request>::TakeHead(std::string_view head) {
  error_code ec;
  const size_t used = impl_->parser.put(net::buffer(head), ec);
  if (ec || used != head.size() || !impl_->parser.is_header_done()) return MessageStep::kBroken;
  // What is kept of a head takes about as much again, and no less than a few words.
  auto& body = impl_->parser.get().body();
  if (!body.kept.Count(2 * head.size() + 1024)) body.Drop(Dropped::kBudget);
  return impl_->parser.is_done() ? MessageStep::kDone : MessageStep::kMore;
}

template <bool is_request>
MessageStep HttpMessage<is_request>::TakeBody(std::string_view bytes, size_t* used) {
  std::string& carry = impl_->carry;
  const bool carried = !carry.empty();
  if (carried) carry.append(bytes);
  const std::string_view input = carried ? std::string_view(carry) : bytes;
  *used = bytes.size();
  size_t eaten = 0;
  while (eaten < input.size() && !impl_->parser.is_done()) {
    // Less can't end a chunked body, and Beast must not see its last chunk in smaller pieces.
    constexpr size_t kLastChunk = std::string_view("0\r\n\r\n").size();
    if (impl_->parser.chunked() && input.size() - eaten < kLastChunk) break;
    error_code ec;
    const size_t count = impl_->parser.put(net::buffer(input.substr(eaten)), ec);
    eaten += count;
    if (ec == http::error::need_more) break;
    if (ec || count == 0) return MessageStep::kBroken;
  }
  const size_t rest = input.size() - eaten;
  if (impl_->parser.is_done()) {
    ASSAY_CHECK(rest <= bytes.size());  // what was carried belongs to the message
    *used = bytes.size() - rest;
    carry = {};
    return MessageStep::kDone;
  }
  if (rest > static_cast<uint64_t>(impl_->bounds.head_bytes)) return MessageStep::kBroken;
  if (carried) {
    carry.erase(0, eaten);
  } else {
    carry.assign(input.substr(eaten));
  }
  return MessageStep::kMore;
}

template <bool is_request>
MessageStep HttpMessage<is_request>::End() {
  error_code ec;
  if (!impl_->parser.is_done()) impl_->parser.put_eof(ec);
  return ec ? MessageStep::kBroken : MessageStep::kDone;
}

template <bool is_request>
void HttpMessage<is_request>::Describe(Exchange* exchange) const {
  const auto& message = impl_->parser.get();
  HeaderList headers;
  for (const auto& field : message) {
    headers.emplace_back(std::string(field.name_string().data(), field.name_string().size()),
                         std::string(field.value().data(), field.value().size()));
  }
  if constexpr (is_request) {
    exchange->method = std::string(message.method_string());
    exchange->target = std::string(message.target());
    exchange->request_headers = std::move(headers);
  } else {
    exchange->status = static_cast<int>(message.result_int());
    exchange->reply_headers = std::move(headers);
  }
}

template <bool is_request>
bool HttpMessage<is_request>::upgrade() const {
  return impl_->parser.upgrade();
}

template <bool is_request>
std::string HttpMessage<is_request>::Fault() const {
  const std::string what = is_request ? "the request" : "the reply";
  switch (impl_->parser.get().body().dropped) {
    case Dropped::kNo: return "";
    case Dropped::kTooLong: return what + " is longer than " + Size(impl_->bounds.body_bytes);
    case Dropped::kBudget:
      return "more than " + Size(impl_->bounds.budget->limit) + " are being watched";
  }
  return "";
}

template <bool is_request>
std::string HttpMessage<is_request>::ReleaseBody() {
  return std::move(impl_->parser.get().body().kept.bytes);
}

template class HttpMessage<true>;
template class HttpMessage<false>;

}  // namespace assay::shadow
