// The rows of a run folder: what a model answered to one sample, and what was decided about the
// answer under one profile; with the keys that make a row the same row in the next run.
//
// A key is a hash of all that a row depends on. So a resumed run knows what it has, two shards can
// be put together, and another judging never asks a model again. Plain values and pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace assay::rollout {

// Why there is no answer; such a row is repeated when the run is resumed.
struct RowError {
  std::string kind;     // "timeout", "http_500": see rollout/generate/failure.h
  std::string message;  // a sentence for people
};

// As the endpoint counted; nullopt: it didn't say.
struct TokenUsage {
  std::optional<int64_t> prompt;
  std::optional<int64_t> completion;  // reasoning included
  std::optional<int64_t> reasoning;
};

// What the text of an answer is.
enum class AnswerForm {
  kAnswer,        // of a chat: what is judged has to be found in it
  kProgram,       // a whole program, found by somebody else: taken as it is
  kContinuation,  // goes on where the prompt ends
};

struct GenerationRecord {
  std::string key;
  std::string item;  // id of the benchmark's
  int64_t sample = 0;
  AnswerForm form = AnswerForm::kAnswer;
  std::string content;    // without the reasoning
  std::string reasoning;  // empty: none, or none was told apart
  bool truncated = false;
  std::string finish_reason;  // as it came; empty: not given
  std::string model;          // who says to have answered; empty: nobody does
  std::string id;             // the endpoint's, of this answer
  TokenUsage usage;
  int64_t attempts = 0;           // requests that were sent for it in this try
  std::optional<RowError> error;  // the text above is then no answer
  // No part of the row.
  std::string body = {};        // the whole answer, where AnswerRules::keep_body asks for it
  Nanoseconds request_time{0};  // of the last request
};

struct VerdictRecord {
  std::string key;
  std::string generation;  // key of the answer
  std::string item;
  int64_t sample = 0;
  std::string profile;  // "official", "assay"
  std::string state;    // "passed", "failed", "masked", "errored"; the last is repeated
  std::string reason;   // "AC", "WA:wrong_answer", "generation:timeout"
  std::string message;
  std::optional<double> partial;  // share of the tests passed
  // Words of a harness that judges in parts, by part; see eval::Grade.
  std::vector<std::pair<std::string, std::string>> parts;
  std::string answer;  // canonical final answer
  std::string rule;    // of the extraction that found the code
  bool truncated = false;
  bool empty = false;
  bool unextracted = false;
  std::string code_sha;  // hex SHA-256 of what was judged; empty: nothing was
};

inline constexpr std::string_view kErroredState = "errored";

// `prompt` and `parameters` are JSON texts in one fixed form; see rollout/generate/request.h.
std::string GenerationKey(std::string_view model, std::string_view endpoint,
                          std::string_view prompt, std::string_view parameters, int64_t sample);
// `rules`: version of the rules of judging, whatever would give another verdict when it changes.
std::string VerdictKey(std::string_view generation, std::string_view problem_sha,
                       std::string_view profile, std::string_view rules);

// One line of JSON without its line end. Bytes that are no UTF-8 are replaced.
std::string ToJson(const GenerationRecord& record);
std::string ToJson(const VerdictRecord& record);

// kInvalidArgument names the field that is missing or of a wrong type; further ones are ignored, so
// that an older program reads what a newer one wrote.
Result<GenerationRecord> ParseGeneration(std::string_view json);
Result<VerdictRecord> ParseVerdict(std::string_view json);

}  // namespace assay::rollout
