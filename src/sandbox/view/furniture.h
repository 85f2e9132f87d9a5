// What all boxes that stay see alike, put together once for a spawner and moved into each of its
// boxes as a whole: /etc, /dev and the processors. Piece by piece it would be a good part of what
// making a box asks of the kernel.
//
// It stands in a mount namespace of its own, in which there is nothing else but the toolchains; a
// box begins as a copy of that one and not of the host's. What boxes share in it is read-only, as
// /usr is. Nothing that the host mounts later gets there, and of its /etc neither a new name nor a
// file that took another's place; what is in folders shown from there is the host's own.
#pragma once

#include "base/fd.h"
#include "base/result.h"
#include "sandbox/view/root_view.h"

namespace assay {

// In the spawner, which has one thread: the namespace, made with the first call, for the life of
// the process. Negative: the host doesn't let it be made; each box makes all of its own then.
int FurnitureNamespace(const RootViewOptions& options);

// In the agent, which has still the spawner's mounts: takes a copy of the namespace for its own.
Status EnterFurniture(UniqueFd name_space);

// In the agent, into the new root: the furniture, and over it the box's own lists of users.
// /dev/shm is a folder of the root, since programs write there.
Status PutFurniture(const RootViewOptions& options);

}  // namespace assay
