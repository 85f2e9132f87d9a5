#include "logic/reasoning/free_span.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <vector>

#include "logic/model/facts.h"
#include "logic/reasoning/clock_time.h"
#include "logic/reasoning/names.h"
#include "text/json_writer.h"

namespace assay::logic::reasoning {
namespace {

constexpr size_t kMostBusyPeople = 10;
constexpr size_t kMostBusySpans = 64;
constexpr int kMostAhead = 720;
constexpr int kMostRest = 120;

struct FreeSpanSize {
  size_t people;
  size_t spans;  // of each
  bool rests;
  bool zones;
  int step;  // times are multiples of
};
constexpr std::array<FreeSpanSize, 5> kFreeSpanSizes = {{{2, 2, false, false, 30},
                                                         {3, 3, false, false, 15},
                                                         {4, 4, true, false, 15},
                                                         {5, 4, true, true, 5},
                                                         {7, 5, true, true, 5}}};
constexpr int kFreeSpanTries = 50;

// Minutes from begin on, not that of end.
struct MinuteSpan {
  int begin;
  int end;

  int length() const { return end - begin; }
};

struct BusyDay {
  std::vector<std::string> people;
  MinuteSpan day;
  std::vector<int> ahead;
  std::vector<int> rest;
  Grid busy;  // person, begin, end

  // When its person isn't free, in common time.
  MinuteSpan Taken(const std::vector<int>& row) const {
    const auto person = static_cast<size_t>(row[0]);
    return {row[1] - ahead[person], row[2] - ahead[person] + rest[person]};
  }
};

Result<BusyDay> ReadBusyDay(JsonValue facts) {
  BusyDay day;
  ASSAY_ASSIGN_OR_RETURN(day.people, ReadNames(facts, "people", 1, kMostBusyPeople));
  const size_t count = day.people.size();
  ASSAY_ASSIGN_OR_RETURN(day.day.begin, ReadInt(facts, "from", 0, kMinutesOfDay));
  ASSAY_ASSIGN_OR_RETURN(day.day.end, ReadInt(facts, "to", 0, kMinutesOfDay));
  if (day.day.length() <= 0) return BadFacts("to", "must be after \"from\"");
  ASSAY_ASSIGN_OR_RETURN(day.ahead,
                         ReadInts(facts, "ahead", count, count, -kMostAhead, kMostAhead));
  ASSAY_ASSIGN_OR_RETURN(day.rest, ReadInts(facts, "rest", count, count, 0, kMostRest));
  ASSAY_ASSIGN_OR_RETURN(day.busy, ReadGrid(facts, "busy", kMostBusySpans, 0, kMinutesOfDay));
  for (const std::vector<int>& row : day.busy) {
    if (row.size() != 3 || row[0] >= static_cast<int>(count) || row[1] >= row[2]) {
      return BadFacts("busy", "each must be a person, a begin and a later end");
    }
  }
  return day;
}

// In their order: what is left of the day, each as long as it can be.
std::vector<MinuteSpan> FreeSpans(const BusyDay& day) {
  std::vector<MinuteSpan> taken;
  for (const std::vector<int>& row : day.busy) taken.push_back(day.Taken(row));
  std::sort(taken.begin(), taken.end(),
            [](const MinuteSpan& a, const MinuteSpan& b) { return a.begin < b.begin; });
  taken.push_back({day.day.end, day.day.end});
  std::vector<MinuteSpan> free;
  int since = day.day.begin;
  for (const MinuteSpan& each : taken) {
    const int until = std::min(each.begin, day.day.end);
    if (until > since) free.push_back({since, until});
    since = std::max(since, each.end);
  }
  return free;
}

int LongestFree(const std::vector<MinuteSpan>& free) {
  int longest = 0;
  for (const MinuteSpan& each : free) longest = std::max(longest, each.length());
  return longest;
}

std::string SpanText(const MinuteSpan& span) {
  return TimeText(span.begin) + "-" + TimeText(span.end);
}

// With a space for each dash that isn't a hyphen.
std::string WithoutDashes(std::string_view answer) {
  std::string plain;
  for (size_t at = 0; at < answer.size(); ++at) {
    const std::string_view next = answer.substr(at, 3);
    const bool dash = next == "\u2013" || next == "\u2014" || next == "\u2212";
    plain += dash ? ' ' : answer[at];
    if (dash) at += 2;
  }
  return plain;
}

// Two times, "to" between them or not.
std::optional<MinuteSpan> SpanOf(const std::vector<std::string>& tokens) {
  std::vector<int> times;
  for (const std::string& token : tokens) {
    if (token == "to" && times.size() == 1) continue;
    const std::optional<int> time = TimeOf(token);
    if (!time || times.size() == 2) return std::nullopt;
    times.push_back(*time);
  }
  if (times.size() != 2) return std::nullopt;
  return MinuteSpan{times[0], times[1]};
}

BusyDay DrawBusyDay(const FreeSpanSize& size, Dice* dice) {
  BusyDay day;
  day.people = DrawStrings(size.people, FirstNames(), dice);
  day.day = {9 * 60, 18 * 60};
  for (size_t person = 0; person < size.people; ++person) {
    // So little that a day's local times are within the calendar's day.
    day.ahead.push_back(size.zones ? 30 * Between(-8, 8, dice) : 0);
    day.rest.push_back(size.rests ? 5 * Between(0, 4, dice) : 0);
    const int length = day.day.length() / size.step;
    for (size_t i = 0; i < size.spans; ++i) {
      const int begin = day.day.begin + size.step * Between(0, length - 1, dice);
      const int end =
          std::min(begin + size.step * Between(1, std::max(1, 75 / size.step), dice), day.day.end);
      day.busy.push_back(
          {static_cast<int>(person), begin + day.ahead.back(), end + day.ahead.back()});
    }
  }
  std::sort(day.busy.begin(), day.busy.end());
  return day;
}

// Leaves out appointments that begin before the person's last ended.
void PartAppointments(BusyDay* day) {
  Grid kept;
  for (const std::vector<int>& row : day->busy) {
    if (kept.empty() || kept.back()[0] != row[0] || row[1] >= kept.back()[2]) kept.push_back(row);
  }
  day->busy = kept;
}

std::string FreeSpanPrompt(const BusyDay& day) {
  std::string text = "Some people look for a time to meet between " + TimeText(day.day.begin) +
                     " and " + TimeText(day.day.end) +
                     " on one day. These are their appointments on that day; when one ends, the "
                     "person is free again at that very time";
  const bool rests = std::any_of(day.rest.begin(), day.rest.end(), [](int r) { return r > 0; });
  const bool zones = std::any_of(day.ahead.begin(), day.ahead.end(), [](int a) { return a != 0; });
  if (rests) text += ", or after a rest where one is said, in which the person is not free either";
  text += ".";
  if (zones) {
    text +=
        " Each person's appointments are in that person's local time; all other times, the "
        "answer's too, are in common time.";
  }
  text += "\n";
  for (size_t person = 0; person < day.people.size(); ++person) {
    text += "\n- " + day.people[person];
    const int ahead = day.ahead[person];
    if (ahead != 0) {
      text += " (whose local time is " + DurationText(std::abs(ahead)) +
              (ahead > 0 ? " ahead of" : " behind") + " common time)";
    }
    if (day.rest[person] > 0) {
      text += ", who needs a rest of " + DurationText(day.rest[person]) + " after each appointment";
    }
    std::string spans;
    for (const std::vector<int>& row : day.busy) {
      if (row[0] != static_cast<int>(person)) continue;
      spans += (spans.empty() ? "" : ", ") + SpanText({row[1], row[2]});
    }
    text += ": " + (spans.empty() ? "nothing" : spans);
  }
  return text + "\n\nFind the longest span of time between " + TimeText(day.day.begin) + " and " +
         TimeText(day.day.end) +
         " in which all of them are free; if several are the longest, give any one of them. Give "
         "the final answer in a code block: its begin and end on a 24-hour clock, in the form "
         "HH:MM-HH:MM, or none if there is no such time.";
}

}  // namespace

Puzzle MakeFreeSpan(int difficulty, Dice* dice) {
  const FreeSpanSize& size = kFreeSpanSizes[static_cast<size_t>(difficulty - kEasiest)];
  BusyDay day;
  for (int attempt = 0; attempt < kFreeSpanTries; ++attempt) {
    day = DrawBusyDay(size, dice);
    PartAppointments(&day);
    if (FreeSpans(day).size() >= 2) break;
  }
  JsonWriter facts;
  facts.BeginObject().Key("task").String("free_span");
  facts.Key("people").Raw(StringsJson(day.people));
  facts.Key("from").Int(day.day.begin).Key("to").Int(day.day.end);
  facts.Key("ahead").Raw(IntsJson(day.ahead)).Key("rest").Raw(IntsJson(day.rest));
  facts.Key("busy").Raw(GridJson(day.busy)).EndObject();
  return {"time_sequence", difficulty, FreeSpanPrompt(day), facts.Take()};
}

// By the rules, not by the spans that Solve takes one of: within the day, nobody taken, and as long
// as the longest.
Result<Verdict> VerifyFreeSpan(JsonValue facts, std::string_view answer) {
  ASSAY_ASSIGN_OR_RETURN(const BusyDay day, ReadBusyDay(facts));
  if (answer.size() > kMostAnswerBytes) return kUnreadable;
  const int longest = LongestFree(FreeSpans(day));
  const std::vector<std::string> tokens = AnswerTokens(WithoutDashes(answer));
  if (tokens.size() == 1 && tokens.front() == "none") {
    return longest == 0 ? kRight : Wrong("there_is_one");
  }
  const std::optional<MinuteSpan> span = SpanOf(tokens);
  if (!span) return kUnreadable;
  if (span->length() <= 0) return Wrong("ends_before_it_begins");
  if (span->begin < day.day.begin || span->end > day.day.end) return Wrong("outside_the_day");
  for (const std::vector<int>& row : day.busy) {
    const MinuteSpan taken = day.Taken(row);
    if (taken.begin < span->end && span->begin < taken.end) return Wrong("somebody_is_busy");
  }
  return span->length() == longest ? kRight : Wrong("not_longest");
}

Result<std::string> SolveFreeSpan(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const BusyDay day, ReadBusyDay(facts));
  const std::vector<MinuteSpan> free = FreeSpans(day);
  for (const MinuteSpan& each : free) {
    if (each.length() == LongestFree(free)) return SpanText(each);
  }
  return std::string("none");
}

}  // namespace assay::logic::reasoning
