// Benchmark: rows of a data set -> prompt -> extraction -> what is judged -> how the verdict reads.
// One benchmark is one file in lab/eval/benchmarks (or a family that shares its rules), listed in
// its table; nobody else knows one by name. It starts no process and meets no network: judging is a
// request to service::Judge, in this process or on a server.
//
// A LoadedBenchmark is immutable and thread-safe.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "lab/eval/model/item.h"
#include "lab/eval/model/outcome.h"

namespace assay::eval {

// A file that a benchmark was loaded from; the manifest has it.
struct DataFile {
  std::string name;    // without folders
  std::string sha256;  // hex, of the bytes as they lie on the disk
  int64_t rows = 0;    // that the file has, before any window
};

// The settings of a run that change which items there are or what they ask.
struct BenchmarkOptions {
  std::vector<std::string> data;       // files or one folder, as given with --data
  std::string begin_date, end_date;    // inclusive, "2024-10-05"; empty: open
  std::string version;                 // "release_v5"; empty: all that the data holds
  std::vector<std::string> languages;  // empty: all there are
  std::optional<Protocol> protocol;    // none: the benchmark's first
  std::vector<std::pair<std::string, std::string>> columns;  // "question=problem": a mapping
  std::string python;       // of a prepared environment (BigCodeBench)
  std::string rubric;       // file with the rubrics that score own rows
  double pass_at = 1;       // the least score that passes, of own rows and of an environment's
  std::string environment;  // its folder
  std::string rows;         // of it: "tasks", "evaluation"; empty: evaluation where it has some
};

// A model's answer to an item, as it came.
struct AnswerText {
  std::string content;         // without the reasoning
  std::string reasoning = {};  // empty: none was split off
  bool truncated = false;
  // The content is a program already, taken out by somebody else: it is graded as it stands.
  bool is_program = false;
};

// What is graded of an answer.
struct Extracted {
  std::optional<std::string> code;  // program or final answer; none: nothing was found
  std::string rule;                 // which rule found it, for people: "last fence"
  // `code` is the whole answer; the harness's driver takes the program out in the box, by rules
  // that need the language's own parser.
  bool by_driver = false;
  // Without code: what the answer is worth by the harness's rules. Where it leaves such answers out
  // of its count, kMasked.
  SampleState otherwise = SampleState::kFailed;
};

// A request to the judge.
struct GradeTask {
  enum class Route { kVerify, kMath, kScore };
  Route route = Route::kVerify;
  std::string body;  // of POST /v1/verify (one submission), /v1/math/verify or /v1/score
};

struct Grade {
  SampleState state = SampleState::kErrored;
  std::optional<double> partial;
  std::string answer;   // see Outcome
  std::string reason;   // "AC", "WA:wrong_answer"
  std::string message;  // a sentence for people; may be empty
  // Words of a harness that judges in parts, by part: {"base", "pass"}, {"plus", "timeout"}.
  std::vector<std::pair<std::string, std::string>> parts = {};
};

// Items of the data that are in no score because they can't be judged here. Said wherever the score
// is, with their number: what is left out is never counted as wrong.
struct LeftOut {
  std::string what;  // "language swift", "module pandas"
  std::string why;   // a sentence with what to do about it
  int64_t items = 0;
};

// A question to the judge's environment, asked before any model is: whether it has what these items
// import.
struct EnvironmentProbe {
  std::vector<size_t> items;
  GradeTask task;
};

// A sample whose grade is known beforehand, for `assay eval --self-check`.
struct KnownSample {
  size_t item = 0;
  std::string kind;  // "gold", "known wrong"
  AnswerText answer;
  SampleState expected = SampleState::kPassed;
  // Why the sample may disagree: an erratum of the data set. Listed, not counted.
  std::string erratum = {};
};

class LoadedBenchmark {
 public:
  virtual ~LoadedBenchmark() = default;

  virtual const std::vector<EvalItem>& items() const = 0;
  virtual const std::vector<DataFile>& files() const = 0;

  virtual Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const = 0;
  // Of an answer that is a program already (AnswerText::is_program). The default takes it as it
  // stands; a harness that refuses some unseen does so here, too.
  virtual Extracted TakeProgram(size_t item, const AnswerText& answer, GradeProfile profile) const;
  // REQUIRES: extracted.code.
  virtual GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const = 0;
  // `status` and `body` of the judge's answer. The default reads a result of the task's route:
  // accepted is kPassed, a fault of the infrastructure kErrored, one that is masked kMasked.
  virtual Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& task, int status,
                           std::string_view body) const;
  // Languages of the judge that judging the item takes, by their ids. The default: the item's own.
  virtual std::vector<std::string> LanguagesOf(size_t item, GradeProfile profile) const;
  // What has to be known of the environment beside its languages. The default: nothing.
  virtual std::vector<EnvironmentProbe> Probes(const std::vector<size_t>& /*items*/) const {
    return {};
  }
  // For each item of the probe what the environment lacks, one "module pandas" for each thing. An
  // Error: the answer says nothing.
  virtual Result<std::vector<std::vector<std::string>>> ReadProbe(const EnvironmentProbe& probe,
                                                                  int status,
                                                                  std::string_view body) const;
  // Rows that became no items, whatever the judge has.
  virtual std::vector<LeftOut> RowsLeftOut() const { return {}; }
  // The most tokens of an answer, where the data says it; it goes before DefaultSampling's.
  virtual std::optional<int64_t> ResponseTokens() const { return std::nullopt; }
  // Whether who judges needs sandboxes that live.
  virtual bool NeedsSandboxes() const { return false; }
  // Empty: the data has no answers of its own.
  virtual std::vector<KnownSample> KnownSamples() const { return {}; }
};

// What a user gets without options.
struct DefaultSampling {
  int samples = 1;
  std::optional<double> temperature;
  std::optional<double> top_p;
  std::optional<int> max_tokens;
};

struct BenchmarkInfo {
  std::string name;    // "humanevalplus", as on the command line
  std::string title;   // "HumanEval+ 0.1.10"
  std::string wanted;  // the exact file to put where: "HumanEvalPlus-v0.1.10.jsonl.gz of …"
  std::vector<Protocol> protocols;
  DefaultSampling sampling;
  // Whose rules there are; where both are the same, one.
  std::vector<GradeProfile> profiles = {GradeProfile::kOfficial, GradeProfile::kAssay};
  bool takes_rubric = false;       // BenchmarkOptions::rubric
  bool takes_dates = false;        // begin_date and end_date
  bool takes_version = false;      // version
  bool takes_languages = false;    // languages
  bool takes_environment = false;  // BenchmarkOptions::environment, and no data
  std::string deviations;  // what `official` can't reproduce here, a sentence; empty: nothing
};

struct Benchmark {
  BenchmarkInfo info;
  std::function<Result<std::unique_ptr<LoadedBenchmark>>(const BenchmarkOptions& options)> load;
};

}  // namespace assay::eval
