// Compare: the peer's reply and ours to the same request, side by side.
//
// Pure; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/enum_names.h"
#include "shadow/compare/difference.h"
#include "shadow/compare/routes.h"

namespace assay::shadow {

enum class Outcome {
  kAgree,
  kDisagree,
  kUnstable,       // our own two runs differ: the program isn't the same twice
  kNotJudged,      // we have no verdict: a fault of ours, or we refuse the request
  kNotComparable,  // the peer's reply isn't there, isn't whole or isn't understood
};
inline constexpr auto kOutcomeNames = MakeEnumNames<Outcome>({
    {Outcome::kAgree, "agreed"},
    {Outcome::kDisagree, "disagreed"},
    {Outcome::kUnstable, "unstable"},
    {Outcome::kNotJudged, "not_judged"},
    {Outcome::kNotComparable, "not_comparable"},
});
static_assert(kOutcomeNames.IsWholeUpTo(Outcome::kNotComparable));

struct Reply {
  int status = 0;
  std::string_view body;
};

struct Comparison {
  Outcome outcome = Outcome::kAgree;
  std::string why;  // of kNotJudged and kNotComparable
  // Each item (a program, a sample of a batch) on which they differ, the first difference of it.
  std::vector<Difference> differences;
  size_t items = 0;                          // that were compared
  size_t items_not_judged = 0;               // on which we have no verdict
  std::vector<size_t> without_verdict = {};  // those, from 0
};

// Whether the request wants the result of every test, so that a reply's tests may be compared one
// by one. Without that a sandbox may end at the first failure.
bool WantsEveryTest(std::string_view request_body);

Comparison Compare(const Route& route, const Reply& peer, const Reply& ours,
                   bool every_test = true);

}  // namespace assay::shadow
