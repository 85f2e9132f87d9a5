#include "sandbox/spawn/spawner_client.h"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <chrono>
#include <thread>

#include "base/check.h"
#include "base/log.h"
#include "base/whole_file.h"
#include "sandbox/spawn/spawner_program.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kStartPatience = std::chrono::seconds(30);
constexpr auto kStopPatience = std::chrono::seconds(15);

SteadyTime After(std::chrono::seconds patience) {
  return std::chrono::steady_clock::now() + patience;
}

// The error in a kFailed frame, or one about an unexpected message.
Error FailureIn(const Frame& frame) {
  if (static_cast<Message>(frame.type) == Message::kFailed) {
    WireReader in(frame.body);
    Error error = in.ErrorValue();
    if (in.complete()) return error;
  }
  return Error{ErrorCode::kInternal, "sandbox.spawner", 0, "an unexpected message came"};
}

// One of ours whose main() doesn't know kSpawnerCommand would start itself again and again.
bool IsItselfASpawner() {
  const Result<std::string> words = ReadFile("/proc/self/cmdline", "sandbox.spawner");
  return words.ok() &&
         words->find(std::string("\0", 1) + kSpawnerCommand + '\0') != std::string::npos;
}

Result<pid_t> Spawn(const std::string& program, int socket) {
  ASSAY_CHECK(!IsItselfASpawner());
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawnattr_init(&attributes);
  ::posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, socket, kSpawnerSocket);
  // The others it closes itself: the program may be one of them.
  sigset_t none, all;
  ::sigemptyset(&none);
  ::sigfillset(&all);
  ::posix_spawnattr_setsigmask(&attributes, &none);
  ::posix_spawnattr_setsigdefault(&attributes, &all);
  // A session of its own: an interrupt from the terminal is for the server to act on.
  ::posix_spawnattr_setflags(&attributes,
                             POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSID);
  char name[] = "assay";
  std::string command = kSpawnerCommand;
  char* argv[] = {name, command.data(), nullptr};
  char* envp[] = {nullptr};
  pid_t pid = -1;
  const int error = ::posix_spawn(&pid, program.c_str(), &actions, &attributes, argv, envp);
  ::posix_spawn_file_actions_destroy(&actions);
  ::posix_spawnattr_destroy(&attributes);
  if (error != 0) return SystemError("sandbox.spawner", error, "cannot start " + program);
  return pid;
}

}  // namespace

SpawnerClient::~SpawnerClient() {
  MutexLock lock(mutex_);
  StopLocked();
}

void SpawnerClient::StopLocked() {
  socket_.Reset();  // its signal to clean up and end
  if (pid_ < 0) return;
  // It may be a guardian, which has to outlive its spawner: what that leaves would be nobody's.
  SteadyTime deadline = After(kStopPatience);
  for (int signal = SIGTERM;;) {
    const pid_t done = ::waitpid(pid_, nullptr, WNOHANG);
    if (done == pid_ || (done < 0 && errno != EINTR)) break;
    if (std::chrono::steady_clock::now() > deadline) {
      ::kill(pid_, signal);
      signal = SIGKILL;
      deadline = After(kStopPatience);
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  pid_ = -1;
}

Status SpawnerClient::StartLocked() {
  StopLocked();
  ASSAY_ASSIGN_OR_RETURN(auto channel, MakeChannel());
  std::string program = program_;
  if (program.empty()) {
    ASSAY_ASSIGN_OR_RETURN(program, SpawnerProgram());
  }
  ASSAY_ASSIGN_OR_RETURN(pid_, Spawn(program, channel.second.get()));
  channel.second.Reset();
  const SteadyTime deadline = After(kStartPatience);
  ASSAY_RETURN_IF_ERROR(SendFrame(channel.first.get(), static_cast<uint32_t>(Message::kConfigure),
                                  config_.Encode(), {}, deadline));
  ASSAY_ASSIGN_OR_RETURN(Frame answer, ReceiveFrame(channel.first.get(), deadline));
  if (static_cast<Message>(answer.type) != Message::kConfigured) return FailureIn(answer);
  socket_ = std::move(channel.first);
  return {};
}

Result<BoxHandle> SpawnerClient::CreateLocked(int slot, const LiveMaking* live) {
  const int64_t id = next_id_++;
  const SteadyTime deadline = After(kStartPatience);
  WireWriter body;
  body.Number(id);
  body.Number(slot);
  body.Bytes(live == nullptr ? std::string() : live->Encode());
  ASSAY_RETURN_IF_ERROR(SendFrame(socket_.get(), static_cast<uint32_t>(Message::kCreateBox),
                                  body.bytes(), {}, deadline));
  ASSAY_ASSIGN_OR_RETURN(Frame answer, ReceiveFrame(socket_.get(), deadline));
  const size_t fds = live == nullptr ? 2 : 1;
  if (static_cast<Message>(answer.type) != Message::kBoxCreated || answer.fds.size() != fds) {
    return FailureIn(answer);
  }
  BoxHandle handle;
  handle.id = id;
  handle.socket = std::move(answer.fds[0]);
  if (live == nullptr) handle.pidfd = std::move(answer.fds[1]);
  return handle;
}

Result<BoxHandle> SpawnerClient::CreateBox(int slot) {
  return Create(slot, nullptr);
}

Result<BoxHandle> SpawnerClient::CreateLiveBox(int slot, const LiveMaking& making) {
  return Create(slot, &making);
}

Result<BoxHandle> SpawnerClient::Create(int slot, const LiveMaking* live) {
  MutexLock lock(mutex_);
  if (socket_) {
    auto handle = CreateLocked(slot, live);
    // A spawner that answers with an error is well; a lost channel means it is gone.
    if (handle.ok() || handle.error().stage != "sandbox.channel") return handle;
    spdlog::warn("the spawner is gone ({}); starting another", handle.error().message);
  }
  ASSAY_RETURN_IF_ERROR(StartLocked());
  return CreateLocked(slot, live);
}

void SpawnerClient::DestroyBox(int64_t id) {
  MutexLock lock(mutex_);
  if (!socket_) return;
  WireWriter body;
  body.Number(id);
  // Losing it is harmless: a dead spawner's boxes are dead.
  (void)SendFrame(socket_.get(), static_cast<uint32_t>(Message::kDestroyBox), body.bytes(), {},
                  After(std::chrono::seconds(1)))
      .ok();
}

pid_t SpawnerClient::pid() {
  MutexLock lock(mutex_);
  return pid_;
}

}  // namespace assay
