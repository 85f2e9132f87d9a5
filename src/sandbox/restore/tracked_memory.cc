#include "sandbox/restore/tracked_memory.h"

#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <functional>
#include <string>

#include "sandbox/wire/fork_protocol.h"

namespace assay {
namespace {

constexpr size_t kMostSnapshotBytes = ASSAY_SNAPSHOT_BYTES;
constexpr size_t kFirstSnapshotBytes = 10 << 20;  // all of a zygote with the usual modules
constexpr uint64_t kPage = 4096;

// Younger than the kernel headers we build with.
constexpr uint64_t kFeatureWpAsync = 1 << 15;
struct ScanArguments {
  uint64_t size, flags, start, end, walk_end, vec, vec_len, max_pages;
  uint64_t category_inverted, category_mask, category_anyof_mask, return_mask;
};
struct PageRegion {
  uint64_t start, end, categories;
};
constexpr uint64_t kPageWpAllowed = 1 << 0;
constexpr uint64_t kPageWritten = 1 << 1;
constexpr uint64_t kPageOfFile = 1 << 2;
constexpr uint64_t kPagePresent = 1 << 3;
constexpr uint64_t kPageSwapped = 1 << 4;
constexpr unsigned long kPagemapScan = _IOWR('f', 16, ScanArguments);
constexpr size_t kScanned = 512;  // regions at a time

constexpr uint64_t kZeroBytes = 64 << 10;
alignas(4096) const char kZeros[kZeroBytes] = {};

Error RestoreFailed(const char* what) {
  return SystemError("sandbox.restore", errno, what);
}

// Visits what is populated of [start, end), with those of the categories that are `wanted`. To see
// whether a page is a file's costs as much as all else.
Status Scan(int pagemap, uint64_t start, uint64_t end, uint64_t wanted,
            const std::function<Status(const PageRegion&)>& visit) {
  PageRegion regions[kScanned];
  ScanArguments arguments{};
  arguments.size = sizeof arguments;
  arguments.end = end;
  arguments.vec = reinterpret_cast<uint64_t>(regions);
  arguments.vec_len = kScanned;
  arguments.category_anyof_mask = kPagePresent | kPageSwapped;
  arguments.return_mask = wanted;
  while (start < end) {
    arguments.start = start;
    const int count = ::ioctl(pagemap, kPagemapScan, &arguments);
    if (count < 0) return RestoreFailed("cannot see what was written");
    for (int i = 0; i < count; ++i) ASSAY_RETURN_IF_ERROR(visit(regions[i]));
    if (arguments.walk_end <= start) break;
    start = arguments.walk_end;
  }
  return {};
}

Status Watch(int watch, uint64_t start, uint64_t end) {
  uffdio_register wanted{};
  wanted.range = {start, end - start};
  wanted.mode = UFFDIO_REGISTER_MODE_WP;
  if (::ioctl(watch, UFFDIO_REGISTER, &wanted) != 0) return RestoreFailed("cannot watch memory");
  return {};
}

Status Protect(int watch, uint64_t start, uint64_t end) {
  uffdio_writeprotect protect{};
  protect.range = {start, end - start};
  protect.mode = UFFDIO_WRITEPROTECT_MODE_WP;
  if (::ioctl(watch, UFFDIO_WRITEPROTECT, &protect) != 0) {
    return RestoreFailed("cannot protect memory");
  }
  return {};
}

}  // namespace

void SnapshotBuffer::Unmap::operator()(char* begin) const {
  ::munmap(begin, kMostSnapshotBytes);
}

void SnapshotBuffer::Prepare() {
  if (begin_ == nullptr) {
    UniqueFd file(::memfd_create("assay-snapshot", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!file) return;
    void* const memory = ::mmap(nullptr, kMostSnapshotBytes, PROT_READ | PROT_WRITE,
                                MAP_SHARED | MAP_NORESERVE, file.get(), 0);
    if (memory == MAP_FAILED) return;
    begin_.reset(static_cast<char*>(memory));
    // But by this mapping.
    if (::fcntl(file.get(), F_ADD_SEALS, F_SEAL_FUTURE_WRITE | F_SEAL_SEAL) != 0) {
      begin_.reset();
      return;
    }
    file_ = std::move(file);
    wanted_ = kFirstSnapshotBytes;
  }
  // All there is of the file has memory: else who reads it would add some that stays.
  if (ready_ >= wanted_ || ::ftruncate(file_.get(), static_cast<off_t>(wanted_)) != 0) return;
  for (; ready_ < wanted_; ready_ += kPage) begin_.get()[ready_] = 0;
}

void SnapshotBuffer::Clear() {
  if (used_ > 0) std::memset(begin_.get(), 0, used_);
  used_ = 0;
}

char* SnapshotBuffer::Take(size_t bytes) {
  if (bytes <= ready_) {
    if (bytes < used_) std::memset(begin_.get() + bytes, 0, used_ - bytes);
    used_ = bytes;
    return begin_.get();
  }
  // The next program may be a little larger.
  if (bytes <= kMostSnapshotBytes) {
    wanted_ = std::clamp((bytes + bytes / 4) / kPage * kPage, wanted_, kMostSnapshotBytes);
  }
  return nullptr;
}

Result<TrackedMemory> TrackedMemory::Take(pid_t process, int proc, UniqueFd watch,
                                          const std::vector<Mapping>& maps, SnapshotBuffer& buffer,
                                          pid_t zygote) {
  TrackedMemory memory;
  memory.process_ = process;
  memory.zygote_ = ZygoteMemory::Open(zygote, proc);
  const std::string folder = std::to_string(process);
  UniqueFd pagemap(::openat(proc, (folder + "/pagemap").c_str(), O_RDONLY | O_CLOEXEC));
  const UniqueFd contents_of(::openat(proc, (folder + "/mem").c_str(), O_RDONLY | O_CLOEXEC));
  if (!pagemap || !contents_of) return RestoreFailed("cannot look into a process");
  uffdio_api api{};
  api.api = UFFD_API;
  api.features = kFeatureWpAsync;
  if (::ioctl(watch.get(), UFFDIO_API, &api) != 0 || (api.features & kFeatureWpAsync) == 0) {
    return RestoreFailed("this kernel doesn't record writes");
  }
  size_t bytes = 0;
  std::vector<Region> watched;  // whole mappings: a part of one would become one of its own
  for (const Mapping& mapping : maps) {
    if (mapping.is_private() && !mapping.writable() && mapping.has_file()) {
      const size_t before = memory.sealed_.size();
      ASSAY_RETURN_IF_ERROR(Scan(pagemap.get(), mapping.start, mapping.end, kPageOfFile,
                                 [&](const PageRegion& region) -> Status {
                                   if ((region.categories & kPageOfFile) == 0) {
                                     memory.sealed_.push_back({region.start, region.end});
                                   }
                                   return {};
                                 }));
      if (memory.sealed_.size() > before) watched.push_back({mapping.start, mapping.end});
    }
    if (!mapping.writable()) continue;
    memory.tracked_.push_back({mapping.start, mapping.end});
    if (mapping.name == "[stack]") memory.stack_ = memory.tracked_.back();
    watched.push_back({mapping.start, mapping.end});
    const auto add_piece = [&](uint64_t start, uint64_t end, bool zygotes) {
      memory.pieces_.push_back({start, end - start, zygotes ? nullptr : kZeros});
      if (!zygotes) bytes += end - start;
    };
    const auto add = [&](const PageRegion& region) -> Status {
      if (memory.zygote_) {
        return memory.zygote_->Compare(pagemap.get(), region.start, region.end, add_piece);
      }
      add_piece(region.start, region.end, false);
      return {};
    };
    // Of a file, what isn't populated isn't zero.
    if (mapping.has_file()) {
      ASSAY_RETURN_IF_ERROR(add({mapping.start, mapping.end, 0}));
    } else {
      ASSAY_RETURN_IF_ERROR(Scan(pagemap.get(), mapping.start, mapping.end, 0, add));
    }
  }
  char* contents = buffer.Take(bytes);
  if (contents == nullptr) {
    errno = ENOSPC;
    return RestoreFailed("no room for a snapshot");
  }
  for (Piece& piece : memory.pieces_) {
    if (piece.contents == nullptr) continue;
    ASSAY_RETURN_IF_ERROR(ReadMemory(contents_of.get(), piece.start, contents, piece.bytes));
    piece.contents = contents;
    contents += piece.bytes;
  }
  for (const Region& region : watched) {
    ASSAY_RETURN_IF_ERROR(Watch(watch.get(), region.start, region.end));
  }
  for (const std::vector<Region>* regions : {&memory.tracked_, &memory.sealed_}) {
    for (const Region& region : *regions) {
      ASSAY_RETURN_IF_ERROR(Protect(watch.get(), region.start, region.end));
    }
  }
  memory.watch_ = std::move(watch);
  memory.pagemap_ = std::move(pagemap);
  return memory;
}

// Of a piece whose contents are the zygote's: fetches what was not before.
Status TrackedMemory::AddPages(Piece& piece, uint64_t start, uint64_t end) {
  if (piece.pages.empty()) piece.pages.resize(piece.bytes / kPage);
  for (uint64_t at = start; at < end; at += kPage) {
    const char*& contents = piece.pages[(at - piece.start) / kPage];
    if (contents == nullptr) {
      char* const fetched = fetched_.emplace_back().data();
      ASSAY_RETURN_IF_ERROR(zygote_->Read(at, fetched, kPage));
      contents = fetched;
    }
    changes_.fetched.push_back({at, contents, kPage});
  }
  return {};
}

// `*piece` is the first that may reach into what comes.
Status TrackedMemory::AddChange(uint64_t start, uint64_t end, size_t* piece) {
  while (start < end) {
    while (*piece < pieces_.size() && pieces_[*piece].start + pieces_[*piece].bytes <= start) {
      ++*piece;
    }
    const bool known = *piece < pieces_.size() && pieces_[*piece].start <= start;
    uint64_t stop = end;
    if (known) {
      Piece& there = pieces_[*piece];
      stop = std::min(end, there.start + there.bytes);
      if (there.contents == nullptr) {
        ASSAY_RETURN_IF_ERROR(AddPages(there, start, stop));
      } else {
        changes_.list.push_back({start, there.contents + (start - there.start), stop - start});
      }
    } else {
      if (*piece < pieces_.size()) stop = std::min(end, pieces_[*piece].start);
      changes_.list.push_back({start, nullptr, stop - start});
    }
    written_bytes_ += static_cast<int64_t>(stop - start);
    start = stop;
  }
  return {};
}

// Whether they are what they were: of the same mapping, which alone is watched, and no page of them
// lost or written to.
Status TrackedMemory::CheckSealed() const {
  for (const Region& region : sealed_) {
    uint64_t same = 0;
    ASSAY_RETURN_IF_ERROR(Scan(pagemap_.get(), region.start, region.end,
                               kPageWritten | kPageWpAllowed | kPageOfFile,
                               [&](const PageRegion& page) -> Status {
                                 if (page.categories == kPageWpAllowed)
                                   same += page.end - page.start;
                                 return {};
                               }));
    if (same != region.end - region.start) {
      return Error{ErrorCode::kUnavailable, "sandbox.restore", 0,
                   "memory that can't be written to has changed"};
    }
  }
  return {};
}

Result<const TrackedMemory::Changes*> TrackedMemory::FindChanges() {
  ASSAY_RETURN_IF_ERROR(CheckSealed());
  written_bytes_ = 0;
  changes_.list.clear();
  changes_.fetched.clear();
  size_t piece = 0;        // of those to write from
  size_t next = 0;         // of those that must still be populated…
  uint64_t populated = 0;  // …up to here, of the next one
  bool lost = false;
  const auto visit = [&](const PageRegion& page) -> Status {
    for (uint64_t at = page.start; next < pieces_.size() && at < page.end;) {
      const Piece& there = pieces_[next];
      if (page.end <= there.start) break;
      const uint64_t from_here = std::max(there.start, populated);
      if (page.start > from_here) lost = true;
      at = std::min(page.end, there.start + there.bytes);
      populated = at;
      if (at == there.start + there.bytes) ++next;
    }
    const bool recorded = (page.categories & kPageWpAllowed) != 0;
    if (!recorded && page.start >= stack_.start && page.start < stack_.end) {
      return Error{ErrorCode::kUnavailable, "sandbox.restore", 0, "the stack is another"};
    }
    if (recorded && (page.categories & kPageWritten) == 0) return {};
    return AddChange(page.start, page.end, &piece);
  };
  for (const Region& region : tracked_) {
    ASSAY_RETURN_IF_ERROR(
        Scan(pagemap_.get(), region.start, region.end, kPageWritten | kPageWpAllowed, visit));
  }
  changes_.lost = lost || next != pieces_.size();
  if (!changes_.lost) return &changes_;
  // Something that was there is no longer: rare, and not worth finding. What is in both is one.
  piece = 0;
  written_bytes_ = 0;
  for (const Change& change : changes_.list) {
    if (change.from == nullptr) written_bytes_ += static_cast<int64_t>(change.bytes);
  }
  for (const Piece& all : pieces_) {
    ASSAY_RETURN_IF_ERROR(AddChange(all.start, all.start + all.bytes, &piece));
  }
  return &changes_;
}

Status TrackedMemory::Write(const std::vector<Change>& changes) const {
  std::vector<iovec> from, to;
  from.reserve(IOV_MAX);
  to.reserve(IOV_MAX);
  size_t bytes = 0;
  const auto flush = [&]() -> Status {
    const ssize_t count = to.empty() ? 0
                                     : ::process_vm_writev(process_, from.data(), from.size(),
                                                           to.data(), to.size(), 0);
    if (count != static_cast<ssize_t>(bytes)) {
      return RestoreFailed("cannot write a process's memory");
    }
    from.clear();
    to.clear();
    bytes = 0;
    return {};
  };
  for (const Change& change : changes) {
    for (uint64_t done = 0; done < change.bytes;) {
      const uint64_t part =
          change.from != nullptr ? change.bytes : std::min(change.bytes - done, kZeroBytes);
      const char* const contents = change.from != nullptr ? change.from : kZeros;
      from.push_back({const_cast<char*>(contents), part});
      to.push_back({reinterpret_cast<void*>(change.to + done), part});
      bytes += part;
      done += part;
      if (to.size() == IOV_MAX) ASSAY_RETURN_IF_ERROR(flush());
    }
  }
  return flush();
}

}  // namespace assay
