// HeldOutput: what of a tenant's room in the server's memory the collected output of one program
// takes: the bytes, and once more in the answer, until the client has that.
//
// Not thread-safe.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "base/work/late_timers.h"
#include "base/work/tenant_room.h"
#include "net/http.h"

namespace assay {

class HeldOutput {
 public:
  explicit HeldOutput(TenantRoom::Share room)
      : room_(std::make_shared<TenantRoom::Share>(std::move(room))) {}

  // Appends the first `most` bytes, or none where there is no room for them. How many it took.
  size_t Keep(std::string* kept, std::string_view bytes, size_t most) {
    if (!room_->Grow(2 * static_cast<int64_t>(most))) return 0;
    kept->append(bytes, 0, most);
    return most;
  }
  // Makes room for an answer of `bytes`, which may be larger than what it is made of. False where
  // there is none.
  bool CountAnswer(size_t bytes) {
    const int64_t more = static_cast<int64_t>(bytes) - room_->size();
    return more <= 0 || room_->Grow(more);
  }
  // After the answer: a client that doesn't take it holds the room.
  void HoldWhileUnsent(const HttpReplyPtr& reply, const LateTimers& timers) {
    Wait(std::exchange(room_, nullptr), reply, timers);
  }

 private:
  static void Wait(const std::shared_ptr<TenantRoom::Share>& room, const HttpReplyPtr& reply,
                   const LateTimers& timers) {
    if (reply->unsent() < kSmall) return;
    timers.After(std::chrono::milliseconds(50),
                 [room, reply, timers] { Wait(room, reply, timers); });
  }
  static constexpr size_t kSmall = 64 << 10;

  std::shared_ptr<TenantRoom::Share> room_;
};

}  // namespace assay
