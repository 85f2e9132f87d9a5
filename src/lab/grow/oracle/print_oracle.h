// PrintOracle: programs that read an input and print an answer, a run for each input. An input is a
// call with one text.
//
// Thread-safe; blocks on the judge.
#pragma once

#include <string>
#include <vector>

#include "lab/grow/oracle/oracle.h"

namespace assay::grow {

class PrintOracle final : public Oracle {
 public:
  // The problem gives the limits; it and the asker outlive this.
  PrintOracle(const LabelledProblem* problem, const Asker* asker)
      : problem_(problem), asker_(asker) {}

  std::vector<std::vector<Observation>> Observe(const std::vector<Program>& programs,
                                                const std::vector<Arguments>& inputs,
                                                const ObserveOptions& options,
                                                std::vector<std::string>* failures) const override;
  bool Same(const DataValue& a, const DataValue& b) const override;

 private:
  const LabelledProblem* const problem_;
  const Asker* const asker_;
};

}  // namespace assay::grow
