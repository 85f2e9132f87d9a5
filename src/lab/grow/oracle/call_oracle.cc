#include "lab/grow/oracle/call_oracle.h"

#include <algorithm>
#include <map>
#include <set>

#include "grow_oracle_embedded.h"
#include "lab/problems/model/python.h"
#include "text/json_member.h"

namespace assay::grow {
namespace {

using State = Observation::State;

constexpr size_t kMostInputs = 200;        // of one run
constexpr double kCallSeconds = 0.5;       // of CPU time, for each call
constexpr double kRunSeconds = 20;         // for all of a run's
constexpr int64_t kOutputBytes = 2 << 20;  // of a run
constexpr int kRounds = 3;                 // in which a thorough look goes on
constexpr double kUsualTolerance = 1e-6;
constexpr int64_t kSeedOfAgain = 1;

std::string DriverFor(const std::string& program) {
  std::string code(Embedded_driver_py());
  code += "main(" + JsonWriter().Bytes(program).Take() + ")\n";
  return code;
}

std::string LimitsOf(const LabelledProblem& problem) {
  return ChangedLimits(problem.limits, {kRunSeconds, 1});
}

template <typename OnLine>
void ForEachJsonLine(const std::string& text, const OnLine& on_line) {
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    if (end == text.npos) return;  // it was cut off there
    JsonError error;
    const auto document = JsonDocument::Parse(std::string_view(text).substr(at, end - at), &error);
    if (document && document->root().Is(JsonType::kArray)) on_line(document->root().Items());
    at = end + 1;
  }
}

State StateOf(const std::string& word) {
  if (word == "value") return State::kValue;
  if (word == "late") return State::kLate;
  if (word == "no data") return State::kNoData;
  return word == "outside" ? State::kOutside : State::kCrashed;
}

void TakeForm(JsonValue forms, CallForm* form) {
  // What most of them do; of tolerances the largest.
  std::map<std::string, int> counts;
  double tolerance = 0;
  if (!forms.Is(JsonType::kArray)) return;
  for (const JsonValue each : forms.Items()) {
    if (!each.Is(JsonType::kArray)) continue;
    const auto parts = each.Items();
    if (parts.size() != 2 || !parts[0].Is(JsonType::kString)) continue;
    ++counts[parts[0].String()];
    if (parts[1].Is(JsonType::kNumber)) tolerance = std::max(tolerance, parts[1].Double());
  }
  int most = 0;
  for (const auto& [text, count] : counts) {
    if (count > most) form->text = text;
    most = std::max(most, count);
  }
  form->tolerance = tolerance;
}

}  // namespace

GivenCalls CollectCalls(const LabelledProblem& problem, const Asker& asker,
                        const std::string& program, const GivenTests& tests) {
  GivenCalls given;
  JsonWriter json;
  json.BeginObject().Key("mode").String("collect").Key("setup").Bytes(tests.setup);
  json.Key("test").Bytes(tests.test).Key("check").Bool(tests.check).Key("names").BeginArray();
  if (!tests.name.empty()) json.Bytes(tests.name);
  json.EndArray().EndObject();
  Ask ask{lab::kPython, DriverFor(program)};
  ask.with_output = true;
  AskOptions options{lab::ProblemOfInputs({json.text()}), LimitsOf(problem)};
  options.output_bytes = kOutputBytes;
  const RunOutcome outcome = asker.Judge(problem, {ask}, options)[0];
  given.judged = outcome.judged;
  given.fault = "the given tests can't be read";
  if (!outcome.judged) given.fault = outcome.reason + ": " + outcome.message;
  if (outcome.tests.empty()) return given;
  ForEachJsonLine(outcome.tests[0].stdout_text, [&](const std::vector<JsonValue>& line) {
    if (line.size() != 2 || !line[0].Is(JsonType::kString) || line[0].String() != "calls") return;
    given.name = TextAt(line[1], "name");
    TakeForm(line[1].Find("forms"), &given.form);
    const JsonValue calls = line[1].Find("calls");
    if (!calls.Is(JsonType::kArray)) return;
    std::set<std::string> seen;
    for (const JsonValue call : calls.Items()) {
      const auto arguments = ReadWire(call);
      if (!arguments || !arguments->Is(DataValue::Kind::kList)) continue;
      if (seen.insert(std::string(call.raw())).second) given.calls.push_back(arguments->items);
    }
    given.fault = given.calls.empty() ? "the given tests call nothing with plain data" : "";
  });
  return given;
}

CallOracle::CallOracle(const LabelledProblem* problem, const Asker* asker, std::string setup,
                       std::string name, CallForm form, std::string contract)
    : problem_(problem),
      asker_(asker),
      setup_(std::move(setup)),
      name_(std::move(name)),
      form_(std::move(form)),
      contract_(std::move(contract)) {}

double CallOracle::tolerance() const {
  return form_.tolerance > 0 ? form_.tolerance : kUsualTolerance;
}

bool CallOracle::Same(const DataValue& a, const DataValue& b) const {
  return SameValue(a, b, tolerance());
}

bool CallOracle::Repeats(const DataValue& a, const DataValue& b) const {
  // A sum in another order, as sets have it at the second look, differs by less.
  constexpr double kRounding = 1e-12;
  return SameValue(a, b, std::min(kRounding, tolerance()));
}

std::string CallOracle::Request(const std::vector<Arguments>& inputs,
                                const std::vector<size_t>& chosen,
                                const ObserveOptions& options) const {
  JsonWriter json;
  json.BeginObject().Key("mode").String("call").Key("setup").Bytes(setup_);
  json.Key("name").Bytes(name_).Key("form").Bytes(form_.text).Key("contract").Bytes(contract_);
  json.Key("seconds").Double(kCallSeconds).Key("seed").Int(options.again ? kSeedOfAgain : 0);
  json.Key("inputs").BeginArray();
  for (const size_t i : chosen) {
    json.BeginArray();
    for (const DataValue& each : inputs[i]) WriteWire(each, &json);
    json.EndArray();
  }
  return json.EndArray().EndObject().Take();
}

// Inputs of one run of a program.
struct CallOracle::Piece {
  std::vector<size_t> inputs;
  size_t program = 0;
};

std::vector<std::vector<Observation>> CallOracle::Observe(
    const std::vector<Program>& programs, const std::vector<Arguments>& inputs,
    const ObserveOptions& options, std::vector<std::string>* failures) const {
  std::vector<std::vector<Observation>> seen(programs.size(),
                                             std::vector<Observation>(inputs.size()));
  if (programs.empty() || inputs.empty()) return seen;
  // In the first round every program gets the same pieces, in one request.
  std::vector<std::vector<size_t>> pieces;
  for (size_t i = 0; i < inputs.size(); ++i) {
    if (i % kMostInputs == 0) pieces.emplace_back();
    pieces.back().push_back(i);
  }
  std::vector<Piece> waiting;  // for later rounds
  const auto read = [&](const RunOutcome& outcome, size_t piece, const std::vector<size_t>& chosen,
                        size_t program) {
    if (!outcome.judged) {
      failures->push_back("a program on new inputs: " + outcome.reason + ": " + outcome.message);
      return;
    }
    std::vector<bool> answered(chosen.size(), false);
    bool loaded = true;
    size_t late = 0;
    if (piece < outcome.tests.size()) {
      ForEachJsonLine(outcome.tests[piece].stdout_text, [&](const std::vector<JsonValue>& line) {
        if (line.size() != 3 || !line[0].Is(JsonType::kNumber) || !line[1].Is(JsonType::kString))
          return;
        if (line[0].Double() < 0) loaded = false;
        const auto number = static_cast<size_t>(std::max(line[0].Double(), 0.0));
        if (!loaded || number >= chosen.size()) return;
        Observation& observation = seen[program][chosen[number]];
        observation.state = StateOf(line[1].String());
        late += observation.is(State::kLate) ? 1 : 0;
        answered[number] = true;
        if (!observation.is(State::kValue)) return;
        auto value = ReadWire(line[2]);
        if (value) {
          observation.value = std::move(*value);
        } else {
          observation.state = State::kNoData;
        }
      });
    }
    if (!loaded) {
      for (const size_t i : chosen) seen[program][i].state = State::kCrashed;
      return;
    }
    std::vector<size_t> rest;
    for (size_t k = 0; k < chosen.size(); ++k) {
      if (!answered[k]) rest.push_back(chosen[k]);
    }
    if (rest.empty()) return;
    // It stopped by itself after inputs that took too long, or an input ended it.
    if (late < 2) {
      const size_t died = options.again ? rest.back() : rest.front();
      seen[program][died].state = State::kCrashed;
      rest.erase(std::find(rest.begin(), rest.end(), died));
    }
    if (options.thorough && !rest.empty()) waiting.push_back({rest, program});
  };

  std::vector<Ask> asks;
  for (const Program& program : programs) {
    asks.push_back({lab::kPython, DriverFor(program.code), true, true});
  }
  std::vector<std::string> requests;
  for (const auto& piece : pieces) requests.push_back(Request(inputs, piece, options));
  AskOptions asking{lab::ProblemOfInputs(requests), LimitsOf(*problem_)};
  asking.output_bytes = kOutputBytes;
  const auto outcomes = asker_->Judge(*problem_, asks, asking);
  for (size_t p = 0; p < programs.size(); ++p) {
    for (size_t piece = 0; piece < pieces.size(); ++piece)
      read(outcomes[p], piece, pieces[piece], p);
  }
  for (int round = 0; round < kRounds && !waiting.empty() && !asker_->stopped(); ++round) {
    const std::vector<Piece> now = std::move(waiting);
    waiting.clear();
    for (const Piece& piece : now) {
      asking.problem = lab::ProblemOfInputs({Request(inputs, piece.inputs, options)});
      const auto outcome = asker_->Judge(*problem_, {asks[piece.program]}, asking);
      read(outcome[0], 0, piece.inputs, piece.program);
    }
  }
  return seen;
}

}  // namespace assay::grow
