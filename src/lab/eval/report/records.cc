#include "lab/eval/report/records.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/enum_names.h"
#include "lab/eval/report/items_file.h"
#include "text/canonical_json.h"
#include "text/json_reader.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

inline constexpr auto kProfileNames = MakeEnumNames<GradeProfile>(
    {{GradeProfile::kOfficial, "official"}, {GradeProfile::kAssay, "assay"}});
static_assert(kProfileNames.IsWholeUpTo(GradeProfile::kAssay));

inline constexpr auto kStateNames =
    MakeEnumNames<SampleState>({{SampleState::kPassed, "passed"},
                                {SampleState::kFailed, "failed"},
                                {SampleState::kMasked, "masked"},
                                {SampleState::kErrored, "errored"}});
static_assert(kStateNames.IsWholeUpTo(SampleState::kErrored));

constexpr char kRunInfoFile[] = "run_info.json";

using SampleKey = std::pair<std::string, int64_t>;

// What the report needs of an answer, without its text.
struct AnswerNote {
  std::string error;  // its kind; empty: there is an answer
  bool truncated = false;
};

struct Answers {
  std::map<SampleKey, AnswerNote> notes;
  int64_t rows = 0;
  int64_t attempts = 0;
};

Result<Answers> ReadAnswers(const rollout::RunFolder& folder, RunRecords* records) {
  Answers answers;
  ASSAY_RETURN_IF_ERROR(folder.ForEachGeneration([&](const rollout::GenerationRecord& row) {
    ++answers.rows;
    answers.attempts += row.attempts;
    AnswerNote note{row.error ? row.error->kind : "", row.truncated};
    const auto [found, is_new] = answers.notes.try_emplace({row.item, row.sample}, note);
    // Of two rows for one sample (asked by another key before) an answer goes before a failure.
    if (!is_new && !found->second.error.empty()) found->second = std::move(note);
    if (row.error) return Status();
    if (!row.model.empty()) ++records->models[row.model];
    const rollout::TokenUsage& usage = row.usage;
    if (usage.prompt || usage.completion) ++records->tokens.answers;
    records->tokens.prompt += usage.prompt.value_or(0);
    records->tokens.completion += usage.completion.value_or(0);
    records->tokens.reasoning += usage.reasoning.value_or(0);
    return Status();
  }));
  return answers;
}

Outcome OutcomeOf(const rollout::VerdictRecord& row) {
  Outcome outcome;
  outcome.state = kStateNames.Find(row.state).value_or(SampleState::kErrored);
  outcome.flags = {row.truncated, row.empty, row.unextracted};
  outcome.partial = row.partial;
  outcome.answer = row.answer;
  outcome.reason = row.reason;
  return outcome;
}

Outcome WithoutVerdict(const Answers& answers, const SampleKey& key) {
  Outcome outcome;
  outcome.state = SampleState::kErrored;
  const auto found = answers.notes.find(key);
  if (found == answers.notes.end()) {
    outcome.reason = "not asked";
  } else if (!found->second.error.empty()) {
    outcome.reason = "generation:" + found->second.error;
  } else {
    outcome.reason = "not judged";
    outcome.flags.truncated = found->second.truncated;
  }
  return outcome;
}

std::vector<Outcome> OutcomesOf(const RunRecords& records, const Answers& answers,
                                const VerdictsBySample& verdicts) {
  std::vector<Outcome> outcomes;
  for (size_t item = 0; item < records.items.size(); ++item) {
    for (int64_t sample = 0; sample < records.samples[item]; ++sample) {
      const SampleKey key{records.items[item].id, sample};
      const auto found = verdicts.find(key);
      Outcome outcome =
          found == verdicts.end() ? WithoutVerdict(answers, key) : OutcomeOf(found->second);
      outcome.item = item;
      outcome.sample = sample;
      outcomes.push_back(std::move(outcome));
    }
  }
  return outcomes;
}

std::string RunInfoOf(const rollout::RunFolder& folder, const Answers& answers) {
  JsonWriter json;
  json.BeginObject().Key("answer_rows").Int(answers.rows);
  json.Key("requests").Int(answers.attempts);
  json.Key("torn_bytes").Int(folder.damage().torn_bytes);
  json.Key("damaged_rows").Int(folder.damage().damaged_rows);
  if (const auto recorded = folder.ReadFile(kRunInfoFile); recorded.ok()) {
    JsonError error;
    const auto document = JsonDocument::Parse(*recorded, &error);
    if (document && document->root().Is(JsonType::kObject)) {
      json.Key("recorded").Raw(CanonicalJson(document->root()));
    }
  }
  return json.EndObject().Take();
}

}  // namespace

std::string_view NameOf(GradeProfile profile) {
  return kProfileNames.NameOf(profile);
}

std::optional<GradeProfile> ProfileOfName(std::string_view name) {
  return kProfileNames.Find(name);
}

std::string_view NameOf(SampleState state) {
  return kStateNames.NameOf(state);
}

VerdictsBySample VerdictsOf(const rollout::RunFolder& folder, const std::vector<EvalItem>& items,
                            GradeProfile profile) {
  std::map<std::string_view, std::string_view> problems;
  for (const EvalItem& item : items) problems.emplace(item.id, item.problem_sha);
  const std::string& rules = folder.manifest().rules;
  VerdictsBySample chosen;
  // In the order of their keys, so that the choice is the same whatever the order of the rows.
  for (rollout::VerdictRecord& row : folder.Verdicts()) {
    if (row.profile != NameOf(profile)) continue;
    const auto problem = problems.find(row.item);
    if (problem == problems.end() ||
        row.key != rollout::VerdictKey(row.generation, problem->second, row.profile, rules)) {
      continue;
    }
    const auto found = chosen.find({row.item, row.sample});
    if (found == chosen.end()) {
      SampleKey key{row.item, row.sample};
      chosen.emplace(std::move(key), std::move(row));
    } else if (found->second.state == rollout::kErroredState &&
               row.state != rollout::kErroredState) {
      found->second = std::move(row);
    }
  }
  return chosen;
}

Result<RunRecords> ReadRun(const rollout::RunFolder& folder) {
  RunRecords records;
  records.manifest = folder.manifest();
  const Result<std::string> text = folder.ReadFile(kItemsFile);
  if (!text.ok()) {
    return Error{ErrorCode::kInvalidArgument, "eval.report", 0,
                 fmt::format("{} has no readable {}: start the run again in it, which writes the "
                             "file and asks only for what is missing",
                             folder.path(), kItemsFile)};
  }
  ASSAY_ASSIGN_OR_RETURN(std::vector<ItemRow> rows, ParseItems(*text));
  std::sort(rows.begin(), rows.end(),
            [](const ItemRow& a, const ItemRow& b) { return a.item.id < b.item.id; });
  for (ItemRow& row : rows) {
    records.items.push_back(std::move(row.item));
    records.samples.push_back(row.samples.value_or(records.manifest.samples));
  }
  ASSAY_ASSIGN_OR_RETURN(const Answers answers, ReadAnswers(folder, &records));
  const std::vector<std::string>& wanted = records.manifest.profiles;
  for (const GradeProfile profile : kGradeProfiles) {
    if (std::find(wanted.begin(), wanted.end(), NameOf(profile)) == wanted.end()) continue;
    records.profiles.push_back(
        {profile, OutcomesOf(records, answers, VerdictsOf(folder, records.items, profile))});
  }
  records.run_info = RunInfoOf(folder, answers);
  return records;
}

}  // namespace assay::eval
