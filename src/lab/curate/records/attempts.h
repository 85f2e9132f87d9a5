// What models made of a problem, as rows of data sets and rollout files have it.
//
// A list of attempts, each of them
//   true, false, or a number     correct or not; a reward counts as correct from 1 on
//   a text                       a response, still to be judged
//   an object                    of which are read, under the first of these names:
//     correct, passed, is_correct, solved, reward, score, verdict; as a text it is a verdict (AC,
//     correct, passed …; WA, wrong, failed …), true, false or a number, and else a fault
//     answer, extracted_answer, response, text, content, output, completion
//     tokens, completion_tokens, response_tokens, num_tokens, length
//   null                         no attempt: what failed on our side says nothing about the
//   problem;
//                                so do a correctness that is null, the verdicts IE, JE, SKIPPED and
//                                errored, "masked": true, and an object that says nothing
//
// Pure, thread-safe.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "text/json_reader.h"

namespace assay::curate {

struct Attempt {
  std::optional<bool> correct;  // nullopt: nobody has judged it yet
  std::string answer;           // or the whole response; empty: unknown
  std::optional<double> tokens;
};

// Nothing when it is no such list. `value` may be nothing.
std::optional<std::vector<Attempt>> ReadAttempts(JsonValue value);

}  // namespace assay::curate
