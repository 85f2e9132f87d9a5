// BigCodeBench (Zhuo et al. 2024): functions that call many libraries, judged by a unittest class;
// from a docstring (complete) or a sentence (instruct), all problems or the hard ones.
//
// Official: their evaluation in one driver (lab/eval/official/bigcodebench.py), calibrated, as it
// is by default: the prompt's imports and signature stand before the answer. Assay: the same
// without what their harness wraps, and only with tests that ran. In both the tests share a process
// with the program, since they mock what it calls. Problems whose libraries the environment lacks
// are left out: nobody could solve them there.
#include <array>

#include "base/text.h"
#include "lab/eval/benchmarks/benchmarks.h"
#include "lab/eval/benchmarks/python_benchmark.h"
#include "lab/eval/official/harness.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/python.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {
namespace {

struct Family {
  bool hard = false;
  bool instruct = false;
};

// EvalPlus' texts at which a completion ends, which BigCodeBench has taken over.
constexpr std::array<std::string_view, 11> kStop = {
    "<|endoftext|>", "<|endofmask|>", "</s>",      "\nif __name__", "\ndef main(", "\nprint(",
    "\ndef ",        "\nclass ",      "\nimport ", "\nfrom ",       "\nassert "};
constexpr std::string_view kAsk =
    "Please provide a self-contained Python script that solves the following problem in a markdown "
    "code block:\n";
// Questions to the environment have so many bytes of programs.
constexpr size_t kProbeBytes = size_t{1} << 20;

BenchmarkInfo InfoOf(const Family& family) {
  BenchmarkInfo info;
  info.name = std::string("bigcodebench-") + (family.hard ? "hard-" : "") +
              (family.instruct ? "instruct" : "complete");
  info.title = std::string("BigCodeBench-") + (family.hard ? "Hard, " : "Full, ") +
               (family.instruct ? "instruct" : "complete");
  info.wanted = family.hard ? "the Parquet file v0.1.4 of the hub's bigcode/bigcodebench-hard (148 "
                              "problems)"
                            : "the Parquet file v0.1.4 of the hub's bigcode/bigcodebench (1,140 "
                              "problems)";
  info.protocols = {Protocol::kChat};
  if (!family.instruct) info.protocols.push_back(Protocol::kCompletion);
  info.sampling = {.samples = 1, .temperature = 0.0, .top_p = {}, .max_tokens = 1280};
  info.deviations =
      "the libraries are those of --python (theirs has Python 3.10 with 70 of them pinned), and "
      "problems that need others are left out; there is no network; at most 8 GiB of memory; the "
      "search for the program follows their rules on Python's own syntax tree instead of "
      "tree-sitter's; the time limit is theirs for references of up to 240 s; time in which the "
      "host is too busy is given back";
  return info;
}

struct Problem {
  std::string complete_prompt, code_prompt, solution, test, entry_point;
};

// Imports and signature of a prompt whose row has no column of them: what stands before the
// docstring.
std::string BeforeDocstring(std::string_view prompt, const std::string& entry_point) {
  const size_t function = prompt.find("def " + entry_point);
  if (function == std::string_view::npos) return "";
  const size_t quotes = std::min(prompt.find("\"\"\"", function), prompt.find("'''", function));
  if (quotes == std::string_view::npos) return "";
  return std::string(prompt.substr(0, prompt.rfind('\n', quotes))) + "\n";
}

// The box has no network, and some solutions want one.
bool MayUseNetwork(const Problem& problem) {
  for (const std::string_view word : {"urllib", "requests", "socket", "smtplib", "ftplib", "http",
                                      "wikipedia", "nltk.download"}) {
    if (problem.solution.find(word) != std::string::npos) return true;
  }
  return false;
}

class LoadedBigCodeBench final : public RowBenchmark<Problem> {
 public:
  LoadedBigCodeBench(const Family& family, Protocol protocol)
      : family_(family), protocol_(protocol) {}

  Status Load(const BenchmarkOptions& options) {
    const auto on_row = [this](const Row& row) { return Read(row); };
    const std::string wanted = InfoOf(family_).wanted;
    ASSAY_RETURN_IF_ERROR(
        family_.hard ? ReadRows(options, wanted, on_row, &read_, {"bigcodebenchhard", "v0.1.4"})
                     : ReadRows(options, wanted, on_row, &read_, {"bigcodebench", "v0.1.4"}));
    return CheckRows(options, "there are no rows");
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    std::string text = answer.content;
    if (protocol_ == Protocol::kCompletion) {
      text = problem(item).complete_prompt + std::string(CutAtStop(text, StopTexts()));
      if (profile == GradeProfile::kAssay) return {std::move(text), "completion"};
    }
    if (profile == GradeProfile::kAssay) return LastBlock(text, PythonFenceNames());
    return {.code = std::move(text), .rule = "longest part that parses", .by_driver = true};
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const Problem& one = problem(item);
    BigCodeBenchTask task;
    task.entry_point = one.entry_point;
    task.code_prompt = one.code_prompt;
    task.test = one.test;
    task.program = *extracted.code;
    task.extract = extracted.by_driver;
    task.official = profile == GradeProfile::kOfficial;
    return BigCodeBenchEvaluation(task);
  }

  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                   std::string_view body) const override {
    return ReadOfficialAnswer(task, status, body,
                              LoadedBenchmark::ReadAnswer(item, profile, task, status, body));
  }

  std::vector<EnvironmentProbe> Probes(const std::vector<size_t>& items) const override {
    std::vector<EnvironmentProbe> probes;
    std::vector<std::vector<std::string>> texts;
    size_t bytes = 0;
    for (size_t i = 0; i < items.size(); ++i) {
      const Problem& one = problem(items[i]);
      if (probes.empty() || texts.empty()) probes.emplace_back();
      probes.back().items.push_back(items[i]);
      texts.push_back({one.complete_prompt + "\n" + one.solution, one.test});
      bytes += texts.back()[0].size() + texts.back()[1].size();
      if (bytes < kProbeBytes && i + 1 < items.size()) continue;
      probes.back().task = MissingModules(texts);
      texts.clear();
      bytes = 0;
    }
    return probes;
  }

  Result<std::vector<std::vector<std::string>>> ReadProbe(const EnvironmentProbe& probe, int status,
                                                          std::string_view body) const override {
    ASSAY_ASSIGN_OR_RETURN(auto missing, ReadMissingModules(probe.items.size(), status, body));
    for (std::vector<std::string>& names : missing) {
      for (std::string& name : names) name.insert(0, "module ");
    }
    return missing;
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> known;
    for (size_t i = 0; i < size(); ++i) {
      const Problem& one = problem(i);
      known.push_back(KnownProgram(
          i, one.complete_prompt + "\n" + one.solution, SampleState::kPassed,
          MayUseNetwork(one) ? "its solution may want a network, which there isn't" : ""));
      known.push_back(KnownProgram(i, one.code_prompt + "\n    raise NotImplementedError\n",
                                   SampleState::kFailed));
    }
    return known;
  }

 private:
  static std::vector<std::string> StopTexts() { return {kStop.begin(), kStop.end()}; }

  Status Read(const Row& row) {
    Problem problem;
    EvalItem item;
    ASSAY_ASSIGN_OR_RETURN(item.id, row.Filled({"task_id", "id"}));
    ASSAY_ASSIGN_OR_RETURN(problem.complete_prompt, row.Filled({"complete_prompt", "content"}));
    ASSAY_ASSIGN_OR_RETURN(problem.solution, row.Filled({"canonical_solution"}));
    ASSAY_ASSIGN_OR_RETURN(problem.test, row.Filled({"test"}));
    problem.entry_point = row.Text({"entry_point"});
    if (problem.entry_point.empty()) problem.entry_point = "task_func";
    problem.code_prompt = row.Text({"code_prompt"});
    if (problem.code_prompt.empty()) {
      problem.code_prompt = BeforeDocstring(problem.complete_prompt, problem.entry_point);
    }
    if (problem.code_prompt.empty()) {
      return row.Fault("has no 'code_prompt', and its prompt no function " + problem.entry_point);
    }
    item.language = kPython;
    item.problem_sha = row.Sha();
    item.prompt.protocol = protocol_;
    if (family_.instruct) {
      ASSAY_ASSIGN_OR_RETURN(const std::string asked, row.Filled({"instruct_prompt"}));
      item.prompt.messages = {
          {"user", std::string(kAsk) + std::string(TrimAsciiSpace(asked)) + "\n"}};
    } else if (protocol_ == Protocol::kCompletion) {
      item.prompt.text = problem.complete_prompt;
      item.prompt.stop = StopTexts();
    } else {
      item.prompt.messages = {{"user", std::string(kAsk) + "```\n" +
                                           std::string(TrimAsciiSpace(problem.complete_prompt)) +
                                           "\n```\n"}};
    }
    return Add(row, std::move(item), std::move(problem));
  }

  const Family family_;
  const Protocol protocol_;
};

Benchmark Make(const Family& family) {
  return {InfoOf(family),
          [family](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
            auto loaded = std::make_unique<LoadedBigCodeBench>(
                family, options.protocol.value_or(Protocol::kChat));
            ASSAY_RETURN_IF_ERROR(loaded->Load(options));
            return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
          }};
}

}  // namespace

std::vector<Benchmark> BigCodeBench() {
  return {Make({.hard = false, .instruct = false}), Make({.hard = false, .instruct = true}),
          Make({.hard = true, .instruct = false}), Make({.hard = true, .instruct = true})};
}

}  // namespace assay::eval
