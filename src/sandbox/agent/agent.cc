#include "sandbox/agent/agent.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <string>
#include <utility>

#include "runner/box_paths.h"
#include "sandbox/agent/supervise.h"
#include "sandbox/view/folder_view.h"
#include "sandbox/view/root_view.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kSendPatience = std::chrono::seconds(20);

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kSendPatience;
}

bool Send(int socket, Message type, std::string_view body) {
  return SendFrame(socket, static_cast<uint32_t>(type), body, {}, Soon()).ok();
}

// What took how long, when that is known.
bool SendReady(int socket, const StepTimes& times) {
  WireWriter body;
  if (!times.empty()) EncodeStepTimes(times, &body);
  return Send(socket, Message::kReady, body.bytes());
}

void SendFailure(int socket, const Error& error) {
  WireWriter body;
  body.ErrorValue(error);
  Send(socket, Message::kFailed, body.bytes());
}

// Whether the program left the places as it found them.
bool Untouched(BoxMaking& making) {
  return !making.places_are_programs && !making.places->Touched();
}

// For the next run, where that takes no longer than to be asked for it. `left_alone`: the last one
// can't have changed a file.
bool MakeReady(BoxMaking& making, bool left_alone) {
  if (!left_alone || making.places_are_programs) return Untouched(making) && making.places->Wipe();
  making.places->Keep();
  return true;
}

// False: it can't be proven. `renew`: even where nothing was changed.
bool EmptyPlaces(BoxMaking& making, bool renew) {
  if (!making.places) return true;
  if (!renew && Untouched(making)) return making.places->Wipe();
  // The file system under them counts what is made in it, and its directories too. The next run
  // gets new ones, made at its own start: they tell their age.
  making.places.reset();
  const std::string& folder = making.view.folder;
  return (folder.empty() ? root_view::DropPlaces() : folder_view::DropPlaces(folder)).ok();
}

Status EnsurePlaces(BoxMaking& making) {
  if (making.places) return {};
  const std::string& folder = making.view.folder;
  if (folder.empty()) {
    ASSAY_RETURN_IF_ERROR(root_view::NewPlaces(making.view));
  } else {
    ASSAY_RETURN_IF_ERROR(folder_view::MakePlaces(folder));
    if (::chdir((folder + kWritablePlaces[0]).c_str()) != 0) {
      return SystemError("sandbox.scratch", errno, "cannot enter the work directory");
    }
  }
  ASSAY_ASSIGN_OR_RETURN(making.places, OpenScratch(making));
  return {};
}

}  // namespace

void RunAgent(BoxMaking making, const Status& made, const std::vector<sock_filter>& filter,
              const std::vector<sock_filter>& restore_filter,
              std::vector<WarmProgram> warm_programs) {
  const int socket = making.agent_socket.get();
  if (!made.ok()) {
    SendFailure(socket, made.error());
    ::_exit(1);
  }
  StepTimer timer(&making.times, StepWhen::kBox);
  const std::string& folder = making.view.folder;
  if (!folder.empty()) {
    for (WarmProgram& program : warm_programs) {
      program.argv = folder_view::Translate(folder, std::move(program.argv));
      program.env = folder_view::Translate(folder, std::move(program.env));
      program.library += ":" + folder_view::Library(folder);
    }
  }
  const Supervised with{making.view.uid,
                        &filter,
                        &restore_filter,
                        making.usage.get(),
                        &*making.network,
                        making.keeper.get(),
                        making.confinement.get(),
                        making.broker.get(),
                        folder};
  auto supervisor = Supervisor::Create(socket, with, std::move(warm_programs));
  if (!supervisor.ok()) {
    SendFailure(socket, supervisor.error());
    ::_exit(1);
  }
  // What was opened of ourselves is open; no program has run yet.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  timer.Done("supervisor");
  // Best effort: it keeps the agent quick among hundreds of spinning processes.
  ::setpriority(PRIO_PROCESS, 0, ::getpriority(PRIO_PROCESS, 0) - 10);
  if (!SendReady(socket, making.times)) ::_exit(1);

  // A run that is repeated finds the places as new as it did the first time.
  bool repeated = false;
  for (bool timed = false;;) {
    if (!supervisor->AwaitMessage()) ::_exit(0);
    auto frame = ReceiveFrame(socket, SteadyTime::max());
    if (!frame.ok()) ::_exit(0);  // the server is gone or gave this box up
    switch (static_cast<Message>(frame->type)) {
      case Message::kRun: {
        auto order = RunOrder::Decode(frame->body);
        if (!order.ok()) ::_exit(1);
        std::string().swap(frame->body);
        timed = order->timed;
        const bool last = order->last && !timed;
        RunReport report;
        if (const Status places = EnsurePlaces(making); places.ok()) {
          report = supervisor->Run(*std::move(order), std::move(frame->fds), *making.places);
        } else {
          report.error = places.error();
          report.clean = false;
        }
        repeated = report.repeat;
        if (last && !repeated && report.clean && !report.error && making.places) {
          report.emptied = MakeReady(making, supervisor->LeftFilesAlone());
        }
        if (!Send(socket, Message::kReport, report.Encode())) ::_exit(1);
        supervisor->Park();
        break;
      }
      case Message::kReset: {
        StepTimes times;
        StepTimer wipe(timed ? &times : nullptr, StepWhen::kRun);
        // Anything that can't be proven gone goes with the box.
        if (!EmptyPlaces(making, repeated)) ::_exit(1);
        wipe.Done("wipe");
        if (!SendReady(socket, times)) ::_exit(1);
        break;
      }
      case Message::kKill:
      case Message::kProbe: break;  // crossed with the report of the run it meant
      default: ::_exit(1);
    }
  }
}

}  // namespace assay
