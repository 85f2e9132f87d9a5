#include "scoring/text/length.h"

#include "base/check.h"

namespace assay::scoring {

double LengthPenalty(double length, const LengthRule& rule) {
  ASSAY_CHECK(rule.free >= 0 && rule.free < rule.most);
  if (length <= rule.free) return 0;
  if (length >= rule.most) return -1;
  return (rule.free - length) / (rule.most - rule.free);
}

}  // namespace assay::scoring
