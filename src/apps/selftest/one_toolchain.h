// One toolchain's self-test: four tiny programs of its language go the way of every submission, and
// what is said of each must be what it is: right, a failed assertion, no program, a crash.
//
// Thread-safe: calls share nothing.
#pragma once

#include <functional>
#include <optional>
#include <stop_token>

#include "base/result.h"
#include "engine/submission_events.h"
#include "langs/entry/entry.h"
#include "langs/self_test_board.h"

namespace assay {

// Engine::Submit, or another's in a test.
using SubmitFunction = std::function<Result<TicketPtr>(Submission, SubmissionDone)>;

struct SelfTestSubject {
  const LanguageEntry& entry;
  bool compiles = false;  // what is no program is then refused by a compiler, else by a run
};

// How it ended: kPassed or kFailed. nullopt: nothing was found out, because a stop was asked for,
// the queue stayed full, or the environment failed; `why` then says so. Blocks for at most as long
// as four compiles and runs may take and a minute more; asks with the lowest priority, one program
// at a time.
std::optional<SelfTestResult> TestToolchain(const SelfTestSubject& subject,
                                            const SubmitFunction& submit,
                                            const std::stop_token& stop, std::string* why);

}  // namespace assay
