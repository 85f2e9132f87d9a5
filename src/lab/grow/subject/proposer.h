// Proposer: new inputs of the shape of given ones: given ones changed, crossed and changed twice,
// random ones, large ones, and such with constants or at bounds of a reference. Each says where it
// is from.
//
// Refers to what it is made of. Immutable; thread-safe.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/subject/bounds.h"
#include "lab/grow/subject/constants.h"
#include "lab/grow/subject/pool.h"
#include "lab/grow/values/shape.h"

namespace assay::grow {

class Proposer {
 public:
  using IsSound = std::function<bool(const Arguments&)>;

  // `constants` and `bounds`: of a reference. `is_sound`: what an input has to be beside of the
  // shape.
  Proposer(const std::vector<Arguments>* given, const Shape* shape, Constants constants,
           std::vector<Bound> bounds, IsSound is_sound)
      : given_(*given),
        shape_(*shape),
        constants_(std::move(constants)),
        bounds_(std::move(bounds)),
        is_sound_(std::move(is_sound)) {}

  std::vector<Candidate> Propose(size_t most, Dice* dice) const;
  std::vector<Arguments> Smaller(const Arguments& input) const;

 private:
  void Put(const std::string& source, const std::string& origin, Arguments arguments,
           Pool* pool) const;
  void Offer(const std::string& source, Candidate candidate, Pool* pool) const;
  void MeetBounds(Pool* pool) const;
  void Change(size_t call, Dice* dice, Pool* pool) const;
  void Cross(size_t count, Dice* dice, Pool* pool) const;
  void Take(size_t count, Dice* dice, Pool* pool) const;
  void ChangeTwice(size_t count, Dice* dice, Pool* pool) const;
  void PutConstants(size_t count, Dice* dice, Pool* pool) const;

  const std::vector<Arguments>& given_;
  const Shape& shape_;
  const Constants constants_;
  const std::vector<Bound> bounds_;
  const IsSound is_sound_;
};

}  // namespace assay::grow
