// What bounds the retry desk (retry_desk.h), and what it tells of its work. Plain values.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "base/enum_names.h"

namespace assay {

struct DeskOptions {
  // What clients wait beyond the times they ask for. 0: no client is told to try again, and work is
  // cancelled when its client leaves.
  Nanoseconds beyond{std::chrono::seconds(10)};
  int tries = 3;  // of a client, the first included
  // Work that nobody waits for.
  Nanoseconds kept_for{std::chrono::seconds(10)};
  // Of finished answers among it.
  int64_t max_kept_bytes = 256LL << 20;
  // Pieces whose clients left without having been told 504.
  size_t max_abandoned = 64;
};

// What happens at the desk, for metrics.
enum class DeskEvent {
  kAskedAgain,  // a 504 to a client that is expected to come back; its work goes on
  kTakenUp,     // an identical request took up work
  kSaved,       // the answer to a later try
  kLost,        // the last try was over: its client counts a zero
  kHeldBack,    // a try without a place in the queue: it is full, or the wait far too long
  kAbandoned,   // a client left before it was told 504; its work goes on for a while
  kDiscarded,   // work that nobody came back for
};
inline constexpr auto kDeskEventNames = MakeEnumNames<DeskEvent>({
    {DeskEvent::kAskedAgain, "asked_again"},
    {DeskEvent::kTakenUp, "taken_up"},
    {DeskEvent::kSaved, "saved"},
    {DeskEvent::kLost, "lost"},
    {DeskEvent::kHeldBack, "held_back"},
    {DeskEvent::kAbandoned, "abandoned"},
    {DeskEvent::kDiscarded, "discarded"},
});
static_assert(kDeskEventNames.IsWholeUpTo(DeskEvent::kDiscarded));

}  // namespace assay
