// A live shadow audit: the relay before the peer, and what is done with each exchange that it hands
// over. Blocks until it is told to end.
//
// Used by the main thread.
#pragma once

#include <functional>
#include <string>

#include "apps/shadow/ending.h"
#include "apps/shadow/recorder.h"
#include "base/clock.h"
#include "base/result.h"
#include "shadow/audit.h"
#include "shadow/relay/relay.h"

namespace assay {

struct LiveOptions {
  shadow::RelayOptions relay;
  int metrics_port = -1;  // negative: no page; 0: any
  Nanoseconds drain{0};   // for exchanges under way, once it is told to end
};

// Until it is told to end; gives the end of the drain. `recorder` may be null. `on_start` is called
// once clients can come, and its error ends it; `on_look` a few times a second. An error says why
// it can't start.
Result<SteadyTime> RunLive(const LiveOptions& options, const Ending& ending, shadow::Audit& audit,
                           Recorder* recorder, const std::function<Status()>& on_start,
                           const std::function<void()>& on_look);

// "127.0.0.1:8081", "[::1]:0", ":8081" (the loopback). kInvalidArgument names --listen.
Status ReadListen(const std::string& text, shadow::RelayOptions* options);

}  // namespace assay
