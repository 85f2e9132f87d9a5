#include "lab/eval/report/report_json.h"

#include <cmath>

#include "base/enum_names.h"
#include "base/text.h"

namespace assay::eval {
namespace {

inline constexpr auto kDimensionNames =
    MakeEnumNames<Dimension>({{Dimension::kDifficulty, "difficulty"},
                              {Dimension::kMonth, "month"},
                              {Dimension::kLanguage, "language"},
                              {Dimension::kTopic, "topic"}});
static_assert(kDimensionNames.IsWholeUpTo(Dimension::kTopic));

constexpr int64_t kFormat = 1;

void WriteInterval(const Interval& interval, JsonWriter* json) {
  json->BeginArray().Double(RoundedForReport(interval.low));
  json->Double(RoundedForReport(interval.high)).EndArray();
}

void WriteAtK(std::string_view name, const std::vector<EstimateAtK>& values, JsonWriter* json) {
  if (values.empty()) return;
  json->Key(name).BeginObject();
  for (const EstimateAtK& value : values) {
    json->Key(std::to_string(value.k));
    WriteEstimate(value.estimate, json);
  }
  json->EndObject();
}

void WriteCounts(const Counts& counts, JsonWriter* json) {
  json->Key("samples").BeginObject().Key("asked").Int(counts.asked);
  json->Key("judged").Int(counts.judged()).Key("passed").Int(counts.passed);
  json->Key("failed").Int(counts.failed).Key("masked").Int(counts.masked);
  json->Key("errored").Int(counts.errored).Key("truncated").Int(counts.truncated);
  json->Key("empty").Int(counts.empty).Key("unextracted").Int(counts.unextracted).EndObject();
  const auto share = [&](std::string_view name, int64_t count) {
    json->Key(name).Double(RoundedForReport(counts.Share(count)));
  };
  json->Key("shares").BeginObject();
  share("truncated", counts.truncated);
  share("empty", counts.empty);
  share("unextracted", counts.unextracted);
  share("errored", counts.errored);
  share("masked", counts.masked);
  json->EndObject();
}

// The members of a score, into an object that is open.
void WriteScore(const Score& score, JsonWriter* json) {
  json->Key("denominator").BeginObject().Key("items").Int(static_cast<int64_t>(score.items));
  json->Key("judged_items").Int(static_cast<int64_t>(score.judged_items));
  json->Key("clusters").Int(static_cast<int64_t>(score.clusters));
  json->Key("judged_samples").Int(score.counts.judged());
  json->Key("min_samples").Int(score.min_samples);
  json->Key("max_samples").Int(score.max_samples).EndObject();
  WriteCounts(score.counts, json);
  WriteAtK("pass_at_k", score.pass_at_k, json);
  WriteAtK("pass_hat_k", score.pass_hat_k, json);
  WriteAtK("maj_at_k", score.maj_at_k, json);
  if (score.avg_at_n) {
    json->Key("avg_at_n").BeginObject().Key("n").Int(*score.avg_at_n).Key("estimate");
    WriteEstimate(score.pass_at_k.front().estimate, json);
    json->EndObject();
  }
  if (score.partial) {
    json->Key("partial");
    WriteEstimate(*score.partial, json);
  }
  if (score.untruncated) {
    json->Key("untruncated");
    WriteEstimate(*score.untruncated, json);
  }
  json->Key("solve_rates").BeginArray();
  for (const int64_t count : score.solve_rates) json->Int(count);
  json->EndArray();
}

void WriteStrata(const std::vector<Strata>& all, JsonWriter* json) {
  json->Key("by").BeginObject();
  for (const Strata& strata : all) {
    json->Key(NameOf(strata.dimension)).BeginObject().Key("strata").BeginArray();
    for (const Stratum& stratum : strata.strata) {
      json->BeginObject().Key("value").Bytes(stratum.value);
      WriteScore(stratum.score, json);
      json->EndObject();
    }
    json->EndArray();
    if (strata.mean_of_strata) {
      json->Key("mean_of_strata");
      WriteEstimate(*strata.mean_of_strata, json);
    }
    json->EndObject();
  }
  json->EndObject();
}

std::string ProfileJson(const ProfileReport& profile) {
  JsonWriter json;
  json.BeginObject().Key("headline");
  if (profile.refusal.empty()) {
    json.BeginObject().Key("metric").String("pass@1").Key("estimate");
    WriteEstimate(profile.score.pass_at_k.front().estimate, &json);
    json.EndObject();
  } else {
    json.Null().Key("refused").String(profile.refusal);
  }
  WriteScore(profile.score, &json);
  WriteStrata(profile.strata, &json);
  json.Key("reasons").BeginArray();
  for (const ReasonCount& reason : profile.reasons) {
    json.BeginObject().Key("state").String(NameOf(reason.state)).Key("reason").Bytes(reason.reason);
    json.Key("samples").Int(reason.samples).EndObject();
  }
  json.EndArray().EndObject();
  return json.Take();
}

char LetterOf(SampleState state) {
  switch (state) {
    case SampleState::kPassed: return 'P';
    case SampleState::kFailed: return 'F';
    case SampleState::kMasked: return 'M';
    case SampleState::kErrored: return 'E';
  }
  return '?';
}

std::string ItemJson(const RunReport& report, const std::vector<std::vector<std::string>>& states,
                     size_t item) {
  const EvalItem& one = report.records.items[item];
  JsonWriter json;
  json.BeginObject().Key("item").Bytes(one.id);
  const auto given = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) json.Key(name).Bytes(value);
  };
  if (one.cluster != one.id) given("cluster", one.cluster);
  given("language", one.language);
  given("difficulty", one.difficulty);
  given("date", one.date);
  given("topic", one.topic);
  for (size_t i = 0; i < report.profiles.size(); ++i) {
    const ProfileReport& profile = report.profiles[i];
    const Tally& tally = profile.tallies[item];
    json.Key(NameOf(profile.profile)).BeginObject().Key("states").String(states[i][item]);
    if (tally.counts.judged() > 0) {
      json.Key("solve_rate").Double(RoundedForReport(tally.SolveRate()));
    }
    json.EndObject();
  }
  return json.EndObject().Take();
}

std::string FlipJson(const RunReport& report, const ProfileFlips& flips) {
  JsonWriter json;
  const auto samples = [&](std::string_view name, const std::vector<int64_t>& numbers) {
    json.Key(name).BeginArray();
    for (const int64_t number : numbers) json.Int(number);
    json.EndArray();
  };
  json.BeginObject().Key("item").Bytes(report.records.items[flips.item].id);
  json.Key("judged").Int(flips.judged);
  samples("only_official", flips.only_official);
  samples("only_assay", flips.only_assay);
  return json.EndObject().Take();
}

std::string AnswersJson(const RunRecords& records) {
  JsonWriter json;
  json.BeginObject().Key("models").BeginObject();
  for (const auto& [model, answers] : records.models) {
    json.Key(ReplaceInvalidUtf8(model)).Int(answers);
  }
  json.EndObject();
  if (records.tokens.answers > 0) {
    json.Key("tokens").BeginObject().Key("answers").Int(records.tokens.answers);
    json.Key("prompt").Int(records.tokens.prompt);
    json.Key("completion").Int(records.tokens.completion);
    json.Key("reasoning").Int(records.tokens.reasoning).EndObject();
  }
  return json.EndObject().Take();
}

// Objects with a line for each member, lists with a line for each row.
class Lines {
 public:
  void Member(std::string_view name, std::string_view json) {
    text_ += text_.empty() ? "{\n" : ",\n";
    text_.append("\"").append(name).append("\": ").append(json);
  }
  std::string Take() { return std::move(text_) + "\n}\n"; }

 private:
  std::string text_;
};

std::string ListOf(const std::vector<std::string>& rows) {
  std::string text = "[";
  for (const std::string& row : rows) text += (text.size() == 1 ? "\n" : ",\n") + row;
  return text + (rows.empty() ? "]" : "\n]");
}

}  // namespace

double RoundedForReport(double value) {
  constexpr double kDecimals = 1e10;
  const double rounded = std::round(value * kDecimals) / kDecimals;
  return rounded == 0 ? 0 : rounded;  // no "-0.0"
}

std::string_view NameOf(Dimension dimension) {
  return kDimensionNames.NameOf(dimension);
}

std::vector<std::vector<std::string>> SampleLetters(const RunRecords& records) {
  std::vector<std::vector<std::string>> all;
  for (const ProfileOutcomes& profile : records.profiles) {
    std::vector<std::string> states(records.items.size());
    for (const Outcome& outcome : profile.outcomes) {
      states[outcome.item] += LetterOf(outcome.state);
    }
    all.push_back(std::move(states));
  }
  return all;
}

void WriteEstimate(const Estimate& estimate, JsonWriter* json) {
  json->BeginObject().Key("value").Double(RoundedForReport(estimate.value));
  if (estimate.sampling_se) {
    json->Key("sampling_se").Double(RoundedForReport(*estimate.sampling_se));
  }
  if (estimate.sampling_interval) {
    json->Key("sampling_interval");
    WriteInterval(*estimate.sampling_interval, json);
  }
  if (estimate.problems_se) {
    json->Key("problems_se").Double(RoundedForReport(*estimate.problems_se));
  }
  if (estimate.problems_interval) {
    json->Key("problems_interval");
    WriteInterval(*estimate.problems_interval, json);
  }
  json->EndObject();
}

std::string ReportJson(const RunReport& report) {
  const auto quoted = [](std::string_view text) { return JsonWriter().Bytes(text).Take(); };
  Lines lines;
  lines.Member("format", std::to_string(kFormat));
  lines.Member("manifest", rollout::ToJson(report.records.manifest));
  lines.Member("denominator_policy", quoted(kDenominatorPolicy));
  lines.Member("max_errored_share", JsonWriter().Double(report.options.max_errored_share).Take());
  std::vector<std::string> profiles, flips, items;
  for (const ProfileReport& profile : report.profiles) {
    profiles.push_back("\"" + std::string(NameOf(profile.profile)) + "\": " + ProfileJson(profile));
  }
  std::string all = ListOf(profiles);
  all.front() = '{';
  all.back() = '}';
  lines.Member("profiles", all);
  if (report.profiles.size() > 1) {
    for (const ProfileFlips& one : report.flips) flips.push_back(FlipJson(report, one));
    lines.Member("flips", ListOf(flips));
  }
  lines.Member("answers", AnswersJson(report.records));
  const std::vector<std::vector<std::string>> states = SampleLetters(report.records);
  for (size_t item = 0; item < report.records.items.size(); ++item) {
    items.push_back(ItemJson(report, states, item));
  }
  lines.Member("items", ListOf(items));
  lines.Member("run_info", report.records.run_info);
  return lines.Take();
}

}  // namespace assay::eval
