#include "lab/grow/subject/pool.h"

#include <utility>

namespace assay::grow {

std::vector<Candidate> Pool::Take(size_t most, Dice* dice) {
  std::vector<Candidate> taken;
  while (taken.size() < most && !by_source_.empty()) {
    for (auto each = by_source_.begin(); each != by_source_.end() && taken.size() < most;) {
      auto& waiting = each->second;
      std::swap(waiting[dice->Below(waiting.size())], waiting.back());
      taken.push_back(std::move(waiting.back()));
      waiting.pop_back();
      each = waiting.empty() ? by_source_.erase(each) : std::next(each);
    }
  }
  return taken;
}

}  // namespace assay::grow
