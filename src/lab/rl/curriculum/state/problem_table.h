// The problems of a curriculum: what they are called, of which domain they are, and how many of how
// many rollouts solved each before the run. A row's number is the problem's from here on.
//
// Filled by one thread; constant, and any thread's, from then on.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"

namespace assay::curriculum {

struct Rate {
  uint32_t solved = 0;
  uint32_t of = 0;  // 0: nobody measured it
  bool known() const { return of > 0; }
  // REQUIRES: known().
  double share() const { return static_cast<double>(solved) / of; }
};

class ProblemTable {
 public:
  static constexpr size_t kMostProblems = std::numeric_limits<uint32_t>::max() / 2;
  static constexpr size_t kMostDomains = 4096;

  ProblemTable() = default;
  ProblemTable(const ProblemTable&) = delete;
  ProblemTable& operator=(const ProblemTable&) = delete;

  // kInvalidArgument: the name is empty or there already, or there are too many.
  Status Add(std::string_view id, std::string_view domain, Rate measured);

  uint32_t size() const { return static_cast<uint32_t>(rows_.size()); }
  std::string_view Id(uint32_t problem) const { return rows_[problem].id; }
  uint32_t DomainOf(uint32_t problem) const { return rows_[problem].domain; }
  Rate MeasuredOf(uint32_t problem) const { return rows_[problem].measured; }
  std::optional<uint32_t> Find(std::string_view id) const;
  const std::vector<std::string>& domains() const { return domains_; }
  std::optional<uint32_t> FindDomain(std::string_view domain) const;

 private:
  struct Row {
    std::string_view id;  // the index's
    uint32_t domain = 0;
    Rate measured;
  };
  struct Hash {
    using is_transparent = void;
    size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  template <typename Value>
  using Index = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  std::vector<Row> rows_;
  Index<uint32_t> by_id_;
  std::vector<std::string> domains_;
  Index<uint32_t> by_domain_;
};

}  // namespace assay::curriculum
