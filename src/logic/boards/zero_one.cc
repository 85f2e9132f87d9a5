#include "logic/boards/zero_one.h"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace assay::logic {
namespace {

constexpr uint8_t kOpenCell = 2;

class ZeroOneSearch {
 public:
  ZeroOneSearch(const ZeroOne& problem, size_t most_work);

  ZeroOne::End Run(std::vector<uint8_t>* values);

 private:
  // A sum with what it can still come to.
  struct Line {
    const ZeroOne::Sum* sum = nullptr;
    int low = 0;
    int high = 0;
    int heaviest = 0;
    uint64_t open = 0;
    uint64_t failures = 1;
  };
  struct Use {
    size_t line;
    int weight;
  };
  struct Decision {
    size_t cell;
    size_t trail;
  };

  void Assign(size_t cell, uint8_t value);
  void Undo(size_t trail);
  // False: the line can't come to its span.
  bool Narrow(Line* line);
  bool Propagate();
  // The other value for the last decision. False: there is none.
  bool Backtrack();
  // cells of all when all are assigned.
  size_t Choose();

  size_t work_left_;
  std::vector<uint8_t> values_;
  std::vector<Line> lines_;
  std::vector<std::vector<Use>> uses_;
  std::vector<size_t> trail_;
  size_t done_ = 0;  // of the trail
  std::vector<Decision> decisions_;
};

ZeroOneSearch::ZeroOneSearch(const ZeroOne& problem, size_t most_work)
    : work_left_(most_work), values_(problem.cells(), kOpenCell), uses_(problem.cells()) {
  lines_.reserve(problem.sums().size());
  for (const ZeroOne::Sum& sum : problem.sums()) {
    Line line;
    line.sum = &sum;
    line.open = sum.terms.size();
    for (const ZeroOne::Term& term : sum.terms) {
      (term.weight > 0 ? line.high : line.low) += term.weight;
      line.heaviest = std::max(line.heaviest, std::abs(term.weight));
      uses_[term.cell].push_back({lines_.size(), term.weight});
    }
    lines_.push_back(line);
  }
}

void ZeroOneSearch::Assign(size_t cell, uint8_t value) {
  values_[cell] = value;
  trail_.push_back(cell);
  for (const Use& use : uses_[cell]) {
    Line& line = lines_[use.line];
    --line.open;
    // What a cell can no longer add, or adds for certain.
    ((value == 1) == (use.weight > 0) ? line.low : line.high) +=
        value == 1 ? use.weight : -use.weight;
  }
}

void ZeroOneSearch::Undo(size_t trail) {
  while (trail_.size() > trail) {
    const size_t cell = trail_.back();
    trail_.pop_back();
    const uint8_t value = values_[cell];
    values_[cell] = kOpenCell;
    for (const Use& use : uses_[cell]) {
      Line& line = lines_[use.line];
      ++line.open;
      ((value == 1) == (use.weight > 0) ? line.low : line.high) -=
          value == 1 ? use.weight : -use.weight;
    }
  }
  done_ = trail;
}

bool ZeroOneSearch::Narrow(Line* line) {
  const ZeroOne::Sum& sum = *line->sum;
  if (line->low > sum.most || line->high < sum.least) {
    ++line->failures;
    return false;
  }
  if (line->open == 0) return true;
  if (line->heaviest <= std::min(sum.most - line->low, line->high - sum.least)) return true;
  work_left_ -= std::min(work_left_, sum.terms.size());
  for (const ZeroOne::Term& term : sum.terms) {
    if (values_[term.cell] != kOpenCell) continue;
    const int weight = std::abs(term.weight);
    // Whether the term's part at its greater value is too much, at its smaller too little.
    const bool too_much = line->low + weight > sum.most;
    const bool too_little = line->high - weight < sum.least;
    if (!too_much && !too_little) continue;
    // When it is both, either value shows that the line fails.
    Assign(term.cell, too_much == (term.weight > 0) ? 0 : 1);
    if (line->low > sum.most || line->high < sum.least) {
      ++line->failures;
      return false;
    }
  }
  return true;
}

bool ZeroOneSearch::Propagate() {
  while (done_ < trail_.size()) {
    const std::vector<Use>& uses = uses_[trail_[done_++]];
    work_left_ -= std::min(work_left_, uses.size());
    for (const Use& use : uses) {
      if (!Narrow(&lines_[use.line])) return false;
    }
  }
  return true;
}

bool ZeroOneSearch::Backtrack() {
  if (decisions_.empty()) return false;
  const Decision last = decisions_.back();
  decisions_.pop_back();
  const uint8_t tried = values_[last.cell];
  Undo(last.trail);
  Assign(last.cell, 1 - tried);
  return true;
}

size_t ZeroOneSearch::Choose() {
  const Line* chosen = nullptr;
  work_left_ -= std::min(work_left_, lines_.size());
  for (const Line& line : lines_) {
    if (line.open == 0 || (line.low >= line.sum->least && line.high <= line.sum->most)) continue;
    if (chosen == nullptr || line.open * chosen->failures < chosen->open * line.failures) {
      chosen = &line;
    }
  }
  if (chosen == nullptr) {
    const auto open = std::find(values_.begin(), values_.end(), kOpenCell);
    return static_cast<size_t>(open - values_.begin());
  }
  const ZeroOne::Term* heaviest = nullptr;
  for (const ZeroOne::Term& term : chosen->sum->terms) {
    if (values_[term.cell] != kOpenCell) continue;
    if (heaviest == nullptr || std::abs(term.weight) > std::abs(heaviest->weight)) heaviest = &term;
  }
  return heaviest->cell;
}

ZeroOne::End ZeroOneSearch::Run(std::vector<uint8_t>* values) {
  for (Line& line : lines_) {
    if (!Narrow(&line)) return ZeroOne::End::kNone;
  }
  while (work_left_ > 0) {
    if (!Propagate()) {
      if (!Backtrack()) return ZeroOne::End::kNone;
      continue;
    }
    const size_t cell = Choose();
    if (cell == values_.size()) {
      *values = values_;
      return ZeroOne::End::kFound;
    }
    decisions_.push_back({cell, trail_.size()});
    Assign(cell, 1);
  }
  return ZeroOne::End::kGaveUp;
}

}  // namespace

void ZeroOne::Require(std::vector<Term> terms, int least, int most) {
  sums_.push_back({std::move(terms), least, most});
}

void ZeroOne::Count(const std::vector<size_t>& cells, int least, int most) {
  std::vector<Term> terms;
  terms.reserve(cells.size());
  for (const size_t cell : cells) terms.push_back({cell, 1});
  Require(std::move(terms), least, most);
}

void ZeroOne::Forbid(const std::vector<uint8_t>& values) {
  std::vector<Term> terms;
  int least = 1;
  for (size_t cell = 0; cell < values.size(); ++cell) {
    terms.push_back({cell, values[cell] == 1 ? -1 : 1});
    least -= values[cell];
  }
  Require(std::move(terms), least, static_cast<int>(values.size()));
}

ZeroOne::End ZeroOne::Search(size_t most_work, std::vector<uint8_t>* values) const {
  return ZeroOneSearch(*this, most_work).Run(values);
}

Error NoAnswer(ZeroOne::End end) {
  return Error{ErrorCode::kUnsupported, "logic.solve", 0,
               end == ZeroOne::End::kNone ? "the puzzle has no answer"
                                          : "the search was given up after many steps"};
}

}  // namespace assay::logic
