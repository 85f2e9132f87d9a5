// In this order: what a request means (FindExecution to WithExecution), Start and Connect, then the
// methods that answer once.
#include "api/connect/process_service.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <memory>
#include <utility>

#include "api/connect/execution_stream.h"

namespace assay {
namespace {

using process::Done;

// How long input waits for room before it fails: no longer, whatever the client says.
constexpr std::chrono::milliseconds kInputPatience{30'000};
constexpr std::chrono::milliseconds kInputPause{20};
// A killed process's end is told before the stream gives up.
constexpr std::chrono::milliseconds kKillGrace{2'000};
constexpr std::string_view kKeepaliveHeader = "keepalive-ping-interval";  // seconds
constexpr int kMaxTerminal = 4096;                                        // rows or columns

ConnectError Invalid(std::string message) {
  return {ConnectCode::kInvalidArgument, std::move(message)};
}

// Null: there is none, for the reason given.
std::shared_ptr<Execution> FindExecution(const Sandbox& sandbox, const process::Selector& selector,
                                         ConnectError* why) {
  std::shared_ptr<Execution> found;
  std::string name;
  switch (selector.selector_case()) {
    case process::Selector::kPid:
      found = sandbox.FindPid(static_cast<int>(selector.pid()));
      name = "pid " + std::to_string(selector.pid());
      break;
    case process::Selector::kTag:
      found = sandbox.FindTag(selector.tag());
      name = "tag '" + selector.tag() + "'";
      break;
    case process::Selector::kSessionUuid:
      found = sandbox.FindKey(selector.session_uuid());
      name = "session '" + selector.session_uuid() + "'";
      break;
    case process::Selector::SELECTOR_NOT_SET:
      *why = Invalid("the request names no process: give a pid, a tag or a session_uuid");
      return nullptr;
  }
  if (found == nullptr) {
    *why = {ConnectCode::kNotFound, "no process of this sandbox has the " + name};
  }
  return found;
}

std::optional<ConnectError> TakeSize(const process::Terminal& terminal, int* rows, int* columns) {
  const auto& size = terminal.size();
  if (size.rows() > kMaxTerminal || size.cols() > kMaxTerminal) {
    return Invalid("pty.size: at most " + std::to_string(kMaxTerminal) + " rows and columns");
  }
  if (size.rows() > 0) *rows = static_cast<int>(size.rows());
  if (size.cols() > 0) *columns = static_cast<int>(size.cols());
  return std::nullopt;
}

std::optional<ConnectError> TakeStart(const process::StartRequest& asked,
                                      const std::optional<std::chrono::milliseconds>& timeout,
                                      ExecutionRequest* request) {
  const process::Program& program = asked.process();
  if (program.cmd().empty()) return Invalid("cmd: which program is to run");
  if (!program.user().empty() && program.user() != kLiveUser) {
    return Invalid("user: '" + program.user() + "' isn't a user of this sandbox: it has '" +
                   kLiveUser + "' only");
  }
  ProcessSpec& spec = request->process;
  spec.argv.push_back(program.cmd());
  spec.argv.insert(spec.argv.end(), program.args().begin(), program.args().end());
  spec.env.insert(program.envs().begin(), program.envs().end());
  spec.directory = program.cwd();
  // Clients that don't say are older ones, which expect to be able to write.
  spec.input = !asked.has_stdin() || asked.stdin();
  spec.terminal = asked.has_pty();
  if (auto wrong = TakeSize(asked.pty(), &spec.rows, &spec.columns)) return wrong;
  request->tag = asked.tag();
  request->key = asked.session_uuid();
  if (request->key.size() > OnceWindow::kLongestKey) {
    return Invalid("session_uuid: must have at most 128 characters");
  }
  if (timeout && timeout->count() > 0) request->timeout = *timeout;
  return std::nullopt;
}

std::chrono::milliseconds KeepaliveOf(const HttpRequest& request) {
  const std::string text(request.Header(kKeepaliveHeader));
  const long seconds = text.empty() ? 0 : std::strtol(text.c_str(), nullptr, 10);
  if (seconds <= 0) return ExecutionStream::Options().keepalive;
  return std::chrono::seconds(std::min(seconds, 3600L));
}

// Does `act` to the process that a unary request names.
template <typename Request, typename Act>
void WithExecution(const ProcessDoor& door, const ConnectCall& call, const Request& request,
                   const ConnectAnswer& answer, const Act& act) {
  const FoundSandbox found = door.find(call);
  if (found.sandbox == nullptr) return answer.Fail(found.error);
  ConnectError why;
  const auto execution = FindExecution(*found.sandbox, request.process(), &why);
  if (execution == nullptr) return answer.Fail(why);
  act(*found.sandbox, execution);
}

Status NotRunning() {
  // As sys_errno says: no such process.
  return Error{ErrorCode::kInvalidArgument, "process", ESRCH, "the process has ended"};
}

void AnswerDone(const ConnectAnswer& answer, const Status& status) {
  if (status.ok()) return answer.Send(Done());
  ConnectError failed = ConnectErrorOf(status.error());
  if (status.error().sys_errno == ESRCH) failed.code = ConnectCode::kNotFound;
  answer.Fail(failed);
}

// Input that waits until the process's queue has room for it, or the client's time is over.
struct WaitingInput {
  std::shared_ptr<OnceWindow> once;
  Timers& timers;
  std::shared_ptr<Execution> execution;
  std::string scope, key, bytes;
  SteadyTime deadline;
  std::shared_ptr<const std::atomic<bool>> left;  // the client has
  ConnectAnswer answer;
};

void TryInput(const std::shared_ptr<const WaitingInput>& input) {
  if (*input->left) return;
  const Status status = input->once->Do(input->scope, input->key, [&]() -> Status {
    if (input->execution->ended()) return NotRunning();
    return input->execution->Write(input->bytes);
  });
  const bool full = !status.ok() && status.error().code == ErrorCode::kResource;
  if (!full) return AnswerDone(input->answer, status);
  if (std::chrono::steady_clock::now() >= input->deadline) {
    return input->answer.Fail({ConnectCode::kDeadlineExceeded,
                               "the process doesn't read its input: there is no room for more"});
  }
  input->timers.After(kInputPause, [input] { TryInput(input); });
}

}  // namespace

void ProcessService::Register(Router& router, const ProcessDoor& door) {
  AddConnectStream<process::StartRequest>(
      router, door.path + "/Start",
      [this, door](const ConnectCall& call, const process::StartRequest& request,
                   const ConnectStreamPtr& stream) { Start(door, call, request, stream); });
  AddConnectStream<process::ConnectRequest>(
      router, door.path + "/Connect",
      [this, door](const ConnectCall& call, const process::ConnectRequest& request,
                   const ConnectStreamPtr& stream) { Connect(door, call, request, stream); });
  AddConnectUnary<process::ListRequest>(
      router, door.path + "/List",
      [door](const ConnectCall& call, const process::ListRequest&, const ConnectAnswer& answer) {
        List(door, call, answer);
      });
  AddConnectUnary<process::UpdateRequest>(
      router, door.path + "/Update",
      [door](const ConnectCall& call, const process::UpdateRequest& request,
             const ConnectAnswer& answer) { Update(door, call, request, answer); });
  AddConnectUnary<process::SendInputRequest>(
      router, door.path + "/SendInput",
      [this, door](const ConnectCall& call, const process::SendInputRequest& request,
                   const ConnectAnswer& answer) { SendInput(door, call, request, answer); });
  AddConnectUnary<process::CloseStdinRequest>(
      router, door.path + "/CloseStdin",
      [door](const ConnectCall& call, const process::CloseStdinRequest& request,
             const ConnectAnswer& answer) { CloseStdin(door, call, request, answer); });
  AddConnectUnary<process::SendSignalRequest>(
      router, door.path + "/SendSignal",
      [this, door](const ConnectCall& call, const process::SendSignalRequest& request,
                   const ConnectAnswer& answer) { SendSignal(door, call, request, answer); });
}

void ProcessService::Start(const ProcessDoor& door, const ConnectCall& call,
                           const process::StartRequest& request, const ConnectStreamPtr& stream) {
  const FoundSandbox found = door.find(call);
  if (found.sandbox == nullptr) return stream->Fail(found.error);
  ExecutionRequest wanted;
  if (const auto wrong = TakeStart(request, call.timeout, &wanted)) return stream->Fail(*wrong);
  const auto execution = found.sandbox->Start(std::move(wanted));
  if (!execution.ok()) {
    ConnectError failed = ConnectErrorOf(execution.error());
    if (execution.error().sys_errno == EEXIST) failed.code = ConnectCode::kFailedPrecondition;
    failed.code = CodeOfEnd(*found.sandbox, door.gone).value_or(failed.code);
    return stream->Fail(failed);
  }
  ExecutionStream::Options options{KeepaliveOf(*call.http), std::nullopt, door.gone};
  if (call.timeout && call.timeout->count() > 0) options.deadline = *call.timeout + kKillGrace;
  ExecutionStream::Attach(
      std::make_shared<ExecutionStream>(stream, found.sandbox, timers_, options), *execution);
}

void ProcessService::Connect(const ProcessDoor& door, const ConnectCall& call,
                             const process::ConnectRequest& request,
                             const ConnectStreamPtr& stream) {
  const FoundSandbox found = door.find(call);
  if (found.sandbox == nullptr) return stream->Fail(found.error);
  ConnectError why;
  const auto execution = FindExecution(*found.sandbox, request.process(), &why);
  if (execution == nullptr) return stream->Fail(why);
  ExecutionStream::Options options{KeepaliveOf(*call.http), std::nullopt, door.gone};
  if (call.timeout && call.timeout->count() > 0) options.deadline = call.timeout;
  ExecutionStream::Attach(
      std::make_shared<ExecutionStream>(stream, found.sandbox, timers_, options), execution);
}

void ProcessService::List(const ProcessDoor& door, const ConnectCall& call,
                          const ConnectAnswer& answer) {
  const FoundSandbox found = door.find(call);
  if (found.sandbox == nullptr) return answer.Fail(found.error);
  process::ListResponse response;
  for (const auto& execution : found.sandbox->Executions()) {
    const auto pid = execution->pid();
    if (execution->ended() || !pid) continue;
    const auto known = execution->request();
    const ExecutionRequest& request = *known;
    process::Listed* listed = response.add_processes();
    listed->set_pid(static_cast<uint32_t>(*pid));
    if (!request.tag.empty()) listed->set_tag(request.tag);
    if (!request.key.empty()) listed->set_session_uuid(request.key);
    process::Program* program = listed->mutable_config();
    const auto& argv = request.process.argv;
    if (!argv.empty()) program->set_cmd(argv[0]);
    for (size_t i = 1; i < argv.size(); ++i) program->add_args(argv[i]);
    program->mutable_envs()->insert(request.process.env.begin(), request.process.env.end());
    if (!request.process.directory.empty()) program->set_cwd(request.process.directory);
  }
  answer.Send(response);
}

void ProcessService::Update(const ProcessDoor& door, const ConnectCall& call,
                            const process::UpdateRequest& request, const ConnectAnswer& answer) {
  WithExecution(door, call, request, answer, [&](const Sandbox&, const auto& execution) {
    if (execution->ended()) return AnswerDone(answer, NotRunning());
    const auto known = execution->request();
    const ProcessSpec& spec = known->process;
    if (!spec.terminal) return answer.Fail(Invalid("pty: the process has no terminal"));
    int rows = spec.rows;
    int columns = spec.columns;
    if (const auto wrong = TakeSize(request.pty(), &rows, &columns)) return answer.Fail(*wrong);
    execution->Resize(rows, columns);
    answer.Send(Done());
  });
}

void ProcessService::SendInput(const ProcessDoor& door, const ConnectCall& call,
                               const process::SendInputRequest& request,
                               const ConnectAnswer& answer) {
  WithExecution(door, call, request, answer, [&](const Sandbox& sandbox, const auto& execution) {
    const process::Input& input = request.input();
    if (input.input_case() == process::Input::INPUT_NOT_SET) {
      return answer.Fail(Invalid("input: there is neither stdin nor pty"));
    }
    const auto known = execution->request();
    const ProcessSpec& spec = known->process;
    if (!spec.input && !spec.terminal) {
      return answer.Fail(
          {ConnectCode::kFailedPrecondition, "input: the process was started without stdin"});
    }
    const std::string& bytes = input.has_pty() ? input.pty() : input.stdin();
    if (bytes.size() > kMaxQueuedInput) {
      return answer.Fail(Invalid("input: has " + std::to_string(bytes.size()) + " bytes; at most " +
                                 std::to_string(kMaxQueuedInput) +
                                 " are taken at once: write a file and read from that"));
    }
    const SteadyTime deadline = std::chrono::steady_clock::now() +
                                std::min(call.timeout.value_or(kInputPatience), kInputPatience);
    const auto left = std::make_shared<std::atomic<bool>>(false);
    answer.OnDisconnect([left] { *left = true; });
    TryInput(std::make_shared<const WaitingInput>(
        WaitingInput{once_, timers_, execution, sandbox.id() + " input", request.input_uuid(),
                     bytes, deadline, left, answer}));
  });
}

void ProcessService::CloseStdin(const ProcessDoor& door, const ConnectCall& call,
                                const process::CloseStdinRequest& request,
                                const ConnectAnswer& answer) {
  WithExecution(door, call, request, answer, [&](const Sandbox&, const auto& execution) {
    if (execution->ended()) return AnswerDone(answer, NotRunning());
    execution->CloseInput();
    answer.Send(Done());
  });
}

void ProcessService::SendSignal(const ProcessDoor& door, const ConnectCall& call,
                                const process::SendSignalRequest& request,
                                const ConnectAnswer& answer) {
  WithExecution(door, call, request, answer, [&](const Sandbox& sandbox, const auto& execution) {
    const int signal = request.signal();
    if (signal != process::SIGNAL_SIGTERM && signal != process::SIGNAL_SIGKILL) {
      return answer.Fail(Invalid("signal: SIGNAL_SIGTERM (15) or SIGNAL_SIGKILL (9)"));
    }
    AnswerDone(answer, once_->Do(sandbox.id() + " signal", request.signal_uuid(),
                                 [&, &execution = execution]() -> Status {
                                   if (execution->ended()) return NotRunning();
                                   execution->Signal(signal);
                                   return {};
                                 }));
  });
}

}  // namespace assay
