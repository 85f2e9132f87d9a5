// LiveBox: a box that stays. Where Runner runs one program and wipes everything, a live box keeps
// its files and its processes until it ends: programs are started in it, talked to, signalled; its
// files are read and written meanwhile. The seam between sandboxes that live and isolation: the
// sessions know only this interface, so that they are tested without privileges.
//
// Whoever is in the box is hostile: nothing it does makes a call here fail to return, and what it
// says of itself (file names, sizes, output) is data. What it can't do: see anything of the server
// or of another box, outlive its box, or go over the box's limits.
//
// Errors: kInvalidArgument is the box's own answer (no such file, no such directory to start in),
// with the errno it gave in sys_errno: ENOMEM and EAGAIN when it has used up its memory or
// processes, and the message then says what to do; kUnavailable: the box has ended or its agent
// doesn't answer; kResource: a bound of ours (queue of input, boxes); anything else is our
// environment's failure.
#pragma once

#include <cerrno>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/fd.h"
#include "base/result.h"

namespace assay {

// Of everything in a box together.
struct LiveLimits {
  double cpus = 1;  // processors' worth of time
  int64_t memory_bytes = 1LL << 30;
  // Written files; they are memory, too, and count as such. Half of it, so that a box that is full
  // of them can still start a program.
  int64_t disk_bytes = 512LL << 20;
  int64_t files = 1 << 17;
  int64_t processes = 256;  // and threads
};

// Whether the box has refused because it has used up its memory or its processes.
inline bool IsUsedUp(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument &&
         (error.sys_errno == ENOMEM || error.sys_errno == EAGAIN);
}

// Whether the box's side of a call broke off or said nothing in time, by an answer that counts as
// the box's own: its programs may stop or kill what works on its files. Whoever asked has made no
// mistake.
inline bool HasBrokenOff(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument &&
         (error.sys_errno == ETIMEDOUT || error.sys_errno == EPIPE || error.sys_errno == EPROTO);
}

struct LiveBoxSpec {
  // The root folder below the box's own files, of the image store; empty: the host's toolchains.
  // Its environment and its work folder count for every process that says nothing else.
  std::string image;
  LiveLimits limits;
};

struct ProcessSpec {
  std::vector<std::string> argv;           // argv[0]: absolute, or found through PATH
  std::map<std::string, std::string> env;  // added to what every process of the box has
  std::string directory;                   // absolute; empty: the home directory
  // Whether it has stdin, until CloseInput; else it reads end of file.
  bool input = false;
  // It gets a terminal as stdin, stdout and stderr.
  bool terminal = false;
  int rows = 24;
  int columns = 80;
};

enum class OutputStream { kStdout, kStderr, kTerminal };

struct ProcessEnd {
  int exit_code = 0;  // when signal is 0
  int signal = 0;     // that ended it
  // The box hit its memory limit while the process was alive, and the kernel killed something.
  bool out_of_memory = false;
};

// Told about one process, in order, one call at a time: OnStart or (when it couldn't be started)
// OnEnd; then OnOutput; last, and always, OnEnd once. From a thread of the host: must not block.
class ProcessListener {
 public:
  virtual ~ProcessListener() = default;
  // `pid` is the box's number for it.
  virtual void OnStart(int pid) = 0;
  virtual void OnOutput(OutputStream stream, std::string bytes) = 0;
  // The process itself ended, and what it had written by then was told. What it left running lives
  // on; what that writes to the same pipes is read and dropped. An Error: it never ran, or nobody
  // knows how it ended, because the box is gone. Never an invented exit code.
  virtual void OnEnd(Result<ProcessEnd> end) = 0;
};

// One started process. Thread-safe; calls after its end do nothing.
class LiveProcess {
 public:
  virtual ~LiveProcess() = default;  // the process goes on
  // To stdin or the terminal. Queued; kResource while more than kMaxQueuedInput wait already.
  virtual Status Write(std::string bytes) = 0;
  // After what is queued. Of a terminal: sends its end-of-file character.
  virtual void CloseInput() = 0;
  // To it and its process group.
  virtual void Signal(int signal) = 0;
  virtual void Resize(int rows, int columns) = 0;
  // While paused no output is read: the process waits once its pipe is full.
  virtual void PauseOutput(bool paused) = 0;
};
inline constexpr size_t kMaxQueuedInput = 4 << 20;

enum class FileKind { kFile, kDirectory, kLink, kOther };

struct FileInfo {
  std::string path;  // absolute, as asked for, or below the directory that was listed
  FileKind kind = FileKind::kFile;
  int64_t bytes = 0;
  uint32_t mode = 0;        // permission bits
  int64_t modified_ns = 0;  // since 1970
  std::string link_target;  // of kLink
};

struct FileRange {
  int64_t offset = 0;  // negative: from the end, at most the whole file
  int64_t bytes = -1;  // negative: to the end
};

// Takes a piece; false: enough, give up.
using ByteSink = std::function<bool(std::string_view piece)>;
// The next piece; empty: no more. An Error gives up: nothing half written stays.
using ByteSource = std::function<Result<std::string>()>;

// The box's files, as its own user sees and may change them, whoever asks: paths are walked inside
// the box, so that no link leads out of it. Paths are absolute, or relative to the home directory.
// Calls block until done, at most until `deadline`; thread-safe.
class LiveFiles {
 public:
  virtual ~LiveFiles() = default;
  virtual Result<FileInfo> Stat(const std::string& path, SteadyTime deadline) = 0;
  // Entries of a directory and of those below it, `depth` levels (1: its own only), without itself;
  // EOVERFLOW beyond kMaxListedFiles.
  virtual Result<std::vector<FileInfo>> List(const std::string& path, int depth,
                                             SteadyTime deadline) = 0;
  // With its parents. False: it was there.
  virtual Result<bool> MakeDirectory(const std::string& path, SteadyTime deadline) = 0;
  virtual Status Move(const std::string& from, const std::string& to, SteadyTime deadline) = 0;
  // With all that is below it.
  virtual Status Remove(const std::string& path, SteadyTime deadline) = 0;
  // A regular file. Gives its whole size.
  virtual Result<int64_t> Read(const std::string& path, FileRange range, const ByteSink& sink,
                               SteadyTime deadline) = 0;
  // Makes parents, replaces what is there at once when all is written. ENOSPC, EDQUOT: it is full.
  // Gives what it is now.
  virtual Result<FileInfo> Write(const std::string& path, uint32_t mode, const ByteSource& source,
                                 SteadyTime deadline) = 0;
  // A file or directory with all below it as an uncompressed tar, names relative to it.
  virtual Status Pack(const std::string& path, const ByteSink& sink, SteadyTime deadline) = 0;
  // The same of all that the box's programs made, wherever it is: what is its user's own, and files
  // of its image that they wrote to, with names relative to "/". Unpacked to "/" of a fresh box of
  // the same image it is all there again; files of the image that were deleted are there, too.
  virtual Status PackOwn(const ByteSink& sink, SteadyTime deadline) {
    return Pack("/", sink, deadline);
  }
  // A tar, plain or compressed, into a directory, which is made. What would lead out of it by name
  // is refused, the rest is bounded by the box's limits.
  virtual Status Unpack(const std::string& path, const ByteSource& source, SteadyTime deadline) = 0;
};
inline constexpr int kMaxListedFiles = 100'000;

struct LiveUsage {
  Nanoseconds cpu_time{0};
  int64_t memory_bytes = 0;
  int64_t memory_peak_bytes = 0;
  int64_t processes = 0;
  int64_t oom_kills = 0;
};

// Thread-safe. Destroying it ends the box and everything in it, without waiting for that.
class LiveBox {
 public:
  virtual ~LiveBox() = default;
  // The same now, for calls that are under way, too: they say kUnavailable, and so do later ones.
  virtual void End() = 0;
  // Returns at once; the listener hears of it, also when it can't be started.
  virtual std::shared_ptr<LiveProcess> Start(ProcessSpec spec,
                                             std::shared_ptr<ProcessListener> listener) = 0;
  virtual LiveFiles& files() = 0;
  // Stops every process where it is, until Thaw. Files can be read and written meanwhile; what is
  // started starts to run with Thaw.
  virtual Status Freeze() = 0;
  virtual Status Thaw() = 0;
  virtual Result<LiveUsage> Usage() = 0;
  // A listening TCP socket on the box's loopback interface: what its programs connect to there, our
  // process accepts. The way out of a box that has no other.
  virtual Result<UniqueFd> ListenInside(int port) = 0;
  // A TCP connection from our process to a port on the box's loopback interface; ECONNREFUSED: no
  // program listens there.
  virtual Result<UniqueFd> ConnectInside(int port, SteadyTime deadline) = 0;
  // Called once when the box ends though nobody destroyed it; at once if it already has. Must not
  // block.
  virtual void OnLost(std::function<void(const Error&)> callback) = 0;
};

// What every process of a box finds: one ordinary user, whose files all of this is.
inline constexpr const char* kLiveUser = "user";
inline constexpr const char* kLiveHome = "/home/user";

// A root folder that boxes may have.
struct BoxImage {
  std::string name;
  std::string digest;   // of what it was made of; empty: nothing that has one
  std::string created;  // RFC 3339
  int64_t bytes = 0;
};

// Makes live boxes. Thread-safe.
class LiveBoxHost {
 public:
  virtual ~LiveBoxHost() = default;
  // Blocks for a few milliseconds; from a warm pool for less. kInvalidArgument: no such image
  // (ENOENT), or limits that this host can't keep.
  virtual Result<std::unique_ptr<LiveBox>> Create(const LiveBoxSpec& spec) = 0;
  // Whose names LiveBoxSpec::image may have, beside the empty one; other spellings of them, too.
  virtual std::vector<BoxImage> Images() = 0;
  // Boxes that wait to be taken.
  virtual int warm() = 0;
  virtual std::string tier() const = 0;
};

}  // namespace assay
