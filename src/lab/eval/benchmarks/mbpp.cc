// MBPP (Austin et al. 2021): a function from a sentence and three asserts; its test split (11 to
// 510), and the 427 problems that were cleaned by hand.
//
// Official: answer and asserts in one text, run in one process under a timer of 3 s, as the
// harnesses do that publish numbers. Completion has the paper's three examples (problems 2, 3 and
// 4), which the file must hold.
#include <algorithm>
#include <array>
#include <cstdlib>

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/row_set.h"
#include "text/canonical_json.h"

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
      "on this machine's Python with its packages";
  return info;
}

struct Row {
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

std::string Question(const Row& row) {
  return "You are an expert Python programmer, and here is your task: " + row.text +
         " Your code should pass these tests:\n\n" + Lines(row.tests);
}

class LoadedMbpp final : public PythonBenchmark<Row> {
 public:
  LoadedMbpp(std::vector<DataFile> files, const Family& family, Protocol protocol)
      : PythonBenchmark(std::move(files)), family_(family), protocol_(protocol) {}

  // Rows of the file in its order, once those of the examples are known.
  Status Load(const std::vector<std::string>& rows) {
    std::string examples;
    if (protocol_ == Protocol::kCompletion) {
      ASSAY_ASSIGN_OR_RETURN(examples, Examples(rows));
    }
    return ForEachParsedRow(rows, [&](JsonValue json) -> Status {
      ASSAY_ASSIGN_OR_RETURN(Row row, Read(json));
      if (!family_.sanitized && (row.number < 11 || row.number > 510)) return {};
      EvalItem item;
      item.id = "Mbpp/" + std::to_string(row.number);
      item.language = kPython;
      item.problem_sha = Sha256Hex(CanonicalJson(json));
      item.prompt.protocol = protocol_;
      if (protocol_ == Protocol::kCompletion) {
        item.prompt.text = examples + Question(row) + "[BEGIN]\n";
        item.prompt.stop = {"[DONE]"};
      } else {
        item.prompt.messages = {{"user", Question(row)}};
      }
      Add(std::move(item), std::move(row));
      return {};
    });
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
    const Row& problem = row(item);
    const std::string tests = problem.setup + "\n" + Lines(problem.tests);
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
          std::find(kRewritten.begin(), kRewritten.end(), row(i).number) != kRewritten.end() &&
          family_.sanitized;
      if (!row(i).solution.empty()) {
        known.push_back(KnownProgram(i, row(i).solution, SampleState::kPassed,
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
  Result<Row> Read(JsonValue json) const {
    Row row;
    std::string number = ColumnText(json, {"task_id", "problem_id"});
    if (StartsWith(number, "Mbpp/")) number.erase(0, 5);
    row.number = std::atoi(number.c_str());
    row.text = WithoutQuotes(ColumnText(json, {"text", "prompt"}));
    row.solution = ColumnText(json, {"code", "canonical_solution"});
    row.setup = ColumnText(json, {"test_setup_code"}) + Lines(ColumnTexts(json, "test_imports"));
    row.tests = ColumnTexts(json, "test_list");
    if (row.number <= 0 || row.text.empty() || row.tests.empty()) {
      return LacksColumns("MBPP", "task_id, text (or prompt), code, test_list");
    }
    return row;
  }

  Result<std::string> Examples(const std::vector<std::string>& rows) const {
    std::string text;
    for (const int wanted : kExamples) {
      bool found = false;
      ASSAY_RETURN_IF_ERROR(ForEachParsedRow(rows, [&](JsonValue json) -> Status {
        ASSAY_ASSIGN_OR_RETURN(const Row row, Read(json));
        if (row.number != wanted || found) return {};
        found = true;
        text += Question(row) + "[BEGIN]\n" + row.solution + "\n[DONE]\n\n";
        return {};
      }));
      if (!found) {
        return InvalidField("eval.data", "--data",
                            "the completion protocol's examples are problems 2, 3 and 4, and the "
                            "file has no problem " +
                                std::to_string(wanted) +
                                ": name the whole file, or ask with --protocol chat");
      }
    }
    return text;
  }

  const Family family_;
  const Protocol protocol_;
};

Benchmark Make(const Family& family, std::string_view stem, std::string_view reversed) {
  return {InfoOf(family),
          [=](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
            ASSAY_ASSIGN_OR_RETURN(const RowSet set,
                                   ReadRowSet(options, InfoOf(family), {stem, reversed}));
            auto loaded = std::make_unique<LoadedMbpp>(set.files, family,
                                                       options.protocol.value_or(Protocol::kChat));
            ASSAY_RETURN_IF_ERROR(loaded->Load(set.rows));
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
