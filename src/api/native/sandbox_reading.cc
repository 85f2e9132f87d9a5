#include "api/native/sandbox_reading.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "api/sessions/wire/sandbox_answer.h"
#include "base/text.h"
#include "runner/steady_file.h"

namespace assay {
namespace {

constexpr int kTries = 3;  // of a file that changes meanwhile
constexpr std::string_view kIdField = "sandbox.id";

// Why a file was not read.
struct Unread {
  bool of_request = true;  // else the sandbox or the server failed
  SandboxFault fault;
};
Unread Refused(std::string code, std::string message) {
  return {true, {422, std::move(code), std::move(message)}};
}

bool Same(const FileInfo& a, const FileInfo& b) {
  return a.kind == b.kind && a.bytes == b.bytes && a.modified_ns == b.modified_ns;
}

// What was read of one file, or why it wasn't; shared by the submissions that name it.
struct ReadFile {
  BlobPtr bytes;
  std::optional<Unread> unread;
  bool is_program = false;  // of a submission; each further one has a copy
};

// The sandbox that is being read.
struct Turn {
  const Sandbox& sandbox;
  LiveFiles& files;
  const SteadyTime deadline;
  int64_t bytes = 0;  // read, and copied
  std::map<std::string, ReadFile> known = {};
};

SteadyTime Now() {
  return std::chrono::steady_clock::now();
}

// The sandboxes of a request, one after another: a request holds one thread of theirs at a time.
class Reading : public std::enable_shared_from_this<Reading> {
 public:
  using Done = std::function<void(std::shared_ptr<const void> held)>;

  Reading(Sandboxes* sandboxes, std::string tenant, VerifyRequest* request, Done done,
          const SourcePatience& patience)
      : sandboxes_(sandboxes),
        tenant_(std::move(tenant)),
        request_(*request),
        done_(std::move(done)),
        patience_(patience) {
    for (size_t i = 0; i < request_.items.size(); ++i) {
      const VerifyItem& item = request_.items[i];
      // A faulty one isn't judged.
      if (item.sandbox && item.faults.empty()) by_sandbox_[item.sandbox->id].push_back(i);
    }
    next_ = by_sandbox_.begin();
  }

  void Start() {
    size_t count = 0;
    for (const auto& [id, items] : by_sandbox_) {
      if (sandboxes_ == nullptr) {
        FaultAll(items, "no_sandboxes",
                 "this server has no sandboxes that live: whoever runs it starts `assay serve` "
                 "with --sandboxes N (docs/sandboxes.md)");
      } else if (++count > kMostSourceSandboxes) {
        FaultAll(items, "too_long",
                 "one request may read from " + std::to_string(kMostSourceSandboxes) +
                     " sandboxes: send the rest in another one");
      }
    }
    if (sandboxes_ == nullptr) next_ = by_sandbox_.end();
    Next();
  }

 private:
  // At most kMostSourceSandboxes deep, where none of them is there any more.
  void Next() {
    if (next_ == by_sandbox_.end() || started_++ == kMostSourceSandboxes) {
      return done_(std::make_shared<std::vector<TenantRoom::Share>>(std::move(shares_)));
    }
    const std::vector<size_t>& items = next_->second;
    const SandboxPtr sandbox = sandboxes_->Find(tenant_, next_->first);
    ++next_;
    if (sandbox == nullptr) {
      FaultAll(items, "unknown_sandbox", "there is no such sandbox, or it ended long ago");
      return Next();
    }
    if (Now() >= deadline_) {
      OutOfTime(items);
      return Next();
    }
    sandbox->WithFiles(
        [self = shared_from_this(), sandbox, &items](const Result<LiveFiles*>& files) {
          if (files.ok()) {
            self->ReadAll(sandbox, **files, items);
          } else {
            const SandboxFault fault = FaultOf(files.error(), sandbox.get(), kIdField);
            for (const size_t item : items) self->request_.items[item].unread = fault;
          }
          self->Next();
        });
  }

  void ReadAll(const SandboxPtr& sandbox, LiveFiles& files, const std::vector<size_t>& items) {
    const SteadyTime now = Now();
    if (now >= deadline_) return OutOfTime(items);
    Turn turn{*sandbox, files, std::min(now + patience_.each, deadline_)};
    for (const size_t index : items) {
      VerifyItem& item = request_.items[index];
      const SandboxSource& source = *item.sandbox;
      int64_t bytes = 0;  // of this submission
      if (source.code) {
        const FieldPath field = source.path / "code";
        if (ReadFile* code = Fetch(&turn, *source.code, field, &bytes, &item)) {
          if (const auto unread = Take(&turn, *source.code, code, &item.submission)) {
            Note(*unread, field, &item);
          }
        }
      }
      for (const auto& [place, path] : source.files) {
        if (const ReadFile* file =
                Fetch(&turn, path, source.path / "files" / place, &bytes, &item)) {
          item.submission.files[place] = file->bytes;
        }
      }
    }
  }

  // Null: it wasn't read, as the item says now. `bytes`: what the item has already.
  ReadFile* Fetch(Turn* turn, const std::string& path, const FieldPath& field, int64_t* bytes,
                  VerifyItem* item) {
    auto found = turn->known.find(path);
    if (found == turn->known.end()) {
      found = turn->known.emplace(path, Read(turn, path)).first;
    }
    ReadFile& file = found->second;
    std::optional<Unread> unread = file.unread;
    if (!unread) {
      const auto size = static_cast<int64_t>(file.bytes->size());
      if (size > kMostSandboxBytes - *bytes) {
        unread = TooLarge(path, size);
      } else {
        *bytes += size;
      }
    }
    if (!unread) return &file;
    Note(*unread, field, item);
    return nullptr;
  }

  static void Note(const Unread& unread, const FieldPath& field, VerifyItem* item) {
    if (unread.of_request) {
      item->faults.Add(field, unread.fault.code, unread.fault.message);
    } else {
      item->unread = unread.fault;
    }
  }

  // The program, of which each submission has a copy of its own.
  std::optional<Unread> Take(Turn* turn, const std::string& path, ReadFile* file,
                             Submission* submission) {
    const auto size = static_cast<int64_t>(file->bytes->size());
    if (!IsValidUtf8(file->bytes->view())) {
      return Refused("value_error", path + " is no text in UTF-8");
    }
    // What was read for it counts as the first, so that whatever fits alone does so here, too.
    const int64_t counted = file->is_program ? size : 0;
    if (!HasRoom(*turn, counted)) return NoRoom(*turn);
    TenantRoom::Share share = turn->sandbox.Memory();
    // With what was read, which is there as long.
    if (!share.MayFit(2 * size)) return NeverFits(path, 2 * size, share.most());
    if (!share.Grow(size)) return NoMemory(*turn);
    Keep(turn, std::move(share), counted);
    file->is_program = true;
    submission->code = file->bytes->view();
    return std::nullopt;
  }

  bool HasRoom(const Turn& turn, int64_t more) const {
    return more <= kMostSandboxBytes - turn.bytes && more <= kMostSourceBytes - bytes_;
  }
  void Keep(Turn* turn, TenantRoom::Share share, int64_t counted) {
    turn->bytes += counted;
    bytes_ += counted;
    shares_.push_back(std::move(share));
  }

  static Unread TooLarge(const std::string& path, int64_t bytes) {
    return Refused("too_large",
                   path + " has " + std::to_string(bytes) + " bytes; one submission may take " +
                       std::to_string(kMostSandboxBytes >> 20) + " MiB from its sandbox in all");
  }
  // It is no fault of a submission what the others of its request take.
  static Unread NoRoom(const Turn& turn) {
    return UnreadFor({ErrorCode::kResource, "verify.sandbox", 0,
                      "one request reads at most " + std::to_string(kMostSourceBytes >> 20) +
                          " MiB from sandboxes, " + std::to_string(kMostSandboxBytes >> 20) +
                          " MiB from each of them: send this submission in another one"},
                     turn.sandbox);
  }
  static Unread NeverFits(const std::string& path, int64_t bytes, int64_t most) {
    return Refused("too_large", path + " takes " + std::to_string(bytes) +
                                    " bytes of the server's memory, which holds at most " +
                                    std::to_string(most) + " for one tenant");
  }
  static Unread NoMemory(const Turn& turn) {
    return UnreadFor({ErrorCode::kResource, "verify.sandbox", 0,
                      "the server holds too much for this tenant; try again"},
                     turn.sandbox);
  }

  ReadFile Read(Turn* turn, const std::string& path) {
    const auto failed = [turn](const Error& error) {
      return ReadFile{nullptr, UnreadFor(error, turn->sandbox)};
    };
    for (int tries = 0; tries < kTries; ++tries) {
      SteadyFile before(path);
      SteadyFile after(path);
      const auto info = before.Look(turn->files, turn->deadline);
      if (!info.ok()) return failed(info.error());
      if (info->kind == FileKind::kDirectory) {
        return {nullptr, Refused("is_a_directory", path + " is a folder: name its files")};
      }
      if (info->kind != FileKind::kFile) {
        return {nullptr, Refused("value_error", path + " is no regular file")};
      }
      if (info->bytes > kMostSandboxBytes) return {nullptr, TooLarge(path, info->bytes)};
      if (!HasRoom(*turn, info->bytes)) return {nullptr, NoRoom(*turn)};
      // Before the bytes are in memory; what isn't kept is given back with it.
      TenantRoom::Share share = turn->sandbox.Memory();
      if (!share.MayFit(info->bytes)) {
        return {nullptr, NeverFits(path, info->bytes, share.most())};
      }
      if (!share.Grow(info->bytes)) return {nullptr, NoMemory(*turn)};
      std::string bytes;
      const auto wanted = static_cast<size_t>(info->bytes);
      const auto whole = turn->files.Read(
          path, {0, info->bytes},
          [&](std::string_view piece) {
            bytes.append(piece.substr(0, wanted - bytes.size()));
            return bytes.size() < wanted;
          },
          turn->deadline);
      if (!whole.ok()) return failed(whole.error());
      const auto now = after.Look(turn->files, turn->deadline);
      if (!now.ok()) return failed(now.error());
      if (!Same(*info, *now) || bytes.size() != wanted) continue;
      Keep(turn, std::move(share), info->bytes);
      return {Blob::FromString(std::move(bytes)), std::nullopt};
    }
    return {nullptr, Refused("changed", path + " was changed each time it was read: stop what "
                                               "writes it, or name a copy of it")};
  }

  // The box's own answer is about what the request names, unless the box had no room to give one or
  // its programs kept it from that.
  static Unread UnreadFor(const Error& error, const Sandbox& sandbox) {
    const bool of_request =
        error.code == ErrorCode::kInvalidArgument && !IsUsedUp(error) && !HasBrokenOff(error);
    return {of_request, FaultOf(error, &sandbox, of_request ? "" : kIdField)};
  }

  void OutOfTime(const std::vector<size_t>& items) {
    const SandboxFault fault{
        504, "deadline",
        "the sandboxes of one request are read for at most " +
            std::to_string(static_cast<int64_t>(ToSeconds(patience_.all))) +
            " s together, and that time was over before this one's turn: send this submission in "
            "another one",
        std::string(kIdField)};
    for (const size_t item : items) request_.items[item].unread = fault;
  }

  void FaultAll(const std::vector<size_t>& items, std::string_view code,
                const std::string& message) {
    for (const size_t index : items) {
      VerifyItem& item = request_.items[index];
      item.faults.Add(item.sandbox->path / "id", code, message);
    }
  }

  Sandboxes* const sandboxes_;
  const std::string tenant_;
  VerifyRequest& request_;
  const Done done_;
  const SourcePatience patience_;
  const SteadyTime deadline_ = Now() + patience_.all;
  // Of one thread after another.
  std::map<std::string, std::vector<size_t>> by_sandbox_;
  std::map<std::string, std::vector<size_t>>::const_iterator next_;
  size_t started_ = 0;
  int64_t bytes_ = 0;
  std::vector<TenantRoom::Share> shares_;
};

}  // namespace

void ReadSandboxSources(Sandboxes* sandboxes, std::string tenant, VerifyRequest* request,
                        std::function<void(std::shared_ptr<const void> held)> done,
                        const SourcePatience& patience) {
  const std::vector<VerifyItem>& items = request->items;
  if (std::none_of(items.begin(), items.end(),
                   [](const VerifyItem& item) { return item.sandbox.has_value(); })) {
    return done(nullptr);
  }
  std::make_shared<Reading>(sandboxes, std::move(tenant), request, std::move(done), patience)
      ->Start();
}

}  // namespace assay
