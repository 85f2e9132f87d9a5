#include "lab/eval/answers/math.h"

#include <algorithm>
#include <cctype>
#include <memory>
#include <utility>

#include "base/text.h"
#include "base/work/fingerprint.h"
#include "lab/eval/answers/choices.h"
#include "lab/eval/answers/math_sets.h"
#include "lab/eval/shared/loaded_items.h"
#include "lab/eval/shared/rows.h"
#include "math/find/extract.h"
#include "math/profiles/profile.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

constexpr std::string_view kAskBox =
    "Please reason step by step, and put your final answer within \\boxed{}.";
constexpr std::string_view kAskLetter =
    "Please reason step by step, and put the letter of your final answer within \\boxed{}.";
// Of the prompt, the columns and the requests: a part of every verdict's key.
constexpr std::string_view kRules = "math-1";

AnswerText Says(std::string content) {
  AnswerText answer;
  answer.content = std::move(content);
  return answer;
}

AnswerText Boxes(const std::string& answer) {
  return Says("The final answer is $\\boxed{" + answer + "}$.");
}

// Answers of several parts come as a list of texts, each between dollar signs.
std::string GoldText(const Row& row) {
  const std::initializer_list<std::string_view> names = {
      "answer", "expected_answer", "final_answer", "gold", "target", "Answer", "solution"};
  const std::vector<std::string> parts = row.List(names);
  if (parts.empty()) return row.Text(names);
  std::string all;
  for (const std::string& part : parts) all += (all.empty() ? "" : ", ") + part;
  return all;
}

bool IsWhole(std::string_view text) {
  return !text.empty() && text.size() < 16 &&
         std::all_of(text.begin(), text.end(),
                     [](unsigned char c) { return std::isdigit(c) != 0; });
}

class LoadedMath : public LoadedItems {
 public:
  LoadedMath(const MathSet& set, const BenchmarkOptions& options) : set_(set), options_(options) {}

  Status Load() {
    const auto on_row = [this](const Row& row) { return Add(row); };
    ASSAY_RETURN_IF_ERROR(ReadRows(options_, std::string(set_.wanted), on_row, &read_));
    return CheckRows(options_, "the file has no row whose column 'dataset' names " +
                                   std::string(set_.name) + ", or no rows at all");
  }

  Extracted Extract(size_t /*item*/, const AnswerText& answer,
                    GradeProfile profile) const override {
    Extracted extracted;
    extracted.rule = "none";
    if (TrimAsciiSpace(answer.content).empty()) return extracted;
    // The judge is given the whole text, since where the answer is may depend on the gold; here it
    // is only asked whether there is one.
    const math::MathProfile* rules = math::FindProfile(ProfileName(profile));
    math::ExtractOptions how = rules->extract;
    how.expect_choice = set_.letters;
    const math::Extraction found = math::ExtractAnswer(answer.content, how);
    if (!found.found) return extracted;
    extracted.rule = std::string(math::ExtractRuleName(found.rule));
    extracted.code = answer.content;
    return extracted;
  }

  GradeTask Task(size_t item, const Extracted& extracted, GradeProfile profile) const override {
    JsonWriter json;
    json.BeginObject().Key("items").BeginArray().BeginObject();
    json.Key("gold").Bytes(golds_[item]).Key("response").Bytes(*extracted.code);
    json.EndObject().EndArray();
    json.Key("profile").String(ProfileName(profile));
    // A benchmark's number must not depend on a model that judges.
    json.Key("options").BeginObject().Key("second_opinion").String("off").EndObject();
    json.EndObject();
    return {GradeTask::Route::kMath, json.Take()};
  }

  std::vector<KnownSample> KnownSamples() const override {
    std::vector<KnownSample> samples;
    for (size_t i = 0; i < items_.size(); ++i) {
      const std::string& gold = golds_[i];
      // A whole solution states its answer itself.
      const bool bare = gold.find('\n') == std::string::npos && gold.find('$') == std::string::npos;
      samples.push_back({i, "gold", bare ? Boxes(gold) : Says(gold), SampleState::kPassed});
      if (set_.letters) {
        const std::string wrong(1, gold == "A" ? 'B' : 'A');
        samples.push_back({i, "known wrong", Boxes(wrong), SampleState::kFailed});
      } else if (IsWhole(gold)) {
        samples.push_back({i, "known wrong", Boxes(gold + "1"), SampleState::kFailed});
      }
    }
    return samples;
  }

 private:
  std::string_view ProfileName(GradeProfile profile) const {
    return profile == GradeProfile::kOfficial ? set_.official : math::kDefaultProfile;
  }

  bool IsOurs(const Row& row) const {
    if (set_.datasets.empty()) return true;
    const std::string dataset = row.Text({"dataset"});
    return dataset.empty() ||
           std::find(set_.datasets.begin(), set_.datasets.end(), dataset) != set_.datasets.end();
  }

  Status Add(const Row& row) {
    if (!IsOurs(row)) return Status();
    ASSAY_ASSIGN_OR_RETURN(std::string question,
                           row.Needed({"question", "problem", "Question", "input", "content"}));
    std::string gold;
    if (set_.letters) {
      ASSAY_ASSIGN_OR_RETURN(const Choices choices, ReadChoices(row, question));
      gold = std::string(1, choices.right);
      question += "\n\n" + choices.shown;
    } else {
      gold = GoldText(row);
      if (TrimAsciiSpace(gold).empty()) {
        return row.Fault("has no answer; name its column with --column answer=NAME");
      }
    }
    EvalItem item;
    item.id = row.Text({"problem_id", "unique_id", "id", "problem_idx", "Record ID", "idx"});
    if (item.id.empty()) item.id = std::string(set_.name) + "/" + std::to_string(row.number());
    ASSAY_RETURN_IF_ERROR(CheckNew(row, item.id));
    item.cluster = item.id;
    item.difficulty = row.Text({"difficulty", "level"});
    item.topic = row.Text({"subject", "subfield", "topic", "type", "High-level domain"});
    item.date = row.Text({"date"});
    const std::string_view ask = set_.letters ? kAskLetter : kAskBox;
    item.prompt.messages = {{"user", question + "\n\n" + std::string(ask)}};
    item.problem_sha =
        PartWriter().Add(kRules).Add(set_.official).Add(question).Add(gold).Fingerprint();
    items_.push_back(std::move(item));
    golds_.push_back(std::move(gold));
    return Status();
  }

  const MathSet& set_;  // of a table that stays
  const BenchmarkOptions options_;
  std::vector<std::string> golds_;  // by item
};

Result<std::unique_ptr<LoadedBenchmark>> LoadMath(const MathSet& set,
                                                  const BenchmarkOptions& options) {
  auto loaded = std::make_unique<LoadedMath>(set, options);
  ASSAY_RETURN_IF_ERROR(loaded->Load());
  return std::unique_ptr<LoadedBenchmark>(std::move(loaded));
}

}  // namespace

std::vector<Benchmark> MathBenchmarks() {
  std::vector<Benchmark> all;
  for (const MathSet& set : MathSets()) {
    Benchmark benchmark;
    benchmark.info.name = std::string(set.name);
    benchmark.info.title = std::string(set.title);
    benchmark.info.wanted = std::string(set.wanted);
    benchmark.info.protocols = {Protocol::kChat};
    benchmark.info.sampling.samples = set.samples;
    benchmark.info.sampling.temperature = 0.6;
    benchmark.info.sampling.top_p = 0.95;
    benchmark.info.sampling.max_tokens = 32768;
    benchmark.info.deviations =
        "official finds answers in the order of the profile '" + std::string(set.official) +
        "' of the math verifier, and compares them by our rules" +
        (set.letters ? "; no harness fixes the order of the options: ours depends on the question"
                     : "");
    benchmark.load = [&set](const BenchmarkOptions& options) { return LoadMath(set, options); };
    all.push_back(std::move(benchmark));
  }
  return all;
}

}  // namespace assay::eval
