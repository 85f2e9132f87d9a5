// HTTP as bytes: heads and chunk marks as Beast writes them, and request targets taken apart. What
// is sent goes through one queue of strings, so that these return text. Pure functions,
// thread-safe.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "net/http.h"

namespace assay {

// Status line and header up to the blank line. Without a length the body is chunked, or ends with
// the connection.
std::string HeadText(const HttpResponse& response, std::optional<size_t> content_length,
                     bool chunked, bool close);
// "100 Continue", which comes before the answer proper.
std::string ContinueText();
// A chunk is its head, its bytes and its end; after the last one comes LastChunk. REQUIRES: size >
// 0
std::string ChunkHead(size_t size);
inline constexpr std::string_view kChunkEnd = "\r\n";
std::string LastChunk();
// Splits a request target into path (percent-decoded) and query; takes off scheme and authority.
void SplitTarget(std::string_view target, HttpRequest* request);
// Whether its client speaks TLS with us, or with a front before us that says so.
bool CameByTls(const HttpRequest& request);
inline constexpr std::string_view kForwardedProto = "x-forwarded-proto";
// The body of an answer about a request no route has seen, in both error shapes of the API.
std::string ErrorText(int status, std::string_view message);

}  // namespace assay
