#include "math/profiles/audit.h"

namespace assay::math {

void AuditCounts::Add(Outcome outcome, bool expected) {
  ++total;
  if ((outcome == Outcome::kCorrect) == expected) ++agree;
  switch (outcome) {
    case Outcome::kCorrect:
      if (!expected) ++false_positive;
      break;
    case Outcome::kIncorrect:
      if (expected) ++false_negative;
      break;
    case Outcome::kUndecided:
      ++undecided;
      if (expected) ++undecided_expected;
      break;
    case Outcome::kUnparseable:
      ++unparseable;
      if (expected) ++unparseable_expected;
      break;
  }
}

double AuditCounts::Agreement() const {
  return total == 0 ? 1.0 : static_cast<double>(agree) / static_cast<double>(total);
}

void AuditReport::Add(const AuditItem& item, const ResponseResult& result) {
  total_.Add(result.outcome, item.expected);
  by_category_[item.category].Add(result.outcome, item.expected);
  std::string reason(OutcomeName(result.outcome));
  if (result.reason != Reason::kNone) reason.append(": ").append(ToString(result.reason));
  by_reason_[reason].Add(result.outcome, item.expected);
  by_extraction_[std::string(ExtractRuleName(result.extract_rule))].Add(result.outcome,
                                                                        item.expected);
  if ((result.outcome == Outcome::kCorrect) != item.expected) {
    disagreements_.push_back({item.id, item.category, item.expected, result});
  }
}

void AuditComparison::Add(const AuditItem& item, const ResponseResult& first,
                          const ResponseResult& second) {
  ++total_;
  ++matrix_[static_cast<size_t>(first.outcome)][static_cast<size_t>(second.outcome)];
  if (first.outcome != second.outcome) {
    differences_.push_back({item.id, item.category, item.expected, first, second});
  }
}

}  // namespace assay::math
