#include "apps/selftest/self_tests.h"

#include <algorithm>
#include <atomic>
#include <thread>

#include "base/log.h"

namespace assay {
namespace {

// All that the outcome depends on: the toolchain, how programs are run in it, and the programs.
std::string KeyOf(const SelfTestSetup& setup, const LanguageEntry& entry) {
  std::string key = setup.build + '\0' + setup.tier;
  const auto identity = setup.identities.find(entry.id);
  key += '\0' + (identity == setup.identities.end() ? "" : identity->second);
  const SelfTestPrograms& programs = entry.self_test;
  for (const std::string* text : {&programs.right, &programs.assertion, &programs.broken,
                                  &programs.crash, &programs.assertion_sign}) {
    key += '\0' + *text;
  }
  const auto program =
      setup.table.MakeProgram(entry.id, ProgramKind::kWhole, programs.right, {}, {});
  if (!program.ok()) return key;
  for (const std::string& word : program->compile_argv) key += '\0' + word;
  for (const std::string& word : program->run_argv) key += '\0' + word;
  for (const auto& [name, value] : program->env) key += '\0' + name + '=' + value;
  return key;
}

}  // namespace

SelfTests::SelfTests(const SelfTestSetup& setup, SelfTestBoard* board)
    : passed_before_(setup.directory), board_(*board) {
  for (const LanguageEntry& entry : setup.table.entries()) {
    const bool available = std::any_of(
        setup.toolchains.begin(), setup.toolchains.end(),
        [&](const Toolchain& each) { return each.language == entry.id && each.available; });
    if (!available || entry.self_test.right.empty()) continue;
    Candidate candidate{&entry, setup.table.Compiles(entry.id), KeyOf(setup, entry)};
    const bool passed = passed_before_.Has(entry.id, candidate.key);
    board_.Set(entry.id, {passed ? SelfTestState::kPassed : SelfTestState::kPending, ""});
    candidates_.push_back(std::move(candidate));
  }
}

void SelfTests::TestOne(const Candidate& candidate, const SubmitFunction& submit,
                        const std::stop_token& stop) {
  const std::string& language = candidate.entry->id;
  std::string why;
  auto result = TestToolchain({*candidate.entry, candidate.compiles}, submit, stop, &why);
  if (!result) {
    if (!stop.stop_requested()) {
      spdlog::warn("{}: the toolchain's self-test could not be run: {}", language, why);
    }
    return;
  }
  if (result->state == SelfTestState::kPassed) {
    passed_before_.Keep(language, candidate.key);
  } else {
    spdlog::warn("{}: the toolchain failed its self-test, so its verdicts can't be trusted: {}",
                 language, result->problem);
  }
  board_.Set(language, *std::move(result));
}

void SelfTests::Run(const SubmitFunction& submit, bool anew, int at_once,
                    const std::stop_token& stop) {
  std::atomic<size_t> next{0};
  const auto work = [&] {
    for (size_t i = next++; i < candidates_.size() && !stop.stop_requested(); i = next++) {
      const Candidate& candidate = candidates_[i];
      if (!anew && board_.Of(candidate.entry->id).state != SelfTestState::kPending) continue;
      TestOne(candidate, submit, stop);
    }
  };
  std::vector<std::jthread> others;
  for (int i = 1; i < at_once; ++i) others.emplace_back(work);
  work();
}

}  // namespace assay
