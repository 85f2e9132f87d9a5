#include "cluster/front_changes.h"

#include <fmt/format.h>

#include <algorithm>
#include <thread>

#include "base/text.h"
#include "cluster/haproxy_config.h"

namespace assay {
namespace {

constexpr char kStage[] = "haproxy";
constexpr Nanoseconds kLookAgain = std::chrono::milliseconds(100);
constexpr Nanoseconds kClosing = std::chrono::seconds(10);
// What `enable agent` says of a server that has none.
constexpr std::string_view kNoAgent = "Agent was not configured";

std::string Place(std::string_view backend, const std::string& name) {
  return fmt::format("{}/{}", backend, name);
}

// Sends a command that says nothing when it did its work. `also_fine`: a text that is no refusal.
Status Command(const RuntimeCall& call, const std::string& command,
               std::string_view also_fine = "") {
  ASSAY_ASSIGN_OR_RETURN(const std::string answer, call(command));
  const std::string_view said = TrimAsciiSpace(answer);
  if (said.empty() || (!also_fine.empty() && StartsWith(said, also_fine))) return {};
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               fmt::format("HAProxy refuses '{}': {}", command, said.substr(0, 400))};
}

Error UnknownNode(const std::string& name) {
  return Error{ErrorCode::kInvalidArgument, kStage, 0,
               fmt::format("HAProxy has no server '{}' in the backends of this cluster", name)};
}

// The backends that have it, of ours.
Result<std::vector<std::string_view>> Having(const RuntimeCall& call, const std::string& name) {
  ASSAY_ASSIGN_OR_RETURN(const auto rows, ShowServers(call));
  std::vector<std::string_view> having;
  for (const std::string_view backend : kHaproxyBackends) {
    if (FindServer(rows, backend, name) != nullptr) having.push_back(backend);
  }
  return having;
}

Status Register(const RuntimeCall& call, std::string_view backend, const Member& member,
                const Front& front) {
  const std::string place = Place(backend, member.name);
  ASSAY_RETURN_IF_ERROR(
      Command(call,
              fmt::format("add server {} {} {} {}", place, member.Address(), HaproxyCheckOptions(),
                          HaproxyServerOptions(member, front, backend)),
              "New server registered."));
  ASSAY_RETURN_IF_ERROR(Command(call, "enable health " + place));
  // Not in every backend has it one.
  ASSAY_RETURN_IF_ERROR(Command(call, "enable agent " + place, kNoAgent));
  return Command(call, "enable server " + place);
}

// As much of it as there is; the error of the first that stays.
Status TakeOut(const RuntimeCall& call, const std::string& name,
               const std::vector<std::string_view>& backends, bool cut_off,
               const Waiting& waiting) {
  Status status;
  for (const std::string_view backend : backends) {
    const std::string place = Place(backend, name);
    Status step = Command(call, fmt::format("set server {} state maint", place));
    if (step.ok() && cut_off) step = Command(call, "shutdown sessions server " + place);
    // Connections that were kept for later requests, or are being cut off, take a moment to close.
    const SteadyTime deadline = waiting.now() + kClosing;
    while (step.ok()) {
      step = Command(call, "del server " + place, "Server deleted.");
      if (step.ok() || waiting.now() >= deadline) break;
      waiting.sleep(kLookAgain);
      step = {};
    }
    if (status.ok()) status = step;
  }
  return status;
}

// One that is there already, from a change that was broken off: it is to be the same, and takes
// work.
Status TakeAgain(const RuntimeCall& call, const ServerRow& row, const Member& member) {
  if (!row.address.empty() && row.address != member.Address()) {
    return Error{ErrorCode::kInvalidArgument, kStage, 0,
                 fmt::format("HAProxy has a server '{}' at {} already; remove it first",
                             member.name, row.address)};
  }
  const std::string place = Place(row.backend, member.name);
  ASSAY_RETURN_IF_ERROR(Command(call, fmt::format("set server {} state ready", place)));
  return Command(call, "enable agent " + place, kNoAgent);
}

bool PassedCheck(const ServerRow& row) {
  return row.check.find("L7OK") != std::string::npos;
}

Status WaitUntilUp(const RuntimeCall& call, const Member& member, SteadyTime deadline,
                   const Waiting& waiting) {
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const auto rows, ShowServers(call));
    std::string missing;
    for (const std::string_view backend : kHaproxyBackends) {
      const ServerRow* const row = FindServer(rows, backend, member.name);
      // A server counts as up until its first check has ended.
      if (row != nullptr && StartsWith(row->status, "UP") && PassedCheck(*row)) continue;
      missing = row == nullptr ? "it is gone"
                               : fmt::format("{}, health check {}{}", row->status,
                                             row->check.empty() ? "not yet made" : row->check,
                                             row->agent.empty() ? "" : ", agent " + row->agent);
    }
    if (missing.empty()) return {};
    if (waiting.now() >= deadline) {
      return Error{ErrorCode::kUnavailable, kStage, 0,
                   fmt::format("{} at {} isn't ready: {}", member.name, member.Address(), missing)};
    }
    waiting.sleep(kLookAgain);
  }
}

}  // namespace

Waiting RealWaiting() {
  return {[] { return std::chrono::steady_clock::now(); },
          [](Nanoseconds time) { std::this_thread::sleep_for(time); }};
}

Result<std::vector<ServerRow>> ShowServers(const RuntimeCall& call) {
  ASSAY_ASSIGN_OR_RETURN(const std::string table, call("show stat"));
  return ParseServerTable(table);
}

Status AddNode(const RuntimeCall& call, const Member& member, const Front& front,
               Nanoseconds patience, const Waiting& waiting) {
  const SteadyTime deadline = waiting.now() + patience;
  ASSAY_ASSIGN_OR_RETURN(const auto rows, ShowServers(call));
  std::vector<std::string_view> made;
  Status status;
  for (const std::string_view backend : kHaproxyBackends) {
    if (const ServerRow* const row = FindServer(rows, backend, member.name); row != nullptr) {
      status = TakeAgain(call, *row, member);
    } else {
      // Before the result is known: a half-made one is to go, too.
      made.push_back(backend);
      status = Register(call, backend, member, front);
    }
    if (!status.ok()) break;
  }
  if (status.ok()) status = WaitUntilUp(call, member, deadline, waiting);
  if (!status.ok() && !made.empty()) {
    if (const Status undone = TakeOut(call, member.name, made, true, waiting); !undone.ok()) {
      Error both = status.error();
      both.message += "; nor could it be taken out again: " + undone.error().message;
      return both;
    }
  }
  return status;
}

Status DrainNode(const RuntimeCall& call, const std::string& name, Nanoseconds patience,
                 const Waiting& waiting) {
  const SteadyTime deadline = waiting.now() + patience;
  ASSAY_ASSIGN_OR_RETURN(const auto having, Having(call, name));
  if (having.empty()) return UnknownNode(name);
  for (const std::string_view backend : having) {
    ASSAY_RETURN_IF_ERROR(Command(call, "disable agent " + Place(backend, name)));
    ASSAY_RETURN_IF_ERROR(
        Command(call, fmt::format("set server {} state drain", Place(backend, name))));
  }
  while (true) {
    ASSAY_ASSIGN_OR_RETURN(const auto rows, ShowServers(call));
    int64_t left = 0;
    for (const std::string_view backend : having) {
      if (const ServerRow* const row = FindServer(rows, backend, name); row != nullptr) {
        left += row->current + row->queued;
      }
    }
    if (left == 0) return {};
    if (waiting.now() >= deadline) {
      return Error{
          ErrorCode::kUnavailable, kStage, 0,
          fmt::format("{} still has {} requests under way; it gets no new ones", name, left)};
    }
    waiting.sleep(kLookAgain);
  }
}

Status UndrainNode(const RuntimeCall& call, const std::string& name) {
  ASSAY_ASSIGN_OR_RETURN(const auto rows, ShowServers(call));
  bool known = false;
  for (const std::string_view backend : kHaproxyBackends) {
    const ServerRow* const row = FindServer(rows, backend, name);
    if (row == nullptr) continue;
    known = true;
    const std::string place = Place(backend, name);
    ASSAY_RETURN_IF_ERROR(Command(call, fmt::format("set server {} state ready", place)));
    ASSAY_RETURN_IF_ERROR(Command(call, "enable agent " + place, kNoAgent));
  }
  return known ? Status{} : UnknownNode(name);
}

Status RemoveNode(const RuntimeCall& call, const std::string& name, Nanoseconds patience,
                  bool force, const Waiting& waiting) {
  ASSAY_ASSIGN_OR_RETURN(const auto having, Having(call, name));
  if (having.empty()) return {};
  const Status drained = DrainNode(call, name, patience, waiting);
  const bool busy = !drained.ok() && drained.error().code == ErrorCode::kUnavailable;
  if (!drained.ok() && !(busy && force)) return drained;
  return TakeOut(call, name, having, busy, waiting);
}

}  // namespace assay
