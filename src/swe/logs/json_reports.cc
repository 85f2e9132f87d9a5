// Reports that jest, vitest, mocha and RSpec write as one JSON document.
#include <string>
#include <vector>

#include "swe/logs/parsers.h"
#include "text/json_member.h"

namespace assay::swe {
namespace {

// A count that must be there. SIZE_MAX, which no count equals: it isn't.
size_t CountAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  constexpr double kMost = 1e9;
  if (!value.Is(JsonType::kNumber)) return SIZE_MAX;
  const double number = value.Double();
  return number >= 0 && number <= kMost ? static_cast<size_t>(number) : SIZE_MAX;
}

std::vector<JsonValue> ItemsAt(JsonValue object, std::string_view key) {
  const JsonValue value = object.Find(key);
  return value.Is(JsonType::kArray) ? value.Items() : std::vector<JsonValue>();
}

std::optional<JsonDocument> ParseReport(std::string_view json, std::string_view framework,
                                        ReportBuilder* report) {
  JsonError error;
  auto document = JsonDocument::Parse(json, &error);
  const bool empty = json.find_first_not_of(" \t\r\n") == std::string_view::npos;
  if (!document || !document->root().Is(JsonType::kObject)) {
    report->Fault(empty             ? ReportFault::kNothing
                  : error.too_large ? ReportFault::kTooLarge
                                    : ReportFault::kCutOff,
                  "no JSON report of " + std::string(framework) +
                      (error.message.empty() ? "" : ": " + error.message));
    return std::nullopt;
  }
  return document;
}

void AddJestTest(JsonValue test, ReportBuilder* report, size_t* todo) {
  std::string name;
  for (const JsonValue ancestor : ItemsAt(test, "ancestorTitles")) {
    if (ancestor.Is(JsonType::kString)) name.append(ancestor.String()).append(" › ");
    if (name.size() > ReportBuilder::kMaxNameBytes) break;
  }
  const std::string title = TextAt(test, "title");
  const std::string status = TextAt(test, "status");
  *todo += status == "todo" ? 1 : 0;
  report->Add(name + title,
              status == "passed"   ? TestOutcome::kPassed
              : status == "failed" ? TestOutcome::kFailed
                                   : TestOutcome::kSkipped,
              title);
}

}  // namespace

TestReport ParseJestJson(std::string_view json) {
  ReportBuilder report;
  const auto document = ParseReport(json, "jest", &report);
  if (!document) return std::move(report).Finish();
  const JsonValue root = document->root();
  size_t broken = 0;
  size_t todo = 0;
  for (const JsonValue suite : ItemsAt(root, "testResults")) {
    const auto tests = ItemsAt(suite, "assertionResults");
    for (const JsonValue test : tests) AddJestTest(test, &report, &todo);
    if (tests.empty() && TextAt(suite, "status") == "failed") {
      report.Add(TextAt(suite, "name"), TestOutcome::kError);
      ++broken;
    }
  }
  report.Expect(CountAt(root, "numPassedTests"), report.Count(TestOutcome::kPassed), "passed");
  report.Expect(CountAt(root, "numFailedTests"), report.Count(TestOutcome::kFailed), "failed");
  report.Expect(CountAt(root, "numTotalTests"), report.size() - broken, "tests");
  if (report.size() == 0) report.Fault(ReportFault::kNothing, "jest ran no test");
  const JsonValue success = root.Find("success");
  const bool failed = broken + report.Count(TestOutcome::kFailed) > 0;
  if (!success.Is(JsonType::kBool) || (success.Bool() && failed)) {
    report.Fault(ReportFault::kContradiction, "the report says success beside failures");
  }
  return std::move(report).Finish();
}

TestReport ParseMochaJson(std::string_view json) {
  ReportBuilder report;
  const auto document = ParseReport(json, "mocha", &report);
  if (!document) return std::move(report).Finish();
  const JsonValue root = document->root();
  const auto add = [&](std::string_view key, TestOutcome outcome) {
    for (const JsonValue test : ItemsAt(root, key)) {
      report.Add(TextAt(test, "fullTitle"), outcome, TextAt(test, "title"));
    }
    report.Expect(CountAt(root.Find("stats"), key), report.Count(outcome), key);
  };
  add("passes", TestOutcome::kPassed);
  add("pending", TestOutcome::kSkipped);
  add("failures", TestOutcome::kFailed);
  // A failed hook is among the failures and no test.
  if (ItemsAt(root, "tests").size() > report.size()) {
    report.Expect(ItemsAt(root, "tests").size(), report.size(), "tests");
  }
  if (report.size() == 0) report.Fault(ReportFault::kNothing, "mocha ran no test");
  return std::move(report).Finish();
}

TestReport ParseRspecJson(std::string_view json) {
  ReportBuilder report;
  const auto document = ParseReport(json, "RSpec", &report);
  if (!document) return std::move(report).Finish();
  for (const JsonValue example : ItemsAt(document->root(), "examples")) {
    const std::string status = TextAt(example, "status");
    // What is marked pending and fails has an exception of its own under "pending_exception" in
    // newer releases only; it is no pass either way.
    report.Add(TextAt(example, "full_description"),
               status == "passed"   ? TestOutcome::kPassed
               : status == "failed" ? TestOutcome::kFailed
                                    : TestOutcome::kSkipped,
               TextAt(example, "id"));
  }
  const JsonValue summary = document->root().Find("summary");
  report.Expect(CountAt(summary, "example_count"), report.size(), "examples");
  report.Expect(CountAt(summary, "failure_count"), report.Count(TestOutcome::kFailed), "failures");
  report.Expect(CountAt(summary, "pending_count"), report.Count(TestOutcome::kSkipped), "pending");
  if (NumberAt(summary, "errors_outside_of_examples_count") > 0) {
    report.Fault(ReportFault::kStopped, "errors occurred outside of the examples");
  }
  if (report.size() == 0) report.Fault(ReportFault::kNothing, "RSpec ran no example");
  return std::move(report).Finish();
}

}  // namespace assay::swe
