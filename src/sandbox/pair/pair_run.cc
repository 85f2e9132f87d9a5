#include "sandbox/pair/pair_run.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <utility>

#include "sandbox/wire/wire.h"

namespace assay {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kTick{150};
// Of what either side says, kept for people.
constexpr size_t kTranscriptBytes = 1 << 20;
// An exiting program's descriptors are closed one after the other, and it may lose the processor in
// between. Only an interactor that closes its output and goes on makes anybody wait for that.
constexpr milliseconds kExitPatience{50};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

bool EndedWith(const RunResult& result, int exit_code) {
  return result.status == RunStatus::kExited && result.exit_code == exit_code;
}

}  // namespace

PairRun::PairRun(const Side& candidate, const Side& interactor, const PairRequest& request,
                 const CancelToken* cancel)
    : request_(request),
      cancel_(cancel),
      candidate_(candidate, cancel),
      interactor_(interactor, cancel) {}

Status PairRun::Start() {
  const int candidate_uid = candidate_.side.box.uid();
  const int interactor_uid = interactor_.side.box.uid();
  ASSAY_ASSIGN_OR_RETURN(
      to_interactor_, Relay::Open(candidate_uid, interactor_uid,
                                  candidate_.side.request.limits.output_bytes, kTranscriptBytes));
  ASSAY_ASSIGN_OR_RETURN(
      to_candidate_, Relay::Open(interactor_uid, candidate_uid,
                                 interactor_.side.request.limits.output_bytes, kTranscriptBytes));
  const StandardPipes of_interactor{to_interactor_->reader_end(), to_candidate_->writer_end()};
  const StandardPipes of_candidate{to_candidate_->reader_end(), to_interactor_->writer_end()};
  for (const auto& [running, pipes] :
       {std::pair(&interactor_, &of_interactor), std::pair(&candidate_, &of_candidate)}) {
    const Side& side = running->side;
    side.box.Place(std::move(side.prepared.files));
    side.box.Collect(side.request.fetch, side.request.fetch_bytes);
    ASSAY_RETURN_IF_ERROR(side.box.Start(running->talk, std::move(side.prepared), pipes));
  }
  to_interactor_->CloseHandedEnds();
  to_candidate_->CloseHandedEnds();
  next_tick_ = Now() + kTick;
  clock_.Add({Now(), 0, std::nullopt, std::nullopt});
  return {};
}

Result<PairResult> PairRun::Run() {
  const SigpipeBlock block;
  ASSAY_RETURN_IF_ERROR(Start());
  while (!candidate_.result || !interactor_.result) {
    ASSAY_RETURN_IF_ERROR(Step());
    ASSAY_RETURN_IF_ERROR(TakeResults());
    ASSAY_RETURN_IF_ERROR(React());
    if (Now() >= next_tick_) ASSAY_RETURN_IF_ERROR(Tick());
  }
  return Finish();
}

Status PairRun::Step() {
  constexpr size_t kTalk = Conversation::kEntries;
  constexpr size_t kAll = 2 * kTalk + 2 * Relay::kEntries + 1;
  std::array<pollfd, kAll> entries{};
  pollfd* const candidate = entries.data();
  pollfd* const interactor = candidate + kTalk;
  pollfd* const up = interactor + kTalk;
  pollfd* const down = up + Relay::kEntries;
  candidate_.talk.FillEntries(candidate);
  interactor_.talk.FillEntries(interactor);
  to_interactor_->FillEntries(up);
  to_candidate_->FillEntries(down);
  const bool cancellable = cancel_ != nullptr && !candidate_.talk.kill_sent();
  entries.back() = {cancellable ? cancel_->fd() : -1, POLLIN, 0};
  if (::poll(entries.data(), entries.size(), PollTimeout(next_tick_)) < 0 && errno != EINTR) {
    return SystemError("sandbox.poll", errno, "cannot wait for two boxes");
  }
  ASSAY_RETURN_IF_ERROR(candidate_.talk.TakeEntries(candidate));
  ASSAY_RETURN_IF_ERROR(interactor_.talk.TakeEntries(interactor));
  to_interactor_->TakeEntries(up);
  to_candidate_->TakeEntries(down);
  // Before the interactor learns of it.
  if (to_interactor_->writer_left()) DecideWhoLeft();
  to_interactor_->PassEnd();
  to_candidate_->PassEnd();
  return {};
}

void PairRun::DecideWhoLeft() {
  if (candidate_left_first_) return;
  // What the candidate may have noticed of the interactor's leaving is the end of its input; the
  // rest of an exit follows at once.
  const bool noticed = to_candidate_->end_passed();
  candidate_left_first_ = !interactor_.talk.reported() &&
                          !to_interactor_->ReaderLeft(noticed ? kExitPatience : milliseconds(0));
}

Status PairRun::TakeResults() {
  for (Running* running : {&candidate_, &interactor_}) {
    if (running->result || !running->talk.reported()) continue;
    if (running == &candidate_) {
      to_interactor_->Pump();
      DecideWhoLeft();
    }
    ASSAY_ASSIGN_OR_RETURN(running->result,
                           running->side.box.Finish(running->talk, running->talk.TakeReport()));
    running->side.box.Reset();
  }
  return {};
}

Status PairRun::Stop(Running& running, RunStatus why) {
  if (running.result || running.stopped) return {};
  running.stopped = why;
  return running.talk.Kill();
}

Status PairRun::React() {
  if (to_interactor_->over()) {
    ASSAY_RETURN_IF_ERROR(Stop(candidate_, RunStatus::kOutputLimit));
  }
  if (to_candidate_->over()) {
    ASSAY_RETURN_IF_ERROR(Stop(interactor_, RunStatus::kOutputLimit));
  }
  if (candidate_.result && !interactor_.result && *candidate_left_first_ &&
      (candidate_.stopped || !EndedWith(*candidate_.result, 0))) {
    return Stop(interactor_, RunStatus::kCancelled);
  }
  if (interactor_.result && !candidate_.result && !candidate_left_first_.value_or(false)) {
    candidate_left_first_ = false;
    const bool accepts =
        !interactor_.stopped && EndedWith(*interactor_.result, request_.accepting_exit_code);
    if (!accepts) return Stop(candidate_, RunStatus::kCancelled);
  }
  return {};
}

Status PairRun::Tick() {
  next_tick_ = Now() + kTick;
  if (Now() > std::max(candidate_.talk.deadline(), interactor_.talk.deadline())) {
    return Error{ErrorCode::kUnavailable, "sandbox.box", 0, "two boxes did not answer in time"};
  }
  const auto answered = [](const Running& running) {
    return running.result || (running.talk.progress() && !running.talk.probing());
  };
  const auto progress = [](const Running& running) {
    return running.result ? std::nullopt : running.talk.progress();
  };
  if (answered(candidate_) && answered(interactor_)) {
    clock_.Add({Now(), to_interactor_->moved_bytes() + to_candidate_->moved_bytes(),
                progress(candidate_), progress(interactor_)});
  }
  if (clock_.candidate_time() > candidate_.side.request.limits.wall_time) {
    ASSAY_RETURN_IF_ERROR(Stop(candidate_, RunStatus::kWallLimit));
  } else if (clock_.interactor_time() > interactor_.side.request.limits.wall_time) {
    ASSAY_RETURN_IF_ERROR(Stop(interactor_, RunStatus::kWallLimit));
  } else if (clock_.halted() && stall_ == Stall::kNone && !candidate_.stopped &&
             !interactor_.stopped) {
    // The interactor waits for what it already has, or for something of its own: its fault.
    const Activity interactor = interactor_.talk.progress()->activity;
    const bool own = interactor == Activity::kAwaitsInput ? to_interactor_->unread_bytes() > 0
                                                          : to_candidate_->unread_bytes() == 0;
    stall_ = own ? Stall::kInteractor : Stall::kCandidate;
    ASSAY_RETURN_IF_ERROR(Stop(own ? interactor_ : candidate_, RunStatus::kWallLimit));
  }
  ASSAY_RETURN_IF_ERROR(candidate_.talk.Probe());
  return interactor_.talk.Probe();
}

PairResult PairRun::Finish() {
  PairResult result;
  for (Running* running : {&candidate_, &interactor_}) {
    // What it had broken by itself before our kill arrived stays.
    const bool ended_by_kill = running->result->status == RunStatus::kSignalled ||
                               running->result->status == RunStatus::kExited;
    if (running->stopped && *running->stopped != RunStatus::kCancelled && ended_by_kill) {
      running->result->status = *running->stopped;
    }
  }
  result.candidate = *std::move(candidate_.result);
  result.interactor = *std::move(interactor_.result);
  result.candidate.stdout_bytes = to_interactor_->TakeTranscript();
  result.interactor.stdout_bytes = to_candidate_->TakeTranscript();
  // Waiting for the interactor is not the candidate's time; the limit is on the rest.
  RunResult& candidate = result.candidate;
  candidate.wall_time =
      std::max(candidate.cpu_time, clock_.candidate_time()) + candidate.starved_time;
  result.candidate_left_first = candidate_left_first_.value_or(false);
  result.candidate_stopped = candidate_.stopped == RunStatus::kCancelled;
  result.interactor_stopped = interactor_.stopped == RunStatus::kCancelled;
  result.stall = stall_;
  return result;
}

}  // namespace assay
