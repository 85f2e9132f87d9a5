// A tier: one way to isolate programs, as a value. Whether this host allows it, the ordered list of
// steps that make a box of it, and how the use of its boxes is limited and counted.
//
// The list is all of a box's containment: what spawner, agent and root view do, in order. Each step
// has one name, which its errors bear as "sandbox.<name>" and under which its time is shown. What
// is done again for each candidate is the list of contain/candidate_steps.h.
//
// Plain values; the steps run in the spawner and in the agent it clones, which have one thread.
#pragma once

#include <linux/filter.h>
#include <sys/types.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/broker/call_broker.h"
#include "sandbox/cgroup/accounting.h"
#include "sandbox/contain/confinement.h"
#include "sandbox/contain/keeper.h"
#include "sandbox/contain/network_watch.h"
#include "sandbox/contain/scratch.h"
#include "sandbox/contain/seccomp_filter.h"
#include "sandbox/tiers/host_report.h"
#include "sandbox/view/root_view.h"
#include "sandbox/wire/step_times.h"

namespace assay {

// A box on its way: what the steps are told, and what they make.
struct BoxMaking {
  // Told.
  std::string name;  // "box-7", unique for the server
  Accounting* accounting = nullptr;
  RootViewOptions view;
  int processor = -1;                                // that everything in the box runs on; -1: any
  const std::vector<sock_filter>* filter = nullptr;  // of everything in the box
  bool keep_zygotes = false;  // it will have resident processes that fork candidates
  // Agent and programs are one user: for the agent a program's files have its own id, 0, and the
  // writable places are the program's as well, so that every run gets new ones.
  bool places_are_programs = false;

  // Made in the spawner.
  std::string uid_map, gid_map;  // of a box in a user namespace
  int furniture = -1;            // a mount namespace, the spawner's to close; negative: none
  std::unique_ptr<BoxAccount> account;
  UniqueFd server_socket;
  UniqueFd pidfd;
  pid_t agent = -1;  // in the spawner its pid once there is one; 0 in the agent itself

  // Made in the agent.
  UniqueFd agent_socket;                     // to the server
  UniqueFd kept;                             // `furniture`, beyond TakeDescriptors
  std::unique_ptr<Keeper> keeper;            // where agent and programs are one user
  std::unique_ptr<Confinement> confinement;  // where there are no namespaces
  std::unique_ptr<RunCgroup> usage;
  std::optional<Scratch> places;
  std::optional<NetworkWatch> network;
  std::unique_ptr<CallBroker> broker;  // where programs are among the host's

  // Of a box that stays, in place of account and usage, places and network.
  std::unique_ptr<LiveAccount> live_account;
  LiveEntry live_entry;
  UniqueFd live_proc;   // /proc of the agent's processes, writable: no mount that a program has
  UniqueFd live_score;  // the agent's out-of-memory score, where only it can write its own

  size_t taken = 0;  // steps
  StepTimes times;
};

struct BoxStep {
  const char* name;
  Status (*take)(BoxMaking& making);
};

struct Tier {
  // Stamped on verdicts.
  std::string_view name;
  // Thread-safe; forks short-lived children.
  HostReport (*probe)();
  // One of them clones: those before it run in the spawner, those after it in the agent.
  std::span<const BoxStep> steps;
  Result<std::unique_ptr<Accounting>> (*open_accounting)(const std::string& parent,
                                                         const std::string& server_id);

  // Whether programs have a user of their own, or that of the agent.
  ProgramUser program_user;

  // Of boxes that stay; empty: there are none in this tier.
  std::span<const BoxStep> live_steps = {};

  // Why nobody gets it who hasn't asked for it by name; empty: it may be the best there is.
  std::string_view only_by_name = {};

  // Whether boxes can be made of it. One without steps is only probed: it is told of, and refused.
  bool built() const { return !steps.empty(); }
};

// Namespaces, cgroups and seccomp, set up as root.
const Tier& PrivilegedTier();
// The same in a user namespace, with cgroups that were handed to this account.
const Tier& DelegatedTier();
// Namespaces of an ordinary user, no cgroups.
const Tier& UsernsTier();
// No namespaces: Landlock.
const Tier& LandlockTier();

// Takes the steps that are left, in order. Returns in the spawner when the agent is cloned, and in
// the agent when all are done; whoever has failed ends what is half made.
Status TakeSteps(std::span<const BoxStep> steps, BoxMaking& making);
inline Status TakeSteps(const Tier& tier, BoxMaking& making) {
  return TakeSteps(tier.steps, making);
}

// The writable places, once they are there.
Result<Scratch> OpenScratch(const BoxMaking& making);

}  // namespace assay
