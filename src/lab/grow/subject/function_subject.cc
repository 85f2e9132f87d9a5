#include "lab/grow/subject/function_subject.h"

#include "lab/grow/oracle/call_oracle.h"
#include "lab/grow/subject/added_tests.h"
#include "lab/grow/subject/bounds.h"
#include "lab/grow/subject/constants.h"
#include "lab/grow/subject/grown_asserts.h"
#include "lab/grow/subject/proposer.h"
#include "lab/problems/model/python.h"
#include "text/json_member.h"

namespace assay::grow {
namespace {

class FunctionSubject final : public Subject {
 public:
  FunctionSubject(const LabelledProblem& problem, const ProblemParts& parts, const Asker& asker,
                  GivenCalls given, const std::string& setup, const Program& reference)
      : problem_(problem),
        parts_(parts),
        oracle_(&problem, &asker, setup, given.name, given.form),
        name_(given.name),
        form_(given.form),
        given_(std::move(given.calls)),
        shape_(given_),
        proposer_(&given_, &shape_, Constants(reference.language, reference.code),
                  BoundsOf(reference.code, name_), [](const Arguments&) { return true; }) {}

  const Oracle& oracle() const override { return oracle_; }
  const std::vector<Arguments>& given() const override { return given_; }
  bool Takes(const std::string& language) const override { return lab::IsPython(language); }
  std::string ShownAnswer(const DataValue& answer) const override { return LiteralOf(answer); }

  std::vector<Candidate> Propose(size_t most, Dice* dice) const override {
    return proposer_.Propose(most, dice);
  }
  std::vector<Arguments> Smaller(const Arguments& input) const override {
    return proposer_.Smaller(input);
  }

  std::string Shown(const Arguments& input) const override {
    std::string text;
    for (const DataValue& each : input) text += (text.empty() ? "" : ", ") + LiteralOf(each);
    return name_ + "(" + text + ")";
  }

  std::string With(const std::vector<NewTest>& tests) const override {
    if (parts_.calls()) {
      return WithTests(problem_.problem, tests, [](const NewTest& test, JsonWriter* json) {
        json->Key("input").BeginArray();
        for (const DataValue& each : test.input) json->Raw(ApiJsonOf(each));
        json->EndArray().Key("expected").Raw(ApiJsonOf(test.expected));
      });
    }
    return WithAsserts(problem_, parts_, name_, form_, oracle_.tolerance(), tests);
  }

 private:
  const LabelledProblem& problem_;
  const ProblemParts& parts_;
  const CallOracle oracle_;
  const std::string name_;
  const CallForm form_;
  const std::vector<Arguments> given_;
  const Shape shape_;
  const Proposer proposer_;
};

std::string SetupOf(const std::string& problem) {
  JsonError error;
  const auto document = JsonDocument::Parse(problem, &error);
  return document ? TextAt(document->root(), "assert_setup_code") : std::string();
}

// Of a problem of calls: its tests' inputs, as Python has them once JSON is read.
GivenCalls CallsOfTests(const ProblemParts& parts) {
  GivenCalls given;
  given.name = parts.function_name;
  given.judged = true;
  for (const TestParts& test : parts.tests) {
    JsonError error;
    const auto document = JsonDocument::Parse(test.input, &error);
    auto arguments = document ? ReadApiJson(document->root()) : std::nullopt;
    if (arguments && arguments->Is(DataValue::Kind::kList)) given.calls.push_back(arguments->items);
  }
  if (given.calls.empty()) given.fault = "no test's input is a list of arguments of plain data";
  return given;
}

}  // namespace

std::unique_ptr<Subject> MakeFunctionSubject(const LabelledProblem& problem,
                                             const ProblemParts& parts, const Program& reference,
                                             const Asker& asker, std::string* why,
                                             std::string* failure) {
  std::string setup;
  GivenCalls given;
  if (parts.calls()) {
    given = CallsOfTests(parts);
  } else {
    setup = SetupOf(problem.problem);
    given =
        CollectCalls(problem, asker, reference.code,
                     {setup, parts.assert_code, parts.function_name, !parts.function_name.empty()});
  }
  if (!given.judged) {
    *failure = given.fault;
    return nullptr;
  }
  if (!given.fault.empty()) {
    *why = given.fault;
    return nullptr;
  }
  return std::make_unique<FunctionSubject>(problem, parts, asker, std::move(given), setup,
                                           reference);
}

}  // namespace assay::grow
