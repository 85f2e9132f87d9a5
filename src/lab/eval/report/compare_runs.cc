#include "lab/eval/report/compare_runs.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "lab/eval/metrics/tally.h"
#include "lab/eval/report/report_json.h"
#include "text/json_writer.h"

namespace assay::eval {
namespace {

// Of the manifest's fields those that decide which problems were asked, and how.
bool Forbids(const std::string& field) {
  static const std::set<std::string> kForbidding = {"benchmark", "protocol", "window", "items",
                                                    "ids_sha",   "data",     "shard"};
  return kForbidding.count(field) > 0;
}

// Index of items by id; both runs' items are sorted by id.
std::vector<std::pair<size_t, size_t>> CommonItems(const RunRecords& a, const RunRecords& b) {
  std::map<std::string_view, size_t> of_b;
  for (size_t i = 0; i < b.items.size(); ++i) of_b[b.items[i].id] = i;
  std::vector<std::pair<size_t, size_t>> common;
  for (size_t i = 0; i < a.items.size(); ++i) {
    const auto found = of_b.find(a.items[i].id);
    if (found != of_b.end()) common.emplace_back(i, found->second);
  }
  return common;
}

std::vector<RunDifference> DifferencesOf(const RunRecords& a, const RunRecords& b,
                                         const std::vector<std::pair<size_t, size_t>>& common) {
  std::vector<RunDifference> differences;
  for (rollout::ManifestDifference& found : rollout::Differences(a.manifest, b.manifest)) {
    const bool forbids = Forbids(found.field);
    // Another number of samples changes the errors, not the comparison.
    if (found.field == "samples") continue;
    differences.push_back(
        {std::move(found.field), std::move(found.before), std::move(found.after), forbids});
  }
  size_t unlike = 0;
  std::string first;
  for (const auto& [in_a, in_b] : common) {
    if (a.items[in_a].problem_sha == b.items[in_b].problem_sha) continue;
    if (unlike++ == 0) first = a.items[in_a].id;
  }
  if (unlike > 0) {
    differences.push_back({"problem_sha",
                           fmt::format("{} of {} common items", unlike, common.size()),
                           "other tests or limits, the first: " + first, true});
  }
  std::stable_sort(
      differences.begin(), differences.end(),
      [](const RunDifference& x, const RunDifference& y) { return x.forbids && !y.forbids; });
  return differences;
}

Counts Total(const std::vector<Tally>& tallies) {
  Counts total;
  for (const Tally& tally : tallies) total.Add(tally.counts);
  return total;
}

// The change of the solve rate, exactly ordered: numerators over a common denominator.
double ChangeOf(const PairedItem& item) {
  return static_cast<double>(item.passed_b * item.judged_a - item.passed_a * item.judged_b) /
         static_cast<double>(item.judged_a * item.judged_b);
}

ProfileComparison Compare(const RunRecords& a, const RunRecords& b,
                          const std::vector<std::pair<size_t, size_t>>& common,
                          const ProfileOutcomes& of_a, const ProfileOutcomes& of_b) {
  ProfileComparison comparison;
  comparison.profile = of_a.profile;
  const std::vector<Tally> tallies_a = TallyByItem(a.items.size(), of_a.outcomes);
  const std::vector<Tally> tallies_b = TallyByItem(b.items.size(), of_b.outcomes);
  const Counts total_a = Total(tallies_a), total_b = Total(tallies_b);
  comparison.errored_a = total_a.Share(total_a.errored);
  comparison.errored_b = total_b.Share(total_b.errored);
  std::vector<PairedItem> paired;
  for (const auto& [in_a, in_b] : common) {
    const Counts &counts_a = tallies_a[in_a].counts, &counts_b = tallies_b[in_b].counts;
    paired.push_back({a.items[in_a].id, a.items[in_a].cluster, counts_a.judged(), counts_a.passed,
                      counts_b.judged(), counts_b.passed});
  }
  comparison.difference = ComparePaired(paired);
  for (const PairedItem& item : paired) {
    if (item.judged_a == 0 || item.judged_b == 0 || ChangeOf(item) == 0) continue;
    comparison.changes.push_back({item, Flipped(item)});
  }
  std::stable_sort(comparison.changes.begin(), comparison.changes.end(),
                   [](const ItemChange& x, const ItemChange& y) {
                     const double of_x = ChangeOf(x.item), of_y = ChangeOf(y.item);
                     return std::abs(of_x) > std::abs(of_y);
                   });
  return comparison;
}

void WriteProfile(const ProfileComparison& profile, JsonWriter* json) {
  json->BeginObject().Key("profile").String(NameOf(profile.profile));
  json->Key("errored_share_a").Double(RoundedForReport(profile.errored_a));
  json->Key("errored_share_b").Double(RoundedForReport(profile.errored_b));
  if (const auto& paired = profile.difference) {
    const auto number = [&](std::string_view name, double value) {
      json->Key(name).Double(RoundedForReport(value));
    };
    json->Key("problems").Int(static_cast<int64_t>(paired->problems));
    json->Key("clusters").Int(static_cast<int64_t>(paired->clusters));
    number("score_a", paired->score_a);
    number("score_b", paired->score_b);
    number("difference", paired->difference);
    if (paired->problems_se) number("problems_se", *paired->problems_se);
    if (paired->problems_interval) {
      json->Key("problems_interval").BeginArray();
      json->Double(RoundedForReport(paired->problems_interval->low));
      json->Double(RoundedForReport(paired->problems_interval->high)).EndArray();
    }
    if (paired->sampling_se) number("sampling_se", *paired->sampling_se);
    json->Key("b_better").Int(static_cast<int64_t>(paired->b_better));
    json->Key("a_better").Int(static_cast<int64_t>(paired->a_better));
    json->Key("equal").Int(static_cast<int64_t>(paired->equal));
    number("mcnemar_p", paired->p_value);
  }
  json->Key("changes").BeginArray();
  for (const ItemChange& change : profile.changes) {
    const PairedItem& item = change.item;
    json->BeginObject().Key("item").Bytes(item.id).Key("flipped").Bool(change.flipped);
    json->Key("passed_a").Int(item.passed_a).Key("judged_a").Int(item.judged_a);
    json->Key("passed_b").Int(item.passed_b).Key("judged_b").Int(item.judged_b).EndObject();
  }
  json->EndArray().EndObject();
}

}  // namespace

bool RunComparison::Forbidden() const {
  return std::any_of(differences.begin(), differences.end(),
                     [](const RunDifference& difference) { return difference.forbids; });
}

RunComparison CompareRuns(const RunRecords& a, const RunRecords& b) {
  const std::vector<std::pair<size_t, size_t>> common = CommonItems(a, b);
  RunComparison comparison;
  comparison.differences = DifferencesOf(a, b, common);
  comparison.only_a = a.items.size() - common.size();
  comparison.only_b = b.items.size() - common.size();
  for (const ProfileOutcomes& of_a : a.profiles) {
    for (const ProfileOutcomes& of_b : b.profiles) {
      if (of_a.profile != of_b.profile) continue;
      comparison.profiles.push_back(Compare(a, b, common, of_a, of_b));
    }
  }
  return comparison;
}

std::string ComparisonJson(const RunComparison& comparison) {
  JsonWriter json;
  json.BeginObject().Key("forbidden").Bool(comparison.Forbidden());
  json.Key("differences").BeginArray();
  for (const RunDifference& difference : comparison.differences) {
    json.BeginObject().Key("field").Bytes(difference.field).Key("a").Bytes(difference.a);
    json.Key("b").Bytes(difference.b).Key("forbids").Bool(difference.forbids).EndObject();
  }
  json.EndArray().Key("items_only_in_a").Int(static_cast<int64_t>(comparison.only_a));
  json.Key("items_only_in_b").Int(static_cast<int64_t>(comparison.only_b));
  json.Key("profiles").BeginArray();
  for (const ProfileComparison& profile : comparison.profiles) WriteProfile(profile, &json);
  return json.EndArray().EndObject().Take();
}

}  // namespace assay::eval
