#include "data/rows/unpack.h"

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "base/check.h"

namespace assay {
namespace {

constexpr size_t kInputBytes = 256 << 10;
constexpr size_t kMostAtOnce = 1 << 30;  // zlib counts in 32 bits

Error Damaged(const std::string& what) {
  return Error{ErrorCode::kInvalidArgument, "data.unpack", 0, what};
}

// The input of a decompressor: what was read and not yet used.
class Input {
 public:
  explicit Input(ByteSource& source) : source_(source), buffer_(kInputBytes, '\0') {}

  // Reads on if nothing is left. Afterwards empty() means the end of the source.
  Status Fill() {
    if (!left_.empty()) return {};
    ASSAY_ASSIGN_OR_RETURN(const size_t read, source_.Read(buffer_.data(), buffer_.size()));
    left_ = std::string_view(buffer_).substr(0, read);
    return {};
  }
  bool empty() const { return left_.empty(); }
  std::string_view left() const { return left_; }
  void Use(size_t count) { left_.remove_prefix(count); }

 private:
  ByteSource& source_;
  std::string buffer_;
  std::string_view left_;
};

class GzipSource : public ByteSource {
 public:
  explicit GzipSource(ByteSource& packed) : input_(packed) {
    constexpr int kGzipOnly = 16 + MAX_WBITS;
    ASSAY_CHECK(inflateInit2(&stream_, kGzipOnly) == Z_OK);
  }
  ~GzipSource() override { inflateEnd(&stream_); }

  Result<size_t> Read(char* out, size_t size) override {
    const auto wanted = static_cast<uInt>(std::min(size, kMostAtOnce));
    stream_.next_out = reinterpret_cast<Bytef*>(out);
    stream_.avail_out = wanted;
    while (stream_.avail_out == wanted) {
      ASSAY_RETURN_IF_ERROR(input_.Fill());
      if (input_.empty()) {
        if (inside_) return Damaged("the gzip data ends in its middle: the file is torn");
        return size_t{0};
      }
      if (inside_ || NextMember()) ASSAY_RETURN_IF_ERROR(Inflate());
    }
    return size_t{wanted - stream_.avail_out};
  }

 private:
  // Whether a member begins with what is left of the input: between two there may be zeros, which
  // tapes and some writers leave.
  bool NextMember() {
    while (begun_ && !input_.empty() && input_.left().front() == '\0') input_.Use(1);
    if (input_.empty()) return false;
    if (begun_) ASSAY_CHECK(inflateReset(&stream_) == Z_OK);
    inside_ = begun_ = true;
    return true;
  }

  Status Inflate() {
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(input_.left().data()));
    stream_.avail_in = static_cast<uInt>(input_.left().size());
    const int code = inflate(&stream_, Z_NO_FLUSH);
    input_.Use(input_.left().size() - stream_.avail_in);
    if (code == Z_STREAM_END) {
      inside_ = false;
    } else if (code != Z_OK && code != Z_BUF_ERROR) {
      return Damaged(std::string("the gzip data is damaged: ") +
                     (stream_.msg != nullptr ? stream_.msg : "unknown cause"));
    }
    return {};
  }

  Input input_;
  z_stream stream_ = {};
  bool begun_ = false;   // a member was seen
  bool inside_ = false;  // a member is open
};

class ZstdSource : public ByteSource {
 public:
  explicit ZstdSource(ByteSource& packed) : input_(packed), context_(ZSTD_createDCtx()) {
    ASSAY_CHECK(context_ != nullptr);
  }
  ~ZstdSource() override { ZSTD_freeDCtx(context_); }

  Result<size_t> Read(char* out, size_t size) override {
    ZSTD_outBuffer output = {out, size, 0};
    while (output.pos == 0) {
      ASSAY_RETURN_IF_ERROR(input_.Fill());
      if (input_.empty() && !inside_) return size_t{0};
      const bool at_end = input_.empty();
      ZSTD_inBuffer in = {input_.left().data(), input_.left().size(), 0};
      const size_t code = ZSTD_decompressStream(context_, &output, &in);
      input_.Use(in.pos);
      if (ZSTD_isError(code)) {
        const bool long_window =
            ZSTD_getErrorCode(code) == ZSTD_error_frameParameter_windowTooLarge;
        return Damaged(std::string("the Zstandard data cannot be unpacked: ") +
                       ZSTD_getErrorName(code) +
                       (long_window ? "; unpack it with zstd --long=31 -d" : ""));
      }
      inside_ = code != 0;
      // What the decoder still had in its window is out now; the rest is missing.
      if (at_end && inside_ && output.pos == 0) {
        return Damaged("the Zstandard data ends in its middle: the file is torn");
      }
    }
    return output.pos;
  }

 private:
  Input input_;
  ZSTD_DCtx* const context_;
  bool inside_ = false;  // a frame is open
};

}  // namespace

std::unique_ptr<ByteSource> UnpackGzip(ByteSource& packed) {
  return std::make_unique<GzipSource>(packed);
}

std::unique_ptr<ByteSource> UnpackZstd(ByteSource& packed) {
  return std::make_unique<ZstdSource>(packed);
}

}  // namespace assay
