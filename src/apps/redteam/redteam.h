// `assay redteam`: has the tamper corpus judged, by this build or by a running server, and prints a
// scorecard. A server that speaks only the ScaleBox route gives no verdict on what needs another.
//
// Used by the main thread; starts threads of its own and joins them.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

#include "apps/redteam/redteam_corpus.h"
#include "apps/setup/command.h"
#include "apps/setup/judges.h"

namespace assay {

struct RedteamResult {
  const RedteamProgram* program = nullptr;
  RedteamAnswer answer = RedteamAnswer::kNone;
};

// In the corpus's order. `parallel` requests are under way at a time; attacks with a teller are
// judged after all others, one by one.
std::vector<RedteamResult> JudgeRedteam(const std::vector<RedteamProgram>& programs,
                                        service::Judge& judge, int parallel, std::FILE* progress);
void PrintRedteamScorecard(const std::vector<RedteamResult>& results, std::FILE* out);
std::string RedteamJson(const std::vector<RedteamResult>& results);
// 0: no attack accepted and no twin rejected; 1: some; 3: else, but some got no verdict.
int RedteamExitCode(const std::vector<RedteamResult>& results);

class RedteamCommand final : public Command {
 public:
  CommandInfo info() const override {
    return {"redteam", "judge the tamper corpus and print a scorecard"};
  }
  void AddTo(CommandLine* command) override;
  // Returns the exit code: RedteamExitCode's, or 2 for wrong usage.
  int Run(const Options& options) const override;

 private:
  std::string corpus_;
  ServerArguments server_;
  std::string only_;
  int repeat_ = 1;
  int parallel_ = 0;
  bool json_ = false;
};

}  // namespace assay
