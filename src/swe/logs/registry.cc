#include "swe/logs/registry.h"

#include <array>
#include <string>
#include <utility>

#include "swe/logs/parsers.h"

namespace assay::swe {
namespace {

constexpr std::array<LogParser, 18> kParsers = {{
    {"pytest", ReportSource::kLog, ParsePytest,
     "python -m pytest -rA -v --tb=no --show-capture=no --color=no"},
    {"pytest-junit", ReportSource::kFile, ParsePytestJunit,
     "python -m pytest -o junit_family=xunit1 --junitxml=report.xml"},
    {"unittest", ReportSource::kLog, ParseUnittest, "python -u -m unittest -v -b"},
    {"go", ReportSource::kLog, ParseGo, "go test -v ./..."},
    {"go-json", ReportSource::kLog, ParseGoJson, "go test -json ./..."},
    {"cargo", ReportSource::kLog, ParseCargo, "cargo test --no-fail-fast"},
    {"jest", ReportSource::kLog, ParseJest, "npx jest --verbose --silent"},
    {"jest-json", ReportSource::kFile, ParseJestJson, "npx jest --json --outputFile=report.json"},
    {"mocha", ReportSource::kLog, ParseMocha, "npx mocha --reporter spec"},
    {"mocha-json", ReportSource::kFile, ParseMochaJson,
     "npx mocha --reporter json --reporter-option output=report.json"},
    {"junit", ReportSource::kFile, ParseJunit, "mvn -B test; cat target/surefire-reports/*.xml"},
    {"maven", ReportSource::kLog, ParseMaven, "mvn -B test -Dsurefire.reportFormat=plain"},
    {"ctest", ReportSource::kLog, ParseCtest, "ctest"},
    {"ctest-junit", ReportSource::kFile, ParseJunit, "ctest --output-junit report.xml"},
    {"rspec", ReportSource::kLog, ParseRspec, "rspec --format documentation"},
    {"rspec-json", ReportSource::kFile, ParseRspecJson, "rspec --format json --out report.json"},
    {"phpunit", ReportSource::kLog, ParsePhpunit, "phpunit --testdox"},
    {"phpunit-junit", ReportSource::kFile, ParseJunit, "phpunit --log-junit report.xml"},
}};

}  // namespace

std::span<const LogParser> LogParsers() {
  return kParsers;
}

const LogParser* FindLogParser(std::string_view name) {
  for (const LogParser& each : kParsers) {
    if (each.name == name) return &each;
  }
  return nullptr;
}

TestReport ParseTestLog(const LogParser& parser, std::string_view text) {
  if (text.size() <= kMaxLogBytes) return parser.parse(text);
  ReportBuilder report;
  report.Fault(ReportFault::kTooLarge,
               "the log has more than " + std::to_string(kMaxLogBytes >> 20) + " MiB");
  return std::move(report).Finish();
}

}  // namespace assay::swe
