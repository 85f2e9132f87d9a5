#include "sandbox/box/box.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>

#include "base/log.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kReadyPatience = std::chrono::seconds(20);
constexpr auto kSendPatience = std::chrono::seconds(5);

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

Error BoxLost(std::string message) {
  return Error{ErrorCode::kUnavailable, "sandbox.box", 0, std::move(message)};
}

}  // namespace

Result<std::unique_ptr<Box>> Box::Create(SpawnerClient& spawner, int slot, int uid) {
  ASSAY_ASSIGN_OR_RETURN(BoxHandle handle, spawner.CreateBox(slot));
  return std::unique_ptr<Box>(new Box(spawner, std::move(handle), uid));
}

Box::~Box() {
  spawner_.DestroyBox(handle_.id);
  PidfdSendSignal(handle_.pidfd.get(), SIGKILL);
}

Status Box::AwaitReady() {
  if (state_ == State::kUsed) return {};
  if (state_ == State::kReady) return StillThere();
  state_ = State::kLost;
  auto frame = ReceiveFrame(handle_.socket.get(), Now() + kReadyPatience);
  if (!frame.ok()) return BoxLost("the box is gone: " + frame.error().message);
  WireReader in(frame->body);
  if (static_cast<Message>(frame->type) == Message::kFailed) return in.ErrorValue();
  if (static_cast<Message>(frame->type) != Message::kReady) {
    return BoxLost("the box sent an unexpected message");
  }
  ASSAY_RETURN_IF_ERROR(StillThere());
  if (!frame->body.empty()) {
    for (StepTime& time : DecodeStepTimes(&in)) times_.push_back(std::move(time));
  }
  state_ = State::kReady;
  return {};
}

// It may have ended since it wrote the last message.
Status Box::StillThere() {
  if (!WaitFor(handle_.pidfd.get(), POLLIN, Now())) return {};
  state_ = State::kLost;
  return BoxLost("the box is gone");
}

void Box::Place(PlacedFiles files) {
  for (OrderFile& file : files.files) placed_.files.push_back(std::move(file));
  for (UniqueFd& fd : files.fds) placed_.fds.push_back(std::move(fd));
}

void Box::Collect(std::vector<std::string> names, int64_t bytes) {
  wanted_ = std::move(names);
  wanted_bytes_ = bytes;
}

Result<RunResult> Box::Exec(PreparedOrder prepared, const RunRequest& request,
                            const CancelToken* cancel) {
  Conversation conversation = Converse(request, cancel);
  ASSAY_RETURN_IF_ERROR(Start(conversation, std::move(prepared), nullptr));
  auto followed = conversation.Follow();
  if (followed.ok()) return Finish(conversation, *std::move(followed));
  if (!conversation.cancelled()) return BoxLost(followed.error().ToString());
  RunResult gone;
  gone.status = RunStatus::kCancelled;
  return gone;
}

Status Box::Start(Conversation& conversation, PreparedOrder prepared, const StandardPipes* pipes) {
  ASSAY_CHECK(state_ == State::kReady || state_ == State::kUsed);
  state_ = State::kLost;  // until the report shows otherwise
  ++runs_;
  prepared.order.files = std::move(placed_.files);
  prepared.order.fetch = std::move(wanted_);
  prepared.order.fetch_bytes = wanted_bytes_;
  const PlacedFiles sent = std::move(placed_);
  placed_ = {};
  wanted_.clear();
  const Status started = conversation.Start(prepared, sent.fds, uid_, pipes);
  input_ = std::move(prepared.stdin_fd);
  return started;
}

void Box::Reset() {
  if (state_ != State::kUsed) return;
  const bool sent = SendFrame(handle_.socket.get(), static_cast<uint32_t>(Message::kReset), {}, {},
                              Now() + kSendPatience)
                        .ok();
  state_ = sent ? State::kAwaited : State::kLost;
}

Result<RunResult> Box::Finish(Conversation& conversation, RunReport report) {
  const bool our_fault = report.error && report.error->code != ErrorCode::kInvalidArgument;
  if (report.clean && !our_fault) state_ = report.emptied ? State::kReady : State::kUsed;
  refused_ = report.repeat && !conversation.cancelled();
  if (report.refused_call) {
    spdlog::debug("a program is not restored between its tests: system call {}",
                  *report.refused_call);
  }
  if (report.repeat && !report.refused_call) {
    spdlog::debug("a program came to its wall limit while it was traced: a fork decides");
  }
  if (!report.dropped.empty()) spdlog::debug("a process was not restored: {}", report.dropped);
  for (StepTime& time : report.times) times_.push_back(std::move(time));
  const UniqueFd input = std::move(input_);
  RunResult result;
  if (conversation.cancelled()) {
    result.status = RunStatus::kCancelled;
    return result;
  }
  if (report.error) return *report.error;
  result.status = conversation.over() ? RunStatus::kOutputLimit : report.status;
  result.exit_code = report.exit_code;
  result.signal = report.signal;
  result.cpu_time = report.cpu_time;
  result.wall_time = report.wall_time;
  result.starved_time = report.starved_time;
  result.memory_peak_bytes = report.memory_peak_bytes;
  result.start_error = std::move(report.start_error);
  result.warm = report.warm;
  result.restored = report.restored;
  result.stdout_bytes = conversation.output(0).TakeBytes();
  result.stderr_bytes = conversation.output(1).TakeBytes();
  result.reply_bytes = conversation.output(2).TakeBytes();
  result.files = conversation.TakeFiles();
  // The run had the same open file, so that its position is here, too.
  if (input) {
    const off_t read = ::lseek(input.get(), 0, SEEK_CUR);
    if (read >= 0) result.stdin_read_bytes = read;
  }
  return result;
}

}  // namespace assay
