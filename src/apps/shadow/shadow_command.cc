#include "apps/shadow/shadow_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <memory>
#include <optional>
#include <utility>

#include "apps/cli/interrupt.h"
#include "apps/cli/terminal.h"
#include "apps/setup/version.h"
#include "apps/shadow/ending.h"
#include "apps/shadow/live_audit.h"
#include "apps/shadow/out_folder.h"
#include "shadow/audit.h"
#include "shadow/log/read_log.h"

namespace assay {
namespace {

constexpr auto kBetweenLooks = std::chrono::milliseconds(250);
constexpr auto kBetweenReports = std::chrono::seconds(5);

int Complain(int exit_code, const std::string& message) {
  std::fprintf(stderr, "assay shadow: %s\n", message.c_str());
  return exit_code;
}

// One line on a terminal that says how far it is; nothing elsewhere.
class StatusLine {
 public:
  StatusLine() : active_(IsTerminal(stderr)) {}
  ~StatusLine() { Clear(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  void Show(const shadow::Audit& audit) {
    const SteadyTime now = std::chrono::steady_clock::now();
    if (!active_ || now - shown_at_ < kBetweenLooks) return;
    shown_at_ = now;
    const shadow::Tally tally = audit.Counted();
    std::fprintf(stderr, "\r\033[K%lld exchanges: %lld agree, %lld disagree, %lld not compared",
                 static_cast<long long>(tally.seen()),
                 static_cast<long long>(tally.Count(shadow::Outcome::kAgree)),
                 static_cast<long long>(tally.Count(shadow::Outcome::kDisagree)),
                 static_cast<long long>(tally.seen() - tally.Count(shadow::Outcome::kAgree) -
                                        tally.Count(shadow::Outcome::kDisagree)));
    shown_ = true;
  }
  void Clear() {
    if (shown_) std::fputs("\r\033[K", stderr);
    shown_ = false;
  }

 private:
  const bool active_;
  bool shown_ = false;
  SteadyTime shown_at_{};
};

SteadyTime After(Nanoseconds duration) {
  return std::chrono::steady_clock::now() + duration;
}

}  // namespace

void ShadowCommand::AddTo(CommandLine* command) {
  command->Option("--against", against_,
                  "stand in front of this sandbox: http://host[:port][/path] or https://…; "
                  "clients get its replies");
  command->Option("--listen", listen_, "where clients come to [127.0.0.1:8081]");
  command->Option("--record", record_,
                  "file for every request and reply, for a later --log; without the headers "
                  "that may hold secrets");
  command->Option("--metrics-port", metrics_port_,
                  "port for the counts as Prometheus' text, at /metrics; 0: any [none]");
  command->Option("--against-cacert", against_ca_file_,
                  "PEM file with the authorities that may vouch for an https sandbox [the "
                  "system's]");
  command->Flag("--keep-host", keep_host_, "the sandbox gets the Host that the client sent");
  command->Option("--log", logs_,
                  "instead: logs of requests and replies: what --record writes (also in gzip "
                  "or Zstandard), or HAR files as browsers and mitmproxy write them");
  command->Option("--out", out_,
                  "folder for report.json, report.txt, disagreements.jsonl and bundles.jsonl; "
                  "those of an earlier audit are replaced [shadow]");
  server_.AddTo(command, "have a running server of ours judge");
  command->Option("--sample", sample_, "share of the exchanges that are judged, 0 to 1 [1]");
  command->Option("--parallel", parallel_,
                  "questions to the judge under way [what the slots can use]");
  command->Option("--drain-s", drain_s_,
                  "how long what is under way or waits may still end after Ctrl-C [30]");
}

std::string ShadowCommand::Fault() const {
  if (against_.empty() == logs_.empty()) {
    return "give either --against, a sandbox to stand in front of, or --log (see --help)";
  }
  if (!logs_.empty() && !record_.empty()) return "--record: is for --against";
  if (!logs_.empty() && metrics_port_ >= 0) return "--metrics-port: is for --against";
  if (metrics_port_ > 65535) return "--metrics-port: must be at most 65535";
  if (!(sample_ > 0 && sample_ <= 1)) return "--sample: must be more than 0 and at most 1";
  if (!(drain_s_ >= 0)) return "--drain-s: must not be negative";
  if (parallel_ < 0) return "--parallel: must not be negative";
  return "";
}

Result<SteadyTime> ShadowCommand::JudgeLogs(const Ending& ending, shadow::Audit& audit,
                                            const std::function<Status()>& on_start,
                                            const std::function<void()>& on_look) const {
  const auto of_log = [](const std::string& message) {
    return Error{ErrorCode::kInvalidArgument, "shadow", 0, "--log: " + message};
  };
  for (const std::string& path : logs_) {
    if (::access(path.c_str(), R_OK) != 0) return of_log(path + ": " + std::strerror(errno));
  }
  bool started = false;
  Status start = Status();
  const auto begin = [&] {
    if (!std::exchange(started, true)) start = on_start();
    return start;
  };
  std::optional<Error> broken;
  for (const std::string& path : logs_) {
    const Status read = shadow::ReadLog(path, [&](shadow::Exchange exchange) -> Status {
      ASSAY_RETURN_IF_ERROR(begin());
      on_look();
      if (!ending.Raised() && audit.Put(std::move(exchange), ending.token())) return Status();
      return Error{ErrorCode::kCancelled, "shadow", 0, "stopped"};
    });
    if (!start.ok()) return start.error();
    if (ending.Raised()) break;
    if (!read.ok()) {
      // A record may end in the middle of a line: what came before it is judged all the same.
      broken = of_log(read.error().message);
      break;
    }
  }
  if (!broken) ASSAY_RETURN_IF_ERROR(begin());
  while (!ending.Raised() && !audit.WaitUntilDone(After(kBetweenLooks))) on_look();
  if (broken && !ending.Raised()) return *broken;
  return After(FromSeconds(ending.Raised() ? drain_s_ : 0));
}

Result<SteadyTime> ShadowCommand::Stand(const Ending& ending, shadow::Audit& audit,
                                        const std::function<Status()>& on_start,
                                        const std::function<void()>& on_look) const {
  LiveOptions live;
  live.relay.against = against_;
  live.relay.ca_file = against_ca_file_;
  live.relay.keep_host = keep_host_;
  live.metrics_port = metrics_port_;
  live.drain = FromSeconds(drain_s_);
  ASSAY_RETURN_IF_ERROR(ReadListen(listen_, &live.relay));
  std::unique_ptr<Recorder> recorder;
  if (!record_.empty()) {
    auto made = Recorder::Make(record_);
    if (!made.ok()) {
      return Error{ErrorCode::kInvalidArgument, "shadow", 0, "--record: " + made.error().message};
    }
    recorder = std::move(made).value();
  }
  const auto drained = RunLive(live, ending, audit, recorder.get(), on_start, on_look);
  if (drained.ok() && recorder) ASSAY_RETURN_IF_ERROR(recorder->Finish());
  return drained;
}

int ShadowCommand::Run(const Options& options) const {
  if (const std::string fault = Fault(); !fault.empty()) return Complain(kExitUsage, fault);
  auto out = OutFolder::Make(out_);
  if (!out.ok()) return Complain(kExitUsage, "--out: " + out.error().message);
  // Connections that end are seen where they are used.
  ::signal(SIGPIPE, SIG_IGN);
  const Ending ending;
  Options judging = options;
  judging.verdict_cache_mb = 0;  // the second judging of a disagreement has to be one
  const auto judge = MakeJudge(judging, server_, PrecompiledHeaderUse::kMakeMeanwhile);
  if (!judge.ok()) {
    return Complain(ExitCodeOf(judge.error()),
                    judge.error().ToString() + " (see `assay doctor`, or name a server by --url)");
  }
  shadow::AuditOptions audit_options;
  audit_options.threads = parallel_ > 0 ? parallel_ : RequestsUnderWay(**judge);
  audit_options.sample = sample_;
  shadow::Audit audit(**judge, audit_options,
                      [&](const shadow::Disagreement& found) { (*out)->Add(found); });

  const SteadyTime begin = std::chrono::steady_clock::now();
  shadow::ReportHead head;
  head.build = BuildName();
  head.subject = logs_.empty() ? ShownUrl(against_) : fmt::format("{}", fmt::join(logs_, ", "));
  head.judge = server_.url.empty() ? "this process" : ShownUrl(server_.url);
  head.folder = out_;
  head.finished = false;
  StatusLine status;
  SteadyTime written_at = begin;
  Status ended = Status();
  bool begun = false;
  const auto write = [&](const shadow::Tally& tally) {
    head.seconds = ToSeconds(std::chrono::steady_clock::now() - begin);
    if (begun && ended.ok()) ended = (*out)->Write(head, tally);
  };
  const auto on_start = [&]() -> Status {
    begun = true;
    const Status done = (*out)->Begin();
    if (done.ok()) return done;
    return Error{ErrorCode::kInvalidArgument, "shadow", 0, "--out: " + done.error().message};
  };
  const auto on_look = [&] {
    status.Show(audit);
    const SteadyTime now = std::chrono::steady_clock::now();
    if (now - written_at < kBetweenReports) return;
    written_at = now;
    write(audit.Counted());
  };
  const Result<SteadyTime> run = logs_.empty() ? Stand(ending, audit, on_start, on_look)
                                               : JudgeLogs(ending, audit, on_start, on_look);
  audit.Finish(run.ok() ? *run : After(Nanoseconds{0}));
  status.Clear();
  head.finished = true;
  const shadow::Tally tally = audit.Counted();
  write(tally);
  if (run.ok() || tally.seen() > 0) std::fputs(shadow::ReportText(head, tally).c_str(), stdout);
  std::fflush(stdout);
  if (ended.ok()) ended = (*out)->Written();
  if (!ended.ok()) return Complain(kExitNoVerdict, "--out: " + ended.error().message);
  if (!run.ok()) return Complain(ExitCodeOf(run.error()), run.error().message);
  if (!logs_.empty() && ending.Raised()) return kExitInterrupted;
  return tally.ExitCode();
}

}  // namespace assay
