// A map: attempts made votes; then the steps in the order of the header.

#include "lab/curate/steps/attempt_steps.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>
#include <vector>

#include "lab/curate/records/attempts.h"
#include "lab/curate/records/dates.h"
#include "lab/curate/records/difficulty.h"
#include "lab/curate/records/draw.h"
#include "lab/curate/records/majority.h"
#include "lab/curate/records/response_length.h"
#include "math/profiles/response.h"

namespace assay::curate {
namespace {

using Outcome = Result<std::optional<Drop>>;

// Nothing: the attempt says nothing, as what decides about it gave up.
std::optional<Vote> VoteOf(const Attempt& attempt, const std::string& gold) {
  if (attempt.correct) return Vote{*attempt.correct, attempt.answer};
  const math::ResponseResult result =
      math::VerifyResponse(gold, attempt.answer, math::DefaultProfile());
  if (result.outcome == math::Outcome::kUndecided) return std::nullopt;
  return Vote{result.outcome == math::Outcome::kCorrect,
              result.answer_normal.empty() ? result.answer : result.answer_normal};
}

// At most `most` of them; nothing: there is no list, or an attempt that can't be judged for want of
// an answer.
std::optional<std::vector<Vote>> VotesOf(const Row& row, const Fields& fields, size_t most) {
  const auto attempts = ReadAttempts(FieldOf(row.root, fields));
  if (!attempts) return std::nullopt;
  std::vector<Vote> votes;
  for (const Attempt& attempt : *attempts) {
    if (votes.size() == most) break;
    if (!attempt.correct && row.answer.empty()) return std::nullopt;
    if (auto vote = VoteOf(attempt, row.answer)) votes.push_back(std::move(*vote));
  }
  return votes;
}

class Released final : public RowStep {
 public:
  Released(ReleasedStep settings, std::string name)
      : settings_(std::move(settings)), name_(std::move(name)) {}

  Outcome Look(Row* row) override {
    const std::string text = TextOf(FieldOf(row->root, settings_.field));
    const auto day = ParseDay(text);
    if (!day) return OnMissing(settings_.missing, *row, name_, "day", settings_.field);
    if (settings_.no_later_than_day && *day > *settings_.no_later_than_day) {
      return std::optional<Drop>(
          Drop{"after " + DayText(*settings_.no_later_than_day), DayText(*day), ""});
    }
    if (settings_.no_earlier_than_day && *day < *settings_.no_earlier_than_day) {
      return std::optional<Drop>(
          Drop{"before " + DayText(*settings_.no_earlier_than_day), DayText(*day), ""});
    }
    return std::optional<Drop>();
  }

 private:
  const ReleasedStep settings_;
  const std::string name_;
};

class Verifiable final : public RowStep {
 public:
  Verifiable(VerifiableStep settings, std::string name)
      : settings_(std::move(settings)), name_(std::move(name)) {}

  Outcome Look(Row* row) override {
    const auto votes =
        VotesOf(*row, settings_.attempts, static_cast<size_t>(settings_.most_attempts));
    if (!votes) {
      return OnMissing(settings_.missing, *row, name_, "judged attempts", settings_.attempts);
    }
    return DropFor(NotVerifiable(*votes));
  }

 private:
  const VerifiableStep settings_;
  const std::string name_;
};

class Length final : public RowStep {
 public:
  Length(LengthStep settings, std::string name, uint64_t seed)
      : settings_(std::move(settings)), name_(std::move(name)), seed_(seed) {}

  Outcome Look(Row* row) override {
    const std::vector<double> tokens = TokensOf(*row);
    if (tokens.empty()) {
      return OnMissing(settings_.missing, *row, name_, "lengths in tokens", settings_.field);
    }
    return DropFor(OutsideLength(LengthOfAll(tokens, settings_.of), settings_.bounds,
                                 DrawShare(seed_, name_, row->text)));
  }

 private:
  // Of the first field that has any.
  std::vector<double> TokensOf(const Row& row) const {
    for (const std::string& field : settings_.field) {
      std::vector<double> tokens;
      const JsonValue value = FieldOf(row.root, {field});
      if (value.Is(JsonType::kNumber)) tokens.push_back(value.Double());
      if (value.Is(JsonType::kArray)) {
        for (const JsonValue one : value.Items()) {
          if (one.Is(JsonType::kNumber)) tokens.push_back(one.Double());
        }
        if (tokens.empty()) {
          for (const Attempt& attempt : ReadAttempts(value).value_or(std::vector<Attempt>())) {
            if (attempt.tokens) tokens.push_back(*attempt.tokens);
          }
        }
      }
      if (!tokens.empty()) return tokens;
    }
    return {};
  }

  const LengthStep settings_;
  const std::string name_;
  const uint64_t seed_;
};

class DifficultyOfRow final : public RowStep {
 public:
  DifficultyOfRow(DifficultyStep settings, std::string name)
      : settings_(std::move(settings)), name_(std::move(name)) {}

  Outcome Look(Row* row) override {
    const auto difficulty = Count(*row);
    if (!difficulty) {
      const Fields& looked_for = !settings_.solved.empty() ? settings_.solved
                                 : !settings_.rate.empty() ? settings_.rate
                                                           : settings_.attempts;
      return OnMissing(settings_.missing, *row, name_, "judged attempts", looked_for);
    }
    const Objection objection = OutsideDifficulty(*difficulty, settings_.bounds);
    if (!objection && settings_.annotate && difficulty->attempts > 0) Annotate(*difficulty, row);
    return DropFor(objection);
  }

 private:
  std::optional<Difficulty> Count(const Row& row) const {
    if (settings_.solved.empty() && settings_.rate.empty()) {
      const auto votes = VotesOf(row, settings_.attempts, SIZE_MAX);
      if (!votes) return std::nullopt;
      Difficulty difficulty;
      difficulty.attempts = static_cast<int64_t>(votes->size());
      for (const Vote& vote : *votes) difficulty.solved += vote.correct ? 1 : 0;
      return difficulty;
    }
    Difficulty difficulty;
    const JsonValue of = FieldOf(row.root, settings_.of);
    if (settings_.of_each) {
      difficulty.attempts = *settings_.of_each;
    } else if (of.Is(JsonType::kNumber)) {
      difficulty.attempts = std::llround(of.Double());
    } else {
      return std::nullopt;
    }
    const bool counted = !settings_.solved.empty();
    const JsonValue value = FieldOf(row.root, counted ? settings_.solved : settings_.rate);
    if (!value.Is(JsonType::kNumber)) return std::nullopt;
    const double solved =
        counted ? value.Double() : value.Double() * static_cast<double>(difficulty.attempts);
    if (!(solved >= 0 && solved <= static_cast<double>(difficulty.attempts))) return std::nullopt;
    difficulty.solved = std::llround(solved);
    return difficulty;
  }

  static void Annotate(const Difficulty& difficulty, Row* row) {
    const lab::Interval interval = difficulty.interval();
    JsonWriter json;
    json.BeginObject().Key("solved").Int(difficulty.solved);
    json.Key("attempts").Int(difficulty.attempts).Key("rate").Double(difficulty.rate());
    json.Key("rate_low").Double(interval.low).Key("rate_high").Double(interval.high).EndObject();
    row->notes += (row->notes.empty() ? "" : ",") + ("\"difficulty\":" + json.Take());
  }

  const DifficultyStep settings_;
  const std::string name_;
};

}  // namespace

MadeStep MakeReleased(const ReleasedStep& settings, const std::string& name) {
  return MadeStep(std::make_unique<Released>(settings, name));
}

MadeStep MakeVerifiable(const VerifiableStep& settings, const std::string& name) {
  return MadeStep(std::make_unique<Verifiable>(settings, name));
}

MadeStep MakeLength(const LengthStep& settings, const std::string& name, uint64_t seed) {
  return MadeStep(std::make_unique<Length>(settings, name, seed));
}

MadeStep MakeDifficulty(const DifficultyStep& settings, const std::string& name) {
  return MadeStep(std::make_unique<DifficultyOfRow>(settings, name));
}

}  // namespace assay::curate
