// AccountedBytes: a request's body, counted against the budget that all bodies share, and
// AccountedBody, by which Beast's parser fills one. Internal to the HTTP server and the relay.
//
// Not thread-safe; the budget is shared by all connections.
#pragma once

#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace assay {

// Of the bodies of all requests. Thread-safe.
struct RequestBudget {
  int64_t limit = 0;  // set before serving
  std::atomic<int64_t> held{0};
};

// Bytes of a request, counted against the server's budget for as long as they live.
class AccountedBytes {
 public:
  AccountedBytes() = default;
  AccountedBytes(AccountedBytes&& other) noexcept
      : bytes(std::move(other.bytes)),
        budget_(std::move(other.budget_)),
        counted_(std::exchange(other.counted_, 0)) {}
  AccountedBytes& operator=(AccountedBytes&&) = delete;
  ~AccountedBytes() { Drop(); }

  void Drop() {
    if (counted_ > 0) budget_->held -= std::exchange(counted_, 0);
    bytes = {};
  }
  // REQUIRES: before the first Append.
  void Attach(std::shared_ptr<RequestBudget> budget) { budget_ = std::move(budget); }
  // False when the budget is used up; the bytes are not kept then.
  bool Append(const char* data, size_t size) {
    if (!Count(size)) return false;
    bytes.append(data, size);
    return true;
  }
  // Bytes that are held beside: as Append, without keeping any.
  bool Count(size_t size) {
    const auto count = static_cast<int64_t>(size);
    const int64_t held = budget_->held.fetch_add(count) + count;
    counted_ += count;
    return held <= budget_->limit;
  }

  std::string bytes;

 private:
  std::shared_ptr<RequestBudget> budget_;
  int64_t counted_ = 0;
};

// Beast's interface for where a body goes.
struct AccountedBody {
  using value_type = AccountedBytes;
  class reader {
   public:
    template <bool is_request, class Fields>
    reader(boost::beast::http::header<is_request, Fields>&, value_type& body) : body_(body) {}
    void init(const boost::optional<std::uint64_t>&, boost::system::error_code& ec) { ec = {}; }
    template <class Buffers>
    size_t put(const Buffers& buffers, boost::system::error_code& ec) {
      ec = {};
      size_t total = 0;
      for (auto it = boost::asio::buffer_sequence_begin(buffers);
           it != boost::asio::buffer_sequence_end(buffers); ++it) {
        const boost::asio::const_buffer piece = *it;
        if (!body_.Append(static_cast<const char*>(piece.data()), piece.size())) {
          ec = boost::system::errc::make_error_code(boost::system::errc::not_enough_memory);
          return total;
        }
        total += piece.size();
      }
      return total;
    }
    void finish(boost::system::error_code& ec) { ec = {}; }

   private:
    value_type& body_;
  };
};

}  // namespace assay
