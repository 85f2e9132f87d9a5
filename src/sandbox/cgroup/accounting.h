// How a tier limits and counts what its boxes use: the accounts that the spawner opens and closes.
// The account of a single run inside a box is RunCgroup.
//
// Single-threaded use, by the spawner and, after its clone, by the agent.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/cgroup/run_cgroup.h"

namespace assay {

// What the agent of a box that stays needs to have programs counted, opened before the host's
// mounts are gone.
struct LiveEntry {
  // For a thread to write "0" to; what it forks afterwards is counted.
  std::vector<UniqueFd> tasks;
  // For CLONE_INTO_CGROUP of programs, and of workers, which are not frozen with them; invalid:
  // they stay where the agent is.
  UniqueFd programs;
  UniqueFd workers;
};

// Of one box.
class BoxAccount {
 public:
  virtual ~BoxAccount() = default;
  // For CLONE_INTO_CGROUP of the agent, or -1.
  virtual int clone_fd() const = 0;
  // The agent is there: what only its clone needed may go. What a spawner keeps open is copied, and
  // closed, for every box to come.
  virtual void AgentStarted() {}
  // In the agent, before the host's mounts are gone: what it starts from now on is counted here.
  virtual Result<std::unique_ptr<RunCgroup>> Enter() const = 0;
  // SIGKILLs everything in the box at once where the kernel can (Linux 5.14).
  virtual void Kill() const = 0;
  // False while something is still dying in it.
  virtual bool Remove() const = 0;
  // Of a box without a root of its own: the folder of its writable places, which goes with it.
  virtual std::string folder() const { return {}; }
};

// Of one box that stays.
class LiveAccount : public BoxAccount {
 public:
  virtual Result<LiveEntry> EnterLive() const = 0;
};

// Of all boxes of one server. Outlives them.
class Accounting {
 public:
  virtual ~Accounting() = default;
  virtual Result<std::unique_ptr<BoxAccount>> Open(const std::string& box) = 0;
  // Of a box that stays.
  virtual Result<std::unique_ptr<LiveAccount>> OpenLive(const std::string&) {
    return Error{ErrorCode::kUnsupported, "sandbox.cgroup", 0, "no boxes that stay in this tier"};
  }
  // Kills and removes what is left of all.
  virtual void RemoveAll() = 0;
};

}  // namespace assay
