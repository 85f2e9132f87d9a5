// What all boxes that stay see alike, put together once for a spawner and moved into each of its
// boxes as a whole: /etc, /dev and the processors. Piece by piece it would be a good part of what
// making a box asks of the kernel.
//
// It hangs in a mount namespace of the spawner's own, where no program ever looks; whoever is
// cloned with CLONE_NEWNS has a copy of it. What boxes share in it is read-only, as /usr is, and of
// /etc they see the host's names as they were when it was made.
#pragma once

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/view/root_view.h"

namespace assay {

// In the spawner, which has one thread: whether its boxes find furniture. The first call makes it,
// and takes the process into a mount namespace in which the host's later mounts still appear. False
// where this /proc has no place for it, or a mount failed: each box makes its own then.
bool PrepareFurniture(const RootViewOptions& options);

// In the agent, when its mounts are private.
class Furniture {
 public:
  // Before kStaging is covered by the new root.
  static Result<Furniture> Take();
  // Into the new root, with the box's own lists of users. What is put there stays writable where
  // only the box sees it: /dev/shm is a place of the root.
  Status Put(const RootViewOptions& options) const;

 private:
  UniqueFd etc_, dev_, sys_;
};

}  // namespace assay
