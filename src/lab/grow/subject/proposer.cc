#include "lab/grow/subject/proposer.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "lab/grow/values/changes.h"

namespace assay::grow {
namespace {

constexpr size_t kMostCalls = 24;   // given ones that are changed
constexpr size_t kMostPlaces = 6;   // of an argument that are
constexpr size_t kMostSize = 4000;  // of an input
constexpr double kScales[] = {4, 20};
constexpr const char* kBounds = "bounds";

// Of two numbers; else the first.
DataValue Distance(const DataValue& a, const DataValue& b) {
  if (a.Integer() && b.Integer())
    return DataValue::OfInteger(std::abs(*a.Integer() - *b.Integer()));
  const bool floats = a.Is(DataValue::Kind::kFloat) && b.Is(DataValue::Kind::kFloat);
  return floats ? DataValue::OfFloat(std::fabs(a.number - b.number)) : a;
}

// A stretch of a list.
DataValue PartOf(const DataValue& list, Dice* dice) {
  DataValue part(list.kind);
  const size_t first = dice->Below(list.items.size() + 1);
  const size_t length = dice->Below(list.items.size() - first + 1);
  const auto begin = list.items.begin() + static_cast<std::ptrdiff_t>(first);
  part.items.assign(begin, begin + static_cast<std::ptrdiff_t>(length));
  return part;
}

}  // namespace

std::vector<Candidate> Proposer::Propose(size_t most, Dice* dice) const {
  Pool pool(given_);
  MeetBounds(&pool);  // first: what is there already isn't taken twice
  for (size_t i = 0; i < std::min(given_.size(), kMostCalls); ++i) Change(i, dice, &pool);
  Cross(most / 4, dice, &pool);
  Take(most / 4, dice, &pool);
  for (size_t i = 0; i < most; ++i) Put("random", "random", shape_.Draw(dice), &pool);
  for (const double scale : kScales) {
    for (int i = 0; i < 2; ++i) Put("size", "size", shape_.Draw(dice, scale), &pool);
  }
  ChangeTwice(most / 2, dice, &pool);
  PutConstants(most, dice, &pool);
  return pool.Take(most, dice);
}

std::vector<Arguments> Proposer::Smaller(const Arguments& input) const {
  std::vector<Arguments> smaller;
  for (size_t i = 0; i < input.size(); ++i) {
    for (DataValue& each : SmallerThan(input[i])) {
      Arguments arguments = input;
      arguments[i] = std::move(each);
      if (!shape_.Mend(&arguments, Reach::kBeyond) || !is_sound_(arguments)) continue;
      smaller.push_back(std::move(arguments));
    }
  }
  return smaller;
}

void Proposer::Put(const std::string& source, const std::string& origin, Arguments arguments,
                   Pool* pool) const {
  Candidate candidate{std::move(arguments), origin, false, source == kBounds};
  if (!shape_.Mend(&candidate.input, Reach::kWithin)) {
    candidate.beyond = true;
    if (!shape_.Mend(&candidate.input, Reach::kBeyond)) return;
  }
  Offer(source, std::move(candidate), pool);
}

void Proposer::Offer(const std::string& source, Candidate candidate, Pool* pool) const {
  size_t size = 0;
  for (const DataValue& each : candidate.input) size += SizeOf(each);
  if (size > kMostSize || !is_sound_(candidate.input)) return;
  // Those like the given ones and those unlike them have turns of their own.
  pool->Add((candidate.beyond ? "beyond " : "") + source, std::move(candidate));
}

void Proposer::MeetBounds(Pool* pool) const {
  for (size_t call = 0; call < std::min(given_.size(), kMostCalls); ++call) {
    for (const Bound& each : bounds_) {
      Arguments arguments = given_[call];
      if (each.argument >= arguments.size()) continue;
      arguments[each.argument] = Meet(each, arguments[each.argument]);
      const std::string origin = "given " + std::to_string(call + 1) + ", argument " +
                                 std::to_string(each.argument + 1) + ": at a bound of a reference";
      if (ChangesType(each)) {
        // Nothing of the shape is left there, and the rest is as it was given.
        Offer(kBounds, {std::move(arguments), origin, true, true}, pool);
      } else {
        Put(kBounds, origin, std::move(arguments), pool);
      }
    }
  }
}

void Proposer::Change(size_t call, Dice* dice, Pool* pool) const {
  for (size_t i = 0; i < shape_.arity() && i < given_[call].size(); ++i) {
    ForEachChange(given_[call][i], kMostPlaces, dice,
                  [&](std::string_view change, DataValue whole) {
                    Arguments arguments = given_[call];
                    arguments[i] = std::move(whole);
                    Put(std::string(change),
                        "given " + std::to_string(call + 1) + ", argument " +
                            std::to_string(i + 1) + ": " + std::string(change),
                        std::move(arguments), pool);
                  });
  }
}

void Proposer::Cross(size_t count, Dice* dice, Pool* pool) const {
  if (shape_.arity() < 2 || given_.size() < 2) return;
  for (size_t i = 0; i < count; ++i) {
    const size_t first = dice->Below(given_.size()), second = dice->Below(given_.size());
    if (given_[first].size() != given_[second].size()) continue;
    Arguments arguments = given_[first];
    const size_t at = dice->Below(arguments.size());
    arguments[at] = given_[second][at];
    Put("crossed",
        "given " + std::to_string(first + 1) + " crossed with " + std::to_string(second + 1),
        std::move(arguments), pool);
  }
}

// One argument that another one holds, is, or is a part of, or the distance of two numbers that it
// holds: what is looked for is there, and limits are met exactly.
void Proposer::Take(size_t count, Dice* dice, Pool* pool) const {
  if (shape_.arity() < 2) return;
  for (size_t i = 0; i < count; ++i) {
    Arguments arguments =
        dice->Below(2) == 0 ? shape_.Draw(dice) : given_[dice->Below(given_.size())];
    if (arguments.size() != shape_.arity()) continue;
    const size_t to = dice->Below(arguments.size());
    const size_t from = (to + 1 + dice->Below(arguments.size() - 1)) % arguments.size();
    const DataValue& holder = arguments[from];
    if (holder.kind == arguments[to].kind && dice->Below(4) == 0) {
      arguments[to] = holder;
    } else if (holder.ordered() && holder.kind == arguments[to].kind && dice->Below(2) == 0) {
      arguments[to] = PartOf(holder, dice);
    } else if (holder.Is(DataValue::Kind::kText) && arguments[to].Is(DataValue::Kind::kText)) {
      if (holder.text.empty()) continue;
      const size_t at = dice->Below(holder.text.size());
      arguments[to].text = holder.text.substr(at, 1 + dice->Below(3));
      if (!IsValidUtf8(arguments[to].text)) continue;
    } else if (holder.holds() && !holder.items.empty()) {
      const DataValue& item = holder.items[dice->Below(holder.items.size())];
      const DataValue& other = holder.items[dice->Below(holder.items.size())];
      if (item.kind != arguments[to].kind) continue;
      arguments[to] = dice->Below(2) == 0 ? item : Distance(item, other);
    } else {
      continue;
    }
    Put("taken",
        "argument " + std::to_string(to + 1) + " taken from argument " + std::to_string(from + 1),
        std::move(arguments), pool);
  }
}

// Two changes, one after the other, also of one that was drawn.
void Proposer::ChangeTwice(size_t count, Dice* dice, Pool* pool) const {
  for (size_t i = 0; i < count; ++i) {
    const bool drawn = dice->Below(2) == 0;
    const size_t call = dice->Below(given_.size());
    Arguments arguments = drawn ? shape_.Draw(dice) : given_[call];
    std::string origin = drawn ? "random" : "given " + std::to_string(call + 1);
    for (int times = drawn ? 1 : 0; times < 2 && !arguments.empty(); ++times) {
      const size_t at = dice->Below(arguments.size());
      std::vector<ChangedValue> changes;
      ForEachChange(arguments[at], 2, dice, [&](std::string_view change, DataValue whole) {
        changes.push_back({change, std::move(whole)});
      });
      if (changes.empty()) break;
      ChangedValue& chosen = changes[dice->Below(changes.size())];
      arguments[at] = std::move(chosen.value);
      origin += ", argument " + std::to_string(at + 1) + ": " + std::string(chosen.change);
    }
    Put("changed twice", origin, std::move(arguments), pool);
  }
}

// Of one argument, so that the others stay as they were, or of all of them.
void Proposer::PutConstants(size_t count, Dice* dice, Pool* pool) const {
  if (constants_.empty() || shape_.arity() == 0) return;
  // All bounds at once.
  for (size_t call = 0; call < given_.size(); ++call) {
    for (size_t at = 0; at < given_[call].size(); ++at) {
      Arguments arguments = given_[call];
      arguments[at] = constants_.AllInto(arguments[at]);
      Put("all constants",
          "given " + std::to_string(call + 1) + ", argument " + std::to_string(at + 1) +
              ": all constants of a reference",
          std::move(arguments), pool);
    }
  }
  for (size_t i = 0; i < count; ++i) {
    const bool drawn = dice->Below(2) == 0;
    const size_t call = dice->Below(given_.size());
    Arguments arguments = drawn ? shape_.Draw(dice) : given_[call];
    const bool all = arguments.size() > 1 && dice->Below(3) == 0;
    const size_t at = dice->Below(arguments.size());
    for (size_t k = 0; k < arguments.size(); ++k) {
      if (all || k == at) arguments[k] = constants_.PutInto(arguments[k], dice);
    }
    Put("constants",
        (drawn ? "random" : "given " + std::to_string(call + 1)) + ", constants of a reference",
        std::move(arguments), pool);
  }
}

}  // namespace assay::grow
