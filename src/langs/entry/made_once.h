// What is made once on the host and makes programs faster (a precompiled header, class archives):
// where below the cache folder it lies, and how it comes there. Thread-safe, also between processes
// that share a cache folder.
//
// Each has a folder of its own, named by a hash of all that decides what is made. The folder is
// there before its contents are: boxes are given it once, and commands name it from the first one
// on. What is in it comes complete, by renames. Folders of former compilers stay until someone
// deletes them.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace assay {

// What tells this state of a file from another, for a key: path, size, time.
std::string FileState(const std::string& path);

// The path of `cache_dir`/`kind`-<hash of `key`> without symbolic links, which is there afterwards.
// `stage` is the error's.
Result<std::string> PlaceMadeOnce(const std::string& cache_dir, std::string_view kind,
                                  const std::string& key, const char* stage);

// Has `make` fill a new folder beside `folder`, and moves `entries` from there into it, in their
// order; files replace what is there, folders don't. After an error, of `make` or of ours, nothing
// is left of the attempt but what was moved before it.
Status MakeOnce(const std::string& folder, const std::vector<std::string>& entries,
                const char* stage, const std::function<Status(const std::string& folder)>& make);

// Runs the command with low priority, as a server that has begun judges other languages meanwhile:
// theirs are the cores. It is ended with all it started when this thread ends, so that a killed
// server leaves nothing behind. The error begins with `failed` and ends with the command's words.
Status RunForOnce(const std::vector<std::string>& argv, const std::string& failed,
                  const char* stage, const std::stop_token& stop);

}  // namespace assay
