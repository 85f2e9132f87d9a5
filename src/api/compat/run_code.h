// POST /run_code: run a program once and report, as SandboxFusion does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "api/service.h"
#include "net/http.h"
#include "text/field_reader.h"

namespace assay {

struct RunCodeRequest {
  std::string language;  // as sent
  double compile_timeout_s = 10;
  double run_timeout_s = 10;
  Submission submission;         // without language
  std::string undecodable_file;  // path of the first file that is not base64; empty: none
};

// Faults go to `errors`; the request is then incomplete. Thread-safe.
RunCodeRequest DecodeRunCode(JsonValue body, const ApiContext& context, FieldErrors* errors);

HttpHandler MakeRunCodeHandler(std::shared_ptr<ApiContext> context);

// Files of a request: path to base64 text. Null values, and paths with the peers' marker, are left
// out. Shared with /v1/verify.
std::map<std::string, BlobPtr> DecodeFiles(JsonValue files, const FieldPath& path,
                                           std::string* undecodable, FieldErrors* errors);
// 0 or less: none, but for the operator's ceiling.
int64_t MemoryLimit(int64_t asked_bytes, const ApiOptions& options);
// Seconds of a compatible request as a limit: bounded by the operator's.
Nanoseconds TimeLimit(double seconds, const ApiOptions& options);

}  // namespace assay
