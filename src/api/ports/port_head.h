// What crosses the border between a client and a program that serves HTTP in a sandbox, of their
// heads. The client's secrets stay outside: the program isn't the one they are meant for. And
// nothing that the program says may count for the whole of this server's origin: it is untrusted,
// and its pages come from the same origin as our API.
//
// Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "net/http.h"
#include "net/pass/pass_headers.h"

namespace assay {

// One port of a sandbox as a place below this server's paths.
struct PortPlace {
  int port = 0;
  std::string prefix;  // "/v1/sandboxes/ID/ports/PORT"
};

// The request as the program gets it, up to and with the blank line. `rest`: the decoded path below
// the place, without its first slash.
std::string PortRequestHead(const HttpRequest& http, const PortPlace& place, std::string_view rest);

// The program's answer as the client gets it, without a body; nothing for a status that no answer
// may have.
std::optional<HttpResponse> PortAnswerHead(int status, HeaderList headers, const PortPlace& place);

}  // namespace assay
