// Requests as spans: the trace of a request begins when its head is there and ends with its answer.
//
// A request that is refused before it reaches a route has none. Thread-safe.
#pragma once

#include "net/http.h"
#include "net/router.h"
#include "telemetry/traces/sampler.h"
#include "trace/request_trace.h"

namespace assay {

// Gives the request its trace, when the client's headers and the sampler have it so. `sink`
// outlives whatever is done for it.
void BeginTrace(const Sampler& sampler, SpanSink& sink, HttpRequest* head);

// Passes everything on to `reply` and adds the request's own span at the end of the answer, or when
// the last holder drops it unanswered. REQUIRES: the request has a trace.
HttpReplyPtr Traced(const Router& router, const HttpRequest& request, HttpReplyPtr reply);

}  // namespace assay
