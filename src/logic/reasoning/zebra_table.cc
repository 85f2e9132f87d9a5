#include "logic/reasoning/zebra_table.h"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "logic/reasoning/names.h"

namespace assay::logic::reasoning {
namespace {

constexpr int kFewestHouses = 2;
constexpr int kMostHouses = 7;
constexpr size_t kMostZebraCategories = 8;
constexpr size_t kMostZebraValues = kMostZebraCategories * static_cast<size_t>(kMostHouses);
constexpr int kMostZebraNodes = 2'000;

using Houses = uint32_t;  // a bit for each

bool IsOneHouse(Houses houses) {
  return (houses & (houses - 1)) == 0;
}

// Whether two values may be in those houses, of forms about two values.
bool PairHolds(ClueForm form, int a, int b) {
  switch (form) {
    case ClueForm::kTogether: return a == b;
    case ClueForm::kApart: return a != b;
    case ClueForm::kJustLeft: return a + 1 == b;
    case ClueForm::kBeside: return std::abs(a - b) == 1;
    case ClueForm::kLeft: return a < b;
    case ClueForm::kOneBetween: return std::abs(a - b) == 2;
    default: return true;
  }
}

Houses HousesWhere(int houses, const auto& holds) {
  Houses set = 0;
  for (int house = 0; house < houses; ++house) {
    if (holds(house)) set |= Houses{1} << house;
  }
  return set;
}

// Narrows where each value may be, and tries houses one after the other where that isn't enough.
class ZebraSearch {
 public:
  ZebraSearch(const ZebraTable& table, size_t wanted) : table_(table), wanted_(wanted) {
    for (int form = 0; form < kClueForms; ++form) {
      for (int house = 0; house < table.houses; ++house) {
        const auto clue = static_cast<ClueForm>(form);
        Allowed& allowed = allowed_[static_cast<size_t>(form)][static_cast<size_t>(house)];
        allowed.second =
            HousesWhere(table.houses, [&](int b) { return PairHolds(clue, house, b); });
        allowed.first = HousesWhere(table.houses, [&](int a) { return PairHolds(clue, a, house); });
      }
    }
  }

  ZebraTables Tables() {
    std::vector<Houses> domains(table_.values.size(), (Houses{1} << table_.houses) - 1);
    for (const ZebraClue& clue : table_.clues) {
      if (clue.form > ClueForm::kNotAt) continue;
      const Houses house = Houses{1} << (clue.b - 1);
      domains[Index(clue.a)] &= clue.form == ClueForm::kAt ? house : ~house;
    }
    Search(std::move(domains));
    return std::move(tables_);
  }

 private:
  struct Allowed {
    Houses first;
    Houses second;
  };

  static size_t Index(int value) { return static_cast<size_t>(value); }

  // As deep as there are values.
  void Search(std::vector<Houses> domains) {
    if (++nodes_ > kMostZebraNodes) {
      tables_.given_up = true;
      return;
    }
    if (!Narrow(&domains)) return;
    size_t next = domains.size();
    int fewest = kMostHouses + 1;
    for (size_t value = 0; value < domains.size(); ++value) {
      const int houses = __builtin_popcount(domains[value]);
      if (houses < 2 || houses >= fewest) continue;
      next = value;
      fewest = houses;
    }
    if (next == domains.size()) {
      ZebraPlaces& places = tables_.found.emplace_back();
      for (const Houses houses : domains) places.push_back(__builtin_ctz(houses));
      return;
    }
    for (int house = 0; house < table_.houses; ++house) {
      if ((domains[next] >> house & 1) == 0) continue;
      std::vector<Houses> tried = domains;
      tried[next] = Houses{1} << house;
      Search(std::move(tried));
      if (tables_.given_up || tables_.found.size() >= wanted_) return;
    }
  }

  // Until nothing changes; false: a value can be nowhere. Sets of one house are checked in full.
  bool Narrow(std::vector<Houses>* domains) const {
    std::vector<Houses> before;
    while (before != *domains) {
      before = *domains;
      if (!NarrowCategories(domains)) return false;
      for (const ZebraClue& clue : table_.clues) {
        if (clue.form == ClueForm::kBetween) {
          NarrowBetween(clue, domains);
        } else if (clue.form >= ClueForm::kTogether) {
          NarrowPair(clue, domains);
        }
      }
      if (std::find(domains->begin(), domains->end(), Houses{0}) != domains->end()) return false;
    }
    return true;
  }

  // Each house has one value of a category.
  bool NarrowCategories(std::vector<Houses>* domains) const {
    const auto houses = static_cast<size_t>(table_.houses);
    for (size_t first = 0; first < domains->size(); first += houses) {
      Houses once = 0;
      Houses more = 0;
      for (size_t value = first; value < first + houses; ++value) {
        const Houses own = (*domains)[value];
        more |= once & own;
        once |= own;
        if (!IsOneHouse(own)) continue;
        for (size_t other = first; other < first + houses; ++other) {
          if (other != value) (*domains)[other] &= ~own;
        }
      }
      if (once != (Houses{1} << houses) - 1) return false;
      for (size_t value = first; value < first + houses; ++value) {
        const Houses only = (*domains)[value] & ~more;
        if (only == 0) continue;
        if (!IsOneHouse(only)) return false;
        (*domains)[value] = only;
      }
    }
    return true;
  }

  void NarrowPair(const ZebraClue& clue, std::vector<Houses>* domains) const {
    Houses& a = (*domains)[Index(clue.a)];
    Houses& b = (*domains)[Index(clue.b)];
    const auto& allowed = allowed_[static_cast<size_t>(clue.form)];
    Houses left_a = 0;
    Houses left_b = 0;
    for (size_t house = 0; house < static_cast<size_t>(table_.houses); ++house) {
      if ((a >> house & 1) == 1) left_b |= allowed[house].second;
      if ((b >> house & 1) == 1) left_a |= allowed[house].first;
    }
    // One after the other: both may be the same value.
    a &= left_a;
    b &= left_b;
  }

  void NarrowBetween(const ZebraClue& clue, std::vector<Houses>* domains) const {
    std::array<Houses, 3> left{};
    const std::array<size_t, 3> values = {Index(clue.a), Index(clue.b), Index(clue.c)};
    const auto may_be = [&](size_t operand, int house) {
      return ((*domains)[values[operand]] >> house & 1) == 1;
    };
    for (int a = 0; a < table_.houses; ++a) {
      for (int b = 0; b < table_.houses; ++b) {
        for (int c = 0; c < table_.houses; ++c) {
          if (std::min(b, c) >= a || std::max(b, c) <= a) continue;
          if (!may_be(0, a) || !may_be(1, b) || !may_be(2, c)) continue;
          left[0] |= Houses{1} << a;
          left[1] |= Houses{1} << b;
          left[2] |= Houses{1} << c;
        }
      }
    }
    for (size_t i = 0; i < values.size(); ++i) (*domains)[values[i]] &= left[i];
  }

  const ZebraTable& table_;
  size_t wanted_;
  std::array<std::array<Allowed, kMostHouses>, kClueForms> allowed_{};
  ZebraTables tables_;
  int nodes_ = 0;
};

}  // namespace

Result<ZebraTable> ReadZebraTable(JsonValue facts) {
  ZebraTable table;
  ASSAY_ASSIGN_OR_RETURN(table.houses, ReadInt(facts, "houses", kFewestHouses, kMostHouses));
  ASSAY_ASSIGN_OR_RETURN(table.categories, ReadNames(facts, "categories", 1, kMostZebraCategories));
  const auto houses = static_cast<size_t>(table.houses);
  const size_t count = houses * table.categories.size();
  ASSAY_ASSIGN_OR_RETURN(table.values, ReadStrings(facts, "values", count, count, 20));
  for (size_t first = 0; first < count; first += houses) {
    const auto begin = table.values.begin() + static_cast<std::ptrdiff_t>(first);
    if (!AreNames({begin, begin + table.houses})) {
      return BadFacts("values", "must be of letters and different in a category");
    }
  }
  const int last = static_cast<int>(count) - 1;
  ASSAY_ASSIGN_OR_RETURN(const Grid rows, ReadGrid(facts, "clues", kMostZebraClues, -1,
                                                   static_cast<int>(kMostZebraValues)));
  for (const std::vector<int>& row : rows) {
    if (row.size() != 4 || row[0] < 0 || row[0] >= kClueForms) {
      return BadFacts("clues", "each must be a form and three operands");
    }
    const ZebraClue clue{static_cast<ClueForm>(row[0]), row[1], row[2], row[3]};
    const bool about_house = clue.form <= ClueForm::kNotAt;
    const bool about_three = clue.form == ClueForm::kBetween;
    const bool second =
        about_house ? clue.b >= 1 && clue.b <= table.houses : clue.b >= 0 && clue.b <= last;
    const bool third = about_three ? clue.c >= 0 && clue.c <= last : clue.c == -1;
    if (clue.a < 0 || clue.a > last || !second || !third) {
      return BadFacts("clues", "each must have the operands of its form");
    }
    table.clues.push_back(clue);
  }
  return table;
}

bool ClueHolds(const ZebraClue& clue, const ZebraPlaces& places) {
  const auto of = [&](int value) { return places[static_cast<size_t>(value)]; };
  switch (clue.form) {
    case ClueForm::kAt: return of(clue.a) == clue.b - 1;
    case ClueForm::kNotAt: return of(clue.a) != clue.b - 1;
    case ClueForm::kBetween:
      return std::min(of(clue.b), of(clue.c)) < of(clue.a) &&
             of(clue.a) < std::max(of(clue.b), of(clue.c));
    default: return PairHolds(clue.form, of(clue.a), of(clue.b));
  }
}

ZebraTables FindZebraTables(const ZebraTable& table, size_t wanted) {
  return ZebraSearch(table, wanted).Tables();
}

}  // namespace assay::logic::reasoning
