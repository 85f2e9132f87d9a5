// The tamper corpus: programs that try to be accepted without solving anything, each with an honest
// twin that uses the same means for something proper. A folder for each problem:
//
//   problem.json              {"test_cases": as the ScaleBox route takes them, "run_timeout",
//                              "special_judge_program": file name of a judge, if any}
//   NAME.attack.EXT           first line: "… Attack on MODE (CATEGORY): what it tries."
//   NAME.honest.EXT           must be accepted
//   NAME.idiom.EXT            must be accepted, too, and has no attack beside it; first line:
//                             "… Idiom on MODE (CATEGORY): what it does."
//
// Plain values; the functions touch only the files they are told about.
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "service/judge.h"

namespace assay {

enum class RedteamKind { kAttack, kHonest };

struct RedteamProgram {
  std::string name;      // "sum/os_exit.attack.py"
  std::string category;  // of the attack, for its twin too
  RedteamKind kind = RedteamKind::kAttack;
  std::string request;  // body of POST /common_evaluate_batch
};

// In alphabetical order, each attack followed by its twin. Idioms count as honest. kInvalidArgument
// names the file at fault (an attack without a twin, a first line that states no category,
// unreadable JSON…).
Result<std::vector<RedteamProgram>> LoadRedteamCorpus(const std::string& directory);

// Where the corpus is unless told: beside an installed binary, else in the sources.
std::string DefaultRedteamCorpus();

enum class RedteamAnswer { kAccepted, kRejected, kNone };
// Of one answer of the route.
RedteamAnswer ReadRedteamAnswer(const Result<service::Answer>& response);

}  // namespace assay
