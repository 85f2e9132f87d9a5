#include "lab/grow/steps/grow_problem.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string_view>
#include <thread>

#include "base/text.h"
#include "lab/grow/steps/choose.h"
#include "lab/grow/steps/faulty.h"
#include "lab/grow/steps/likeness.h"
#include "lab/grow/steps/stress.h"
#include "lab/grow/steps/validators.h"
#include "lab/grow/steps/vote.h"
#include "lab/grow/subject/make_subject.h"
#include "lab/grow/subject/subject.h"
#include "text/excerpt.h"

namespace assay::grow {
namespace {

using State = Observation::State;

constexpr size_t kShownBytes = 2000;  // of an input in the records
constexpr double kSlowTest = 0.5;     // of the limit: a reference may not need more for a new test

// Seeds of problems differ, whatever their order is.
uint64_t SeedOf(const LabelledProblem& problem, uint64_t seed) {
  uint64_t mixed = seed + kGoldenStep;
  for (const char c : problem.id) mixed = Mix(mixed ^ static_cast<unsigned char>(c)) + kGoldenStep;
  return mixed;
}

struct Reference {
  const Solution* solution = nullptr;
  RunOutcome outcome;  // on the given tests
};

// Within one second the clock answers the same twice, and would be taken for an answer.
void LetTheClockGoOn(const std::vector<Program>& programs,
                     std::chrono::steady_clock::time_point since) {
  constexpr auto kAnotherSecond = std::chrono::milliseconds(1100);
  const bool asked = std::any_of(programs.begin(), programs.end(), [](const Program& program) {
    for (const std::string_view word : {"time.", "import time", "datetime", "clock", "strftime"}) {
      if (program.code.find(word) != std::string::npos) return true;
    }
    return false;
  });
  if (asked) std::this_thread::sleep_until(since + kAnotherSecond);
}

class Growing {
 public:
  Growing(const LabelledProblem& problem, const GrowOptions& options, const Asker& asker)
      : problem_(problem),
        options_(options),
        asker_(asker),
        parts_(PartsOf(problem.problem)),
        dice_(SeedOf(problem, options.seed)) {
    growth_.id = problem.id;
  }

  ProblemGrowth Run() {
    if (FindReferences() && MakeTheSubject()) {
      LookForFaulty();
      TryInputs();
      if (options_.stress) SearchDifferences();
      ChooseTests();
      WriteRow();
    }
    return std::move(growth_);
  }

 private:
  void NotJudged(const std::string& what, const RunOutcome& outcome) {
    growth_.not_judged.push_back(what + ": " + outcome.reason + ": " + outcome.message);
  }

  bool FindReferences() {
    std::vector<const Solution*> said;
    std::vector<Ask> asks;
    for (const Solution& each : problem_.solutions) {
      if (each.label != Label::kCorrect || !each.runs()) continue;
      said.push_back(&each);
      asks.push_back(AskAbout(each));
    }
    const auto outcomes = asker_.Judge(problem_, asks);
    for (size_t i = 0; i < said.size(); ++i) {
      if (!outcomes[i].judged) NotJudged(said[i]->name, outcomes[i]);
      if (!outcomes[i].accepted() || references_.size() >= options_.references) continue;
      references_.push_back({said[i], outcomes[i]});
      slowest_s_ = std::max(slowest_s_, outcomes[i].SlowestSeconds());
    }
    if (!references_.empty()) return true;
    growth_.skipped = said.empty() ? "it has no program that is said to be right"
                                   : "no program that is said to be right passes its tests";
    return false;
  }

  bool MakeTheSubject() {
    std::string failure;
    subject_ = MakeSubject(problem_, parts_, ProgramOf(*references_[0].solution), asker_,
                           &growth_.skipped, &failure);
    if (!failure.empty()) growth_.not_judged.push_back("the given tests: " + failure);
    if (subject_ == nullptr) return false;
    references_.erase(std::remove_if(references_.begin(), references_.end(),
                                     [&](const Reference& each) {
                                       return !subject_->Takes(each.solution->language);
                                     }),
                      references_.end());
    growth_.given = static_cast<int64_t>(subject_->given().size());
    return true;
  }

  void LookForFaulty() {
    faulty_ = FindFaulty(problem_, ProgramOf(*references_[0].solution), slowest_s_, options_,
                         asker_, &growth_.not_judged);
    for (const Faulty& each : faulty_) {
      if (!each.counts) continue;
      Strength& strength = StrengthOf(each);
      ++strength.all;
      strength.before += each.killed ? 1 : 0;
    }
  }

  Strength& StrengthOf(const Faulty& each) {
    return each.wrong ? growth_.wrong : each.held_out ? growth_.held_out : growth_.chosen_by;
  }

  std::vector<Program> ReferencePrograms() const {
    std::vector<Program> programs;
    for (const Reference& each : references_) {
      programs.push_back(ProgramOf(*each.solution));
    }
    return programs;
  }

  // Fills `candidates_` and `votes_` with the inputs that have an expected answer.
  void TryInputs() {
    std::vector<Candidate> proposed = subject_->Propose(options_.pool, &dice_);
    AskValidators(&proposed);
    // The subject's bounds are those of the first reference.
    const bool own_asks = references_[0].solution->own;
    const bool alone = references_.size() == 1;
    // Nobody could say what is right there.
    proposed.erase(std::remove_if(proposed.begin(), proposed.end(),
                                  [&](const Candidate& each) {
                                    if (!each.beyond) return false;
                                    return !options_.beyond || (alone && !(own_asks && each.asked));
                                  }),
                   proposed.end());
    std::vector<Arguments> inputs;
    for (const Candidate& each : proposed) inputs.push_back(each.input);
    const Oracle& oracle = subject_->oracle();
    auto first = oracle.Observe(ReferencePrograms(), inputs, {false, true}, &growth_.not_judged);
    const auto looked = std::chrono::steady_clock::now();
    SetAside(proposed, &first);
    for (const Reference& each : references_) growth_.references.push_back(each.solution->name);
    const auto programs = ReferencePrograms();
    // A second look at those that all of them answer.
    std::vector<Arguments> answered;
    std::vector<std::optional<size_t>> place(inputs.size());
    for (size_t i = 0; i < inputs.size(); ++i) {
      const auto answers = [&](const auto& looks) { return looks[i].is(State::kValue); };
      const bool asked = own_asks && proposed[i].asked;
      const bool enough =
          asked ? answers(first[0]) : std::all_of(first.begin(), first.end(), answers);
      if (!enough) continue;
      place[i] = answered.size();
      answered.push_back(inputs[i]);
    }
    LetTheClockGoOn(programs, looked);
    const auto again = oracle.Observe(programs, answered, {true, true}, &growth_.not_judged);
    for (size_t i = 0; i < inputs.size(); ++i) {
      std::vector<const Observation*> looks, second_looks;
      for (size_t p = 0; p < programs.size(); ++p) {
        looks.push_back(&first[p][i]);
        if (place[i]) second_looks.push_back(&again[p][*place[i]]);
      }
      const Ground ground = own_asks && proposed[i].asked ? Ground::kOwnQuestion
                            : !proposed[i].beyond         ? Ground::kLike
                            : HasOwn()                    ? Ground::kOwnWord
                                                          : Ground::kUnlike;
      Vote vote = TakeVote(oracle, looks, second_looks, ground, options_);
      Count(vote.verdict, &growth_.fates);
      const bool differ = vote.verdict == Verdict::kDisagreed || !vote.against.empty();
      if (differ && options_.stress) NoteDifferences(proposed[i], looks);
      if (vote.verdict != Verdict::kAgreed) continue;
      candidates_.push_back(std::move(proposed[i]));
      votes_.push_back(std::move(vote));
    }
  }

  bool HasOwn() const {
    return std::any_of(references_.begin(), references_.end(),
                       [](const Reference& each) { return each.solution->own; });
  }

  // Of the references, and of what they answered, those that the problem's own one contradicts.
  void SetAside(const std::vector<Candidate>& proposed,
                std::vector<std::vector<Observation>>* looks) {
    const auto own = std::find_if(references_.begin(), references_.end(),
                                  [](const Reference& each) { return each.solution->own; });
    if (own == references_.end()) return;
    std::vector<bool> counts;
    for (const Candidate& each : proposed) counts.push_back(!each.beyond);
    auto contradicting = Contradicting(subject_->oracle(), *looks, counts,
                                       static_cast<size_t>(own - references_.begin()));
    std::reverse(contradicting.begin(), contradicting.end());
    for (const size_t r : contradicting) {
      set_aside_.insert(references_[r].solution->name);
      const auto at = static_cast<std::ptrdiff_t>(r);
      references_.erase(references_.begin() + at);
      looks->erase(looks->begin() + at);
    }
  }

  // What a validator accepts is no less a valid input for being unlike the given ones.
  void AskValidators(std::vector<Candidate>* proposed) {
    if (!parts_.prints() || problem_.validators.empty()) return;
    std::vector<std::string> given, texts;
    for (const Arguments& each : subject_->given()) given.push_back(each[0].text);
    for (const Candidate& each : *proposed) texts.push_back(each.input[0].text);
    const Validity validity = Validate(problem_, given, texts, asker_, &growth_.not_judged);
    if (!validity.known) return;
    std::vector<Candidate> valid;
    for (size_t i = 0; i < texts.size(); ++i) {
      if (!validity.valid[i]) {
        Count(Verdict::kOutside, &growth_.fates);
        continue;
      }
      (*proposed)[i].beyond = false;
      valid.push_back(std::move((*proposed)[i]));
    }
    *proposed = std::move(valid);
  }

  void NoteDifferences(const Candidate& candidate, const std::vector<const Observation*>& looks) {
    for (size_t i = 1; i < looks.size(); ++i) {
      if (!subject_->oracle().Same(looks[0]->value, looks[i]->value)) {
        differing_.push_back({candidate, 0, i});
      }
    }
  }

  void SearchDifferences() {
    growth_.differences = FindDifferences(*subject_, ReferencePrograms(), growth_.references,
                                          differing_, &growth_.not_judged);
  }

  // Which faulty programs answer otherwise than expected, by candidate.
  std::vector<Worth> WorthOf() {
    std::vector<Program> programs;
    for (const Faulty& each : faulty_) {
      if (each.counts && !each.killed && !each.held_out && subject_->Takes(each.program.language)) {
        programs.push_back(each.program);
      }
    }
    std::vector<Arguments> inputs;
    for (const Candidate& each : candidates_) inputs.push_back(each.input);
    const Oracle& oracle = subject_->oracle();
    const auto seen = oracle.Observe(programs, inputs, {}, &growth_.not_judged);
    std::vector<Worth> worths;
    for (size_t i = 0; i < candidates_.size(); ++i) {
      Worth& worth = worths.emplace_back();
      worth.source = SourceOf(candidates_[i].origin);
      worth.beyond = candidates_[i].beyond;
      worth.likeness = LikenessOf(candidates_[i].input, votes_[i].answer);
      for (const DataValue& each : candidates_[i].input) worth.size += SizeOf(each);
      for (size_t p = 0; p < programs.size(); ++p) {
        const Observation& each = seen[p][i];
        const bool same = each.is(State::kValue) && oracle.Same(each.value, votes_[i].answer);
        worth.kills.push_back(!same && !each.is(State::kUnknown));
      }
      // References that are outvoted here are wrong programs, too.
      for (size_t r = 0; r < references_.size(); ++r) {
        const auto& against = votes_[i].against;
        worth.kills.push_back(std::find(against.begin(), against.end(), r) != against.end());
      }
    }
    return worths;
  }

  void ChooseTests() {
    const auto worths = WorthOf();
    for (const size_t i : Choose(worths, {options_.most, options_.edges})) {
      chosen_.push_back(i);
      kills_.push_back(std::count(worths[i].kills.begin(), worths[i].kills.end(), true));
    }
  }

  std::vector<NewTest> TestsOf(const std::vector<size_t>& which) const {
    std::vector<NewTest> tests;
    for (const size_t i : which) {
      tests.push_back({candidates_[i].input, votes_[i].answer, candidates_[i].origin});
    }
    return tests;
  }

  // Whether each reference gets what the votes say: a pass, but for those that are outvoted.
  bool AreSound(const std::vector<size_t>& which) {
    std::vector<Ask> asks;
    for (const Reference& each : references_) {
      asks.push_back(AskAbout(*each.solution));
    }
    const auto outcomes = asker_.Judge(problem_, asks, {subject_->With(TestsOf(which)), ""});
    for (size_t r = 0; r < references_.size(); ++r) {
      const bool outvoted = std::any_of(which.begin(), which.end(), [&](size_t i) {
        return std::find(votes_[i].against.begin(), votes_[i].against.end(), r) !=
               votes_[i].against.end();
      });
      if (!outcomes[r].judged) NotJudged(references_[r].solution->name, outcomes[r]);
      if (outvoted) continue;
      if (!outcomes[r].accepted()) return false;
      // The given tests may be slow ones.
      const double most =
          std::max(kSlowTest * problem_.CpuLimit(), 2 * references_[r].outcome.SlowestSeconds());
      if (outcomes[r].SlowestSeconds() > most) return false;
    }
    return true;
  }

  // Of `which` those that the references pass as tests. A reference that answers so in our driver
  // may still fail a test: a comparison knows less than it does, a limit is tighter.
  std::vector<size_t> Sound(const std::vector<size_t>& which) {
    if (which.empty() || !growth_.not_judged.empty()) return {};
    if (AreSound(which)) return which;
    if (which.size() == 1) return {};
    const auto middle = which.begin() + static_cast<long>(which.size() / 2);
    std::vector<size_t> sound = Sound({which.begin(), middle});
    for (const size_t i : Sound({middle, which.end()})) sound.push_back(i);
    return sound;
  }

  void WriteRow() {
    const std::vector<size_t> kept = Sound(chosen_);
    if (!growth_.not_judged.empty()) return;
    std::set<std::string> outvoted = set_aside_;
    for (const size_t i : kept) {
      GrownTest& test = growth_.tests.emplace_back();
      test.input = Shown(subject_->Shown(candidates_[i].input));
      test.expected = Shown(subject_->ShownAnswer(votes_[i].answer));
      test.origin = candidates_[i].origin;
      test.beyond = candidates_[i].beyond;
      for (const size_t r : votes_[i].agreed) test.agreed.push_back(references_[r].solution->name);
      for (const size_t r : votes_[i].against) outvoted.insert(references_[r].solution->name);
      const auto at = std::find(chosen_.begin(), chosen_.end(), i) - chosen_.begin();
      test.kills = kills_[static_cast<size_t>(at)];
    }
    growth_.outvoted.assign(outvoted.begin(), outvoted.end());
    LabelledProblem grown = problem_;
    if (!kept.empty()) grown.problem = subject_->With(TestsOf(kept));
    growth_.grown_row = RowOf(grown);
    MeasureAgain(kept.empty() ? "" : grown.problem);
  }

  static std::string Shown(const std::string& text) {
    return text.size() <= kShownBytes ? text : Excerpt(text, kShownBytes);
  }

  // The row in our own form, with what is known of its new tests beside them.
  std::string RowOf(const LabelledProblem& grown) const {
    std::string row = NativeRow(grown);
    JsonWriter json;
    json.BeginArray();
    for (const GrownTest& test : growth_.tests) {
      json.BeginObject().Key("input").Bytes(test.input).Key("origin").Bytes(test.origin);
      json.Key("agreed").BeginArray();
      for (const std::string& each : test.agreed) json.Bytes(each);
      json.EndArray().EndObject();
    }
    row.back() = ',';
    return row + "\"grown_tests\":" + json.EndArray().Take() + "}";
  }

  void MeasureAgain(const std::string& grown) {
    std::vector<bool> killed(faulty_.size(), false);
    if (!grown.empty()) {
      killed = KilledBy(problem_, grown, faulty_, slowest_s_, asker_, &growth_.not_judged);
    }
    for (size_t i = 0; i < faulty_.size(); ++i) {
      const Faulty& each = faulty_[i];
      if (!each.counts) continue;
      const bool dead = each.killed || killed[i];
      StrengthOf(each).after += dead ? 1 : 0;
      if (!each.wrong) {
        growth_.mutants.push_back({each.program.code, each.held_out, each.killed, dead});
      }
    }
  }

  const LabelledProblem& problem_;
  const GrowOptions& options_;
  const Asker& asker_;
  const ProblemParts parts_;
  Dice dice_;
  ProblemGrowth growth_;
  std::vector<Reference> references_;
  std::set<std::string> set_aside_;  // by name
  double slowest_s_ = 0;
  std::unique_ptr<Subject> subject_;
  std::vector<Faulty> faulty_;
  std::vector<Candidate> candidates_;
  std::vector<Vote> votes_;
  std::vector<Differing> differing_;
  std::vector<size_t> chosen_;
  std::vector<int64_t> kills_;
};

}  // namespace

ProblemGrowth GrowProblem(const LabelledProblem& problem, const GrowOptions& options,
                          const Asker& asker) {
  return Growing(problem, options, asker).Run();
}

}  // namespace assay::grow
