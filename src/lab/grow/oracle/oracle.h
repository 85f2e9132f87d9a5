// Oracle: what programs answer on inputs, many of each at once. Two kinds: programs that read and
// print, and functions in Python that driver.py calls.
//
// Nothing of a program runs in this process: the judge runs it in a sandbox, and what comes back is
// data, which may be a lie of the program about itself.
//
// Thread-safe; blocks on the judge.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "lab/grow/model/problem_types.h"
#include "lab/grow/values/shape.h"

namespace assay::grow {

struct Observation {
  enum class State {
    kValue,
    kCrashed,
    kLate,     // ran out of time
    kNoData,   // answered with what is no plain data, or with too much of it
    kOutside,  // the problem's own validator refuses the input
    kUnknown,  // nobody looked: it had failed too often before, or our side failed
  };
  State state = State::kUnknown;
  DataValue value;

  bool is(State wanted) const { return state == wanted; }
};

struct Program {
  std::string language;
  std::string code;
  std::map<std::string, std::string> files = {};  // beside it, by path
  std::string compile_flags = {};                 // JSON list; empty: the problem's
};
inline Program ProgramOf(const Solution& solution) {
  return {solution.language, solution.code, solution.files, solution.compile_flags};
}
inline Ask AskAbout(const Program& program) {
  return {program.language, program.code, false, false, program.files, program.compile_flags};
}

struct ObserveOptions {
  // Another order of inputs, and of what has no order in a program: for a second look.
  bool again = false;
  // Goes on behind inputs that kill the program.
  bool thorough = false;
};

class Oracle {
 public:
  virtual ~Oracle() = default;
  // [program][input]. `failures` gets what our side failed to do.
  virtual std::vector<std::vector<Observation>> Observe(
      const std::vector<Program>& programs, const std::vector<Arguments>& inputs,
      const ObserveOptions& options, std::vector<std::string>* failures) const = 0;
  // Whether a test would take the one for the other.
  virtual bool Same(const DataValue& a, const DataValue& b) const = 0;
  // Whether they are what one program says at two times: closer than a test has to look, as a
  // moment is near another.
  virtual bool Repeats(const DataValue& a, const DataValue& b) const { return Same(a, b); }
};

}  // namespace assay::grow
