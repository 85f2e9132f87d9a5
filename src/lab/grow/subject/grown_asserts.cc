#include "lab/grow/subject/grown_asserts.h"

#include <algorithm>
#include <cmath>

namespace assay::grow {
namespace {

// Decimals within other values. Types are as Python's == has them: a list is no tuple.
constexpr char kCloseHelper[] = R"(

def _assay_close(got, want):
    if isinstance(want, float):
        return abs(got - want) <= @tolerance@ * max(1.0, abs(want))
    if isinstance(want, (list, tuple)):
        return (isinstance(got, list) == isinstance(want, list) and len(got) == len(want) and
                all([_assay_close(g, w) for g, w in zip(list(got), list(want))]))
    if isinstance(want, dict):
        return len(got) == len(want) and all([_assay_close(got[key], want[key]) for key in want])
    return got == want
)";

std::string Replaced(std::string text, const std::string& what, const std::string& by) {
  for (size_t at = 0; (at = text.find(what, at)) != text.npos; at += by.size()) {
    text.replace(at, what.size(), by);
  }
  return text;
}

std::string NumberText(double number) {
  return JsonWriter().Double(number).Take();
}

std::string AssertFor(const std::string& name, const CallForm& form, double tolerance,
                      const NewTest& test) {
  std::string arguments;
  for (const DataValue& each : test.input) {
    arguments += (arguments.empty() ? "" : ", ") + LiteralOf(each);
  }
  const std::string got = Replaced(form.text, CallForm::kCall, name + "(" + arguments + ")");
  const std::string want = LiteralOf(test.expected);
  if (test.expected.Is(DataValue::Kind::kFloat)) {
    const double most = tolerance * std::max(1.0, std::fabs(test.expected.number));
    return "assert abs(" + got + " - " + (test.expected.number < 0 ? "(" + want + ")" : want) +
           ") <= " + NumberText(most);
  }
  if (HasFloat(test.expected)) return "assert _assay_close(" + got + ", " + want + ")";
  return "assert " + got + " == " + want;
}

}  // namespace

std::string WithAsserts(const LabelledProblem& problem, const ProblemParts& parts,
                        const std::string& name, const CallForm& form, double tolerance,
                        const std::vector<NewTest>& tests) {
  const bool check = !parts.function_name.empty();
  std::string code = parts.assert_code;
  while (!code.empty() && (code.back() == '\n' || code.back() == ' ')) code.pop_back();
  code += "\n";
  const bool nested = std::any_of(tests.begin(), tests.end(), [](const NewTest& test) {
    return !test.expected.Is(DataValue::Kind::kFloat) && HasFloat(test.expected);
  });
  if (nested) code += Replaced(kCloseHelper, "@tolerance@", NumberText(tolerance));
  if (check) {
    code += "\n\n_assay_given_check = check\n\n\ndef check(candidate):\n";
    code += "    _assay_given_check(candidate)\n";
  }
  for (const NewTest& test : tests) {
    code +=
        (check ? "    " : "") + AssertFor(check ? "candidate" : name, form, tolerance, test) + "\n";
  }
  ProblemChange change;
  change.assert_code = code;
  return ChangedProblem(problem.problem, change);
}

}  // namespace assay::grow
