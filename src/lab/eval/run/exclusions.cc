#include "lab/eval/run/exclusions.h"

#include <algorithm>
#include <set>
#include <unordered_map>

#include "lab/eval/run/grading.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::eval {
namespace {

Error Unfit(std::string message) {
  return Error{ErrorCode::kUnavailable, "eval.judge", 0, std::move(message)};
}

std::string ProblemOf(JsonValue toolchain) {
  const JsonValue available = toolchain.Find("available");
  if (!available.Is(JsonType::kBool) || !available.Bool()) {
    const std::string problem = TextAt(toolchain, "problem");
    return problem.empty() ? "its toolchain isn't there" : problem;
  }
  if (TextAt(toolchain, "self_test") != "failed") return "";
  return "its toolchain fails its self-test: " + TextAt(toolchain, "self_test_problem");
}

// Counts items by what they lack; an item may lack several things.
class Ledger {
 public:
  void Add(size_t item, const std::string& what, const std::string& why) {
    items_.insert(item);
    const auto [found, is_new] = places_.emplace(what, reasons_.size());
    if (is_new) reasons_.push_back({what, why, 0});
    ++reasons_[found->second].items;
  }
  bool Has(size_t item) const { return items_.count(item) > 0; }

  // With the rows that never became items; what most items lack stands first.
  rollout::ManifestLeftOut Close(const std::vector<LeftOut>& rows) {
    rollout::ManifestLeftOut all;
    all.items = static_cast<int64_t>(items_.size());
    all.reasons = std::move(reasons_);
    for (const LeftOut& row : rows) {
      all.items += row.items;
      all.reasons.push_back({row.what, row.why, row.items});
    }
    std::stable_sort(all.reasons.begin(), all.reasons.end(),
                     [](const auto& a, const auto& b) { return a.items > b.items; });
    return all;
  }

 private:
  std::set<size_t> items_;
  std::unordered_map<std::string, size_t> places_;
  std::vector<rollout::ManifestLeftOut::Reason> reasons_;
};

std::set<std::string> LanguagesOf(const LoadedBenchmark& benchmark, size_t item,
                                  const std::vector<GradeProfile>& profiles) {
  std::set<std::string> names;
  for (const GradeProfile profile : profiles) {
    for (std::string& name : benchmark.LanguagesOf(item, profile)) names.insert(std::move(name));
  }
  return names;
}

void CheckLanguages(const LoadedBenchmark& benchmark, const std::vector<GradeProfile>& profiles,
                    const JudgeLanguages& languages, const std::vector<size_t>& items,
                    Ledger* ledger) {
  for (const size_t item : items) {
    for (const std::string& name : LanguagesOf(benchmark, item, profiles)) {
      const auto found = languages.find(name);
      if (found != languages.end() && found->second.problem.empty()) continue;
      ledger->Add(
          item, "language " + name,
          found == languages.end() ? "the judge knows no such language" : found->second.problem);
    }
  }
}

Status CheckEnvironment(const LoadedBenchmark& benchmark, const std::vector<size_t>& items,
                        service::Judge& judge, Ledger* ledger) {
  for (const EnvironmentProbe& probe : benchmark.Probes(items)) {
    ASSAY_ASSIGN_OR_RETURN(const service::Answer answer, AskJudge(probe.task, judge));
    ASSAY_ASSIGN_OR_RETURN(const auto lacks,
                           benchmark.ReadProbe(probe, answer.status, answer.body));
    for (size_t i = 0; i < probe.items.size(); ++i) {
      for (const std::string& what : lacks[i]) {
        ledger->Add(probe.items[i], what,
                    "the environment lacks it: install it, or name another with --python");
      }
    }
  }
  return {};
}

void Remove(const Ledger& ledger, std::vector<size_t>* items) {
  items->erase(
      std::remove_if(items->begin(), items->end(), [&](size_t item) { return ledger.Has(item); }),
      items->end());
}

}  // namespace

Result<JudgeLanguages> ReadLanguages(std::string_view info) {
  JsonError error;
  const std::optional<JsonDocument> document = JsonDocument::Parse(info, &error);
  const JsonValue list = document ? document->root().Find("toolchains") : JsonValue();
  if (!list.Is(JsonType::kArray)) return Unfit("the judge doesn't say which languages it has");
  JudgeLanguages languages;
  for (const JsonValue toolchain : list.Items()) {
    languages[TextAt(toolchain, "language")] = {TextAt(toolchain, "version"), ProblemOf(toolchain)};
  }
  return languages;
}

Result<JudgeFitness> LeaveOutUnjudgeable(const LoadedBenchmark& benchmark,
                                         const std::vector<GradeProfile>& profiles,
                                         service::Judge& judge, Selection* selection) {
  ASSAY_ASSIGN_OR_RETURN(const service::Answer info, judge.Info());
  if (info.status != 200) {
    return Unfit("the judge answers /v1/info with " + std::to_string(info.status));
  }
  ASSAY_ASSIGN_OR_RETURN(const JudgeLanguages languages, ReadLanguages(info.body));
  Ledger ledger;
  CheckLanguages(benchmark, profiles, languages, selection->whole, &ledger);
  Remove(ledger, &selection->whole);
  ASSAY_RETURN_IF_ERROR(CheckEnvironment(benchmark, selection->whole, judge, &ledger));
  Remove(ledger, &selection->whole);
  Remove(ledger, &selection->part);

  JudgeFitness fitness;
  std::set<std::string> used;
  for (const size_t item : selection->whole) used.merge(LanguagesOf(benchmark, item, profiles));
  for (const std::string& name : used) {
    fitness.toolchains.emplace_back(name, languages.find(name)->second.version);
  }
  fitness.left_out = ledger.Close(benchmark.RowsLeftOut());
  if (selection->part.empty()) {
    return Unfit("nothing is left to ask: " + rollout::Describe(fitness.left_out));
  }
  return fitness;
}

}  // namespace assay::eval
