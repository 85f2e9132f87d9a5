// JUnit's XML, as its many writers write it: `testsuites`, `testsuite` within one another,
// `testcase` with `failure`, `error` or `skipped` in it.
#include <optional>
#include <string>

#include "base/text.h"
#include "swe/logs/parsers.h"
#include "swe/report/log_lines.h"
#include "swe/report/xml_reader.h"

namespace assay::swe {
namespace {

enum class Names { kPlain, kPytest };

struct Case {
  std::string name;
  std::string alias;
  TestOutcome outcome = TestOutcome::kPassed;
};

// What an outermost suite says of itself and holds.
struct Suite {
  std::optional<size_t> tests, failures, errors, skipped;
  size_t counted = 0, bad = 0, broken = 0, left_out = 0;
  size_t bad_elements = 0;
};

std::string Text(const XmlReader& xml, std::string_view attribute) {
  return std::string(xml.Attribute(attribute).value_or(""));
}

std::optional<size_t> Number(const XmlReader& xml, std::string_view attribute) {
  auto text = xml.Attribute(attribute);
  if (!text) return std::nullopt;
  const auto number = TakeNumber(&*text);
  return text->empty() ? number : std::nullopt;
}

// "tests/test_a.py::TestC::test_m" from its file and the class "tests.test_a.TestC".
std::string PytestName(const XmlReader& xml) {
  const std::string file = Text(xml, "file");
  const std::string name = Text(xml, "name");
  const std::string classname = Text(xml, "classname");
  if (file.empty()) return classname.empty() ? name : classname + "::" + name;
  std::string module(file.substr(0, file.rfind(".py")));
  for (char& c : module) c = c == '/' ? '.' : c;
  std::string_view classes = classname;
  std::string path = file;
  if (Take(&classes, module) && (classes.empty() || Take(&classes, "."))) {
    while (!classes.empty()) {
      const size_t dot = std::min(classes.find('.'), classes.size());
      path.append("::").append(classes.substr(0, dot));
      classes.remove_prefix(std::min(dot + 1, classes.size()));
    }
  }
  return path + "::" + name;
}

class Reader {
 public:
  Reader(std::string_view text, Names names) : xml_(text), names_(names) {}

  TestReport Read() {
    for (XmlReader::Token token = xml_.Next();; token = xml_.Next()) {
      if (token == XmlReader::Token::kStart) {
        Start();
      } else if (token == XmlReader::Token::kEnd) {
        End();
      } else {
        Judge(token == XmlReader::Token::kFault);
        return std::move(report_).Finish();
      }
    }
  }

 private:
  void Start() {
    const std::string_view name = xml_.name();
    if (case_depth_ > 0) {
      if (xml_.depth() == case_depth_ + 1) ReadOutcome(name);
    } else if (name == "testsuite") {
      if (suite_depth_ > 0) return;
      suite_depth_ = xml_.depth();
      suite_ = {};
      suite_.tests = Number(xml_, "tests");
      suite_.failures = Number(xml_, "failures");
      suite_.errors = Number(xml_, "errors");
      suite_.skipped = Number(xml_, "skipped");
      if (const auto disabled = Number(xml_, "disabled"); disabled && suite_.skipped) {
        *suite_.skipped += *disabled;
      }
    } else if (name == "testcase") {
      StartCase();
    } else if (xml_.depth() == 1 && name != "testsuites") {
      report_.Fault(ReportFault::kContradiction, "a document is no JUnit report");
    }
  }

  void StartCase() {
    if (suite_depth_ == 0) {
      report_.Fault(ReportFault::kContradiction, "a test case stands outside of any suite");
    }
    case_depth_ = xml_.depth();
    case_ = {};
    const std::string name = Text(xml_, "name");
    const std::string classname = Text(xml_, "classname");
    if (names_ == Names::kPytest) {
      case_.name = PytestName(xml_);
    } else if (classname.empty() || classname == name) {
      case_.name = name;
    } else {
      case_.name = classname + "." + name;
      const std::string php = Text(xml_, "class");  // with its backslashes
      case_.alias = (php.empty() ? classname : php) + "::" + name;
    }
    if (Text(xml_, "status") == "disabled") case_.outcome = TestOutcome::kSkipped;
  }

  void ReadOutcome(std::string_view element) {
    const bool expected = Text(xml_, "type") == "pytest.xfail";
    suite_.bad_elements += element == "error" || element == "failure" ? 1 : 0;
    if (element == "error") {
      case_.outcome = TestOutcome::kError;
      only_collection_ &= Text(xml_, "message") == "collection failure";
    } else if (element == "failure" && case_.outcome != TestOutcome::kError) {
      case_.outcome = TestOutcome::kFailed;
    } else if (element == "skipped" && case_.outcome == TestOutcome::kPassed) {
      case_.outcome = expected ? TestOutcome::kExpectedFailure : TestOutcome::kSkipped;
    }
  }

  void End() {
    if (case_depth_ > 0 && xml_.depth() + 1 == case_depth_) {
      case_depth_ = 0;
      report_.Add(case_.name, case_.outcome, case_.alias);
      only_collection_ &= case_.outcome == TestOutcome::kError;
      ++suite_.counted;
      const bool failed = case_.outcome == TestOutcome::kFailed;
      suite_.bad += failed || case_.outcome == TestOutcome::kError ? 1 : 0;
      suite_.broken += case_.outcome == TestOutcome::kError ? 1 : 0;
      suite_.left_out +=
          case_.outcome == TestOutcome::kSkipped || case_.outcome == TestOutcome::kExpectedFailure
              ? 1
              : 0;
    } else if (suite_depth_ > 0 && xml_.depth() + 1 == suite_depth_) {
      suite_depth_ = 0;
      EndSuite();
    }
  }

  void EndSuite() {
    if (!suite_.tests || !suite_.failures) {
      return report_.Fault(ReportFault::kContradiction, "a suite doesn't count its tests");
    }
    // pytest counts a test whose tear-down broke twice, or writes it twice and counts it once.
    const size_t slack = names_ == Names::kPytest ? suite_.broken : 0;
    if (*suite_.tests + slack < suite_.counted || *suite_.tests > suite_.counted + slack) {
      report_.Expect(*suite_.tests, suite_.counted, "tests");
    }
    // Some writers don't tell errors from failures; some count a test once that failed several
    // times.
    const size_t bad = *suite_.failures + suite_.errors.value_or(0);
    if (bad < suite_.bad || bad > suite_.bad_elements) report_.Expect(bad, suite_.bad, "failed");
    if (suite_.skipped) report_.Expect(*suite_.skipped, suite_.left_out, "skipped");
  }

  void Judge(bool malformed) {
    if (malformed) {
      const bool begun = xml_.documents() > 0 || report_.size() > 0 || suite_depth_ > 0;
      report_.Fault(begun ? ReportFault::kCutOff : ReportFault::kNothing,
                    "malformed XML: " + xml_.problem());
    } else if (report_.size() == 0) {
      report_.Fault(ReportFault::kNothing, "the report has no test");
    } else if (names_ == Names::kPytest && xml_.documents() != 1) {
      report_.Fault(ReportFault::kContradiction, "pytest writes one document");
    } else if (names_ == Names::kPytest && only_collection_) {
      report_.Fault(ReportFault::kStopped, "pytest stopped early: tests couldn't be collected");
    }
  }

  XmlReader xml_;
  const Names names_;
  size_t suite_depth_ = 0;  // of the outermost suite that is open; 0: none
  size_t case_depth_ = 0;   // of the test case that is open; 0: none
  Suite suite_;
  Case case_;
  bool only_collection_ = true;
  ReportBuilder report_;
};

}  // namespace

TestReport ParseJunit(std::string_view xml) {
  return Reader(xml, Names::kPlain).Read();
}

TestReport ParsePytestJunit(std::string_view xml) {
  return Reader(xml, Names::kPytest).Read();
}

}  // namespace assay::swe
