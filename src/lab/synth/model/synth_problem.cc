#include "lab/synth/model/synth_problem.h"

#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::synth {
namespace {

constexpr char kStage[] = "synth.problem";

Error Faulty(const std::string& field, const std::string& what) {
  return InvalidField(kStage, field, what);
}

Status CheckKind(const lab::ProblemParts& parts) {
  if (parts.mode.empty()) {
    return Faulty("sha256", "names a stored problem; give the problem itself, with tests");
  }
  if (parts.asserts()) {
    return Faulty("mode",
                  "is 'assert': a test program decides, so there are no outputs that a checker "
                  "could judge; `assay audit` looks at such problems");
  }
  if (!parts.prints()) {
    return Faulty("mode", "is '" + parts.mode +
                              "'; only problems whose programs read and print have a "
                              "checker");
  }
  if (parts.interactor) {
    return Faulty("interactor", "there is none to be sought for interactive problems");
  }
  return {};
}

Result<std::vector<SynthTest>> TestsOf(JsonValue list, const lab::ProblemParts& parts) {
  if (!list.Is(JsonType::kArray)) return Faulty("tests", "must be a list of tests");
  std::vector<SynthTest> tests;
  for (const JsonValue test : list.Items()) {
    const std::string where = "tests[" + std::to_string(tests.size()) + "]";
    const JsonValue input = test.Find("input");
    const JsonValue expected = test.Find("expected");
    if (input && !input.IsNull() && !input.Is(JsonType::kString)) {
      return Faulty(where + ".input", "must be a text");
    }
    if (!expected.Is(JsonType::kString)) {
      return Faulty(where + ".expected", "must be a text: the output of a reference");
    }
    tests.push_back({parts.tests[tests.size()].id, input.StringOrEmpty(), expected.String()});
  }
  if (tests.empty()) return Faulty("tests", "must not be empty");
  return tests;
}

std::vector<std::string> FlagsOf(const std::string& json) {
  std::vector<std::string> flags;
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Is(JsonType::kArray)) return flags;
  for (const JsonValue flag : document->root().Items()) {
    if (flag.Is(JsonType::kString)) flags.push_back(flag.String());
  }
  return flags;
}

}  // namespace

Result<SynthProblem> SynthProblemOf(const lab::LabelledProblem& problem) {
  const lab::ProblemParts parts = lab::PartsOf(problem.problem);
  ASSAY_RETURN_IF_ERROR(CheckKind(parts));
  JsonError error;
  const auto document = JsonDocument::Parse(problem.problem, &error);
  if (!document) return Error{ErrorCode::kInvalidArgument, kStage, 0, error.message};
  const JsonValue root = document->root();
  SynthProblem synth;
  synth.id = problem.id;
  synth.statement = problem.statement;
  ASSAY_ASSIGN_OR_RETURN(synth.tests, TestsOf(root.Find("tests"), parts));
  synth.cpu_time_s = problem.CpuLimit();
  synth.memory_mb = static_cast<int64_t>(problem.MemoryLimitMb());
  for (const lab::Solution& each : problem.solutions) {
    const std::string& flags =
        each.compile_flags.empty() ? problem.compile_flags : each.compile_flags;
    synth.solutions.push_back({each.name, each.label == lab::Label::kCorrect, each.language,
                               each.code, each.files, FlagsOf(flags), each.outputs});
  }
  const JsonValue checker = root.Find("checker");
  const JsonValue comparison = root.Find("comparison");
  if (checker.Is(JsonType::kObject) || comparison.Is(JsonType::kObject)) {
    Judge given;
    given.name = "given";
    if (checker.Is(JsonType::kObject)) given.checker = checker.raw();
    if (comparison.Is(JsonType::kObject)) given.comparison = comparison.raw();
    synth.given = std::move(given);
  }
  return synth;
}

}  // namespace assay::synth
