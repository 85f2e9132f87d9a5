// The textual parts of HTTP the server writes and takes apart itself. Pure functions, thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "net/http.h"

namespace assay {

std::string_view StatusPhrase(int status);
// Status line and header up to the blank line. Without a length the body is chunked, or ends with
// the connection.
std::string HeadText(const HttpResponse& response, std::optional<size_t> content_length,
                     bool chunked, bool close);
std::string ChunkHead(size_t size);
// Splits a request target into path (percent-decoded) and query; takes off scheme and authority.
void SplitTarget(std::string_view target, HttpRequest* request);
// The body of an answer about a request no route has seen, in both error shapes of the API.
std::string ErrorText(int status, std::string_view message);

}  // namespace assay
