// `assay run --batch`: many submissions, one JSON object a line, sent side by side; verdicts come
// out as JSON lines while they arrive, or as a table for people at the end.
//
// RunBatch starts its own threads and joins them before it returns; call it from one thread. A line
// that is no submission gets a record of its own, and the others are judged.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "apps/cli/interrupt.h"
#include "apps/cli/line_file.h"
#include "base/result.h"
#include "service/judge.h"

namespace assay {

struct BatchItem {
  size_t line = 0;                         // in the file, from 1
  std::string id;                          // the submission's, or "line 7"
  std::string json;                        // the request body, which has the id
  std::vector<std::string> expect;         // verdicts that are fine; empty: only AC is
  std::string fault = {};                  // why the line is no submission; it isn't sent then
  std::vector<std::string> warnings = {};  // its members that nobody reads
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
  // Finished once all that are sent have answers, unless none of them has a bundle.
  LineFile* bundles = nullptr;
  // Asked a few times a second; null: nobody interrupts.
  const Interrupt* interrupt = nullptr;
};

// Blank lines are skipped. A line that is no submission is an item with a fault. kInvalidArgument:
// no line is one, and the first is named; there is none; or it is another kind of file.
Result<std::vector<BatchItem>> ParseBatch(std::string_view text);
// Asks again and again while the queue is full.
Result<service::Answer> VerifyWithPatience(const std::string& request, service::Judge& judge);
// Of the answer about one submission.
VerdictView ViewOf(const Result<service::Answer>& answer);
// Whether the verdict is what the item expects.
bool AsExpected(const BatchItem& item, const VerdictView& view);

// Each result's `index` is the item's place in `items`. Returns the exit code: 0 everything as
// expected, 1 something else, 3 some got no verdict or the bundles can't be written. After an
// interrupt it shows what is known and doesn't return: requests under way can't be waited for, and
// the process ends with kExitInterrupted.
int RunBatch(const std::vector<BatchItem>& items, const BatchOptions& options,
             service::Judge& judge, std::FILE* out, std::FILE* progress);

}  // namespace assay
