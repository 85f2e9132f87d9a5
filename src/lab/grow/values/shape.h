// Shape: what the given inputs of a problem have in common, as far as it is likely no chance:
// types, ranges, alphabets, lengths, order, and how arguments depend on each other (one is the
// length of another). A problem's constraints are rarely written down where a program can read
// them, and an input that breaks them has no right answer: so new inputs keep to what the given
// ones show.
//
// Immutable once learnt; pure, thread-safe.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/values/data_value.h"

namespace assay::grow {

// The arguments of one call.
using Arguments = std::vector<DataValue>;

// What values at one place look like.
struct PlaceShape {
  std::set<DataValue::Kind> kinds;
  int seen = 0;
  int64_t least = 0, most = 0;  // of integers that fit
  bool integers = false;        // there were such
  double float_least = 0, float_most = 0;
  bool floats = false;
  std::set<std::string> characters;  // of texts, each as UTF-8
  std::vector<std::string> texts;    // the first few
  bool padded = false;               // a text had a space at an end, or two in a row
  bool balanced = true;              // brackets in texts are
  bool digits_only = true;           // no text had another character than digits
  size_t shortest = 0, longest = 0;  // of texts and of what has items
  bool measured = false;             // there were such
  // Of lists and tuples with two items or more.
  int sequences = 0;
  bool ascending = true;  // each is
  bool distinct = true;   // each is
  double pairs = 0;       // of items within one of them, which might have been alike
  bool level = true;      // items of a list have one length each
  int levels = 0;         // of lists for which that says something
  // Of tuples of one length each place of its own, else all items together.
  std::vector<PlaceShape> places;
  std::vector<PlaceShape> keys;  // of dictionaries: one or none
};

// How strictly new inputs keep to what was seen.
enum class Reach {
  kWithin,  // sign, emptiness, order and repetition as in the given inputs
  kBeyond,  // only types, alphabets and how arguments depend on each other
};

class Shape {
 public:
  // Of calls with as many arguments each as the first; others are left out.
  explicit Shape(const std::vector<Arguments>& calls);

  size_t arity() const { return arguments_.size(); }
  const PlaceShape& argument(size_t i) const { return arguments_[i]; }
  // Arguments that are a length of another get that length. Then whether it fits.
  bool Mend(Arguments* arguments, Reach reach) const;
  // A random one: of the shape, not necessarily fitting. `scale`: times the lengths that were seen.
  Arguments Draw(Dice* dice, double scale = 1) const;
  // A value for the place.
  static DataValue DrawValue(const PlaceShape& place, Dice* dice, double scale = 1);

 private:
  struct Pair {
    size_t first, second;
  };

  void LearnPairs(const std::vector<Arguments>& calls);
  bool PairsFit(const Arguments& arguments) const;

  std::vector<PlaceShape> arguments_;
  std::vector<Pair> length_of_;    // integer `first` is the length of `second`
  std::vector<Pair> within_;       // integer `first` is at most the length of `second`
  std::vector<Pair> same_length_;  // both have items
  std::vector<Pair> ascending_;    // integers: first <= second
  std::vector<Pair> not_same_;     // integers that are never the same
};

}  // namespace assay::grow
