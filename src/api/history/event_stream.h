// GET /v1/events: what happens, as it happens, to one client: events of a browser's EventSource
// where it asks for them, lines of JSON otherwise. A heartbeat every few seconds tells a quiet
// server from a dead one. A client that is too slow is told so with its last event, and ends.
//
// Thread-safe; kept alive by its timer and the feed until the client is gone or the feed ends.
#pragma once

#include "base/work/late_timers.h"
#include "history/event_feed.h"
#include "net/http.h"

namespace assay {

// `tenant`: whose events; empty: all. Answers 503 when there are too many listeners. `feed`
// outlives every client.
void StreamEvents(EventFeed& feed, const std::string& tenant, const HttpRequest& http,
                  const HttpReplyPtr& reply, const LateTimers& timers);

}  // namespace assay
