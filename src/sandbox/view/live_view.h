// What a box that stays sees, where that differs from root_view.h: a root whose places are the
// user's own, on one bounded file system, terminals of its own, and a network of its own.
//
// Taken once in the agent, as root, among the steps of root_view.h. Later the bound can be moved.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "sandbox/view/root_view.h"

namespace assay {

// The box's own files under its root (names of users, devices) come on top of what the user gets.
inline constexpr int64_t kOwnFilesBytes = 4 << 20;
inline constexpr int64_t kOwnFiles = 4096;

namespace live_view {

// In place of those of root_view. scratch_bytes and scratch_inodes bound all that is written. With
// an image its folder is the root, under what the box writes, and no toolchain of the host's is
// shown. With furniture (furniture.h) it comes with the root, and the steps for what is in it do
// nothing.
Status Root(const RootViewOptions& options);
Status Toolchains(const RootViewOptions& options);
Status Etc(const RootViewOptions& options);
Status Devices(const RootViewOptions& options);
// After Devices.
Status Terminals(const RootViewOptions& options);
Status Processors(const RootViewOptions& options);
// In place of WritablePlaces: the home directory, and places where everybody may make files. The
// root is one of them, so that programs find a /workspace or /app which they make.
Status Places(const RootViewOptions& options);
// Where programs own whatever is the box's: /dev and /etc become mounts, after Root, and what is in
// them stays as it is, after Places, so that no program lays anything in the way of the agent.
Status OwnMounts(const RootViewOptions& options);
Status ReadOnlyOwn(const RootViewOptions& options);
// In place of Network.
Status Network(const RootViewOptions& options);
// In place of ReadOnlyRoot: only /proc, in which a program could take its out-of-memory score down.
Status ReadOnlyProc(const RootViewOptions& options);

// In the finished box: what it may hold from now on. EBUSY, ENOSPC: it holds more.
Status Resize(int64_t bytes, int64_t files);

}  // namespace live_view

}  // namespace assay
