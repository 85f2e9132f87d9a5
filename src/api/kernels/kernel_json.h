// Kernels and cells as JSON, in our own words. Pure, thread-safe.
#pragma once

#include "kernels/kernels.h"
#include "text/field_reader.h"
#include "text/json_writer.h"

namespace assay {

struct OpenKernelRequest {
  std::string name;
  std::string directory;
  std::string sandbox_id;  // one that is there; empty: a new one, `sandbox`
  SandboxRequest sandbox;
};
OpenKernelRequest ParseOpenKernel(JsonValue body, const SandboxPolicy& policy, FieldErrors* errors);

struct ExecuteRequest {
  CellRequest cell;
  bool stream = false;
};
ExecuteRequest ParseExecute(JsonValue body, FieldErrors* errors);

// An object of its own.
void WriteKernel(const KernelEntry& entry, JsonWriter* json);
// Members of an object that is begun.
void WriteEvent(const CellEvent& event, JsonWriter* json);
void WriteCellEnd(const CellEnd& end, JsonWriter* json);

}  // namespace assay
