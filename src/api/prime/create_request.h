// The body of Prime's POST /api/v1/sandbox as a request for a sandbox. Pure, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sessions/sandboxes.h"
#include "text/field_reader.h"
#include "text/json_reader.h"

namespace assay {

// What Prime's clients are told again of what they asked for, and a sandbox doesn't know.
struct PrimeFacts {
  // Whether its commands go over Connect (0.3 and newer always ask so) or over POST …/exec.
  bool vm = true;
  std::string docker_image;
  std::string start_command;  // JSON; empty: none
  std::vector<std::string> labels;
  std::string team_id;
  std::string region;
  int generation = 1;  // of its egress policy
};

struct PrimeCreate {
  SandboxRequest request;
  PrimeFacts facts;
};

// nullopt with the faults in `errors`. The image is still as it was written.
std::optional<PrimeCreate> ParsePrimeCreate(JsonValue body, const SandboxPolicy& policy,
                                            FieldErrors* errors);

// {"allowlist": […]} or {"denylist": […]}: these and no others, or all but these; an empty list
// allows nothing, or everything. nullopt: neither is there, or there are faults in `errors`.
std::optional<EgressPolicy> ParsePrimeEgress(FieldReader& reader, std::string_view allow,
                                             std::string_view deny);

}  // namespace assay
