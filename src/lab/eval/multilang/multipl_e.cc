#include "lab/eval/multilang/multipl_e.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "lab/eval/multilang/multipl_program.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/loaded_items.h"
#include "lab/eval/shared/rows.h"
#include "lab/eval/shared/run_answer.h"

namespace assay::eval {
namespace {

constexpr std::string_view kWanted =
    "rows of nuprl/MultiPL-E, one file a language: humaneval-cpp/test-00000-of-00001.parquet …";
// Of the prompts, programs and requests: a part of every verdict's key.
constexpr std::string_view kRules = "multipl_e-1";
constexpr int64_t kMemoryMb = 4096;
// SandboxFusion's freeform prompt.
constexpr std::string_view kAsk =
    "Please complete the above code according to the requirements in the docstring. Write the "
    "complete code and wrap it in markdown syntax. The code should not contain `Main` function.";

class LoadedMultiplE : public LoadedItems {
 public:
  explicit LoadedMultiplE(const BenchmarkOptions& options)
      : options_(options), protocol_(options.protocol.value_or(Protocol::kChat)) {}

  Status Load() {
    for (const std::string& name : options_.languages) {
      const MultiplLanguage* language = FindMultiplLanguage(name);
      if (language == nullptr) {
        return InvalidField("eval.languages", "languages",
                            "MultiPL-E has no language '" + name + "'; its names are cpp, cs, d …");
      }
      wanted_.push_back(language);
    }
    const auto on_row = [this](const Row& row) { return Add(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, std::string(kWanted), on_row, &read_));
    return CheckRows(options_, "no row is of a language asked for");
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    if (protocol_ == Protocol::kCompletion) {
      Extracted extracted;
      extracted.code = std::string(CutAtStop(answer.content, rows_[item].stops));
      extracted.rule = "stop tokens";
      return extracted;
    }
    const MultiplLanguage& language = *rows_[item].language;
    if (profile == GradeProfile::kAssay) return OwnBlock(item, answer.content);
    // Where it cuts at stop tokens it takes the first block of any language.
    return FirstBlock(answer.content, {language.fences,
                                       {.names = language.peer_stops ? std::vector<std::string>()
                                                                     : language.peer_fences}});
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const MultiplRow& row = rows_[item];
    const MultiplLanguage& language = *row.language;
    const bool official = profile == GradeProfile::kOfficial;
    JudgeBody body;
    body.language = JudgedAs(language, profile);
    body.mode = "run";
    body.include_output = true;
    if (protocol_ == Protocol::kCompletion) {
      body.code = CompletionProgram(row, *extracted.code);
    } else {
      body.code =
          official ? PeerChatProgram(row, *extracted.code) : OwnChatProgram(row, *extracted.code);
    }
    if (official) {
      // The reference's limits are on the wall; a runtime of several threads may use more CPU time.
      body.limits = {language.run_s * 4, language.run_s, kMemoryMb};
      if (language.compile_s > 0) {
        body.compile_limits = {language.compile_s * 4, language.compile_s, kMemoryMb};
      }
      body.compile_flags = language.official_flags;
    } else {
      body.limits = {language.run_s, language.run_s * 3, kMemoryMb};
      // A slow compiler is nobody's wrong answer.
      if (language.compile_s > 0) body.compile_limits = {120, 240, kMemoryMb};
    }
    return body.Task();
  }

  std::vector<std::string> LanguagesOf(size_t item, GradeProfile profile) const override {
    return {JudgedAs(*rows_[item].language, profile)};
  }

  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& /*task*/, int status,
                   std::string_view body) const override {
    const MultiplLanguage& language = *rows_[item].language;
    return ReadRun(status, body,
                   profile == GradeProfile::kOfficial ? language.official : language.assay);
  }

 private:
  static const std::string& JudgedAs(const MultiplLanguage& language, GradeProfile profile) {
    return profile == GradeProfile::kOfficial && !language.official_language.empty()
               ? language.official_language
               : language.language;
  }

  // The last block, unless that one only shows how an earlier one is called.
  Extracted OwnBlock(size_t item, const std::string& answer) const {
    const MultiplLanguage& language = *rows_[item].language;
    Extracted last = LastBlock(answer, {language.fences, {}});
    if (!last.code || Defines(rows_[item], *last.code)) return last;
    Extracted first = FirstBlock(answer, {language.fences, {.names = language.peer_fences}});
    return first.code && Defines(rows_[item], *first.code) ? first : last;
  }

  Status Add(const Row& row) {
    ASSAY_ASSIGN_OR_RETURN(const std::string name, row.Needed({"language", "lang"}));
    const MultiplLanguage* language = FindMultiplLanguage(name);
    if (!wanted_.empty() && std::find(wanted_.begin(), wanted_.end(), language) == wanted_.end()) {
      return Status();
    }
    if (language == nullptr) {
      LeaveOut("language " + name, "nothing here runs it");
      return Status();
    }
    MultiplRow parts;
    parts.language = language;
    ASSAY_ASSIGN_OR_RETURN(parts.prompt, row.Needed({"prompt"}));
    ASSAY_ASSIGN_OR_RETURN(parts.tests, row.Needed({"tests", "test"}));
    parts.stops = row.List({"stop_tokens"});
    EvalItem item;
    ASSAY_ASSIGN_OR_RETURN(item.cluster, row.Needed({"name", "task_id"}));
    item.id = language->names[0] + "/" + item.cluster;
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    item.language = language->language;
    if (protocol_ == Protocol::kCompletion) {
      item.prompt.protocol = Protocol::kCompletion;
      item.prompt.text = parts.prompt;
      item.prompt.stop = parts.stops;
    } else {
      const std::string& fence = language->fences[0];
      item.prompt.messages = {
          {"user", "```" + fence + "\n" + parts.prompt + "\n```\n\n" + std::string(kAsk)}};
    }
    PartWriter sha;
    sha.Add(kRules).Add(static_cast<int64_t>(protocol_)).Add(language->language);
    sha.Add(parts.prompt).Add(parts.tests).Add(static_cast<int64_t>(parts.stops.size()));
    for (const std::string& stop : parts.stops) sha.Add(stop);
    item.problem_sha = sha.Fingerprint();
    items_.push_back(std::move(item));
    rows_.push_back(std::move(parts));
    return Status();
  }

  const BenchmarkOptions options_;
  const Protocol protocol_;
  std::vector<const MultiplLanguage*> wanted_;  // empty: all
  std::vector<MultiplRow> rows_;                // by item
};

Result<std::unique_ptr<LoadedBenchmark>> Load(const BenchmarkOptions& options) {
  auto loaded = std::make_unique<LoadedMultiplE>(options);
  ASSAY_RETURN_IF_ERROR(loaded->Load());
  return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
}

}  // namespace

Benchmark MultiplEBenchmark() {
  Benchmark benchmark;
  benchmark.info.name = "multipl_e";
  benchmark.info.title = "MultiPL-E";
  benchmark.info.wanted = std::string(kWanted);
  benchmark.info.protocols = {Protocol::kChat, Protocol::kCompletion};
  benchmark.info.sampling.temperature = 0.2;
  benchmark.info.sampling.top_p = 0.95;
  benchmark.info.sampling.max_tokens = 1024;
  benchmark.info.takes_languages = true;
  benchmark.info.deviations =
      "toolchains are this server's own releases, with 4 GiB of memory; the reference has no chat "
      "protocol, so official "
      "asks, extracts and assembles as SandboxFusion does (but takes off PHP's closing tag, behind "
      "which no test would run), and runs and judges as the reference";
  benchmark.load = Load;
  return benchmark;
}

}  // namespace assay::eval
