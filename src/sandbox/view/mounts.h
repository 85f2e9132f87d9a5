// Putting together a tree of mounts: directories, files and binds below the new root. Each returns
// false with errno set. Stateless.
#pragma once

#include <sys/mount.h>

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// The new root is assembled over /proc: it exists everywhere, and nothing is bound from it.
inline const std::string kStaging = "/proc";

inline constexpr uint64_t kReadOnlyMount = MOUNT_ATTR_RDONLY | MOUNT_ATTR_NOSUID | MOUNT_ATTR_NODEV;

// Whether it is the directory, or something in it.
bool IsBelow(const std::string& path, const std::string& directory);

bool MakeDirectories(const std::string& path);
bool MakeFile(const std::string& path, std::string_view contents);
// A bind of `source` and everything mounted below it, with mount attributes.
bool Bind(const std::string& source, const std::string& target, uint64_t attributes);
// Of the mount at `path`, not of those in it; what it has besides stays.
bool AddMountAttributes(const std::string& path, uint64_t attributes);
// Makes the target and binds a directory or a regular file on it, read-only; what doesn't exist is
// skipped.
bool BindInto(const std::string& source, const std::string& target);
// At `path`, with the folders it is in; one that is there stays.
bool MakeSymlink(const std::string& text, const std::string& path);

// Of the calling process's own network.
Status BringLoopbackUp();

// An error of the step under way, with errno; whoever takes the steps adds the step's name.
Error ViewError(std::string message);

}  // namespace assay
