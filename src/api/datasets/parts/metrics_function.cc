#include "api/datasets/parts/metrics_function.h"

namespace assay {

std::string PassAtKByCategory(std::string_view category) {
  return std::string(R"(import math
import re


def category_of(result):
    return )") +
         std::string(category) + R"(


def pass_at_k(passed, n, k):
    """The chance that one of k samples passes, of n of which so many did; without bias."""
    return 1.0 - math.comb(n - passed, k) / math.comb(n, k) if n - passed >= k else 1.0


def get_metrics(results):
    passed = {}
    for result in results:
        problems = passed.setdefault(category_of(result), {})
        problems[result.id] = problems.get(result.id, 0) + bool(result.accepted)
    return {
        f'{category}/Pass@k={k}': sum(pass_at_k(count, repeats, k) for count in problems.values()) / len(problems)
        for category, problems in passed.items() for k in k_targets if k <= repeats
    }
)";
}

}  // namespace assay
