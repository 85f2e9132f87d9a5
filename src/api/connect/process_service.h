// ProcessService: processes of a sandbox over Connect, under both of its names: E2B's
// process.Process and Prime's command_session.CommandSession.
//
//   Start       a process, and all it says until its end; with a session_uuid that is known the one
//               that runs already, and its end if it is over
//   Connect     to one that runs (or has ended, while that is known): from now on
//   List        what runs
//   SendInput, CloseStdin, SendSignal, Update (of a terminal's size): once for each input_uuid and
//               signal_uuid
//
// connect-timeout-ms kills what Start started, and ends what Connect tells. A client that leaves
// ends nothing: its process goes on until its timeout.
//
// A door says under which paths it is served and which sandbox a request is about. Thread-safe once
// registered; outlives the router's requests.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "api/connect/connect_routes.h"
#include "api/connect/once_window.h"
#include "base/clock.h"
#include "base/work/timers.h"
#include "process_messages.pb.h"
#include "sessions/sandboxes.h"

namespace assay {

// The sandbox, or why there is none.
struct FoundSandbox {
  SandboxPtr sandbox = nullptr;
  ConnectError error = {};
};

struct ProcessDoor {
  std::string path;  // of the service: "/process.Process", before "/Start"
  std::function<FoundSandbox(const ConnectCall&)> find;
  // What clients of this door take for a sandbox that has ended.
  ConnectCode gone = ConnectCode::kNotFound;
};

class ProcessService {
 public:
  // Both outlive it.
  ProcessService(Timers& timers, const Clock& clock)
      : timers_(timers), once_(std::make_shared<OnceWindow>(clock)) {}
  ProcessService(const ProcessService&) = delete;
  ProcessService& operator=(const ProcessService&) = delete;

  void Register(Router& router, const ProcessDoor& door);

 private:
  void Start(const ProcessDoor& door, const ConnectCall& call, const process::StartRequest& request,
             const ConnectStreamPtr& stream);
  void Connect(const ProcessDoor& door, const ConnectCall& call,
               const process::ConnectRequest& request, const ConnectStreamPtr& stream);
  static void List(const ProcessDoor& door, const ConnectCall& call, const ConnectAnswer& answer);
  static void Update(const ProcessDoor& door, const ConnectCall& call,
                     const process::UpdateRequest& request, const ConnectAnswer& answer);
  void SendInput(const ProcessDoor& door, const ConnectCall& call,
                 const process::SendInputRequest& request, const ConnectAnswer& answer);
  static void CloseStdin(const ProcessDoor& door, const ConnectCall& call,
                         const process::CloseStdinRequest& request, const ConnectAnswer& answer);
  void SendSignal(const ProcessDoor& door, const ConnectCall& call,
                  const process::SendSignalRequest& request, const ConnectAnswer& answer);

  Timers& timers_;
  const std::shared_ptr<OnceWindow> once_;  // input that waits holds it, too
};

}  // namespace assay
