// `assay run --batch`: many submissions, one JSON object a line, sent side by side; verdicts come
// out as JSON lines while they arrive, or as a table for people at the end.
//
// RunBatch starts its own threads and joins them before it returns; call it from one thread.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "service/judge.h"

namespace assay {

struct BatchItem {
  size_t line = 0;                  // in the file, from 1
  std::string id;                   // the submission's, or "line 7"
  std::string json;                 // the request body
  std::vector<std::string> expect;  // verdicts that are fine; empty: only AC is
};

// The part of a result that a table shows.
struct VerdictView {
  std::string verdict;  // empty: there is no result, and `message` says why
  std::string cause;
  std::string message;
  bool masked = true;
  size_t tests = 0;
  size_t tests_accepted = 0;
  double cpu_seconds = 0;         // largest of its tests
  int64_t memory_peak_bytes = 0;  // largest of its tests
  std::string json;               // the result object, as it came
};

enum class BatchOutput { kJsonLines, kTable };

struct BatchOptions {
  BatchOutput output = BatchOutput::kTable;
  int parallel = 8;           // requests under way
  bool stop_at_miss = false;  // send no more once one is not as expected
  // Where the bundles that results carry go, one a line, instead of staying in them; may be null.
  std::FILE* bundles = nullptr;
};

// Blank lines are skipped. kInvalidArgument names the line at fault.
Result<std::vector<BatchItem>> ParseBatch(std::string_view text);
// Asks again and again while the queue is full.
Result<service::Answer> VerifyWithPatience(const std::string& request, service::Judge& judge);
// Of the answer about one submission.
VerdictView ViewOf(const Result<service::Answer>& answer);
// Whether the verdict is what the item expects.
bool AsExpected(const BatchItem& item, const VerdictView& view);

// Returns the exit code: 0 everything as expected, 1 something else, 3 some got no verdict.
int RunBatch(const std::vector<BatchItem>& items, const BatchOptions& options,
             service::Judge& judge, std::FILE* out, std::FILE* progress);

}  // namespace assay
