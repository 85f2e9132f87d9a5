// Tasks as JSON: what a patch is graded by, as `assay swe run` and the routes read it. Pure
// functions, thread-safe.
//
//   {"task": {...} and, or, "row": {...}, "repository": {...}, "image", "limits": {...}}
//
// Of a row (swe/rows/task.h) come its patches, tests and image; what "task" says beside it counts
// instead. docs/swe.md has the fields.
#pragma once

#include "swe/run/run_task.h"
#include "text/field_reader.h"

namespace assay::swe {

struct TaskSource {
  RunTask task;
  Repository repository;
  RunLimits limits;
};

struct TaskBounds {
  static constexpr size_t kTests = 1 << 18;
  static constexpr size_t kFiles = 4096;
  static constexpr double kLongestS = 12 * 3600;
  static constexpr int64_t kLogBytes = 256LL << 20;
};

// Faults go to `errors`; the source is then not to be used. Fields of the object that are named
// above are read, others aren't looked at; within them a field that nobody knows is a fault.
TaskSource ReadTaskSource(JsonValue object, const FieldPath& path, FieldErrors* errors);

}  // namespace assay::swe
