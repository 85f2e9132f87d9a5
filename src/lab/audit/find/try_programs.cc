// Programs that an audit writes itself: trivial ones, and faulty variants of a reference.

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "lab/audit/find/finders.h"
#include "lab/mutate/programs/mutate_program.h"
#include "lab/problems/model/python.h"
#include "lab/shared/intervals/wilson.h"
#include "text/json_writer.h"

namespace assay::audit {
namespace {

struct Trivial {
  std::string about;
  std::string code;
};

// The expected value that most tests have; empty: none has one.
std::string CommonestExpected(const lab::ProblemParts& parts) {
  std::map<std::string, int> counts;
  for (const lab::TestParts& test : parts.tests) {
    if (!test.expected.empty()) ++counts[test.expected];
  }
  std::string best;
  int most = 0;
  for (const auto& [expected, count] : counts) {
    if (count > most) best = expected;
    most = std::max(most, count);
  }
  return best;
}

std::string Quoted(std::string_view text) {
  JsonWriter json;
  return json.Bytes(text).Take();
}

// A literal of Python, made of a JSON value.
std::string Value(const std::string& json) {
  return "__import__('json').loads(" + Quoted(json) + ")";
}

std::vector<Trivial> TrivialPrinters(const lab::ProblemParts& parts, bool constant) {
  std::vector<Trivial> programs = {
      {"prints nothing", "pass\n"},
      {"prints its input", "import sys\nsys.stdout.write(sys.stdin.read())\n"}};
  const std::string expected = CommonestExpected(parts);
  if (constant && !expected.empty()) {
    programs.push_back({"prints the same whatever the input",
                        "import sys\nsys.stdout.write(" + Value(expected) + ")\n"});
  }
  return programs;
}

// Functions that a program defines at its left margin.
std::vector<std::string> DefinedNames(std::string_view code) {
  std::vector<std::string> names;
  for (size_t at = 0; at < code.size();) {
    const size_t end = std::min(code.find('\n', at), code.size());
    const std::string_view line = code.substr(at, end - at);
    if (StartsWith(line, "def ")) {
      const size_t open = line.find('(');
      if (open != line.npos) names.emplace_back(TrimAsciiSpace(line.substr(4, open - 4)));
    }
    at = end + 1;
  }
  return names;
}

std::vector<Trivial> TrivialFunctions(const std::vector<std::string>& names,
                                      const std::vector<std::string>& values) {
  std::vector<Trivial> programs;
  for (const std::string& value : values) {
    std::string code;
    for (const std::string& name : names) {
      code += "def " + name + "(*args, **named):\n    return " + value + "\n";
    }
    programs.push_back({"returns " + value + " whatever it is called with", std::move(code)});
  }
  return programs;
}

constexpr char kFirstArgument[] = "args[0] if args else None";

std::vector<Trivial> TrivialPrograms(const Evidence& evidence) {
  const lab::ProblemParts& parts = evidence.parts;
  const bool several = parts.tests.size() > 1 && !evidence.Has(FindingKind::kTrivialTests);
  if (parts.prints()) return TrivialPrinters(parts, several);
  const Judged* const reference = evidence.FirstPassing();
  const std::string& language =
      reference != nullptr ? reference->solution->language : evidence.problem->language;
  if (!lab::IsPython(language)) return {};
  if (parts.calls()) {
    std::vector<std::string> values = {"None", kFirstArgument};
    const std::string expected = CommonestExpected(parts);
    if (several && !expected.empty()) values.push_back(Value(expected));
    return TrivialFunctions({parts.function_name}, values);
  }
  if (!parts.asserts()) return {};
  std::vector<std::string> names;
  if (!parts.function_name.empty()) names.push_back(parts.function_name);
  if (names.empty() && reference != nullptr) names = DefinedNames(reference->solution->code);
  if (names.empty()) return {};
  return TrivialFunctions(names, {"None", "True", "False", "0", "1", "''", "[]", kFirstArgument});
}

}  // namespace

void TryTrivialPrograms(const Asker& asker, Evidence* evidence) {
  if (evidence->parts.interactor || evidence->Has(FindingKind::kCheckerNondeterministic)) return;
  const std::vector<Trivial> programs = TrivialPrograms(*evidence);
  std::vector<Ask> asks;
  for (const Trivial& each : programs) asks.push_back({lab::kPython, each.code});
  const auto outcomes = asker.Judge(*evidence->problem, asks);
  std::string passed;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    if (!outcomes[i].judged)
      evidence->NotJudged("trivial program " + std::to_string(i), outcomes[i]);
    if (!outcomes[i].accepted()) continue;
    passed += (passed.empty() ? "" : "; ") + programs[i].about;
  }
  if (passed.empty()) return;
  evidence->Add(MakeFinding(FindingKind::kTrivialTests, "a program passes that " + passed));
}

void MeasureStrength(const Asker& asker, const AuditOptions& options, Evidence* evidence) {
  constexpr double kShortestSeconds = 1;
  constexpr double kSlower = 10;
  constexpr size_t kMostSurvivors = 5;
  constexpr int64_t kEnough = 8;  // variants that say something
  if (options.mutants == 0 || evidence->Has(FindingKind::kCheckerNondeterministic)) return;
  const Judged* reference = nullptr;
  for (const Judged& each : evidence->correct) {
    if (each.outcome.accepted() && !each.explained &&
        mutate::MutableLanguage(each.solution->language)) {
      reference = &each;
      break;
    }
  }
  if (reference == nullptr) return;
  const auto mutants =
      mutate::MutateProgram(*mutate::MutableLanguage(reference->solution->language),
                            reference->solution->code, {options.seed, options.mutants});
  if (mutants.empty()) return;
  std::vector<Ask> asks;
  for (const auto& mutant : mutants) {
    asks.push_back(AskAbout(*reference->solution));
    asks.back().code = mutant.source;
  }
  // One that never ends says so soon.
  const double cpu_time_s =
      std::min(evidence->problem->CpuLimit(),
               std::max(kShortestSeconds, kSlower * reference->outcome.SlowestSeconds()));
  const auto outcomes =
      asker.Judge(*evidence->problem, asks,
                  {"", lab::ChangedLimits(evidence->problem->limits, {cpu_time_s, 1})});
  TestStrength strength;
  strength.solution = reference->solution->name;
  for (size_t i = 0; i < outcomes.size(); ++i) {
    const RunOutcome& outcome = outcomes[i];
    if (!outcome.judged) evidence->NotJudged("mutant " + std::to_string(i), outcome);
    if (!outcome.judged || outcome.problem_fault()) continue;
    if (outcome.is("CE")) {
      ++strength.not_compiled;
    } else if (!outcome.accepted()) {
      ++strength.killed;
    } else {
      ++strength.survived;
      if (strength.survivors.size() == kMostSurvivors) continue;
      strength.survivors.push_back({std::string(mutants[i].operator_name), mutants[i].line,
                                    mutants[i].before, mutants[i].after});
    }
  }
  if (strength.judged() == 0) return;
  const auto interval =
      lab::WilsonInterval(strength.share(), static_cast<double>(strength.judged()));
  strength.low = interval.low;
  strength.high = interval.high;
  if (strength.judged() >= kEnough && strength.high < options.weak_below) {
    evidence->Add(
        MakeFinding(FindingKind::kWeakTests, std::to_string(strength.survived) + " of " +
                                                 std::to_string(strength.judged()) +
                                                 " variants of a reference with a fault pass"));
  }
  evidence->audit->strength = std::move(strength);
}

}  // namespace assay::audit
