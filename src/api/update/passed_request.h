// What goes with a request from one process of a node to the other while one replaces the other:
// who sent it, as the first of them has found out, so that nobody is asked twice. Only what comes
// over the private socket is believed (TakeStamp).
//
// Pure, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "net/http.h"
#include "net/pass/pass_headers.h"

namespace assay {

// The headers that go with the request.
HeaderList StampOf(const HttpRequest& request, HttpRequest::Passed by);
// From the headers into the request's own fields; false: there is none, and it comes from nobody
// who may use the socket. `peer`: the address of the client.
bool TakeStamp(HttpRequest* request, std::string* peer);
// What the names of those headers begin with: whoever else has put such a one into a request, it
// goes no further.
inline constexpr std::string_view kStampPrefix = "x-assay-passed-";

}  // namespace assay
