#include "lab/curate/records/majority.h"

#include <algorithm>
#include <map>

#include "base/text.h"
#include "text/excerpt.h"

namespace assay::curate {

Objection NotVerifiable(const std::vector<Vote>& votes) {
  size_t correct = 0;
  std::map<std::string, size_t> wrong;
  for (const Vote& vote : votes) {
    if (vote.correct) {
      ++correct;
    } else {
      ++wrong[std::string(TrimAsciiSpace(vote.answer))];
    }
  }
  const auto most = std::max_element(
      wrong.begin(), wrong.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  const size_t most_wrong = most == wrong.end() ? 0 : most->second;
  if (correct > most_wrong) return std::nullopt;
  const std::string of = " of " + std::to_string(votes.size()) + " attempts";
  if (votes.empty()) return Finding{"no attempts", ""};
  if (correct == 0) return Finding{"never solved", "0" + of};
  return Finding{"the majority is wrong", std::to_string(correct) + of + " are right, " +
                                              std::to_string(most_wrong) + " agree on '" +
                                              Excerpt(most->first) + "'"};
}

}  // namespace assay::curate
