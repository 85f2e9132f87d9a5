// Framed messages over a Unix SOCK_SEQPACKET socket, with descriptors attached.
//
// One frame is one packet: a 32-bit type and a body, so a frame is never half there. Bodies larger
// than kInlineBody travel in a memory file whose descriptor precedes the attached ones. Both ends
// are our own code, but decoding never trusts a length: a reader past the end yields zeros and
// ok() == false.
//
// Not thread-safe; one user per channel at a time.
#pragma once

#include <sys/types.h>
#include <sys/uio.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

// Appends fixed-width little-endian numbers and length-prefixed bytes.
class WireWriter {
 public:
  void Number(int64_t value);
  void Bytes(std::string_view bytes);
  void Strings(const std::vector<std::string>& strings);
  void ErrorValue(const Error& error);
  const std::string& bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

class WireReader {
 public:
  explicit WireReader(std::string_view bytes) : rest_(bytes) {}

  int64_t Number();
  std::string_view Bytes();  // a view into the frame
  std::vector<std::string> Strings();
  Error ErrorValue();
  // Everything read so far was there.
  bool ok() const { return ok_; }
  // ok() and nothing is left over.
  bool complete() const { return ok_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

struct Frame {
  uint32_t type = 0;
  std::string body;
  std::vector<UniqueFd> fds;
};

inline constexpr size_t kInlineBody = 48 << 10;  // below the default socket buffer of any kernel
inline constexpr size_t kMaxFrameFds = 200;      // the kernel takes at most 253 in one message

// Two connected ends, close-on-exec.
Result<std::pair<UniqueFd, UniqueFd>> MakeChannel();

// Sends borrow the descriptors. Waits at most until the deadline for room. kUnavailable when the
// peer is gone.
Status SendFrame(int socket, uint32_t type, std::string_view body, const std::vector<int>& fds,
                 SteadyTime deadline);
// Waits for a frame. kUnavailable with "closed" in the message when the peer is gone, or on the
// deadline.
Result<Frame> ReceiveFrame(int socket, SteadyTime deadline);

// One sendmsg(2) of `parts` with the descriptors attached (borrowed, at most kMaxFrameFds + 1);
// what it returns, and errno, are that call's. SIGPIPE is never raised.
ssize_t SendWithFds(int socket, std::span<iovec> parts, std::span<const int> fds, int flags);

// Polls one descriptor for `events`; false when the deadline passed first.
bool WaitFor(int fd, short events, SteadyTime deadline);
// Milliseconds for poll(2) until the deadline: rounded up, never negative.
int PollTimeout(SteadyTime deadline);

}  // namespace assay
