#include "apps/eval/benchmark_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "apps/cli/nearest.h"
#include "apps/setup/input_file.h"
#include "apps/setup/judges.h"
#include "base/text.h"
#include "lab/curate/records/dates.h"
#include "lab/eval/benchmarks/table.h"

namespace assay {
namespace {

Error Faulty(const char* option, const std::string& what) {
  return InvalidField("eval.options", option, what);
}

std::vector<std::string> Words(const std::string& text, char separator) {
  std::vector<std::string> words;
  for (size_t at = 0; at <= text.size();) {
    const size_t end = std::min(text.find(separator, at), text.size());
    const std::string_view word = TrimAsciiSpace(std::string_view(text).substr(at, end - at));
    if (!word.empty()) words.emplace_back(word);
    at = end + 1;
  }
  return words;
}

// "2/4" -> 2 of 4.
bool ParseShard(const std::string& text, eval::SelectionOptions* selection) {
  const size_t slash = text.find('/');
  if (slash == std::string::npos || slash == 0 || slash + 1 == text.size()) return false;
  if (text.find_first_not_of("0123456789/") != std::string::npos || text.size() > 12) return false;
  selection->shard = std::atoll(text.c_str());
  selection->shards = std::atoll(text.c_str() + slash + 1);
  return selection->shard >= 1 && selection->shard <= selection->shards;
}

// A word a line, or several with commas.
Result<std::vector<std::string>> IdsOf(const std::string& given) {
  if (given.empty() || given.front() != '@') return Words(given, ',');
  ASSAY_ASSIGN_OR_RETURN(const std::string text, ReadTextFile(given.substr(1)));
  return Words(text, '\n');
}

// Dates are compared as texts: one spelling alone will do.
bool IsDay(const std::string& text) {
  const std::optional<int64_t> day = curate::ParseDay(text);
  return day && curate::DayText(*day) == text;
}

std::string WindowOf(const eval::BenchmarkOptions& options) {
  std::vector<std::string> parts;
  if (!options.version.empty()) parts.push_back("version " + options.version);
  if (!options.begin_date.empty()) parts.push_back("from " + options.begin_date);
  if (!options.end_date.empty()) parts.push_back("to " + options.end_date);
  if (!options.languages.empty()) {
    parts.push_back(fmt::format("languages {}", fmt::join(options.languages, ",")));
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

}  // namespace

std::string_view ProtocolName(eval::Protocol protocol) {
  return protocol == eval::Protocol::kChat ? "chat" : "completion";
}

int ComplainEval(std::string_view verb, const Error& error) {
  return TellError(fmt::format("eval {}", verb), error);
}

void BenchmarkArguments::AddTo(CommandLine* command) {
  command->Option("benchmark", name_, "as `assay eval list` names it");
  command->Option("--data", options_.data,
                  "files with its rows, or a folder that has them; nothing is downloaded");
  command->Option("--env", environment_,
                  "instead of both: an environment, as a folder, the file of a pack, or NAME or "
                  "NAME@VERSION of what is installed");
  command
      ->Option("--rows", options_.rows,
               "of an environment: tasks or evaluation [evaluation, where it has some]")
      .OneOf({"tasks", "evaluation"});
  store_.AddTo(command);
  command->Option("--protocol", protocol_, "chat or completion [the benchmark's first]");
  command->Option("--profile", profiles_,
                  "whose rules judge: official, assay or both [official,assay; all there are]");
  command->Option("--begin-date", options_.begin_date, "only items of this day or later");
  command->Option("--end-date", options_.end_date, "only items of this day or earlier");
  command->Option("--version", options_.version,
                  "version or variant of the data, where it has several");
  command->Option("--language", options_.languages, "only items in these languages").SplitAt(',');
  command->Option("--column", columns_, "a column under another name: question=problem");
  command->Option("--python", options_.python,
                  "interpreter of a prepared environment, where a benchmark needs one");
  command->Option("--rubric", options_.rubric,
                  "file in YAML or JSON with the rubrics that score own rows (benchmark 'rubric')");
  command->Option("--pass-at", options_.pass_at,
                  "the least score that passes, of own rows and an environment's [1]");
  command->Option("--limit", selection_.limit, "only the first so many items");
  command->Option("--ids", ids_, "only these items, with commas; @FILE: one a line");
  command->Option("--shard", shard_, "i/n: every n-th item, from the i-th");
}

Result<std::vector<eval::GradeProfile>> BenchmarkArguments::Profiles(const Loaded& loaded) const {
  if (profiles_.empty()) return loaded.benchmark->info.profiles;
  std::vector<eval::GradeProfile> profiles;
  for (const std::string& word : Words(profiles_, ',')) {
    if (word == "official") {
      profiles.push_back(eval::GradeProfile::kOfficial);
    } else if (word == "assay") {
      profiles.push_back(eval::GradeProfile::kAssay);
    } else {
      return Faulty("--profile", "must be official, assay or both with a comma");
    }
  }
  if (profiles.empty()) return Faulty("--profile", "names none");
  return profiles;
}

Result<const eval::Benchmark*> BenchmarkArguments::Named() const {
  const std::string name = name_.empty() && !environment_.empty() ? "environment" : name_;
  if (name.empty()) return Faulty("benchmark", "is required: a benchmark's name, or --env");
  const eval::Benchmark* const found = eval::FindBenchmark(name);
  if (found == nullptr) {
    const std::string nearest = NearestName(name, eval::BenchmarkNames());
    return Faulty(
        "benchmark",
        fmt::format("there is none called '{}'{}; see assay eval list", name,
                    nearest.empty() ? "" : fmt::format(" (did you mean '{}'?)", nearest)));
  }
  if (found->info.takes_environment) {
    if (environment_.empty()) return Faulty("--env", "is required: which environment");
    if (!options_.data.empty()) return Faulty("--data", "an environment has data of its own");
    return found;
  }
  if (!environment_.empty()) {
    return Faulty("--env", fmt::format("stands in place of the benchmark '{}'", name));
  }
  if (!options_.rows.empty()) return Faulty("--rows", "is about an environment: --env");
  if (options_.data.empty()) return Faulty("--data", "is required: " + found->info.wanted);
  return found;
}

Result<BenchmarkArguments::Loaded> BenchmarkArguments::Load() const {
  Loaded loaded;
  ASSAY_ASSIGN_OR_RETURN(loaded.benchmark, Named());
  const eval::BenchmarkInfo& info = loaded.benchmark->info;
  loaded.options = options_;
  loaded.protocol = info.protocols.front();
  if (!protocol_.empty()) {
    std::vector<std::string_view> names;
    bool found = false;
    for (const eval::Protocol protocol : info.protocols) {
      names.push_back(ProtocolName(protocol));
      if (protocol_ != names.back()) continue;
      loaded.protocol = protocol;
      found = true;
    }
    if (!found) {
      return Faulty("--protocol", fmt::format("{} has {}", info.name, fmt::join(names, " and ")));
    }
  }
  loaded.options.protocol = loaded.protocol;
  if (!options_.rubric.empty() && !info.takes_rubric) {
    return Faulty("--rubric", fmt::format("{} has rules of its own", info.name));
  }
  for (const auto& [option, day] : {std::pair("--begin-date", &options_.begin_date),
                                    std::pair("--end-date", &options_.end_date)}) {
    if (day->empty()) continue;
    if (!info.takes_dates) return Faulty(option, fmt::format("{}'s rows have no dates", info.name));
    if (!IsDay(*day)) {
      return Faulty(option, fmt::format("must be a day such as 2024-08-01, not '{}'", *day));
    }
  }
  if (!options_.version.empty() && !info.takes_version) {
    return Faulty("--version", fmt::format("{} has one alone", info.name));
  }
  if (!options_.languages.empty() && !info.takes_languages) {
    return Faulty("--language", fmt::format("{} has one alone", info.name));
  }
  for (const std::string& column : columns_) {
    const size_t equals = column.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == column.size()) {
      return Faulty("--column", "must be wanted=given, as in question=problem");
    }
    loaded.options.columns.emplace_back(column.substr(0, equals), column.substr(equals + 1));
  }
  eval::SelectionOptions selection = selection_;
  if (selection.limit < 0) return Faulty("--limit", "must not be negative");
  if (!shard_.empty() && !ParseShard(shard_, &selection)) {
    return Faulty("--shard", "must be i/n with 1 <= i <= n, as in 2/4");
  }
  ASSAY_ASSIGN_OR_RETURN(selection.ids, IdsOf(ids_));
  OpenedEnvironment opened;  // the rows of an unpacked one are in memory before it goes
  if (info.takes_environment) {
    ASSAY_ASSIGN_OR_RETURN(opened, OpenEnvironment(environment_, store_.Folder()));
    loaded.options.environment = opened.folder;
  }
  ASSAY_ASSIGN_OR_RETURN(loaded.rows, loaded.benchmark->load(loaded.options));
  ASSAY_ASSIGN_OR_RETURN(loaded.selection, eval::Select(loaded.rows->items(), selection));
  loaded.window = WindowOf(loaded.options);
  return loaded;
}

}  // namespace assay
