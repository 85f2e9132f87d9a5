#include <fcntl.h>
#include <iconv.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "runner/live_box.h"
#include "sandbox/agent/agent.h"
#include "sandbox/agent/family.h"
#include "sandbox/agent/live/live_agent.h"
#include "sandbox/contain/seccomp_filter.h"
#include "sandbox/spawner/guardian.h"
#include "sandbox/spawner/spawner_main.h"
#include "sandbox/tiers/ladder.h"
#include "sandbox/wire/live_protocol.h"
#include "sandbox/wire/protocol.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(10);
constexpr int kRetryRemovalMs = 20;

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kPatience;
}

struct SpawnedBox {
  pid_t agent = -1;  // -1: reaped, its account still to be closed
  std::unique_ptr<BoxAccount> account;
};

class Spawner {
 public:
  // Until the server closes the channel; then everything it asked for goes away.
  int Serve() {
    sigset_t child;
    ::sigemptyset(&child);
    ::sigaddset(&child, SIGCHLD);
    ::sigprocmask(SIG_BLOCK, &child, nullptr);
    child_signals_.Reset(::signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK));
    while (child_signals_) {
      pollfd entries[2] = {{kSpawnerSocket, POLLIN, 0}, {child_signals_.get(), POLLIN, 0}};
      ::poll(entries, 2, removals_ > 0 ? kRetryRemovalMs : -1);
      if (entries[1].revents != 0 || removals_ > 0) Reap();
      if (entries[0].revents == 0) continue;
      auto frame = ReceiveFrame(kSpawnerSocket, Soon());
      if (!frame.ok() || !Handle(*frame)) break;
    }
    EndAll();
    return 0;
  }

 private:
  bool Handle(const Frame& frame) {
    switch (static_cast<Message>(frame.type)) {
      case Message::kConfigure: return Answer(Configure(frame.body), Message::kConfigured);
      case Message::kCreateBox: {
        WireReader in(frame.body);
        const int64_t id = in.Number();
        const int64_t slot = in.Number();
        const std::string_view live = in.Bytes();
        if (!in.complete()) return false;
        Status created = live.empty() ? CreateBox(id, static_cast<int>(slot))
                                      : CreateLiveBox(id, static_cast<int>(slot), live);
        return created.ok() || Answer(created, Message::kFailed);
      }
      case Message::kDestroyBox: {
        WireReader in(frame.body);
        const auto box = boxes_.find(in.Number());
        if (box != boxes_.end()) Kill(box->second);
        return true;
      }
      default: return false;
    }
  }

  bool Answer(const Status& status, Message success) {
    WireWriter body;
    if (!status.ok()) body.ErrorValue(status.error());
    return SendFrame(kSpawnerSocket,
                     static_cast<uint32_t>(status.ok() ? success : Message::kFailed), body.bytes(),
                     {}, Soon())
        .ok();
  }

  Status Configure(const std::string& body) {
    ASSAY_ASSIGN_OR_RETURN(config_, SpawnerConfig::Decode(body));
    tier_ = FindTier(config_.tier);
    if (tier_ == nullptr || !tier_->built()) {
      return Error{ErrorCode::kInternal, "sandbox.tier", 0, "no such tier: " + config_.tier};
    }
    ASSAY_ASSIGN_OR_RETURN(ShownPaths shown, FindShownPaths(config_.visible_paths));
    shown_ = std::make_shared<const ShownPaths>(std::move(shown));
    // Elsewhere a process namespace ends with its agent.
    if (Adopts()) ASSAY_RETURN_IF_ERROR(StandBelowGuardian());
    if (Adopts() && ::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) {
      return SystemError("sandbox.spawner", errno, "cannot adopt what agents leave");
    }
    ASSAY_ASSIGN_OR_RETURN(filter_, BuildCandidateFilter(tier_->program_user));
    // Only in the privileged tier has it been proven that a run can't tell.
    if (config_.restore && tier_->program_user == ProgramUser::kOwn) {
      ASSAY_ASSIGN_OR_RETURN(restore_filter_, BuildRestoreFilter());
    }
    ASSAY_ASSIGN_OR_RETURN(box_filter_, BuildBoxFilter(tier_->program_user));
    ASSAY_ASSIGN_OR_RETURN(live_filter_, BuildLiveFilter(tier_->program_user));
    ASSAY_ASSIGN_OR_RETURN(accounting_,
                           tier_->open_accounting(config_.cgroup_parent, config_.server_id));
    return {};
  }

  Status CreateBox(int64_t id, int slot) {
    if (accounting_ == nullptr || boxes_.count(id) != 0) {
      return Error{ErrorCode::kInternal, "sandbox.spawner", 0, "unexpected request for a box"};
    }
    BoxMaking making = Begin(id, slot);
    const Status made = TakeSteps(*tier_, making);
    if (making.agent == 0) {
      RunAgent(std::move(making), made, filter_, restore_filter_, std::move(config_.warm_programs));
    }
    if (!made.ok()) {
      if (making.account != nullptr) making.account->Remove();
      return made;
    }
    SpawnedBox& box = boxes_[id];
    box.agent = making.agent;
    box.account = std::move(making.account);
    WireWriter body;
    body.Number(id);
    return SendFrame(kSpawnerSocket, static_cast<uint32_t>(Message::kBoxCreated), body.bytes(),
                     {making.server_socket.get(), making.pidfd.get()}, Soon());
  }

  Status CreateLiveBox(int64_t id, int slot, std::string_view body) {
    ASSAY_ASSIGN_OR_RETURN(LiveMaking live, LiveMaking::Decode(body));
    if (accounting_ == nullptr || boxes_.count(id) != 0 || tier_->live_steps.empty()) {
      return Error{ErrorCode::kInternal, "sandbox.spawner", 0, "unexpected request for a live box"};
    }
    BoxMaking making = Begin(id, slot);
    making.view.scratch_bytes = live.disk_bytes;
    making.view.scratch_inodes = live.files;
    making.view.image = std::move(live.image);
    making.view.user = kLiveUser;
    making.view.home = kLiveHome;
    making.view.shell = "/bin/bash";
    // The kernel tells boxes apart by their namespaces: of one number, what is packed in one box
    // is right in the next.
    making.view.one_user = making.places_are_programs;
    if (making.view.one_user) making.view.uid = config_.uid_base;
    const Status made = TakeSteps(tier_->live_steps, making);
    if (making.agent == 0) RunLiveAgent(std::move(making), made, live_filter_);
    if (!made.ok()) {
      if (making.live_account != nullptr) making.live_account->Remove();
      return made;
    }
    SpawnedBox& box = boxes_[id];
    box.agent = making.agent;
    box.account = std::move(making.live_account);
    box.account->AgentStarted();
    WireWriter answer;
    answer.Number(id);
    return SendFrame(kSpawnerSocket, static_cast<uint32_t>(Message::kBoxCreated), answer.bytes(),
                     {making.server_socket.get()}, Soon());
  }

  BoxMaking Begin(int64_t id, int slot) const {
    BoxMaking making;
    making.name = "box-" + std::to_string(id);
    making.accounting = accounting_.get();
    making.filter = &box_filter_;
    making.keep_zygotes = !config_.warm_programs.empty();
    making.places_are_programs = tier_->program_user != ProgramUser::kOwn;
    if (!config_.processors.empty()) {
      making.processor = config_.processors[static_cast<size_t>(slot) % config_.processors.size()];
    }
    making.view.shown = shown_;
    // For calls that change an owner, -1 is whoever it is.
    making.view.uid = Adopts() ? -1 : config_.uid_base + slot;
    making.view.scratch_bytes = config_.scratch_bytes;
    making.view.scratch_inodes = config_.scratch_inodes;
    return making;
  }

  static void Kill(const SpawnedBox& box) {
    box.account->Kill();
    if (box.agent > 0) ::kill(box.agent, SIGKILL);
  }

  void Reap() {
    signalfd_siginfo info;
    while (::read(child_signals_.get(), &info, sizeof info) > 0) {
    }
    for (;;) {
      const pid_t pid = ::waitpid(-1, nullptr, WNOHANG);
      if (pid <= 0) break;
      for (auto& [id, box] : boxes_) {
        if (box.agent == pid) box.agent = -1;
      }
    }
    // Nobody can tell whose they were: as long as one lives, what agents left stays.
    const bool strays = Adopts() && !EndStrays();
    removals_ = 0;
    for (auto entry = boxes_.begin(); entry != boxes_.end();) {
      // The namespace's last processes may outlive their init for a moment.
      const bool gone = entry->second.agent < 0 && !strays && entry->second.account->Remove();
      if (entry->second.agent < 0 && !gone) ++removals_;
      entry = gone ? boxes_.erase(entry) : std::next(entry);
    }
  }

  // Whether what an agent leaves becomes ours.
  bool Adopts() const { return tier_ != nullptr && tier_->program_user == ProgramUser::kConfined; }

  // Programs of agents that have ended. True when there are none.
  bool EndStrays() const {
    return EndFamily(proc_.get(), ::getpid(), [this](pid_t pid) {
      return std::any_of(boxes_.begin(), boxes_.end(),
                         [pid](const auto& entry) { return entry.second.agent == pid; });
    });
  }

  void EndAll() {
    const SteadyTime deadline = Soon();
    for (const auto& [id, box] : boxes_) Kill(box);
    while (!boxes_.empty() && std::chrono::steady_clock::now() < deadline) {
      Reap();
      if (boxes_.empty()) break;
      pollfd entry{child_signals_.get(), POLLIN, 0};
      ::poll(&entry, 1, kRetryRemovalMs);
    }
    if (accounting_ != nullptr) accounting_->RemoveAll();
  }

  UniqueFd child_signals_;
  const UniqueFd proc_{::open("/proc", O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  SpawnerConfig config_;
  std::shared_ptr<const ShownPaths> shown_;
  const Tier* tier_ = nullptr;
  std::unique_ptr<Accounting> accounting_;   // null: not configured yet
  std::vector<sock_filter> filter_;          // of candidates
  std::vector<sock_filter> restore_filter_;  // and of those that may be restored; empty: none
  std::vector<sock_filter> box_filter_;
  std::vector<sock_filter> live_filter_;  // of programs in boxes that stay
  std::map<int64_t, SpawnedBox> boxes_;
  int removals_ = 0;
};

}  // namespace

namespace {

// Ignored signals are inherited through exec; programs must find all of them at their default. The
// C library hides the two it uses itself, which some launchers leave ignored.
void ResetSignals() {
  struct {
    void* handler;
    unsigned long flags;
    void* restorer;
    uint64_t mask;
  } action{};
  for (int signal = 1; signal <= 64; ++signal) {
    ::syscall(SYS_rt_sigaction, signal, &action, nullptr, sizeof action.mask);
  }
}

}  // namespace

// The C library reads once, from the root it then has, which character sets it knows and by which
// modules. In a box it would be the box's files, and their code would run in our file workers.
void ReadCharacterSets() {
  const iconv_t known = ::iconv_open("UTF-8", "ASCII");
  if (known != reinterpret_cast<iconv_t>(-1)) ::iconv_close(known);
}

int SpawnerMain() {
  ResetSignals();
  ReadCharacterSets();
  ::prctl(PR_SET_NAME, "assay-spawner", 0, 0, 0);
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  CloseFrom(kSpawnerSocket + 1);
  Spawner spawner;
  return spawner.Serve();
}

}  // namespace assay
