// The box's paths: where a program may write, and so where files can be put before it runs and
// fetched from afterwards. One place for their bounds and normalisation; whoever takes paths from
// outside asks here before anything runs.
//
// Pure functions; any thread.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/result.h"

namespace assay {

// Where a program may write. Index 0 is the work directory and HOME.
inline constexpr const char* kWritablePlaces[] = {"/box", "/tmp", "/var/tmp", "/mnt", "/dev/shm"};
inline constexpr int kWritablePlaceCount = 5;

inline constexpr size_t kMaxBoxPathBytes = 1024;
inline constexpr size_t kMaxBoxNameBytes = 255;  // of each part

// Whether a box has something of its own at this absolute path, so that a file of the host's can't
// be seen there.
bool BoxOwns(std::string_view path);

struct BoxPath {
  int place = 0;     // index of kWritablePlaces
  std::string path;  // relative to it, without "." and "..", never empty

  std::string Absolute() const { return std::string(kWritablePlaces[place]) + "/" + path; }
};

// Where a file lies that is put into the box: relative paths in the work directory, absolute ones
// in a writable place. kInvalidArgument with a message that names the path and says why not.
Result<BoxPath> ParseBoxPath(std::string_view path);

// A name to fetch, relative to the work directory; its last part may be a pattern. The file may be
// missing, but the name must be one.
Status CheckFetchName(std::string_view name);

}  // namespace assay
