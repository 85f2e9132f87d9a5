#include "lab/synth/run/outcome_book.h"

#include <vector>

#include "base/work/fingerprint.h"
#include "text/json_member.h"
#include "text/json_reader.h"

namespace assay::synth {
namespace {

// Raised with every change that may end in another outcome for the same problem.
constexpr int64_t kRules = 1;

void AddJudge(const std::optional<Judge>& judge, PartWriter* parts) {
  parts->Add(judge ? 1 : 0);
  if (judge) parts->Add(judge->comparison).Add(judge->checker);
}

}  // namespace

std::string OutcomeKey(const SynthProblem& problem, const SynthesisOptions& options) {
  PartWriter parts;
  parts.Add(kRules).Add(problem.id).Add(problem.statement);
  parts.Add(std::to_string(problem.cpu_time_s)).Add(problem.memory_mb);
  parts.Add(static_cast<int64_t>(problem.tests.size()));
  for (const SynthTest& test : problem.tests) parts.Add(test.input).Add(test.expected);
  parts.Add(static_cast<int64_t>(problem.solutions.size()));
  for (const Solution& solution : problem.solutions) {
    parts.Add(solution.name).Add(solution.right ? 1 : 0).Add(solution.language).Add(solution.code);
    parts.Add(static_cast<int64_t>(solution.files.size()));
    for (const auto& [path, text] : solution.files) parts.Add(path).Add(text);
    parts.Add(static_cast<int64_t>(solution.outputs.size()));
    for (const auto& output : solution.outputs) parts.Add(output ? 1 : 0).Add(output.value_or(""));
  }
  AddJudge(problem.given, &parts);
  parts.Add(PromptText(options.form)).Add(options.attempts).Add(options.ask_anyway ? 1 : 0);
  parts.Add(static_cast<int64_t>(options.trials.seed));
  parts.Add(static_cast<int64_t>(options.trials.mutated_tests));
  return parts.Fingerprint();
}

Result<std::unique_ptr<OutcomeBook>> OutcomeBook::Open(const std::string& path) {
  std::unique_ptr<OutcomeBook> book(new OutcomeBook);
  std::map<std::string, rollout::RowFile::Place> places;
  ASSAY_ASSIGN_OR_RETURN(
      book->rows_,
      rollout::RowFile::Open(path, rollout::RowFile::Use::kAppend,
                             [&](rollout::RowFile::Place place, std::string_view line) {
                               JsonError error;
                               const auto row = JsonDocument::Parse(line, &error);
                               // A damaged line is none: its problem is done again.
                               if (row) places[TextAt(row->root(), "key")] = place;
                             }));
  MutexLock lock(book->mutex_);
  book->places_ = std::move(places);
  return book;
}

bool OutcomeBook::Has(const std::string& key) const {
  MutexLock lock(mutex_);
  return places_.count(key) > 0;
}

Status OutcomeBook::Add(const std::string& key, std::string_view json) {
  const std::string line = "{\"key\":\"" + key + "\",\"outcome\":" + std::string(json) + "}";
  ASSAY_ASSIGN_OR_RETURN(const rollout::RowFile::Place place, rows_->Append(line));
  MutexLock lock(mutex_);
  places_[key] = place;
  return Status();
}

std::optional<std::string> OutcomeBook::Find(const std::string& key) const {
  rollout::RowFile::Place place;
  {
    MutexLock lock(mutex_);
    const auto found = places_.find(key);
    if (found == places_.end()) return std::nullopt;
    place = found->second;
  }
  const Result<std::string> line = rows_->Read(place);
  if (!line.ok()) return std::nullopt;
  JsonError error;
  const auto row = JsonDocument::Parse(*line, &error);
  return row ? std::optional(std::string(row->root().Find("outcome").raw())) : std::nullopt;
}

}  // namespace assay::synth
