// Pool: candidates from several sources, each of which has its turn, so that a source with
// thousands leaves room for the others. One thread's.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/subject/candidate.h"

namespace assay::grow {

class Pool {
 public:
  explicit Pool(const std::vector<Arguments>& given) {
    for (const Arguments& each : given) seen_.insert(KeyOf(each));
  }

  // Of a source, "emptied"; one that is there already is left out.
  void Add(const std::string& source, Candidate candidate) {
    if (seen_.insert(KeyOf(candidate.input)).second) {
      by_source_[source].push_back(std::move(candidate));
    }
  }
  std::vector<Candidate> Take(size_t most, Dice* dice);
  size_t size() const { return seen_.size(); }

 private:
  static std::string KeyOf(const Arguments& arguments) {
    return WireOf(DataValue::OfList(arguments));
  }

  std::set<std::string> seen_;
  std::map<std::string, std::vector<Candidate>> by_source_;
};

}  // namespace assay::grow
