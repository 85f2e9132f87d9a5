// Confinement: what programs of a box may reach where they share the host's files with everybody,
// as Landlock rules. They read and execute the toolchains, write in the writable places of their
// run, and open nothing else; they signal, trace and connect to nothing outside. Anybody may still
// ask whether a path is there: the rules are about opening, making, moving and removing.
//
// Not thread-safe; used by the agent.
#pragma once

#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"

namespace assay {

class Confinement {
 public:
  // Those paths that there are are kept open.
  static Result<Confinement> Open(const std::vector<std::string>& readable,
                                  const std::vector<std::string>& devices);

  // For one run, whose places these are: each program adds its own part of /proc to them.
  Result<UniqueFd> RulesFor(const std::vector<std::string>& places) const;

 private:
  int abi_ = 0;
  std::vector<UniqueFd> readable_, files_, devices_;  // directories; single files; both of them
};

}  // namespace assay
