// A folder of the tamper corpus: one problem, and the requests that have programs judged on it.
// What problem.json may hold is said in redteam_corpus.h.
//
// Plain values; LoadGroup touches only the files of its folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// Who is asked: POST /common_evaluate_batch, /v1/verify or /v1/math/verify.
enum class RedteamRoute { kEvaluate, kVerify, kMath };

struct RedteamGroup {
  RedteamRoute route = RedteamRoute::kEvaluate;
  std::string problem;            // JSON: `test_cases`, `problem` or `math`
  std::string limits;             // JSON, of kVerify; empty: the server's
  std::string response_language;  // what a response's program is written in
  double run_timeout = 5;
  std::string judge;  // source, of kEvaluate; empty: none
  std::string judge_language;
};

// kInvalidArgument names the file at fault. The problem's tests are there `repeat` times over; an
// assert text and a math answer, which are no list of tests, once.
Result<RedteamGroup> LoadRedteamGroup(const std::filesystem::path& folder, int repeat);

// The body of a request that has the text of `file` judged. Its extension says what the text is: a
// program, or a whole response (.md), whose first line is the corpus's own and left out.
Result<std::string> RedteamRequest(const RedteamGroup& group, const std::filesystem::path& file,
                                   std::string_view text);

// The text of a file of the corpus; has to be UTF-8.
Result<std::string> ReadRedteamText(const std::filesystem::path& file);

// What every fault of the corpus looks like.
Error InvalidRedteam(const std::filesystem::path& file, const std::string& what);

}  // namespace assay
