#include "data/packages/expectation.h"

#include <algorithm>

#include "base/text.h"

namespace assay {
namespace {

const std::set<Verdict> kWrong = {Verdict::kWrongAnswer, Verdict::kPresentationError};
const std::set<Verdict> kRuntime = {Verdict::kRuntimeError, Verdict::kMemoryLimit,
                                    Verdict::kOutputLimit};

const std::set<std::string> kOfTheFormats = {"accepted", "wrong_answer", "time_limit_exceeded",
                                             "run_time_error"};

// Adds what a word means; false when it means nothing to us.
bool AddWord(const std::string& word, Expectation* expectation) {
  const auto add = [&](const std::set<Verdict>& verdicts) {
    expectation->verdicts.insert(verdicts.begin(), verdicts.end());
    return true;
  };
  if (word == "accepted" || word == "correct") return add({Verdict::kAccepted});
  if (word == "slow_accepted") return add({Verdict::kAccepted, Verdict::kTimeLimit});
  if (word == "wrong_answer" || word == "no_output") return add(kWrong);
  if (word == "time_limit_exceeded" || word == "timelimit") return add({Verdict::kTimeLimit});
  if (word == "run_time_error" || word == "runtime_error" || word == "memory_limit_exceeded") {
    return add(kRuntime);
  }
  if (word == "output_limit_exceeded" || word == "output_limit") {
    return add({Verdict::kOutputLimit, Verdict::kWrongAnswer});
  }
  if (word == "compiler_error" || word == "compile_error") return add({Verdict::kCompileError});
  if (word == "rejected") {
    add(kWrong);
    add(kRuntime);
    return add({Verdict::kTimeLimit, Verdict::kCompileError});
  }
  if (word == "partially_accepted") {
    expectation->partial = true;
    add(kWrong);
    add(kRuntime);
    return add({Verdict::kTimeLimit});
  }
  return false;
}

// The words behind "@EXPECTED_RESULTS@:" in a source, lower-case and with '_' between words.
std::vector<std::string> TaggedWords(const PackageSubmission& submission) {
  constexpr std::string_view kTag = "@EXPECTED_RESULTS@:";
  for (const auto& [path, contents] : submission.files) {
    const std::string_view text = contents->view();
    const size_t at = text.find(kTag);
    if (at == std::string_view::npos) continue;
    std::string_view rest = text.substr(at + kTag.size());
    rest = rest.substr(0, rest.find('\n'));
    std::vector<std::string> words(1);
    for (const char c : AsciiLower(rest)) {
      if (c == ',') {
        words.emplace_back();
      } else if (c == '-' || c == ' ' || c == '_' || (c >= 'a' && c <= 'z')) {
        words.back() += c == '-' || c == ' ' ? '_' : c;
      }
    }
    for (std::string& word : words) {
      const size_t first = word.find_first_not_of('_');
      if (first == std::string::npos) continue;
      word = word.substr(first, word.find_last_not_of('_') - first + 1);
      constexpr std::string_view kRunError = "run_error";
      if (word == kRunError) word = "run_time_error";
    }
    return words;
  }
  return {};
}

}  // namespace

Expectation ExpectationOf(const PackageSubmission& submission) {
  Expectation tagged;
  std::vector<std::string> words;
  if (kOfTheFormats.count(submission.folder) == 0) words = TaggedWords(submission);
  bool known = !words.empty();
  for (const std::string& word : words) {
    known &= AddWord(word, &tagged);
    tagged.text += (tagged.text.empty() ? "" : ", ") + word;
  }
  if (known) return tagged;
  Expectation expectation;
  expectation.text = submission.folder;
  AddWord(submission.folder, &expectation);
  return expectation;
}

std::optional<bool> Agrees(const Expectation& expectation, const SubmissionResult& result) {
  if (expectation.verdicts.empty() || result.cause != Cause::kCandidate) return std::nullopt;
  if (expectation.verdicts.count(result.verdict) == 0) return false;
  return !expectation.partial || result.score.value_or(0) > 0;
}

}  // namespace assay
