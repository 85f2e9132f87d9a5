#include "apps/sandbox/attached_run.h"

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <optional>
#include <thread>

#include "apps/sandbox/event_lines.h"
#include "apps/sandbox/raw_terminal.h"
#include "base/fd.h"
#include "base/text.h"
#include "text/json_writer.h"

namespace assay {
namespace {

constexpr size_t kInputPiece = 64 << 10;
constexpr int kInterrupts = 3;  // Ctrl-C so often gives the program up
// A server says something four times as often.
constexpr std::chrono::seconds kSilence{60};
// Of what is said to a program that runs.
constexpr std::chrono::seconds kPatience{10};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

// False when the other side doesn't read any more.
bool WriteAll(int fd, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(fd, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0 && errno == EAGAIN) {
      // Ours may be shared with somebody who doesn't wait for it.
      pollfd room{fd, POLLOUT, 0};
      ::poll(&room, 1, -1);
      continue;
    }
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

std::string RequestBody(const AttachedRun& run) {
  JsonWriter json;
  json.BeginObject().Key("stream").Bool(true);
  if (run.argv.empty()) {
    json.Key("command").Bytes(run.command);
  } else {
    json.Key("argv").BeginArray();
    for (const std::string& argument : run.argv) json.Bytes(argument);
    json.EndArray();
  }
  json.Key("env").BeginObject();
  for (const auto& [name, value] : run.env) json.Key(name).Bytes(value);
  json.EndObject();
  if (!run.directory.empty()) json.Key("directory").Bytes(run.directory);
  if (run.timeout_s > 0) json.Key("timeout_s").Double(run.timeout_s);
  json.Key("open_stdin").Bool(run.input);
  if (run.terminal) {
    const WindowSize window = CurrentWindow();
    json.Key("terminal").BeginObject().Key("rows").Int(window.rows);
    json.Key("columns").Int(window.columns).EndObject();
  }
  return json.EndObject().Take();
}

// Passes on what is said to this process while the program runs, and gives a server up that has
// fallen silent, from a thread of its own.
class Attendant {
 public:
  Attendant(const SandboxClient& client, const AttachedRun& run, CancelToken& cancel)
      : client_(client), run_(run), cancel_(cancel), wake_(::eventfd(0, EFD_CLOEXEC)) {
    sigset_t taken;
    ::sigemptyset(&taken);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGWINCH}) ::sigaddset(&taken, signal);
    ::pthread_sigmask(SIG_BLOCK, &taken, &before_);
    signals_.Reset(::signalfd(-1, &taken, SFD_CLOEXEC));
    thread_ = std::thread([this] { Attend(); });
  }
  ~Attendant() {
    Stop();
    signals_.Reset();
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Attendant(const Attendant&) = delete;
  Attendant& operator=(const Attendant&) = delete;

  // The program has started: from here on it is talked to. Called once.
  void SetPid(int pid) {
    process_ = fmt::format("{}/processes/{}", SandboxPath(run_.sandbox), pid);
    started_ = true;
    Wake();
  }
  // Something comes from the server; what of it has been written out.
  void OnPiece(bool written) {
    writing_ = !written;
    heard_ = Now();
  }
  void Stop() {
    if (!thread_.joinable()) return;
    stopping_ = true;
    leaving_.Cancel();
    Wake();
    thread_.join();
  }

  // After Stop: the signal that ended this command, 0: none; and what was wrong, empty: nothing.
  int ended_by() const { return ended_by_; }
  const std::string& fault() const { return fault_; }

 private:
  void Wake() {
    const uint64_t one = 1;
    [[maybe_unused]] const auto ignored = ::write(wake_.get(), &one, sizeof one);
  }
  Result<Answer> Tell(const std::string& what, std::string_view body) const {
    return client_.Ask("POST", process_ + what, body, kPatience, &leaving_);
  }

  void Attend();
  void GiveLostOnesUp();
  void OnSignal(int signal);
  void TakeInput();
  void PassInput();

  const SandboxClient& client_;
  const AttachedRun& run_;
  CancelToken& cancel_;
  UniqueFd wake_;
  UniqueFd signals_;
  sigset_t before_{};
  std::string process_;  // before started_
  std::atomic<bool> started_{false};
  std::atomic<bool> stopping_{false};
  std::atomic<bool> writing_{false};
  std::atomic<SteadyTime> heard_{Now()};
  CancelToken leaving_;
  // Of the thread.
  int ended_by_ = 0;
  std::string fault_;
  std::optional<SteadyTime> input_lost_;
  std::string input_fault_;
  int interrupts_ = 0;
  bool open_ = true;      // more input may come
  bool waiting_ = false;  // what is below has yet to be taken by the server
  std::string pending_;
  std::thread thread_;
};

void Attendant::Attend() {
  while (!stopping_) {
    const bool wants_input = started_ && run_.input && open_ && !waiting_;
    pollfd events[3] = {{wake_.get(), POLLIN, 0},
                        {signals_.get(), POLLIN, 0},
                        {wants_input ? STDIN_FILENO : -1, POLLIN, 0}};
    // A program that doesn't read makes us ask again.
    constexpr int kAskAgainMs = 50;
    constexpr int kLookMs = 1000;
    ::poll(events, 3, waiting_ ? kAskAgainMs : kLookMs);
    GiveLostOnesUp();
    if (events[0].revents != 0) {
      uint64_t count = 0;
      [[maybe_unused]] const auto ignored = ::read(wake_.get(), &count, sizeof count);
    }
    if (events[1].revents != 0) {
      signalfd_siginfo info{};
      if (::read(signals_.get(), &info, sizeof info) == sizeof info) {
        OnSignal(static_cast<int>(info.ssi_signo));
      }
    }
    if (waiting_) {
      PassInput();
    } else if (events[2].revents != 0) {
      TakeInput();
    }
  }
}

void Attendant::GiveLostOnesUp() {
  // Input that a program didn't get is of no matter if it has ended, and its end is on the way.
  if (input_lost_ && Now() - *input_lost_ > kPatience) {
    fault_ = "it didn't get all of its input: " + input_fault_;
  } else if (!writing_ && Now() - heard_.load() > kSilence) {
    fault_ = fmt::format("the server has said nothing for {} seconds", kSilence.count());
  } else {
    return;
  }
  cancel_.Cancel();
}

void Attendant::OnSignal(int signal) {
  if (signal == SIGWINCH) {
    if (!started_ || !run_.terminal) return;
    const WindowSize window = CurrentWindow();
    (void)Tell("/resize",
               fmt::format(R"({{"rows":{},"columns":{}}})", window.rows, window.columns));
  } else if (signal == SIGINT && started_ && ++interrupts_ < kInterrupts) {
    (void)Tell("/signal", R"({"signal":"SIGINT"})");
  } else {
    ended_by_ = signal;
    cancel_.Cancel();
  }
}

void Attendant::TakeInput() {
  pending_.resize(kInputPiece);
  const ssize_t got = ::read(STDIN_FILENO, pending_.data(), pending_.size());
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return;
  open_ = got > 0;
  pending_.resize(open_ ? static_cast<size_t>(got) : 0);
  waiting_ = true;
  PassInput();
}

void Attendant::PassInput() {
  JsonWriter json;
  json.BeginObject();
  if (!open_) {
    json.Key("close").Bool(true);
  } else if (IsValidUtf8(pending_)) {
    json.Key("text").String(pending_);
  } else {
    json.Key("base64").String(Base64Encode(pending_));
  }
  const auto passed = Tell("/input", json.EndObject().Take());
  if (!passed.ok() && passed.error().code == ErrorCode::kResource) return;
  waiting_ = false;
  if (passed.ok()) return;
  open_ = false;
  input_lost_ = Now();
  input_fault_ = passed.error().message;
}

}  // namespace

int RunAttached(const SandboxClient& client, const AttachedRun& run) {
  // Whoever reads what we write may leave: that ends the program, too, and isn't our death.
  ::signal(SIGPIPE, SIG_IGN);
  CancelToken cancel;
  std::optional<int> exit_code;
  bool timed_out = false;
  bool unread = false;
  std::string failure;
  int ended_by = 0;
  {
    std::optional<RawTerminal> raw;
    if (run.terminal) raw.emplace();
    Attendant attendant(client, run, cancel);
    EventLines lines;
    const auto on_event = [&](const ExecEvent& event) {
      switch (event.kind) {
        case ExecEvent::Kind::kStart: attendant.SetPid(event.pid); break;
        case ExecEvent::Kind::kStdout:
        case ExecEvent::Kind::kStderr:
          unread = !WriteAll(event.kind == ExecEvent::Kind::kStdout ? STDOUT_FILENO : STDERR_FILENO,
                             event.bytes);
          return !unread;
        case ExecEvent::Kind::kEnd:
          exit_code = event.exit_code;
          timed_out = event.timed_out;
          break;
        case ExecEvent::Kind::kError: failure = event.message; break;
        case ExecEvent::Kind::kHeartbeat: break;
      }
      return true;
    };
    const std::string body = RequestBody(run);
    HttpCall call;
    call.headers = {{"Content-Type", "application/json"}, {"Accept", "application/x-ndjson"}};
    call.body = body;
    call.cancel = &cancel;
    call.sink = [&](std::string_view piece) {
      attendant.OnPiece(false);
      const bool more = lines.Feed(piece, on_event);
      attendant.OnPiece(true);
      if (!more && !unread && failure.empty())
        failure = "what came is no answer of an assay server";
      return more;
    };
    const auto answer = client.Transfer(std::move(call), SandboxPath(run.sandbox) + "/exec");
    attendant.Stop();
    ended_by = attendant.ended_by();
    if (failure.empty()) failure = attendant.fault();
    if (!answer.ok() && failure.empty()) failure = answer.error().message;
  }
  constexpr int kSignalled = 128;
  if (exit_code && timed_out) {
    std::fprintf(stderr, "assay sandbox: ended after its --timeout of %g s\n", run.timeout_s);
    return kExitTimedOut;
  }
  if (exit_code) return *exit_code;
  if (unread) return kSignalled + SIGPIPE;
  if (ended_by != 0) return kSignalled + ended_by;
  if (failure.empty()) failure = "the stream ended before the program did";
  std::fprintf(stderr, "assay sandbox: no exit code: %s\n", failure.c_str());
  return kExitNotRun;
}

}  // namespace assay
