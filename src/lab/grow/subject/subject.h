// Subject: a problem whose tests are to grow: the inputs that its tests have, new ones, what
// programs answer on them, and how a new test is written down. Two kinds: functions in Python, and
// programs that read and print.
//
// Immutable once made; thread-safe.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/dice/mix.h"
#include "lab/grow/oracle/oracle.h"
#include "lab/grow/subject/candidate.h"

namespace assay::grow {

class Subject {
 public:
  virtual ~Subject() = default;
  virtual const Oracle& oracle() const = 0;
  virtual const std::vector<Arguments>& given() const = 0;
  // At most so many, no two alike, none of them given.
  virtual std::vector<Candidate> Propose(size_t most, Dice* dice) const = 0;
  // Smaller inputs that are still of the kind, smallest first.
  virtual std::vector<Arguments> Smaller(const Arguments& input) const = 0;
  // The problem with these tests behind its own; JSON.
  virtual std::string With(const std::vector<NewTest>& tests) const = 0;
  // For people.
  virtual std::string Shown(const Arguments& input) const = 0;
  virtual std::string ShownAnswer(const DataValue& answer) const = 0;
  // Of the programs that may be asked: in a language that the oracle knows.
  virtual bool Takes(const std::string& language) const = 0;
};

}  // namespace assay::grow
