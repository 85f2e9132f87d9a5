#include "math/profiles/response.h"

#include <algorithm>

#include "math/find/extract_scan.h"

namespace assay::math {

bool IsChoiceLetter(std::string_view gold) {
  Span span{0, gold.size()};
  auto strip = [&](std::string_view open, std::string_view close) {
    const std::string_view inner = Slice(gold, span);
    if (inner.size() > open.size() + close.size() && inner.substr(0, open.size()) == open &&
        inner.substr(inner.size() - close.size()) == close) {
      span = TrimBlanks(gold, {span.begin + open.size(), span.end - close.size()});
      return true;
    }
    return false;
  };
  span = TrimAnswer(gold, span);
  for (bool changed = true; changed;) {
    changed = strip("$", "$") || strip("(", ")") || strip("\\text{", "}") ||
              strip("\\textbf{", "}") || strip("\\mathrm{", "}") || strip("\\textbf{(", ")}");
  }
  return span.size() == 1 && gold[span.begin] >= 'A' && gold[span.begin] <= 'J';
}

ResponseResult VerifyResponse(std::string_view gold, std::string_view response,
                              const MathProfile& profile) {
  ResponseResult result;
  Extraction gold_extraction = ExtractGold(gold);
  if (!gold_extraction.found) {
    result.outcome = Outcome::kUnparseable;
    result.reason = Reason::kGoldMissing;
    return result;
  }
  result.gold_answer = std::move(gold_extraction.text);
  result.gold_extract_rule = gold_extraction.rule;

  ExtractOptions extract_options = profile.extract;
  extract_options.expect_choice |= IsChoiceLetter(result.gold_answer);
  Extraction extraction = ExtractAnswer(response, extract_options);
  if (!extraction.found) {
    result.outcome = Outcome::kUnparseable;
    result.reason = extraction.reason;
    return result;
  }

  std::vector<ExtractCandidate> candidates = {
      {std::move(extraction.text), extraction.offset, extraction.length, extraction.rule}};
  if (profile.retry == MathProfile::Retry::kUnparseable) {
    std::move(extraction.alternatives.begin(), extraction.alternatives.end(),
              std::back_inserter(candidates));
  }
  VerifyOptions options = profile.verify;
  for (size_t i = 0; i < candidates.size(); ++i) {
    VerifyResult verdict = VerifyAnswer(result.gold_answer, candidates[i].text, options);
    result.work_used += verdict.work_used;
    // Not understood: it does not parse, or reads as prose.
    const bool not_understood =
        verdict.reason == Reason::kAnswerUnparseable || verdict.reason == Reason::kProseDiffers;
    const bool retry = not_understood && i + 1 < candidates.size();
    // All readings of one response share the budget of one pair.
    options.work_budget -= verdict.work_used;
    if (retry && options.work_budget > 0) continue;
    result.outcome = verdict.outcome;
    result.reason = verdict.reason;
    result.rule = std::move(verdict.rule);
    result.gold_normal = std::move(verdict.gold_normal);
    result.answer_normal = std::move(verdict.answer_normal);
    result.answer = std::move(candidates[i].text);
    result.offset = candidates[i].offset;
    result.length = candidates[i].length;
    result.extract_rule = candidates[i].rule;
    break;
  }
  return result;
}

}  // namespace assay::math
