#include "lab/grow/report/summary.h"

#include <fmt/format.h>

#include <algorithm>

#include "lab/shared/intervals/wilson.h"
#include "text/json_member.h"
#include "text/json_writer.h"

namespace assay::grow {
namespace {

int64_t IntAt(JsonValue object, std::string_view key) {
  return static_cast<int64_t>(NumberAt(object, key));
}

bool BoolAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kBool) && value.Bool();
}

std::vector<JsonValue> ListAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
}

void Add(const Strength& from, Strength* to) {
  to->all += from.all;
  to->before += from.before;
  to->after += from.after;
}

Strength StrengthAt(JsonValue faulty, std::string_view key) {
  const JsonValue value = faulty.Find(key);
  return {IntAt(value, "before"), IntAt(value, "after"), IntAt(value, "all")};
}

std::string ShareText(int64_t part, int64_t all) {
  if (all == 0) return "-";
  const double share = static_cast<double>(part) / static_cast<double>(all);
  const auto interval = lab::WilsonInterval(share, static_cast<double>(all));
  return fmt::format("{:.1f} % ({:.1f} to {:.1f})", 100 * share, 100 * interval.low,
                     100 * interval.high);
}

void WriteShare(std::string_view key, int64_t part, int64_t all, JsonWriter* json) {
  json->Key(key).BeginObject().Key("rejected").Int(part);
  if (all > 0) {
    const double share = static_cast<double>(part) / static_cast<double>(all);
    const auto interval = lab::WilsonInterval(share, static_cast<double>(all));
    json->Key("share").Double(share).Key("low").Double(interval.low);
    json->Key("high").Double(interval.high);
  }
  json->EndObject();
}

void WriteStrength(std::string_view key, const Strength& strength, JsonWriter* json) {
  json->Key(key).BeginObject().Key("programs").Int(strength.all);
  WriteShare("before", strength.before, strength.all, json);
  WriteShare("after", strength.after, strength.all, json);
  json->EndObject();
}

template <typename Map>
void WriteCounts(std::string_view key, const Map& counts, JsonWriter* json) {
  json->Key(key).BeginObject();
  for (const auto& [name, count] : counts) json->Key(name).Int(count);
  json->EndObject();
}

}  // namespace

void GrowthSummary::Add(JsonValue record) {
  ++rows;
  seconds += NumberAt(record, "seconds");
  const std::string id = TextAt(record, "id");
  if (const std::string why = TextAt(record, "refused"); !why.empty()) {
    ++refused;
    constexpr size_t kMostShown = 10;
    if (first_refused.size() < kMostShown) {
      first_refused.push_back(TextAt(record, "file") + ": row " +
                              std::to_string(IntAt(record, "row")) + ": " + why);
    }
    return;
  }
  if (!ListAt(record, "not_judged").empty()) ++not_judged;
  if (const std::string why = TextAt(record, "skipped"); !why.empty()) {
    ++skipped;
    ++by_skip[why];
    return;
  }
  const JsonValue inputs = record.Find("inputs");
  fates.tried += IntAt(inputs, "tried");
  fates.crashed += IntAt(inputs, "crashed");
  fates.late += IntAt(inputs, "late");
  fates.no_data += IntAt(inputs, "no_data");
  fates.nondeterministic += IntAt(inputs, "nondeterministic");
  fates.disagreed += IntAt(inputs, "disagreed");
  fates.too_few += IntAt(inputs, "too_few_references");
  fates.outside += IntAt(inputs, "outside");
  fates.agreed += IntAt(inputs, "agreed");
  GrowthLine line;
  line.id = id;
  for (const JsonValue test : ListAt(record, "tests")) {
    ++line.tests;
    beyond += BoolAt(test, "beyond") ? 1 : 0;
    ++by_origin[SourceOf(TextAt(test, "origin"))];
  }
  tests += line.tests;
  grown += line.tests > 0 ? 1 : 0;
  outvoted += static_cast<int64_t>(ListAt(record, "outvoted").size());
  const JsonValue faulty = record.Find("faulty");
  line.chosen_by = StrengthAt(faulty, "chosen_by");
  line.held_out = StrengthAt(faulty, "held_out");
  line.wrong = StrengthAt(faulty, "wrong");
  grow::Add(line.chosen_by, &chosen_by);
  grow::Add(line.held_out, &held_out);
  grow::Add(line.wrong, &wrong);
  for (const JsonValue each : ListAt(record, "differences")) {
    line.differences.push_back({TextAt(each, "first"), TextAt(each, "second"),
                                TextAt(each, "input"), TextAt(each, "first_answer"),
                                TextAt(each, "second_answer"), TextAt(each, "origin")});
  }
  differences += static_cast<int64_t>(line.differences.size());
  if (lines.size() < kMostProblems) lines.push_back(std::move(line));
}

std::string ReportJson(const ReportHead& head, const GrowthSummary& summary) {
  JsonWriter json;
  json.BeginObject().Key("build").Bytes(head.build).Key("judge").Bytes(head.judge);
  json.Key("manifest").Raw(head.manifest);
  json.Key("rows").Int(summary.rows).Key("refused").Int(summary.refused);
  json.Key("skipped").Int(summary.skipped).Key("not_judged").Int(summary.not_judged);
  json.Key("grown").Int(summary.grown).Key("tests").Int(summary.tests);
  json.Key("beyond").Int(summary.beyond);
  WriteCounts("tests_by_origin", summary.by_origin, &json);
  WriteCounts("skipped_by_reason", summary.by_skip, &json);
  const Fates& fates = summary.fates;
  json.Key("inputs").BeginObject().Key("tried").Int(fates.tried);
  json.Key("agreed")
      .Int(fates.agreed)
      .Key("crashed")
      .Int(fates.crashed)
      .Key("late")
      .Int(fates.late);
  json.Key("no_data").Int(fates.no_data).Key("nondeterministic").Int(fates.nondeterministic);
  json.Key("disagreed").Int(fates.disagreed).Key("too_few_references").Int(fates.too_few);
  json.Key("outside").Int(fates.outside).EndObject();
  json.Key("faulty").BeginObject();
  WriteStrength("chosen_by", summary.chosen_by, &json);
  WriteStrength("held_out", summary.held_out, &json);
  WriteStrength("wrong", summary.wrong, &json);
  json.EndObject();
  json.Key("outvoted").Int(summary.outvoted).Key("differences").Int(summary.differences);
  return json.Key("seconds").Double(summary.seconds).EndObject().Take() + "\n";
}

std::string ReportText(const GrowthSummary& summary) {
  std::string text =
      fmt::format("{} problems: {} with new tests, {} without", summary.rows - summary.refused,
                  summary.grown, summary.rows - summary.refused - summary.grown);
  if (summary.refused > 0) text += fmt::format("; {} rows are no problems", summary.refused);
  text += "\n";
  for (const std::string& each : summary.first_refused) text += "    " + each + "\n";
  for (const auto& [why, count] : summary.by_skip) text += fmt::format("{:>8} {}\n", count, why);
  const Fates& fates = summary.fates;
  text += fmt::format(
      "{} new tests ({} unlike the given ones), of {} inputs tried, {} with an answer\n",
      summary.tests, summary.beyond, fates.tried, fates.agreed);
  const auto strength = [&](const char* what, const Strength& each) {
    if (each.all == 0) return;
    text += fmt::format("{}: {} of {} rejected before, {} after: {}\n", what, each.before, each.all,
                        each.after, ShareText(each.after, each.all));
  };
  strength("faulty variants that tests were chosen by", summary.chosen_by);
  strength("faulty variants held out", summary.held_out);
  strength("wrong programs", summary.wrong);
  if (summary.outvoted > 0) {
    text += fmt::format("{} programs that are said to be right are outvoted\n", summary.outvoted);
  }
  for (const GrowthLine& line : summary.lines) {
    for (const Difference& each : line.differences) {
      text += fmt::format("{}: {} and {} differ: {} gives {} and {}\n", line.id, each.first,
                          each.second, each.input, each.first_answer, each.second_answer);
    }
  }
  if (summary.not_judged > 0) {
    text += fmt::format("{} problems weren't judged as a whole; the same command tries again\n",
                        summary.not_judged);
  }
  return text;
}

}  // namespace assay::grow
