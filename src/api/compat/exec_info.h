// A run in the peers' words: CommandRunResult and RunCodeResponse. Pure functions, thread-safe.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "api/shared/text_budget.h"
#include "model/run_result.h"
#include "text/json_writer.h"

namespace assay {

// The peers' RunCodeResponse. Pointers are borrowed; null is null on the wire.
struct ExecInfo {
  std::string_view status = "Success";  // "Success", "Failed", "SandboxError"
  std::string message;
  const RunResult* compile = nullptr;
  const RunResult* run = nullptr;
};

// Failed when the compile step or the run did not end with return code 0 in time.
ExecInfo DeriveExecInfo(const RunResult* compile, const RunResult* run);
// The return code as the peers give it: −N for a signal; nullopt after a time-out.
std::optional<int> ReturnCode(const RunResult& run);
// Outputs and files have what room `budget` leaves them; the rest is missing.
void WriteExecInfo(const ExecInfo& info, std::string_view pod_name,
                   const std::map<std::string, BlobPtr>* files, TextBudget* budget,
                   JsonWriter* json);

}  // namespace assay
