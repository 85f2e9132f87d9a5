#include "lab/grow/oracle/print_oracle.h"

#include "lab/mutate/outputs/tokens.h"

namespace assay::grow {
namespace {

using State = Observation::State;
constexpr int64_t kOutputBytes = 256 << 10;

Observation Read(const TestOutcome& test) {
  Observation observation;
  if (test.verdict == "TLE") {
    observation.state = State::kLate;
  } else if (test.verdict == "AC" || test.verdict == "WA" || test.verdict == "PE") {
    const bool whole = static_cast<int64_t>(test.stdout_text.size()) < kOutputBytes;
    observation.state = whole ? State::kValue : State::kNoData;
    observation.value = DataValue::OfText(whole ? test.stdout_text : "");
  } else if (test.executed) {
    observation.state = State::kCrashed;
  }
  return observation;
}

}  // namespace

std::vector<std::vector<Observation>> PrintOracle::Observe(
    const std::vector<Program>& programs, const std::vector<Arguments>& inputs,
    const ObserveOptions& options, std::vector<std::string>* failures) const {
  std::vector<std::vector<Observation>> seen(programs.size(),
                                             std::vector<Observation>(inputs.size()));
  if (programs.empty() || inputs.empty()) return seen;
  // Of a second look the other order is all that differs: a run knows nothing of others.
  const auto place = [&](size_t i) { return options.again ? inputs.size() - 1 - i : i; };
  std::vector<std::string> texts;
  for (size_t i = 0; i < inputs.size(); ++i) texts.push_back(inputs[place(i)][0].text);
  AskOptions asking{lab::ProblemOfInputs(texts), ""};
  asking.output_bytes = kOutputBytes;
  std::vector<Ask> asks;
  for (const Program& program : programs) {
    Ask& ask = asks.emplace_back(AskAbout(program));
    ask.all_tests = ask.with_output = true;
  }
  const auto outcomes = asker_->Judge(*problem_, asks, asking);
  for (size_t p = 0; p < programs.size(); ++p) {
    if (!outcomes[p].judged) {
      failures->push_back("a program on new inputs: " + outcomes[p].reason + ": " +
                          outcomes[p].message);
      continue;
    }
    for (size_t i = 0; i < inputs.size() && i < outcomes[p].tests.size(); ++i) {
      seen[p][place(i)] = Read(outcomes[p].tests[i]);
    }
    if (!outcomes[p].is("CE")) continue;
    for (Observation& each : seen[p]) each.state = State::kCrashed;
  }
  return seen;
}

bool PrintOracle::Same(const DataValue& a, const DataValue& b) const {
  return mutate::SameTokens(a.text, b.text);
}

}  // namespace assay::grow
