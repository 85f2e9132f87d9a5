#include "apps/commands/rejudge.h"

#include <algorithm>
#include <set>

#include "apps/cli/terminal.h"
#include "base/clock.h"

namespace assay {
namespace {

// A string's text, anything else as it is written; "nothing" for what isn't there.
std::string Words(JsonValue value) {
  if (!value) return "nothing";
  return value.Is(JsonType::kString) ? value.String() : std::string(value.raw());
}

bool Equal(JsonValue a, JsonValue b) {
  if (a.Is(JsonType::kNumber) && b.Is(JsonType::kNumber)) return a.Double() == b.Double();
  return Words(a) == Words(b);
}

void CompareField(JsonValue then, JsonValue now, const char* field, const std::string& where,
                  std::vector<Change>* changes) {
  const JsonValue a = then.Find(field), b = now.Find(field);
  if (!Equal(a, b)) changes->push_back({where + field, Words(a), Words(b)});
}

void CompareTest(JsonValue then, JsonValue now, RejudgeReport* report) {
  const std::string where = "test " + Words(then.Find("id")) + ": ";
  const size_t before = report->differences.size();
  CompareField(then, now, "verdict", where, &report->differences);
  CompareField(then, now, "cause", where, &report->differences);
  if (report->differences.size() == before) {
    CompareField(then, now, "reason", where, &report->notes);
  }
}

void CompareEnvironment(JsonValue then, JsonValue now, RejudgeReport* report) {
  for (const char* field : {"assay", "tier", "seed", "time_multiplier"}) {
    CompareField(then, now, field, "", &report->warnings);
  }
  std::set<std::string> languages;
  for (const JsonValue& part : {then.Find("toolchains"), now.Find("toolchains")}) {
    if (!part.Is(JsonType::kObject)) continue;
    for (const auto& [name, value] : part.Members()) languages.insert(name);
  }
  for (const std::string& language : languages) {
    CompareField(then.Find("toolchains"), now.Find("toolchains"), language.c_str(), "toolchain ",
                 &report->warnings);
  }
}

double Largest(const std::vector<JsonValue>& tests, const char* field) {
  double largest = 0;
  for (const JsonValue& test : tests) {
    const JsonValue value = test.Find(field);
    if (value.Is(JsonType::kNumber)) largest = std::max(largest, value.Double());
  }
  return largest;
}

}  // namespace

RejudgeReport CompareBundles(const Bundle& then, const Bundle& now) {
  RejudgeReport report;
  const size_t before = report.differences.size();
  for (const char* field : {"verdict", "cause", "score"}) {
    CompareField(then.verdict, now.verdict, field, "", &report.differences);
  }
  if (report.differences.size() == before) {
    CompareField(then.verdict, now.verdict, "reason", "", &report.notes);
  }
  const auto old_tests = then.verdict.Find("tests").Items();
  const auto new_tests = now.verdict.Find("tests").Items();
  if (old_tests.size() != new_tests.size()) {
    report.differences.push_back(
        {"number of tests", std::to_string(old_tests.size()), std::to_string(new_tests.size())});
  }
  for (size_t i = 0; i < std::min(old_tests.size(), new_tests.size()); ++i) {
    CompareTest(old_tests[i], new_tests[i], &report);
  }
  CompareEnvironment(then.environment, now.environment, &report);
  for (const auto& [field, name] :
       {std::pair("cpu_time_s", "cpu time"), std::pair("wall_time_s", "wall time")}) {
    report.notes.push_back({name, HumanDuration(FromSeconds(Largest(old_tests, field))),
                            HumanDuration(FromSeconds(Largest(new_tests, field)))});
  }
  return report;
}

}  // namespace assay
