#include "shadow/report/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

#include "text/excerpt.h"
#include "text/json_writer.h"

namespace assay::shadow {
namespace {

constexpr size_t kMostShown = 10;

void WriteOutcomes(const Tally::Outcomes& outcomes, JsonWriter* json) {
  for (const auto& row : kOutcomeNames.rows) {
    json->Key(row.name).Int(outcomes[static_cast<size_t>(row.value)]);
  }
}

std::vector<std::pair<std::string, int64_t>> ByCount(const Tally::Words& words) {
  std::vector<std::pair<std::string, int64_t>> sorted(words.begin(), words.end());
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  return sorted;
}

void WriteWords(const char* key, const char* name, const Tally::Words& words, JsonWriter* json) {
  json->Key(key).BeginArray();
  for (const auto& [word, count] : ByCount(words)) {
    json->BeginObject().Key(name).Bytes(word).Key("count").Int(count).EndObject();
  }
  json->EndArray();
}

void WriteMeasured(const char* key, const Measured& seconds, JsonWriter* json) {
  json->Key(key).BeginObject().Key("total").Double(seconds.sum());
  json->Key("median").Double(seconds.Median()).EndObject();
}

using ReasonRow = std::pair<std::pair<DifferenceKind, LikelyCause>, Tally::Reason>;

std::vector<ReasonRow> ReasonsByCount(const Tally& tally) {
  std::vector<ReasonRow> rows(tally.reasons().begin(), tally.reasons().end());
  std::stable_sort(rows.begin(), rows.end(), [](const ReasonRow& a, const ReasonRow& b) {
    return a.second.count > b.second.count;
  });
  return rows;
}

std::string TextOfWords(const char* title, const Tally::Words& words) {
  if (words.empty()) return "";
  std::string text = fmt::format("\n{}\n", title);
  const auto sorted = ByCount(words);
  for (size_t i = 0; i < std::min(sorted.size(), kMostShown); ++i) {
    text += fmt::format("{:>8}  {}\n", sorted[i].second, sorted[i].first);
  }
  if (sorted.size() > kMostShown)
    text += fmt::format("          and {} more kinds\n", sorted.size() - kMostShown);
  return text;
}

std::string TextOfTimes(const Tally::Times& times) {
  if (times.peer_seconds.count() == 0) return "";
  const double saved = times.peer_seconds.sum() - times.our_seconds.sum();
  return fmt::format(
      "\ntime of the {} exchanges that both answered\n"
      "  the peer: {:.1f} s in all, median {:.3f} s; Assay: {:.1f} s in all, median {:.3f} s\n"
      "  Assay took {:.1f} s {}; the peer was the slower one in {}\n"
      "  From request to answer on both sides, with what waits in their queues. The two had other "
      "load\n  and perhaps other machines: this says what this set-up did, not which is faster.\n",
      times.peer_seconds.count(), times.peer_seconds.sum(), times.peer_seconds.Median(),
      times.our_seconds.sum(), times.our_seconds.Median(), saved < 0 ? -saved : saved,
      saved < 0 ? "more" : "less", times.peer_slower);
}

}  // namespace

std::string ReportJson(const ReportHead& head, const Tally& tally) {
  JsonWriter json;
  json.BeginObject().Key("schema").String("assay.shadow/1").Key("build").Bytes(head.build);
  json.Key("finished").Bool(head.finished).Key("seconds").Double(head.seconds);
  json.Key("subject").Bytes(head.subject).Key("judge").Bytes(head.judge);
  json.Key("agreement").Double(tally.Agreement());
  json.Key("exchanges").BeginObject().Key("seen").Int(tally.seen());
  Tally::Outcomes all{};
  for (const auto& [route, outcomes] : tally.routes()) {
    for (size_t i = 0; i < outcomes.size(); ++i) all[i] += outcomes[i];
  }
  WriteOutcomes(all, &json);
  json.Key("relayed_only").Int(tally.relayed_only()).Key("dropped").Int(tally.dropped());
  json.Key("sampled_out").Int(tally.sampled_out()).Key("left").Int(tally.left());
  json.Key("not_recorded").Int(tally.not_recorded()).EndObject();
  json.Key("items").BeginObject().Key("compared").Int(tally.items());
  json.Key("disagreed").Int(tally.items_disagreed());
  json.Key("not_judged").Int(tally.items_not_judged()).EndObject();
  json.Key("routes").BeginObject();
  for (const auto& [route, outcomes] : tally.routes()) {
    json.Key(route).BeginObject();
    WriteOutcomes(outcomes, &json);
    json.EndObject();
  }
  json.EndObject().Key("reasons").BeginArray();
  for (const auto& [key, reason] : ReasonsByCount(tally)) {
    json.BeginObject().Key("reason").String(kDifferenceKindNames.NameOf(key.first));
    json.Key("cause").String(kLikelyCauseNames.NameOf(key.second));
    json.Key("count").Int(reason.count).Key("first_index").Int(reason.first_index);
    json.Key("example").Bytes(reason.example).EndObject();
  }
  json.EndArray();
  WriteWords("not_judged", "why", tally.not_judged(), &json);
  WriteWords("not_comparable", "why", tally.not_comparable(), &json);
  WriteWords("relayed_only", "path", tally.relayed(), &json);
  const Tally::Times& times = tally.times();
  json.Key("time").BeginObject().Key("exchanges").Int(times.peer_seconds.count());
  json.Key("peer_slower").Int(times.peer_slower);
  WriteMeasured("peer_seconds", times.peer_seconds, &json);
  WriteMeasured("our_seconds", times.our_seconds, &json);
  json.Key("saved_seconds").Double(times.peer_seconds.sum() - times.our_seconds.sum());
  json.EndObject();
  return json.EndObject().Take() + "\n";
}

std::string ReportText(const ReportHead& head, const Tally& tally) {
  const int64_t agreed = tally.Count(Outcome::kAgree);
  const int64_t disagreed = tally.Count(Outcome::kDisagree);
  std::string text = fmt::format("shadow audit of {}, judged by {}\n\n", head.subject, head.judge);
  const auto line = [&](int64_t count, const char* what) {
    if (count > 0) text += fmt::format("{:>8}  {}\n", count, what);
  };
  text += fmt::format("{:>8}  exchanges\n", tally.seen());
  line(agreed, "agree");
  line(disagreed, "disagree");
  line(tally.Count(Outcome::kUnstable), "programs that do something else each time");
  line(tally.Count(Outcome::kNotJudged), "without a verdict of ours");
  line(tally.Count(Outcome::kNotComparable), "without a reply to compare with");
  line(tally.relayed_only(), "for routes that judge nothing here: passed on");
  line(tally.dropped(), "not compared: more came than could be judged");
  line(tally.sampled_out(), "not compared: --sample left them out");
  line(tally.left(), "not compared: the end came first");
  line(tally.not_recorded(), "not recorded: more came than could be written");
  if (agreed + disagreed > 0) {
    text += fmt::format("\nagreement: {:.2f} % of {} exchanges", 100 * tally.Agreement(),
                        agreed + disagreed);
    if (tally.items() != agreed + disagreed) {
      text +=
          fmt::format("; of their {} results {} differ", tally.items(), tally.items_disagreed());
    }
    text += '\n';
  }
  if (!tally.reasons().empty()) {
    text += "\nwhy they disagree\n";
    for (const auto& [key, reason] : ReasonsByCount(tally)) {
      text += fmt::format("{:>8}  {}, {}\n          exchange {}: {}\n", reason.count,
                          kDifferenceKindNames.NameOf(key.first),
                          kLikelyCauseNames.NameOf(key.second), reason.first_index, reason.example);
    }
  }
  text += TextOfWords("without a verdict of ours", tally.not_judged());
  text += TextOfWords("without a reply to compare with", tally.not_comparable());
  text += TextOfWords("passed on", tally.relayed());
  text += TextOfTimes(tally.times());
  if (!head.folder.empty() && disagreed > 0) {
    text += fmt::format(
        "\neach disagreement: {0}/disagreements.jsonl\n"
        "again, here or elsewhere: assay rejudge {0}/bundles.jsonl\n",
        head.folder);
  }
  return text;
}

}  // namespace assay::shadow
