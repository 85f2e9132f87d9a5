// Requests of the data set routes, parsed into values. Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "api/datasets/classes/dataset_class.h"
#include "api/shared/languages.h"
#include "api/shared/refusal.h"

namespace assay {

enum class DatasetRoute {
  kListIds,
  kGetPrompts,
  kGetPromptById,
  kSubmit,
  kGetMetrics,
  kGetMetricsFunction
};

// Refers to the request's document by `config`.
struct DatasetRequest {
  DatasetConfig config;
  std::string id_json;     // of one row
  std::string completion;  // of kSubmit
  int64_t offset = 0;      // of lists
  int64_t limit = 0;
};

// Nothing, and why, when faulty.
std::optional<DatasetRequest> ParseDatasetRequest(JsonValue body, DatasetRoute route,
                                                  const ApiLanguages& languages, Refusal* refusal);

}  // namespace assay
