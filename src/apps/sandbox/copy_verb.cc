#include "apps/sandbox/copy_verb.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "apps/cli/terminal.h"
#include "apps/sandbox/tar_stream.h"
#include "apps/setup/judges.h"
#include "base/fd.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr size_t kPiece = 256 << 10;
constexpr std::chrono::hours kTransferTime{1};

int Fail(const std::string& message, int exit_code = kExitUsage) {
  std::fprintf(stderr, "assay sandbox cp: %s\n", message.c_str());
  return exit_code;
}

int Fail(const Error& error) {
  return Fail(error.message, ExitCodeOf(error));
}

// How much has gone, for who looks at it.
class Progress {
 public:
  ~Progress() {
    if (drawn_) std::fputs("\r\033[K", stderr);
  }
  void Add(size_t bytes) {
    bytes_ += static_cast<int64_t>(bytes);
    const SteadyTime now = std::chrono::steady_clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    drawn_ = true;
    std::fprintf(stderr, "\r\033[K%s", HumanBytes(bytes_).c_str());
  }

 private:
  const bool shown_ = IsTerminal(stderr);
  bool drawn_ = false;
  int64_t bytes_ = 0;
  SteadyTime last_ = std::chrono::steady_clock::now();
};

std::string LastPart(std::string path) {
  while (path.size() > 1 && path.back() == '/') path.pop_back();
  const std::string last = path.substr(path.rfind('/') + 1);
  return last == ".." ? "." : last;  // never the folder above the one that was named
}

// `to`, or what is named like `from` in it when it is a folder.
std::string InFolder(const std::string& from, const std::string& to, bool is_folder) {
  if (!is_folder && (to.empty() || to.back() != '/')) return to;
  return to + (to.empty() || to.back() == '/' ? "" : "/") + LastPart(from);
}

Result<std::string> KindOf(const SandboxClient& client, const CopyPlace& place) {
  ASSAY_ASSIGN_OR_RETURN(const auto found, client.Look(SandboxPath(place.sandbox) + "/files/info" +
                                                       PathQuery(place.path)));
  return found ? found->Text("kind") : std::string();
}

Status SendPieces(const SandboxClient& client, const std::string& target,
                  std::function<Result<std::string>()> next) {
  Progress progress;
  HttpCall call;
  call.method = "PUT";
  call.deadline = std::chrono::steady_clock::now() + kTransferTime;
  call.headers = {{"Content-Type", "application/octet-stream"}};
  call.source = [&progress, next = std::move(next)] {
    Result<std::string> piece = next();
    if (piece.ok()) progress.Add(piece->size());
    return piece;
  };
  const auto sent = client.Transfer(std::move(call), target);
  return sent.ok() ? Status() : Status(sent.error());
}

Status Upload(const SandboxClient& client, const std::string& from, const CopyPlace& to) {
  ASSAY_ASSIGN_OR_RETURN(const std::string kind, KindOf(client, to));
  if (kind == "directory" && from == "-") {
    return Error{ErrorCode::kInvalidArgument, "cp", 0, to.path + " is a folder: name the file"};
  }
  const std::string path = from == "-" ? to.path : InFolder(from, to.path, kind == "directory");
  struct stat info {};
  const UniqueFd file(from == "-" ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                  : ::open(from.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file || ::fstat(file.get(), &info) != 0) {
    return Error{ErrorCode::kInvalidArgument, "cp", errno,
                 from + ": " + std::generic_category().message(errno)};
  }
  const std::string place = SandboxPath(to.sandbox);
  if (S_ISDIR(info.st_mode)) {
    const auto tar = std::make_shared<TarReader>(from);
    return SendPieces(client, place + "/archive" + PathQuery(path), [tar] { return tar->Next(); });
  }
  const std::string mode = fmt::format("&mode={:o}", from == "-" ? 0644 : info.st_mode & 0777);
  return SendPieces(client, place + "/files" + PathQuery(path) + mode,
                    [&file, &from]() -> Result<std::string> {
                      std::string piece(kPiece, '\0');
                      const ssize_t got = ::read(file.get(), piece.data(), piece.size());
                      if (got < 0) return SystemError("cp", errno, from);
                      piece.resize(static_cast<size_t>(got));
                      return piece;
                    });
}

Status Receive(const SandboxClient& client, const std::string& target,
               std::function<bool(std::string_view)> sink) {
  Progress progress;
  HttpCall call;
  call.method = "GET";
  call.deadline = std::chrono::steady_clock::now() + kTransferTime;
  call.sink = [&progress, sink = std::move(sink)](std::string_view piece) {
    progress.Add(piece.size());
    return sink(piece);
  };
  const auto received = client.Transfer(std::move(call), target);
  return received.ok() ? Status() : Status(received.error());
}

// Into a new file beside its place, which it takes when it is whole.
Status DownloadFile(const SandboxClient& client, const std::string& target, const std::string& to) {
  const bool is_stdout = to == "-";
  std::string partial = to + ".part-XXXXXX";
  const UniqueFd file(is_stdout ? ::fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0)
                                : ::mkstemp(partial.data()));
  if (!file) return SystemError("cp", errno, to);
  bool full = false;
  const Status received = Receive(client, target, [&](std::string_view piece) {
    while (!piece.empty()) {
      const ssize_t written = ::write(file.get(), piece.data(), piece.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) return !(full = true);
      piece.remove_prefix(static_cast<size_t>(written));
    }
    return true;
  });
  if (is_stdout) return full ? Status(SystemError("cp", errno, "stdout")) : received;
  const mode_t mask = ::umask(0);
  ::umask(mask);
  const bool placed = received.ok() && !full && ::fchmod(file.get(), 0666 & ~mask) == 0 &&
                      ::rename(partial.c_str(), to.c_str()) == 0;
  if (placed) return {};
  const int why = errno;
  ::unlink(partial.c_str());
  if (!received.ok() && !full) return received;
  return SystemError("cp", why, to);
}

Status Download(const SandboxClient& client, const CopyPlace& from, const std::string& to) {
  ASSAY_ASSIGN_OR_RETURN(const std::string kind, KindOf(client, from));
  if (kind.empty()) {
    return Error{ErrorCode::kInvalidArgument, "cp", 0,
                 from.path + ": there is no such file in the sandbox"};
  }
  const std::string place = SandboxPath(from.sandbox);
  const std::string query = PathQuery(from.path);
  const std::string target = to == "-" ? to : InFolder(from.path, to, fs::is_directory(to));
  if (kind != "directory") return DownloadFile(client, place + "/files" + query, target);
  if (to == "-") {
    return Error{ErrorCode::kInvalidArgument, "cp", 0, from.path + " is a folder: name one for it"};
  }
  TarWriter writer(fs::absolute(target).string());
  const Status received = Receive(client, place + "/archive" + query,
                                  [&](std::string_view piece) { return writer.Feed(piece); });
  const Status unpacked = writer.Finish();
  // Which of them came first isn't known: a failed write ends the transfer, a broken transfer the
  // archive.
  return unpacked.ok() ? received : unpacked;
}

}  // namespace

CopyPlace ParsePlace(const std::string& text) {
  const size_t colon = text.find(':');
  const bool local = colon == text.npos || colon == 0 || text.find('/') < colon;
  if (local) return {"", text};
  const std::string path = text.substr(colon + 1);
  return {text.substr(0, colon), path.empty() ? "." : path};
}

int Copy(const SandboxClient& client, const CopyPlace& from, const CopyPlace& to) {
  ::signal(SIGPIPE, SIG_IGN);
  if (from.sandbox.empty() == to.sandbox.empty()) {
    return Fail("one of the two is a sandbox's, SANDBOX:PATH, and the other this machine's");
  }
  if (from.path.empty() || to.path.empty()) return Fail("a path must not be empty");
  const Status copied =
      to.sandbox.empty() ? Download(client, from, to.path) : Upload(client, from.path, to);
  return copied.ok() ? 0 : Fail(copied.error());
}

}  // namespace assay
