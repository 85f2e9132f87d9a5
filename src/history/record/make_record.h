// From what the engine ended with to a record: figures, names that are cut and made valid UTF-8,
// excerpts. Copies little, for it runs on the worker that has just finished the submission.
//
// Pure functions, thread-safe.
#pragma once

#include <string>
#include <string_view>

#include "history/record/verdict_record.h"
#include "model/submission.h"
#include "model/submission_result.h"

namespace assay {

inline constexpr size_t kMostName = 256;  // bytes, of run, group, sample, tenant, problem
inline constexpr size_t kMostMessage = 512;
inline constexpr size_t kMostOutputExcerpt = 2 << 10;
inline constexpr size_t kMostCodeExcerpt = 4 << 10;
// Whose programs are larger has no bundle.
inline constexpr size_t kMostKeptCode = 64 << 10;

// At most so many bytes of it, in valid UTF-8.
std::string CutText(std::string_view text, size_t most);
// Run, step, group, sample, tenant and route.
void SetOrigin(const Origin& origin, VerdictRecord* record);
// All but id, time, node, marks and the program's hash.
VerdictRecord MakeRecord(const Submission& submission, const SubmissionResult& result);
// `code` and `bundle` are left empty.
VerdictDetail MakeDetail(const SubmissionResult& result);

}  // namespace assay
