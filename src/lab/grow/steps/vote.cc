#include "lab/grow/steps/vote.h"

#include <algorithm>

namespace assay::grow {
namespace {

using State = Observation::State;

// References that have to agree, all of them, on an input unlike the given ones.
constexpr size_t kEnoughUnlike = 3;
constexpr size_t kEnoughWithOwn = 2;

constexpr double kTooOften = 0.1;  // of the inputs that all of them answer
constexpr size_t kFewestInputs = 50;

Verdict VerdictOf(State state) {
  switch (state) {
    case State::kLate: return Verdict::kLate;
    case State::kNoData: return Verdict::kNoData;
    case State::kOutside: return Verdict::kOutside;
    default: return Verdict::kCrashed;
  }
}

// What the first one says, and who says the same.
Vote WordOfFirst(const Oracle& oracle, const std::vector<const Observation*>& first,
                 const std::vector<const Observation*>& again) {
  Vote vote;
  // It is asked a second time only where it answered.
  const bool once = first[0]->is(State::kValue);
  if (!once || !again[0]->is(State::kValue)) {
    vote.verdict = VerdictOf((once ? again : first)[0]->state);
    return vote;
  }
  if (!oracle.Repeats(first[0]->value, again[0]->value)) {
    vote.verdict = Verdict::kNondeterministic;
    return vote;
  }
  vote.verdict = Verdict::kAgreed;
  vote.answer = first[0]->value;
  for (size_t i = 0; i < first.size(); ++i) {
    const bool same = first[i]->is(State::kValue) && again[i]->is(State::kValue) &&
                      oracle.Same(first[i]->value, vote.answer) &&
                      oracle.Same(again[i]->value, vote.answer);
    (same ? vote.agreed : vote.against).push_back(i);
  }
  return vote;
}

}  // namespace

Vote TakeVote(const Oracle& oracle, const std::vector<const Observation*>& first,
              const std::vector<const Observation*>& again, Ground ground,
              const GrowOptions& options) {
  if (ground == Ground::kOwnQuestion && (options.single || first.size() > 1)) {
    return WordOfFirst(oracle, first, again);
  }
  Vote vote;
  for (const auto* looks : {&first, &again}) {
    for (const Observation* each : *looks) {
      if (each->is(State::kValue)) continue;
      vote.verdict = VerdictOf(each->state);
      return vote;
    }
  }
  std::vector<std::vector<size_t>> camps;
  for (size_t i = 0; i < first.size(); ++i) {
    if (!oracle.Repeats(first[i]->value, again[i]->value)) {
      vote.verdict = Verdict::kNondeterministic;
      return vote;
    }
    const auto camp = std::find_if(camps.begin(), camps.end(), [&](const auto& members) {
      return oracle.Same(first[members[0]]->value, first[i]->value);
    });
    if (camp == camps.end()) {
      camps.push_back({i});
    } else {
      camp->push_back(i);
    }
  }
  std::stable_sort(camps.begin(), camps.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  const size_t most = camps[0].size(), next = camps.size() > 1 ? camps[1].size() : 0;
  if (first.size() == 1) {
    vote.verdict = options.single && ground == Ground::kLike ? Verdict::kAgreed : Verdict::kTooFew;
  } else if (ground != Ground::kLike) {
    const bool too_few = most < (ground == Ground::kOwnWord ? kEnoughWithOwn : kEnoughUnlike);
    vote.verdict = camps.size() > 1 ? Verdict::kDisagreed
                   : too_few        ? Verdict::kTooFew
                                    : Verdict::kAgreed;
  } else {
    const bool leads = camps.size() == 1 || most - next >= static_cast<size_t>(options.margin);
    vote.verdict = leads ? Verdict::kAgreed : Verdict::kDisagreed;
  }
  if (vote.verdict != Verdict::kAgreed) return vote;
  vote.agreed = camps[0];
  vote.answer = first[camps[0][0]]->value;
  for (size_t i = 1; i < camps.size(); ++i) {
    vote.against.insert(vote.against.end(), camps[i].begin(), camps[i].end());
  }
  return vote;
}

std::vector<size_t> Contradicting(const Oracle& oracle,
                                  const std::vector<std::vector<Observation>>& looks,
                                  const std::vector<bool>& counts, size_t own) {
  std::vector<size_t> alone(looks.size(), 0);
  size_t answered = 0;
  for (size_t i = 0; i < counts.size(); ++i) {
    const auto is_value = [&](const auto& each) { return each[i].is(State::kValue); };
    if (!counts[i] || !std::all_of(looks.begin(), looks.end(), is_value)) continue;
    ++answered;
    for (size_t r = 0; r < looks.size(); ++r) {
      if (r == own) continue;
      const auto same = std::count_if(looks.begin(), looks.end(), [&](const auto& other) {
        return oracle.Same(looks[r][i].value, other[i].value);
      });
      alone[r] += same == 1 ? 1 : 0;  // its own answer
    }
  }
  std::vector<size_t> contradicting;
  for (size_t r = 0; r < looks.size() && answered >= kFewestInputs; ++r) {
    const double share = static_cast<double>(alone[r]) / static_cast<double>(answered);
    if (share >= kTooOften) contradicting.push_back(r);
  }
  return contradicting;
}

void Count(Verdict verdict, Fates* fates) {
  ++fates->tried;
  switch (verdict) {
    case Verdict::kAgreed: ++fates->agreed; break;
    case Verdict::kCrashed: ++fates->crashed; break;
    case Verdict::kLate: ++fates->late; break;
    case Verdict::kNoData: ++fates->no_data; break;
    case Verdict::kNondeterministic: ++fates->nondeterministic; break;
    case Verdict::kDisagreed: ++fates->disagreed; break;
    case Verdict::kTooFew: ++fates->too_few; break;
    case Verdict::kOutside: ++fates->outside; break;
  }
}

}  // namespace assay::grow
