// The self-tests of all toolchains that are there: which are still to be run, and running them. A
// server does so in the background once it is ready; `assay doctor` waits for them.
//
// Threading: construct before anybody looks at the board; Run on any one thread.
#pragma once

#include <map>
#include <stop_token>
#include <string>
#include <vector>

#include "apps/selftest/one_toolchain.h"
#include "apps/selftest/passed_before.h"
#include "langs/language.h"
#include "langs/self_test_board.h"

namespace assay {

struct SelfTestSetup {
  const LanguageTable& table;
  const std::vector<Toolchain>& toolchains;
  // By language: what tells one toolchain from another of the same version.
  std::map<std::string, std::string> identities;
  std::string tier;
  std::string build;      // of Assay
  std::string directory;  // where it is remembered who passed; empty: nowhere
};

class SelfTests {
 public:
  // Says on the board of every toolchain that is there and has a self-test whether it has passed
  // before or is pending. `setup` refers to what outlives this; so does the board.
  SelfTests(const SelfTestSetup& setup, SelfTestBoard* board);

  // Tests those that are pending, or all that can be tested when `anew`, and says on the board, and
  // of failures in the log, what came of it. `at_once`: how many languages side by side. Returns
  // after the last one, or soon after a stop.
  void Run(const SubmitFunction& submit, bool anew, int at_once, const std::stop_token& stop);

 private:
  struct Candidate {
    const LanguageEntry* entry;
    bool compiles;
    std::string key;
  };
  void TestOne(const Candidate& candidate, const SubmitFunction& submit,
               const std::stop_token& stop);

  const PassedBefore passed_before_;
  SelfTestBoard& board_;
  std::vector<Candidate> candidates_;
};

}  // namespace assay
