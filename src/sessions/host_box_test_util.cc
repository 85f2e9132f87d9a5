// HostProcess (a thread each), HostFiles, HostBox, HostBoxes, in this order.
#include "sessions/host_box_test_util.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pty.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <deque>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "base/check.h"
#include "base/whole_file.h"

namespace assay {

namespace fs = std::filesystem;

namespace {

Error BoxError(int error, const std::string& what) {
  return {ErrorCode::kInvalidArgument, "box.files", error, what};
}

Error GoneError() {
  return {ErrorCode::kUnavailable, "box", 0, "the box has ended"};
}

class HostProcess final : public LiveProcess {
 public:
  // Starts it and tells `listener` of all; the thread holds this until the end.
  static std::shared_ptr<HostProcess> Start(const ProcessSpec& spec, const std::string& folder,
                                            const std::string& directory,
                                            std::shared_ptr<ProcessListener> listener);

  Status Write(std::string bytes) override {
    MutexLock lock(mutex_);
    if (queued_ > kMaxQueuedInput) {
      return Error{ErrorCode::kResource, "box.input", 0, "the process doesn't read its input"};
    }
    queued_ += bytes.size();
    input_.push_back(std::move(bytes));
    Wake();
    return {};
  }
  void CloseInput() override {
    MutexLock lock(mutex_);
    close_input_ = true;
    Wake();
  }
  void Signal(int signal) override {
    if (pid_ > 0 && !reaped_) ::kill(-pid_, signal);
  }
  void Resize(int rows, int columns) override {
    const winsize size{static_cast<unsigned short>(rows), static_cast<unsigned short>(columns), 0,
                       0};
    ::ioctl(out_.get(), TIOCSWINSZ, &size);
  }
  void PauseOutput(bool paused) override {
    MutexLock lock(mutex_);
    paused_ = paused;
    Wake();
  }
  // The box is gone: nobody will know how it ended.
  void Lose() {
    lost_ = true;
    Signal(SIGKILL);
  }
  bool ended() const { return ended_; }

 private:
  void Wake() { ::eventfd_write(wake_.get(), 1); }
  void Follow(const std::shared_ptr<ProcessListener>& listener);
  // False: no more comes.
  bool Drain(UniqueFd& fd, OutputStream stream, const std::shared_ptr<ProcessListener>& listener);
  void Feed();

  pid_t pid_ = -1;
  bool terminal_ = false;
  UniqueFd in_, out_, err_, wake_;
  std::atomic<bool> lost_{false}, reaped_{false}, ended_{false};
  Mutex mutex_;
  std::deque<std::string> input_ ASSAY_GUARDED_BY(mutex_);
  size_t queued_ ASSAY_GUARDED_BY(mutex_) = 0;
  bool close_input_ ASSAY_GUARDED_BY(mutex_) = false;
  bool paused_ ASSAY_GUARDED_BY(mutex_) = false;
};

std::shared_ptr<HostProcess> HostProcess::Start(const ProcessSpec& spec, const std::string& folder,
                                                const std::string& directory,
                                                std::shared_ptr<ProcessListener> listener) {
  auto self = std::make_shared<HostProcess>();
  const auto fail = [&](const Error& error) {
    self->ended_ = true;
    std::thread([listener, error] { listener->OnEnd(error); }).detach();
    return self;
  };
  std::error_code ec;
  if (spec.argv.empty()) return fail(BoxError(EINVAL, "argv is empty"));
  if (!fs::is_directory(directory, ec)) {
    Error error = BoxError(ENOENT, spec.directory);
    error.stage = "sandbox.directory";
    return fail(error);
  }
  self->wake_.Reset(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  self->terminal_ = spec.terminal;
  int in[2] = {-1, -1}, out[2] = {-1, -1}, err[2] = {-1, -1}, report[2];
  int terminal = -1;
  if (spec.terminal) {
    const winsize size{static_cast<unsigned short>(spec.rows),
                       static_cast<unsigned short>(spec.columns), 0, 0};
    int master;
    ASSAY_CHECK(::openpty(&master, &terminal, nullptr, nullptr, &size) == 0);
    ::fcntl(master, F_SETFD, FD_CLOEXEC);
    self->out_.Reset(master);
    self->in_.Reset(::fcntl(master, F_DUPFD_CLOEXEC, 0));
  } else {
    ASSAY_CHECK(::pipe2(in, O_CLOEXEC) == 0 && ::pipe2(out, O_CLOEXEC) == 0 &&
                ::pipe2(err, O_CLOEXEC) == 0);
    self->in_.Reset(in[1]);
    self->out_.Reset(out[0]);
    self->err_.Reset(err[0]);
    if (!spec.input) self->in_.Reset();
    ::fcntl(self->err_.get(), F_SETFL, O_NONBLOCK);
  }
  ASSAY_CHECK(::pipe2(report, O_CLOEXEC) == 0);
  ::fcntl(self->out_.get(), F_SETFL, O_NONBLOCK);
  if (self->in_) ::fcntl(self->in_.get(), F_SETFL, O_NONBLOCK);

  std::map<std::string, std::string> environment = spec.env;
  environment.emplace("PATH", "/usr/local/bin:/usr/bin:/bin");
  environment.emplace("HOME", folder + kLiveHome);
  std::vector<std::string> pairs;
  for (const auto& [name, value] : environment) pairs.push_back(name + "=" + value);
  std::vector<char*> argv, envp;
  for (const std::string& word : spec.argv) argv.push_back(const_cast<char*>(word.c_str()));
  for (const std::string& pair : pairs) envp.push_back(const_cast<char*>(pair.c_str()));
  argv.push_back(nullptr);
  envp.push_back(nullptr);

  self->pid_ = ::fork();
  ASSAY_CHECK(self->pid_ >= 0);
  if (self->pid_ == 0) {
    ::setsid();
    if (terminal >= 0) {
      ::ioctl(terminal, TIOCSCTTY, 0);
      for (int fd = 0; fd < 3; ++fd) ::dup2(terminal, fd);
    } else {
      ::dup2(in[0], 0);
      ::dup2(out[1], 1);
      ::dup2(err[1], 2);
    }
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    ::signal(SIGPIPE, SIG_DFL);
    if (::chdir(directory.c_str()) == 0) ::execvpe(argv[0], argv.data(), envp.data());
    const int error = errno;
    (void)!::write(report[1], &error, sizeof error);
    ::_exit(127);
  }
  for (const int fd : {in[0], out[1], err[1], terminal, report[1]}) {
    if (fd >= 0) ::close(fd);
  }
  int error = 0;
  const bool failed = ::read(report[0], &error, sizeof error) == sizeof error;
  ::close(report[0]);
  if (failed) {
    ::waitpid(self->pid_, nullptr, 0);
    self->reaped_ = true;
    return fail(BoxError(error, "cannot start " + spec.argv[0]));
  }
  std::thread([self, listener = std::move(listener)] { self->Follow(listener); }).detach();
  return self;
}

bool HostProcess::Drain(UniqueFd& fd, OutputStream stream,
                        const std::shared_ptr<ProcessListener>& listener) {
  char buffer[64 << 10];
  for (;;) {
    const ssize_t count = ::read(fd.get(), buffer, sizeof buffer);
    if (count < 0 && (errno == EAGAIN || errno == EINTR)) return true;
    if (count <= 0) return false;
    listener->OnOutput(stream, std::string(buffer, static_cast<size_t>(count)));
    MutexLock lock(mutex_);
    if (paused_) return true;
  }
}

void HostProcess::Feed() {
  MutexLock lock(mutex_);
  while (!input_.empty()) {
    std::string& front = input_.front();
    const ssize_t count = ::write(in_.get(), front.data(), front.size());
    if (count < 0 && errno == EAGAIN) return;
    if (count < 0) {  // nobody reads any more
      input_.clear();
      queued_ = 0;
      return;
    }
    queued_ -= static_cast<size_t>(count);
    front.erase(0, static_cast<size_t>(count));
    if (front.empty()) input_.pop_front();
  }
  if (!close_input_) return;
  close_input_ = false;
  if (terminal_) {
    (void)!::write(in_.get(), "\x04", 1);
  } else {
    in_.Reset();
  }
}

void HostProcess::Follow(const std::shared_ptr<ProcessListener>& listener) {
  listener->OnStart(pid_);
  UniqueFd pidfd(static_cast<int>(::syscall(SYS_pidfd_open, pid_, 0)));
  const OutputStream first = terminal_ ? OutputStream::kTerminal : OutputStream::kStdout;
  bool out_open = true, err_open = err_.valid();
  for (bool over = false; !over;) {
    pollfd entries[5] = {{pidfd.get(), POLLIN, 0},
                         {wake_.get(), POLLIN, 0},
                         {-1, POLLIN, 0},
                         {-1, POLLIN, 0},
                         {-1, POLLOUT, 0}};
    {
      MutexLock lock(mutex_);
      if (out_open && !paused_) entries[2].fd = out_.get();
      if (err_open && !paused_) entries[3].fd = err_.get();
      if (in_ && (!input_.empty() || close_input_)) entries[4].fd = in_.get();
    }
    ::poll(entries, 5, -1);
    eventfd_t ignored;
    ::eventfd_read(wake_.get(), &ignored);
    if (entries[4].revents != 0) Feed();
    if (entries[2].revents != 0) out_open = Drain(out_, first, listener);
    if (entries[3].revents != 0) err_open = Drain(err_, OutputStream::kStderr, listener);
    over = entries[0].revents != 0;
  }
  {
    MutexLock lock(mutex_);
    paused_ = false;
  }
  if (out_open) Drain(out_, first, listener);
  if (err_open) Drain(err_, OutputStream::kStderr, listener);
  int status = 0;
  ::waitpid(pid_, &status, 0);
  reaped_ = true;
  ended_ = true;
  if (lost_) return listener->OnEnd(GoneError());
  ProcessEnd end;
  if (WIFSIGNALED(status)) {
    end.signal = WTERMSIG(status);
  } else {
    end.exit_code = WEXITSTATUS(status);
  }
  listener->OnEnd(end);
}

class HostFiles final : public LiveFiles {
 public:
  HostFiles(std::string folder, std::shared_ptr<const std::atomic<bool>> killed)
      : folder_(std::move(folder)), killed_(std::move(killed)) {}

  std::string Map(const std::string& path) const {
    const std::string whole = path.empty() || path[0] != '/' ? kLiveHome + ("/" + path) : path;
    return folder_ + fs::path(whole).lexically_normal().string();
  }

  Result<FileInfo> Stat(const std::string& path, SteadyTime) override {
    struct stat info;
    const std::string at = Map(path);
    if (::lstat(at.c_str(), &info) != 0) return BoxError(errno, path);
    FileInfo found;
    found.path = at.substr(folder_.size());
    found.kind = S_ISREG(info.st_mode)   ? FileKind::kFile
                 : S_ISDIR(info.st_mode) ? FileKind::kDirectory
                 : S_ISLNK(info.st_mode) ? FileKind::kLink
                                         : FileKind::kOther;
    found.bytes = info.st_size;
    found.mode = info.st_mode & 07777;
    found.modified_ns = info.st_mtim.tv_sec * 1'000'000'000LL + info.st_mtim.tv_nsec;
    std::error_code ec;
    if (found.kind == FileKind::kLink) found.link_target = fs::read_symlink(at, ec).string();
    return found;
  }
  Result<std::vector<FileInfo>> List(const std::string& path, int depth,
                                     SteadyTime deadline) override {
    std::error_code ec;
    std::vector<FileInfo> found;
    auto entry = fs::recursive_directory_iterator(Map(path), ec);
    if (ec) return BoxError(ec.value(), path);
    for (; entry != fs::recursive_directory_iterator(); entry.increment(ec)) {
      if (entry.depth() + 1 >= depth) entry.disable_recursion_pending();
      auto info = Stat(entry->path().string().substr(folder_.size()), deadline);
      if (info.ok()) found.push_back(*std::move(info));
    }
    return found;
  }
  Result<bool> MakeDirectory(const std::string& path, SteadyTime) override {
    std::error_code ec;
    const bool made = fs::create_directories(Map(path), ec);
    if (ec) return BoxError(ec.value(), path);
    return made;
  }
  Status Move(const std::string& from, const std::string& to, SteadyTime) override {
    std::error_code ec;
    fs::create_directories(fs::path(Map(to)).parent_path(), ec);
    fs::rename(Map(from), Map(to), ec);
    if (ec) return BoxError(ec.value(), from);
    return {};
  }
  Status Remove(const std::string& path, SteadyTime) override {
    std::error_code ec;
    if (fs::remove_all(Map(path), ec) == 0 && !ec) return BoxError(ENOENT, path);
    if (ec) return BoxError(ec.value(), path);
    return {};
  }
  Result<int64_t> Read(const std::string& path, FileRange range, const ByteSink& sink,
                       SteadyTime) override {
    if (*killed_) return BoxError(EPIPE, path);
    const std::string at = Map(path);
    struct stat info;
    if (::stat(at.c_str(), &info) != 0) return BoxError(errno, path);
    if (S_ISDIR(info.st_mode)) return BoxError(EISDIR, path);
    const int64_t begin = range.offset >= 0 ? std::min<int64_t>(range.offset, info.st_size)
                                            : std::max<int64_t>(0, info.st_size + range.offset);
    int64_t left = range.bytes < 0 ? info.st_size - begin
                                   : std::min<int64_t>(range.bytes, info.st_size - begin);
    std::ifstream file(at, std::ios::binary);
    file.seekg(begin);
    std::string buffer(64 << 10, '\0');
    while (left > 0) {
      const auto count = std::min<int64_t>(left, static_cast<int64_t>(buffer.size()));
      file.read(buffer.data(), count);
      if (!sink({buffer.data(), static_cast<size_t>(count)})) break;
      left -= count;
    }
    return int64_t{info.st_size};
  }
  Result<FileInfo> Write(const std::string& path, uint32_t mode, const ByteSource& source,
                         SteadyTime deadline) override {
    if (*killed_) return BoxError(EPIPE, path);
    const std::string at = Map(path), beside = at + ".assay-part";
    std::error_code ec;
    if (fs::is_directory(at, ec)) return BoxError(EISDIR, path);
    fs::create_directories(fs::path(at).parent_path(), ec);
    {
      std::ofstream file(beside, std::ios::binary | std::ios::trunc);
      if (!file) return BoxError(ENOTDIR, path);
      for (;;) {
        auto piece = source();
        if (!piece.ok()) {
          fs::remove(beside, ec);
          return piece.error();
        }
        if (piece->empty()) break;
        file << *piece;
      }
    }
    ::chmod(beside.c_str(), mode);
    fs::rename(beside, at, ec);
    if (ec) return BoxError(ec.value(), path);
    return Stat(path, deadline);
  }
  Status Pack(const std::string& path, const ByteSink& sink, SteadyTime) override {
    std::error_code ec;
    const fs::path at = Map(path);
    if (!fs::exists(at, ec)) return BoxError(ENOENT, path);
    const bool directory = fs::is_directory(at, ec);
    const std::string tar = folder_ + ".tar";
    const std::string from = directory ? at.string() : at.parent_path().string();
    const std::string what = directory ? "." : at.filename().string();
    const std::string command = "tar -C '" + from + "' -cf '" + tar + "' '" + what + "'";
    if (std::system(command.c_str()) != 0) return BoxError(EIO, path);
    auto bytes = ReadFile(tar, "box.files");
    fs::remove(tar, ec);
    if (!bytes.ok()) return bytes.error();
    sink(*bytes);
    return {};
  }
  Status Unpack(const std::string& path, const ByteSource& source, SteadyTime) override {
    const std::string tar = folder_ + ".tar";
    std::error_code ec;
    fs::create_directories(Map(path), ec);
    {
      std::ofstream file(tar, std::ios::binary | std::ios::trunc);
      for (;;) {
        auto piece = source();
        if (!piece.ok()) return piece.error();
        if (piece->empty()) break;
        file << *piece;
      }
    }
    const std::string command = "tar -C '" + Map(path) + "' -xf '" + tar + "' 2>/dev/null";
    const bool done = std::system(command.c_str()) == 0;
    fs::remove(tar, ec);
    if (!done) return BoxError(EINVAL, "not a tar");
    return {};
  }

 private:
  const std::string folder_;
  const std::shared_ptr<const std::atomic<bool>> killed_;
};

}  // namespace

// What outlives the handle: the processes' threads, and LoseAll.
class HostBox {
 public:
  HostBox(std::string folder, std::shared_ptr<std::atomic<int>> alive,
          std::shared_ptr<const std::atomic<bool>> workers_killed)
      : folder_(std::move(folder)),
        files_(folder_, std::move(workers_killed)),
        alive_(std::move(alive)) {
    for (const char* directory : {kLiveHome, "/tmp", "/workspace"}) {
      fs::create_directories(folder_ + directory);
    }
    ++*alive_;
  }
  ~HostBox() {
    End();
    std::error_code ec;
    fs::remove_all(folder_, ec);
  }

  void End() {
    if (ended_.exchange(true)) return;
    --*alive_;
    MutexLock lock(mutex_);
    for (const auto& process : processes_) {
      if (!process->ended()) process->Lose();
    }
    processes_.clear();
  }
  void Lose() {
    End();
    std::function<void(const Error&)> callback;
    {
      MutexLock lock(mutex_);
      lost_ = true;
      callback.swap(on_lost_);
    }
    if (callback) callback(GoneError());
  }
  void OnLost(std::function<void(const Error&)> callback) {
    {
      MutexLock lock(mutex_);
      if (!lost_) {
        on_lost_ = std::move(callback);
        return;
      }
    }
    callback(GoneError());
  }
  std::shared_ptr<LiveProcess> Start(const ProcessSpec& spec,
                                     std::shared_ptr<ProcessListener> listener) {
    const std::string directory = files_.Map(spec.directory);
    if (ended_) {
      std::thread([listener] { listener->OnEnd(GoneError()); }).detach();
      struct None final : LiveProcess {
        Status Write(std::string) override { return {}; }
        void CloseInput() override {}
        void Signal(int) override {}
        void Resize(int, int) override {}
        void PauseOutput(bool) override {}
      };
      return std::make_shared<None>();
    }
    auto process = HostProcess::Start(spec, folder_, directory, std::move(listener));
    MutexLock lock(mutex_);
    std::erase_if(processes_, [](const auto& other) { return other->ended(); });
    processes_.push_back(process);
    if (frozen_) process->Signal(SIGSTOP);
    if (ended_) process->Lose();
    return process;
  }
  Status Freeze(bool freeze) {
    if (ended_) return GoneError();
    MutexLock lock(mutex_);
    frozen_ = freeze;
    for (const auto& process : processes_) process->Signal(freeze ? SIGSTOP : SIGCONT);
    return {};
  }
  int64_t Running() {
    MutexLock lock(mutex_);
    std::erase_if(processes_, [](const auto& other) { return other->ended(); });
    return static_cast<int64_t>(processes_.size());
  }
  bool ended() const { return ended_; }
  HostFiles& files() { return files_; }

 private:
  const std::string folder_;
  HostFiles files_;
  const std::shared_ptr<std::atomic<int>> alive_;
  std::atomic<bool> ended_{false};
  Mutex mutex_;
  bool lost_ ASSAY_GUARDED_BY(mutex_) = false;
  bool frozen_ ASSAY_GUARDED_BY(mutex_) = false;
  std::vector<std::shared_ptr<HostProcess>> processes_ ASSAY_GUARDED_BY(mutex_);
  std::function<void(const Error&)> on_lost_ ASSAY_GUARDED_BY(mutex_);
};

namespace {

class HostBoxHandle final : public LiveBox {
 public:
  HostBoxHandle(std::shared_ptr<HostBox> box, std::shared_ptr<const std::atomic<bool>> held)
      : box_(std::move(box)), held_(std::move(held)) {}
  ~HostBoxHandle() override { box_->End(); }

  void End() override { box_->End(); }
  std::shared_ptr<LiveProcess> Start(ProcessSpec spec,
                                     std::shared_ptr<ProcessListener> listener) override {
    return box_->Start(spec, std::move(listener));
  }
  LiveFiles& files() override { return box_->files(); }
  Status Freeze() override {
    WaitWhileHeld();
    return box_->Freeze(true);
  }
  Status Thaw() override { return box_->Freeze(false); }
  Result<LiveUsage> Usage() override {
    if (box_->ended()) return GoneError();
    LiveUsage usage;
    usage.processes = box_->Running();
    return usage;
  }
  Result<UniqueFd> ListenInside(int port) override {
    WaitWhileHeld();
    if (box_->ended()) return GoneError();
    UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = Loopback(port);
    const int yes = 1;
    ::setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
    if (::bind(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0 ||
        ::listen(socket.get(), 64) != 0) {
      return SystemError("box.listen", errno, "cannot listen");
    }
    return socket;
  }
  Result<UniqueFd> ConnectInside(int port, SteadyTime) override {
    UniqueFd socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    const sockaddr_in address = Loopback(port);
    if (::connect(socket.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      return BoxError(errno, "nobody listens on port " + std::to_string(port));
    }
    return socket;
  }
  void OnLost(std::function<void(const Error&)> callback) override {
    box_->OnLost(std::move(callback));
  }

 private:
  void WaitWhileHeld() const {
    while (*held_ && !box_->ended()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  static sockaddr_in Loopback(int port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  const std::shared_ptr<HostBox> box_;
  const std::shared_ptr<const std::atomic<bool>> held_;
};

std::string NewFolder() {
  char folder[] = "/tmp/assay-boxes-XXXXXX";
  ASSAY_CHECK(::mkdtemp(folder) != nullptr);
  return folder;
}

}  // namespace

HostBoxes::HostBoxes() : folder_(NewFolder()) {
  // As servers have it: a process that is gone doesn't read any more.
  ::signal(SIGPIPE, SIG_IGN);
}

HostBoxes::~HostBoxes() {
  std::error_code ec;
  fs::remove_all(folder_, ec);
}

Result<std::unique_ptr<LiveBox>> HostBoxes::Create(const LiveBoxSpec& spec) {
  if (delay_ms_ > 0) std::this_thread::sleep_for(std::chrono::milliseconds(delay_ms_));
  if (!spec.image.empty() && spec.image != "python:3.11") {
    return Error{ErrorCode::kInvalidArgument, "box.image", ENOENT, "no image " + spec.image};
  }
  MutexLock lock(mutex_);
  if (fail_) {
    Error error = *std::move(fail_);
    fail_.reset();
    return error;
  }
  auto box = std::make_shared<HostBox>(folder_ + "/" + std::to_string(created_++), alive_,
                                       workers_killed_);
  boxes_.push_back(box);
  return std::unique_ptr<LiveBox>(std::make_unique<HostBoxHandle>(std::move(box), held_));
}

void HostBoxes::LoseAll() {
  std::vector<std::weak_ptr<HostBox>> boxes;
  {
    MutexLock lock(mutex_);
    boxes.swap(boxes_);
  }
  for (const auto& weak : boxes) {
    if (const auto box = weak.lock()) box->Lose();
  }
}

void HostBoxes::FailNext(Error error) {
  MutexLock lock(mutex_);
  fail_ = std::move(error);
}

}  // namespace assay
