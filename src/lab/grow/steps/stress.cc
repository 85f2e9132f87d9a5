#include "lab/grow/steps/stress.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

#include "lab/mutate/outputs/tokens.h"
#include "text/number.h"

namespace assay::grow {
namespace {

using State = Observation::State;
constexpr int kMostSteps = 40;     // of cutting down
constexpr size_t kMostTries = 60;  // smaller inputs, in each step

size_t SizeOfInput(const Arguments& input) {
  size_t size = 0;
  for (const DataValue& each : input) size += SizeOf(each);
  return size;
}

class Search {
 public:
  Search(const Subject& subject, std::vector<Program> pair, std::vector<std::string>* failures)
      : subject_(subject), pair_(std::move(pair)), failures_(failures) {}

  // The input itself, once more.
  bool Start(const Arguments& input) { return TakeFirst({input}); }
  bool Step() {
    std::vector<Arguments> smaller = subject_.Smaller(input_);
    const size_t size = SizeOfInput(input_);
    smaller.erase(std::remove_if(smaller.begin(), smaller.end(),
                                 [&](const Arguments& each) {
                                   const size_t its = SizeOfInput(each);
                                   // Of the same size only what comes earlier: it ends.
                                   return its > size ||
                                          (its == size && Weight(each) >= Weight(input_));
                                 }),
                  smaller.end());
    std::stable_sort(smaller.begin(), smaller.end(), [](const Arguments& a, const Arguments& b) {
      return SizeOfInput(a) < SizeOfInput(b);
    });
    smaller.resize(std::min(smaller.size(), kMostTries));
    return TakeFirst(smaller);
  }

  const Arguments& input() const { return input_; }
  const DataValue& answer(size_t i) const { return answers_[i]; }

 private:
  // A number's magnitude, a negative one's a little more; 0: it is none, or beyond all bounds.
  static double WeightOf(std::string_view text) {
    const double number = NumberIn<double>(text).value_or(0);
    if (!std::isfinite(number)) return 0;
    return std::fabs(number) + (number < 0 ? 0.5 : 0);
  }
  // Of inputs of one size: the magnitudes of their numbers.
  static double Weight(const DataValue& value) {
    double weight = 0;
    if (value.Is(DataValue::Kind::kInteger)) {
      weight = WeightOf(value.text);
    } else if (value.Is(DataValue::Kind::kText)) {
      // What a program reads is a text with numbers in it.
      for (const std::string_view token : mutate::SplitTokens(value.text).tokens) {
        weight += WeightOf(token);
      }
    } else if (value.Is(DataValue::Kind::kFloat)) {
      weight = std::abs(value.number);
    }
    for (const DataValue& each : value.items) weight += Weight(each);
    return weight;
  }
  static double Weight(const Arguments& input) {
    double weight = 0;
    for (const DataValue& each : input) weight += Weight(each);
    return weight;
  }

  // The first of them on which the two differ becomes the input.
  bool TakeFirst(const std::vector<Arguments>& inputs) {
    const auto seen = subject_.oracle().Observe(pair_, inputs, {}, failures_);
    for (size_t i = 0; i < inputs.size(); ++i) {
      const Observation &a = seen[0][i], &b = seen[1][i];
      if (!a.is(State::kValue) || !b.is(State::kValue)) continue;
      if (subject_.oracle().Same(a.value, b.value)) continue;
      input_ = inputs[i];
      answers_ = {a.value, b.value};
      return true;
    }
    return false;
  }

  const Subject& subject_;
  const std::vector<Program> pair_;
  std::vector<std::string>* const failures_;
  Arguments input_;
  std::vector<DataValue> answers_;
};

}  // namespace

std::vector<Difference> FindDifferences(const Subject& subject,
                                        const std::vector<Program>& programs,
                                        const std::vector<std::string>& names,
                                        const std::vector<Differing>& found,
                                        std::vector<std::string>* failures) {
  // Of inputs like the given ones before others: there a difference says more.
  std::map<std::pair<size_t, size_t>, const Differing*> smallest;
  for (const Differing& each : found) {
    const Differing*& best = smallest[{each.first, each.second}];
    const auto rank = [](const Differing& one) {
      return std::make_pair(one.candidate.beyond, SizeOfInput(one.candidate.input));
    };
    if (best == nullptr || rank(each) < rank(*best)) best = &each;
  }
  std::vector<std::pair<size_t, Difference>> sized;
  for (const auto& [pair, start] : smallest) {
    Search search(subject, {programs[pair.first], programs[pair.second]}, failures);
    if (!search.Start(start->candidate.input)) continue;
    for (int step = 0; step < kMostSteps && search.Step(); ++step) {
    }
    sized.push_back({SizeOfInput(search.input()),
                     {names[pair.first], names[pair.second], subject.Shown(search.input()),
                      subject.ShownAnswer(search.answer(0)), subject.ShownAnswer(search.answer(1)),
                      start->candidate.origin}});
  }
  std::stable_sort(sized.begin(), sized.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<Difference> differences;
  for (auto& each : sized) differences.push_back(std::move(each.second));
  return differences;
}

}  // namespace assay::grow
