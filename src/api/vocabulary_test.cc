// The enumerations of the OpenAPI document are those of the code's tables, word for word: what a
// client may send and what it may get back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "api/math/math_judge.h"
#include "api/score/rubric.h"
#include "api_embedded.h"
#include "grading/extract/extract.h"
#include "math/decide/verify.h"
#include "math/profiles/profile.h"
#include "model/names.h"
#include "text/json_reader.h"

namespace assay {
namespace {

using ::testing::ElementsAreArray;
using ::testing::UnorderedElementsAreArray;

using Words = std::vector<std::string>;

template <typename Enum, size_t kSize>
Words WordsOf(const EnumNames<Enum, kSize>& names) {
  Words words;
  for (const auto& row : names.rows) words.emplace_back(row.name);
  return words;
}

class Vocabulary : public ::testing::Test {
 protected:
  Vocabulary() {
    JsonError error;
    document_ = JsonDocument::Parse(Embedded_openapi_json(), &error);
    EXPECT_TRUE(document_) << error.message;
  }

  // The enumeration of a schema, or of a property of it.
  Words Documented(std::string_view schema, std::string_view property = {}) const {
    JsonValue at = document_->root().Find("components").Find("schemas").Find(schema);
    if (!property.empty()) at = at.Find("properties").Find(property);
    const JsonValue words = at.Find("enum");
    EXPECT_TRUE(words.Is(JsonType::kArray)) << schema << "." << property;
    Words documented;
    for (const JsonValue& word : words.Items()) documented.push_back(word.String());
    return documented;
  }

  std::optional<JsonDocument> document_;
};

TEST_F(Vocabulary, OfWhatASubmissionAsksFor) {
  EXPECT_THAT(Documented("Submission", "stop"), ElementsAreArray(WordsOf(kStopPolicyNames)));
  EXPECT_THAT(Documented("Submission", "priority"), ElementsAreArray(WordsOf(kPriorityNames)));
  EXPECT_THAT(Documented("Submission", "extraction"),
              ElementsAreArray(WordsOf(kExtractProfileNames)));
}

TEST_F(Vocabulary, OfProblems) {
  EXPECT_THAT(Documented("Problem", "mode"), ElementsAreArray(WordsOf(kProblemModeNames)));
  Words modes = WordsOf(kCompareModeNames);
  for (const std::string& checker : WordsOf(kTestlibCheckerNames)) modes.push_back(checker);
  EXPECT_THAT(Documented("Comparison", "mode"), ElementsAreArray(modes));
  EXPECT_THAT(Documented("Comparison", "profile"), ElementsAreArray(WordsOf(kProfileNames)));
  EXPECT_THAT(Documented("EvaluateExtra", "profile"),
              UnorderedElementsAreArray(WordsOf(kProfileNames)));
  EXPECT_THAT(Documented("Checker", "kind"), ElementsAreArray(WordsOf(kCheckerKindNames)));
  EXPECT_THAT(Documented("Interactor", "kind"), ElementsAreArray(WordsOf(kInteractorKindNames)));
}

TEST_F(Vocabulary, OfResults) {
  EXPECT_THAT(Documented("Verdict"), ElementsAreArray(WordsOf(kVerdictNames)));
  EXPECT_THAT(Documented("Cause"), ElementsAreArray(WordsOf(kCauseNames)));
  EXPECT_THAT(Documented("Run", "status"), ElementsAreArray(WordsOf(kRunStatusNames)));
  Words types;
  for (int i = 0; i <= static_cast<int>(ExtractedType::kEmpty); ++i) {
    types.emplace_back(ToString(static_cast<ExtractedType>(i)));
  }
  EXPECT_THAT(Documented("EvalResult", "extracted_type"), ElementsAreArray(types));
  EXPECT_THAT(Documented("Extracted", "type"), ElementsAreArray(types));
  Words rules;
  for (int i = 0; i <= static_cast<int>(ExtractRule::kNone); ++i) {
    rules.emplace_back(ToString(static_cast<ExtractRule>(i)));
  }
  EXPECT_THAT(Documented("Extracted", "rule"), ElementsAreArray(rules));
  EXPECT_THAT(Documented("Extracted", "profile"), ElementsAreArray(WordsOf(kExtractProfileNames)));
}

TEST_F(Vocabulary, OfRubrics) {
  EXPECT_THAT(Documented("RewardFunction", "kind"), ElementsAreArray(WordsOf(kFunctionKindNames)));
  EXPECT_THAT(Documented("RewardFunction", "match"), ElementsAreArray(WordsOf(kRegexMatchNames)));
  EXPECT_THAT(Documented("RewardFunction", "part"),
              ElementsAreArray(WordsOf(scoring::kTextPartNames)));
  EXPECT_THAT(Documented("RewardFunction", "unit"),
              ElementsAreArray(WordsOf(scoring::kGramUnitNames)));
  EXPECT_THAT(Documented("AdvantageRule", "std"),
              ElementsAreArray(WordsOf(scoring::kStdKindNames)));
}

TEST_F(Vocabulary, OfMath) {
  Words profiles;
  for (const math::MathProfile& profile : math::Profiles()) profiles.emplace_back(profile.name);
  EXPECT_THAT(Documented("MathVerifyRequest", "profile"), ElementsAreArray(profiles));
  Words outcomes;
  for (int i = 0; i <= static_cast<int>(math::Outcome::kUndecided); ++i) {
    outcomes.emplace_back(math::OutcomeName(static_cast<math::Outcome>(i)));
  }
  EXPECT_THAT(Documented("MathResult", "verdict"), ElementsAreArray(outcomes));
  Words opinions;
  for (int i = 0; i <= static_cast<int>(Opinion::kUnavailable); ++i) {
    opinions.emplace_back(ToString(static_cast<Opinion>(i)));
  }
  EXPECT_THAT(Documented("MathOpinion", "verdict"), ElementsAreArray(opinions));
}

}  // namespace
}  // namespace assay
