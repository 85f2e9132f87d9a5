// The tamper corpus: programs that try to be accepted without solving anything, each with an honest
// twin that uses the same means for something proper. A folder for each problem:
//
//   problem.json       one of {"test_cases": as the ScaleBox route takes them, "run_timeout",
//                      "special_judge_program": file name of a judge, if any},
//                      {"problem": as /v1/verify takes it, "limits"}, where a string "@NAME" stands
//                      for the text of the file NAME, or {"math": {"gold", …}}; with
//                      "response_language" where responses hold programs
//   NAME.attack.EXT    first line: "… Attack on MODE (CATEGORY): what it tries."
//   NAME.honest.EXT    must be accepted
//   NAME.tell.EXT      if there: knows the answer and leaves it for the attack, which is judged
//                      after it and beside it, and may not be accepted either way
//   NAME.idiom.EXT     must be accepted, too, and has no attack beside it; first line:
//                      "… Idiom on MODE (CATEGORY): what it does."
//
// The extension is a language's, or md for a whole response; the first line of such a file is not
// part of the response.
//
// Plain values; the functions touch only the files they are told about.
#pragma once

#include <string>
#include <vector>

#include "apps/redteam/redteam_group.h"
#include "base/result.h"
#include "service/judge.h"

namespace assay {

enum class RedteamKind { kAttack, kHonest };

struct RedteamProgram {
  std::string name;      // "sum/os_exit.attack.py"
  std::string category;  // of the attack, for its twin too
  RedteamKind kind = RedteamKind::kAttack;
  std::string request;  // the body
  RedteamRoute route = RedteamRoute::kEvaluate;
  std::string teller = {};  // the body that is judged before an attack; empty: none
};

// In alphabetical order, each attack followed by its twin. Idioms count as honest. kInvalidArgument
// names the file at fault (an attack without a twin, a first line that states no category,
// unreadable JSON…). `repeat`: how often each test of a problem is there.
Result<std::vector<RedteamProgram>> LoadRedteamCorpus(const std::string& directory, int repeat = 1);

// Where the corpus is unless told: beside an installed binary, else in the sources.
std::string DefaultRedteamCorpus();

enum class RedteamAnswer { kAccepted, kRejected, kNone };
// Of one answer of the route. A score of null, a mask, is no answer: an attack that earns one has
// escaped its zero.
RedteamAnswer ReadRedteamAnswer(RedteamRoute route, const Result<service::Answer>& response);

}  // namespace assay
