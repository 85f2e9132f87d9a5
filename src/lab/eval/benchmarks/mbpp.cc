// MBPP (Austin et al. 2021): a function from a sentence and three asserts; its test split (11 to
// 510), and the 427 problems that were cleaned by hand.
//
// Official: answer and asserts in one text, run in one process under a timer of 3 s, as the
// harnesses do that publish numbers. Completion has the paper's three examples (problems 2, 3 and
// 4), which the file must hold.
#include <algorithm>
#include <array>
#include <cstdlib>
#include <initializer_list>
#include <map>

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {
namespace {

constexpr double kOfficialSeconds = 3;
constexpr std::array<int, 3> kExamples = {2, 3, 4};
// EvalPlus rewrote these references; the asserts are Google's, and the two contradict each other.
constexpr std::array<int, 13> kRewritten = {83,  143, 229, 249, 396, 438, 442,
                                            444, 574, 582, 595, 640, 746};

struct Family {
  bool sanitized = false;
};

BenchmarkInfo InfoOf(const Family& family) {
  BenchmarkInfo info;
  info.name = family.sanitized ? "mbpp-sanitized" : "mbpp";
  info.title = family.sanitized ? "MBPP sanitized, all splits" : "MBPP, test split (11-510)";
  info.wanted = family.sanitized
                    ? "sanitized-mbpp.json of google-research/mbpp, or the Parquet files of the "
                      "hub's google-research-datasets/mbpp, configuration sanitized"
                    : "mbpp.jsonl of google-research/mbpp, or the Parquet files of the hub's "
                      "google-research-datasets/mbpp, configuration full";
  info.protocols = {Protocol::kChat, Protocol::kCompletion};
  info.sampling = {.samples = 1, .temperature = 0.0, .top_p = {}, .max_tokens = 1024};
  info.deviations =
      "the paper names no time limit: 3 s, as in the harnesses that publish numbers; programs run "
      "on this machine's Python with its packages and at most 4.5 GiB of memory";
  return info;
}

struct Problem {
  int number = 0;
  std::string text, solution, setup;
  std::vector<std::string> tests;
};

std::string Lines(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

// The sentence of EvalPlus' form of the rows is a docstring.
std::string WithoutQuotes(const std::string& text) {
  std::string_view trimmed = TrimAsciiSpace(text);
  for (const std::string_view quotes : {"'''", "\"\"\""}) {
    if (trimmed.size() < 6 || !StartsWith(trimmed, quotes)) continue;
    if (trimmed.substr(trimmed.size() - 3) != quotes) continue;
    return std::string(TrimAsciiSpace(trimmed.substr(3, trimmed.size() - 6)));
  }
  return std::string(trimmed);
}

std::string Question(const Problem& problem) {
  return "You are an expert Python programmer, and here is your task: " + problem.text +
         " Your code should pass these tests:\n\n" + Lines(problem.tests);
}

class LoadedMbpp final : public PythonBenchmark<Problem> {
 public:
  LoadedMbpp(const Family& family, Protocol protocol) : family_(family), protocol_(protocol) {}

  Status Load(const BenchmarkOptions& options, std::initializer_list<std::string_view> stems) {
    const auto on_row = [this](const Row& row) { return Read(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options, InfoOf(family_).wanted, on_row, &read_, stems));
    ASSAY_RETURN_IF_ERROR(CheckRows(options, "there are no problems of it"));
    return protocol_ == Protocol::kCompletion ? AddExamples() : Status();
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile profile) const override {
    if (protocol_ == Protocol::kCompletion) {
      return {.code = std::string(CutAtStop(answer.content, {"[DONE]"})), .rule = "completion"};
    }
    return profile == GradeProfile::kOfficial ? FirstBlock(answer.content, PythonFenceNames())
                                              : LastBlock(answer.content, PythonFenceNames());
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Problem& one = problem(item);
    const std::string tests = one.setup + "\n" + Lines(one.tests);
    if (profile == GradeProfile::kOfficial) {
      return InProcessProgram(*extracted.code + "\n" + tests, kOfficialSeconds);
    }
    JudgeBody body{.language = kPython, .code = *extracted.code};
    body.mode = "assert";
    body.limits = kUsualLimits;
    body.assert_code = tests;
    return body.Task();
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      const bool rewritten =
          std::find(kRewritten.begin(), kRewritten.end(), problem(i).number) != kRewritten.end() &&
          family_.sanitized;
      if (!problem(i).solution.empty()) {
        known.push_back(KnownProgram(i, problem(i).solution, SampleState::kPassed,
                                     rewritten
                                         ? "the reference may be EvalPlus' rewritten one, which "
                                           "contradicts the asserts"
                                         : ""));
      }
      known.push_back(KnownProgram(i, "pass\n", SampleState::kFailed));
    }
    return known;
  }

 private:
  Status Read(const Row& row) {
    Problem problem;
    ASSAY_ASSIGN_OR_RETURN(std::string number, row.Filled({"task_id", "problem_id"}));
    if (StartsWith(number, "Mbpp/")) number.erase(0, 5);
    problem.number = std::atoi(number.c_str());
    if (problem.number <= 0) return row.Fault("has no number in 'task_id'");
    ASSAY_ASSIGN_OR_RETURN(const std::string text, row.Filled({"text", "prompt"}));
    problem.text = WithoutQuotes(text);
    problem.solution = row.Text({"code", "canonical_solution"});
    problem.setup = row.Text({"test_setup_code"}) + Lines(row.List({"test_imports"}));
    problem.tests = row.List({"test_list"});
    if (problem.tests.empty()) return row.Fault("has no list of tests in 'test_list'");
    if (std::find(kExamples.begin(), kExamples.end(), problem.number) != kExamples.end()) {
      examples_[problem.number] =
          Question(problem) + "[BEGIN]\n" + problem.solution + "\n[DONE]\n\n";
    }
    if (!family_.sanitized && (problem.number < 11 || problem.number > 510)) return {};
    EvalItem item;
    item.id = "Mbpp/" + std::to_string(problem.number);
    item.language = kPython;
    item.problem_sha = row.Sha();
    item.prompt.protocol = protocol_;
    if (protocol_ == Protocol::kCompletion) {
      item.prompt.text = Question(problem) + "[BEGIN]\n";
      item.prompt.stop = {"[DONE]"};
    } else {
      item.prompt.messages = {{"user", Question(problem)}};
    }
    return Add(row, std::move(item), std::move(problem));
  }

  // They may stand anywhere in the file, so prompts get them once all rows are read.
  Status AddExamples() {
    std::string text;
    for (const int wanted : kExamples) {
      const auto found = examples_.find(wanted);
      if (found == examples_.end()) {
        return InvalidField("eval.data", "--data",
                            "the completion protocol's examples are problems 2, 3 and 4, and the "
                            "file has no problem " +
                                std::to_string(wanted) +
                                ": name the whole file, or ask with --protocol chat");
      }
      text += found->second;
    }
    for (EvalItem& item : items_) item.prompt.text.insert(0, text);
    return {};
  }

  const Family family_;
  const Protocol protocol_;
  std::map<int, std::string> examples_;  // by the problem's number
};

Benchmark Make(const Family& family, std::string_view stem, std::string_view reversed) {
  return {InfoOf(family),
          [=](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
            auto loaded =
                std::make_unique<LoadedMbpp>(family, options.protocol.value_or(Protocol::kChat));
            ASSAY_RETURN_IF_ERROR(loaded->Load(options, {stem, reversed}));
            return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
          }};
}

}  // namespace

Benchmark Mbpp() {
  return Make({.sanitized = false}, "mbpp", "mbpp");
}

Benchmark MbppSanitized() {
  return Make({.sanitized = true}, "mbppsanitized", "sanitizedmbpp");
}

}  // namespace assay::eval
