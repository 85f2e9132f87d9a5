// AppendedBody: Beast's interface for where a body goes, of whatever bytes can be appended to.
// Nothing is kept ready for the length that the other side promises.
#pragma once

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/message.hpp>
#include <boost/optional.hpp>
#include <cstdint>

namespace assay {

// `Bytes` has Append(const char*, size_t); where that returns false there is no room, and the
// parser fails.
template <typename Bytes>
struct AppendedBody {
  using value_type = Bytes;
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
