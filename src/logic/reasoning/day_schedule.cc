#include "logic/reasoning/day_schedule.h"

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "logic/model/facts.h"
#include "logic/reasoning/clock_time.h"
#include "logic/reasoning/names.h"
#include "text/json_writer.h"

namespace assay::logic::reasoning {
namespace {

constexpr size_t kFewestEvents = 2;
constexpr size_t kMostEvents = 10;  // the search keeps all their sets
constexpr int kMostEventMinutes = 720;
constexpr int kMostEventGap = 120;
constexpr size_t kMostOrders = 32;

struct ScheduleSize {
  size_t events;
  size_t orders;
  int gap;
  int slack;  // minutes around the intended time, at most, of an event that has bounds
  int spare;  // percent of the events without bounds of their own
};
constexpr std::array<ScheduleSize, 5> kScheduleSizes = {{{3, 1, 0, 120, 50},
                                                         {4, 2, 0, 90, 40},
                                                         {6, 2, 10, 90, 35},
                                                         {8, 3, 10, 100, 25},
                                                         {10, 4, 15, 120, 20}}};
constexpr int kScheduleTries = 40;

const std::vector<std::string>& ScheduleEvents() {
  static const std::vector<std::string> kEvents = {
      "archery",  "baking",  "ballet",    "chess",  "cinema",  "concert",  "debate",  "drawing",
      "drumming", "fencing", "gardening", "hiking", "judo",    "knitting", "lecture", "painting",
      "poetry",   "pottery", "quiz",      "rowing", "singing", "theater",  "weaving", "yoga"};
  return kEvents;
}

struct EventDay {
  std::vector<std::string> events;
  std::vector<int> durations;
  std::vector<int> earliest;
  std::vector<int> latest;
  int gap = 0;
  std::vector<int> before;  // pairs

  size_t size() const { return events.size(); }
};

Result<EventDay> ReadEventDay(JsonValue facts) {
  EventDay day;
  ASSAY_ASSIGN_OR_RETURN(day.events, ReadNames(facts, "events", kFewestEvents, kMostEvents));
  const size_t size = day.size();
  ASSAY_ASSIGN_OR_RETURN(day.durations,
                         ReadInts(facts, "durations", size, size, 1, kMostEventMinutes));
  ASSAY_ASSIGN_OR_RETURN(day.earliest, ReadInts(facts, "earliest", size, size, 0, kMinutesOfDay));
  ASSAY_ASSIGN_OR_RETURN(day.latest, ReadInts(facts, "latest", size, size, 0, kMinutesOfDay));
  ASSAY_ASSIGN_OR_RETURN(day.gap, ReadInt(facts, "gap", 0, kMostEventGap));
  ASSAY_ASSIGN_OR_RETURN(
      day.before, ReadInts(facts, "before", 0, 2 * kMostOrders, 0, static_cast<int>(size) - 1));
  if (day.before.size() % 2 != 0) return BadFacts("before", "must be pairs");
  return day;
}

// Begins of a schedule; nothing: there is none. For each set of events, how early all of them can
// have ended: no later end of the same events is better.
std::optional<std::vector<int>> FindSchedule(const EventDay& day) {
  const size_t size = day.size();
  std::vector<size_t> needs(size, 0);  // sets of events that must have ended
  for (size_t i = 0; i + 1 < day.before.size(); i += 2) {
    needs[static_cast<size_t>(day.before[i + 1])] |= size_t{1}
                                                     << static_cast<size_t>(day.before[i]);
  }
  const size_t all = (size_t{1} << size) - 1;
  std::vector<int> ends(all + 1, kMinutesOfDay + 1);
  std::vector<size_t> last(all + 1, 0);
  ends[0] = -day.gap;
  for (size_t set = 1; set <= all; ++set) {
    for (size_t event = 0; event < size; ++event) {
      const size_t others = set & ~(size_t{1} << event);
      if (others == set || (needs[event] & ~others) != 0) continue;
      const int end = std::max(ends[others] + day.gap, day.earliest[event]) + day.durations[event];
      if (ends[others] > kMinutesOfDay || end > day.latest[event] || end >= ends[set]) continue;
      ends[set] = end;
      last[set] = event;
    }
  }
  if (ends[all] > kMinutesOfDay) return std::nullopt;
  std::vector<int> begins(size);
  for (size_t set = all; set != 0; set &= ~(size_t{1} << last[set])) {
    begins[last[set]] = ends[set] - day.durations[last[set]];
  }
  return begins;
}

// What is wrong with begins; nothing: they hold.
std::optional<Verdict> ScheduleFault(const EventDay& day, const std::vector<int>& begins) {
  const auto end = [&](size_t event) { return begins[event] + day.durations[event]; };
  for (size_t event = 0; event < day.size(); ++event) {
    if (begins[event] < day.earliest[event]) return Wrong("begins_too_early");
    if (end(event) > day.latest[event]) return Wrong("ends_too_late");
    for (size_t other = 0; other < event; ++other) {
      if (begins[event] < end(other) && begins[other] < end(event)) return Wrong("overlap");
      if (begins[event] < end(other) + day.gap && begins[other] < end(event) + day.gap) {
        return Wrong("gap_too_short");
      }
    }
  }
  for (size_t i = 0; i + 1 < day.before.size(); i += 2) {
    if (end(static_cast<size_t>(day.before[i])) > begins[static_cast<size_t>(day.before[i + 1])]) {
      return Wrong("wrong_order");
    }
  }
  return std::nullopt;
}

// Whether it comes about when one always takes the event that must have ended first.
bool IsEasySchedule(const EventDay& day) {
  std::vector<size_t> order(day.size());
  for (size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return day.latest[a] - day.durations[a] < day.latest[b] - day.durations[b];
  });
  std::vector<int> begins(day.size());
  int end = -day.gap;
  for (const size_t event : order) {
    begins[event] = std::max(end + day.gap, day.earliest[event]);
    end = begins[event] + day.durations[event];
  }
  return !ScheduleFault(day, begins);
}

// Around a schedule that is drawn first.
EventDay DrawEventDay(const ScheduleSize& size, Dice* dice) {
  constexpr int kDayBegin = 8 * 60;
  constexpr int kDayEnd = 22 * 60;
  constexpr int kStep = 5;
  EventDay day;
  day.events = DrawStrings(size.events, ScheduleEvents(), dice);
  day.gap = size.gap;
  const int most = (kDayEnd - kDayBegin) / static_cast<int>(size.events) - size.gap;
  std::vector<int> begins;
  int at = kDayBegin;
  for (size_t i = 0; i < size.events; ++i) {
    day.durations.push_back(kStep * Between(3, std::min(most, 120) / kStep, dice));
    begins.push_back(at);
    at += day.durations.back() + day.gap;
  }
  const int day_end = std::min(kDayEnd, at - day.gap + kStep * Between(0, 4, dice));
  for (size_t i = 0; i < size.events; ++i) {
    const bool bounded = Between(0, 99, dice) >= size.spare;
    const int sooner = kStep * Between(0, size.slack / kStep, dice);
    const int later = kStep * Between(0, size.slack / kStep, dice);
    const int end = begins[i] + day.durations[i];
    day.earliest.push_back(bounded ? std::max(kDayBegin, begins[i] - sooner) : kDayBegin);
    day.latest.push_back(bounded ? std::min(day_end, end + later) : day_end);
  }
  for (size_t i = 0; i < size.orders; ++i) {
    std::vector<int> pair = DrawIndices(2, size.events, dice);
    std::sort(pair.begin(), pair.end());
    day.before.insert(day.before.end(), pair.begin(), pair.end());
  }
  return day;
}

// So that their order tells nothing.
void ShuffleEvents(Dice* dice, EventDay* day) {
  const std::vector<int> order = DrawIndices(day->size(), day->size(), dice);
  EventDay mixed = *day;
  for (size_t to = 0; to < order.size(); ++to) {
    const auto from = static_cast<size_t>(order[to]);
    mixed.durations[to] = day->durations[from];
    mixed.earliest[to] = day->earliest[from];
    mixed.latest[to] = day->latest[from];
    for (size_t i = 0; i < day->before.size(); ++i) {
      if (day->before[i] == order[to]) mixed.before[i] = static_cast<int>(to);
    }
  }
  *day = mixed;
}

std::string SchedulePrompt(const EventDay& day) {
  std::string text =
      "Make a schedule of one day with these events, each of which takes place once "
      "without a break. No two may overlap";
  text += day.gap == 0 ? "; one may begin when another ends."
                       : ", and between the end of one and the begin of the next there must be at "
                         "least " +
                             DurationText(day.gap) + ".";
  text += "\n";
  for (size_t i = 0; i < day.size(); ++i) {
    text += "\n- " + day.events[i] + ": takes " + DurationText(day.durations[i]) + ", begins at " +
            TimeText(day.earliest[i]) + " or later, has ended by " + TimeText(day.latest[i]);
  }
  text += "\n";
  for (size_t i = 0; i + 1 < day.before.size(); i += 2) {
    text += "\n- " + day.events[static_cast<size_t>(day.before[i])] + " must have ended when " +
            day.events[static_cast<size_t>(day.before[i + 1])] + " begins";
  }
  return text +
         "\n\nAny schedule that keeps to all this is right. Give the final answer in a code block: "
         "one line for each event with the time when it begins, on a 24-hour clock, in the form\n"
         "event HH:MM";
}

}  // namespace

Puzzle MakeSchedule(int difficulty, Dice* dice) {
  const ScheduleSize& size = kScheduleSizes[static_cast<size_t>(difficulty - kEasiest)];
  EventDay day;
  for (int attempt = 0; attempt < kScheduleTries; ++attempt) {
    day = DrawEventDay(size, dice);
    if (difficulty <= 2 || !IsEasySchedule(day)) break;
  }
  ShuffleEvents(dice, &day);
  JsonWriter facts;
  facts.BeginObject().Key("task").String("schedule");
  facts.Key("events").Raw(StringsJson(day.events));
  facts.Key("durations").Raw(IntsJson(day.durations));
  facts.Key("earliest").Raw(IntsJson(day.earliest)).Key("latest").Raw(IntsJson(day.latest));
  facts.Key("gap").Int(day.gap).Key("before").Raw(IntsJson(day.before)).EndObject();
  return {"time_sequence", difficulty, SchedulePrompt(day), facts.Take()};
}

Result<Verdict> VerifySchedule(JsonValue facts, std::string_view answer) {
  ASSAY_ASSIGN_OR_RETURN(const EventDay day, ReadEventDay(facts));
  if (answer.size() > kMostAnswerBytes) return kUnreadable;
  const std::vector<std::string> tokens = AnswerTokens(answer);
  if (tokens.empty() || tokens.size() % 2 != 0) return kUnreadable;
  std::vector<int> begins(day.size(), -1);
  for (size_t i = 0; i < tokens.size(); i += 2) {
    const std::optional<int> time = TimeOf(tokens[i + 1]);
    if (!time) return kUnreadable;
    const int event = PlaceOf(day.events, tokens[i]);
    if (event < 0) return Wrong("unknown_event");
    int& begin = begins[static_cast<size_t>(event)];
    if (begin >= 0) return Wrong("event_repeats");
    begin = *time;
  }
  if (std::find(begins.begin(), begins.end(), -1) != begins.end()) return Wrong("event_missing");
  return ScheduleFault(day, begins).value_or(kRight);
}

Result<std::string> SolveSchedule(JsonValue facts) {
  ASSAY_ASSIGN_OR_RETURN(const EventDay day, ReadEventDay(facts));
  const std::optional<std::vector<int>> begins = FindSchedule(day);
  if (!begins) return Error{ErrorCode::kUnsupported, "logic.solve", 0, "there is no answer"};
  std::string text;
  for (size_t i = 0; i < day.size(); ++i) {
    text += day.events[i] + " " + TimeText((*begins)[i]) + "\n";
  }
  return text;
}

}  // namespace assay::logic::reasoning
