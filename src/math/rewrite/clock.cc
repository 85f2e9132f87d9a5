#include "math/rewrite/clock.h"

#include <optional>
#include <string>

#include "base/text.h"

namespace assay::math {
namespace {

struct Clock {
  int hour = 0;
  int minute = 0;
  int second = 0;
  char half = 0;  // 'a', 'p'
};

std::optional<Clock> Read(const Node* node) {
  Clock clock;
  if (node->kind == Kind::kUnit) {
    const std::string half = AsciiLower(node->name);
    if (half != "am" && half != "pm") return std::nullopt;
    clock.half = half[0];
    node = node->kids[0];
    if (IsInteger(node) && node->name.size() <= 2) {  // 5 pm
      clock.hour = std::stoi(node->name);
      return clock;
    }
  }
  if (node->kind != Kind::kRatio || !node->flag || node->kids.size() > 3) return std::nullopt;
  int* parts[] = {&clock.hour, &clock.minute, &clock.second};
  for (size_t i = 0; i < node->kids.size(); ++i) {
    const Node* part = node->kids[i];
    if (!IsInteger(part) || part->name.size() > 2) return std::nullopt;
    *parts[i] = std::stoi(part->name);
  }
  return clock;
}

}  // namespace

SameClock CompareClocks(const Node* a, const Node* b) {
  const std::optional<Clock> left = Read(a);
  const std::optional<Clock> right = Read(b);
  if (!left || !right || (left->half == 0 && right->half == 0)) return SameClock::kNoClocks;
  if (left->minute != right->minute || left->second != right->second) return SameClock::kDifferent;
  const auto of_day = [](const Clock& clock) {
    return clock.half == 0 ? clock.hour : clock.hour % 12 + (clock.half == 'p' ? 12 : 0);
  };
  const bool both = left->half != 0 && right->half != 0;
  // A bare hour up to 12 may mean either half.
  const bool bare_repeats = !both && left->hour == right->hour;
  return of_day(*left) == of_day(*right) || bare_repeats ? SameClock::kSame : SameClock::kDifferent;
}

}  // namespace assay::math
