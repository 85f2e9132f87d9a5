// What a sandbox is asked for with, and what is said of one: the values that every door (native,
// Prime, E2B, kernels) translates its own words into and out of. Plain values.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/enum_names.h"
#include "runner/live_box.h"
#include "sessions/egress/egress_policy.h"

namespace assay {

using WallTime = std::chrono::system_clock::time_point;

// What a sandbox has that asks for nothing, or for so much memory only, within what the operator
// allows.
LiveLimits UsualLimits(const LiveLimits& most, std::optional<int64_t> memory_bytes = std::nullopt);

struct SandboxRequest {
  std::string name;  // for people; made up when empty
  LiveBoxSpec box;
  std::map<std::string, std::string> env;     // of every process
  std::map<std::string, std::string> labels;  // of the owner, for lists and deletes
  // Until it ends whatever happens, and since anybody last did something with it. Unset: the
  // operator's; more than the operator's longest is refused.
  std::optional<Nanoseconds> lifetime;
  std::optional<Nanoseconds> idle;
  EgressPolicy egress;
  // Started with the sandbox, once; its output is Sandbox::Logs.
  std::optional<ProcessSpec> start;
  // A second request of the same owner with this key gets the first one's sandbox; empty: none.
  std::string idempotency_key;
};

enum class SandboxState {
  kStarting,
  kRunning,
  kPaused,
  kEnded,
};
inline constexpr auto kSandboxStateNames =
    MakeEnumNames<SandboxState>({{SandboxState::kStarting, "starting"},
                                 {SandboxState::kRunning, "running"},
                                 {SandboxState::kPaused, "paused"},
                                 {SandboxState::kEnded, "ended"}});
static_assert(kSandboxStateNames.IsWholeUpTo(SandboxState::kEnded));

// Why a sandbox is no more.
enum class SandboxEnd {
  kNot,       // it is
  kDeleted,   // somebody asked for it
  kIdle,      // nobody did anything with it for its idle time
  kLifetime,  // its lifetime was over
  kLost,      // its box died, which is our environment's failure
  kFailed,    // it could not be made
  kShutdown,  // its server was stopped
};
inline constexpr auto kSandboxEndNames =
    MakeEnumNames<SandboxEnd>({{SandboxEnd::kNot, "not"},
                               {SandboxEnd::kDeleted, "deleted"},
                               {SandboxEnd::kIdle, "idle"},
                               {SandboxEnd::kLifetime, "lifetime"},
                               {SandboxEnd::kLost, "lost"},
                               {SandboxEnd::kFailed, "failed"},
                               {SandboxEnd::kShutdown, "shutdown"}});
static_assert(kSandboxEndNames.IsWholeUpTo(SandboxEnd::kShutdown));

// How a sandbox is at a moment.
struct SandboxInfo {
  std::string id;
  std::string tenant;  // its owner
  SandboxRequest request;
  SandboxState state = SandboxState::kStarting;
  SandboxEnd end = SandboxEnd::kNot;
  std::string message;  // of kLost and kFailed: which step failed
  WallTime created;
  WallTime changed;  // its state
  std::optional<WallTime> ended;
  std::optional<WallTime> expires;  // when its lifetime is over
  int running_processes = 0;
  // Another process takes its server's place: this one ends with its last sandbox, or earlier.
  bool draining = false;
};

}  // namespace assay
