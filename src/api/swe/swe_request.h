// Bodies of POST /v1/verify with "mode": "swe", parsed into values: one task, and one patch or
// many. Pure; thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/origin.h"
#include "swe/read/read_task.h"
#include "text/field_reader.h"

namespace assay {

struct SweBounds {
  static constexpr size_t kSubmissions = 1024;
  static constexpr int64_t kLogBytes = 1 << 20;  // of a log in an answer
};

struct SweItem {
  std::string id;
  Origin origin;
  std::optional<std::string> patch;  // nullopt: the response has none
};

struct SweRequest {
  std::shared_ptr<const swe::RunTask> task;
  swe::Repository repository;
  swe::RunLimits limits;
  std::vector<SweItem> items;
  bool single = false;  // the body is one submission object
  bool stream = false;
  int64_t include_log_bytes = 0;  // of the end of each log
  bool include_tests = false;
  bool include_report = false;
};

// Whether a body is one of these, rather than of programs.
bool AsksForSwe(JsonValue body);
// Faults go to `errors`; the request is then not to be used.
SweRequest ParseSwe(JsonValue body, FieldErrors* errors);

}  // namespace assay
