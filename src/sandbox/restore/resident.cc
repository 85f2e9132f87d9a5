#include "sandbox/restore/resident.h"

#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <iterator>
#include <utility>

#include "sandbox/wire/fork_protocol.h"
#include "sandbox/wire/sys.h"
#include "sandbox/wire/wire.h"

namespace assay {
namespace {

constexpr auto kPatience = std::chrono::seconds(2);
// Each stops the process twice, at nobody's cost.
constexpr int kMostSignals = 100;
// Questions by path likewise; importing a large package asks some hundreds.
constexpr int kMostQuestions = 2000;
// Refused series. More submissions than a box serves in turns.
constexpr size_t kRemembered = 64;
constexpr int kFewestForks = 8, kMostForks = 512;
// More is not left to the process to copy: it would be in the next run's time.
constexpr int64_t kMostCopiedBytes = 8 << 20;
// What runs of other programs may have written to together: all of it counts as memory of each.
constexpr int64_t kMostOfOthersBytes = 4 << 20;

// Calls with a path.
struct PathCall {
  long number;
  bool at;     // the path is the second argument, after a descriptor
  bool opens;  // the next argument has flags
};
constexpr PathCall kPathCalls[] = {
    {SYS_openat, true, true},     {SYS_newfstatat, true, false}, {SYS_statx, true, false},
    {SYS_faccessat, true, false}, {SYS_faccessat2, true, false}, {SYS_readlinkat, true, false},
#ifdef SYS_open  // the old calls are absent from younger architectures
    {SYS_open, false, true},      {SYS_stat, false, false},      {SYS_lstat, false, false},
    {SYS_access, false, false},   {SYS_readlink, false, false},
#endif
};
// Of O_TMPFILE without the directory's flag.
constexpr uint64_t kTemporaryFile = 020000000;
constexpr uint64_t kWritingFlags = O_ACCMODE | O_CREAT | O_TRUNC | kTemporaryFile;

// Whether a path leads nowhere where a process finds what it has used or how old it is. These are
// all that a restored one would see differently.
bool TellsNothing(const std::string& path) {
  for (const char* known :
       {"/proc/self/maps", "/dev/null", "/dev/stdin", "/dev/urandom", "/dev/random"}) {
    if (path == known) return true;
  }
  const bool plain = path.find("//") == std::string::npos &&
                     ("/" + path + "/").find("/../") == std::string::npos &&
                     path.find("/./") == std::string::npos;
  if (!plain) return false;
  for (const char* tree : {"/proc", "/dev", "/sys"}) {
    if (path.rfind(tree, 0) == 0) return false;
  }
  return path != "/etc/mtab";  // a link to what is mounted, below /proc
}

SteadyTime Soon() {
  return std::chrono::steady_clock::now() + kPatience;
}

Error Failed(const char* what) {
  return SystemError("sandbox.restore", errno, what);
}

Error Doubt(const char* what) {
  return Error{ErrorCode::kUnavailable, "sandbox.restore", 0, what};
}

}  // namespace

bool Resident::Adopt(pid_t pid, pid_t zygote, ResidentProgram program) {
  if (!Tracee::Seize(pid)) return false;
  pid_ = pid;
  zygote_ = zygote;
  program_ = std::move(program);
  state_ = State::kArming;
  signal_stops_ = questions_ = 0;
  return true;
}

Result<std::string> Resident::Maps() const {
  std::string text;
  for (char part[16 << 10];;) {
    const ssize_t count = ::pread(maps_.get(), part, sizeof part, static_cast<off_t>(text.size()));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return Failed("cannot read a process's mappings");
    if (count == 0) return text;
    text.append(part, static_cast<size_t>(count));
  }
}

Status Resident::TakeSnapshot(const StoppedCall& call) {
  layout_address_ = call.second;
  copies_address_ = call.third;
  buffer_address_ = call.fourth;
  handlers_changed_ = false;
  pidfd_.Reset(PidfdOpen(pid_));
  UniqueFd watch = Tracee::Take(pidfd_.get(), ASSAY_MEMORY_FD);
  const std::string maps = std::to_string(pid_) + "/maps";
  maps_.Reset(::openat(proc_, maps.c_str(), O_RDONLY | O_CLOEXEC));
  if (!watch || !maps_) return Failed("cannot look into a process");
  ASSAY_ASSIGN_OR_RETURN(maps_text_, Maps());
  ASSAY_ASSIGN_OR_RETURN(mappings_, ParseMaps(maps_text_));
  if (!Tracee::Save(pid_, &thread_)) return Failed("cannot save a thread's state");
  auto memory = TrackedMemory::Take(pid_, proc_, std::move(watch), mappings_, buffer_, zygote_);
  if (!memory.ok()) return memory.error();
  memory_.emplace(std::move(*memory));
  return {};
}

// Whether it is a question about a path, or opens it to read, that doesn't lead to what the kernel
// tells of processes. It has one thread, which stands still, and shares no memory: what is looked
// at here is what the call gets.
bool Resident::MayAsk(const StoppedCall& call) const {
  const PathCall* const found =
      std::find_if(std::begin(kPathCalls), std::end(kPathCalls),
                   [&](const PathCall& one) { return one.number == call.number; });
  if (found == std::end(kPathCalls)) return false;
  const uint64_t flags = found->at ? call.third : call.second;
  if (found->opens && (flags & kWritingFlags) != O_RDONLY) return false;
  auto path = Tracee::ReadString(pid_, found->at ? call.second : call.first);
  if (!path) return false;
  if (path->empty() || path->front() != '/') {
    const int from = found->at ? static_cast<int>(call.first) : AT_FDCWD;
    const std::string link =
        std::to_string(pid_) + (from == AT_FDCWD ? "/cwd" : "/fd/" + std::to_string(from));
    char folder[PATH_MAX];
    const ssize_t size = ::readlinkat(proc_, link.c_str(), folder, sizeof folder);
    if (size <= 0 || size == sizeof folder) return false;
    // Of a descriptor itself, which it has: a question about nothing but that.
    if (path->empty())
      return folder[0] != '/' || TellsNothing(std::string(folder, static_cast<size_t>(size)));
    path = std::string(folder, static_cast<size_t>(size)) + "/" + *path;
  }
  return TellsNothing(*path);
}

Resident::Stop Resident::OnStop(int status) {
  const std::optional<StoppedCall> call = Tracee::CallAt(pid_, status);
  if (!call) {
    if (++signal_stops_ > kMostSignals) {
      refused_call_ = SYS_rt_sigreturn;
      ::kill(pid_, SIGKILL);
      Refuse();
      return Stop::kRefused;
    }
    Tracee::Continue(pid_, status);
    return Stop::kNone;
  }
  if (call->number == SYS_rt_sigaction && ++questions_ <= kMostQuestions) {
    handlers_changed_ = true;
    Tracee::Continue(pid_, 0);
    return Stop::kNone;
  }
  if (MayAsk(*call) && ++questions_ <= kMostQuestions) {
    Tracee::Continue(pid_, 0);
    return Stop::kNone;
  }
  if (state_ == State::kArming && call->first == ASSAY_STOP_SNAPSHOT) {
    // No code of the program has run.
    const Status taken = TakeSnapshot(*call);
    if (!taken.ok()) {
      doubt_ = taken.error().ToString();
      memory_.reset();
      buffer_.Clear();  // it can read what others left there
    }
    state_ = taken.ok() ? State::kRunning : State::kPassing;
    Tracee::Go(pid_, nullptr, ASSAY_GO_ON);
    return Stop::kNone;
  }
  if (state_ != State::kArming && call->number == SYS_exit_group &&
      call->first != ASSAY_STOP_FAILED) {
    if (state_ == State::kPassing) {
      Tracee::Continue(pid_, 0);
      return Stop::kNone;
    }
    exit_code_ = static_cast<int>(call->first & 0xff);
    state_ = State::kEnded;
    return Stop::kEnded;
  }
  Refuse();
  refused_call_ = static_cast<int>(call->number);
  ::kill(pid_, SIGKILL);
  return Stop::kRefused;
}

Status Resident::ClearAway(const LayoutDifference& difference) {
  const size_t ranges = difference.extra.size() + difference.missing.size();
  if (ranges > ASSAY_LAYOUT_MAX_RANGES) return Doubt("too many mappings have changed");
  assay_layout layout{};
  layout.heap_end = HeapEnd(mappings_);
  for (const auto& [start, bytes] : difference.extra) {
    layout.ranges[layout.unmap_count++] = {start, bytes};
  }
  for (const auto& [start, bytes] : difference.missing) {
    layout.ranges[layout.unmap_count + layout.map_count++] = {start, bytes};
  }
  const size_t size = offsetof(assay_layout, ranges) + ranges * sizeof layout.ranges[0];
  if (!Tracee::Write(pid_, layout_address_, &layout, size) ||
      !Tracee::Go(pid_, &thread_.registers, ASSAY_CLEAR)) {
    return Failed("cannot have a process clear away");
  }
  const SteadyTime deadline = Soon();
  const std::optional<int> status = Tracee::AwaitStop(pid_, signals_, deadline);
  late_ = !status && std::chrono::steady_clock::now() > deadline;
  const std::optional<StoppedCall> call = status ? Tracee::CallAt(pid_, *status) : std::nullopt;
  if (!call || call->number != SYS_exit_group || call->first != ASSAY_STOP_CLEARED) {
    return Doubt("a process did not clear away");
  }
  return {};
}

// Where the process has the list of what it copies itself, or 0: all is written. It does that at a
// third of what it costs us, who would have to pin each page.
Result<uint64_t> Resident::WriteBack() {
  ASSAY_ASSIGN_OR_RETURN(const TrackedMemory::Changes* const changes, memory_->FindChanges());
  ASSAY_RETURN_IF_ERROR(memory_->Write(changes->fetched));
  std::vector<assay_copy> copies;
  copies.reserve(changes->list.size() + 2);
  const auto add = [&](const TrackedMemory::Change& change, uint64_t start, uint64_t end) {
    if (start >= end) return;
    const uint64_t from = change.from == nullptr ? 0
                                                 : buffer_address_ + buffer_.OffsetOf(change.from) +
                                                       (start - change.to);
    copies.push_back({start, from, end - start});
  };
  // The list's own pages are the last, and were zeros.
  const uint64_t list_end = copies_address_ + ASSAY_COPIES_BYTES;
  for (const TrackedMemory::Change& change : changes->list) {
    const uint64_t end = change.to + change.bytes;
    add(change, change.to, std::min(end, copies_address_));
    add(change, std::max(change.to, list_end), end);
  }
  // A page that is lost would come out of the next run's limit.
  if (changes->lost || copies.size() >= ASSAY_MOST_COPIES ||
      memory_->written_bytes() > kMostCopiedBytes) {
    ASSAY_RETURN_IF_ERROR(memory_->Write(changes->list));
    return 0;
  }
  copies.push_back({copies_address_, 0, ASSAY_COPIES_BYTES});
  copies.push_back({0, 0, 0});
  if (!Tracee::Write(pid_, copies_address_, copies.data(), copies.size() * sizeof copies[0])) {
    return Failed("cannot write a process's memory");
  }
  return copies_address_;
}

Status Resident::Rewind() {
  const auto difference = [this]() -> Result<LayoutDifference> {
    ASSAY_ASSIGN_OR_RETURN(const std::string text, Maps());
    if (text == maps_text_) return LayoutDifference();
    ASSAY_ASSIGN_OR_RETURN(const std::vector<Mapping> now, ParseMaps(text));
    return DifferenceFrom(mappings_, now);
  };
  ASSAY_ASSIGN_OR_RETURN(const LayoutDifference run, difference());
  ASSAY_RETURN_IF_ERROR(ClearAway(run));
  if (!run.none()) {
    ASSAY_ASSIGN_OR_RETURN(const LayoutDifference left, difference());
    if (!left.none()) return Doubt("a mapping is left");
  }
  ASSAY_ASSIGN_OR_RETURN(const uint64_t copies, WriteBack());
  socket_ = Tracee::Take(pidfd_.get(), 1);
  if (!socket_) return Failed("cannot take a process's socket");
  const long answer = handlers_changed_ ? ASSAY_RESUME_HANDLERS : ASSAY_RESUME;
  if (!Tracee::SetExtended(pid_, thread_) ||
      !Tracee::Go(pid_, &thread_.registers, answer, copies)) {
    return Failed("cannot let a process go on");
  }
  return {};
}

void Resident::Park() {
  if (state_ != State::kEnded) return;
  late_ = false;
  const Status rewound = Rewind();
  if (rewound.ok()) {
    state_ = State::kParked;
    if (!program_.any()) return;
    forks_ /= 2;
    if (held_bytes() > kMostOfOthersBytes) Drop();
  } else {
    doubt_ = rewound.error().ToString();
    if (!late_) Refuse();  // it would end so again, but for a busy host
    Drop();
  }
}

void Resident::Refuse() {
  if (program_.any()) {
    forks_left_ = forks_ = std::clamp(2 * forks_, kFewestForks, kMostForks);
    return;
  }
  refused_.push_back(program_.series);
  if (refused_.size() > kRemembered) refused_.pop_front();
}

bool Resident::Refuses(const ResidentProgram& program) {
  if (program.any()) return forks_left_ > 0 && forks_left_-- > 0;
  return std::find(refused_.begin(), refused_.end(), program.series) != refused_.end();
}

Status Resident::Resume(const std::vector<int>& fds) {
  uint32_t packet = ASSAY_RESUME_PACKET;
  iovec parts[1] = {{&packet, sizeof packet}};
  const ssize_t sent = SendWithFds(socket_.get(), parts, fds, MSG_DONTWAIT);
  socket_.Reset();
  if (sent != sizeof packet) return Failed("cannot hand a run to a process");
  state_ = State::kRunning;
  signal_stops_ = questions_ = 0;
  return {};
}

void Resident::Drop() {
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    // It may still report a stop of before.
    while (Tracee::AwaitStop(pid_, signals_, Soon())) {
    }
  }
  OnReaped(pid_);
}

void Resident::OnReaped(pid_t pid) {
  if (pid != pid_) return;
  pid_ = -1;
  state_ = State::kNone;
  memory_.reset();
  pidfd_.Reset();
  maps_.Reset();
  socket_.Reset();
}

}  // namespace assay
