#include "swe/run/task_box.h"

#include <algorithm>
#include <cerrno>
#include <functional>
#include <utility>
#include <vector>

#include "base/work/tenant_room.h"
#include "swe/run/waited.h"

namespace assay::swe {
namespace {

constexpr char kStage[] = "swe.run";
// Beyond the time of what is waited for: the sandbox's own word comes first.
constexpr auto kGrace = std::chrono::seconds(30);

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

Error Late(const std::string& what) {
  return Error{ErrorCode::kUnavailable, kStage, ETIMEDOUT, what + " took too long"};
}

Error OfFile(const std::string& path, const std::string& what, int sys_errno = EINVAL) {
  return Error{ErrorCode::kInvalidArgument, kStage, sys_errno, path + ": " + what};
}

bool IsAbsent(const Error& error) {
  return error.code == ErrorCode::kInvalidArgument &&
         (error.sys_errno == ENOENT || error.sys_errno == ENOTDIR);
}

// What a command writes, and how it ends.
class Output final : public ExecutionListener {
 public:
  Output(TenantRoom::Share room, int64_t most) : room_(std::move(room)), most_(most) {}

  void OnStart(int) override {}
  void OnOutput(OutputStream, const std::string& bytes) override ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    const auto left = static_cast<size_t>(most_) - kept_.size();
    const size_t taken = std::min(left, bytes.size());
    cut_ |= taken < bytes.size();
    if (taken == 0 || no_room_) return;
    no_room_ = !room_.Grow(static_cast<int64_t>(taken));
    if (!no_room_) kept_.append(bytes, 0, taken);
  }
  void OnEnd(const Result<ExecutionEnd>& end) override { end_.Give(end); }

  std::optional<Result<ExecutionEnd>> End(SteadyTime deadline) { return end_.Until(deadline); }
  // After the end.
  Status Take(CommandEnd* end) ASSAY_EXCLUDES(mutex_) {
    MutexLock lock(mutex_);
    if (no_room_) {
      return Error{ErrorCode::kResource, kStage, 0,
                   "the server holds too much of this tenant's output; try again"};
    }
    end->output = std::move(kept_);
    end->cut = cut_;
    return {};
  }

 private:
  Waited<Result<ExecutionEnd>> end_;
  Mutex mutex_;
  TenantRoom::Share room_ ASSAY_GUARDED_BY(mutex_);
  const int64_t most_;
  std::string kept_ ASSAY_GUARDED_BY(mutex_);
  bool cut_ ASSAY_GUARDED_BY(mutex_) = false;
  bool no_room_ ASSAY_GUARDED_BY(mutex_) = false;
};

// Waits for what a sandbox says to `ask` on another thread.
Status Told(const char* what, SteadyTime deadline,
            const std::function<void(std::function<void(Status)>)>& ask) {
  const auto waited = std::make_shared<Waited<Status>>();
  ask([waited](Status status) { waited->Give(std::move(status)); });
  auto status = waited->Until(deadline);
  if (!status) return Late(what);
  return *std::move(status);
}

ByteSource SourceOf(std::string_view bytes) {
  constexpr size_t kPiece = 1 << 20;
  return [bytes]() mutable -> Result<std::string> {
    const std::string_view piece = bytes.substr(0, kPiece);
    bytes.remove_prefix(piece.size());
    return std::string(piece);
  };
}

Result<std::string> ReadAll(LiveFiles& files, const std::string& path, int64_t bytes,
                            SteadyTime deadline) {
  std::string content;
  const auto read = files.Read(
      path, {0, bytes},
      [&](std::string_view piece) {
        content.append(piece.substr(0, static_cast<size_t>(bytes) - content.size()));
        return static_cast<int64_t>(content.size()) < bytes;
      },
      deadline);
  if (!read.ok()) return read.error();
  return content;
}

Status RemoveIfThere(LiveFiles& files, const std::string& path, SteadyTime deadline) {
  const Status removed = files.Remove(path, deadline);
  if (removed.ok() || IsAbsent(removed.error())) return {};
  return removed;
}

// `pattern` has any number of '*'.
bool Matches(std::string_view name, std::string_view pattern) {
  size_t at = 0, in = 0, star = std::string_view::npos, retry = 0;
  while (at < name.size()) {
    if (in < pattern.size() && pattern[in] == '*') {
      star = in++;
      retry = at;
    } else if (in < pattern.size() && pattern[in] == name[at]) {
      ++in;
      ++at;
    } else if (star != std::string_view::npos) {
      in = star + 1;
      at = ++retry;
    } else {
      return false;
    }
  }
  while (in < pattern.size() && pattern[in] == '*') ++in;
  return in == pattern.size();
}

std::string NameOf(const std::string& path) {
  return path.substr(path.rfind('/') + 1);
}

}  // namespace

void TaskBox::Cancel::Now() {
  SandboxPtr sandbox;
  {
    MutexLock lock(mutex_);
    given_up_ = true;
    sandbox = std::move(sandbox_);
  }
  if (sandbox != nullptr) sandbox->End(SandboxEnd::kDeleted);
}

bool TaskBox::Cancel::given_up() const {
  MutexLock lock(mutex_);
  return given_up_;
}

bool TaskBox::Cancel::Hold(const SandboxPtr& sandbox) {
  MutexLock lock(mutex_);
  if (!given_up_) sandbox_ = sandbox;
  return !given_up_;
}

Result<std::unique_ptr<TaskBox>> TaskBox::Make(Sandboxes& sandboxes, const std::string& tenant,
                                               const SandboxRequest& request, SteadyTime patience,
                                               Cancel& cancel) {
  constexpr auto kPause = std::chrono::milliseconds(200);
  const Error given_up{ErrorCode::kCancelled, kStage, 0, "nobody wants it any more"};
  while (true) {
    if (cancel.given_up()) return given_up;
    const auto waited = std::make_shared<Waited<Result<SandboxPtr>>>();
    sandboxes.Create(tenant, request, [waited](Result<SandboxPtr> made) {
      auto late = waited->Give(std::move(made));
      if (late && late->ok()) (**late)->End(SandboxEnd::kDeleted);
    });
    auto made = waited->Until(std::max(patience, Now() + kGrace));
    if (!made) return Late("making a sandbox");
    if (made->ok()) {
      SandboxPtr sandbox = **made;
      std::unique_ptr<TaskBox> box(new TaskBox(sandbox, cancel));
      if (!cancel.Hold(sandbox)) return given_up;
      return box;
    }
    if (made->error().code != ErrorCode::kResource || Now() + kPause > patience) {
      return made->error();
    }
    Waited<bool>().Until(Now() + kPause);
  }
}

TaskBox::~TaskBox() {
  cancel_.Hold(nullptr);
  sandbox_->End(SandboxEnd::kDeleted);
}

std::string TaskBox::At(const std::string& path) const {
  const std::string tree = tree_.empty() || tree_[0] == '/' ? tree_ : kLiveHome + ("/" + tree_);
  return path.empty() ? tree : tree + "/" + path;
}

Status TaskBox::WithFiles(SteadyTime deadline, std::function<Status(LiveFiles&)> work) {
  // One that hasn't begun when the wait ends isn't begun any more; one that has ends by the
  // deadlines of its own calls, and is waited for as it uses what the caller has.
  struct Turn {
    Mutex mutex;
    bool begun ASSAY_GUARDED_BY(mutex) = false;
    bool left ASSAY_GUARDED_BY(mutex) = false;
    Waited<bool> begins;
    Waited<Status> done;
  };
  const auto turn = std::make_shared<Turn>();
  sandbox_->WithFiles([turn, work = std::move(work)](const Result<LiveFiles*>& files) {
    {
      MutexLock lock(turn->mutex);
      if (turn->left) return;
      turn->begun = true;
    }
    turn->begins.Give(true);
    turn->done.Give(files.ok() ? work(**files) : Status(files.error()));
  });
  if (!turn->begins.Until(deadline)) {
    MutexLock lock(turn->mutex);
    turn->left = !turn->begun;
    if (turn->left) return Late("waiting for the sandbox's files");
  }
  return *turn->done.Until(SteadyTime::max());
}

Status TaskBox::Unpack(const BlobPtr& archive, SteadyTime deadline) {
  return WithFiles(deadline, [&](LiveFiles& files) {
    return files.Unpack(At(""), SourceOf(archive->view()), deadline);
  });
}

Result<TreeFile> TaskBox::Look(const std::string& path, SteadyTime deadline) {
  TreeFile found;
  const auto look = [&](LiveFiles& files) -> Status {
    // What a link leads to is no file of the tree.
    for (size_t slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
      const auto folder = files.Stat(At(path.substr(0, slash)), deadline);
      if (!folder.ok()) return IsAbsent(folder.error()) ? Status() : Status(folder.error());
      if (folder->kind == FileKind::kFile) return {};  // so there is nothing below it
      if (folder->kind != FileKind::kDirectory) {
        found.entry = TreeEntry::kOther;
        return {};
      }
    }
    const auto info = files.Stat(At(path), deadline);
    if (!info.ok()) return IsAbsent(info.error()) ? Status() : Status(info.error());
    found.entry = info->kind == FileKind::kFile ? TreeEntry::kFile : TreeEntry::kOther;
    if (found.entry != TreeEntry::kFile) return {};
    if (info->bytes > kMostFileBytes) return OfFile(path, "is too large to be patched", EFBIG);
    constexpr uint32_t kOwnerRuns = 0100;
    found.executable = (info->mode & kOwnerRuns) != 0;
    ASSAY_ASSIGN_OR_RETURN(found.content, ReadAll(files, At(path), info->bytes, deadline));
    return {};
  };
  ASSAY_RETURN_IF_ERROR(WithFiles(deadline, look));
  return found;
}

Status TaskBox::Write(const std::string& path, const TreeFile& file, SteadyTime deadline) {
  return WithFiles(deadline, [&](LiveFiles& files) -> Status {
    const auto written =
        files.Write(At(path), file.executable ? 0755 : 0644, SourceOf(file.content), deadline);
    return written.ok() ? Status() : Status(written.error());
  });
}

Status TaskBox::Remove(const std::string& path, SteadyTime deadline) {
  return WithFiles(deadline,
                   [&](LiveFiles& files) { return RemoveIfThere(files, At(path), deadline); });
}

Status TaskBox::Ensure(const FileChange& change, SteadyTime deadline) {
  const auto there = Look(change.path, deadline);
  if (!there.ok() && there.error().code != ErrorCode::kInvalidArgument) return there.error();
  if (there.ok()) {
    if (!change.file && there->entry == TreeEntry::kAbsent) return {};
    if (change.file && there->entry == TreeEntry::kFile && there->content == change.file->content &&
        there->executable == change.file->executable) {
      return {};
    }
  }
  ASSAY_RETURN_IF_ERROR(Remove(change.path, deadline));
  return change.file ? Write(change.path, *change.file, deadline) : Status();
}

Result<CommandEnd> TaskBox::Run(const std::string& command, Nanoseconds time, int64_t most_bytes) {
  ExecutionRequest request;
  // One pipe for both streams, so that they stay in their order.
  request.process.argv = {"/bin/bash", "-c", "exec 2>&1\n" + command};
  request.process.directory = At("");
  request.timeout = time;
  const SteadyTime began = Now();
  ASSAY_ASSIGN_OR_RETURN(const auto execution, sandbox_->Start(std::move(request)));
  const auto output = std::make_shared<Output>(sandbox_->Memory(), most_bytes);
  execution->Attach(output);
  const auto ended = output->End(began + time + kGrace);
  if (!ended) return Late("the end of a command whose time is over");
  if (!ended->ok()) return ended->error();
  const ExecutionEnd& how = **ended;
  CommandEnd end;
  constexpr int kSignalled = 128;
  end.exit_code = how.process.signal == 0 ? how.process.exit_code : kSignalled + how.process.signal;
  end.timed_out = how.timed_out;
  end.out_of_memory = how.process.out_of_memory;
  end.took = Now() - began;
  ASSAY_RETURN_IF_ERROR(output->Take(&end));
  return end;
}

Status TaskBox::EndProcesses(SteadyTime deadline) {
  ASSAY_RETURN_IF_ERROR(
      Told("keeping the files", deadline, [&](auto done) { sandbox_->Snapshot(std::move(done)); }));
  return Told("beginning anew", deadline, [&](auto done) { sandbox_->Recycle(std::move(done)); });
}

Result<std::vector<std::string>> TaskBox::Matching(const std::string& pattern,
                                                   SteadyTime deadline) {
  if (NameOf(pattern).find('*') == std::string::npos) return std::vector<std::string>{pattern};
  const std::string name = NameOf(pattern);
  const std::string folder = pattern.substr(0, pattern.size() - name.size());
  std::vector<std::string> paths;
  ASSAY_RETURN_IF_ERROR(WithFiles(deadline, [&](LiveFiles& files) -> Status {
    const auto entries = files.List(At(folder), 1, deadline);
    if (!entries.ok()) return IsAbsent(entries.error()) ? Status() : Status(entries.error());
    for (const FileInfo& entry : *entries) {
      const std::string file = NameOf(entry.path);
      if (entry.kind == FileKind::kFile && Matches(file, name)) paths.push_back(folder + file);
    }
    return {};
  }));
  std::sort(paths.begin(), paths.end());
  return paths;
}

Result<std::string> TaskBox::ReadReport(const std::string& pattern, int64_t most_bytes,
                                        SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(const auto paths, Matching(pattern, deadline));
  if (paths.empty()) return OfFile(pattern, "there is no such report", ENOENT);
  std::string report;
  ASSAY_RETURN_IF_ERROR(WithFiles(deadline, [&](LiveFiles& files) -> Status {
    for (const std::string& path : paths) {
      const auto info = files.Stat(At(path), deadline);
      if (!info.ok()) {
        return IsAbsent(info.error()) ? OfFile(path, "there is no such report", ENOENT)
                                      : info.error();
      }
      if (info->kind != FileKind::kFile) return OfFile(path, "the report is no plain file");
      if (info->bytes > most_bytes - static_cast<int64_t>(report.size())) {
        return OfFile(path, "the report is too large", EFBIG);
      }
      ASSAY_ASSIGN_OR_RETURN(const std::string part,
                             ReadAll(files, At(path), info->bytes, deadline));
      report += part;
      report += '\n';
    }
    return {};
  }));
  return report;
}

Status TaskBox::RemoveReport(const std::string& pattern, SteadyTime deadline) {
  ASSAY_ASSIGN_OR_RETURN(const auto paths, Matching(pattern, deadline));
  return WithFiles(deadline, [&](LiveFiles& files) -> Status {
    for (const std::string& path : paths) {
      ASSAY_RETURN_IF_ERROR(RemoveIfThere(files, At(path), deadline));
    }
    return {};
  });
}

}  // namespace assay::swe
