#include "lab/eval/multilang/text_sets.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "lab/eval/multilang/text_set_languages.h"
#include "lab/eval/shared/answer_code.h"
#include "lab/eval/shared/judge_body.h"
#include "lab/eval/shared/loaded_items.h"
#include "lab/eval/shared/rows.h"

namespace assay::eval {
namespace {

constexpr int64_t kMemoryMb = 4096;
constexpr double kCompileS = 100;
constexpr std::string_view kAsk =
    "Please complete the above code according to the requirements in the docstring. Write the "
    "complete code and wrap it in markdown syntax. The code should not contain `Main` function.";

struct TextSet {
  std::string_view name;
  std::string_view title;
  std::string_view wanted;
  std::string_view rules;  // a part of every verdict's key
  double run_s = 30;       // of the reference, on the wall
  const std::vector<TextSetLanguage>* languages = nullptr;
};

class LoadedTextSet : public LoadedItems {
 public:
  LoadedTextSet(const TextSet& set, const BenchmarkOptions& options)
      : set_(set), options_(options), protocol_(options.protocol.value_or(Protocol::kCompletion)) {}

  Status Load() {
    for (const std::string& name : options_.languages) {
      const TextSetLanguage* language = Find(name);
      if (language == nullptr || language->language.empty()) {
        return InvalidField("eval.languages", "languages",
                            std::string(set_.title) + " can't be run in '" + name + "'" +
                                (language == nullptr ? "" : ": " + language->why_not));
      }
    }
    const auto on_row = [this](const Row& row) { return Add(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, std::string(set_.wanted), on_row, &read_));
    return CheckRows(options_, "no row is of a language that can be run here");
  }

  Extracted Extract(size_t item, const AnswerText& answer, GradeProfile profile) const override {
    Extracted extracted;
    if (protocol_ == Protocol::kCompletion) {
      extracted.code = answer.content;
      extracted.rule = "completion";
      return extracted;
    }
    const Fences fences = {languages_[item]->fences, {.names = languages_[item]->fences}};
    return profile == GradeProfile::kOfficial ? FirstBlock(answer.content, fences)
                                              : LastBlock(answer.content, fences);
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    const TextRow& row = rows_[item];
    const TextSetLanguage& language = *languages_[item];
    const bool official = profile == GradeProfile::kOfficial;
    const std::string text = protocol_ == Protocol::kCompletion
                                 ? row.prompt + *extracted.code
                                 : ChatText(row, language.language, *extracted.code);
    JudgeBody body;
    body.language = language.language;
    body.code = language.program(row, text);
    body.mode = "run";
    body.include_output = true;
    body.files = language.files;
    if (official) {
      body.limits = {set_.run_s * 4, set_.run_s, kMemoryMb};
      body.compile_limits = {kCompileS * 4, kCompileS, kMemoryMb};
      body.compile_flags = language.official_flags;
    } else {
      body.limits = {set_.run_s, set_.run_s * 3, kMemoryMb};
      body.compile_limits = {kCompileS * 2, kCompileS * 4, kMemoryMb};
    }
    return body.Task();
  }

  Grade ReadAnswer(size_t item, GradeProfile profile, const GradeTask& /*task*/, int status,
                   std::string_view body) const override {
    const TextSetLanguage& language = *languages_[item];
    return ReadRun(status, body,
                   profile == GradeProfile::kOfficial ? language.official : language.assay);
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> samples;
    for (size_t i = 0; i < items_.size(); ++i) {
      if (solutions_[i].empty()) continue;
      // The solutions go on with the prompt.
      AnswerText gold, wrong;
      gold.content = Answer(i, solutions_[i]);
      samples.push_back({i, "gold", std::move(gold), SampleState::kPassed, Erratum(i)});
      // A function of nothing: whatever the language, it doesn't do what is asked.
      wrong.content = Answer(i, "");
      samples.push_back({i, "known wrong", std::move(wrong), SampleState::kFailed});
    }
    return samples;
  }

 private:
  std::string Erratum(size_t item) const {
    const auto& errata = languages_[item]->errata;
    const auto own = errata.find(items_[item].id);
    const auto known = own != errata.end() ? own : errata.find("*");
    return known == errata.end() ? "" : known->second;
  }

  std::string Answer(size_t item, const std::string& solution) const {
    if (protocol_ == Protocol::kCompletion) return solution;
    return "```" + languages_[item]->fences[0] + "\n" + rows_[item].prompt + solution + "\n```";
  }

  // By our name or the rows'.
  const TextSetLanguage* Find(std::string_view name) const {
    for (const TextSetLanguage& language : *set_.languages) {
      if (language.name == name || (!name.empty() && language.language == name)) return &language;
    }
    return nullptr;
  }

  bool IsWanted(const TextSetLanguage& language) const {
    if (options_.languages.empty()) return true;
    return std::any_of(options_.languages.begin(), options_.languages.end(),
                       [&](const std::string& name) { return Find(name) == &language; });
  }

  Status Add(const Row& row) {
    ASSAY_ASSIGN_OR_RETURN(const std::string id, row.Needed({"task_id"}));
    std::string name = row.Text({"language", "lang"});
    if (name.empty()) name = AsciiLower(id.substr(0, id.find('/')));
    if (name == "javascript" && Find(name) == nullptr) name = "js";
    const TextSetLanguage* language = Find(name);
    if (language == nullptr) return row.Fault("is in '" + name + "', which nobody here knows");
    if (!IsWanted(*language)) return Status();
    // What can't be run is no wrong answer.
    if (language->language.empty()) {
      LeaveOut("language " + language->name, language->why_not);
      return Status();
    }
    TextRow parts;
    ASSAY_ASSIGN_OR_RETURN(parts.prompt, row.Needed({"prompt"}));
    ASSAY_ASSIGN_OR_RETURN(parts.test, row.Needed({"test"}));
    parts.declaration = row.Text({"declaration"});
    parts.entry_point = row.Text({"entry_point"});
    EvalItem item;
    item.id = id;
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    const size_t slash = id.find('/');
    item.cluster = slash == std::string::npos ? id : id.substr(slash + 1);
    item.language = language->language;
    if (protocol_ == Protocol::kCompletion) {
      item.prompt.protocol = Protocol::kCompletion;
      item.prompt.text = parts.prompt;
    } else {
      item.prompt.messages = {{"user", "```" + language->fences[0] + "\n" + parts.prompt +
                                           "\n```\n\n" + std::string(kAsk)}};
    }
    PartWriter sha;
    sha.Add(set_.rules).Add(static_cast<int64_t>(protocol_)).Add(language->language);
    item.problem_sha = sha.Add(parts.prompt).Add(parts.test).Add(parts.entry_point).Fingerprint();
    items_.push_back(std::move(item));
    rows_.push_back(std::move(parts));
    languages_.push_back(language);
    solutions_.push_back(row.Text({"canonical_solution"}));
    return Status();
  }

  const TextSet& set_;  // of a table that stays
  const BenchmarkOptions options_;
  const Protocol protocol_;
  // By item.
  std::vector<TextRow> rows_;
  std::vector<const TextSetLanguage*> languages_;
  std::vector<std::string> solutions_;  // empty: the row has none
};

Benchmark MakeBenchmark(const TextSet& set) {
  Benchmark benchmark;
  benchmark.info.name = std::string(set.name);
  benchmark.info.title = std::string(set.title);
  benchmark.info.wanted = std::string(set.wanted);
  benchmark.info.protocols = {Protocol::kCompletion, Protocol::kChat};
  benchmark.info.sampling.temperature = 0.2;
  benchmark.info.sampling.top_p = 0.95;
  benchmark.info.sampling.max_tokens = 1024;
  std::string of_languages;
  for (const TextSetLanguage& language : *set.languages) {
    if (language.language.empty()) {
      of_languages += "; left out: " + language.name + ", " + language.why_not;
    }
    if (!language.stand_in.empty()) of_languages += "; " + language.name + ": " + language.stand_in;
  }
  benchmark.info.takes_languages = true;
  benchmark.info.deviations =
      "toolchains are this server's own releases, with 4 GiB of memory; the reference has no chat "
      "protocol" +
      of_languages;
  benchmark.load =
      [&set](const BenchmarkOptions& options) -> Result<std::unique_ptr<LoadedBenchmark>> {
    auto loaded = std::make_unique<LoadedTextSet>(set, options);
    ASSAY_RETURN_IF_ERROR(loaded->Load());
    return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
  };
  return benchmark;
}

}  // namespace

Benchmark HumanEvalX() {
  static const TextSet set = {"humaneval_x",
                              "HumanEval-X",
                              "humaneval_{python,cpp,java,js,go}.jsonl.gz of THUDM/CodeGeeX",
                              "humaneval_x-1",
                              500,  // what its own script passes
                              &HumanEvalXLanguages()};
  return MakeBenchmark(set);
}

Benchmark Mbxp() {
  static const TextSet set = {"mbxp",   "MBXP", "mb*_release_v1*.jsonl of amazon-science/mxeval",
                              "mbxp-1", 30,     &MbxpLanguages()};
  return MakeBenchmark(set);
}

}  // namespace assay::eval
