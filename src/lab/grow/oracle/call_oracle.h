// CallOracle: functions in Python, called by driver.py. And what the given tests of such a problem
// call and how they compare, which the same driver finds out.
//
// Thread-safe; blocks on the judge.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lab/grow/oracle/oracle.h"

namespace assay::grow {

// How the tests of a problem look at a result before they compare it.
struct CallForm {
  std::string text = kCall;  // an expression of Python with kCall in it
  double tolerance = 0;      // as the given tests have it; 0: they have none

  static constexpr char kCall[] = "__assay_call__";
  bool plain() const { return text == kCall; }
};

struct GivenCalls {
  std::string name;  // of the function
  std::vector<Arguments> calls;
  CallForm form;
  std::string fault;    // why there are none
  bool judged = false;  // false: our side failed
};

struct GivenTests {
  std::string setup;
  std::string test;
  std::string name;    // empty: whatever the asserts call
  bool check = false;  // the test text defines check()
};
// Runs the tests with a program that passes them.
GivenCalls CollectCalls(const LabelledProblem& problem, const Asker& asker,
                        const std::string& program, const GivenTests& tests);

class CallOracle final : public Oracle {
 public:
  // The problem gives the limits; it and the asker outlive this.
  CallOracle(const LabelledProblem* problem, const Asker* asker, std::string setup,
             std::string name, CallForm form, std::string contract = "");

  std::vector<std::vector<Observation>> Observe(const std::vector<Program>& programs,
                                                const std::vector<Arguments>& inputs,
                                                const ObserveOptions& options,
                                                std::vector<std::string>* failures) const override;
  bool Same(const DataValue& a, const DataValue& b) const override;
  bool Repeats(const DataValue& a, const DataValue& b) const override;
  // Within which decimals are the same.
  double tolerance() const;

 private:
  struct Piece;
  std::string Request(const std::vector<Arguments>& inputs, const std::vector<size_t>& chosen,
                      const ObserveOptions& options) const;

  const LabelledProblem* const problem_;
  const Asker* const asker_;
  const std::string setup_, name_;
  const CallForm form_;
  const std::string contract_;
};

}  // namespace assay::grow
