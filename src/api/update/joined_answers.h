// One answer of two: where a request is about what both processes of a node have, each is asked for
// its part, and the client gets one answer. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/http.h"

namespace assay {

// The lists of GET /v1/kernels and GET /sessions: those of `first`, then those of `second`.
std::string JoinedLists(std::string_view first, std::string_view second);

// POST /get_observation, whose body has an item for each trajectory in several arrays.
// The trajectories; nothing: the body isn't one, which its route says best.
std::optional<std::vector<std::string>> TrajectoriesOf(std::string_view body);
// The body with these items alone.
std::string PartOfBatch(std::string_view body, const std::vector<size_t>& items);
// Of an answer to each of both parts: the answer to the whole, of `size` items, or the first
// refusal.
HttpResponse JoinedBatch(size_t size, const std::vector<size_t>& own, HttpResponse own_answer,
                         const std::vector<size_t>& others, HttpResponse others_answer);

}  // namespace assay
