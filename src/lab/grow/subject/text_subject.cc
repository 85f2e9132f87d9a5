#include "lab/grow/subject/text_subject.h"

#include <algorithm>
#include <optional>
#include <set>

#include "lab/grow/oracle/print_oracle.h"
#include "lab/grow/subject/added_tests.h"
#include "lab/grow/subject/constants.h"
#include "lab/grow/subject/proposer.h"
#include "lab/grow/subject/text_layout.h"

namespace assay::grow {
namespace {

constexpr size_t kMostGiven = 50;         // inputs that are looked at
constexpr size_t kLongestGiven = 20'000;  // bytes of one

class TextSubject final : public Subject {
 public:
  TextSubject(const LabelledProblem& problem, const Asker& asker, TextLayout layout,
              std::vector<Arguments> parts, Constants constants)
      : problem_(problem),
        oracle_(&problem, &asker),
        layout_(std::move(layout)),
        parts_(std::move(parts)),
        shape_(parts_),
        proposer_(&parts_, &shape_, std::move(constants), {},
                  [this](const Arguments& each) { return IsOfLayout(each); }) {
    for (const Arguments& each : parts_) given_.push_back(TextOf(each));
  }

  const Oracle& oracle() const override { return oracle_; }
  const std::vector<Arguments>& given() const override { return given_; }
  bool Takes(const std::string&) const override { return true; }
  std::string Shown(const Arguments& input) const override { return input[0].text; }
  std::string ShownAnswer(const DataValue& answer) const override { return answer.text; }

  std::vector<Candidate> Propose(size_t most, Dice* dice) const override {
    std::vector<Candidate> candidates = proposer_.Propose(most, dice);
    for (Candidate& each : candidates) each.input = TextOf(each.input);
    return candidates;
  }
  std::vector<Arguments> Smaller(const Arguments& input) const override {
    std::vector<Arguments> smaller;
    const auto parts = layout_.TakeApart(input[0].text);
    if (!parts) return smaller;
    for (const Arguments& each : proposer_.Smaller(*parts)) smaller.push_back(TextOf(each));
    return smaller;
  }
  std::string With(const std::vector<NewTest>& tests) const override {
    return WithTests(problem_.problem, tests, [](const NewTest& test, JsonWriter* json) {
      json->Key("input").Bytes(test.input[0].text).Key("expected").Bytes(test.expected.text);
    });
  }

 private:
  Arguments TextOf(const Arguments& parts) const {
    return {DataValue::OfText(layout_.PutTogether(parts))};
  }
  // An empty token, or one with a space in it, makes another text of it.
  bool IsOfLayout(const Arguments& parts) const {
    const auto read = layout_.TakeApart(layout_.PutTogether(parts));
    return read && WireOf(DataValue::OfList(*read)) == WireOf(DataValue::OfList(parts));
  }

  const LabelledProblem& problem_;
  const PrintOracle oracle_;
  const TextLayout layout_;
  const std::vector<Arguments> parts_;
  const Shape shape_;
  const Proposer proposer_;
  std::vector<Arguments> given_;
};

std::optional<std::string> TextAtRaw(const std::string& json) {
  JsonError error;
  const auto document = JsonDocument::Parse(json, &error);
  if (!document || !document->root().Is(JsonType::kString)) return std::nullopt;
  return document->root().String();
}

}  // namespace

std::unique_ptr<Subject> MakeTextSubject(const LabelledProblem& problem, const ProblemParts& parts,
                                         const Program& reference, const Asker& asker,
                                         std::string* why) {
  std::vector<std::string> texts;
  for (const TestParts& test : parts.tests) {
    auto text = TextAtRaw(test.input);
    if (text && text->size() <= kLongestGiven && texts.size() < kMostGiven) {
      texts.push_back(std::move(*text));
    }
  }
  auto layout = TextLayout::Learn(texts);
  std::vector<Arguments> given;
  for (const std::string& text : texts) {
    const auto arguments = layout ? layout->TakeApart(text) : std::nullopt;
    if (arguments) given.push_back(*arguments);
  }
  if (given.empty()) {
    *why = texts.empty() ? "no test's input is a text of a size that is looked at"
                         : "the inputs have no layout of lines and tokens in common";
    return nullptr;
  }
  return std::make_unique<TextSubject>(problem, asker, std::move(*layout), std::move(given),
                                       Constants(reference.language, reference.code));
}

}  // namespace assay::grow
