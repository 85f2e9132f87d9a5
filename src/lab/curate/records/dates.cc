#include "lab/curate/records/dates.h"

#include <algorithm>
#include <chrono>
#include <cstdio>

#include "base/text.h"

namespace assay::curate {
namespace {

bool IsDigit(char c) {
  return c >= '0' && c <= '9';
}

// Takes the digits `text` begins with, at most nine; -1: none.
int64_t TakeNumber(std::string_view* text) {
  int64_t number = 0;
  size_t digits = 0;
  while (digits < text->size() && digits < 9 && IsDigit((*text)[digits])) {
    number = number * 10 + ((*text)[digits++] - '0');
  }
  text->remove_prefix(digits);
  return digits == 0 ? -1 : number;
}

std::optional<int64_t> DayOf(int64_t year, int64_t month, int64_t day) {
  if (year < 1900 || year > 2200 || month < 1 || month > 12 || day < 1) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(year)),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

std::optional<int64_t> DayOfNumber(std::string_view digits) {
  constexpr int64_t kSecondsPerDay = 86400;
  if (digits.size() == 8) {
    int64_t number = 0;
    for (const char c : digits) number = number * 10 + (c - '0');
    return DayOf(number / 10000, number / 100 % 100, number % 100);
  }
  if (digits.size() < 9 || digits.size() > 13) return std::nullopt;
  int64_t seconds = 0;
  for (const char c : digits) seconds = seconds * 10 + (c - '0');
  if (digits.size() >= 12) seconds /= 1000;
  return seconds / kSecondsPerDay;
}

}  // namespace

std::optional<int64_t> ParseDay(std::string_view text) {
  text = TrimAsciiSpace(text);
  const size_t digits =
      static_cast<size_t>(std::find_if_not(text.begin(), text.end(), IsDigit) - text.begin());
  // A fraction of a second may follow.
  if (digits == text.size() || (digits >= 9 && text[digits] == '.')) {
    return DayOfNumber(text.substr(0, digits));
  }
  const int64_t year = TakeNumber(&text);
  if (text.empty() || (text.front() != '-' && text.front() != '/')) return std::nullopt;
  const char between = text.front();
  text.remove_prefix(1);
  const int64_t month = TakeNumber(&text);
  if (text.empty() || text.front() != between) return std::nullopt;
  text.remove_prefix(1);
  const int64_t day = TakeNumber(&text);
  if (!text.empty() && text.front() != 'T' && text.front() != ' ') return std::nullopt;
  return DayOf(year, month, day);
}

std::string DayText(int64_t day) {
  const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
  char text[16];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
  return text;
}

}  // namespace assay::curate
