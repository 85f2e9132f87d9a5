// Nodes that come and go while HAProxy runs, through its runtime API. Its answers are texts for
// people; what it took is known by its silence, or by the table of its servers afterwards.
//
// Each change is made in all backends. One that fails half way is taken back where that is
// possible, and may be asked for again: what is there already, or gone already, is fine.
//
// Used by one thread at a time.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "cluster/cluster_file.h"
#include "cluster/runtime_socket.h"
#include "cluster/server_table.h"

namespace assay {

// How waiting is done: tests replace both.
struct Waiting {
  std::function<SteadyTime()> now;
  std::function<void(Nanoseconds)> sleep;
};
Waiting RealWaiting();

Result<std::vector<ServerRow>> ShowServers(const RuntimeCall& call);

// Adds the node and waits until its checks have found it ready, `patience` at most; one that isn't
// by then is taken out again, and the error says what the checks saw. REQUIRES: member.host is an
// address, for HAProxy looks up no names at run time.
Status AddNode(const RuntimeCall& call, const Member& member, const Front& front,
               Nanoseconds patience, const Waiting& waiting);

// From now on it gets nothing new but what is for its sandboxes; waits until nothing is under way,
// or until `patience` is over (kUnavailable, and it stays so). The agent is turned off first: a
// node that says "ready" would end the drain.
Status DrainNode(const RuntimeCall& call, const std::string& name, Nanoseconds patience,
                 const Waiting& waiting);

// Takes work again.
Status UndrainNode(const RuntimeCall& call, const std::string& name);

// Drains it and takes it out. Past `patience` what is still under way is cut off with `force`, and
// is an error (kUnavailable) without.
Status RemoveNode(const RuntimeCall& call, const std::string& name, Nanoseconds patience,
                  bool force, const Waiting& waiting);

}  // namespace assay
