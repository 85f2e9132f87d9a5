// The writable places of a box: placing input files, collecting results, and the proof that nothing
// is left for the next run. Used by the agent, with no candidate process alive.
//
// Not thread-safe.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/wire/protocol.h"

namespace assay {

class Scratch {
 public:
  // After EnterRootView. `folder`: what the places are below; empty where they have the paths of a
  // box.
  static Result<Scratch> Open(int candidate_uid, const std::string& folder = "");

  // Writes one file, its parents included, owned by the candidate. `contents` is a descriptor to
  // copy from, or -1 for file.bytes. Symbolic links are never followed.
  Status Place(const OrderFile& file, int contents);

  // Opens what `names` ask for as the candidate would, regular files only, and hands each to
  // `take` with the name it was found under; stops when `take` returns false.
  using Take = std::function<bool(const std::string& name, int fd, int64_t size)>;
  void Collect(const std::vector<std::string>& names, const Take& take) const;

  // After the last file is placed: gives the places the times they have in every run, so that a
  // program finds nothing there of the runs before, and any change in them shows.
  void Settle();
  // Whether a program made, renamed or removed anything in the places since Settle. In doubt true.
  bool Touched();

  // For a run that can have made, changed or removed nothing: what was placed for it may stay for
  // the next one, which either has it as if it were placed now (Renew), or finds the places empty
  // (Wipe, unless they were Touched after all).
  void Keep() { kept_ = true; }
  bool kept() const { return kept_; }
  Status Renew();

  // Empties all places. False when it can't be proven in reasonable time: the box must go.
  // Quick where nothing was Touched, and all that was placed lies at the top of its place.
  bool Wipe();

  // For fchdir(2).
  int work_directory() const { return places_[0].get(); }

 private:
  void SetPlaceTimes();
  // What `name` asks for, or with `flags` the directory of that name.
  UniqueFd Find(const std::string& name, int flags) const;
  // Removes what was placed; true when that was all there was.
  bool TakePlaced();

  std::vector<UniqueFd> places_;  // in the order of kWritablePlaces
  int uid_ = 0;
  bool among_others_ = false;  // the host's files are around the places
  // Numbers of files, which the file system counts up. 0: unknown.
  uint64_t taken_inode_ = 0;   // at the last look
  uint64_t placed_inode_ = 0;  // the highest of what was placed
  uint64_t next_inode_ = 0;    // that a file would get if nothing was made since Settle

  // Of what lies in the places, since they were empty: the place and the name.
  std::vector<std::pair<int, std::string>> placed_;
  int settled_ = 0;                  // how often
  std::vector<int64_t> empty_size_;  // of each place with nothing in it; empty: sizes don't tell
  bool as_placed_ = false;           // nothing else is there, if TakePlaced finds all of it
  bool kept_ = false;
};

// Whether `name` matches a pattern of literal characters and '*'.
bool MatchesPattern(std::string_view pattern, std::string_view name);

}  // namespace assay
