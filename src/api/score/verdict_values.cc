#include "api/score/verdict_values.h"

#include <algorithm>

#include "api/swe/swe_result.h"
#include "text/json_writer.h"

namespace assay {

FunctionValue CodeValue(const CodeRule& rule, const SubmissionResult& result) {
  JsonWriter detail;
  detail.BeginObject().Key("verdict").String(ToString(result.verdict));
  detail.Key("reason").String(ToString(result.reason)).Key("message").Bytes(result.message);
  const auto passed = std::count_if(result.tests.begin(), result.tests.end(), [](const auto& test) {
    return test.verdict == Verdict::kAccepted;
  });
  detail.Key("tests").Int(static_cast<int64_t>(result.tests.size()));
  detail.Key("passed").Int(passed);
  std::string json = detail.EndObject().Take();
  if (!result.score) {
    return Masked(ToString(result.cause), ToString(result.reason), result.message, std::move(json));
  }
  const double accepted = result.verdict == Verdict::kAccepted ? 1 : 0;
  return {.value = rule.accepted ? accepted : *result.score, .detail = std::move(json)};
}

FunctionValue MathValue(const MathAnswer& answer, std::string_view model) {
  const math::ResponseResult& result = answer.result;
  const std::string_view reason =
      ToString(answer.overruled ? math::Reason::kSecondOpinion : result.reason);
  JsonWriter detail;
  detail.BeginObject().Key("verdict").String(math::OutcomeName(answer.outcome()));
  detail.Key("reason").String(reason).Key("answer").Bytes(result.answer);
  if (answer.opinion) {
    detail.Key("second_opinion").BeginObject();
    detail.Key("verdict").String(ToString(*answer.opinion)).Key("model").Bytes(model);
    detail.Key("rules_verdict").String(math::OutcomeName(result.outcome));
    detail.Key("rules_reason").String(ToString(result.reason)).EndObject();
  }
  std::string json = detail.EndObject().Take();
  if (const auto score = MathScore(answer)) return {.value = score, .detail = std::move(json)};
  return Masked("problem", reason, "the gold answer can't be judged", std::move(json));
}

namespace {

FunctionValue OfWords(const SweVerdictWords& words, JsonWriter* detail) {
  detail->Key("verdict").String(ToString(words.verdict));
  detail->Key("reason").String(ToString(words.reason)).Key("message").Bytes(words.message);
  std::string json = detail->EndObject().Take();
  if (words.score) return {.value = words.score, .detail = std::move(json)};
  return Masked(ToString(words.cause), ToString(words.reason), words.message, std::move(json));
}

}  // namespace

FunctionValue SweValue(const Result<swe::Graded>& graded) {
  JsonWriter detail;
  detail.BeginObject();
  if (!graded.ok()) return OfWords(WordsOf(graded.error()), &detail);
  const swe::TestLists& lists = graded->ran.lists;
  detail.Key("tests").Int(
      static_cast<int64_t>(lists.fail_to_pass.size() + lists.pass_to_pass.size()));
  detail.Key("passed").Int(static_cast<int64_t>(graded->grading.fail_to_pass_passed +
                                                graded->grading.pass_to_pass_passed));
  return OfWords(WordsOf(*graded), &detail);
}

FunctionValue NoPatchValue() {
  JsonWriter detail;
  detail.BeginObject();
  return OfWords(WordsOfNoPatch(), &detail);
}

FunctionValue JudgeValue(const JudgeRule& rule, const Grade& grade, std::string_view model) {
  JsonWriter detail;
  detail.BeginObject().Key("model").Bytes(model);
  if (!grade.value) {
    return Masked("infrastructure", kGradeFaultNames.NameOf(grade.fault), grade.message,
                  detail.EndObject().Take());
  }
  detail.Key("grade").Double(*grade.value);
  const double value =
      (*grade.value - rule.scale.lowest) / (rule.scale.highest - rule.scale.lowest);
  return {.value = value, .detail = detail.EndObject().Take()};
}

FunctionValue TooLongToGrade() {
  JsonWriter detail;
  detail.BeginObject().Key("too_long").Bool(true);
  return {.value = 0, .detail = detail.EndObject().Take()};
}

}  // namespace assay
